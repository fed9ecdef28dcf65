"""The `chase` engine: the lexicographically first placement of n queens on n x n.

It walks over the rows. Whether queens in the first rows can be completed is decided by a search
that goes in any order over the rest of the board, with proofs by counting (`chase_tree_numba`), and
not in the order of the walk. A beginning that takes long is divided over the squares of a line.
"""

import time
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import ClassVar

from satchess.engines.base import (
    Bounded,
    Decided,
    Divided,
    Division,
    Done,
    Event,
    Found,
    Settled,
    Task,
)
from satchess.engines.chase_board import Cell, Opening
from satchess.engines.chase_linear import refuting_prices
from satchess.engines.construct import range_if_one_a_row
from satchess.parts import Fact, Outcome, Part, Subject
from satchess.placement import Place, Placement
from satchess.questions import Question
from satchess.squares import Square

# The kernels are imported when they are used: numba takes a while.

SMALLEST = 28
"""On smaller boards, SAT is there before the kernels are."""

WIDEST = 128

GREEDY_SHARES = (0.45, 0.4, 0.35, 0.3, 0.2, 0.0)
"""Of the rows, filled greedily, in the search for any placement at all."""

MILLION = 1_000_000


@dataclass(frozen=True)
class Effort:
    """So many short runs with some chance, a linear programme if asked for, then a tree."""

    runs: int
    ticks: int
    linear: bool = False


BEGINNING = (
    Effort(1, MILLION // 10),
    Effort(8, MILLION, linear=True),
    Effort(64, 8 * MILLION),
)
"""What is tried with a beginning before it is divided: some seconds."""

PART = (Effort(1, MILLION // 10), Effort(4, 25 * MILLION, linear=True))
"""What is tried with a part of it."""

MOST_NODES_OF_A_RUN = 200
NOISE = 0.2


class ChaseEngine:
    """Decides, beginning after beginning, whether it can be completed."""

    name: ClassVar[str] = "chase"
    summary: ClassVar[str] = "branch and prune by prices of lines: first of n queens on n x n"

    def objection(self, task: Task) -> str | None:
        """Why this engine cannot do a task."""
        if range_if_one_a_row(task.question) != 1:
            return "only knows n queens on a plain n x n board"
        side = task.question.board.rows
        if not 4 <= side <= WIDEST:
            return f"the board has not 4 to {WIDEST} rows"
        return None

    def reluctance(self, task: Task) -> str | None:
        """Small boards are done by SAT before numba is even imported."""
        if task.question.board.rows < SMALLEST:
            return f"the board has less than {SMALLEST} rows"
        return None

    def forecast(self, task: Task) -> str:
        """Say what is walked over."""
        return f"a walk over {task.question.board.rows} rows"

    def run(self, task: Task) -> Iterator[Event]:
        """Walk to the first placement, or find out about a part of a beginning."""
        if task.part is not None:
            yield from _settle(task, task.part)
        else:
            yield from _walk(task)
        yield Done()

    def covers(self, task: Task, parts: Collection[Part]) -> bool:
        """Whether parts of a beginning are all of it, and no two have a placement in common."""
        paths = [cells_of(part.name) for part in parts]
        return is_everything(_opening(task), sorted(paths))


def beginning_text(columns: Iterable[int]) -> str:
    """Write columns of the first rows, counted from 1."""
    return " ".join(str(column + 1) for column in columns)


def columns_of(text: str) -> tuple[int, ...]:
    """Read what `beginning_text` writes."""
    return tuple(int(word) - 1 for word in text.split())


def part_name(cells: Iterable[Cell]) -> str:
    """Write queens as `16:25,30:7`: row and column, counted from 1."""
    return ",".join(f"{row + 1}:{column + 1}" for row, column in cells)


def cells_of(name: str) -> tuple[Cell, ...]:
    """Read what `part_name` writes."""
    cells = [pair.split(":") for pair in name.split(",") if pair]
    return tuple(Cell(int(row) - 1, int(column) - 1) for row, column in cells)


def is_everything(opening: Opening, paths: Sequence[tuple[Cell, ...]]) -> bool:
    """Whether paths are the leaves of a tree that branches over all squares of a line."""
    if list(paths) == [()]:
        return True
    branches: dict[Cell, list[tuple[Cell, ...]]] = {}
    for path in paths:
        if not path:
            return False
        branches.setdefault(path[0], []).append(path[1:])
    lines = [opening.row(cell.row) for cell in branches]
    lines += [opening.column(cell.column) for cell in branches]
    if not any(set(line) == set(branches) for line in lines):
        return False
    return all(is_everything(opening.with_queen(cell), rest) for cell, rest in branches.items())


def _opening(task: Task) -> Opening:
    return Opening.of(task.question.board.rows, columns_of(task.subject.given))


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
    chase = _chase(side)
    decided = {
        fact.subject.given: fact.placement and _columns(fact.placement) for fact in task.facts
    }
    known = [columns for columns in decided.values() if columns]
    best = min(known) if known else chase.any_placement()
    if question.goal is not None:
        yield Bounded(None, side)
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
                verdict = chase.decide(beginning, BEGINNING)
                if verdict is None and task.division is Division.NEVER:
                    verdict = chase.go_through(beginning)
                if verdict is None:
                    yield Divided(chase.divided(beginning, ()), Subject(None, given))
                    return
                decided[given] = verdict.columns
                placement = verdict.columns and _placement(question, verdict.columns)
                seconds = time.perf_counter() - started
                yield Decided(
                    Fact(Subject(None, given), placement or None), verdict.method, seconds
                )
            if found := decided[given]:
                best = found
                yield Found(_placement(question, best))
                break
        opening = opening.with_queen(Cell(row, best[row]))
    yield Found(_placement(question, best))


def _settle(task: Task, part: Part) -> Iterator[Event]:
    """Find out about a part of a beginning, or divide it if that takes long."""
    chase = _chase(task.question.board.rows)
    cells = cells_of(part.name)
    opening = _opening(task)
    for cell in cells:
        opening = opening.with_queen(cell)
    verdict = None if task.division is Division.NOW else chase.decide(opening, PART)
    if verdict is None and task.division is Division.NEVER:
        verdict = chase.go_through(opening)
    if verdict is None:
        pieces = chase.divided(opening, cells, part.weight)
        yield Divided(pieces, task.subject)
    else:
        found = _found(task.question, verdict)
        yield Settled(Outcome(placement=found, method=verdict.method))


# Decisions


@dataclass(frozen=True)
class Verdict:
    """The columns of a placement, or None if it is proved that there is none."""

    columns: tuple[int, ...] | None
    method: str


def _found(question: Question, verdict: Verdict) -> Placement | None:
    return None if verdict.columns is None else _placement(question, verdict.columns)


@lru_cache(maxsize=1)
def _chase(side: int) -> "Chase":
    return Chase(side)


class Chase:
    """Decides for boards of one size whether some queens can be completed."""

    def __init__(self, side: int) -> None:
        import numpy as np

        from satchess.engines import chase_leaves_numba, chase_tree_numba

        self._side = side
        self._tree = chase_tree_numba
        self._refuted, self._undecided = chase_leaves_numba.REFUTED, chase_leaves_numba.UNDECIDED
        self._room = chase_tree_numba.make_room(side, side)
        self._wide = (0,) * -(-side // 64)
        self._statistics = np.zeros(len(chase_tree_numba.STATISTICS), np.int64)
        self._state = np.zeros(1, np.uint64)
        self._found = np.zeros(side, np.int64)

    def any_placement(self) -> tuple[int, ...]:
        """Return a placement that begins greedily for long."""
        greedy = Opening.of(self._side)
        beginnings = [greedy]
        for row in range(self._side):
            cells = greedy.row(row)
            if not cells:
                break
            greedy = greedy.with_queen(cells[0])
            beginnings.append(greedy)
        effort = 8
        while True:
            for share in GREEDY_SHARES:
                beginning = beginnings[min(int(share * self._side), len(beginnings) - 1)]
                verdict = self.decide(beginning, (Effort(effort, 0),))
                if verdict is not None and verdict.columns is not None:
                    return verdict.columns
            effort *= 2

    def decide(self, opening: Opening, efforts: Iterable[Effort]) -> Verdict | None:
        """Find out whether queens can be completed; None if that takes more than these efforts."""
        if opening.is_stuck:
            return Verdict(None, "rules: a row or a column without a square")
        self._statistics[:] = 0
        self._state[0] = int.from_bytes(sha256(repr(opening.queens).encode()).digest()[:8]) | 1
        for effort in efforts:
            for _ in range(effort.runs):
                if verdict := self._verdict(opening, effort.ticks, MOST_NODES_OF_A_RUN, NOISE):
                    return verdict
            if effort.linear and self._is_refuted_by_a_programme(opening):
                return Verdict(None, "linear programme: 1 certificate")
            if effort.ticks and (verdict := self._verdict(opening, effort.ticks, 1 << 60, 0.0)):
                return verdict
        return None

    def go_through(self, opening: Opening) -> Verdict:
        """Find out whether queens can be completed, however long that takes."""
        waiting = [opening]
        parts = 0
        while waiting:
            part = waiting.pop()
            parts += 1
            verdict = self.decide(part, PART)
            if verdict is None:
                waiting += [part.with_queen(cell) for cell in self._line(part)]
            elif verdict.columns is not None:
                return verdict
        return Verdict(None, f"parts: {parts}")

    def divided(
        self, opening: Opening, cells: tuple[Cell, ...], weight: float = 1.0
    ) -> tuple[Part, ...]:
        """Return the parts of what has queens on these cells beside those of a beginning."""
        line = self._line(opening)
        share = weight / len(line)
        return tuple(Part(part_name((*cells, cell)), weight=share) for cell in line)

    def _line(self, opening: Opening) -> list[Cell]:
        """Return the open squares of the line to branch over, as the rules of chess have them."""
        rows = self._set_up(opening)
        self._run(rows, 1 << 60, 1, 0.0)
        branches = self._tree.branches(self._room)
        lines = [opening.row(rows[place]) for place, _ in branches[:1]]
        if len({place for place, _ in branches}) > 1:
            lines = [opening.column(column) for _, column in branches[:1]]
        (line,) = lines or [opening.row(rows[0])]
        return line

    def _is_refuted_by_a_programme(self, opening: Opening) -> bool:
        """Whether a linear programme has prices that refute, in integers too."""
        prices = refuting_prices(opening)
        if prices is None:
            return False
        rows = self._set_up(opening)
        return self._tree.are_refuting(self._wide, self._room, len(rows), *prices)

    def _set_up(self, opening: Opening) -> list[int]:
        import numpy as np

        rows = sorted(opening.open)
        masks = b"".join(opening.open[row].to_bytes(8 * len(self._wide), "little") for row in rows)
        words = np.frombuffer(masks, "<u8").reshape(len(rows), len(self._wide)).astype(np.uint64)
        self._tree.set_up(self._wide, self._room, np.array(rows, np.int64), words)
        return rows

    def _verdict(
        self, opening: Opening, ticks: int, most_nodes: int, noise: float
    ) -> Verdict | None:
        verdict = self._run(self._set_up(opening), ticks or 1 << 60, most_nodes, noise)
        if verdict == self._undecided:
            return None
        if verdict == self._refuted:
            return Verdict(None, self._method())
        for queen in opening.queens:
            self._found[queen.row] = queen.column
        return Verdict(tuple(map(int, self._found)), self._method())

    def _run(self, rows: list[int], ticks: int, most_nodes: int, noise: float) -> int:
        """Run the tree on what is set up; return its verdict."""
        verdict: int = self._tree.search_tree(
            self._wide,
            self._room,
            len(rows),
            ticks,
            most_nodes,
            noise,
            self._state,
            self._statistics,
            self._found,
        )
        return verdict

    def _method(self) -> str:
        """Say how the last verdict was reached."""
        numbers = dict(zip(self._tree.STATISTICS, map(int, self._statistics), strict=True))
        nodes, certificates, searched = (
            numbers["nodes"],
            numbers["certificates"],
            numbers["searched"],
        )
        if nodes > 1:
            return f"tree: {nodes} nodes, {certificates} certificates, {searched} searched"
        return "prices: 1 certificate" if certificates else f"search: {searched} nodes"
