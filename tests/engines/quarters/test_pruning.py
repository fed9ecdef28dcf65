"""No optimum is lost by pruning, whatever the weights, the prices and the proposals are."""

from itertools import permutations, product
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from satchess.engines import highs
from satchess.engines.quarters import sweep
from satchess.engines.quarters.kernels import WASTED, undominated
from satchess.engines.quarters.prices import Shares
from satchess.engines.quarters.pricing import SCALE, Pricing
from satchess.engines.quarters.quartering import Quartering, quartered
from satchess.engines.quarters.search import Halves, optimise
from satchess.engines.quarters.sweep import Frontier, Window
from satchess.engines.sat.optimum import Bounds
from satchess.questions.base import Question

OPTIMA = {
    "domination knight 4": 4,
    "domination knight 5": 5,
    "domination knight 5x4": 4,
    "domination king 6x5": 4,
    "domination W 4x5": 6,
    "domination knight 4x5 --total": 6,
}
clauses_of_seven = st.lists(
    st.frozensets(st.integers(1, 7), min_size=1, max_size=4), min_size=1, max_size=9, unique=True
)


def quarters_of(question: str, overlap: int = 0) -> Quartering:
    quarters = quartered(Question.parse(question).model(), overlap)
    assert isinstance(quarters, Quartering)
    return quarters


def lightest(clauses: list[frozenset[int]], weights: dict[int, int]) -> int:
    """By looking at all sets."""
    choices = product((False, True), repeat=len(weights))
    sets = ({v for v, taken in zip(weights, row, strict=True) if taken} for row in choices)
    return min(
        sum(weights[v] for v in chosen) for chosen in sets if all(c & chosen for c in clauses)
    )


@given(
    clauses_of_seven,
    st.permutations(range(1, 8)),
    st.lists(st.integers(0, 9), min_size=7, max_size=7),
    st.sampled_from([0, sweep.SEEN]),
)
def test_a_window_knows_its_lightest_cover(
    clauses: list[frozenset[int]], order: list[int], weighing: list[int], seen: int
) -> None:
    """With prices that are renewed at each step, and with the first ones all along."""
    weights = dict(zip(range(1, 8), weighing, strict=True))
    least = lightest(clauses, weights)
    pricing = Pricing(clauses, order)
    assert sum(pricing.prices(weights)) <= least
    frontier = Frontier(tuple(clauses), tuple(order))
    with patch.object(sweep, "SEEN", seen):
        for limit in (least, least + 5):
            window = Window(frontier, weights, pricing, limit)
            assert window.least == least
            assert window.values[0].tolist() == [least]
        assert Window(frontier, weights, pricing, least - 1).least is None


@given(
    clauses_of_seven,
    st.permutations(range(1, 8)),
    st.lists(st.integers(0, 9), min_size=7, max_size=7),
    st.integers(0, 6),
    st.frozensets(st.integers(1, 7)),
)
def test_a_window_knows_the_lightest_cover_with_an_end(
    clauses: list[frozenset[int]],
    order: list[int],
    weighing: list[int],
    kept: int,
    chosen: frozenset[int],
) -> None:
    weights = dict(zip(range(1, 8), weighing, strict=True))
    beginning, end = order[:kept], chosen.intersection(order[kept:])
    free = [clause for clause in clauses if not clause & end]
    pricing, frontier = Pricing(clauses, order), Frontier(tuple(clauses), tuple(order))
    window = Window(frontier, weights, pricing, sum(weighing), kept)
    if all(clause.intersection(beginning) for clause in free):
        least = lightest(
            [clause.intersection(beginning) for clause in free], {v: weights[v] for v in beginning}
        )
        assert window.lightest(chosen) == least + sum(weights[v] for v in end)
    else:
        assert window.lightest(chosen) >= WASTED


@given(clauses_of_seven, st.permutations(range(1, 8)))
def test_open_clauses_have_bits_of_their_own(
    clauses: list[frozenset[int]], order: list[int]
) -> None:
    frontier = Frontier(tuple(clauses), tuple(order))
    for steps in range(8):
        bits = [frontier.slots[c] for c in frontier.open_after(steps)]
        assert len(set(bits)) == len(bits)


@given(st.sampled_from(sorted(OPTIMA)), st.integers(0, 2), st.data())
@settings(max_examples=25)
def test_no_optimum_is_lost_under_any_shares(
    question: str, overlap: int, data: st.DataObject
) -> None:
    quarters, optimum = quarters_of(question, overlap), OPTIMA[question]
    variables = sorted(frozenset().union(*quarters.quarter), key=quarters.order.index)
    drawn = data.draw(st.lists(st.integers(0, 9), min_size=len(variables), max_size=99))
    uses = dict.fromkeys(quarters.order, 0)
    for image in quarters.images:
        for v, weight in zip(variables, drawn, strict=False):
            uses[image[v - 1]] += weight
    assume(max(uses.values()))
    weights = {
        v: weight * SCALE // max(uses.values()) for v, weight in zip(variables, drawn, strict=False)
    }
    window = Window(
        Frontier(quarters.quarter, tuple(variables)),
        weights,
        Pricing(quarters.quarter, variables),
        optimum * SCALE,
    )
    assert window.least is not None
    shares = Shares(weights, window.least)
    assert 4 * window.least <= optimum * SCALE
    found = Halves(quarters, shares, optimum).joined()
    assert found is not None
    assert len(found) == optimum
    assert all(found & clause for clause in quarters.clauses)
    assert Halves(quarters, shares, optimum - 1).joined() is None


@pytest.mark.parametrize("question", sorted(OPTIMA))
def test_wrong_proposals_prove_nothing_wrong(
    question: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Floating point proposes: whatever it proposes, the optimum stays."""
    solve = highs.GrowingProgramme.solve
    chance = np.random.default_rng(17)

    def shaken(
        self: highs.GrowingProgramme,
    ) -> tuple[highs.SimplexStatus, highs.Floats, highs.Floats]:
        status, values, multipliers = solve(self)
        factors = chance.uniform(0.5, 1.5, len(values))
        return status, values * factors, multipliers * chance.uniform(0.2, 3.0, len(multipliers))

    monkeypatch.setattr(highs.GrowingProgramme, "solve", shaken)
    model = Question.parse(question).model()
    *_, last = optimise(model, Bounds.at_first(model))
    assert last.lower == last.upper == OPTIMA[question]


@pytest.mark.parametrize("overlap", [0, 1, 2])
def test_quarters_of_every_size_prove_the_same(overlap: int) -> None:
    for question, optimum in (*OPTIMA.items(), ("domination knight 9", 14)):
        model = Question.parse(question).model()
        *_, last = optimise(model, Bounds.at_first(model), (overlap,))
        assert last.lower == last.upper == optimum


@given(st.lists(st.tuples(st.integers(0, 15), st.integers(0, 15), st.integers(1, 3)), max_size=12))
def test_what_is_kept_beats_all_the_rest(states: list[tuple[int, int, int]]) -> None:
    def beats(one: tuple[int, int, int], other: tuple[int, int, int]) -> bool:
        return one[2] <= other[2] and all(
            m & ~n == 0 for n, m in zip(one[:2], other[:2], strict=True)
        )

    masks = np.array([state[:2] for state in states], np.uint64).reshape(-1, 2)
    kept = [states[k] for k in undominated(masks, np.array([p for *_, p in states], np.int64))]
    assert all(any(beats(one, state) for one in kept) for state in states)
    assert not any(beats(one, other) for one, other in permutations(kept, 2))
