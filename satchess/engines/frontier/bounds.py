"""Weights that bound the cost of completing a state, by linear programming duality.

Fewest: weigh clauses so that no variable meets more weight than it costs; then the unmet clauses
cost at least their total weight. Most: partition the variables into cliques; each gains at most its
best variable. Either bound is a sum over few bits of a state.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush
from math import prod

from satchess.engines.frontier.clauses import ClausalModel, Literals
from satchess.model import Sense

SCALE = 840
"""Weights are multiples of 1/840, so that small fractions are exact."""


@dataclass(frozen=True)
class Weights:
    """What clauses (fewest) or cliques, called parts (most), add to a bound.

    Weights of clauses are in units of 1/`scale`; `best` is the best gain in each part.
    """

    most: bool
    scale: int
    clauses: list[int]
    parts: list[list[int]] = field(default_factory=list)
    best: list[int] = field(default_factory=list)
    part_of: dict[int, int] = field(default_factory=dict)

    @property
    def bound(self) -> int:
        """Lower bound on the cost, or upper bound on the gain, in units of 1/`scale`."""
        return sum(self.best) if self.most else sum(self.clauses)

    def loss_at(self, value: int) -> int:
        """Return the loss of the placements of a value."""
        return self.bound - value if self.most else value * self.scale - self.bound

    def best_value(self, loss: int) -> int:
        """Return the best value whose loss is at least `loss`."""
        return self.bound - loss if self.most else -(-(self.bound + loss) // self.scale)


def weights_for(clausal: ClausalModel, sense: Sense) -> Weights:
    """Return the weights with the strongest bound among a few candidates."""
    if sense is Sense.FEWEST:
        return Weights(False, SCALE, max(_disjoint(clausal), _even(clausal), key=sum))
    gain = clausal.gains.__getitem__
    parts = min(partitions(clausal), key=lambda parts: sum(max(map(gain, part)) for part in parts))
    return Weights(
        most=True,
        scale=1,
        clauses=[0] * len(clausal.clauses),
        parts=parts,
        best=[max(map(gain, part)) for part in parts],
        part_of={v: number for number, part in enumerate(parts) for v in part},
    )


def most_placements(clausal: ClausalModel) -> int:
    """Return an upper bound on the number of placements."""
    return min(prod(len(part) + 1 for part in parts) for parts in partitions(clausal))


# Weights of clauses


def _disjoint(clausal: ClausalModel) -> list[int]:
    """Weigh clauses that share no variable, short ones first."""
    return _filled(clausal, [0] * len(clausal.clauses))


def _even(clausal: ClausalModel) -> list[int]:
    """Let each variable divide its cost evenly among its clauses."""
    clauses_of = dict.fromkeys(clausal.gains, 0)
    for clause in clausal.clauses:
        for literal in clause:
            clauses_of[abs(literal)] += 1
    share = {v: SCALE * gain // (clauses_of[v] or 1) for v, gain in clausal.gains.items()}
    return _filled(clausal, [min(share.get(v, 0) for v in clause) for clause in clausal.clauses])


def _filled(clausal: ClausalModel, weights: list[int]) -> list[int]:
    """Raise weights greedily, one after the other, while they stay feasible."""
    room = {v: SCALE * gain for v, gain in clausal.gains.items()}
    for clause, weight in zip(clausal.clauses, weights, strict=True):
        for literal in clause:
            room[abs(literal)] -= weight
    clauses = clausal.clauses
    for number in sorted(range(len(clauses)), key=lambda n: (len(clauses[n]), min(clauses[n]))):
        # a clause with a negative literal can be met for free
        spare = min(room.get(literal, 0) for literal in clauses[number])
        weights[number] += spare
        for literal in clauses[number]:
            room[abs(literal)] -= spare
    return weights


# Cliques


def partitions(clausal: ClausalModel) -> Iterable[list[list[int]]]:
    """Yield clique partitions of the variables: large cliques first, or from either end."""
    ranks: list[Callable[[Literals], int]] = [len, lambda clique: -min(clique), max]
    for rank in ranks:
        yield _partition(clausal, rank)


def _partition(clausal: ClausalModel, rank: Callable[[Literals], int]) -> list[list[int]]:
    """Take the highest-ranking clique, and repeat with the remainders of the others."""

    def queued(clique: Literals) -> tuple[int, list[int]]:
        return -rank(clique), sorted(clique)

    free = set(clausal.gains)
    parts = []
    queue = [queued(clique) for clique in clausal.cliques if clique]
    heapify(queue)
    while queue:
        _, members = heappop(queue)
        rest = free.intersection(members)
        if len(rest) == len(members):
            parts.append(members)
            free -= rest
        elif rest:  # a smaller clique ranks no higher, so it can wait for its turn
            heappush(queue, queued(frozenset(rest)))
    return parts + [[v] for v in sorted(free)]
