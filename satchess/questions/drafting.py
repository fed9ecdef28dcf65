"""Drafts: models under construction, and the questions built on one.

A question lists its places and adds its rules to a draft, which becomes the model.
"""

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Self

from satchess.domain.pieces import Piece
from satchess.domain.placement import Place, Placement
from satchess.domain.sizes import Sizes, parse_sizes
from satchess.domain.squares import Square
from satchess.domain.symmetry import Symmetry
from satchess.domain.weights import Bottleneck, Fingerprint
from satchess.model import AtMost, Clause, Constraint, Family, Model, Objective
from satchess.questions.base import Question
from satchess.questions.grammar import flag, option
from satchess.questions.weighed import (
    WeighedQuestion,
    bottleneck_option,
    fingerprint_option,
    heaviest_option,
    lightest_option,
    symmetric_option,
)


class Draft:
    """Places with their variables, constraints, and auxiliaries."""

    def __init__(self, places: Iterable[Place]) -> None:
        self.variable = {place: number for number, place in enumerate(places, start=1)}
        self.top = len(self.variable)
        self.constraints: list[Constraint] = []
        self.families: list[Family] = []

    @property
    def everything(self) -> tuple[int, ...]:
        """The variables of all places."""
        return tuple(self.variable.values())

    def of(self, piece: Piece, squares: Iterable[Square] | None = None) -> tuple[int, ...]:
        """Return the variables of a kind of piece, on these squares only if given."""
        if squares is None:
            return tuple(v for place, v in self.variable.items() if place.piece == piece)
        places = (Place(square, piece) for square in squares)
        return tuple(self.variable[place] for place in places if place in self.variable)

    def on(self, square: Square) -> tuple[int, ...]:
        """Return the variables of a square."""
        return tuple(v for place, v in self.variable.items() if place.square == square)

    def add(self, *constraints: Constraint) -> None:
        """Add constraints."""
        self.constraints += constraints

    def fresh(self) -> int:
        """Return a new auxiliary variable."""
        self.top += 1
        return self.top

    def any_of(self, literals: Iterable[int]) -> int:
        """Return a literal equivalent to the disjunction."""
        several = tuple(dict.fromkeys(literals))
        if len(several) == 1:
            return several[0]
        either = self.fresh()
        self.add(*(Clause((-literal, either)) for literal in several), Clause((-either, *several)))
        return either

    def all_of(self, literals: Iterable[int]) -> int:
        """Return a literal equivalent to the conjunction."""
        return -self.any_of(-literal for literal in literals)


@dataclass(frozen=True)
class DraftedQuestion(Question):
    """A question whose model is built from a draft."""

    def normalised(self) -> Self:
        """Return the question itself: most puzzles have one wording only."""
        return self

    def places(self) -> Iterator[Place]:
        """Yield the places: which piece may stand where."""
        for square in self.board.squares:
            for kind in self.kinds:
                yield Place(square, kind)

    @abstractmethod
    def draft(self, draft: Draft) -> Objective | None:
        """Add the rules, except that no square holds two pieces; return the objective."""

    def stated(self, *, all_symmetries: bool) -> Model:
        """Build the model from a draft, with the symmetries of the question."""
        draft = Draft(self.places())
        if len(self.kinds) > 1:
            sharing: dict[Square, list[int]] = {}
            for place, variable in draft.variable.items():
                sharing.setdefault(place.square, []).append(variable)
            draft.add(*(AtMost(1, tuple(v)) for v in sharing.values() if len(v) > 1))
        objective = self.draft(draft)
        symmetries = (
            tuple(
                draft.variable[Place(turn(square), piece.turned(turn))]
                for square, piece in draft.variable
            )
            for turn in self.symmetries(shifts=all_symmetries)
        )
        return Model(
            places=tuple(draft.variable),
            constraints=tuple(draft.constraints),
            objective=objective,
            auxiliaries=draft.top - len(draft.variable),
            families=tuple(draft.families),
            symmetries=tuple(dict.fromkeys(symmetries)),
        )

    @property
    def has_sizes(self) -> bool:
        """Most puzzles have placements of one size only."""
        return False

    def violations(self, placement: Placement) -> Iterator[str]:
        """Yield pieces out of place, then what breaks the rules of the kind."""
        allowed = frozenset(self.places())
        wrong = [place for place in placement.places if place not in allowed]
        for square, piece in wrong:
            if square not in self.board:
                yield f"{square} is not a square of the board"
            elif piece not in self.kinds:
                yield f"{square} holds a {piece}, not a {' or '.join(map(str, self.kinds))}"
            else:
                yield f"no {piece} may stand on {square}"
        if not wrong:
            yield from self.broken_rules(placement)

    @abstractmethod
    def broken_rules(self, placement: Placement) -> Iterator[str]:
        """Yield what breaks the rules of this kind of question."""


@dataclass(frozen=True)
class CountedQuestion(WeighedQuestion, DraftedQuestion):
    """A question that maximises or minimises the number of one kind of thing."""

    size: int | Sizes | None = option(
        "K|K..L", "Exactly this many, or a range: 3..5, 3.., ..5.", parse_sizes
    )
    all: bool = flag("Any number, instead of the most or the fewest.")
    symmetric: Symmetry | str | None = symmetric_option()
    lightest: Bottleneck | None = lightest_option()
    heaviest: Bottleneck | None = heaviest_option()
    bottleneck: Bottleneck | None = bottleneck_option()
    fingerprint: Fingerprint | None = fingerprint_option()

    @property
    @abstractmethod
    def thing(self) -> Piece:
        """What is placed."""

    @property
    def kinds(self) -> tuple[Piece, ...]:
        """The one kind of thing."""
        return (self.thing,)

    def draft(self, draft: Draft) -> Objective | None:
        """Add the rules and the number."""
        draft.add(*self.rules(draft))
        draft.add(*self.sized(draft.everything))
        return self.objective({place.square: v for place, v in draft.variable.items()})

    @abstractmethod
    def rules(self, draft: Draft) -> Iterator[Constraint]:
        """Yield the constraints of this kind of question."""

    def violations(self, placement: Placement) -> Iterator[str]:
        """Yield what options do not allow, too."""
        yield from super().violations(placement)
        yield from self.wrong_options(placement, self.thing.named(len(placement)))
