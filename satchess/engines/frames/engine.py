"""The `frames` engine: the fewest queens that cover a board, by their outermost empty lines.

Value after value is refuted from below, frame after frame, until one has a placement. Each frame
is a SAT problem of its own, and a small one: close to the least number of queens, counting leaves
few squares for them (see `satchess.encodings.frame_cuts`). Before that, a placement is looked for
where such placements often are.

A placement has one frame, so that placements are counted frame after frame as well: each that SAT
finds is forbidden from then on, with its images in the frame.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import ClassVar

from satchess.domain.board import Board
from satchess.domain.placement import Placement
from satchess.encodings.frame_cuts import Frame
from satchess.engines.covers.covering import unknown_option
from satchess.engines.covers.engine import MOST_TO_REFUTE
from satchess.engines.frames.frames import frame_named, name_of
from satchess.engines.frames.refuter import Refuter
from satchess.engines.frames.search import fewest_queens, frames_of, least_queens, solve
from satchess.engines.sat.optimum import Bounds
from satchess.events import Bounded, Counted, Divided, Done, Event, Found, Settled
from satchess.questions import Domination
from satchess.task import Claim, Division, Outcome, Part, Task

FEWEST_LINES = 12
"""On boards with fewer ranks or files SAT is as quick."""

FEWEST_LINES_TO_COUNT = 14
"""Where fewer queens are enough, `covers` walks through all of them as fast."""

MOST_LINES = 60

MOST_TO_LIST = 32
"""On boards of more ranks or files, listing all frames takes seconds."""

WEIGHT_OF_SQUARE_FRAME = 10.0
"""How much longer a frame takes that is as high as it is wide: its slack is larger."""


class FramesEngine:
    """Refutes the frames of few queens, one after the other."""

    name: ClassVar[str] = "frames"
    revision: ClassVar[int] = 1
    summary: ClassVar[str] = "the fewest queens that cover a board, by their outermost empty lines"

    def objection(self, task: Task) -> str | None:
        """Refuse all but queens that cover a whole rectangle."""
        question = task.question
        if not isinstance(question, Domination) or question.goal is None:
            return "only knows the fewest queens that cover a board"
        if question.upper or question.minimal or question.target is not None:
            return "only knows the fewest queens that cover a whole board"
        board = question.board
        if board != Board(board.rows, board.columns) or question.piece.range_as_leprechaun != 1:
            return "only knows queens on a plain board"
        if max(board.rows, board.columns) > MOST_LINES:
            return f"the board has more than {MOST_LINES} ranks or files"
        if len(question.allowed) < len(board):
            return "some squares must stay empty"
        if task.by_size:
            return "counts the fewest queens only"
        return None if question.model().counts_pieces else "the pieces are weighed"

    def reluctance(self, task: Task) -> str | None:
        """Leave small boards to others."""
        question, board = task.question, task.question.board
        if task.verb == "solve" and len(board) <= MOST_TO_REFUTE and not unknown_option(question):
            return f"the board has {len(board)} squares: fewer queens are refuted by walking"
        lines = min(board.rows, board.columns)
        fewest = FEWEST_LINES_TO_COUNT if task.verb == "count" else FEWEST_LINES
        if lines < fewest:
            return f"the board has {lines} ranks or files, fewer than {fewest}"
        return None

    def forecast(self, task: Task) -> str:
        """Say how many frames there are at the least number of queens that counting allows."""
        rows, columns = task.question.board.rows, task.question.board.columns
        if max(rows, columns) > MOST_TO_LIST:
            return f"frames of {least_queens(rows, columns)} queens, or of more"
        fewest = fewest_queens(task.question, 1)
        frames = frames_of(task.question, fewest) if fewest is not None else ()
        return f"{len(frames)} frames of {fewest} queens"

    def run(self, task: Task) -> Iterator[Event]:
        """Look for a placement, then refute value after value; or settle a part."""
        if task.part is not None:
            refuter = Refuter.of(task.question, task.claim, task.tuning)
            frame = frame_named(task.part.name)
            if task.verb == "count":
                orbits = refuter.orbits(frame)
                yield Settled(Outcome(count=_number(task, orbits)))
            else:
                yield Settled(Outcome(placement=refuter.find(frame)))
        elif task.verb == "count":
            yield from _count(task)
        else:
            yield from _solve(task)
        yield Done()

    def covers(self, task: Task, parts: Collection[Part]) -> bool:
        """Whether parts are the open frames of the claimed number of queens."""
        assert task.claim.value is not None
        frames = frames_of(task.question, task.claim.value)
        return {part.name for part in parts} == {name_of(frame) for frame in frames}


def _solve(task: Task) -> Iterator[Event]:
    def refuter_of(queens: int) -> Refuter:
        return Refuter.of(task.question, Claim(queens), task.tuning)

    return solve(task, refuter_of, lambda _, frames: _parts(frames))


def _count(task: Task) -> Iterator[Event]:
    """Yield bounds from below, then the number of placements that meet them; or a division."""
    question = task.question
    lower = max(task.lower or 0, Bounds.at_first(question.model()).lower)
    while (queens := fewest_queens(question, lower)) is not None:
        yield Bounded(queens, None)
        frames = frames_of(question, queens)
        if task.division is not Division.NEVER:
            yield Divided(_parts(frames), Claim(queens))
            return
        refuter = Refuter.of(question, Claim(queens), task.tuning)
        number = 0
        for frame in frames:
            for orbit in refuter.orbits(frame):
                if not number:
                    yield Found(orbit[0])
                    yield Bounded(queens, queens)
                number += _number(task, (orbit,))
        if number:
            yield Counted(number, exact=True)
            return
        lower = queens + 1


def _number(task: Task, orbits: Iterable[Sequence[Placement]]) -> int:
    """Return how many placements there are, or how many up to symmetry."""
    return sum(1 if task.up_to_symmetry else len(orbit) for orbit in orbits)


def _parts(frames: Collection[Frame]) -> tuple[Part, ...]:
    return tuple(
        Part(
            name_of(frame),
            weight=WEIGHT_OF_SQUARE_FRAME
            if frame.right - frame.left == frame.top - frame.bottom
            else 1.0,
        )
        for frame in frames
    )
