"""What questions about one kind of thing have in common: weights of squares, and symmetry.

`--lightest` and `--heaviest` ask for the best sum of weights, whatever the number of things.
`--symmetric` asks for placements that are equal to their images under turns of the board.
`--bottleneck` asks, among the placements that answer the question without it, for those with the
smallest fingerprint; `--fingerprint` asks for all that have a given one.
"""

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any, Self

from satchess.domain.phrases import counted
from satchess.domain.placement import Placement
from satchess.domain.scene import NOTHING, Scene
from satchess.domain.sizes import Sizes, sizes_among
from satchess.domain.squares import Square
from satchess.domain.symmetry import Symmetry, parse_symmetry, symmetry_of
from satchess.domain.weights import (
    NAMED,
    Bottleneck,
    Fingerprint,
    parse_fingerprint,
    write_fingerprint,
)
from satchess.errors import BadQuestion
from satchess.model import (
    AtLeast,
    AtMost,
    Clause,
    Constraint,
    Exactly,
    Model,
    Objective,
    Parity,
    Sense,
)
from satchess.questions.base import Question
from satchess.questions.grammar import WEIGHTS, option

MOST_WEIGHT = 1_000_000
"""What all squares may weigh, whose weights are added up."""

SHORT = 12
"""Different weights that fit into a sentence."""

MOST_NUMBERED = 400
"""Squares of a picture that are large enough for a number."""


def bottleneck_option() -> Any:
    """Make the field of the weights."""
    return option(
        f"{'|'.join(NAMED)}|FILE",
        "Minimise the heaviest square, then the next: weights by name, or in a file.",
        Bottleneck.parse,
    )


def fingerprint_option() -> Any:
    """Make the field of a fingerprint that is given."""
    return option(
        "WEIGHTS",
        "With --bottleneck: squares of just these weights, such as '34 x2, 26'.",
        parse_fingerprint,
        lambda fingerprint, question: write_fingerprint(fingerprint),
    )


def lightest_option() -> Any:
    """Make the field of weights whose sum is minimised."""
    return option(
        WEIGHTS,
        "The sum of the weights of occupied squares as small as can be.",
        lambda text: Bottleneck.said(text, "--lightest"),
    )


def heaviest_option() -> Any:
    """Make the field of weights whose sum is maximised."""
    return option(
        WEIGHTS,
        "The sum of the weights of occupied squares as large as can be.",
        lambda text: Bottleneck.said(text, "--heaviest"),
    )


def symmetric_option() -> Any:
    """Make the field of the turns that a placement is equal under."""
    return option(
        "TURNS",
        "Placements equal to their images: half, quarter, diagonal, antidiagonal, vertical,"
        " horizontal, all; several of them, as half,diagonal.",
        parse_symmetry,
        unite=" ".join,
    )


@dataclass(frozen=True)
class WeighedQuestion(Question):
    """A question about one kind of piece or thing, on squares that may have weights."""

    if TYPE_CHECKING:  # declared by the subclasses in their own order

        @property
        def bottleneck(self) -> Bottleneck | None:
            """What squares weigh."""

        @property
        def fingerprint(self) -> Fingerprint | None:
            """The fingerprint that is asked for, if it is given."""

        @property
        def lightest(self) -> Bottleneck | None:
            """Weights whose sum is to be as small as can be."""

        @property
        def heaviest(self) -> Bottleneck | None:
            """Weights whose sum is to be as large as can be."""

        @property
        def symmetric(self) -> Symmetry | str | None:
            """The symmetry that placements must have; a text only until there is a board."""

        @property
        def size(self) -> int | Sizes | None:
            """How many there may be; None: any number."""

        @property
        def all(self) -> bool:
            """Whether any of these numbers will do, instead of the best."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "size", sizes_among(self.size, len(self.board)))
        self._settle_weights()
        if self.given_size is not None and self.all:
            raise BadQuestion(f"--size {self.size} is one number only, --all asks for any number")
        if isinstance(self.symmetric, str):
            object.__setattr__(self, "symmetric", symmetry_of(self.symmetric, self.board))
        if self.bottleneck is not None:
            object.__setattr__(self, "bottleneck", self.bottleneck.on(self.board))
        elif self.fingerprint is not None:
            raise BadQuestion("--fingerprint needs --bottleneck, which says what squares weigh")

    @property
    def given_size(self) -> int | None:
        """The number, where it is given."""
        return self.size if isinstance(self.size, int) else None

    @property
    def given_value(self) -> int | None:
        """The number, where it is given and not weighed."""
        return None if self.weights else self.given_size

    @property
    def has_sizes(self) -> bool:
        """Sizes differ unless the number or weights fix them."""
        return self.given_size is None and self.bottleneck is None and self.weights is None

    def sized(self, variables: tuple[int, ...]) -> Iterator[Constraint]:
        """State how many there may be."""
        match self.size:
            case int(number):
                yield Exactly(number, variables)
            case Sizes(least, most):
                if least:
                    yield AtLeast(least, variables)
                if most is not None:
                    yield AtMost(most, variables)

    def _settle_weights(self) -> None:
        """Bring the weights into their form on the board; refuse those that do not add up."""
        said = [name for name in ("lightest", "heaviest", "bottleneck") if getattr(self, name)]
        if len(said) > 1:
            raise BadQuestion(f"--{said[0]} and --{said[1]}: expected one of them")
        for name in set(said) & {"lightest", "heaviest"}:
            weights = getattr(self, name).on(self.board, f"--{name}")
            object.__setattr__(self, name, weights)
            total = 0
            for square in self.board.squares:
                weight = weights.weight(self.board, square)
                total += weight
                if weight < 0:
                    raise BadQuestion(f"--{name}: {square} weighs {weight}, expected 0 or more")
            if total > MOST_WEIGHT:
                raise BadQuestion(
                    f"--{name}: the weights add up to {total}, expected at most {MOST_WEIGHT}"
                )
            if self.all:
                raise BadQuestion(f"--{name} asks for the best sum, --all for any placement")

    @property
    def weights(self) -> Bottleneck | None:
        """The weights whose sum is optimised, if any."""
        return self.lightest or self.heaviest

    @property
    def goal(self) -> Sense | None:
        """The sum of weights is optimised, or the number, unless that is given or free."""
        if self.weights is not None:
            return Sense.FEWEST if self.lightest else Sense.MOST
        return None if self.any_size or self.given_size is not None else self.sense

    @property
    def any_size(self) -> bool:
        """Whether the number is free."""
        return self.all

    @property
    @abstractmethod
    def sense(self) -> Sense:
        """Whether the number is minimised or maximised, where there are no weights."""

    def value(self, placement: Placement) -> int | None:
        """Return the sum of weights, or the number."""
        if self.weights is not None:
            return sum(self.weights.weight(self.board, s) for s in placement.squares)
        return None if self.any_size else len(placement)

    def objective(self, variables: Mapping[Square, int]) -> Objective | None:
        """Make the objective: a variable counts as often as its square weighs, or once."""
        if self.goal is None:
            return None
        if self.weights is None:
            return Objective(self.goal, tuple(variables.values()))
        weigh = self.weights.weight
        terms = ((v,) * weigh(self.board, square) for square, v in variables.items())
        return Objective(self.goal, tuple(chain.from_iterable(terms)))

    @property
    def asks_for_fingerprint(self) -> bool:
        """Unless it is given."""
        return self.bottleneck is not None and self.fingerprint is None

    def fingerprint_of(self, placement: Placement) -> Fingerprint | None:
        """Return the weights of the occupied squares, from the largest."""
        if self.bottleneck is None:
            return None
        return self.bottleneck.fingerprint(self.board, placement.squares)

    def without_bottleneck(self) -> Self:
        """Drop the weights."""
        return self._changed(bottleneck=None, fingerprint=None)

    def with_fingerprint(self, fingerprint: Fingerprint) -> Self:
        """Ask for the placements with this fingerprint, hence of this size."""
        return self._changed(fingerprint=fingerprint, size=len(fingerprint), all=False)

    def _changed(self, **fields: Any) -> Self:
        """Replace fields that every subclass has."""
        return replace(self, **fields)

    @property
    def symmetry(self) -> Symmetry | None:
        """The symmetry that placements must have, if any."""
        assert not isinstance(self.symmetric, str)
        return self.symmetric

    def confined(self, model: Model) -> Model:
        """Make orbits of squares equal; fix the number of pieces on squares of equal weight."""
        if self.symmetry is not None:
            model = model.with_constraints(_equalities(self.symmetry, model))
        if self.bottleneck is None or self.fingerprint is None:
            return model
        return model.with_constraints(self._numbers(model))

    def _numbers(self, model: Model) -> Iterator[Constraint]:
        assert self.fingerprint is not None
        groups = variables_by_weight(self, model)
        for weight in self.fingerprint:
            groups.setdefault(weight, ())  # there is no such square: no placement either
        for weight, variables in groups.items():
            yield Exactly(self.fingerprint.count(weight), variables)

    # Sentences

    @abstractmethod
    def achievement(self, things: int) -> str:
        """The predicate of a sentence about this many things: `fit on 8x8`."""

    @property
    def conditions(self) -> str:
        """Say what options ask of the placement, as parts of a sentence that begin with commas."""
        phrases = []
        if isinstance(self.size, Sizes):
            phrases.append(self.size.allowed(self.kinds[0].plural))
        if self.symmetry is not None:
            phrases.append(self.symmetry.described)
        return "".join(f", {phrase}" for phrase in phrases)

    def statement(self, value: int | None) -> str:
        """Say what this many achieve, under which conditions, and that none do better."""
        number = value if self.weights is None else self.given_size
        some = f"Some number of {self.kinds[0].plural}"
        subject = some if number is None else self.kinds[0].named(number)
        if self.weights is not None:
            verb = self.achievement(2 if number is None else number)
            return f"{subject} {verb}{self.conditions}; {self._weighed(value)}."
        better = {Sense.FEWEST: ", and no fewer do", Sense.MOST: ", and no more do", None: ""}
        best = better[self.goal] + self._distinction
        return (
            f"{subject} {self.achievement(2 if value is None else value)}{self.conditions}{best}."
        )

    def _weighed(self, value: int | None) -> str:
        """Say what their squares weigh together, and that no sum is better."""
        assert self.weights is not None
        less = "less" if self.lightest else "more"
        return f"their squares weigh {value} {self.weights.described}, and none weigh {less}"

    def count_statement(self, count: int, value: int | None, *, up_to_symmetry: bool) -> str:
        """Count sets where they are of any size: no number of pieces is in question."""
        if value is not None:
            return super().count_statement(count, value, up_to_symmetry=up_to_symmetry)
        symmetry = ", up to symmetry" * up_to_symmetry
        return f"{self.sets(count)}{symmetry}{self.conditions}{self._distinction}."

    def sets(self, count: int) -> str:
        """Name this many sets of any size that achieve what is asked."""
        things = self.kinds[0].plural
        return f"{counted(count, 'set')} of {things}, of any size, that {self.achievement(2)}"

    @property
    def _distinction(self) -> str:
        """Say what a bottleneck asks for, as the end of a sentence."""
        if self.bottleneck is None:
            return ""
        weights = self.bottleneck.described
        if self.fingerprint is None:
            return f"; no such placement has a smaller fingerprint {weights}"
        return f"; the fingerprint {weights} is {write_fingerprint(self.fingerprint, SHORT)}"

    def wrong_options(self, placement: Placement, number: str) -> Iterator[str]:
        """Yield a wrong number, which is said so, what breaks the symmetry, a wrong fingerprint."""
        allowed = self.size if isinstance(self.size, Sizes) else Sizes(self.size or 0, self.size)
        if len(placement) not in allowed:
            yield f"{number}, not {self.size}"
        if self.symmetry and all(s in self.board for s in placement.squares):
            yield from self.symmetry.broken_by(frozenset(placement.squares))
        if self.fingerprint is not None and all(s in self.board for s in placement.squares):
            found = self.fingerprint_of(placement)
            assert found is not None
            if found != self.fingerprint:
                asked = write_fingerprint(self.fingerprint, SHORT)
                yield f"the fingerprint is {write_fingerprint(found, SHORT)}, not {asked}"

    def scene(self, placement: Placement) -> Scene:
        """Shade squares by their weights, and say these where there is room."""
        weighed = self.bottleneck or self.weights
        if weighed is None:
            return NOTHING
        weights = {s: weighed.weight(self.board, s) for s in self.board.squares}
        lightest, heaviest = min(weights.values()), max(weights.values())
        span = max(heaviest - lightest, 1)
        return Scene(
            shade={s: (weight - lightest) / span for s, weight in weights.items()},
            numbers=weights if len(weights) <= MOST_NUMBERED else {},
        )


def _equalities(symmetry: Symmetry, model: Model) -> Iterator[Constraint]:
    """State that the squares of an orbit are all occupied, or all empty."""
    orbits: dict[Square, list[int]] = {}
    for variable, place in enumerate(model.places, start=1):
        orbits.setdefault(symmetry.orbits[place.square], []).append(variable)
    lengths = Counter(symmetry.orbits.values())
    for first, variables in orbits.items():
        if len(variables) < lengths[first]:  # some square of the orbit has to stay empty
            yield from (Clause((-variable,)) for variable in variables)
        else:
            yield from (Parity(False, pair) for pair in pairwise(variables))


def variables_by_weight(question: Question, model: Model) -> dict[int, tuple[int, ...]]:
    """Return the board variables by the weight of their squares, the heaviest first."""
    assert question.bottleneck is not None
    variable = {place.square: v for v, place in enumerate(model.places, start=1)}
    groups = question.bottleneck.groups(question.board, variable)
    return {weight: tuple(variable[s] for s in squares) for weight, squares in groups.items()}
