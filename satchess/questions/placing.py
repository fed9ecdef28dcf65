"""What questions about one kind of piece have in common: where it may stand, and how many.

`--within`, `--require`, `--forbid`, `--where`, `--size`, `--symmetric` and `--bottleneck` mean the
same in all of them.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Self

from satchess.domain.attacks import AttackGraph, Family, attack_graph
from satchess.domain.board import Board
from satchess.domain.phrases import counted, named_squares
from satchess.domain.pieces import Piece
from satchess.domain.placement import Place, Placement
from satchess.domain.regions import only_there, parse_region, region, unite_regions, write_region
from satchess.domain.sizes import Sizes, parse_sizes
from satchess.domain.squares import Square, write_squares
from satchess.domain.symmetry import Symmetry
from satchess.domain.turns import Turn
from satchess.domain.weights import Bottleneck, Fingerprint
from satchess.errors import BadQuestion, BadSquare
from satchess.model import (
    AtLeast,
    AtMost,
    Clause,
    Constraint,
    Exactly,
    Model,
    When,
)
from satchess.questions.grammar import (
    board_argument,
    flag,
    option,
    piece_argument,
    squares_option,
)
from satchess.questions.weighed import (
    WeighedQuestion,
    bottleneck_option,
    fingerprint_option,
    heaviest_option,
    lightest_option,
    symmetric_option,
)

if TYPE_CHECKING:
    from satchess.domain.conditions import Condition, StatedSum


MOST_SQUARES_TO_SHIFT = 100
"""On larger tori, engines that only search do without shifts."""


_COMPARED: dict[str, Callable[[int, tuple[int, ...]], Constraint]] = {
    "<=": AtMost,
    ">=": AtLeast,
    "==": Exactly,
}
"""Comparisons of conditions as constraints."""

LONGEST_CONDITION = 200
"""Characters of a condition that fit into a sentence."""


def _parse_where(text: str) -> "Condition":
    from satchess.domain.conditions import Condition  # needs pyeda, which most questions do without

    return Condition.parse(text)


def all_hold(conditions: Sequence["Condition"]) -> "Condition | None":
    """Join conditions by and."""
    if len(conditions) <= 1:
        return next(iter(conditions), None)
    return _parse_where(" & ".join(f"({condition})" for condition in conditions))


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST_CONDITION else f"{text[: LONGEST_CONDITION - 3]}..."


@dataclass(frozen=True)
class PlacingQuestion(WeighedQuestion):
    """A question about placing pieces of one kind."""

    piece: Piece = piece_argument(Piece.parse)
    board: Board = board_argument()
    size: int | Sizes | None = option(
        "K|K..L",
        "Exactly this many pieces, or from so many to so many: 3..5, 3.., ..5.",
        parse_sizes,
    )
    all: bool = flag("Any number of pieces, instead of the most or the fewest.")
    within: frozenset[Square] | str | None = option(
        "SQUARES",
        "Pieces only there: squares, diagonal, border, dark, light, none, rank1, a drawing, ...;"
        " several unite.",
        parse_region,
        lambda squares, question: write_region(squares, question.board),
        unite=unite_regions,
    )
    require: frozenset[Square] = squares_option("Squares that must be occupied.")
    forbid: frozenset[Square] = squares_option("Squares that must stay empty.")
    where: "Condition | None" = option(
        "EXPR",
        "A condition on squares, such as 'a1 & ~(d4 | e5) => h8' or 'count(rank1) >= 2';"
        " several must all hold.",
        _parse_where,
        unite=all_hold,
        splits=lambda condition: condition.conjuncts,
    )
    symmetric: Symmetry | str | None = symmetric_option()
    lightest: Bottleneck | None = lightest_option()
    heaviest: Bottleneck | None = heaviest_option()
    bottleneck: Bottleneck | None = bottleneck_option()
    fingerprint: Fingerprint | None = fingerprint_option()

    conflict: ClassVar[str] = "attack each other"
    """What two pieces do that stand in each other's way."""

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("within", "require", "forbid"):
            if isinstance(text := getattr(self, name), str):
                object.__setattr__(self, name, self._read(name, text))
        if self.where is not None:
            board = self.board
            resolved = self.where.on(board.rows, board.columns, board.holes | board.walls)
            object.__setattr__(self, "where", resolved)
        marked = {"--within": self.within or frozenset(), "--require": self.require}
        marked |= {"--forbid": self.forbid}
        if self.where is not None:
            marked |= {"--where": self.where.squares}
        for name, squares in marked.items():
            assert isinstance(squares, frozenset)
            self.board.check_squares(squares, name)
        if self.board.topology.is_twisted and not self.piece.is_mirrored:
            raise BadQuestion(
                f"piece '{self.piece}': it looks one way, and no way is the same all over"
                f" {self.board.described}"
            )
        if clash := self.require & self.forbid:
            raise BadQuestion(f"{min(clash)} is both required and forbidden")
        if self.within is not None and (outside := self.require - self.allowed):
            raise BadQuestion(f"{min(outside)} is required, but not within the given squares")
        least = self.size.least if isinstance(self.size, Sizes) else self.size
        if least is not None and least > len(self.board):
            raise BadQuestion(
                f"--size {self.size}: expected 0 to {len(self.board)}, the squares of the board"
            )

    def _read(self, option: str, text: str) -> frozenset[Square]:
        try:
            return region(text, self.board)
        except BadSquare as error:
            raise BadSquare(f"--{option}: {error}") from None

    @property
    def kinds(self) -> tuple[Piece, ...]:
        """The one kind of piece that is asked about."""
        return (self.piece,)

    def respelt(self, placement: Placement) -> Placement:
        """Use the piece of this question: another may move alike on this board."""
        return Placement(tuple(place._replace(piece=self.piece) for place in placement.places))

    @cached_property
    def allowed(self) -> frozenset[Square]:
        """The squares on which a piece may stand."""
        inside = self.board.squares if self.within is None else self.within
        assert not isinstance(inside, str)
        return frozenset(inside) - self.forbid

    def _allows(self, square: Square) -> bool:
        """Whether a piece may stand on a square of the board, without building `allowed`."""
        if self.within is not None:
            return square in self.allowed
        return square not in self.forbid

    @property
    def graph(self) -> AttackGraph:
        """The attack graph of the piece on the board."""
        return attack_graph(self.piece, self.board)

    @property
    def conflicts(self) -> AttackGraph:
        """The squares of which one attacks the other, whichever it is."""
        return attack_graph(self.piece.either_way, self.board)

    def normalised(self) -> Self:
        """Say `forbid` through `within` and `where` plainly; drop moves that change nothing."""
        unmarked = self.within is None and not self.forbid  # a large board is not walked through
        everywhere = unmarked or len(self.allowed) == len(self.board)
        return replace(
            self,
            piece=self._plain_piece,
            all=self.any_size and self.weights is None,
            within=None if everywhere else self.allowed,
            forbid=frozenset(),
            where=self.where
            and self.where.normalised(self.require, self.where.squares - self.allowed),
        )

    @property
    def _plain_piece(self) -> Piece:
        keeps = self.board.walls or not self.piece.steps
        return self.piece if keeps else self.piece.without_walls

    def worded(self) -> Self:
        """Keep `where` as it is worded."""
        return replace(self.normalised(), where=self.where and self.where.worded)

    @property
    def goes_by_wording(self) -> bool:
        """Whether there is a `where`, of which no meaning is known."""
        return self.where is not None and self.where.meaning is None

    def any_placement(self) -> Self:
        """Ask for any number of pieces, where none is given."""
        plain = replace(super().any_placement(), lightest=None, heaviest=None)
        return plain if plain.goal is None else replace(plain, all=True)

    # Meaning

    @property
    def families(self) -> tuple[Family, ...]:
        """Disjoint groups of vertices, one per line, by which engines may count."""
        return self.graph.lines

    @abstractmethod
    def rules(self, variable: dict[int, int]) -> Iterator[Constraint]:
        """Yield the constraints of this kind of question.

        `variable` gives the board variable of a vertex of the attack graph, for the vertices on
        which a piece may stand.
        """

    def auxiliaries(self) -> int:
        """How many auxiliary variables `rules` uses, numbered after the board variables."""
        return 0

    def stated(self, *, all_symmetries: bool) -> Model:
        """Build the model: the rules of the kind, then the options."""
        allowed = [v for v, square in enumerate(self.board.squares) if square in self.allowed]
        variable = {vertex: number for number, vertex in enumerate(allowed, start=1)}
        number_of = {self.board.squares[vertex]: number for vertex, number in variable.items()}
        everything = tuple(variable.values())
        top = len(everything) + self.auxiliaries()
        constraints = list(self.rules(variable))
        constraints += [Clause((number_of[square],)) for square in sorted(self.require)]
        if self.where is not None:
            clauses, sums, top = self.where.stated(number_of, top)
            constraints += map(Clause, clauses)
            constraints += map(_stated_sum, sums)
        constraints += self.sized(everything)
        return Model(
            places=tuple(Place(square, self.piece) for square in number_of),
            constraints=tuple(constraints),
            objective=self.objective(number_of),
            auxiliaries=top - len(everything),
            families=tuple(
                tuple(
                    group
                    for line in family
                    if (group := tuple(variable[v] for v in line if v in variable))
                )
                for family in self.families
            ),
            symmetries=tuple(  # on a narrow board, different turns may move the squares alike
                dict.fromkeys(
                    _permutations(
                        number_of,
                        self.symmetries(
                            shifts=all_symmetries or len(self.board) <= MOST_SQUARES_TO_SHIFT
                        ),
                    )
                )
            ),
        )

    @property
    def conditions(self) -> str:
        """Say where pieces may, must and must not stand."""
        phrases = []
        if self.within is not None:
            assert not isinstance(self.within, str)
            phrases.append(only_there(self.within, self.board))
        if self.require:
            phrases.append(f"with {named_squares(self.require, 'given square')} occupied")
        if self.forbid:
            phrases.append(f"with {named_squares(self.forbid, 'given square')} empty")
        if self.where is not None:
            phrases.append(f"where {_shortened(str(self.where))} holds")
        return "".join(f", {phrase}" for phrase in phrases) + super().conditions

    @property
    @abstractmethod
    def set_name(self) -> str:
        """What a placement of any size is called in graph theory."""

    def sets(self, count: int) -> str:
        """Count sets of pieces by their name in graph theory."""
        sets = counted(count, self.set_name)
        return f"{sets} of {self.piece.plural} on {self.board.described}, of any size"

    def violations(self, placement: Placement) -> Iterator[str]:
        """Yield violations of options, then of the rules of the kind."""
        occupied = frozenset(placement.squares)
        kinds = {id(piece): piece for _, piece in placement.places}
        wrong = {key for key, piece in kinds.items() if piece != self.piece}  # slow for many steps
        for square, piece in placement.places:
            if id(piece) in wrong:
                yield f"{square} holds a {piece}, not a {self.piece}"
            if square not in self.board:
                yield f"{square} is not a square of the board"
            elif not self._allows(square):
                yield f"{square} must stay empty"
        if missing := self.require - occupied:
            yield f"{write_squares(missing)} must be occupied"
        if self.where is not None and not self.where.holds(occupied):
            yield f"the condition {self.where} does not hold"
        yield from self.wrong_options(placement, counted(len(placement), "piece"))
        if all(square in self.board for square in occupied):
            yield from self.broken_rules(occupied)

    @abstractmethod
    def broken_rules(self, occupied: frozenset[Square]) -> Iterator[str]:
        """Yield what breaks the rules of this kind of question."""


def _stated_sum(stated: "StatedSum") -> Constraint:
    constraint = _COMPARED[stated.sign](stated.bound, stated.literals)
    return When(stated.mark, constraint) if stated.mark else constraint


def _permutations(number_of: dict[Square, int], turns: Iterable[Turn]) -> Iterator[tuple[int, ...]]:
    numbers: dict[tuple[int, int], int] = dict(number_of.items())
    return (tuple(numbers[image] for image in turn.images(numbers)) for turn in turns)
