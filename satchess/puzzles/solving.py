"""Solving like a person: named techniques, the simplest first, each step with its reason.

It knows no SAT. Every step follows from the rules of the sheet (see `satchess.puzzles.rules`), so
that no solution is ever excluded; where the techniques do not suffice, it stops.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import combinations

from satchess.domain.phrases import joined
from satchess.domain.pieces import Piece
from satchess.domain.placement import Place, Placement
from satchess.domain.squares import Square, write_squares
from satchess.puzzles.piece_counts import Number
from satchess.puzzles.rules import DISJOINT, ONE, Family, Group, Rules
from satchess.puzzles.sheet import Sheet

LARGEST_SET = 4
"""Regions or lines that a person looks at together."""


class Technique(StrEnum):
    """The ways to conclude, the simplest first."""

    ATTACKED = "attacked"
    ENOUGH = "enough"
    LAST = "last"
    CONFINED = "confined"
    SETS = "sets"
    GUESS = "guess"

    @property
    def meaning(self) -> str:
        """What it is, in a few words."""
        return _MEANINGS[self]


_MEANINGS = {
    Technique.ATTACKED: "squares that a piece attacks stay empty",
    Technique.ENOUGH: "a clue or a group has its number already",
    Technique.LAST: "only so many squares are left in a rank, file, region or clue",
    Technique.CONFINED: "wherever the piece of a region or line stands, a square stays empty",
    Technique.SETS: "k regions lie in k lines, or k lines in k regions",
    Technique.GUESS: "a piece is tried on a square, and soon leads to a contradiction",
}


class Difficulty(StrEnum):
    """How hard a puzzle is for a person."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


MOST_GUESSES_OF_MEDIUM = 1


@dataclass(frozen=True)
class Step:
    """One conclusion: what it takes or excludes, and the groups or places it follows from."""

    technique: Technique
    taken: tuple[Place, ...] = ()
    excluded: tuple[Place, ...] = ()
    groups: tuple[Group, ...] = ()
    within: tuple[Group, ...] = ()
    cause: Place | None = None

    def __str__(self) -> str:
        return f"{self._reason}: {self._conclusion}."

    @property
    def _reason(self) -> str:
        names = joined(group.name for group in self.groups)
        match self.technique:
            case Technique.ATTACKED:
                assert self.cause is not None
                return f"the {self.cause.piece} on {self.cause.square} rules them out"
            case Technique.ENOUGH if self.groups[0].family is Family.KIND:
                return f"{names} {'is' if self.groups[0].number == ONE else 'are all'} placed"
            case Technique.ENOUGH:
                return f"{names} has enough"
            case Technique.LAST if self.groups[0].number.odd is not None:
                square = write_squares(_squares(self.taken or self.excluded))
                return f"only {square} can still change {names}"
            case Technique.LAST:
                return f"no other square is left for {names}"
            case Technique.CONFINED if self.within:
                return f"what is left for {names} is all in {self.within[0].name}"
            case Technique.CONFINED:
                return f"wherever the piece of {names} stands, it rules them out"
            case Technique.SETS:
                lines = joined(group.name for group in self.within)
                return f"{names} share {lines} between them, and nothing else fits there"
            case Technique.GUESS:
                (tried,) = self.excluded
                failed = f", since nothing would be left for {names}" if names else ""
                return f"a {tried.piece} on {tried.square} leads to a contradiction{failed}"

    @property
    def _conclusion(self) -> str:
        said = [f"{place.piece} on {place.square}" for place in self.taken]
        squares_of: dict[Piece, list[Square]] = {}
        for square, kind in self.excluded:
            squares_of.setdefault(kind, []).append(square)
        kinds_on: dict[str, list[str]] = {}
        for kind, squares in squares_of.items():
            kinds_on.setdefault(write_squares(squares, " "), []).append(str(kind))
        said += [
            f"no {joined(kinds).replace(' and ', ' or ')} on {squares}"
            for squares, kinds in kinds_on.items()
        ]
        return "; ".join(said)


def _squares(places: Iterable[Place]) -> list[Square]:
    return sorted({place.square for place in places})


class Contradiction(Exception):
    """A group cannot have its number any more."""

    def __init__(self, group: Group) -> None:
        super().__init__(group.name)
        self.group = group


@dataclass(frozen=True)
class State:
    """What is taken and what is still open, as bits of places; everything else is excluded."""

    taken: int
    open: int


class Solver:
    """Solves a sheet step by step."""

    def __init__(self, sheet: Sheet) -> None:
        self.rules = Rules(sheet)
        self._places = self.rules.places
        index = {place: number for number, place in enumerate(self._places)}
        self._index = index
        self._foes = [self._bits(self.rules.foes[place]) for place in self._places]
        self._groups = self.rules.groups
        self._masks = [self._bits(group.places) for group in self._groups]
        self._numbers = [group.number for group in self._groups]

    def start(self, taken: Iterable[Place] = (), excluded: Iterable[Place] = ()) -> State:
        """Return the state with the given pieces, and others that are taken or excluded."""
        there = self._bits({*self.rules.sheet.given, *taken})
        everything = (1 << len(self._places)) - 1
        return State(there, everything & ~there & ~self._bits(set(excluded) - set(taken)))

    def steps(self, state: State) -> Iterator[Step]:
        """Yield conclusions until all is decided or the techniques do not suffice."""
        while state.open and (step := self.next_step(state)) is not None:
            yield step
            state = self.after(state, step)

    def after(self, state: State, step: Step) -> State:
        """Return the state after a step."""
        taken = self._bits(step.taken)
        return State(state.taken | taken, state.open & ~taken & ~self._bits(step.excluded))

    def placement(self, state: State) -> Placement:
        """Return what is taken."""
        return Placement.of(self._of(state.taken))

    def next_step(self, state: State) -> Step | None:
        """Return the simplest conclusion; None if there is none, `Contradiction` if one shows."""
        return (
            self._simple(state) or self._confined(state) or self._sets(state) or self._guess(state)
        )

    # Techniques

    def _simple(self, state: State) -> Step | None:
        """What one piece or one group says."""
        for place, foes in self._taken_with_foes(state):
            if hit := foes & state.open:
                return Step(Technique.ATTACKED, excluded=self._of(hit), cause=place)
        for number, group in enumerate(self._groups):
            decided = self._decided(number, state)
            if decided is not None:
                taken, excluded = decided
                technique = Technique.ENOUGH if excluded and not taken else Technique.LAST
                if self._numbers[number].odd is not None:
                    technique = Technique.LAST
                return Step(technique, self._of(taken), self._of(excluded), (group,))
        return None

    def _taken_with_foes(self, state: State) -> Iterator[tuple[Place, int]]:
        for bit in _bits_of(state.taken):
            yield self._places[bit], self._foes[bit]

    def _decided(self, number: int, state: State) -> tuple[int, int] | None:
        """Return what a group takes or excludes by itself, or None."""
        mask, wanted = self._masks[number], self._numbers[number]
        still = mask & state.open
        there, left = (mask & state.taken).bit_count(), still.bit_count()
        if wanted.odd is not None:
            if left == 0 and there % 2 != wanted.odd:
                raise Contradiction(self._groups[number])
            if left != 1:
                return None
            return (0, still) if there % 2 == wanted.odd else (still, 0)
        if there + left < wanted.least or (wanted.most is not None and there > wanted.most):
            raise Contradiction(self._groups[number])
        if left and there == wanted.most:
            return 0, still
        if left and there + left == wanted.least:
            return still, 0
        return None

    def _confined(self, state: State) -> Step | None:
        """What is excluded wherever the next piece of a group stands."""
        for number, group in enumerate(self._groups):
            mask, wanted = self._masks[number], self._numbers[number]
            if wanted.odd is not None or (mask & state.taken).bit_count() >= wanted.least:
                continue
            still = mask & state.open
            if (mask & state.taken).bit_count() + 1 == wanted.least:
                hit = state.open
                for bit in _bits_of(still):
                    hit &= self._foes[bit]
                if hit:
                    within = self._line_around(still, hit)
                    return Step(Technique.CONFINED, (), self._of(hit), (group,), within)
        return self._nested(state)

    def _line_around(self, still: int, hit: int) -> tuple[Group, ...]:
        """The region or line that holds all squares that are left, and all that are hit."""
        for group, mask in zip(self._groups, self._masks, strict=True):
            if group.family in DISJOINT and (still | hit) & ~mask == 0:
                return (group,)
        return ()

    def _nested(self, state: State) -> Step | None:
        """A group that needs all that another may have: the rest of the other is excluded."""
        needs = [
            (group, mask & state.open, wanted.least - (mask & state.taken).bit_count())
            for group, mask, wanted in self._counted()
        ]
        for inner, still, need in needs:
            for outer, mask, wanted in self._counted() if need > 0 else ():
                around = mask & state.open
                if wanted.most is None or still & ~around or still == around:
                    continue
                if wanted.most - (mask & state.taken).bit_count() == need:
                    rest = self._of(around & ~still)
                    return Step(Technique.CONFINED, (), rest, (inner,), (outer,))
        return None

    def _counted(self) -> Iterator[tuple[Group, int, Number]]:
        for group, mask, wanted in zip(self._groups, self._masks, self._numbers, strict=True):
            if wanted.odd is None:
                yield group, mask, wanted

    @cached_property
    def _families(self) -> dict[Family, list[int]]:
        """The groups of one piece each, by families without common places."""
        return {
            family: [
                number
                for number, group in enumerate(self._groups)
                if group.family is family and (group.number.least, group.number.most) == (1, 1)
            ]
            for family in DISJOINT
        }

    def _sets(self, state: State) -> Step | None:
        """Find k groups whose squares lie in k groups of another family: nothing else does."""
        for size in range(2, LARGEST_SET + 1):
            for inner, outer in ((a, b) for a in DISJOINT for b in DISJOINT if a != b):
                if step := self._set_of(size, inner, outer, state):
                    return step
        return None

    def _set_of(self, size: int, inner: Family, outer: Family, state: State) -> Step | None:
        waiting = [n for n in self._families[inner] if not self._masks[n] & state.taken]
        around = [n for n in self._families[outer] if not self._masks[n] & state.taken]
        covered = 0
        for number in self._families[outer]:
            covered |= self._masks[number]
        touched = {
            n: frozenset(m for m in around if self._masks[n] & self._masks[m] & state.open)
            for n in waiting
            if not self._masks[n] & state.open & ~covered
        }
        few = [n for n in touched if len(touched[n]) <= size]
        for chosen in combinations(few, size):
            lines: frozenset[int] = frozenset().union(*(touched[n] for n in chosen))
            if len(lines) != size:
                continue
            rest = 0
            for number in lines:
                rest |= self._masks[number] & state.open
            for number in chosen:
                rest &= ~self._masks[number]
            if rest:
                groups = tuple(self._groups[n] for n in chosen)
                within = tuple(self._groups[n] for n in sorted(lines))
                return Step(Technique.SETS, (), self._of(rest), groups, within)
        return None

    def _guess(self, state: State) -> Step | None:
        """Try a piece on each open place, and follow what is simple."""
        for bit in _bits_of(state.open):
            if (failed := self._refuted(state, 1 << bit)) is not None:
                return Step(Technique.GUESS, (), self._of(1 << bit), (failed,))
        return None

    def _refuted(self, state: State, tried: int) -> Group | None:
        """Return the group that cannot have its number if a place is taken; None if all can."""
        taken, still = state.taken | tried, state.open & ~tried
        new = tried
        try:
            while new:
                for bit in _bits_of(new):
                    still &= ~self._foes[bit]
                new = 0
                for number in range(len(self._groups)):
                    decided = self._decided(number, State(taken, still))
                    if decided is not None:
                        taken, still = taken | decided[0], still & ~decided[0] & ~decided[1]
                        new |= decided[0] | (decided[1] and tried)
                        for bit in _bits_of(decided[0]):
                            still &= ~self._foes[bit]
        except Contradiction as contradiction:
            return contradiction.group
        return None

    # Bits

    def _bits(self, places: Iterable[Place]) -> int:
        bits = 0
        for place in places:
            bits |= 1 << self._index[place]
        return bits

    def _of(self, bits: int) -> tuple[Place, ...]:
        return tuple(self._places[bit] for bit in _bits_of(bits))


def _bits_of(bits: int) -> Iterator[int]:
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


@dataclass(frozen=True)
class Rating:
    """How a person would solve a sheet: steps of each technique, and whether that suffices.

    Lights are no matter of techniques but of how far one has to see ahead: `presses` says it.
    """

    steps: tuple[tuple[Technique, int], ...]
    solved: bool
    unread: tuple[str, ...] = ()
    presses: int | None = None
    squares: int = 0

    @classmethod
    def of(cls, sheet: Sheet) -> "Rating":
        """Rate a sheet; one that contradicts itself is not solved."""
        solver = Solver(sheet)
        state = solver.start()
        tally: Counter[Technique] = Counter()
        solved = True
        try:
            for step in solver.steps(state):
                tally[step.technique] += 1
                state = solver.after(state, step)
        except Contradiction:
            solved = False
        solved = solved and not state.open and not solver.rules.unread
        steps = tuple((technique, tally[technique]) for technique in Technique if tally[technique])
        return cls(steps, solved, solver.rules.unread)

    @classmethod
    def of_lights(cls, sheet: Sheet, presses: int) -> "Rating":
        """Rate lights that need so many presses."""
        return cls((), solved=True, presses=presses, squares=len(sheet.board))

    @property
    def guesses(self) -> int:
        """How many squares had to be tried."""
        return dict(self.steps).get(Technique.GUESS, 0)

    @property
    def difficulty(self) -> Difficulty:
        """Easy without sets and guesses, medium with one guess at most, else hard."""
        if self.presses is not None:
            return difficulty_of_lights(self.presses, self.squares)
        used = dict(self.steps)
        if not self.solved or self.guesses > MOST_GUESSES_OF_MEDIUM:
            return Difficulty.HARD
        is_easy = Technique.SETS not in used and Technique.GUESS not in used
        return Difficulty.EASY if is_easy else Difficulty.MEDIUM


def difficulty_of_lights(presses: int, squares: int) -> Difficulty:
    """Easy up to a press for every six squares, medium up to one for every three, else hard."""
    if 6 * presses <= squares:
        return Difficulty.EASY
    return Difficulty.MEDIUM if 3 * presses <= squares else Difficulty.HARD
