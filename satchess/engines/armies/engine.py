"""The `armies` engine: peaceable queens, and queens that leave the most squares unattacked.

The unattacked squares are an army too: none of them is on a line with a queen. So both questions
ask for two sets of squares without a common line. If every line is given to one of them, the rest
follows, and for given ranks and files a count of diagonals refutes nearly everything at once (see
`kernels`). What is left is to go through all sets of ranks and files: 2 ** 27 pairs on 15x15 after
symmetry, in seconds. For published values see OEIS A250000 and A001366.
"""

from collections.abc import Collection, Iterator
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar

from satchess.domain.board import Board
from satchess.domain.placement import Place, Placement
from satchess.errors import WrongAnswer
from satchess.events import Bounded, Divided, Done, Event, Found, Settled
from satchess.questions import NonDominating, Peaceable, Question
from satchess.task import Claim, Division, Outcome, Part, Task

if TYPE_CHECKING:
    from satchess.engines.armies.search import Armies, Search

LONGEST_SIDE = 24
"""All sets of so many lines fit into memory."""

FEWEST_SQUARES, NARROWEST = 37, 4
"""On smaller or narrower boards a SAT solver needs less time than loading the kernels takes."""

MOST_LINES = 40
"""Ranks and files together; all pairs of their sets take hours."""

PAIRS_AT_ONCE = 1 << 26
"""Pairs of sets that take some seconds; if there are more, the work is divided."""

PAIRS_AT_FIRST = 1 << 21
"""Among these the best placement usually is; then it is to be proved the best."""

FEWEST_PARTS, MOST_PARTS = 32, 1024


class ArmiesEngine:
    """Goes through the sets of ranks and files that one army may use."""

    name: ClassVar[str] = "armies"
    revision: ClassVar[int] = 1
    summary: ClassVar[str] = "peaceable and non-dominating queens, by who holds which lines"

    def objection(self, task: Task) -> str | None:
        """Why this engine cannot do a task."""
        question = task.question
        if not isinstance(question, Peaceable | NonDominating):
            return "only knows peaceable and non-dominating queens"
        board = question.board
        if question.piece.range_as_leprechaun != 1 or board != Board(board.rows, board.columns):
            return "only knows queens on a plain board"
        if max(board.rows, board.columns) > LONGEST_SIDE:
            return f"the board has more than {LONGEST_SIDE} rows or columns"
        return None

    def reluctance(self, task: Task) -> str | None:
        """It goes through all sets, whatever the armies are like; small boards need no kernels."""
        board = task.question.board
        if len(board) < FEWEST_SQUARES or min(board.rows, board.columns) < NARROWEST:
            return "the board is small"
        lines = board.rows + board.columns
        return f"there are 2^{lines} sets of ranks and files" if lines > MOST_LINES else None

    def forecast(self, task: Task) -> str:
        """Say how many sets there are."""
        lines = task.question.board.rows + task.question.board.columns
        return f"2^{lines} sets of ranks and files, less by symmetry"

    def run(self, task: Task) -> Iterator[Event]:
        """Look for larger and larger armies, or settle a part."""
        if task.part is not None:
            yield _settled(task, task.part)
        else:
            yield from _solve(task)
        yield Done()

    def covers(self, task: Task, parts: Collection[Part]) -> bool:
        """Whether the ranges of the parts follow one another, from the first set to the last."""
        ranges = sorted(map(_range_of, parts))
        ends = [(0, 0), *ranges, (_search(task.question).length,) * 2]
        return all(before[1] == after[0] for before, after in pairwise(ends))


def _solve(task: Task) -> Iterator[Event]:
    """Yield bounds and placements; a division where that takes long.

    A claim of it is given by the size that is wanted, of which nobody knows that none is larger.
    """
    question, search = task.question, _search(task.question)
    refuted = (_wanted(fact.claim) - 1 for fact in task.facts if fact.placement is None)
    upper = min((_most(question), *refuted))
    if task.upper is not None:
        upper = min(upper, task.upper)
    yield Bounded(None, upper)
    wanted = task.lower or 0
    for fact in task.facts:
        if fact.placement is not None:
            wanted = max(wanted, _value(question, fact.placement) + 1)
    is_long = search.pairs(0, search.length) > PAIRS_AT_ONCE
    divides = task.division is Division.NOW or (task.division is Division.IF_LONG and is_long)
    first_ranges = search.ranges(0, search.length, PAIRS_AT_FIRST)
    end = next(first_ranges)[1] if divides else search.length
    for armies in search.larger(wanted, 0, end):
        placement = _placement(question, armies)
        yield Found(placement)
        wanted = _value(question, placement) + 1
        if wanted > upper:
            break
    if wanted > upper:
        yield Bounded(upper, upper)
    elif divides:
        yield Divided(_parts(search), Claim(given=str(wanted)))
    else:
        yield Bounded(None, wanted - 1)


def _settled(task: Task, part: Part) -> Settled | Divided:
    """Look for armies of the claimed size in a part."""
    search = _search(task.question)
    first, last = _range_of(part)
    if task.division is Division.NOW:
        middle = (first + last) // 2
        halves = [(first, middle), (middle, last)] if first < middle else []
        return Divided(tuple(_part(search, *half) for half in halves), task.claim)
    armies = next(search.larger(_wanted(task.claim), first, last), None)
    found = None if armies is None else _placement(task.question, armies)
    return Settled(Outcome(placement=found))


@lru_cache(maxsize=1)
def _search(question: Question) -> "Search":
    """Return the search; the last is cached for the next part of the same task."""
    from satchess.engines.armies.search import Search  # needs numba, the rest does not

    white = question.number if isinstance(question, NonDominating) else None
    return Search(question.board.rows, question.board.columns, white)


def _most(question: Question) -> int:
    """Return the size that ranks and files alone allow."""
    rows, columns = question.board.rows, question.board.columns
    sizes = [
        (height * width, (rows - height) * (columns - width))
        for height in range(rows + 1)
        for width in range(columns + 1)
    ]
    if isinstance(question, NonDominating):
        return max(black for white, black in sizes if white >= question.number)
    return max(map(min, sizes))


def _placement(question: Question, armies: "Armies") -> Placement:
    """Return as many of the squares as are asked for, with their pieces."""
    if isinstance(question, NonDominating):
        queens = sorted(armies.white)[: question.number]
        return Placement.of(Place(square, question.piece) for square in queens)
    size = min(map(len, armies))
    return Placement.of(
        Place(square, kind)
        for kind, army in zip(question.kinds, armies, strict=True)
        for square in sorted(army)[:size]
    )


def _value(question: Question, placement: Placement) -> int:
    value = question.value(placement)
    assert value is not None
    return value


def _wanted(claim: Claim) -> int:
    """Return the size that a claim is about; `WrongAnswer` if it names none.

    A journal may come from anywhere.
    """
    if not claim.given.isdecimal():
        raise WrongAnswer(f"a claim of armies of size {claim.given!r}, expected a number")
    return int(claim.given)


# Parts: ranges of the sets of ranks


def _parts(search: "Search") -> tuple[Part, ...]:
    whole = search.pairs(0, search.length)
    number = min(max(FEWEST_PARTS, whole // PAIRS_AT_ONCE), MOST_PARTS)
    size = whole // number
    return tuple(_part(search, *between) for between in search.ranges(0, search.length, size))


def _part(search: "Search", first: int, last: int) -> Part:
    return Part(f"{first}-{last}", weight=float(search.pairs(first, last)))


def _range_of(part: Part) -> tuple[int, int]:
    first, _, last = part.name.partition("-")
    return int(first), int(last)
