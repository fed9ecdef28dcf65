"""The `bottleneck` engine: the smallest fingerprint of any question, for any weights, by SAT.

Groups of equally heavy squares are settled from the heaviest. One incremental solver finds how few
pieces a group needs, given the groups before; that number is then fixed for good. Many groups in a
row stay empty, so whole blocks are asked to be empty at once, long ones first. The best placement
so far spares most questions: where it has no piece, there is nothing to ask.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from satchess.domain.placement import Placement
from satchess.domain.weights import Fingerprint
from satchess.encodings.formula import Formula
from satchess.encodings.totalizer import CountBound
from satchess.engines.bottleneck.attaining import attaining
from satchess.engines.delegate import ask_others
from satchess.engines.sat.engine import MOST_SQUARES
from satchess.engines.sat.solver import SatSolver
from satchess.errors import NotKnown
from satchess.events import Bounded, Done, Event, Fingerprinted, Found, Infeasible
from satchess.model import Model, Sense
from satchess.questions.base import Question
from satchess.questions.weighed import variables_by_weight
from satchess.task import Task, Tuning

LONGEST_BLOCK = 64
"""Most groups that one question asks to be empty."""

PATIENCE = 20_000
"""Conflicts after which a block is given up for a shorter one."""


class BottleneckEngine:
    """Settles group after group."""

    name: ClassVar[str] = "bottleneck"
    revision: ClassVar[int] = 1
    summary: ClassVar[str] = "the smallest fingerprint, group after group by incremental SAT"

    def objection(self, task: Task) -> str | None:
        """Why this engine cannot do a task."""
        if not task.question.asks_for_fingerprint:
            return "only knows fingerprints"
        squares = len(task.question.board)
        if squares > MOST_SQUARES:
            return f"the board has {squares} squares, more than {MOST_SQUARES}"
        return None

    def reluctance(self, task: Task) -> str | None:
        """None: no other engine takes every question."""
        return None

    def forecast(self, task: Task) -> str:
        """Say how many groups there are."""
        groups = variables_by_weight(task.question, task.question.model())
        return f"{len(groups)} groups of squares, one after the other"

    def run(self, task: Task) -> Iterator[Event]:
        """Find an optimal placement, improve its fingerprint, then do what the task asks."""
        best = None
        for event in _any_optimal(task):
            yield event
            if isinstance(event, Infeasible):
                yield Done()
                return
            if isinstance(event, Found):
                best = event.placement
        assert best is not None
        if task.question.fingerprint_of(best) == task.beginning:
            yield Fingerprinted(task.beginning)
        else:
            model = task.question.model()
            if model.objective is not None:
                model = model.with_value(len(best))
            with SatSolver(name=task.tuning.solver) as solver:
                descent = _Descent(task.question, model, best, solver, task.tuning)
                yield from descent.run(task.beginning)
                best = descent.best
        if task.verb != "solve":
            yield from attaining(task, best)
        yield Done()


def _any_optimal(task: Task) -> Iterator[Event]:
    """Yield events that end with a placement of the optimal number of pieces."""
    question = task.question
    goal = question.goal
    known = task.best
    if known is not None and (goal is None or question.value(known) == task.lower == task.upper):
        yield Found(known)
        return
    plain = replace(
        task,
        verb="solve",
        question=question.without_bottleneck(),
        beginning=(),
        best=None,
        up_to_symmetry=False,
    )
    lower, upper, value = task.lower, task.upper, None
    for event in ask_others(plain):
        match event:
            case Infeasible():
                yield event
                return
            case Found(placement):
                value = question.value(placement)
                yield event
            case Bounded(low, high):
                lower = low if low is not None else lower
                upper = high if high is not None else upper
                yield event
    bound = upper if goal is Sense.MOST else lower
    if goal is not None and (value is None or value != bound):
        raise NotKnown(f"bottleneck: the optimum of '{plain.question}' is not known")


class _Descent:
    """Settles groups one by one; the best placement agrees with those before `self._at`.

    Symmetry is broken: symmetric placements have the same fingerprint.
    """

    def __init__(
        self,
        question: Question,
        model: Model,
        best: Placement,
        solver: SatSolver,
        tuning: Tuning,
    ) -> None:
        groups = variables_by_weight(question, model)
        self.best = best
        self._model = model
        self._weights = list(groups)
        self._groups = list(groups.values())
        self._solver = solver
        self._formula = Formula(
            model, cardinality=tuning.cardinality, at_most_one=tuning.at_most_one
        )
        self._formula.break_symmetry()
        self._collector = self._formula.collector
        self._taken = [self._formula.occupied_literal(group) for group in self._groups]
        self._at = 0
        self._settled: list[int] = []
        self._numbers = self._numbers_of(model.variables(best))

    def run(self, beginning: Fingerprint) -> Iterator[Event]:
        """Yield better placements, and the proved beginning of the fingerprint as it grows."""
        if beginning:
            yield from self._resume(beginning)
        block = LONGEST_BLOCK
        while self._skip_empty():
            first = self._at
            block = min(block, len(self._groups) - first)
            empty = [-taken for taken in self._taken[first : first + block]]
            if self._ask(empty, PATIENCE if block > 1 else None):
                yield Found(self.best)
                block = min(2 * block, LONGEST_BLOCK)
            elif block > 1:
                block = (block + 1) // 2
            else:
                yield from self._settle_taken()
                yield Fingerprinted(tuple(self._settled))
                block = LONGEST_BLOCK
        yield Fingerprinted(tuple(self._settled))

    def _resume(self, beginning: Fingerprint) -> Iterator[Event]:
        """Settle what is known already; the last group may be known only in part."""
        while self._at < len(self._groups) and self._weights[self._at] > beginning[-1]:
            self._settle(beginning.count(self._weights[self._at]))
        if self._numbers[: self._at] != [beginning.count(w) for w in self._weights[: self._at]]:
            assert self._ask([]), "the given beginning of the fingerprint is wrong"
            yield Found(self.best)
        yield Fingerprinted(tuple(self._settled))

    def _skip_empty(self) -> bool:
        """Settle the groups that are empty in the best placement; False if none is left."""
        while self._at < len(self._groups) and self._numbers[self._at] == 0:
            self._settle(0)
        return self._at < len(self._groups)

    def _settle_taken(self) -> Iterator[Event]:
        """Find how few pieces the next group needs; it cannot be empty."""
        group = self._at
        bound = CountBound(self._collector, self._groups[group])
        while (number := self._numbers[group]) > 1:
            fewer = bound.at_most(number - 1)
            assert fewer is not None
            if not self._ask([fewer]):
                break
            yield Found(self.best)
        self._settle(number)

    def _settle(self, number: int) -> None:
        """Fix the number of pieces in the next group."""
        group = self._groups[self._at]
        if number == 0:
            for variable in group:
                self._collector.add([-variable])
        else:
            bound = CountBound(self._collector, group)
            for literal in (bound.at_most(number), bound.at_least(number)):
                if literal is not None:
                    self._collector.add([literal])
        self._settled += [self._weights[self._at]] * number
        self._at += 1

    def _ask(self, assumptions: list[int], conflicts: int | None = None) -> bool:
        """Look for a placement that agrees with all settled groups; it becomes the best.

        False means that there is none or, with a limit on conflicts, that none was found.
        """
        self._solver.add(self._collector.take_new())
        if not self._solver.solve(assumptions, conflicts):
            return False
        taken = self._solver.true_variables()
        self._numbers = self._numbers_of(taken)
        self.best = self._model.placement(taken)
        return True

    def _numbers_of(self, taken: set[int] | frozenset[int]) -> list[int]:
        return [len(taken.intersection(group)) for group in self._groups]
