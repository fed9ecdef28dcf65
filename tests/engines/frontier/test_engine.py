"""The frontier engine, in Python and compiled, against all assignments of small models."""

import json
import re
import subprocess
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import pairwise
from math import comb
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from satchess.domain.pieces import Piece
from satchess.domain.placement import Place
from satchess.domain.squares import Square
from satchess.encodings.conformance import assignments
from satchess.engines import advance
from satchess.engines.frontier import clauses, kernels, pace, run_numba, run_python
from satchess.engines.frontier import engine as frontier
from satchess.engines.frontier.bounds import most_placements, weights_for
from satchess.engines.frontier.compile import transitions
from satchess.engines.frontier.engine import FrontierEngine, expected_states
from satchess.engines.frontier.order import SWEEPS, best_order, swept
from satchess.errors import NotKnown
from satchess.events import Counted, Sized
from satchess.model import (
    AtMost,
    Clause,
    Constraint,
    Exactly,
    Model,
    Objective,
    Parity,
    Sense,
    When,
)
from satchess.questions.base import Question
from satchess.task import Progress, Task
from tests.commands import COMMAND
from tests.encodings.truth import holds
from tests.paths import TESTS

ENGINE = FrontierEngine()
PUBLISHED = TESTS / "published" / "berghammer.json"

# The oracle: all assignments


@cache
def by_value(model: Model) -> dict[int, int]:
    """Count the assignments that keep all constraints, by the value of the objective."""
    assert model.objective is not None
    assert not model.auxiliaries
    sizes: Counter[int] = Counter()
    for values in assignments(len(model.places)):
        if all(holds(constraint, values) for constraint in model.constraints):
            sizes[model.objective.value({v for v in model.board_variables if values[v - 1]})] += 1
    return dict(sizes)


def assert_agrees(model: Model) -> None:
    """Compare total, sizes and optimum of a model, whole and in components, with the oracle."""
    sizes = by_value(model)
    assert ENGINE.objection_to(model) is None
    assert ENGINE.total(model) == sum(sizes.values())
    assert ENGINE.polynomial(model) == sizes
    assert model.objective is not None
    choose = min if model.objective.sense is Sense.FEWEST else max
    best = (choose(sizes), sizes[choose(sizes)]) if sizes else None
    assert ENGINE.best(model) == best
    assert ENGINE._polynomial(model) == sizes
    assert ENGINE._best(model) == (best or (0, 0))
    assert all(
        ENGINE.number_at(model, size) == sizes.get(size, 0) for size in range(len(sizes) + 2)
    )


@pytest.fixture(params=["python", "compiled"])
def runner(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Run everything in Python, or everything compiled."""
    patience = 10**9 if request.param == "python" else 0
    monkeypatch.setattr(frontier, "PATIENCE", patience)
    monkeypatch.setattr(frontier, "PATIENCE_WHEN_LOADED", patience)
    return str(request.param)


QUESTIONS = [
    *(
        f"{kind} {piece} {board}{options}"
        for kind, options in [
            ("independence", ""),
            ("domination", ""),
            ("domination", " --total"),
            ("domination", " --independent"),
            ("domination", " --independent --upper"),
        ]
        for piece in ("king", "queen", "rook", "bishop", "knight")
        for board in ("3x3", "2x5")
    ),
    "independence king 3x4:torus",
    "independence knight 4x3:torus",
    "independence bishop 3x4:cylinder",
    "domination king 3x4:torus",
    "domination king 4x3:cylinder --independent",
    "domination bishop 3x4:torus",
    "domination rook 3x4:cylinder --total",
    "independence queen 4x4 --holes b2,c3 --walls c2",
    "domination rook 3x4 --walls b2",
    "domination bishop 4x3 --holes b2 --walls c1",
    "domination queen 3x5 --independent --walls c2,e1",
    "independence king 3x4 --within border",
    "domination queen 4x4 --within diagonal",
    "domination king 4x4 --within dark",
    "domination king 3x4 --require a1,b3 --forbid c2",
    "domination knight 3x4 --require b2",
    "independence rook 3x4 --require b2 --forbid a1,d3",
    "independence rook 3x3 --require a1,b1",
    "domination rook 3x3 --independent --require a1,b1",
    "independence WFN 3x4",
    "domination RN 3x4",
    "domination F2 3x4 --independent",
    "independence leprechaun:2 3x4",
    "domination (1,3) 3x4 --independent",
    "domination king 3x4 --where 'a1 | b2 => ~c3'",
    "independence king 3x4 --where 'a1 <=> d3'",
    "domination rook 3x3 --independent --where '~a1 | ~b2'",
    "domination king 3x3 --where 'a1 & ~a1'",
]


@pytest.mark.parametrize("text", QUESTIONS)
def test_questions(text: str, runner: str) -> None:
    assert_agrees(Question.parse(text).model())


@pytest.mark.parametrize(
    "text",
    [
        "independence king 4x4",
        "domination king 4x4",
        "domination king 3x4:torus --independent",
        "independence queen 4x4",
        "domination knight 4x4 --total",
        "domination rook 4x4 --independent",
        "domination bishop 4x4",
    ],
)
def test_placements_that_a_symmetry_leaves(text: str, runner: str) -> None:
    model = Question.parse(text).model()
    for permutation in model.symmetries:
        quotient = model.quotient(permutation)
        if len(quotient.places) <= 10:
            assert_agrees(quotient)


def literals(draw: st.DrawFn, variables: int, *, positive: bool) -> tuple[int, ...]:
    signs = st.just(1) if positive else st.sampled_from((1, 1, -1))
    chosen = draw(st.sets(st.integers(1, variables), min_size=0 if positive else 1, max_size=4))
    return tuple(v * draw(signs) for v in sorted(chosen))


@st.composite
def models(draw: st.DrawFn) -> Model:
    """Clauses of any signs, exclusions, and an objective with weights."""
    variables = draw(st.integers(1, 8))
    places = tuple(Place(Square(v // 3, v % 3), Piece.parse("king")) for v in range(variables))
    constraints: list[Constraint] = []
    for kind in draw(st.lists(st.sampled_from("cccppaaaemw"), max_size=9)):
        some = literals(draw, variables, positive=kind in "pa")
        match kind:
            case "c" | "p":
                constraints.append(Clause(some or (1,)))
            case "a":
                constraints.append(AtMost(1, some))
            case "m":
                constraints.append(AtMost(1, (*some, *some[:1])))
            case "e":
                constraints.append(Exactly(draw(st.integers(0, 1)), some))
            case "w":
                constraints.append(When(some[0], Clause(some[1:])))
    terms = tuple(v for v in range(1, variables + 1) for _ in range(draw(st.integers(0, 2))))
    return Model(places, tuple(constraints), Objective(draw(st.sampled_from(Sense)), terms))


@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(model=models())
def test_any_clauses_and_exclusions(model: Model, runner: str) -> None:
    assert_agrees(model)


def test_objections() -> None:
    def objection(text: str) -> str | None:
        return ENGINE.objection_to(Question.parse(text).model())

    assert "auxiliary" in (objection("domination king 3x4 --upper") or "")
    assert "Exactly" in (objection("independence king 3x4 --size 3") or "")
    assert "Parity" in (ENGINE.objection_to(Model((), (Parity(True, ()),))) or "")
    assert "states" in (objection("domination queen 14") or "")
    assert "states" in (objection("independence queen 16") or "")
    assert objection("domination queen 8") is None
    assert objection("domination king 16") is None
    assert objection("independence king 24") is None


def test_estimates_are_exact_where_states_are_few_and_of_the_right_size_elsewhere() -> None:
    def estimate(text: str, *, by_size: bool = False) -> int:
        return expected_states(Question.parse(text).model(), by_size=by_size)

    assert estimate("independence king 8") == 48
    assert "48 states" in ENGINE.estimate(Question.parse("independence king 8").model())
    assert "about 1 state at" in ENGINE.estimate(Question.parse("independence king 1x1").model())
    assert estimate("independence rook 3x3 --require a1,b1") == 0
    assert estimate("independence rook 1x1 --require a1") == 1
    # peaks of the runs: 82784, 47664, 143513, 6534
    assert 8_000 < estimate("domination king 16") < 8_000_000
    assert 5_000 < estimate("independence king 24") < 500_000
    assert 10_000 < estimate("domination queen 8") < 1_000_000
    assert 600 < estimate("domination king 12", by_size=True) < 60_000


# Whole tasks


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        ("independence king 8", {}, 281571),
        ("independence king 8", {"up_to_symmetry": True}, 35312),  # the issue
        ("independence queen 8", {"up_to_symmetry": True}, 12),  # OEIS A002562
        ("independence rook 4x4 --size 2", {}, 72),
        ("independence king 3x3", {"by_size": True}, ((0, 1), (1, 9), (2, 16), (3, 8), (4, 1))),
    ],
)
def test_tasks(text: str, options: dict[str, Any], expected: object) -> None:
    task = replace(Task("count", Question.parse(text)), **options)
    assert ENGINE.objection(task) is None
    results = [
        event.count if isinstance(event, Counted) else event.by_size
        for event in ENGINE.run(task)
        if isinstance(event, Sized) or (isinstance(event, Counted) and event.exact)
    ]
    assert results == [expected]


# Values with a source


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("independence king 16", (64, 254977173389319)),  # as the prototype
        ("domination king 13", (25, 2722291223553)),  # as the prototype
        ("independence bishop 13x16", (28, 54289)),  # Berghammer 2012
        ("domination bishop 8", (8, 11664)),  # Berghammer 2012
        ("domination knight 6", (8, 127)),  # Berghammer 2012
        ("domination rook 8", (8, 33514112)),  # 2 * 8**8 - 8!
        ("domination queen 7", (4, 86)),  # OEIS A002564
        ("independence queen 9", (9, 352)),  # OEIS A000170
    ],
)
def test_known_optima(text: str, expected: tuple[int, int]) -> None:
    assert ENGINE._best(Question.parse(text).model()) == expected


def test_published_tables() -> None:
    """All cells with m <= 5; two of the printed values are wrong."""
    data = json.loads(PUBLISHED.read_text())
    wrong = set()
    for kind in ("independence", "domination"):
        for piece, cells in data[kind].items():
            for board, (value, count) in cells.items():
                question = f"{kind} {piece} {board}"
                if board < "6" and ENGINE._best(Question.parse(question).model()) != (value, count):
                    wrong.add(question)
    assert wrong == {"domination knight 5x8", "domination bishop 5x8"}


# Long counts


def test_counts_of_many_words(runner: str) -> None:
    """On 2 x n, each two neighbouring files hold one king at most: Jacobsthal numbers, A001045."""
    model = Question.parse("independence king 2x300").model()
    assert ENGINE.total(model) == (2**302 - 1) // 3
    assert sum(ENGINE.polynomial(model).values()) == (2**302 - 1) // 3
    assert ENGINE.best(model) == (150, 151 * 2**150)


@pytest.mark.parametrize("words", [1, 2, 3])
def test_overflow_is_noticed(words: int) -> None:
    model = Question.parse("independence king 2x300").model()
    clausal = clauses.read(model)
    weights = weights_for(clausal, Sense.MOST)
    steps = transitions(clausal, best_order(model, clausal), weights)
    assert run_numba.run(steps, 0, words=words).count == 151 * 2**150
    steps = transitions(clausal, best_order(model, clausal))
    assert run_numba.run(steps, 0, words=words).count == (2**302 - 1) // 3


def kings_on_two_rows(columns: int) -> dict[int, int]:
    """Choose columns of which no two are neighbours, and one of two squares in each."""
    sizes = range((columns + 1) // 2 + 1)
    return {size: comb(columns - size + 1, size) << size for size in sizes}


@pytest.mark.parametrize("columns", range(26, 100, 3))
def test_sizes_at_the_seams_of_words(columns: int, runner: str) -> None:
    """The largest counts pass 2^31, 2^32, 2^62, 2^63 and 2^64 on the way: one prime, then more."""
    model = Question.parse(f"independence king 2x{columns}").model()
    assert ENGINE.polynomial(model) == kings_on_two_rows(columns)


def test_the_seams_are_passed() -> None:
    largest = [max(kings_on_two_rows(columns).values()) for columns in range(26, 100, 3)]
    for seam in (2**31, 2**32, 2**62, 2**63, 2**64):
        assert any(a < seam < b < 1024 * a for a, b in pairwise(largest))


# Little memory


def sizes_compiled(question: str) -> dict[int, int]:
    return sizes_of(Question.parse(question).model())


def sizes_of(model: Model) -> dict[int, int]:
    clausal = clauses.read(model)
    bits, most = most_placements(clausal).bit_length(), sum(clausal.gains.values())
    steps = transitions(clausal, best_order(model, clausal))
    packed = run_numba.run(steps, 0, bits, most + 1).count
    return {size: packed >> bits * size & (1 << bits) - 1 for size in range(most + 1)}


def test_remainders_are_counted_in_turn_if_memory_is_short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three primes at once take 3 * 100 words for a state, one at a time a third of that."""
    plenty = sizes_compiled("domination king 10x14")
    run_at_once = []
    run = run_numba._Programme.run

    def noted(programme: Any, words: int, *others: Any) -> Any:
        run_at_once.append(words)
        return run(programme, words, *others)

    monkeypatch.setattr(run_numba._Programme, "run", noted)
    monkeypatch.setattr(run_numba, "free_bytes", lambda: 10_000_000)
    assert sizes_compiled("domination king 10x14") == plenty
    assert run_at_once == [3, 1, 1, 1, 1]  # the second finds out how many states there are


@pytest.mark.parametrize(("free", "most_times"), [(5_000_000, 3), (1_000_000, 20)])
def test_sizes_are_counted_in_turn_if_there_is_less_memory(
    monkeypatch: pytest.MonkeyPatch, free: int, most_times: int
) -> None:
    """Modulo x^k - w for as many w as it takes."""
    question = "domination king 10x14"
    plenty = sizes_compiled(question)
    wrapped = []
    run = run_numba._Programme.run

    def noted(programme: Any, words: int, moduli: Any, wrap: int = 0) -> Any:
        wrapped.append(wrap)
        return run(programme, words, moduli, wrap)

    monkeypatch.setattr(run_numba._Programme, "run", noted)
    monkeypatch.setattr(run_numba, "free_bytes", lambda: free)
    assert sizes_compiled(question) == plenty
    assert 1 < len(set(wrapped)) <= most_times


def test_sizes_in_turn_are_no_fewer_than_an_orbit(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a quotient, a piece stands for up to four: modulo x^3 - w, x^4 is not w."""
    model = Question.parse("domination king 8").model()
    quarter = max(map(model.quotient, model.symmetries), key=lambda m: max(gains_of(m)))
    assert max(gains_of(quarter)) == 4
    plenty = sizes_of(quarter)
    monkeypatch.setattr(run_numba, "free_bytes", lambda: 3_300)  # 17 sizes at a time
    assert sizes_of(quarter) == plenty
    for free in (2_100, 2_500, 2_800):  # 1 to 3
        monkeypatch.setattr(run_numba, "free_bytes", lambda free=free: free)
        with pytest.raises(NotKnown, match="do not fit"):
            sizes_of(quarter)


def gains_of(model: Model) -> list[int]:
    return list(clauses.read(model).gains.values())


def test_what_does_not_fit_says_what_it_would_need(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_numba, "free_bytes", lambda: 100_000)
    needs = r"more than \d+ states at a time do not fit into \d+K of memory; twice as many .* \d+K"
    with pytest.raises(NotKnown, match=needs):
        sizes_compiled("domination king 10x14")


def test_memory_limits_are_kept() -> None:
    """In a process with that limit, of which libraries take the larger part."""
    words = "count domination queen 8 --by-size --engine frontier --no-cache --memory 700M"
    done = subprocess.run([*COMMAND, *words.split()], capture_output=True, text=True, check=False)
    assert re.search(
        r"more than [\d,]+ states at a time do not fit into \d+M of memory", done.stdout
    )
    assert (done.returncode, done.stderr) == (3, "")


@pytest.mark.parametrize(
    ("text", "by_size", "said"),
    [
        ("domination king 6", False, r"about 12 states at a time"),
        (
            "domination king 20",
            False,
            r"up to about \de\+07 states at a time, .*G of memory, \d+ min",
        ),
        (
            "domination king 20",
            True,
            r"up to about \S+ states at a time, \d+G of memory at once, \d+ (min|h)",
        ),
    ],
)
def test_forecasts_say_what_many_states_take(text: str, by_size: bool, said: str) -> None:
    task = Task("count", Question.parse(text), by_size=by_size)
    assert re.fullmatch(said, ENGINE.forecast(task))


@pytest.mark.parametrize(
    ("text", "peak"),
    [
        ("domination king 16 --all", 129_896),
        ("domination king 18 --all", 575_297),
        ("domination king 13:cylinder --all", None),
        ("domination wazir 12 --all", 113_536),
        ("domination queen 8 --all", 523_775),
        ("domination knight 8 --all", None),
    ],
)
def test_many_states_are_foreseen(text: str, peak: int | None) -> None:
    """Within a factor of ten of how many there are, or were when somebody ran it."""
    model = Question.parse(text).model()
    if peak is None:
        clausal = clauses.read(model)
        peak = run_numba.run(transitions(clausal, best_order(model, clausal)), 0).peak
    assert peak / 10 < frontier.expected_states(model) < 10 * peak


def test_what_is_far_too_large_says_what_it_would_need() -> None:
    objection = ENGINE.objection(Task("count", Question.parse("domination king 40")))
    assert objection is not None
    said = r"needs too many states, about .*: (over )?\d+G of memory, .* (h|days|years)"
    assert re.fullmatch(said, objection)


# Ways of running


@pytest.mark.parametrize(
    "text", ["domination king 9x10 --all", "domination king 10", "domination wazir 9 --all"]
)
def test_buckets_change_nothing(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cache so small that nearly every step goes through buckets."""
    model = Question.parse(text).model()
    clausal = clauses.read(model)
    weights = weights_for(clausal, Sense.FEWEST) if model.objective else None
    steps = transitions(clausal, best_order(model, clausal), weights)
    loss = 3 * weights.scale if weights else 0
    whole = run_numba.run(steps, loss)
    monkeypatch.setattr(run_numba, "CACHE", 300)
    monkeypatch.setattr(run_numba, "FEWEST_BUCKETS", 4)
    buckets = []
    sort: Any = kernels.in_buckets

    def noted(*states: Any) -> Any:
        members, ends = sort(*states)
        buckets.append(len(ends))
        return members, ends

    monkeypatch.setattr(run_numba, "in_buckets", noted)
    assert run_numba.run(steps, loss) == whole == run_python.run(steps, loss)
    assert len(buckets) > 3
    assert max(buckets) > 3


@pytest.mark.parametrize("text", ["domination king 9", "domination knight 6", "domination rook 6"])
def test_both_runners_agree(text: str) -> None:
    """Same count, same loss, same dropped states, same peak; from many states on."""
    model = Question.parse(text).model()
    clausal = clauses.read(model)
    weights = weights_for(clausal, Sense.FEWEST)
    for steps in (transitions(clausal, best_order(model, clausal), w) for w in (weights, None)):
        for loss in (0, weights.scale, 3 * weights.scale):
            assert run_numba.run(steps, loss) == run_python.run(steps, loss)


@pytest.mark.parametrize("text", ["domination king 9", "domination knight 6", "domination rook 6"])
def test_both_runners_give_up_alike(text: str) -> None:
    """After the same step, with as many states so far: estimates do not depend on who ran."""
    model = Question.parse(text).model()
    clausal = clauses.read(model)
    steps = transitions(clausal, best_order(model, clausal))
    for patience in (0, 1, 10, 100, 1_000):
        for runner in (run_python, run_numba):
            with pytest.raises(run_python.OutOfPatience) as given_up:
                runner.run(steps, 0, patience=patience)
            if runner is run_python:
                expected = given_up.value.states
        assert given_up.value.states == expected


def test_estimates_are_the_same_once_the_kernel_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some finish within their patience, others do not."""
    models = [
        Question.parse(f"domination {text}").model() for text in ("king 6", "king 14", "knight 9")
    ]
    estimates = []
    for loaded in (set[int](), {1, 2, 4}):
        monkeypatch.setattr(run_numba, "_ready", loaded)
        frontier._probe.cache_clear()
        estimates.append([frontier._probe(model, by_size=False) for model in models])
    assert estimates[0] == estimates[1]


@pytest.mark.parametrize("text", ["domination king 9x11", "domination wazir 7x9 --total"])
def test_every_sweep_counts_the_same(text: str) -> None:
    """By ranks, by files, and by either kind of diagonals: other states in another order."""
    model = Question.parse(text).model()
    clausal = clauses.read(model)
    bits, most = most_placements(clausal).bit_length(), len(model.places)
    counts = {
        run_numba.run(transitions(clausal, swept(model, clausal, sweep)), 0, bits, most + 1).count
        for sweep in SWEEPS
    }
    assert len(counts) == 1


def test_dominating_sets_are_odd_in_number() -> None:
    """Of every graph (A. E. Brouwer, P. Csorba, L. Schrijver, 2009)."""
    for text in ("king 13", "king 10x14:cylinder", "king 7:torus", "wazir 11", "queen 7"):
        assert ENGINE.total(Question.parse(f"domination {text} --all").model()) % 2


def test_progress_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also by size: the shares of several runs join."""
    told: list[Progress] = []
    monkeypatch.setattr(pace, "SECONDS_BETWEEN", 0)
    monkeypatch.setattr(run_numba, "CACHE", 10_000)
    monkeypatch.setattr(run_numba, "free_bytes", lambda: 5_000_000)
    advance.listen(told.append)
    try:
        sizes_compiled("domination king 10x14")
    finally:
        advance.listen(None)
    shares = [progress.share for progress in told]
    assert shares[0] < 0.1
    assert shares[-1] > 0.9
    assert told[-1].done <= told[-1].parts
    assert told[0].left is None
    assert told[-1].left is not None


def test_wide_states(runner: str) -> None:
    """More than one word of slots, and more than two."""
    assert ENGINE.best(Question.parse("independence queen 9").model()) == (9, 352)
    rooks = Question.parse("independence rook 4x40").model()
    assert ENGINE.best(rooks) == (4, 40 * 39 * 38 * 37)


def test_too_many_states(runner: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_python, "MOST_STATES", 2000)
    monkeypatch.setattr(run_numba, "MOST_STATES", 2000)
    with pytest.raises(NotKnown, match=r"more than 2,?000 states"):
        ENGINE.total(Question.parse("domination knight 6").model())


def test_wider_than_the_compiled_twin_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frontier, "PATIENCE", 0)
    monkeypatch.setattr(frontier, "PATIENCE_WHEN_LOADED", 0)
    monkeypatch.setattr(run_numba, "WIDEST", 3)
    assert ENGINE.total(Question.parse("independence king 8").model()) == 1355115601
