"""The `chase` engine: the lexicographically first placement of n queens on n x n.

It walks over the rows, and decides for each square whether the queens so far can be completed. The
search behind a decision (`decisions`) goes over the rest of the board in any order, with proofs by
counting. A beginning that takes long is divided by the squares of a line.
"""

import time
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import takewhile
from typing import ClassVar

from satchess.domain.placement import Place, Placement
from satchess.domain.squares import Square
from satchess.engines.first_queens.decisions import BEGINNING, PART, Verdict, decider
from satchess.engines.first_queens.greedy import any_placement, greedy_opening
from satchess.engines.first_queens.position import Cell, Corner, Opening, Step
from satchess.engines.leprechauns.construct import range_if_one_a_row
from satchess.errors import WrongAnswer
from satchess.events import Bounded, Decided, Divided, Done, Event, Found, Settled
from satchess.questions import Question
from satchess.task import Claim, Division, Fact, Outcome, Part, Task

# Kernels are imported on first use: importing numba takes a while, and compiling them longer.

SMALLEST = 22
"""On smaller boards, SAT has answered before the kernels are loaded."""

WIDEST = 128


class ChaseEngine:
    """Decides one beginning after the other: can it be completed?"""

    name: ClassVar[str] = "chase"
    revision: ClassVar[int] = 1
    summary: ClassVar[str] = "branch and prune by prices of lines: first of n queens on n x n"

    def objection(self, task: Task) -> str | None:
        """Why this engine cannot do a task."""
        if range_if_one_a_row(task.question) != 1:
            return "only knows n queens on a plain n x n board"
        side = task.question.board.rows
        if not 4 <= side <= WIDEST:
            return f"needs a board of 4 to {WIDEST} rows"
        return None

    def reluctance(self, task: Task) -> str | None:
        """Small boards are left to SAT."""
        if task.question.board.rows < SMALLEST:
            return f"the board has fewer than {SMALLEST} rows"
        return None

    def forecast(self, task: Task) -> str:
        """Say what the walk goes over."""
        return f"a walk over {task.question.board.rows} rows"

    def run(self, task: Task) -> Iterator[Event]:
        """Walk to the first placement, or settle a part of a beginning."""
        if task.part is not None:
            yield from _settle(task, task.part)
        else:
            yield from _walk(task)
        yield Done()

    def covers(self, task: Task, parts: Collection[Part]) -> bool:
        """Whether parts make up a whole beginning, without overlap."""
        paths = [steps_of(part.name) for part in parts]
        return is_everything(_opening(task), sorted(paths))


def beginning_text(columns: Iterable[int]) -> str:
    """Write columns of the first rows, counted from 1."""
    return " ".join(str(column + 1) for column in columns)


def columns_of(text: str) -> tuple[int, ...]:
    """Read what `beginning_text` writes."""
    return tuple(int(word) - 1 for word in text.split())


def part_name(steps: Iterable[Step]) -> str:
    """Write steps as `8/13-14,16:25`: 13 or 14 queens in the corner from 8 on, a queen on 16:25.

    Rows and columns are counted from 1.
    """
    return ",".join(map(_step_name, steps))


def _step_name(step: Step) -> str:
    if isinstance(step, Corner):
        return f"{step.edge}/{step.least}-{step.most}"
    return f"{step.row + 1}:{step.column + 1}"


def steps_of(name: str) -> tuple[Step, ...]:
    """Read what `part_name` writes."""
    return tuple(_step_of(word) for word in name.split(",") if word)


def _step_of(word: str) -> Step:
    edge, is_corner, numbers = word.partition("/")
    if is_corner:
        least, most = map(int, numbers.split("-"))
        return Corner(int(edge), least, most)
    row, column = map(int, word.split(":"))
    return Cell(row - 1, column - 1)


def is_everything(opening: Opening, paths: Sequence[tuple[Step, ...]]) -> bool:
    """Whether paths are the leaves of a tree that branches over complete lines.

    Or over all numbers of queens in the corner, once on each path.
    """
    if list(paths) == [()]:
        return True
    branches: dict[Step, list[tuple[Step, ...]]] = {}
    for path in paths:
        if not path:
            return False
        branches.setdefault(path[0], []).append(path[1:])
    cells = [step for step in branches if isinstance(step, Cell)]
    if cells:
        lines = [opening.row(cell.row) for cell in cells]
        lines += [opening.column(cell.column) for cell in cells]
        if not any(set(line) == set(branches) for line in lines):
            return False
    elif opening.corner or not _are_all_numbers(sorted(branches), len(opening.open), opening.side):
        return False
    return all(is_everything(opening.after(step), rest) for step, rest in branches.items())


def _are_all_numbers(corners: Sequence[Step], most: int, side: int) -> bool:
    """Whether bounds on one corner cover all numbers from 0 to `most`, in order."""
    following = 0
    for corner in corners:
        if not isinstance(corner, Corner) or corner.edge != corners[0][0]:
            return False
        if not -side < corner.edge < side:
            return False
        if corner.least != following or corner.most < corner.least:
            return False
        following = corner.most + 1
    return following == most + 1


def _opening(task: Task) -> Opening:
    return Opening.of(task.question.board.rows, columns_of(task.claim.given))


def _placement(question: Question, columns: Iterable[int]) -> Placement:
    (piece,) = question.kinds
    squares = (Square(row, column) for row, column in enumerate(columns))
    return Placement(tuple(Place(square, piece) for square in squares))


def _columns(placement: Placement) -> tuple[int, ...]:
    return tuple(place.square.column for place in sorted(placement.places))


# The walk


def _walk(task: Task) -> Iterator[Event]:
    question = task.question
    side = question.board.rows
    decided = dict(_decided(task))
    if question.goal is not None:
        yield Bounded(None, side)
    if known := [columns for columns in decided.values() if columns]:
        best = min(known)
    else:
        # before the first kernel: a run that is stopped while they compile leaves this behind
        started = time.perf_counter()
        greedy, best = any_placement(side)
        yield _completed(question, len(greedy.queens), best, "greedy", started)
    yield Found(_placement(question, best))
    started = time.perf_counter()
    deciding = decider(side)
    if better := deciding.greedy_placement(_greedy_rows(side, best)):
        greedy, best = better
        yield _completed(question, len(greedy.queens), best, "randomised", started)
        yield Found(_placement(question, best))
    opening = Opening.of(side)
    for row in range(side):
        for cell in opening.row(row):
            if cell.column == best[row]:
                break
            given = beginning_text((*best[:row], cell.column))
            if given not in decided:
                beginning = opening.with_queen(cell)
                started = time.perf_counter()
                verdict = deciding.decide(beginning, BEGINNING)
                if verdict is None and task.division is Division.NEVER:
                    verdict = deciding.go_through(beginning)
                if verdict is None:
                    yield Divided(_parts(deciding.steps(beginning)), Claim(None, given))
                    return
                decided[given] = verdict.columns
                placement = verdict.columns and _placement(question, verdict.columns)
                seconds = time.perf_counter() - started
                yield Decided(Fact(Claim(None, given), placement or None), verdict.method, seconds)
            if found := decided[given]:
                best = found
                yield Found(_placement(question, best))
                break
        opening = opening.with_queen(Cell(row, best[row]))
    yield Found(_placement(question, best))


def _completed(
    question: Question, rows: int, columns: tuple[int, ...], method: str, started: float
) -> Decided:
    """Say that the first rows of a placement, at least one, can be completed."""
    claim = Claim(None, beginning_text(columns[: max(rows, 1)]))
    seconds = time.perf_counter() - started
    return Decided(Fact(claim, _placement(question, columns)), method, seconds)


def _greedy_rows(side: int, columns: tuple[int, ...]) -> int:
    """Return for how many rows a placement begins greedily."""
    greedy = greedy_opening(side, side)
    return sum(
        1 for _ in takewhile(lambda queen: columns[queen.row] == queen.column, greedy.queens)
    )


def _decided(task: Task) -> Iterator[tuple[str, tuple[int, ...] | None]]:
    """Yield the beginnings decided so far; `WrongAnswer` for a placement that begins otherwise.

    A journal may come from anywhere, so whatever can be checked is.
    """
    side = task.question.board.rows
    for fact in task.facts:
        given = fact.claim.given
        columns = None if fact.placement is None else _columns(fact.placement)
        if fact.claim.value not in (None, side):
            continue  # says nothing about n queens
        if columns is not None and (
            len(columns) != side or not f"{beginning_text(columns)} ".startswith(f"{given} ")
        ):
            raise WrongAnswer(
                f"journal of '{task.verb} {task.question}': no placement that begins with {given!r}"
                f" has its queens on {fact.placement}"
            )
        yield given, columns


def _settle(task: Task, part: Part) -> Iterator[Event]:
    """Settle a part of a beginning, or divide it if that takes long."""
    deciding = decider(task.question.board.rows)
    steps = steps_of(part.name)
    opening = _opening(task)
    for step in steps:
        opening = opening.after(step)
    verdict = deciding.decide(opening, () if task.division is Division.NOW else PART)
    if verdict is None and task.division is Division.NEVER:
        verdict = deciding.go_through(opening)
    if verdict is None:
        yield Divided(_parts(deciding.steps(opening), steps, part.weight), task.claim)
    else:
        found = _found(task.question, verdict)
        yield Settled(Outcome(placement=found, method=verdict.method))


def _found(question: Question, verdict: Verdict) -> Placement | None:
    return None if verdict.columns is None else _placement(question, verdict.columns)


def _parts(
    following: Sequence[Step], steps: tuple[Step, ...] = (), weight: float = 1.0
) -> tuple[Part, ...]:
    """Return the parts after these steps: one for each step that may follow."""
    share = weight / len(following)
    return tuple(Part(part_name((*steps, step)), weight=share) for step in following)
