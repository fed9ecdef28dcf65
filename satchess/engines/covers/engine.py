"""The `covers` engine: minimal covers and irredundant sets, one after the other.

The fewest pieces that cover a board of queens do it in few ways, and bounds on what a piece can
still gain leave little of the search: all coverings of 13x13 by 7 queens are found in seconds. Sets
of any size that are minimal covers, maximal independent or irredundant are too many to list, but
not to walk through: some millions a second. A symmetry costs nothing: each set tells how many turns
leave it as it is. Where pieces see few squares, `frontier` and `diagram` count without walking.

Where one placement is enough, fewer queens are refuted in the same way, but for one place of each
orbit at the root; and SAT looks for the placement before the walk does.
"""

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
from satchess.engines.covers.covering import Covering, covering_of, unknown_option, words_of
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

LONG_EXPONENT, LONG_WALK, LONG_PLACES = 33.0, 1e8, 49
"""Work is divided if the logarithm of all sets of so many places is larger, if there are more
irredundant sets, or for covers of any size, if there are more places."""

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


class CoversEngine:
    """Walks through minimal covers, or through irredundant sets."""

    name: ClassVar[str] = "covers"
    revision: ClassVar[int] = 1
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
        return f"covers of {covering.squares} squares from {len(covering.places)} places"

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
        return sorted(parts, key=_branch_of) == list(_parts(task, covering))


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
        return places >= LONG_PLACES
    return _exponent(covering, limit) > LONG_EXPONENT


def _parts(task: Task, covering: Covering) -> tuple[Part, ...]:
    """Return the branches of the root; up to symmetry, each set counts by the turns that fix it."""
    times = Fraction(1)
    if task.up_to_symmetry:
        times = Fraction(1, len(task.question.model(all_symmetries=True).symmetries))
    return tuple(Part(str(branch), times) for branch in range(max(covering.branches, 1)))


def _branch_of(part: Part) -> int:
    return int(part.name)


def _settled(task: Task, part: Part, covering: Covering, limit: int) -> Event:
    """Walk through one branch; it cannot be divided."""
    if task.division is Division.NOW:
        return Divided((), task.claim)
    walk = _walk(task, covering, limit, _branch_of(part))
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


def _walk(task: Task, covering: Covering, limit: int, branch: int | None = None) -> _Walk:
    """Walk through the sets of at most `limit` pieces, or through those of a branch."""
    import numpy as np

    from satchess.engines.covers.kernels import walk_covers, walk_irredundant

    turns = _turns(task, covering)
    counts, fixed = np.zeros(limit + 2, np.int64), np.zeros(limit + 2, np.int64)
    examples = np.zeros((limit + 2, limit + 2), np.int64)
    reach, coverers, conflicts = covering.masks()
    first, last = (0, covering.branches + 1) if branch is None else (branch, branch + 1)
    found = (first, last, turns, counts, fixed, examples)
    if covering.irredundant:
        best_only = task.question.goal is Sense.MOST and not task.by_size
        least = max(task.lower or 0, 1) if best_only else 0
        walk_irredundant(reach, covering.maximal, limit, least, *found)
    else:
        orbits, is_enough = _orbits(task, covering), _looks_for_fewest(task, covering)
        walk_covers(reach, coverers, conflicts, orbits, covering.minimal, is_enough, limit, *found)
    tally.add(sets=int(counts.sum()))
    sizes = {size: int(number) for size, number in enumerate(counts) if number}
    shown = {size: tuple(map(int, examples[size, :size])) for size in sizes}
    if task.up_to_symmetry:
        return _Walk({size: int(fixed[size]) for size in sizes}, shown, len(turns))
    return _Walk(sizes, shown)


def _turns(task: Task, covering: Covering) -> "NDArray[np.int64]":
    """Return where each turn of the question takes each place, if symmetries are asked for."""
    import numpy as np

    places = len(covering.places)
    if not task.up_to_symmetry:
        return np.zeros((0, places), np.int64)
    model = task.question.model(all_symmetries=True)
    return np.array([[image - 1 for image in turn] for turn in model.symmetries], np.int64)


def _orbits(task: Task, covering: Covering) -> "NDArray[np.uint64]":
    """Return which places are as good as each one: where no cover has one, none has the others.

    Where covers are counted, only the place itself.
    """
    places = range(len(covering.places))
    if not _looks_for_fewest(task, covering):
        return words_of(({place} for place in places), len(places))
    turns = task.question.model().symmetries
    orbits = ({place, *(turn[place] - 1 for turn in turns)} for place in places)
    return words_of(orbits, len(places))


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
def expected_nodes(covering: Covering) -> float:
    """Estimate the number of irredundant sets by random ways down the tree.

    D. E. Knuth, Estimating the efficiency of backtrack programs, Math. Comp. 29 (1975).
    """
    chance = Random(1)
    reach = [sum(1 << square for square in covered) for covered in covering.reach]
    total = 0.0
    for _ in range(PROBES):
        weight, size, chosen = 1.0, 0, list[int]()
        left = list(range(len(reach)))
        while left:
            weight *= len(left)
            size += 1
            chosen.append(left.pop(chance.randrange(len(left))))
            left = [place for place in left if _is_irredundant([*chosen, place], reach)]
            total += weight / factorial(size)
    return total / PROBES


def _is_irredundant(chosen: list[int], reach: list[int]) -> bool:
    once = twice = 0
    for place in chosen:
        once, twice = once | reach[place], twice | once & reach[place]
    return all(reach[place] & ~twice for place in chosen)
