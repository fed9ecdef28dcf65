"""The fewest queens, from below: number after number is refuted, frame by frame.

How a frame is refuted is left to others: by SAT (engine `frames`) or by walking (`windows`).
"""

from collections.abc import Callable, Collection, Iterator
from functools import lru_cache
from typing import Protocol

from satchess.domain.placement import Placement
from satchess.domain.turns import Turn
from satchess.encodings.frame_cuts import Frame
from satchess.engines.frames.frames import open_frames
from satchess.engines.sat.greedy import greedy_variables
from satchess.engines.sat.optimum import Bounds
from satchess.events import Bounded, Divided, Event, Found
from satchess.questions import Question
from satchess.task import Claim, Division, Part, Task


class FrameSearch(Protocol):
    """Looks for covers by a number of queens."""

    def guess(self) -> Placement | None:
        """Look for a placement where there often are some; None says nothing."""

    def find(self, frame: Frame) -> Placement | None:
        """Return a placement that has a frame; None if none has."""


def solve(
    task: Task,
    refuter_of: Callable[[int], FrameSearch],
    parts_of: Callable[[int, Collection[Frame]], tuple[Part, ...]],
) -> Iterator[Event]:
    """Yield bounds from below, then the placement that meets them; or a division."""
    question, model = task.question, task.question.model()
    greedy = model.placement(greedy_variables(model))
    if not any(question.violations(greedy)):
        yield Found(greedy)
    upper = len(model.places) if task.upper is None else task.upper
    counted = least_queens(question.board.rows, question.board.columns)
    lower = max(task.lower or 0, Bounds.at_first(model).lower, counted)
    yield Bounded(lower, None)
    while (queens := fewest_queens(question, lower)) is not None:
        yield Bounded(queens, None)
        if queens > upper:  # as good a placement is known, or there is none
            return
        refuter = refuter_of(queens)
        found = refuter.guess()
        frames = frames_of(question, queens)
        if found is None and task.division is not Division.NEVER:
            yield Divided(parts_of(queens, frames), Claim(queens))
            return
        found = found or next(filter(None, map(refuter.find, frames)), None)
        if found is not None:
            yield Found(found)
            return
        lower = queens + 1
        yield Bounded(lower, None)


def least_queens(rows: int, columns: int) -> int:
    """Return how many queens it takes to cover a rectangle, or fewer.

    Bozóki, Gál, Marosi and Weakley, Domination of the rectangular queen's graph (2019).
    """
    return min(rows, columns, -((2 - rows - columns) // 4))


def fewest_queens(question: Question, least: int) -> int | None:
    """Return the least number of queens that counting allows; None if some have no frame."""
    board = question.board
    fewest = max(least, least_queens(board.rows, board.columns))
    for queens in range(fewest, min(board.rows, board.columns) - 1):
        if frames_of(question, queens):
            return queens
    return None


@lru_cache(maxsize=8)
def frames_of(question: Question, queens: int) -> tuple[Frame, ...]:
    """Return the frames that so many queens may leave, one of each orbit."""
    board = question.board
    return tuple(open_frames(board.rows, board.columns, queens, turns_of(question)))


@lru_cache(maxsize=1)
def turns_of(question: Question) -> tuple[Turn, ...]:
    """Return the symmetries of a question."""
    return tuple(question.symmetries())
