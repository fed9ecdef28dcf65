"""Domination: the fewest pieces so that every empty square is attacked, and its variants.

Definitions after Berghammer, Relation-algebraic modeling and solution of chessboard independence
and domination problems, J. Logic Algebr. Program. 81 (2012), section 3.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from satchess.domain.attacks import attacked_squares
from satchess.domain.squares import Square
from satchess.errors import BadQuestion
from satchess.model import AtMost, Clause, Constraint, Sense, When
from satchess.questions.grammar import flag
from satchess.questions.independence import attacks_among, none_attacks
from satchess.questions.placing import PlacingQuestion


@dataclass(frozen=True)
class Domination(PlacingQuestion):
    """`domination PIECE BOARD`."""

    kind: ClassVar[str] = "domination"
    summary: ClassVar[str] = "The fewest pieces so that every empty square is attacked."

    total: bool = flag("Occupied squares must be attacked too.")
    independent: bool = flag("None attacks another: a smallest kernel.")
    minimal: bool = flag("Any number of pieces, none of them superfluous.")
    upper: bool = flag("The most pieces, none of them superfluous, instead of the fewest.")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.total and self.independent:
            raise BadQuestion("--total asks for attacks on pieces, --independent forbids them")

    @property
    def any_size(self) -> bool:
        """A minimal placement may have any size, unless `size` or `upper` says otherwise."""
        return self.all or (self.minimal and self.given_value is None and not self.upper)

    @property
    def sense(self) -> Sense:
        """The upper domination number is a maximum, all others are minima."""
        return Sense.MOST if self.upper else Sense.FEWEST

    def rules(self, variable: dict[int, int]) -> Iterator[Constraint]:
        """Every square is covered; with options, none attacks another, none is superfluous."""
        for vertex in range(len(self.board)):
            yield Clause(tuple(variable[v] for v in self._coverers(vertex) if v in variable))
        if self.independent:
            yield from none_attacks(self, variable)
        if self._needs_private_squares:
            yield from self._private_squares(variable)

    def auxiliaries(self) -> int:
        """One per square if every piece needs a private square."""
        return len(self.board) if self._needs_private_squares else 0

    @property
    def _needs_private_squares(self) -> bool:
        # a piece that none attacks covers its own square alone: nothing more to ask
        return (self.upper or self.minimal) and not self.independent

    def _private_squares(self, variable: dict[int, int]) -> Iterator[Constraint]:
        """Each piece has a private square, which no other covers: none is superfluous."""
        private = {vertex: len(variable) + 1 + vertex for vertex in range(len(self.board))}
        for vertex, mark in private.items():
            coverers = tuple(variable[v] for v in self._coverers(vertex) if v in variable)
            yield When(mark, AtMost(1, coverers))
        for vertex, piece in variable.items():
            yield Clause((-piece, *(private[v] for v in self._coverers(vertex))))

    def _coverers(self, vertex: int) -> tuple[int, ...]:
        """Return the vertices that cover a vertex; the relation is symmetric."""
        around = self.graph.neighbours[vertex]
        return around if self.total else tuple(sorted((vertex, *around)))

    def achievement(self, things: int) -> str:
        """They cover the board."""
        verb = "attacks" if things == 1 else "attack"
        text = f"{verb} every {'' if self.total else 'empty '}square of {self.board.described}"
        text += ", none attacking another" * self.independent
        return text + ", none of them superfluous" * (self.upper or self.minimal)

    @property
    def set_name(self) -> str:
        """The name of this kind of dominating set."""
        text = "minimal " * (self.upper or self.minimal) + "independent " * self.independent
        return f"{text}{'total ' * self.total}dominating set"

    def broken_rules(self, occupied: frozenset[Square]) -> Iterator[str]:
        """Yield the squares that nothing covers, the attacks, and the superfluous pieces."""
        covers = {square: self._covered_from(square) for square in occupied}
        for square in self.board.squares:
            if not any(square in covered for covered in covers.values()):
                yield f"{square} is not attacked"
        if self.independent:
            yield from attacks_among(self, occupied)
        if self.upper or self.minimal:
            for square in sorted(occupied):
                others = (covers[other] for other in occupied if other != square)
                if covers[square] <= frozenset().union(*others):
                    yield f"the {self.piece} on {square} is superfluous"

    def _covered_from(self, square: Square) -> frozenset[Square]:
        attacked = attacked_squares(self.piece, self.board, square)
        return attacked if self.total else attacked | {square}
