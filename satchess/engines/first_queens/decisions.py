"""Decide whether some queens on a board can be completed.

Efforts run in order, each longer than the one before: short randomised searches for a placement,
linear programmes and a tree for a refutation.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import cycle, islice

from satchess.engines.first_queens.greedy import greedy_opening
from satchess.engines.first_queens.position import Cell, Corner, Opening, Step
from satchess.engines.first_queens.tree import Tree

GREEDY_SHARES = (0.35, 0.3, 0.25)
"""Shares of the rows placed greedily in the search for a good first placement.

First placements begin greedily in 0.29 to 0.37 of the rows, on boards from 23 to 115 rows.
"""

GREEDY_RUNS = 8
"""Randomised runs for each of these shares."""

MILLION = 1_000_000


@dataclass(frozen=True)
class Effort:
    """Linear programmes if asked for, so many short randomised runs, then a tree.

    All efforts of a decision share the tree: each adds so many ticks. With `linear`, linear
    programmes bound the number of queens in the corner; from then on there is a tree for each
    number. With `forcing`, more of them find forced diagonals; trees begin anew with those.
    """

    runs: int
    ticks: int
    linear: bool = False
    forcing: bool = False


BEGINNING = (
    Effort(1, MILLION // 10),
    Effort(8, MILLION, linear=True),
    Effort(48, 4 * MILLION, forcing=True),
    Effort(160, 8 * MILLION),
    Effort(320, 16 * MILLION),
)
"""Efforts for a beginning before it is divided: some seconds."""

PART = (
    Effort(1, MILLION // 10),
    Effort(4, MILLION, linear=True),
    Effort(8, 4 * MILLION, forcing=True),
    Effort(0, 20 * MILLION),
)
"""Efforts for a part of a beginning."""

LITTLE = 30 * MILLION
"""A tree that seems to need no more ticks than this is finished at once."""

MUCH = 80 * MILLION
"""A tree that seems to need more ticks than this is given up: it will be divided anyway."""

MOST_COUNTS = 6
"""Most numbers of queens in the corner that get a tree each."""

MOST_NODES_OF_A_RUN = 200
NOISES = (0.2, 0.4)
"""Noise of randomised runs, in turns: each finds what the other does not."""


@dataclass(frozen=True)
class Verdict:
    """The columns of a placement, or None for a proof that there is none."""

    columns: tuple[int, ...] | None
    method: str


@lru_cache(maxsize=1)
def decider(side: int) -> "Decider":
    """Return the decider for boards of a side; the last one is kept, with its memory."""
    return Decider(side)


class Decider:
    """Decides whether queens on boards of one size can be completed."""

    def __init__(self, side: int) -> None:
        self._side = side
        self._trees = [Tree(side)]
        self._randomised = Tree(side)
        self._certificates = 0

    def greedy_placement(self, rows: int) -> tuple[Opening, tuple[int, ...]] | None:
        """Return an opening that is greedy for more than so many rows, and a placement of it.

        None if short runs do not find one; that is no proof that there is none.
        """
        for share in GREEDY_SHARES:
            if int(share * self._side) <= rows:
                break
            opening = greedy_opening(self._side, int(share * self._side))
            verdict = self.decide(opening, (Effort(GREEDY_RUNS, 0),))
            if verdict is not None and verdict.columns is not None:
                return opening, verdict.columns
        return None

    def decide(self, opening: Opening, efforts: Iterable[Effort]) -> Verdict | None:
        """Decide whether queens can be completed; None if that takes more than these efforts."""
        if opening.is_stuck:
            return Verdict(
                None,
                "rules: a line without an open square, or a corner that cannot hold its queens",
            )
        if not opening.open:
            columns = (queen.column for queen in sorted(opening.queens))
            return Verdict(tuple(columns), "rules: every row has its queen")
        self._randomised.reset(repr(opening.queens).encode())
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
            if effort.forcing:
                trees = [tree for tree in trees if not self._force_diagonals(tree)]
                if not trees:
                    return self._by_linear_programmes()
            for tree in tuple(trees):
                found = self._run(tree, effort.runs)
                if found:
                    return _verdict(
                        "randomised", [self._randomised], self._randomised.columns, found
                    )
                if found is False:
                    trees = [other for other in trees if other is not tree]
            if not trees:
                return _verdict("randomised", [self._randomised], (), False)
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

    def _force_diagonals(self, tree: Tree) -> bool:
        """Find forced diagonals; return whether that refutes the tree."""
        is_refuted = tree.force_diagonals()
        self._certificates += is_refuted
        return is_refuted

    def _begin(self, openings: list[Opening]) -> list[Tree]:
        """Begin a tree for each opening."""
        while len(self._trees) < len(openings):
            self._trees.append(Tree(self._side))
        trees = self._trees[: len(openings)]
        for tree, opening in zip(trees, openings, strict=True):
            tree.reset(repr(opening.queens).encode())
            tree.begin(opening)
        return trees

    def _run(self, tree: Tree, runs: int) -> bool | None:
        """Look for a placement below the root of a tree in short randomised runs."""
        for noise in islice(cycle(NOISES), runs):
            self._randomised.begin_like(tree)
            found = self._randomised.go_on(nodes=MOST_NODES_OF_A_RUN, noise=noise)
            if found is not None:
                return found
        return None

    def _cases(self, opening: Opening) -> list[Opening]:
        """Split an opening by the numbers of queens in the corner that linear programmes allow."""
        edge = opening.edge if opening.corner is None else None
        in_corner = self._relax(opening, edge)
        if in_corner is None:
            return []
        corners = self._corners(opening, edge, in_corner)
        if not corners:
            return [opening]
        return [opening.after(corner) for corner in corners[1:-1]]

    def _relax(self, opening: Opening, edge: int | None = None) -> float | None:
        """Return how many queens a linear programme puts into the corner; None for a refutation."""
        from satchess.engines.first_queens.lp import relax  # which loads numpy

        relaxed = relax(opening, edge)
        if relaxed.prices is not None:
            self._randomised.begin(opening)
            if self._randomised.is_refuted_by(relaxed.prices):
                self._certificates += 1
                return None
        return relaxed.in_corner

    def _corners(self, opening: Opening, edge: int | None, in_corner: float) -> list[Corner]:
        """Divide by the number of queens in the corner; [] if there would be too many cases.

        The first and the last case are refuted already, or empty; the others have one number each.
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
        """Decide whether queens can be completed, however long that takes."""
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
        """Return all open squares of the line to branch over, pruned or not."""
        (tree,) = self._begin([opening])
        tree.go_on(nodes=1, rows_or_columns_only=True)
        branches = tree.branches()
        if not branches:  # there is no placement: any line will do
            return opening.row(min(opening.open))
        row, column = branches[0]
        if all(cell.row == row for cell in branches):
            return opening.row(row)
        return opening.column(column)


def _grow(tree: Tree, ticks: int) -> bool | None:
    """Resume a tree, and finish it if it seems to be nearly done."""
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
    """Return a verdict that says how trees have reached it."""
    nodes, certificates, searched = (
        sum(tree.numbers[name] for tree in trees) for name in ("nodes", "certificates", "searched")
    )
    how = f"{method}: {nodes} nodes, {certificates} certificates, {searched} searched"
    if nodes == 1:
        how = "counting: 1 certificate" if certificates else f"search: {searched} nodes"
    return Verdict(columns if found else None, how)
