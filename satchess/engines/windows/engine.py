"""The `windows` engine: the fewest queens that cover a board, by walking through its frames.

A placement has one frame of outermost empty lines, and close to the least number of queens the
windows of a frame leave few squares for them (see `satchess.encodings.frame_cuts`). `frames` leaves
each frame to SAT; compiled backtracking that knows the same windows refutes it ten times as fast,
and counts its placements some ten to hundred times as fast.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from satchess.domain.placement import Placement
from satchess.encodings.frame_cuts import Frame, windows
from satchess.engines.covers.covering import unknown_option
from satchess.engines.covers.engine import MOST_TO_REFUTE
from satchess.engines.frames.engine import FramesEngine
from satchess.engines.frames.frames import frame_named, name_of
from satchess.engines.frames.refuter import Refuter
from satchess.engines.frames.search import fewest_queens, frames_of, solve
from satchess.engines.sat.optimum import Bounds
from satchess.engines.windows.walk import HALF, Walk, Walked
from satchess.events import Bounded, Counted, Divided, Done, Event, Found, Settled
from satchess.questions import Domination
from satchess.task import Claim, Division, Outcome, Part, Task, Tuning

FEWEST_LINES = 12
"""On boards with fewer ranks or files others are done before the kernels are loaded."""

BRANCH = "/"
"""Between a frame and the number of a branch of it."""

LONG_WALK = 27
"""A frame is divided into branches if the board's lines and twice its least slack are more."""

GUESS_FROM = 8
"""A placement is not looked for before frames are refuted that leave less slack than that."""


class WindowsEngine:
    """Finds and counts the fewest queens, frame by frame."""

    name: ClassVar[str] = "windows"
    revision: ClassVar[int] = 1
    summary: ClassVar[str] = "the fewest queens that cover a board, and how often, frame by frame"

    def objection(self, task: Task) -> str | None:
        """Refuse all but queens that cover a whole rectangle."""
        if (objection := FramesEngine().objection(task)) is not None:
            return objection
        if (unknown := unknown_option(task.question)) is not None:
            return f"knows nothing of --{unknown}"
        board = task.question.board
        if max(board.rows, board.columns) > HALF:
            return f"the board has more than {HALF} ranks or files"
        return None

    def reluctance(self, task: Task) -> str | None:
        """Leave small boards to others."""
        board = task.question.board
        if task.verb == "solve" and len(board) <= MOST_TO_REFUTE:
            return f"the board has {len(board)} squares: fewer queens are refuted without frames"
        lines = min(board.rows, board.columns)
        if lines < FEWEST_LINES:
            return f"the board has {lines} ranks or files, fewer than {FEWEST_LINES}"
        return None

    def forecast(self, task: Task) -> str:
        """Say how many frames there are at the least number of queens that counting allows."""
        return FramesEngine().forecast(task)

    def run(self, task: Task) -> Iterator[Event]:
        """Walk through frames, with more and more queens; or settle a part."""
        question = task.question
        assert isinstance(question, Domination)
        if task.part is not None:
            assert task.claim.value is not None
            yield _settled(task, task.part, Walk.of(question, task.claim.value))
        else:
            yield from (_count if task.verb == "count" else _solve)(task, question)
        yield Done()

    def covers(self, task: Task, parts: Collection[Part]) -> bool:
        """Whether parts are the open frames of the claimed number of queens, or their branches."""
        assert isinstance(task.question, Domination)
        assert task.claim.value is not None
        walk = Walk.of(task.question, task.claim.value)
        left = {part.name for part in parts}
        for frame in frames_of(task.question, task.claim.value):
            whole = name_of(frame)
            names = {whole} if whole in left else _branches(walk, frame) or {whole}
            if not names <= left:
                return False
            left -= names
        return not left and len(parts) == len({part.name for part in parts})


def _count(task: Task, question: Domination) -> Iterator[Event]:
    """Yield bounds from below, then the number of placements that meet them; or a division."""
    lower = max(task.lower or 0, Bounds.at_first(question.model()).lower)
    while (queens := fewest_queens(question, lower)) is not None:
        yield Bounded(queens, None)
        frames = frames_of(question, queens)
        if task.division is not Division.NEVER:
            yield Divided(_parts(question, queens, frames), Claim(queens))
            return
        walk = Walk.of(question, queens)
        found = sum(map(walk.frame, frames), Walked(0, 0))
        if found.example is not None:
            yield Found(found.example)
            yield Bounded(queens, queens)
            yield Counted(_number(task, found), exact=True)
            return
        lower = queens + 1


@dataclass(frozen=True)
class _Walker:
    """Looks where a placement often is by SAT, and walks through frames."""

    question: Domination
    queens: int
    tuning: Tuning

    def guess(self) -> Placement | None:
        """Look for a placement where there often are some; None says nothing.

        If there is little to waste, walking takes less time than guessing.
        """
        question, queens = self.question, self.queens
        if (
            min(sum(_slacks(question, queens, frame)) for frame in frames_of(question, queens))
            < GUESS_FROM
        ):
            return None
        return Refuter.of(question, Claim(queens), self.tuning).guess()

    def find(self, frame: Frame) -> Placement | None:
        """Return a placement that has a frame; None if none has."""
        return Walk.of(self.question, self.queens).frame(frame).example


def _solve(task: Task, question: Domination) -> Iterator[Event]:
    def walker(queens: int) -> _Walker:
        return _Walker(question, queens, task.tuning)

    return solve(task, walker, lambda queens, frames: _parts(question, queens, frames))


def _parts(question: Domination, queens: int, frames: Iterable[Frame]) -> tuple[Part, ...]:
    return tuple(_part(question, queens, frame) for frame in frames)


def _part(question: Domination, queens: int, frame: Frame) -> Part:
    """Return a frame as a part; work about doubles with each that the tighter view can waste.

    On 21x21, frames took 2 s if that was 2, and 10 s if it was 4, whatever the other view allows.
    """
    return Part(name_of(frame), weight=2.0 ** min(_slacks(question, queens, frame)))


def _slacks(question: Domination, queens: int, frame: Frame) -> list[int]:
    """Return how much the tightest window of each view can waste."""
    views = (frame, question.board.rows), (frame.transposed, question.board.columns)
    return [min(slack for _, slack in windows(view, ranks, queens)) for view, ranks in views]


def _settled(task: Task, part: Part, walk: Walk) -> Event:
    """Walk through a frame or a branch of it; or divide a frame into its branches."""
    question, queens = task.question, task.claim.value
    assert isinstance(question, Domination)
    assert queens is not None
    name, _, number = part.name.partition(BRANCH)
    frame = frame_named(name)
    if number:
        found = walk.branch(frame, walk.branches(frame)[int(number)])
        return Settled(_outcome(task, found))
    lines = min(question.board.rows, question.board.columns)
    is_long = lines + 2 * min(_slacks(question, queens, frame)) > LONG_WALK
    is_divided = task.division is Division.NOW or (is_long and task.division is Division.IF_LONG)
    if is_divided and (names := _branches(walk, frame)):
        weight = part.weight / len(names)
        return Divided(tuple(Part(name, weight=weight) for name in sorted(names)), task.claim)
    return Settled(_outcome(task, walk.frame(frame)))


def _branches(walk: Walk, frame: Frame) -> set[str]:
    """Return the names of the branches of a frame."""
    return {f"{name_of(frame)}{BRANCH}{i}" for i in range(len(walk.branches(frame)))}


def _outcome(task: Task, found: Walked) -> Outcome:
    number = _number(task, found) if task.verb == "count" else None
    return Outcome(count=number, placement=found.example)


def _number(task: Task, found: Walked) -> int:
    return found.classes if task.up_to_symmetry else found.number
