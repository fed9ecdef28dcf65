"""Decision diagrams: a set of placements that the checker proves equal to a statement, and counts.

A diagram decides one square after the other. A node stands for all partial placements that lead to
it, and says for either value of its square which node of the next level goes on, or that nothing
does. It is proved level by level, by what its nodes owe (`owing`):

- *Nothing too much.* Where the last literal of an inequality is decided, every way that goes on has
  paid it in full.
- *Nothing missing.* Where a way ends, its least debt to one inequality, or to a sum of them, is
  more than all squares ahead could pay.

So the ways through the diagram are the placements of the statement, and counting ways counts them.

    satchess diagram 1
    clique a1 b1 ...        further inequalities, as in `system`
    order a1 b1 c1          the squares, one after the other
    level 2                 how many nodes
    refute 2*4 1*9          a sum that ways of this level may end by
    0 1                     a node: where `empty` leads, and `occupied`; from 0
    0 -                     occupied: there is an inequality that cannot be paid
    -1 1                    empty: the first sum of this level cannot be paid
    end 1
"""

from collections.abc import Mapping, Sequence
from importlib.util import find_spec

from satchess.verify.inequalities import Inequality, most_payable
from satchess.verify.levels import Level, levels
from satchess.verify.owing import REFUTED, Owing, PlainOwing
from satchess.verify.reader import Reader
from satchess.verify.system import System

HEADING = "satchess diagram 1"

MOST_NODES = 5_000_000
"""Nodes of a level: more would not fit into the memory of a small computer."""

MOST_DEBTS = 50_000_000
"""Nodes of a level times inequalities that are open, or values by which ways are counted."""

MOST_SUMS = 1_000
"""Sums of a level."""

Ways = dict[int, int]
"""For each value, the number of placements that have it."""


def count_by_value(
    reader: Reader, system: System, weights: Mapping[int, int], *, plain: bool = False
) -> Ways:
    """Check that a diagram has just the placements of a system; count them by their value.

    `weights[v]` is what variable v adds to the value if it is true.
    """
    reader.expect(HEADING)
    order = _read_order(reader, system.read(reader), system)
    owing = _choose_owing(system.followed, plain=plain)
    refutations = _Refutations(system, owing)
    ways: list[Ways] = [{0: 1}]
    if _read_level(reader) != 1:
        raise reader.refusal("the first level has one node")
    for level in levels(system.followed, order):
        if len(ways) * len(level.open_) > MOST_DEBTS or sum(map(len, ways)) > MOST_DEBTS:
            raise reader.refusal("a level takes too much memory")
        refutations.enter(level)
        children = _read_nodes(reader, len(ways), refutations)
        is_last = level.variable == order[-1]
        nodes = _read_end(reader) if is_last else _read_level(reader)
        if {*children[0], *children[1]} - {REFUTED} != {*range(nodes)}:
            raise reader.refusal(f"what is before leads to others than {nodes} nodes")
        if not owing.leave(children, nodes):
            name = system.names[level.variable - 1]
            raise reader.refusal(f"a way that goes on after {name} may break a rule")
        ways = _gone_on(ways, children, nodes, weights.get(level.variable, 0))
    reader.ensure_end()
    return ways[0] if ways else {}


def _choose_owing(tracked: Sequence[Inequality], *, plain: bool) -> Owing:
    if not plain and find_spec("numpy"):
        from satchess.verify.owing_numpy import ArrayOwing

        if ArrayOwing.holds(tracked):
            return ArrayOwing(tracked)
    return PlainOwing(tracked)


def _read_order(reader: Reader, words: list[str], system: System) -> list[int]:
    if words[0] != "order" or sorted(words[1:]) != sorted(system.names) or not system.names:
        raise reader.refusal("expected an order of all squares")
    return [system.numbers[word] for word in words[1:]]


def _read_level(reader: Reader) -> int:
    words = reader.next()
    if len(words) != 2 or words[0] != "level":
        raise reader.refusal("expected 'level' and a number of nodes")
    return reader.whole(words[1], 0, MOST_NODES)


def _read_end(reader: Reader) -> int:
    """Return the number of nodes after the last level: none if there is no placement."""
    words = reader.next()
    if len(words) != 2 or words[0] != "end":
        raise reader.refusal("expected 'end' and 1, or 0 if no way comes to it")
    return reader.whole(words[1], 0, 1)


class _Refutations:
    """Which ways of a level may end, and why."""

    def __init__(self, system: System, owing: Owing) -> None:
        self._system, self._owing = system, owing
        self._decided: set[int] = set()
        self._proved: list[tuple[Sequence[bool], Sequence[bool]]] = []

    def enter(self, level: Level) -> None:
        """Go on to a level: at first its ways end by a single inequality."""
        self._owing.enter(level)
        self._decided.add(level.variable)
        self._proved = [(self._owing.unpayable(0), self._owing.unpayable(1))]

    def add(self, reader: Reader, words: list[str]) -> None:
        """Read a sum by which ways of this level may end."""
        if len(self._proved) > MOST_SUMS:
            raise reader.refusal(f"expected {MOST_SUMS} sums at most")
        times = self._system.read_sum(reader, words)
        payable = most_payable(self._system.followed, times, self._decided)
        owed = (self._owing.owed(value, times) for value in (0, 1))
        if_empty, if_occupied = ([debt > payable for debt in debts] for debts in owed)
        self._proved.append((if_empty, if_occupied))

    def read_child(self, reader: Reader, word: str, node: int, value: int) -> int:
        """Read where a way leads, or by which sum it ends."""
        if not word.startswith("-"):
            return reader.whole(word, 0, MOST_NODES)
        proof = reader.whole(word[1:], 1, len(self._proved) - 1) if word != "-" else 0
        if not self._proved[proof][value][node]:
            raise reader.refusal("a way ends that may lead to a placement")
        return REFUTED


def _read_nodes(
    reader: Reader, nodes: int, refutations: _Refutations
) -> tuple[list[int], list[int]]:
    """Read the nodes of a level: where both values lead."""
    children: tuple[list[int], list[int]] = ([], [])
    while len(children[0]) < nodes:
        words = reader.next()
        if words[0] == "refute" and not children[0]:
            refutations.add(reader, words[1:])
            continue
        if len(words) != 2:
            raise reader.refusal("expected two nodes of the next level")
        for value, word in enumerate(words):
            node = len(children[value])
            children[value].append(refutations.read_child(reader, word, node, value))
    return children


def _gone_on(
    ways: Sequence[Ways], children: tuple[list[int], list[int]], nodes: int, weight: int
) -> list[Ways]:
    """Return in how many ways, for each value, the nodes of the next level are reached."""
    after: list[Ways] = [{} for _ in range(nodes)]
    for value, gain in ((0, 0), (1, weight)):
        for before, child in zip(ways, children[value], strict=True):
            if child != REFUTED:
                sums = after[child]
                for total, count in before.items():
                    sums[total + gain] = sums.get(total + gain, 0) + count
    return after
