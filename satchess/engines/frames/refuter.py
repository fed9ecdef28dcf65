"""Frames as SAT problems: whether some queens have a placement with a frame, and all of these."""

from collections.abc import Iterator
from functools import lru_cache

from satchess.domain.placement import Placement
from satchess.domain.turns import Turn
from satchess.encodings.collector import ClauseCollector
from satchess.encodings.formula import Formula
from satchess.encodings.frame_cuts import Frame, FrameCuts
from satchess.encodings.lex_leader import lex_leader
from satchess.encodings.line_counts import LineCounts
from satchess.engines.frames.frames import turned
from satchess.engines.frames.search import turns_of
from satchess.engines.sat.guessing import CONFLICTS_A_HINT, guessed, placed
from satchess.engines.sat.solver import SatSolver
from satchess.questions import Question
from satchess.task import Claim, Tuning

LONG_SEARCH = 21
"""From so many ranks and files on, ten times as long: refuting frames takes longer still."""


class Refuter:
    """Finds covers by a number of queens that have a given frame, or refutes that there are any."""

    def __init__(self, question: Question, queens: int, tuning: Tuning) -> None:
        self._model = question.model()
        self._turns = turns_of(question)
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
