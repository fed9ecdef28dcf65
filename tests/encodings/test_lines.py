"""Line counts and counting cuts: no cover of a small board may break any of them."""

from collections.abc import Iterator
from itertools import combinations

import pytest
from pysat.solvers import Solver

from satchess.encodings import counting_cuts
from satchess.encodings.counting_cuts import add_counting_cuts
from satchess.encodings.formula import Formula
from satchess.encodings.line_counts import LineCounts
from satchess.model import AtMost, Clause, Model
from satchess.questions import Question

MOST_PIECES = 3

COVERS = [
    "domination queen 3",
    "domination queen 4x5",
    "domination queen 5",
    "domination queen 6",
    "domination queen 2x7",
    "domination queen 5 --total",
    "domination queen 5 --independent",
    "domination queen 5 --forbid c3",
    "domination queen 5 --within a1,b1,c1,d1,e1,a3,b3,c3,d3,e3,b5,c5,d5",
    "domination queen 5x6 --holes c3",
    "domination queen 5 --walls b2,d4",
    "domination queen 4x4:torus",
    "domination queen 5x5:torus",
    "domination queen 4x6:cylinder",
    "domination queen 5x4:cylinder",
    "domination rook 3x4",
    "domination bishop 4x5",
    "domination amazon 5",
]


def model_of(text: str) -> Model:
    model = Question.parse(text).model()
    assert model.families
    assert model.counts_pieces
    return model


def covers(model: Model) -> Iterator[frozenset[int]]:
    """Yield the sets of few squares that satisfy the clauses and bounds of a model."""
    for size in range(MOST_PIECES + 1):
        for taken in combinations(model.board_variables, size):
            cover = frozenset(taken)
            if all(satisfies(cover, model, number) for number in range(len(model.constraints))):
                yield cover


def satisfies(taken: frozenset[int], model: Model, number: int) -> bool:
    constraint = model.constraints[number]
    assert not hasattr(constraint, "then")
    true = sum((abs(v) in taken) == (v > 0) for v in constraint.literals)
    if isinstance(constraint, Clause):
        return true >= 1
    assert isinstance(constraint, AtMost)
    return true <= constraint.bound


@pytest.mark.parametrize("text", COVERS)
def test_every_cover_satisfies_line_counts_and_counting_cuts(text: str) -> None:
    model = model_of(text)
    formula = Formula(model)
    counts = LineCounts(formula, MOST_PIECES)
    add_counting_cuts(formula, counts, MOST_PIECES)
    bounds = [counts.at_least_as_good_as(size) for size in range(MOST_PIECES + 1)]
    seen = 0
    with Solver("minisat22", bootstrap_with=formula.collector.clauses) as solver:
        for cover in covers(model):
            squares = [v if v in cover else -v for v in model.board_variables]
            for size in range(len(cover), MOST_PIECES + 1):
                assert solver.solve([*squares, *bounds[size]]), (sorted(cover), size)
            for size in range(len(cover)):
                assert not solver.solve([*squares, *bounds[size]]), (sorted(cover), size)
            seen += 1
    assert seen or text in NOT_SO_FEW


NOT_SO_FEW = {"domination bishop 4x5"}

UNCUT = {
    "domination queen 5 --total",  # a piece does not cover its own square, but its lines pass it
    "domination rook 3x4",  # two directions: no others
    "domination bishop 4x5",
    "domination amazon 5",  # which covers squares off its lines
}


@pytest.mark.parametrize("text", COVERS)
def test_every_cover_satisfies_the_inequality_of_every_cut(text: str) -> None:
    model = model_of(text)
    formula = Formula(model)
    cuts = list(inequalities(formula))
    assert bool(cuts) == (text not in UNCUT)
    for cover in covers(model):
        for (a, b), rows, within, weight, passes in cuts:
            if cover.isdisjoint(a) and cover.isdisjoint(b):
                empty = sum(cover.isdisjoint(row) for row in rows)
                assert weight * empty <= passes * len(cover & within)


def inequalities(
    formula: Formula,
) -> Iterator[
    tuple[
        tuple[tuple[int, ...], tuple[int, ...]],
        list[tuple[int, ...]],
        frozenset[int],
        int,
        int,
    ]
]:
    """Yield two lines, and what holds if both are empty: as `add_counting_cuts` says it."""
    families = formula.model.families
    covered = counting_cuts._covered_by_lines(formula)
    for first in families:
        for second in families:
            others = [family for family in families if family not in (first, second)]
            if first == second or not others:
                continue
            found = counting_cuts._cuts(first, second, others, covered, largest=0)
            for cut, pairs in found.items():
                for a, b in pairs:
                    rows = [second[row] for row in cut.across]
                    yield (first[a], first[b]), rows, cut.within, cut.weight, len(others)


def test_squares_are_covered_by_lines_where_nothing_else_covers_them() -> None:
    def covered(text: str) -> set[str]:
        model = model_of(text)
        found = counting_cuts._covered_by_lines(Formula(model))
        return {str(model.places[variable - 1].square) for variable in found}

    everywhere = {f"{file}{rank}" for file in "abcde" for rank in range(1, 6)}
    assert covered("domination queen 5") == everywhere
    assert covered("domination queen 5 --forbid c3,a1") == everywhere - {"a1", "c3"}
    assert covered("domination queen 5 --total") == set()
    assert covered("domination amazon 5") == set()


def test_cuts_refute_by_propagation_what_else_takes_search() -> None:
    """Four queens on 9x9, given two empty ranks and some empty files next to each other."""
    model = model_of("domination queen 9")
    refuted = []
    for with_cuts in (True, False):
        formula = Formula(model)
        counts = LineCounts(formula, 4)
        if with_cuts:
            add_counting_cuts(formula, counts, 4)
        bound = counts.at_least_as_good_as(4)
        ranks, files = ([-formula.occupied_literal(line) for line in f] for f in model.families[:2])
        with Solver("minisat22", bootstrap_with=formula.collector.clauses) as solver:
            refuted.append(
                {
                    (two, run)
                    for two in combinations(range(9), 2)
                    for run in combinations(range(10), 2)
                    if not solver.propagate(
                        [*bound, *(ranks[rank] for rank in two), *files[slice(*run)]]
                    )[0]
                }
            )
    by_cuts, by_counts = refuted
    assert by_counts < by_cuts
    # a change that makes the cuts stronger may raise this; none may lower it
    assert len(by_cuts - by_counts) == 130


def test_windows_are_the_longest_runs_that_no_line_passes_twice() -> None:
    lines_of = {v: [(0, v % 23), (1, v * 3 % 19)] for v in range(40)}
    for shift in range(8):
        both = [None if (row + shift) % 6 == 0 else (row, row + 11 + shift) for row in range(20)]
        found = [*counting_cuts._windows(both, lines_of)]
        assert found == runs(both, lines_of)
        assert len(found) > 2


def runs(
    both: list[tuple[int, int] | None], lines_of: dict[int, list[tuple[int, int]]]
) -> list[range]:
    """All runs of rows without a line that passes twice, which no longer such run contains."""

    def is_fine(run: range) -> bool:
        pairs = [both[row] for row in run]
        passed = [line for pair in pairs for v in pair or () for line in lines_of[v]]
        return None not in pairs and len(passed) == len(set(passed))

    size = len(both)
    fine = [
        range(a, b) for a in range(size) for b in range(a + 1, size + 1) if is_fine(range(a, b))
    ]
    return [r for r in fine if not any(set(r) < set(other) for other in fine)]


def test_components_are_joined_along_lines() -> None:
    rank, file, rising, falling = model_of("domination queen 4").families
    component_of, components = counting_cuts._components([rising, falling])
    assert sorted(map(len, components)) == [8, 8]  # the colours
    assert all(v in components[number] for v, number in component_of.items())
    for family in (rising, falling):
        assert all(len({component_of[v] for v in line}) == 1 for line in family)
    assert counting_cuts._components([rank, file])[1] == [frozenset(range(1, 17))]
