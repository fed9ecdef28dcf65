"""The `frames` engine: the fewest queens that cover a board, by their outermost empty lines.

Value after value is refuted from below, frame after frame, until one has a placement. Each frame
is a SAT problem of its own, and a small one: close to the least number of queens, counting leaves
few squares for them (see `satchess.encodings.frame_cuts`). Before that, a placement is looked for
where such placements often are.

A placement has one frame, so that placements are counted frame after frame as well: each that SAT
finds is forbidden from then on, with its images in the frame.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import ClassVar

from satchess.domain.board import Board
from satchess.domain.placement import Placement
from satchess.domain.turns import Turn
from satchess.encodings.collector import ClauseCollector
from satchess.encodings.formula import Formula
from satchess.encodings.frame_cuts import Frame, FrameCuts
from satchess.encodings.lex_leader import lex_leader
from satchess.encodings.line_counts import LineCounts
from satchess.engines.covers.covering import unknown_option
from satchess.engines.covers.engine import MOST_TO_REFUTE
from satchess.engines.frames.frames import frame_named, name_of, open_frames, turned
from satchess.engines.sat.greedy import greedy_variables
from satchess.engines.sat.guessing import CONFLICTS_A_HINT, guessed, placed
from satchess.engines.sat.optimum import Bounds
from satchess.engines.sat.solver import SatSolver
from satchess.events import Bounded, Counted, Divided, Done, Event, Found, Settled
from satchess.questions import Domination, Question
from satchess.task import Claim, Division, Outcome, Part, Task, Tuning

FEWEST_LINES = 12
"""On boards with fewer ranks or files SAT is as quick."""

FEWEST_LINES_TO_COUNT = 14
"""Where fewer queens are enough, `covers` walks through all of them as fast."""

MOST_LINES = 60

LONG_SEARCH = 21
"""From so many ranks and files on, ten times as long: refuting frames takes longer still."""

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
        fewest = _fewest(task.question, 1)
        frames = _open_frames(task.question, fewest) if fewest is not None else ()
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
        frames = _open_frames(task.question, task.claim.value)
        return {part.name for part in parts} == {name_of(frame) for frame in frames}


def _solve(task: Task) -> Iterator[Event]:
    """Yield bounds from below, then the placement that meets them; or a division."""
    question, model = task.question, task.question.model()
    greedy = model.placement(greedy_variables(model))
    if not any(question.violations(greedy)):
        yield Found(greedy)
    upper = len(model.places) if task.upper is None else task.upper
    lower = max(task.lower or 0, Bounds.at_first(model).lower)
    while (queens := _fewest(question, lower)) is not None:
        yield Bounded(queens, None)
        if queens > upper:  # as good a placement is known, or there is none
            return
        refuter = Refuter.of(question, Claim(queens), task.tuning)
        found = refuter.guess()
        frames = _open_frames(question, queens)
        if found is None and task.division is not Division.NEVER:
            yield Divided(_parts(frames), Claim(queens))
            return
        found = found or next(filter(None, map(refuter.find, frames)), None)
        if found is not None:
            yield Found(found)
            return
        lower = queens + 1
        yield Bounded(lower, None)


def _count(task: Task) -> Iterator[Event]:
    """Yield bounds from below, then the number of placements that meet them; or a division."""
    question = task.question
    lower = max(task.lower or 0, Bounds.at_first(question.model()).lower)
    while (queens := _fewest(question, lower)) is not None:
        yield Bounded(queens, None)
        frames = _open_frames(question, queens)
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


def _fewest(question: Question, least: int) -> int | None:
    """Return the least number of queens that counting allows; None if some have no frame."""
    board = question.board
    for queens in range(least, min(board.rows, board.columns) - 1):
        if _open_frames(question, queens):
            return queens
    return None


@lru_cache(maxsize=8)
def _open_frames(question: Question, queens: int) -> tuple[Frame, ...]:
    board = question.board
    return tuple(open_frames(board.rows, board.columns, queens, _turns(question)))


@lru_cache(maxsize=1)
def _turns(question: Question) -> tuple[Turn, ...]:
    return tuple(question.symmetries())


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


class Refuter:
    """Finds covers by a number of queens that have a given frame, or refutes that there are any."""

    def __init__(self, question: Question, queens: int, tuning: Tuning) -> None:
        self._model = question.model()
        self._turns = _turns(question)
        self._queens = queens
        self._solver = tuning.solver
        self._formula = Formula(
            self._model, cardinality=tuning.cardinality, at_most_one=tuning.at_most_one
        )
        counts = LineCounts(self._formula, queens)
        for literal in counts.at_least_as_good_as(queens):
            self._formula.collector.add([literal])
        self._number_of = {place.square: v for v, place in enumerate(self._model.places, start=1)}
        board = question.board
        self._cuts = FrameCuts(self._formula, self._number_of, board.rows, board.columns)
        self._image_under = {
            turn: {v: self._number_of[turn(square)] for square, v in self._number_of.items()}
            for turn in self._turns
        }
        groups = (tuple(sorted(group)) for group in self._formula.ordered_groups)
        self._lines = {group: self._formula.occupied_literal(group) for group in groups}

    @staticmethod
    @lru_cache(maxsize=1)
    def of(question: Question, claim: Claim, tuning: Tuning) -> "Refuter":
        """Return the refuter of a claim; the last is cached for the next part."""
        assert claim.value is not None
        return Refuter(question, claim.value, tuning)

    def guess(self) -> Placement | None:
        """Look for a placement where there often are some; None says nothing."""
        is_long = min(map(len, self._model.families)) >= LONG_SEARCH
        budgets = [CONFLICTS_A_HINT, 10 * CONFLICTS_A_HINT] if is_long else [CONFLICTS_A_HINT]
        return guessed(self._model, self._formula, self._solver, budgets)

    def find(self, frame: Frame) -> Placement | None:
        """Return a placement that has a frame."""
        collector = ClauseCollector(self._formula.collector.top)
        self._cuts.add(collector, frame, self._queens)
        for turn in self._turns:
            if not turn.is_identity and turned(frame, turn) == frame:
                lex_leader(collector, list(self._lines.values()), self._images(turn))
        return placed(self._model, self._formula, collector.clauses, self._solver)

    def orbits(self, frame: Frame) -> Iterator[list[Placement]]:
        """Yield the placements that have a frame, each with all its images.

        Where fewer queens were enough, this would not be all, as none has a subset among them.
        """
        collector = ClauseCollector(self._formula.collector.top)
        self._cuts.add(collector, frame, self._queens)
        turns = [(turn, turned(frame, turn) == frame) for turn in self._turns]
        with SatSolver(self._formula.collector.clauses, self._solver) as solver:
            solver.add(collector.clauses)
            while solver.solve():
                queens = solver.true_variables() & self._image_under[self._turns[0]].keys()
                images = {
                    frozenset(map(self._image_under[turn].__getitem__, queens)): stays
                    for turn, stays in turns
                }
                solver.add([-queen for queen in image] for image, stays in images.items() if stays)
                yield [self._model.placement(image) for image in images]

    def _images(self, turn: Turn) -> list[int]:
        """Return the literals of the lines onto which a turn carries the lines."""
        image_of = self._image_under[turn]
        return [self._lines[tuple(sorted(image_of[v] for v in group))] for group in self._lines]
