"""The `beautiful` engine: the smallest fingerprint of n queens on n x n, proved at every step.

Groups of equally heavy squares are settled from the heaviest, by linear programmes whose bounds are
checked in integers, a compiled search, and SAT. See `beautiful_walk`.
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
from satchess.engines.most_beautiful.board import Ground
from satchess.engines.most_beautiful.enumerate import Attaining
from satchess.engines.most_beautiful.query import Method
from satchess.engines.most_beautiful.search import Placed
from satchess.engines.most_beautiful.walk import Proof, Walk
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
"""Smaller boards are left to SAT alone, if nobody asks for this engine by name."""

LARGEST_BOARD = 256

NOT_ATTAINED = "the best placement is one of them"

METHODS: dict[Method, str] = {
    "lp": "linear programmes, checked in integers",
    "search": "search",
    "sat": "SAT",
    "cases": "cases, each of them by these",
    "known": "what was known",
}


class BeautifulEngine:
    """Walks through the groups of squares."""

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
        """On small boards, it takes longer to load the libraries than SAT needs."""
        if task.question.board.rows < SMALLEST_BOARD:
            return "takes a while to start"
        return None

    def forecast(self, task: Task) -> str:
        """Say how many groups there are."""
        ground = _ground(task)
        return f"{len(ground.values)} groups of squares, {len(ground.symmetries)} symmetries"

    def run(self, task: Task) -> Iterator[Event]:
        """Find the fingerprint; then list, count, or look for the first."""
        walk = Walk(_ground(task), best=_placed(task.best), beginning=task.beginning)
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
            yield Explained(explained(walk.proofs))
            if task.verb != "solve":
                yield from _attaining(task, walk)
        yield Done()


def explained(proofs: tuple[Proof, ...]) -> str:
    """Say by which methods the numbers of queens in the groups were proved to be the fewest."""
    methods = Counter(proof.method for proof in proofs)
    texts = [f"{number} by {METHODS[method]}" for method, number in methods.most_common()]
    return f"{len(proofs)} groups of squares need queens: proved {', '.join(texts)}"


def _attaining(task: Task, walk: Walk) -> Iterator[Event]:
    """Yield what a task asks for about the placements with the best fingerprint."""
    found = Attaining(walk.ground, walk.state)
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
                for placed in placements:
                    alike = len(walk.ground.images(placed)) if task.up_to_symmetry else 1
                    ways += Fraction(found.each_stands_for, alike)
                if placements:
                    yield Counted(int(ways), exact=False)
            assert ways > 0, NOT_ATTAINED
            assert ways.denominator == 1, "classes are whole"
            yield Counted(int(ways), exact=True)


def _plainly(question: Independence) -> Independence:
    """Return the question with only those options that this engine knows."""
    return replace(plainly(question), bottleneck=question.bottleneck)


def _ground(task: Task) -> Ground:
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
    ground = Ground(weights, cells)
    for square in question.require:
        cells &= ~ground.attacked(*square)
    return Ground(weights, cells)


def placement_of(question: Question, placed: Placed) -> Placement:
    """Put the pieces of a question on the cells of a search."""
    (piece,) = question.kinds
    squares = (Square(row, column) for row, column in enumerate(placed))
    return Placement(tuple(Place(square, piece) for square in squares))


def _placed(placement: Placement | None) -> Placed | None:
    if placement is None:
        return None
    return tuple(square.column for square in sorted(placement.squares))
