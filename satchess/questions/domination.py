"""Domination: the fewest pieces so that every empty square is attacked, and its variants.

Definitions after Berghammer, Relation-algebraic modeling and solution of chessboard independence
and domination problems, J. Logic Algebr. Program. 81 (2012), section 3.

With `--target`, only the given squares have to be covered, and a piece is superfluous unless one of
them would be uncovered without it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar, Self

from satchess.domain.attacks import attacked_squares
from satchess.domain.placement import Placement
from satchess.domain.regions import named_region, parse_region, unite_regions, write_region
from satchess.domain.scene import Scene
from satchess.domain.squares import Square
from satchess.errors import BadQuestion
from satchess.model import AtMost, Clause, Constraint, Sense, When
from satchess.questions.grammar import flag, option
from satchess.questions.independence import attacks_among, none_attacks
from satchess.questions.placing import PlacingQuestion
from satchess.questions.weighed import WeighedQuestion


@dataclass(frozen=True)
class Domination(PlacingQuestion):
    """`domination PIECE BOARD`."""

    kind: ClassVar[str] = "domination"
    summary: ClassVar[str] = "The fewest pieces so that every empty square is attacked."

    total: bool = flag("Occupied squares must be attacked too.")
    independent: bool = flag("None attacks another: a smallest kernel.")
    minimal: bool = flag("Any number of pieces, none of them superfluous.")
    upper: bool = flag("The most pieces, none of them superfluous, instead of the fewest.")
    target: frozenset[Square] | str | None = option(
        "SQUARES",
        "Only these squares need to be attacked, or occupied; words as for --within.",
        parse_region,
        lambda squares, question: write_region(squares, question.board),
        unite=unite_regions,
        restricts=False,
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if isinstance(self.target, str):
            object.__setattr__(self, "target", self._read("target", self.target))
        if self.target is not None:
            self.board.check_squares(self.targets, "--target")
            if not self.target:
                raise BadQuestion("--target names no square of the board, expected one at least")
        if self.total and self.independent:
            raise BadQuestion("--total asks for attacks on pieces, --independent forbids them")

    @cached_property
    def targets(self) -> frozenset[Square]:
        """The squares that have to be covered."""
        squares = self.board.squares if self.target is None else self.target
        assert not isinstance(squares, str)
        return frozenset(squares)

    def normalised(self) -> Self:
        """Leave out a target that is the whole board."""
        plain = super().normalised()
        if self.target is None or len(self.targets) < len(self.board):
            return plain
        return replace(plain, target=None)

    @property
    def any_size(self) -> bool:
        """A minimal placement may have any size, unless `size` or `upper` says otherwise."""
        return self.all or (self.minimal and self.given_size is None and not self.upper)

    @property
    def sense(self) -> Sense:
        """The upper domination number is a maximum, all others are minima."""
        return Sense.MOST if self.upper else Sense.FEWEST

    def rules(self, variable: dict[int, int]) -> Iterator[Constraint]:
        """Every square is covered; with options, none attacks another, none is superfluous."""
        for vertex in self._target_vertices:
            yield Clause(tuple(variable[v] for v in self._coverers(vertex) if v in variable))
        if self.independent:
            yield from none_attacks(self, variable)
        if self._needs_private_squares:
            yield from self._private_squares(variable)

    @cached_property
    def _target_vertices(self) -> tuple[int, ...]:
        return tuple(v for v, square in enumerate(self.board.squares) if square in self.targets)

    def auxiliaries(self) -> int:
        """One for each square to cover, if every piece needs a private one."""
        return len(self.targets) if self._needs_private_squares else 0

    @property
    def _needs_private_squares(self) -> bool:
        # a piece that none attacks covers its own square alone: if that counts, nothing more to ask
        return (self.upper or self.minimal) and not (self.independent and self.target is None)

    def _private_squares(self, variable: dict[int, int]) -> Iterator[Constraint]:
        """Each piece has a private square, which no other covers: none is superfluous."""
        private = {v: mark for mark, v in enumerate(self._target_vertices, len(variable) + 1)}
        for vertex, mark in private.items():
            coverers = tuple(variable[v] for v in self._coverers(vertex) if v in variable)
            yield When(mark, AtMost(1, coverers))
        for vertex, piece in variable.items():
            yield Clause((-piece, *(private[v] for v in self._coverers(vertex) if v in private)))

    def _coverers(self, vertex: int) -> tuple[int, ...]:
        """Return the vertices that cover a vertex; the relation is symmetric."""
        around = self.graph.neighbours[vertex]
        return around if self.total else tuple(sorted((vertex, *around)))

    def achievement(self, things: int) -> str:
        """They cover the board, or what is given of it."""
        verb = "attacks" if things == 1 else "attack"
        text = f"{verb} {self._covered}"
        text += ", none attacking another" * self.independent
        return text + ", none of them superfluous" * (self.upper or self.minimal)

    @property
    def _covered(self) -> str:
        """Say what is attacked."""
        empty, board = "" if self.total else "empty ", self.board.described
        if self.target is None:
            return f"every {empty}square of {board}"
        if len(self.targets) == 1:
            return f"{min(self.targets)} of {board}" + ", or occupy it" * (not self.total)
        return f"every {empty}one of {named_region(self.targets, self.board)} of {board}"

    @property
    def set_name(self) -> str:
        """The name of this kind of dominating set."""
        text = "minimal " * (self.upper or self.minimal) + "independent " * self.independent
        return f"{text}{'total ' * self.total}dominating set"

    def sets(self, count: int) -> str:
        """Where only some squares count, their name says too little."""
        return super().sets(count) if self.target is None else WeighedQuestion.sets(self, count)

    def scene(self, placement: Placement) -> Scene:
        """The given squares are marked."""
        if self.target is None or self.bottleneck is not None:
            return super().scene(placement)
        return Scene(marks=dict.fromkeys(self.targets.difference(placement.squares), "o"))

    def broken_rules(self, occupied: frozenset[Square]) -> Iterator[str]:
        """Yield the squares that nothing covers, the attacks, and the superfluous pieces."""
        covers = {square: self._covered_from(square) for square in occupied}
        for square in sorted(self.targets):
            if not any(square in covered for covered in covers.values()):
                yield f"{square} is not attacked"
        if self.independent:
            yield from attacks_among(self, occupied)
        if self.upper or self.minimal:
            covers = {square: covered & self.targets for square, covered in covers.items()}
            for square in sorted(occupied):
                others = (covers[other] for other in occupied if other != square)
                if covers[square] <= frozenset().union(*others):
                    yield f"the {self.piece} on {square} is superfluous"

    def _covered_from(self, square: Square) -> frozenset[Square]:
        attacked = attacked_squares(self.piece, self.board, square)
        return attacked if self.total else attacked | {square}
