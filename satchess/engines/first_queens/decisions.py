"""Decisions of the chase: whether some queens on a board can be completed.

Each is an effort after the other: short runs with some chance, for a placement; a linear programme
and a tree, for a refutation.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import cycle, islice

from satchess.engines.first_queens.lp import relax
from satchess.engines.first_queens.position import Cell, Corner, Opening, Step
from satchess.engines.first_queens.tree import Tree

GREEDY_SHARES = (0.45, 0.4, 0.35, 0.3, 0.2, 0.0)
"""Of the rows, filled greedily, in the search for any placement at all."""

MILLION = 1_000_000


@dataclass(frozen=True)
class Effort:
    """Linear programmes if asked for, so many short runs with some chance, then a tree.

    The tree is the same for all efforts of a decision: each adds so many ticks. Linear programmes
    say how many queens can go to the corner; from then on, there is a tree for each number. More of
    them say which diagonals are `filled`; trees are begun anew with that.
    """

    runs: int
    ticks: int
    linear: bool = False
    filling: bool = False


BEGINNING = (
    Effort(1, MILLION // 10),
    Effort(8, MILLION, linear=True),
    Effort(48, 4 * MILLION, filling=True),
    Effort(160, 8 * MILLION),
    Effort(320, 16 * MILLION),
)
"""What is tried with a beginning before it is divided: some seconds."""

PART = (
    Effort(1, MILLION // 10),
    Effort(4, MILLION, linear=True),
    Effort(8, 4 * MILLION, filling=True),
    Effort(0, 20 * MILLION),
)
"""What is tried with a part of it."""

LITTLE = 30 * MILLION
"""Ticks that are still spent on a tree, if that seems to be all it needs."""

MUCH = 80 * MILLION
"""A tree that seems to need more ticks is not gone on with: it will be divided anyway."""

MOST_COUNTS = 6
"""Numbers of queens in the corner that are worth a tree each."""

MOST_NODES_OF_A_RUN = 200
NOISES = (0.2, 0.4)
"""How much chance there is in a run, in turns: each finds what the other does not."""


@dataclass(frozen=True)
class Verdict:
    """The columns of a placement, or None if it is proved that there is none."""

    columns: tuple[int, ...] | None
    method: str


@lru_cache(maxsize=1)
def decider(side: int) -> "Decider":
    """Return the decider for boards of a side; the last one is kept."""
    return Decider(side)


class Decider:
    """Decides for boards of one size whether some queens can be completed."""

    def __init__(self, side: int) -> None:
        self._side = side
        self._steady = [Tree(side)]
        self._chancy = Tree(side)
        self._certificates = 0

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
        runs = 8
        while True:
            for share in GREEDY_SHARES:
                beginning = beginnings[min(int(share * self._side), len(beginnings) - 1)]
                verdict = self.decide(beginning, (Effort(runs, 0),))
                if verdict is not None and verdict.columns is not None:
                    return verdict.columns
            runs *= 2

    def decide(self, opening: Opening, efforts: Iterable[Effort]) -> Verdict | None:
        """Find out whether queens can be completed; None if that takes more than these efforts."""
        if opening.is_stuck:
            return Verdict(None, "rules: a line without a square, or a corner without room")
        if not opening.open:
            columns = (queen.column for queen in sorted(opening.queens))
            return Verdict(tuple(columns), "rules: every row has its queen")
        self._chancy.forget(repr(opening.queens).encode())
        self._certificates = 0
        cases = trees = self._begin([opening])
        is_relaxed = False
        for effort in efforts:
            if effort.linear:
                left = [case for tree in trees for case in self._cases(tree.opening)]
                if not left:
                    return self._by_linear_programmes()
                if left != [tree.opening for tree in trees]:
                    cases = trees = self._begin(left)
            if effort.filling:
                trees = [tree for tree in trees if not self._fill(tree)]
                if not trees:
                    return self._by_linear_programmes()
            for tree in tuple(trees):
                found = self._run(tree, effort.runs)
                if found:
                    return _verdict("chance", [self._chancy], self._chancy.columns, found)
                if found is False:
                    trees = [other for other in trees if other is not tree]
            if not trees:
                return _verdict("chance", [self._chancy], (), False)
            is_relaxed |= effort.linear
            open_ = []
            for tree in trees:
                if is_relaxed and not tree.is_long:
                    tree.tighten()
                found = _grow(tree, effort.ticks)
                if found:
                    return _verdict("tree", cases, tree.columns, found)
                if found is None:
                    open_.append(tree)
            if not open_:
                return _verdict("tree", cases, (), False)
            trees = open_
        return None

    def _by_linear_programmes(self) -> Verdict:
        return Verdict(None, f"linear programme: {self._certificates} certificates")

    def _fill(self, tree: Tree) -> bool:
        """Find out which diagonals are filled; return whether that refutes the tree."""
        is_refuted = tree.fill()
        self._certificates += is_refuted
        return is_refuted

    def _begin(self, openings: list[Opening]) -> list[Tree]:
        """Return a tree for each opening."""
        while len(self._steady) < len(openings):
            self._steady.append(Tree(self._side))
        trees = self._steady[: len(openings)]
        for tree, opening in zip(trees, openings, strict=True):
            tree.forget(repr(opening.queens).encode())
            tree.begin(opening)
        return trees

    def _run(self, tree: Tree, runs: int) -> bool | None:
        """Look for a placement from the root of a tree by short runs with some chance."""
        for noise in islice(cycle(NOISES), runs):
            self._chancy.begin_like(tree)
            found = self._chancy.go_on(nodes=MOST_NODES_OF_A_RUN, noise=noise)
            if found is not None:
                return found
        return None

    def _cases(self, opening: Opening) -> list[Opening]:
        """Return what linear programmes leave of an opening: one for each number in the corner."""
        edge = opening.edge if opening.corner is None else None
        in_corner = self._relax(opening, edge)
        if in_corner is None:
            return []
        corners = self._corners(opening, edge, in_corner)
        if not corners:
            return [opening]
        return [opening.after(corner) for corner in corners[1:-1]]

    def _relax(self, opening: Opening, edge: int | None = None) -> float | None:
        """Return how many queens a linear programme puts into the corner; None: it has proved that
        there is no placement.
        """
        relaxed = relax(opening, edge)
        if relaxed.prices is not None:
            self._chancy.begin(opening)
            if self._chancy.is_refuted_by(relaxed.prices):
                self._certificates += 1
                return None
        return relaxed.in_corner

    def _corners(self, opening: Opening, edge: int | None, in_corner: float) -> list[Corner]:
        """Divide by the number of queens in the corner.

        The first and the last are refuted already, if they are not empty, and the others have one
        number each; there are none if that would be too many.
        """
        if edge is None:
            return []
        count = len(opening.open)
        below, above = math.ceil(in_corner - 1e-6) - 1, math.floor(in_corner + 1e-6) + 1
        while below >= 0 and self._relax(opening.after(Corner(edge, 0, below))) is not None:
            below -= 1
            if above - below > MOST_COUNTS:
                return []
        while above <= count and self._relax(opening.after(Corner(edge, above, count))) is not None:
            above += 1
            if above - below > MOST_COUNTS:
                return []
        numbers = [Corner(edge, each, each) for each in range(below + 1, above)]
        return [Corner(edge, 0, below), *numbers, Corner(edge, above, count)]

    def go_through(self, opening: Opening) -> Verdict:
        """Find out whether queens can be completed, however long that takes."""
        waiting = [opening]
        parts = 0
        while waiting:
            part = waiting.pop()
            parts += 1
            verdict = self.decide(part, PART)
            if verdict is None:
                waiting += [part.after(step) for step in self.steps(part)]
            elif verdict.columns is not None:
                return verdict
        return Verdict(None, f"parts: {parts}")

    def steps(self, opening: Opening) -> Sequence[Step]:
        """Return the steps to branch over: numbers of queens in the corner, or a line."""
        edge = opening.edge if opening.corner is None else None
        in_corner = None if edge is None else self._relax(opening, edge)
        corners = [] if in_corner is None else self._corners(opening, edge, in_corner)
        return [each for each in corners if each.least <= each.most] or self._line(opening)

    def _line(self, opening: Opening) -> list[Cell]:
        """Return the open squares of the line to branch over, as the rules of chess have them."""
        (tree,) = self._begin([opening])
        tree.go_on(nodes=1, squarely=True)
        branches = tree.branches()
        if not branches:  # there is no placement: any line will do
            return opening.row(min(opening.open))
        row, column = branches[0]
        if all(cell.row == row for cell in branches):
            return opening.row(row)
        return opening.column(column)


def _grow(tree: Tree, ticks: int) -> bool | None:
    """Go on with a tree, and for longer if it seems to be nearly done."""
    if not ticks or tree.is_long:
        return None
    found = tree.go_on(ticks)
    if found is None and ticks >= MILLION:
        left = tree.ticks_left
        tree.is_long = left > MUCH
        if left < LITTLE:
            found = tree.go_on(2 * LITTLE)
    return found


def _verdict(method: str, trees: Sequence[Tree], columns: tuple[int, ...], found: bool) -> Verdict:
    """Say how trees have reached a verdict."""
    nodes, certificates, searched = (
        sum(tree.numbers[name] for tree in trees) for name in ("nodes", "certificates", "searched")
    )
    how = f"{method}: {nodes} nodes, {certificates} certificates, {searched} searched"
    if nodes == 1:
        how = "counting: 1 certificate" if certificates else f"search: {searched} nodes"
    return Verdict(columns if found else None, how)
