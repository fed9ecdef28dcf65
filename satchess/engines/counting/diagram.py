"""The `diagram` engine: all placements of any model at once, as a decision diagram.

S. Minato, Zero-suppressed BDDs for set manipulation in combinatorial problems, DAC 1993: a family
of sets is a graph in which nodes with equal futures are shared, and false variables take no nodes,
which suits boards that are mostly empty. The diagrams are those of OxiDD (N. Husung,
C. Dubslaff, H. Hermanns, M. Koehl, OxiDD: a safe, concurrent, modular, and performant decision
diagram framework in Rust, TACAS 2024).

What makes it fast, as measured: a bound on the number of pieces is applied first, since few pieces
make small diagrams whatever else is asked (queens dominating 8x8: 0.2 million nodes for 5 of them,
15 million for any number); after it, short constraints before long ones, since they leave the
fewest placements; without it, constraints are applied from the bottom of the diagram upwards.
Variables are ordered row by row along the shorter side of the board.
"""

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache, reduce
from itertools import chain
from operator import and_, or_
from statistics import fmean
from time import sleep
from typing import ClassVar, NamedTuple, TypeVar

from oxidd.util import DDMemoryError
from oxidd.zbdd import ZBDDFunction, ZBDDManager

from satchess.engines import tally
from satchess.engines.counting.base import (
    CountingEngine,
    Polynomial,
    best_of,
    covers_are_few,
    product,
)
from satchess.engines.counting.ranking import Ranked, Ways, is_wide, optimal_parts, swept
from satchess.engines.room import ensure_room, free_bytes, in_words, threads
from satchess.engines.sat.optimum import Bounds, optimise
from satchess.errors import NotKnown
from satchess.events import Done, Drawn, Event
from satchess.model import (
    AtLeast,
    AtMost,
    Clause,
    Constraint,
    Exactly,
    Model,
    Parity,
    Sense,
    When,
    variables_of,
)
from satchess.task import DEFAULT_TUNING, Task

MOST_VARIABLES = 900
"""Diagrams over more variables take too long even to set up."""

GROUPING = 16
"""Constraints are joined into groups this many times smaller than the diagram they apply to."""


class Capacity(NamedTuple):
    """The most nodes at a time, and the size of the apply cache."""

    nodes: int
    results: int


SMALL, *LARGER = Capacity(1 << 17, 1 << 17), Capacity(1 << 21, 1 << 20), Capacity(1 << 26, 1 << 22)
"""Tried in turn: half a second; some seconds; minutes and up to two gigabytes."""

BYTES_OF_A_NODE = 80
"""With its place in the table of nodes, also while that grows."""

BYTES_OF_A_RESULT = 16

BYTES_AT_FIRST = 1_230_000_000
"""Address space for the smallest manager: its thread has a stack of a gigabyte, hardly used."""

WAIT, MOST_WAITS = 0.01, 50
"""Seconds for a thread to end, and how often to look."""

Made = TypeVar("Made")


class DiagramEngine(CountingEngine):
    """Counts by decision diagrams."""

    name: ClassVar[str] = "diagram"
    revision: ClassVar[int] = 1
    summary: ClassVar[str] = "Decision diagrams, for riders and conditions, and any small board."

    def objection_to(self, model: Model) -> str | None:
        """Limited in size, and to objectives that count pieces."""
        if model.top > MOST_VARIABLES:
            return f"{model.top} variables; limit {MOST_VARIABLES}"
        if model.objective and any(abs(t) > len(model.places) for t in model.objective.terms):
            return "counts pieces only"
        return None

    def reluctance(self, task: Task) -> str | None:
        """Intermediate diagrams hold placements of all sizes, however few are optimal."""
        return "few placements cover so large a board" if covers_are_few(task) else None

    def estimate(self, model: Model) -> str:
        """Give the number of variables and constraints, and the node limit."""
        largest = LARGER[-1].nodes
        return (
            f"a diagram over {model.top} variables from {len(model.constraints)} constraints, "
            f"with up to {largest:,} nodes"
        )

    def run(self, task: Task) -> Iterator[Event]:
        """Count, or find the placements of given ranks."""
        if task.verb != "sample":
            yield from super().run(task)
            return
        model = task.question.model()

        def ways(part: Model) -> Ways:
            wide = is_wide(model)
            return _with_growing_capacity(lambda room: _Diagram(part, room, wide=wide).ways())

        parts = [
            part if value is None else part.with_value(value)
            for part, value in optimal_parts(model, task.lower, self.best)
        ]
        ranked = Ranked(model, [(part, ways(part)) for part in parts])
        yield Drawn(tuple(map(ranked.placement, task.ranks)))
        yield Done()

    def total(self, model: Model) -> int:
        """Build the diagram and count its sets."""
        return _with_growing_capacity(lambda capacity: _Diagram(model, capacity).total())

    def polynomial(self, model: Model) -> Polynomial:
        """Build one diagram for all sizes."""
        return _with_growing_capacity(lambda capacity: _Diagram(model, capacity).sizes())

    def best(self, model: Model) -> tuple[int, int] | None:
        """Count all sizes at once where that is easy; else search the fewest pieces upwards."""
        assert model.objective is not None
        if model.objective.is_heavy:
            return self._best_sum(model)
        if model.objective.sense is Sense.MOST:
            return super().best(model)
        with suppress(DDMemoryError):
            return best_of(_Diagram(model, SMALL).sizes(), model.objective)
        return self._fewest(model)

    def _best_sum(self, model: Model) -> tuple[int, int] | None:
        """Keep the best sum of weights at each node; if that takes long, apply the least first."""
        assert model.objective is not None
        with suppress(DDMemoryError):
            return _Diagram(model, SMALL).best()
        if model.objective.sense is Sense.MOST:
            return _with_growing_capacity(lambda capacity: _Diagram(model, capacity).best())
        *_, bounds = optimise(model, Bounds.at_first(model), DEFAULT_TUNING)
        if bounds.feasible is False:
            return None
        bound = AtMost(bounds.lower, model.objective.terms)
        return bounds.lower, self.total(replace(model, constraints=(*model.constraints, bound)))

    def _fewest(self, model: Model) -> tuple[int, int] | None:
        """Return the smallest size and its number of placements; None if there are none.

        Sizes are tried upwards: diagrams grow so fast with size that failed ones cost little. SAT
        only proves that the loop ends; the optimum does not depend on it.
        """
        assert model.objective is not None
        bounds = next(optimise(model, Bounds.at_first(model), DEFAULT_TUNING))
        if bounds.best is None:
            return None
        size = bounds.lower
        while not (count := self.total(model.with_value(size))):
            size += 1
            assert size <= model.objective.value(bounds.best)
        return size, count

    def number_at(self, model: Model, value: int) -> int:
        """Apply the size first; where components share it, as a bound on each."""
        if model.objective is not None and model.objective.is_heavy:
            best, count = self._best(model)
            assert count == 0 or value in (best, model.objective.better(best, value))
            return count if value == best else 0
        parts = model.components()
        if len(parts) == 1:
            return self.total(model.with_value(value))
        return reduce(product, (self._sizes_up_to(value, part) for part in parts)).get(value, 0)

    def _sizes_up_to(self, value: int, model: Model) -> Polynomial:
        """Return the number of placements by size; sizes above the value may be missing."""
        assert model.objective is not None
        with suppress(DDMemoryError):
            return _Diagram(model, SMALL).sizes()
        bound = AtMost(value, model.objective.terms)
        return self.polynomial(replace(model, constraints=(*model.constraints, bound)))


def _with_growing_capacity(make: Callable[[Capacity], Made]) -> Made:
    """Run `make` in ever larger rooms until it fits; raise `NotKnown` if the largest is too small.

    Small rooms are faster: allocating memory takes time.
    """
    for wanted in (SMALL, *LARGER):
        _ensure_stack()
        capacity = _fitting(wanted)
        try:
            return make(capacity)
        except DDMemoryError:
            if capacity != wanted:
                break
    raise NotKnown(
        f"diagram: more than {capacity.nodes:,} nodes at a time, too many to count with"
        + (f"; {wanted.nodes:,} need {_in_all(wanted)}" if capacity != wanted else "")
    )


def _ensure_stack() -> None:
    """Refuse to go on without memory for a stack.

    The one of the last manager is taken over, once its thread has ended.
    """
    others = _other_threads()
    for _ in range(MOST_WAITS):
        if free_bytes() >= BYTES_AT_FIRST or threads() <= others:
            return
        sleep(WAIT)


@cache
def _other_threads() -> int:
    """Have a stack allocated; return how many threads there were before."""
    ensure_room("diagram", BYTES_AT_FIRST, "even small diagrams")
    number = threads()
    ZBDDManager(*SMALL, 1)
    return number


def _fitting(capacity: Capacity) -> Capacity:
    """Return the capacity, or as much of it as there is memory for."""
    spare = free_bytes() - BYTES_OF_A_RESULT * capacity.results
    return capacity._replace(nodes=max(SMALL.nodes, min(capacity.nodes, spare // BYTES_OF_A_NODE)))


def _in_all(capacity: Capacity) -> str:
    """Write how much memory a manager takes."""
    nodes, results = BYTES_OF_A_NODE * capacity.nodes, BYTES_OF_A_RESULT * capacity.results
    return in_words(BYTES_AT_FIRST + nodes + results)


class _Diagram:
    """The sets of true variables that satisfy a model, as a decision diagram.

    *Levels* are the variables in the order of the diagram, from 0; `wide` tells in which direction
    squares are swept where that is not up to the model.
    """

    def __init__(self, model: Model, capacity: Capacity, *, wide: bool | None = None) -> None:
        _ensure_stack()
        self._model = model
        self._manager = ZBDDManager(capacity.nodes, capacity.results, 1)
        self._manager.add_vars(model.top)
        order = _order(model, wide=is_wide(model) if wide is None else wide)
        self._level = {variable: level for level, variable in enumerate(order)}
        self._visible = {self._level[variable] for variable in model.board_variables}
        self._hidden = set(self._level.values()) - self._visible
        self._singletons = [self._manager.singleton(level) for level in range(model.top)]
        self._none = self._manager.empty()
        free = [self._manager.base()]
        for singleton in reversed(self._singletons):
            free.append(singleton.make_node(free[-1], free[-1]))
        self._free = free[::-1]
        """For each level, all sets of variables from there on."""
        self._marks = _marks(model)
        self._meanings: dict[int, ZBDDFunction] = {}

    def total(self) -> int:
        """Return the number of placements."""
        return self._family().sat_count(self._model.top)

    def sizes(self) -> Polynomial:
        """Return the number of placements by the value of the objective.

        A polynomial is kept as its value at a power of two that is larger than any coefficient
        (Kronecker substitution), so that a node costs a shift and a sum.
        """
        assert self._model.objective is not None
        if_true, if_false = self._weights(self._model.objective.terms)
        bits = len(self._model.places) + 1
        root, layers = self._layers(self._family())
        # false and skipped variables carry no weight: their negative terms are added here
        values = [0, 1 << bits * sum(if_false), *(0 for layer in layers for _ in layer)]
        for level in reversed(range(self._model.top)):
            shift = bits * (if_true[level] - if_false[level])
            for node, high, low in layers[level]:
                more = values[high]
                values[node] = values[low] + (more << shift if shift >= 0 else more >> -shift)
        return dict(_coefficients(values[root], bits))

    def ways(self) -> Ways:
        """Return the diagram with the number of sets of every node."""
        root, layers = self._layers(self._family())
        below = len(layers)
        nodes = [(below, 0, 0, 0), (below, 0, 0, 1), *((0, 0, 0, 0) for la in layers for _ in la)]
        for level in reversed(range(below)):
            for node, high, low in layers[level]:
                nodes[node] = level, high, low, nodes[high][-1] + nodes[low][-1]
        return Ways(root, nodes, {v: self._level[v] for v in self._model.board_variables})

    def best(self) -> tuple[int, int] | None:
        """Return the best value of the objective, and the number of placements that have it."""
        objective = self._model.objective
        assert objective is not None
        if_true, if_false = self._weights(objective.terms)
        choose = min if objective.sense is Sense.FEWEST else max
        root, layers = self._layers(self._family())
        found: dict[int, tuple[int, int]] = {1: (sum(if_false), 1)}
        for level in reversed(range(self._model.top)):
            more = if_true[level] - if_false[level]
            for node, high, low in layers[level]:
                ways = [(found[low][0], found[low][1])] if low in found else []
                if high in found:
                    ways.append((found[high][0] + more, found[high][1]))
                if ways:
                    value = choose(value for value, _ in ways)
                    found[node] = value, sum(count for v, count in ways if v == value)
        return found.get(root)

    def _layers(self, root: ZBDDFunction) -> tuple[int, list[list[tuple[int, int, int]]]]:
        """Number the nodes; return the root, and by level triples (node, high, low).

        The numbers 0 and 1 stand for no set and the empty set.
        """
        layers: list[list[tuple[int, int, int]]] = [[] for _ in self._singletons]
        number = {self._none: 0, self._manager.base(): 1}
        queue = [root] if root not in number else []
        number.setdefault(root, 2)
        for node in queue:  # it grows on the way
            both, level = node.cofactors(), node.node_level()
            assert both is not None
            assert level is not None
            for successor in both:
                if successor not in number:
                    number[successor] = len(number)
                    queue.append(successor)
            layers[level].append((number[node], number[both[0]], number[both[1]]))
        return number[root], layers

    # Building

    def _family(self) -> ZBDDFunction:
        """Return the sets of board variables that are placements.

        Constraints are joined into groups before they are applied: each pass over a large diagram
        costs its size.
        """
        steps = deque(self._steps())
        result = self._free[0]
        while steps and result.satisfiable():
            group, finished = steps.popleft()
            large = result.node_count()
            while steps and group.node_count() * GROUPING < large:
                another, more = steps.popleft()
                group, finished = group & another, finished + more
            result &= group
            for level in finished:
                result = result.subset0(level) | result.subset1(level)
            if tally.is_kept():
                tally.add(diagram_nodes=result.node_count())
        return result

    def _steps(self) -> Iterator[tuple[ZBDDFunction, list[int]]]:
        """Yield what to apply, with the auxiliaries that no later constraint mentions."""
        ordered = self._in_order()
        last = dict.fromkeys(self._hidden, -1)
        for number, constraint in enumerate(ordered):
            last.update(dict.fromkeys(self._hidden & self._levels(constraint), number))
        finished: dict[int, list[int]] = {}
        for level, number in last.items():
            finished.setdefault(number, []).append(level)
        yield self._free[0], finished.get(-1, [])
        for number, constraint in enumerate(ordered):
            yield self._sets(constraint), finished.get(number, [])

    def _in_order(self) -> list[Constraint]:
        """Return the constraints in order of application."""
        bounds: list[Constraint] = []
        others: list[Constraint] = []
        for constraint in self._model.constraints:
            if isinstance(constraint, When) and constraint.literal in self._marks:
                continue  # applied where the mark is used
            is_bound = isinstance(constraint, AtMost | Exactly) and (
                self._levels(constraint) >= self._visible
            )
            (bounds if is_bound else others).append(constraint)
        return [*bounds, *sorted(others, key=self._length if bounds else self._height)]

    def _length(self, constraint: Constraint) -> tuple[int, int]:
        """Sort key: short constraints first; of equal length, those that end first."""
        levels = self._levels(constraint)
        return len(levels), max(levels, default=0)

    def _height(self, constraint: Constraint) -> tuple[int, int]:
        """Sort key: bottom constraints first, since those above leave their nodes alone."""
        levels = self._levels(constraint)
        return -min(levels, default=0), -max(levels, default=0)

    def _levels(self, constraint: Constraint) -> set[int]:
        """Return the levels a constraint mentions; a mark mentions what it stands for."""
        variables = variables_of(constraint)
        while marks := variables & self._marks.keys():
            meanings = chain.from_iterable(self._marks[mark] for mark in marks)
            variables = variables.union(*map(variables_of, meanings)) - marks
        return {self._level[variable] for variable in variables}

    def _sets(self, constraint: Constraint) -> ZBDDFunction:
        """Return the sets that satisfy a constraint."""
        match constraint:
            case Clause(literals) if marks := self._marks.keys() & set(literals):
                plain = Clause(tuple(literal for literal in literals if literal not in marks))
                return reduce(or_, map(self._meaning, marks), self._sets(plain))
            case Clause(literals):
                return self._counting(literals, lambda n: min(n, 1), lambda n: n == 1)
            case AtLeast(bound, literals):
                return self._counting(literals, lambda n: min(n, bound), lambda n: n == bound)
            case AtMost(bound, literals):
                return self._counting(literals, lambda n: min(n, bound + 1), lambda n: n <= bound)
            case Exactly(bound, literals):
                return self._counting(literals, lambda n: min(n, bound + 1), lambda n: n == bound)
            case Parity(odd, literals):
                return self._counting(literals, lambda n: n % 2, lambda n: n == odd)
            case When(literal, then):
                return self._sets(Clause((-literal,))) | self._sets(then)

    def _meaning(self, mark: int) -> ZBDDFunction:
        """Return the sets that satisfy what a mark stands for."""
        if mark not in self._meanings:
            self._meanings[mark] = reduce(and_, map(self._sets, self._marks[mark]))
        return self._meanings[mark]

    def _counting(
        self,
        literals: tuple[int, ...],
        noted: Callable[[int], int],
        accepted: Callable[[int], bool],
    ) -> ZBDDFunction:
        """Return the sets for which the number of true literals is accepted.

        `noted` maps a partial count to its equivalence class: counts that map to the same one are
        accepted alike, whatever is added to them.
        """
        if_true, if_false = self._weights(literals)
        end = max((self._level[abs(literal)] + 1 for literal in literals), default=0)
        reached = [{noted(0)}]
        for yes, no in zip(if_true[:end], if_false[:end], strict=True):
            reached.append({noted(n + more) for n in reached[-1] for more in (yes, no)})
        nodes = {n: self._free[end] if accepted(n) else self._none for n in reached[end]}
        for level in reversed(range(end)):
            yes, no, singleton = if_true[level], if_false[level], self._singletons[level]
            nodes = {
                n: singleton.make_node(nodes[noted(n + yes)], nodes[noted(n + no)])
                for n in reached[level]
            }
        return nodes[noted(0)]

    def _weights(self, literals: tuple[int, ...]) -> tuple[list[int], list[int]]:
        """Return for each level how many of the literals are true if it is, and if it is not."""
        if_true, if_false = [0] * self._model.top, [0] * self._model.top
        for literal in literals:
            (if_true if literal > 0 else if_false)[self._level[abs(literal)]] += 1
        return if_true, if_false


def _order(model: Model, *, wide: bool) -> list[int]:
    """Order the variables: squares along the shorter side, auxiliaries amid those they mention."""
    board = swept(model, wide=wide)
    position: dict[int, float] = {variable: number for number, variable in enumerate(board)}
    near: dict[int, list[float]] = {v: [] for v in range(len(board) + 1, model.top + 1)}
    for constraint in model.constraints:
        variables = variables_of(constraint)
        for auxiliary in variables & near.keys():
            near[auxiliary] += (position[v] for v in variables - near.keys())
    for auxiliary, positions in near.items():
        position[auxiliary] = fmean(positions) if positions else len(board)
    return sorted(position, key=position.__getitem__)


def _marks(model: Model) -> dict[int, list[Constraint]]:
    """Return the auxiliaries that stand for constraints within clauses, and those constraints.

    A true auxiliary implies its constraints. The converse may be assumed, since nothing requires
    the auxiliary to be false. Among these constraints may be clauses of auxiliaries before it, if
    they stand for constraints themselves.
    """
    board = len(model.places)
    marks: dict[int, list[Constraint]] = {}
    others: set[int] = set()
    for constraint in model.constraints:
        match constraint:
            case When(mark, then) if mark > board and max(variables_of(then), default=0) < mark:
                marks.setdefault(mark, []).append(then)
                others |= _not_merely_true(then)
            case _:
                others |= _not_merely_true(constraint)
    plain: dict[int, list[Constraint]] = {}
    for mark in sorted(marks.keys() - others):
        within = set().union(*map(variables_of, marks[mark]))
        if all(variable <= board or variable in plain for variable in within):
            plain[mark] = marks[mark]
    return plain


def _not_merely_true(constraint: Constraint) -> set[int]:
    """Return the variables that a constraint does more with than to prefer that they are true."""
    if isinstance(constraint, Clause):
        return {-literal for literal in constraint.literals if literal < 0}
    return variables_of(constraint)


def _coefficients(value: int, bits: int) -> Iterator[tuple[int, int]]:
    """Yield exponents and coefficients, other than 0, of a polynomial in two to the `bits`."""
    exponent = 0
    while value:
        if coefficient := value & (1 << bits) - 1:
            yield exponent, coefficient
        value >>= bits
        exponent += 1
