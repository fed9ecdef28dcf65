"""Proofs: whatever prices, corners and forced diagonals say, no placement is lost."""

from itertools import product

import numpy as np
import pytest

from satchess.engines.first_queens import engine as chase
from satchess.engines.first_queens import lp
from satchess.engines.first_queens.decisions import BEGINNING, Effort, decider
from satchess.engines.first_queens.kernels.tree_workspace import Workspace
from satchess.engines.first_queens.position import Corner, Opening
from satchess.engines.first_queens.tree import Tree
from satchess.engines.kernels.bits import word_slots
from satchess.engines.kernels.status import REFUTED
from tests.first_queens_boards import (
    PUBLISHED,
    Placement,
    completions,
    diagonals,
    forced_words,
    lines_of,
    openings,
    wide_openings,
    with_corners,
)

NOTHING = lp.Prices({}, {}, {})


@pytest.mark.parametrize("side", [8, 10])
def test_no_prices_refute_or_remove_what_there_is(side: int) -> None:
    """Whatever is proposed, right or wrong: a square of a placement stays open.

    Nor is a diagonal taken for forced that a placement leaves empty.
    """
    from satchess.engines.first_queens.kernels import duals as prices
    from satchess.engines.first_queens.kernels.corner import prune_by_corner
    from satchess.engines.first_queens.kernels.diagonals import prune_by_diagonals
    from satchess.engines.first_queens.kernels.search import set_up
    from satchess.engines.first_queens.kernels.tree_workspace import make_workspace

    rng = np.random.default_rng(side)
    removed_in_all = dict.fromkeys(("prices", "forced prices", "diagonals", "corner"), 0)
    forced_in_all = 0
    for opening, placements in with_corners(side, 80):
        rows = sorted(opening.open)
        count = len(rows)
        masks = np.array([[opening.open[row]] for row in rows], np.uint64)
        corner = opening.corner or Corner(side, 0, count)
        to_come = [{row: placement[row] for row in rows} for placement in placements]
        common = set.intersection(*(diagonals(each, side) for each in to_come or [{}]))
        for method, spread in (
            *(("prices", spread) for spread in (0.0, 3.0, 300.0, 1e7, 1e8)),
            *(("forced prices", spread) for spread in (0.0, 3.0, 300.0, 1e7, 1e8)),
            ("diagonals", 0.0),
            ("corner", 0.0),
        ):
            workspace = make_workspace(side, side)
            set_up((0,), workspace, np.array(rows, np.int64), masks, *corner)
            if method == "forced prices":
                workspace.nodes.forced[: len(workspace.scratch.used)] = forced_words(common, side)
            if method.endswith("prices"):
                prices.scale(workspace.size, workspace.nodes, workspace.scratch, 0, count, 40)
                prices.take_logs(workspace.size, workspace.nodes, workspace.scratch, 0)
                workspace.scratch.logs[:] += rng.normal(0, spread, len(workspace.scratch.logs))
                refuted, _, removed = prices.prove(
                    (0,), workspace.size, workspace.nodes, workspace.scratch, 0, count
                )
            elif method == "diagonals":
                refuted, removed = prune_by_diagonals(
                    (0,), workspace.size, workspace.nodes, workspace.scratch, 0, count
                )
            else:
                refuted, removed = prune_by_corner((0,), workspace.size, workspace.nodes, 0, count)
            removed_in_all[method] += removed
            assert not (refuted and placements)
            for placement, (place, row) in product(placements, enumerate(rows)):
                assert int(workspace.nodes.open[place]) >> placement[row] & 1
            if not refuted:
                forced = lines_of(
                    list(map(int, workspace.nodes.forced[: len(workspace.scratch.used)])), side
                )
                assert forced <= common or not placements
                forced_in_all += len(forced) if method == "prices" else 0
    assert all(removed_in_all.values())
    assert forced_in_all


def test_a_linear_programme_refutes_and_wrong_prices_do_not() -> None:
    beginning = "1 3 5 2 4 9 11 13 15 6 8 19 7 22 10 25 27 29 31 12 14 35 44"
    opening = Opening.of(61, chase.columns_of(beginning))
    tree = Tree(61)
    tree.begin(opening)
    right = lp.relax(opening).prices
    assert right is not None
    assert tree.is_refuted_by(right)
    tree.begin(opening)
    assert not tree.is_refuted_by(NOTHING)
    # what refutes one beginning does not refute another one that can be completed
    tree.begin(Opening.of(61, [column - 1 for column in PUBLISHED["solutions"]["61"][:23]]))
    assert not tree.is_refuted_by(right)


# The corner


@pytest.mark.parametrize("side", [8, 11])
def test_decisions_with_a_corner_are_those_of_brute_force(side: int) -> None:
    for opening, placements in with_corners(side, 30):
        verdict = decider(side).decide(opening, BEGINNING)
        assert verdict is not None
        assert (verdict.columns is not None) == bool(placements)
        if verdict.columns is not None:
            assert dict(enumerate(verdict.columns)) in placements


@pytest.mark.parametrize("side", [8, 11])
def test_trees_with_a_corner_and_kept_prices_are_those_of_brute_force(side: int) -> None:
    for opening, placements in with_corners(side, 20):
        if opening.is_stuck:
            continue
        tree = Tree(side)
        tree.reset(b"")
        tree.begin(opening)
        found = False if tree.force_diagonals() else None
        while found is None:
            tree.tighten()
            found = tree.go_on(nodes=1)
        assert found == bool(placements)


# Filled diagonals


@pytest.mark.parametrize("side", [8, 11, "wide"])
def test_what_is_known_of_diagonals_loses_no_placement(side: int | str) -> None:
    """A tree that is told of a diagonal that it is forced finds a placement that fills it."""
    from satchess.engines.first_queens.kernels.search import forced_of

    found_in_all = {True: 0, False: 0}
    for opening in wide_openings(16, seed=1) if side == "wide" else openings(int(side), 30, seed=1):
        placements = list(completions(opening))
        top, left, across = opening.window
        to_come = [{row - top: each[row] - left for row in opening.open} for each in placements]
        lines = {line for each in to_come for line in diagonals(each, across)}
        for line in sorted(lines)[:12] or [("down", across - 1)]:
            tree = Tree(opening.side)
            tree.reset(b"")
            tree.begin(opening)
            forced_of(tree._workspace)[:] = forced_words([line], across)
            found = tree.go_on()
            assert found == bool(placements)
            if found:
                assert dict(enumerate(tree.columns)) in placements
            found_in_all[bool(found)] += 1
    assert all(found_in_all.values())


@pytest.mark.parametrize("side", [8, 10, "wide"])
def test_a_leaf_searches_all_that_forced_diagonals_leave(side: int | str) -> None:
    """Told of all diagonals of a placement, a search finds it; of others, it finds none."""
    from satchess.engines.first_queens.kernels.leaves import search_leaf

    for opening in wide_openings(12, seed=2) if side == "wide" else openings(int(side), 30, seed=2):
        placements = list(completions(opening))
        top, left, across = opening.window
        tree = Tree(opening.side)
        for placement in placements[:6]:
            tree.begin(opening)
            workspace, count = tree._workspace, len(opening.open)
            slots = word_slots(across)
            rows = sorted(opening.open)
            for k, row in enumerate(rows):
                workspace.leaves.rows[k] = row - top
                for w in range(len(slots)):
                    word = opening.open[row] >> left >> 64 * w & (1 << 64) - 1
                    workspace.leaves.open[128 * w + k] = word
            for w in range(len(slots)):
                workspace.leaves.need[w] = workspace.nodes.need[w]
            to_come = {row - top: placement[row] - left for row in rows}
            workspace.leaves.forced[: len(workspace.scratch.used)] = forced_words(
                diagonals(to_come, across), across
            )
            workspace.leaves.least[0], workspace.leaves.most[0] = 0, count
            columns = np.zeros(across, np.int64)
            upper = workspace.nodes.corner.upper
            status, _ = search_leaf(
                slots, across, count, workspace.leaves, across, upper, 10**9, columns
            )
            assert status != REFUTED
            found = {row: int(columns[row]) for row in to_come}
            assert diagonals(found, across) == diagonals(to_come, across)


@pytest.mark.parametrize("side", [10, 11])
def test_every_placement_is_in_a_branch(side: int) -> None:
    """The kernels of a tree, node by node: what is forced is, and no placement gets lost."""
    from satchess.engines.first_queens.kernels.search import set_up
    from satchess.engines.first_queens.kernels.tree_workspace import make_workspace

    walk = _Walk(side)
    for opening, placements in with_corners(side, 40):
        rows = sorted(opening.open)
        workspace = make_workspace(side, side)
        masks = np.array([[opening.open[row]] for row in rows], np.uint64)
        corner = opening.corner or Corner(side, 0, len(rows))
        set_up((0,), workspace, np.array(rows, np.int64), masks, *corner)
        walk.through(workspace, 0, len(rows), placements)
    assert walk.closed
    assert walk.forced


class _Walk:
    """Goes to every node that has placements, and counts diagonals that are closed or forced."""

    def __init__(self, side: int) -> None:
        self._side = side
        self.closed = self.forced = 0

    def through(
        self, workspace: Workspace, depth: int, count: int, placements: list[Placement]
    ) -> None:
        from satchess.engines.first_queens.kernels import duals as prices
        from satchess.engines.first_queens.kernels.branching import branch, close, descend
        from satchess.engines.first_queens.kernels.tree_workspace import CLOSED
        from satchess.engines.first_queens.kernels.workspace import ROW_STRIDE

        if not count or not placements:
            return
        rows = [
            int(row)
            for row in workspace.nodes.rows[depth * ROW_STRIDE : depth * ROW_STRIDE + count]
        ]
        words = len(workspace.scratch.used)
        mine, below = (slice(d * words, (d + 1) * words) for d in (depth, depth + 1))
        lines = [diagonals({row: each[row] for row in rows}, self._side) for each in placements]
        common = set.intersection(*lines)
        prices.scale(workspace.size, workspace.nodes, workspace.scratch, depth, count, 40)
        prices.take_logs(workspace.size, workspace.nodes, workspace.scratch, depth)
        assert not prices.prove(
            (0,), workspace.size, workspace.nodes, workspace.scratch, depth, count
        )[0]
        forced = lines_of(list(map(int, workspace.nodes.forced[mine])), self._side)
        assert forced <= common
        self.forced += len(forced)
        if depth == 0:  # as a linear programme would say
            workspace.nodes.forced[mine] = forced_words(common, self._side)
        branch((0,), workspace, depth, count, False, depth < 6, 0.0, np.ones(1, np.uint64))
        first = depth * ROW_STRIDE
        cells = workspace.children.cells[
            first : first + int(workspace.children.number[depth])
        ].tolist()
        left = list(range(len(placements)))
        for cell in cells:
            workspace.nodes.forced[below] = np.uint64((1 << 64) - 1)  # of another branch, say
            if cell >= CLOSED:
                self.closed += 1
                across = int(workspace.size.across)
                bit = cell - CLOSED - across
                line = ("down", bit) if bit < 2 * across else ("up", bit - 2 * across)
                there = [n for n, its in enumerate(lines) if line not in its]
                is_open, still = close((0,), workspace, depth, count, cell - CLOSED), count
            else:
                row, column = rows[cell >> 8], cell & 255
                there = [n for n, each in enumerate(placements) if each[row] == column]
                is_open, still = (
                    descend((0,), workspace, depth, count, cell >> 8, column),
                    count - 1,
                )
            assert is_open or not there
            left = [n for n in left if n not in there]
            if is_open:
                self.through(workspace, depth + 1, still, [placements[n] for n in there])
        assert not left


def test_a_window_has_all_open_squares_and_no_more() -> None:
    for opening in openings(12, 40, seed=1):
        top, left, side = opening.window
        cells = [cell for row in opening.open for cell in opening.row(row)]
        rows, columns = ({cell[at] for cell in cells} for at in (0, 1))
        assert (min(rows), min(columns)) == (top, left)
        assert max(max(rows) - top, max(columns) - left) == side - 1
        for corner in (Corner(edge, 0, 1) for edge in range(-11, 13)):
            within = opening.window.corner(corner)
            assert -side < within.edge <= side
            for row, column in cells:
                is_inside = (column - left) - (row - top) >= within.edge
                assert is_inside == (column - row >= corner.edge)


def test_linear_programmes_force_diagonals() -> None:
    """75 rows: with 21 queens in the corner, 48 diagonals of one direction have all 48 queens."""
    beginning = "1 3 5 2 4 9 11 13 15 6 8 19 7 22 10 25 27 29 31 12 14 35 37 39 41 16 18"
    opening = Opening.of(75, chase.columns_of(beginning))
    assert opening.edge == 17
    tree = Tree(75)
    tree.begin(opening.after(Corner(17, 21, 21)))
    assert tree.forced == 0
    assert not tree.force_diagonals()
    assert tree.forced == 48
    tree.begin(opening.after(Corner(17, 20, 20)))
    assert tree.forced == 0


def test_no_whole_number_of_queens_fits_into_the_corner() -> None:
    """46 rows: linear programmes place 14.2 to 14.8 queens there, if they may be divided."""
    opening = Opening.of(46, chase.columns_of("1 3 5 2 4 9 11 13 15 6 8 19 7 22 10"))
    assert opening.edge == 9
    relaxed = lp.relax(opening, opening.edge)
    assert relaxed.prices is None
    assert 14 < relaxed.in_corner < 15
    verdict = decider(46).decide(opening, (Effort(0, 0, linear=True),))
    assert verdict is not None
    assert verdict.columns is None
    assert verdict.method.startswith("linear programme")
