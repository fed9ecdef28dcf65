"""The `beautiful` engine: the smallest fingerprint of n queens on n x n, proved at every step.

Groups of equally heavy squares are settled from the heaviest, by linear programmes whose bounds are
checked in integers, a compiled search, and SAT. See `walk`.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import ClassVar

import numpy as np

from satchess.domain.board import Board
from satchess.domain.placement import Place, Placement
from satchess.domain.squares import Square
from satchess.engines.most_beautiful.board import WeightedBoard
from satchess.engines.most_beautiful.decisions import Method
from satchess.engines.most_beautiful.enumerate import Attaining
from satchess.engines.most_beautiful.search import Queens
from satchess.engines.most_beautiful.trail import Proof, Trail
from satchess.engines.most_beautiful.walk import Walk
from satchess.engines.rows.engine import plainly
from satchess.events import (
    Bounded,
    Counted,
    Done,
    Event,
    Explained,
    Fingerprinted,
    Found,
    Infeasible,
    Listed,
)
from satchess.questions import Independence, Question
from satchess.task import Task

SMALLEST_BOARD = 28
"""Smaller boards are left to SAT, unless this engine is asked for by name."""

LARGEST_BOARD = 256

NOT_ATTAINED = "the best placement was not found again"

METHODS: dict[Method, str] = {
    "lp": "linear programmes, checked in integers",
    "search": "search",
    "sat": "SAT",
    "cases": "cases, each of them by these",
    "known": "what was known",
}


class BeautifulEngine:
    """Walks through the groups of squares from the heaviest."""

    name: ClassVar[str] = "beautiful"
    revision: ClassVar[int] = 1
    summary: ClassVar[str] = "the smallest fingerprint of n queens on n x n: LP, search and SAT"

    def objection(self, task: Task) -> str | None:
        """Why this engine cannot do a task."""
        question = task.question
        if not question.asks_for_fingerprint:
            return "only knows fingerprints"
        if not isinstance(question, Independence) or question != _plainly(question):
            return "only places queens, and takes no further conditions"
        side = question.board.rows
        if question.piece.range_as_leprechaun != 1:
            return "only places queens"
        if replace(question.board, holes=frozenset()) != Board(side, side):
            return "only knows square boards without walls or glued edges"
        if side > LARGEST_BOARD:
            return f"the board has more than {LARGEST_BOARD} rows"
        restricted = question.require or len(question.allowed) < side * side
        if question.size is None and (restricted or side in (2, 3)):
            return "it is not known that as many queens as rows fit"
        if question.size not in (None, side):
            return "only places as many queens as rows"
        return None

    def reluctance(self, task: Task) -> str | None:
        """On small boards, loading the libraries takes longer than SAT."""
        if task.question.board.rows < SMALLEST_BOARD:
            return "takes a while to start"
        return None

    def forecast(self, task: Task) -> str:
        """Say how many groups there are."""
        board = _board(task)
        return f"{len(board.values)} groups of squares, {len(board.symmetries)} symmetries"

    def run(self, task: Task) -> Iterator[Event]:
        """Find the fingerprint; then list or count the placements, or find the first."""
        walk = Walk(_board(task), best=_queens(task.best), beginning=task.beginning)
        best = None
        for progress in walk.run():
            if progress.best != best:
                best = progress.best
                if task.question.goal is not None:
                    yield Bounded(len(best), len(best))
                yield Found(placement_of(task.question, best))
            yield Fingerprinted(progress.beginning)
        if best is None:
            yield Infeasible()
        else:
            yield Explained(explained(walk.trail.proofs))
            if task.verb != "solve":
                yield from _attaining(task, walk.trail)
        yield Done()


def explained(proofs: tuple[Proof, ...]) -> str:
    """Say by which methods the numbers of queens in the groups were proved to be the fewest."""
    methods = Counter(proof.method for proof in proofs)
    texts = [f"{number} by {METHODS[method]}" for method, number in methods.most_common()]
    return f"{len(proofs)} groups of squares need queens: proved {', '.join(texts)}"


def _attaining(task: Task, trail: Trail) -> Iterator[Event]:
    """Yield what a task asks for about the placements with the best fingerprint."""
    found = Attaining(trail.board, trail.end)
    match task.verb:
        case "list":
            for placements in found.placements():
                if placements:
                    yield Listed(tuple(placement_of(task.question, p) for p in placements))
        case "first":
            firsts = [next(found.turned(p)) for batch in found.upright() for p in batch]
            assert firsts, NOT_ATTAINED
            yield Found(placement_of(task.question, min(firsts)))
        case "count":
            ways = Fraction(0)
            for placements in found.upright():
                for queens in placements:
                    alike = len(trail.board.images(queens)) if task.up_to_symmetry else 1
                    ways += Fraction(found.each_stands_for, alike)
                if placements:
                    yield Counted(int(ways), exact=False)
            assert ways > 0, NOT_ATTAINED
            assert ways.denominator == 1, "a class was only partly counted"
            yield Counted(int(ways), exact=True)


def _plainly(question: Independence) -> Independence:
    """Return the question with only the options that this engine supports."""
    return replace(plainly(question), symmetric=None, bottleneck=question.bottleneck)


def _board(task: Task) -> WeightedBoard:
    question = task.question
    assert isinstance(question, Independence)
    assert question.bottleneck is not None
    side = question.board.rows
    cells = np.zeros((side, side), np.bool_)
    weights = np.zeros((side, side), np.int64)
    for square in question.allowed:
        cells[square] = True
        weights[square] = question.bottleneck.weight(question.board, square)
    weights[~cells] = weights[cells].min(initial=0)
    board = WeightedBoard(weights, cells)
    for square in question.require:
        cells &= ~board.attacked(*square)
    return WeightedBoard(weights, cells)


def placement_of(question: Question, queens: Queens) -> Placement:
    """Return queens as a placement of a question."""
    (piece,) = question.kinds
    squares = (Square(row, column) for row, column in enumerate(queens))
    return Placement(tuple(Place(square, piece) for square in squares))


def _queens(placement: Placement | None) -> Queens | None:
    if placement is None:
        return None
    return tuple(square.column for square in sorted(placement.squares))
