"""Making decision diagrams with their proofs, for `satchess.verify.diagram` to check.

The frontier method: partial placements are the same for what follows if they block the same squares
ahead and owe the same to everything else. The checker needs none of that: it adds up by itself what
is owed. Where a number of pieces is given, nodes that cannot reach it any more are cut off, by sums
of inequalities that linear programmes propose at a few nodes.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from satchess.engines.highs import GrowingProgramme, SimplexStatus
from satchess.verify.diagram import HEADING, MOST_DEBTS
from satchess.verify.inequalities import Inequality, most_payable
from satchess.verify.levels import Level, levels
from satchess.verify.owing import REFUTED
from satchess.verify.owing_numpy import ArrayOwing
from satchess.verify.system import System

SAMPLES = 3
"""Nodes of a level that linear programmes are made of."""

KEPT_SUMS = 12
"""Sums that are tried at each level, the latest ones."""

SCALE = 1_000
"""Multipliers of linear programmes are rounded to as many parts."""

Bools = NDArray[np.bool_]


class TooLarge(Exception):
    """The diagram has more nodes than it may have."""


@dataclass
class _Sums:
    """Sums of inequalities that have cut nodes off, and the search for further ones."""

    system: Sequence[Inequality]
    derived: frozenset[int]
    goals: Sequence[int]
    """The inequalities about the number of pieces."""

    def __post_init__(self) -> None:
        self.known: list[dict[int, int]] = []
        self._random = np.random.default_rng(1)

    def propose(self, level: Level, debts: NDArray[np.int64], decided: set[int]) -> None:
        """Look for sums that refute some nodes, given what they owe after the level."""
        for goal in self.goals:
            for row in self._random.choice(len(debts), min(SAMPLES, len(debts)), replace=False):
                owed = dict(zip(level.open_, debts[row].tolist(), strict=True))
                found = self._refute(goal, owed, decided)
                if found is not None and found not in self.known:
                    self.known.append(found)
        del self.known[:-KEPT_SUMS]

    def _refute(
        self, goal: int, owed: Mapping[int, int], decided: set[int]
    ) -> dict[int, int] | None:
        """Return multipliers that may refute one node, if a linear programme has some."""
        ahead = sorted(
            {abs(x) for inequality in self.system for x in inequality.coefficients} - decided
        )
        column = {variable: number for number, variable in enumerate(ahead)}
        costs = -self._row(goal, column)
        programme = GrowingProgramme(costs, np.zeros(len(ahead)), np.ones(len(ahead)))
        rows = []
        for number, inequality in enumerate(self.system):
            debt = owed.get(number, inequality.least)
            begun = number in owed or column.keys() >= set(map(abs, inequality.coefficients))
            if debt and begun and number != goal and number not in self.derived:
                coefficients = self._row(number, column)
                negative = sum(
                    c for x, c in inequality.coefficients.items() if x < 0 and -x in column
                )
                programme.add_row(coefficients, debt - negative)
                rows.append(number)
        if not rows:
            return None
        status, _, duals = programme.solve()
        if status is not SimplexStatus.OPTIMAL:
            return None
        multipliers = {n: round(SCALE * dual) for n, dual in zip(rows, duals, strict=True)}
        multipliers = {n: times for n, times in multipliers.items() if times > 0}
        return multipliers | {goal: SCALE}

    def _row(self, number: int, column: Mapping[int, int]) -> NDArray[np.float64]:
        """Return the coefficients of variables, negated where literals are."""
        row = np.zeros(len(column))
        for literal, coefficient in self.system[number].coefficients.items():
            if abs(literal) in column:
                row[column[abs(literal)]] += coefficient if literal > 0 else -coefficient
        return row


def diagram_lines(
    system: System, order: Sequence[int], goals: Sequence[int], most_nodes: int
) -> Iterator[str]:
    """Yield a diagram of a system, whose cliques have been added already.

    `goals` are the numbers of inequalities about the number of pieces. Raises `TooLarge`.
    """
    yield HEADING
    stated = system.stated
    for number in range(stated, len(system)):
        yield "clique " + " ".join(
            system.names[-literal - 1] for literal in system.inequalities[number].coefficients
        )
    stars = _stars(system)
    for star in stars:
        yield "sum " + " ".join(f"1*{number + 1}" for number in star)
        system.add_sum(dict.fromkeys(star, 1))
    yield "order " + " ".join(system.names[variable - 1] for variable in order)
    yield from _Builder(system, order, goals, len(stars)).lines(most_nodes)


def _stars(system: System) -> list[list[int]]:
    """For each variable in several cliques, these: their sum says that none beside it is true."""
    cliques: dict[int, list[int]] = {}
    for number in system.essential:
        if system.inequalities[number].is_at_most_one:
            for literal in system.inequalities[number].coefficients:
                cliques.setdefault(-literal, []).append(number)
    return [numbers for numbers in cliques.values() if len(numbers) > 1]


class _Builder:
    """Builds the levels, one after the other."""

    def __init__(
        self, system: System, order: Sequence[int], goals: Sequence[int], stars: int
    ) -> None:
        self._system = system.followed
        self._numbers = list(system.places)
        self._order = order
        exclusive = [inequality.is_at_most_one for inequality in self._system]
        derived = range(len(self._system) - stars, len(self._system))
        self._is_key = [not at_most and i not in derived for i, at_most in enumerate(exclusive)]
        self._rivals = _rivals(self._system, exclusive, order)
        places = [system.places[goal] for goal in goals]
        self._sums = _Sums(self._system, frozenset(derived), places)
        self._random = np.random.default_rng(2)

    def lines(self, most_nodes: int) -> Iterator[str]:
        """Yield the levels."""
        owing = ArrayOwing(self._system)
        blocked = np.zeros((1, len(self._order)), bool)
        decided: set[int] = set()
        total = 0
        for depth, level in enumerate(levels(self._system, self._order)):
            total += len(blocked)
            if total > most_nodes or len(blocked) * len(level.open_) > MOST_DEBTS:
                raise TooLarge
            yield f"level {len(blocked)}"
            owing.enter(level)
            decided.add(level.variable)
            words, gone, sums = self._refuted(level, owing, decided)
            yield from sums
            children, blocked = self._children(level, owing, gone, blocked, depth)
            for node in range(len(gone[0])):
                yield " ".join(words[value][node] or str(children[value][node]) for value in (0, 1))
            if not owing.leave((children[0].tolist(), children[1].tolist()), len(blocked)):
                raise AssertionError("a way goes on that may break a rule")
        yield f"end {len(blocked)}"

    def _refuted(
        self, level: Level, owing: ArrayOwing, decided: set[int]
    ) -> tuple[list[list[str]], list[Bools], list[str]]:
        """Return for both values, node by node, the word for what ends it, if anything does.

        The sums that some of the words refer to are returned in the end.
        """
        gone = [np.array(owing.unpayable(value), bool) for value in (0, 1)]
        words = [["-" if ended else "" for ended in gone[value]] for value in (0, 1)]
        for value in (0, 1):
            self._sums.propose(level, owing.least_after(value)[~gone[value]], decided)
        used = []
        for times in self._sums.known:
            payable = most_payable(self._system, times, decided)
            cut = [np.array(owing.owed(value, times)) > payable for value in (0, 1)]
            if any((cut[value] & ~gone[value]).any() for value in (0, 1)):
                used.append(times)
                for value in (0, 1):
                    for node in np.flatnonzero(cut[value] & ~gone[value]):
                        words[value][node] = f"-{len(used)}"
                    gone[value] |= cut[value]
        return words, gone, [self._written(times) for times in used]

    def _written(self, times: Mapping[int, int]) -> str:
        terms = (f"{n}*{self._numbers[place] + 1}" for place, n in sorted(times.items()))
        return "refute " + " ".join(terms)

    def _children(
        self,
        level: Level,
        owing: ArrayOwing,
        gone: list[Bools],
        blocked: Bools,
        depth: int,
    ) -> tuple[list[NDArray[np.int64]], Bools]:
        """Return where nodes lead: those that are alike in what follows, to the same node."""
        kept = [
            self._is_key[i] and not ended for i, ended in zip(level.open_, level.ends, strict=True)
        ]
        rows, states = [], []
        for value in (0, 1):
            alive = ~gone[value]
            after = blocked[alive]
            if value:
                after = after | self._rivals[depth]
            after[:, : depth + 1] = False
            rows.append(after)
            states.append(np.hstack((owing.least_after(value)[alive][:, kept], after)))
        state = np.vstack(states).astype(np.uint64)
        factors = self._random.integers(1, 1 << 63, state.shape[1], np.uint64)
        _, first, number = np.unique(state @ factors, return_index=True, return_inverse=True)
        children = []
        begin = 0
        for value in (0, 1):
            child = np.full(len(blocked), REFUTED, np.int64)
            count = len(rows[value])
            child[~gone[value]] = number[begin : begin + count]
            begin += count
            children.append(child)
        return children, np.vstack(rows)[first]


def _rivals(system: Sequence[Inequality], exclusive: list[bool], order: Sequence[int]) -> Bools:
    """Return for each place of the order the places that its variable blocks."""
    rank = {variable: number for number, variable in enumerate(order)}
    rivals = np.zeros((len(order), len(order)), bool)
    for inequality, at_most_one in zip(system, exclusive, strict=True):
        if at_most_one:
            places = [rank[-literal] for literal in inequality.coefficients]
            rivals[np.ix_(places, places)] = True
    np.fill_diagonal(rivals, False)
    return rivals
