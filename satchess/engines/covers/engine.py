"""The `covers` engine: minimal covers and irredundant sets, one after the other.

The fewest pieces that cover a board of queens do it in few ways, and bounds on what a piece can
still gain leave little of the search: all coverings of 13x13 by 7 queens are found in seconds. Sets
of any size that are minimal covers, maximal independent or irredundant are too many to list, but
not to walk through: some millions a second, and of those that symmetries carry onto each other only
some. Counting up to symmetry costs little: each set tells how many turns leave it as it is. Where
pieces see few squares, `frontier` and `diagram` count without walking.

Where one placement is enough, fewer pieces are refuted in the same way; and SAT looks for the
placement before the walk does.
"""

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import factorial, log
from random import Random
from typing import TYPE_CHECKING, ClassVar

from satchess.domain.placement import Place, Placement
from satchess.domain.sizes import Sizes
from satchess.engines import tally
from satchess.engines.covers.covering import Covering, covering_of, unknown_option
from satchess.engines.orbits import Branch, bits_of, branches, orbits_of, rarest
from satchess.events import (
    Bounded,
    Counted,
    Divided,
    Done,
    Event,
    Found,
    Infeasible,
    Settled,
    Sized,
)
from satchess.model import Sense
from satchess.questions import Question
from satchess.questions.placing import PlacingQuestion
from satchess.task import Claim, Division, Outcome, Part, Task

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST_SQUARES = 400

LONG_REACH = 3
"""Where a piece covers more than so many times the longer side, few pieces cover a board."""

FEWEST_SQUARES, FEWEST_OF_COVERS = 36, 100
"""On smaller boards others need less time than loading the kernels takes; diagrams count the fewest
pieces on some more."""

MOST_SQUARES_OF_LEAPERS = 49
"""Minimal covers of short-range pieces are 25 million for knights on 7x7, and soon beyond count."""

LONG_EXPONENT, LONG_WALK = 33.0, 1e8
"""Work is divided if the logarithm of all sets of so many places is larger, or if there are more
sets to walk through."""

SHARES = 8
"""Parts that each branch is divided into, if its orbit is not larger."""

LONG_TO_THE_FIRST = 38.0
"""From such a logarithm on, fewer pieces are refuted in seconds, but the first cover is far."""

PROBES = 300
"""Random ways down the tree that estimate its size."""

MOST_NEEDED = 6
"""Where counting squares alone asks for more pieces, sets with less than the fewest are too many to
walk through them."""

FEWEST_TO_REFUTE, MOST_TO_REFUTE = 130, 225
"""On boards of so many squares, sets with less than the fewest queens are walked through in seconds
at most."""

MOST_NODES = 5e9
"""Sets that take an hour to walk through."""

HOPELESS = 1e12
"""So many need not be estimated any better."""


class CoversEngine:
    """Walks through minimal covers, or through irredundant sets."""

    name: ClassVar[str] = "covers"
    revision: ClassVar[int] = 2
    summary: ClassVar[str] = "minimal covers of queens, and irredundant sets, one by one"

    def objection(self, task: Task) -> str | None:
        """Why this engine cannot do a task."""
        question = task.question
        covering = None if len(question.board) > MOST_SQUARES else covering_of(question)
        if covering is None:
            return f"only walks through covers, on up to {MOST_SQUARES} squares"
        if (unknown := unknown_option(question)) is not None:
            return f"knows nothing of --{unknown}"
        assert isinstance(question, PlacingQuestion)
        if isinstance(question.size, Sizes):
            return "knows no range of sizes"
        if not covering.is_closed and (question.goal is None or task.by_size):
            return "counts covers with superfluous pieces only where they are the fewest"
        if task.verb == "solve" and not (covering.minimal or covering.irredundant):
            if not _looks_for_fewest(task, covering) or not covering.is_feasible:
                return "does not look for the best alone"
            if covering.fewest > MOST_NEEDED:
                return f"at least {covering.fewest} pieces are needed, more than {MOST_NEEDED}"
        return None

    def reluctance(self, task: Task) -> str | None:
        """Sets of short-range pieces are many, and others count them without walking."""
        covering = covering_of(task.question)
        assert covering is not None
        board = task.question.board
        if _looks_for_fewest(task, covering):
            is_best = FEWEST_TO_REFUTE <= len(board) <= MOST_TO_REFUTE
            return (
                None if is_best else "SAT is sooner done with small boards, and frames with large"
            )
        of_any_size = covering.minimal or task.question.goal is None
        needed = FEWEST_SQUARES if covering.irredundant or of_any_size else FEWEST_OF_COVERS
        is_hard = covering.irredundant and covering.maximal and task.verb == "count"
        if len(board) < needed and not is_hard:
            return "the board is small"
        longest = LONG_REACH * max(board.rows, board.columns)
        is_short = max(map(len, covering.reach), default=0) <= longest
        if is_short and task.verb == "solve":
            return "the best sets of pieces of short reach are found by unsatisfiable cores"
        if covering.irredundant:
            nodes = expected_nodes(covering)
            return f"about {nodes:.0e} sets" if nodes > MOST_NODES else None
        if is_short and not (covering.minimal and len(board) <= MOST_SQUARES_OF_LEAPERS):
            return "pieces of short reach have too many covers"
        return None

    def forecast(self, task: Task) -> str:
        """Say what is walked through."""
        covering = covering_of(task.question)
        assert covering is not None
        if covering.irredundant:
            return f"about {expected_nodes(covering):.0e} irredundant sets"
        size = f"covers of {covering.squares} squares from {len(covering.places)} places"
        if task.question.goal is None and covering.is_closed:
            return f"about {expected_covers(covering):.0e} {size}"
        return size

    def run(self, task: Task) -> Iterator[Event]:
        """Walk through all sets; where the fewest are asked for, with more and more pieces."""
        question = task.question
        covering = covering_of(question)
        assert covering is not None
        assert isinstance(question, PlacingQuestion)
        most = len(covering.places)
        if question.given_size is not None:
            most = min(most, question.given_size)
        is_deepened = question.goal is Sense.FEWEST and covering.is_feasible and not task.by_size
        if task.part is not None:
            limit = task.claim.value if is_deepened else most
            assert limit is not None
            yield _settled(task, task.part, covering, limit)
        elif not is_deepened:
            if _divides(task, covering, most) and question.goal is None:
                yield Divided(_parts(task, covering))
            else:
                yield from _events(task, _walk(task, covering, most))
        else:
            for limit in range(max(covering.fewest, task.lower or 0), most + 1):
                yield Bounded(limit, None)
                if _divides(task, covering, limit):
                    yield Divided(_parts(task, covering), Claim(limit))
                    break
                if (guess := _guess(task, covering, limit)) is not None:
                    yield Found(guess)
                    break
                if (walk := _walk(task, covering, limit)).counts:
                    yield from _events(task, walk)
                    break
        yield Done()

    def covers(self, task: Task, parts: Collection[Part]) -> bool:
        """Whether the parts are all branches of the root."""
        covering = covering_of(task.question)
        assert covering is not None
        return sorted(parts, key=_branch_and_share) == list(_parts(task, covering))


def _looks_for_fewest(task: Task, covering: Covering) -> bool:
    """Whether one cover of the fewest pieces is the answer, and fewer are to be refuted."""
    is_any = covering.minimal or covering.irredundant
    return task.verb == "solve" and task.question.goal is Sense.FEWEST and not is_any


def _guess(task: Task, covering: Covering, limit: int) -> Placement | None:
    """Look for a placement where walking to the first may take long, by SAT."""
    if not _looks_for_fewest(task, covering) or _exponent(covering, limit) < LONG_TO_THE_FIRST:
        return None
    # late: counting does not wait for the encodings to be loaded
    from satchess.encodings.formula import Formula
    from satchess.encodings.line_counts import LineCounts
    from satchess.engines.sat.guessing import guessed

    model = task.question.model()
    formula = Formula(model)
    for literal in LineCounts(formula, limit).at_least_as_good_as(limit):
        formula.collector.add([literal])
    return guessed(model, formula, None)


def _exponent(covering: Covering, limit: int) -> float:
    """Return the logarithm of the number of ways to choose places, one after the other."""
    return limit * log(len(covering.places))


def _divides(task: Task, covering: Covering, limit: int) -> bool:
    """Whether the sets of at most `limit` pieces are to be counted in parts."""
    if task.verb != "count" or task.by_size or task.division is Division.NEVER:
        return False
    if task.division is Division.NOW:
        return True
    places = len(covering.places)
    if covering.irredundant:
        return expected_nodes(covering) > LONG_WALK
    if limit == places:
        return expected_covers(covering) > LONG_WALK
    return _exponent(covering, limit) > LONG_EXPONENT


def _parts(task: Task, covering: Covering) -> tuple[Part, ...]:
    """Return shares of the branches; up to symmetry, each set counts by the turns that fix it."""
    times = Fraction(1)
    if task.up_to_symmetry:
        times = Fraction(1, len(_symmetries(task.question)))
    return tuple(
        Part(f"{number}/{share}", times / _unit(branch))
        for number, branch in enumerate(_branches(task.question, covering))
        for share in range(_shares(branch))
    ) or (Part("0/0", times),)


def _shares(branch: Branch) -> int:
    return SHARES if len(branch.orbit) <= SHARES else 1


def _unit(branch: Branch) -> int:
    """Return what a set counts in parts: a share may have it at some places of its orbit only."""
    return branch.unit if _shares(branch) > 1 else 1


def _branch_and_share(part: Part) -> tuple[int, int]:
    branch, share = map(int, part.name.split("/"))
    return branch, share


def _settled(task: Task, part: Part, covering: Covering, limit: int) -> Event:
    """Walk through a share of a branch; it cannot be divided."""
    if task.division is Division.NOW:
        return Divided((), task.claim)
    walk = _walk(task, covering, limit, part)
    sizes = walk.counts
    if task.claim.value is not None:
        sizes = {size: number for size, number in sizes.items() if size == task.claim.value}
    return Settled(Outcome(count=sum(_asked(task, sizes).values())))


@dataclass(frozen=True)
class _Walk:
    """The number of sets of each size, and one of each.

    Up to symmetry, a set counts as often as turns leave it as it is: `order` times too often.
    """

    counts: dict[int, int]
    examples: dict[int, tuple[int, ...]]
    order: int = 1


def _walk(task: Task, covering: Covering, limit: int, part: Part | None = None) -> _Walk:
    """Walk through the sets of at most `limit` pieces, or through a part of them."""
    import numpy as np

    turns = _symmetries(task.question)
    order = len(turns) if task.up_to_symmetry else 1
    counted = np.array(turns, np.int64)[: order if task.up_to_symmetry else 0]
    branches = _branches(task.question, covering)
    first, share = (0, 0) if part is None else _branch_and_share(part)
    if part is not None:
        branches = branches[first : first + 1]
    best_only = covering.irredundant and task.question.goal is Sense.MOST and not task.by_size
    least = max(task.lower or 0, 1) if best_only else 0
    sizes, examples = Counter[int](), dict[int, tuple[int, ...]]()
    unit = _unit(branches[0]) if part is not None and branches else 1
    if (first, share) == (0, 0) and _takes_nothing(covering):
        sizes[0], examples[0] = order * unit, ()
    is_enough = _looks_for_fewest(task, covering)
    for branch in branches if limit else ():
        found = _Found(limit, counted, is_enough)
        if part is None:
            found.walk(covering, branch, least, 0, 1)
        else:
            found.walk(covering, branch, least, share, _shares(branch))
        for size in found.sizes(least):
            if is_enough:
                return _Walk({size: 1}, {size: found.example(size)})
            counts = found.fixed[size] if task.up_to_symmetry else found.counts[size]
            sizes[size] += branch.number(counts, unit)
            examples.setdefault(size, found.example(size))
        tally.add(sets=int(found.counts.sum()))
        least = max([least, *sizes]) if best_only else 0
    return _Walk(dict(sizes), examples, order)


class _Found:
    """What a walk through a branch writes: counts by size and by pieces in the orbit."""

    def __init__(self, limit: int, turns: "NDArray[np.int64]", one_is_enough: bool) -> None:
        import numpy as np

        self.limit, self.turns, self.one_is_enough = limit, turns, one_is_enough
        self.counts = np.zeros((limit + 2, limit + 2), np.int64)
        self.fixed = np.zeros((limit + 2, limit + 2), np.int64)
        self.examples = np.full((limit + 2, limit + 2), -1, np.int64)

    def sizes(self, least: int) -> list[int]:
        """Return the sizes of which all sets were counted: the largest one, if `least` is not 0."""
        sizes = [size for size, counts in enumerate(self.counts) if counts.any()]
        return [size for size in sizes[-1:] if size >= least] if least else sizes

    def example(self, size: int) -> tuple[int, ...]:
        """Return a set of a size."""
        return tuple(map(int, self.examples[size, :size]))

    def walk(self, covering: Covering, branch: Branch, least: int, share: int, shares: int) -> None:
        """Walk through a share of a branch; only those of `least` pieces matter, if it is not 0."""
        import numpy as np

        from satchess.engines.covers.kernels import walk_covers, walk_irredundant

        reach, coverers, conflicts = covering.masks()
        others, orbit = np.array(branch.others, np.int64), covering.mask_of(branch.orbit)
        start, turns = branch.start, self.turns
        counts, fixed, examples = self.counts, self.fixed, self.examples
        if covering.irredundant:
            walk_irredundant(
                *(reach, covering.maximal, self.limit, least, start, others, orbit, share, shares),
                *(turns, counts, fixed, examples),
            )
        else:
            walk_covers(
                *(reach, coverers, conflicts),
                *(covering.minimal, self.one_is_enough),
                *(self.limit, start),
                *(others, orbit),
                *(share, shares),
                *(turns, counts, fixed, examples),
            )


def _takes_nothing(covering: Covering) -> bool:
    """Whether the set of no pieces is counted, which is in no branch."""
    if covering.irredundant:
        return not covering.maximal or not covering.places
    return not covering.squares


@lru_cache(maxsize=2)
def _symmetries(question: Question) -> tuple[tuple[int, ...], ...]:
    """Return where each turn of a question takes each place."""
    model = question.model(all_symmetries=True)
    return tuple(tuple(image - 1 for image in turn) for turn in model.symmetries)


@lru_cache(maxsize=2)
def _branches(question: Question, covering: Covering) -> list[Branch]:
    """Return the branches of all sets but the empty one."""
    orbits = orbits_of(range(len(covering.places)), _symmetries(question))
    if covering.irredundant:
        return branches(orbits, lambda _: True)
    masks = {
        orbit: sum(1 << square for square in frozenset().union(*(covering.reach[p] for p in orbit)))
        for orbit in orbits
    }
    if not covering.squares:
        return []
    needed = rarest(masks, range(covering.squares))
    return branches(orbits, lambda orbit: bool(masks[orbit] >> needed & 1))


def _events(task: Task, walk: _Walk) -> Iterator[Event]:
    """Say what a walk has found."""
    question = task.question
    assert isinstance(question, PlacingQuestion)
    sizes = _asked(task, walk.counts)
    if question.goal is not None and not task.by_size and sizes:  # of others, not all are counted
        best = min(sizes) if question.goal is Sense.FEWEST else max(sizes)
        sizes = {best: sizes[best]}
    assert not any(number % walk.order for number in sizes.values())
    sizes = {size: number // walk.order for size, number in sizes.items()}
    if task.by_size:
        yield Sized(tuple(sorted(sizes.items())))
        return
    if not sizes:
        yield Infeasible()
        return
    shown = max(sizes)
    yield Found(_placement(question, walk.examples[shown]))
    if question.goal is not None:
        yield Bounded(shown, shown)
    if task.verb == "count":
        yield Counted(sum(sizes.values()), exact=True)


def _asked(task: Task, counts: dict[int, int]) -> dict[int, int]:
    """Leave out sizes that are not asked for."""
    assert isinstance(task.question, PlacingQuestion)
    given = task.question.given_size
    return {size: number for size, number in counts.items() if given in (None, size)}


def _placement(question: PlacingQuestion, places: tuple[int, ...]) -> Placement:
    allowed = [square for square in question.board.squares if square in question.allowed]
    return Placement.of(Place(allowed[place], question.piece) for place in places)


@lru_cache(maxsize=8)
def expected_covers(covering: Covering) -> float:
    """Estimate the number of covers of any size by random ways down the tree of the kernel."""
    chance = Random(1)
    reach = [sum(1 << square for square in covered) for covered in covering.reach]
    conflicts = [sum(1 << place for place in around) for around in covering.conflicts]
    coverers = [
        sum(1 << place for place, covered in enumerate(covering.reach) if square in covered)
        for square in range(covering.squares)
    ]
    total = 0.0
    for _ in range(PROBES):
        weight, chosen = 1.0, list[int]()
        left, uncovered = (1 << len(reach)) - 1, (1 << covering.squares) - 1
        while uncovered and weight:
            hardest = min(bits_of(uncovered), key=lambda s: (coverers[s] & left).bit_count())
            ways = list(bits_of(coverers[hardest] & left))
            weight *= len(ways)
            if ways:
                number = chance.randrange(len(ways))
                place = ways[number]
                chosen.append(place)
                left &= ~(conflicts[place] | sum(1 << tried for tried in ways[: number + 1]))
                uncovered &= ~reach[place]
                if covering.minimal and not _is_irredundant(chosen, reach):
                    weight = 0.0
        total += weight
    return total / PROBES


@lru_cache(maxsize=8)
def expected_nodes(covering: Covering) -> float:
    """Estimate the number of irredundant sets by random ways down the tree.

    D. E. Knuth, Estimating the efficiency of backtrack programs, Math. Comp. 29 (1975).
    """
    chance = Random(1)
    reach = [sum(1 << square for square in covered) for covered in covering.reach]
    total = 0.0
    for probe in range(1, PROBES + 1):
        weight, size, chosen = 1.0, 0, list[int]()
        left = list(range(len(reach)))
        while left:
            weight *= len(left)
            size += 1
            chosen.append(left.pop(chance.randrange(len(left))))
            left = [place for place in left if _is_irredundant([*chosen, place], reach)]
            total += weight / factorial(size)
        if total > PROBES * HOPELESS:  # on a large board, a way takes long
            return total / probe
    return total / PROBES


def _is_irredundant(chosen: list[int], reach: list[int]) -> bool:
    once = twice = 0
    for place in chosen:
        once, twice = once | reach[place], twice | once & reach[place]
    return all(reach[place] & ~twice for place in chosen)
