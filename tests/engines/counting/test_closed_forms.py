"""The `formula` engine: every closed form against witnesses that know nothing of it."""

from collections import Counter
from typing import Any

import pytest

from satchess.engines.counting.closed_forms import FORMULAS, FormulaEngine, formula_for
from satchess.engines.sat.engine import SatEngine
from satchess.events import Bounded, Counted, Done, Event, Infeasible, Sized
from satchess.questions import Question
from satchess.service.evidence import Evidence
from satchess.task import Task
from tests.oracle import Table
from tests.paths import published

ENGINE = FormulaEngine()

BERGHAMMER: dict[str, Any] = published("berghammer")


def task(question: str, **options: bool) -> Task:
    return Task("count", Question.parse(question), **options)  # type: ignore[arg-type]


def events(question: str, **options: bool) -> list[Event]:
    asked = task(question, **options)
    assert ENGINE.objection(asked) is None
    *found, done = ENGINE.run(asked)
    assert isinstance(done, Done)
    return found


def best(question: str) -> tuple[int, int]:
    """The optimum and its number of placements, by formula."""
    bounded, counted = events(question)
    assert isinstance(bounded, Bounded)
    assert isinstance(counted, Counted)
    assert bounded.lower == bounded.upper
    assert bounded.lower is not None
    assert counted.exact
    return bounded.lower, counted.count


# Witnesses

QUESTIONS = {
    # question: the masks of all its placements, whatever their size
    "independence rook {m}x{n}": lambda table: table.independent(),
    "independence rook {m}x{n} --maximal": lambda table: table.dominating(independent=True),
    "domination rook {m}x{n} --independent": lambda table: table.dominating(independent=True),
    "domination rook {m}x{n}": lambda table: table.dominating(),
    "independence bishop {m}x{n}": lambda table: table.independent(),
    "independence king {m}x{n}": lambda table: table.independent(),
    "domination king {m}x{n}": lambda table: table.dominating(),
    "independence knight {m}x{n}": lambda table: table.independent(),
}
BOARDS = [(m, n) for m in range(1, 6) for n in range(1, 11) if m * n <= 12]
BOARDS += [(2, 7), (4, 4), (3, 5), (5, 3), (1, 14), (2, 8)]
TOPOLOGIES = ("plane", "cylinder", "torus")


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("topology", TOPOLOGIES)
def test_brute_force(question: str, topology: str) -> None:
    for m, n in BOARDS:
        asked = question.format(m=m, n=f"{n}:{topology}")
        formula = formula_for(Question.parse(asked))
        if formula is None:
            continue
        masks = QUESTIONS[question](Table(asked.split()[1], m, n, topology))
        sizes = Counter(mask.bit_count() for mask in masks)
        choose = max if "independence" in asked else min
        assert best(asked) == (choose(sizes), sizes[choose(sizes)]), asked
        if formula.number is not None:
            assert events(asked, by_size=True) == [Sized(tuple(sorted(sizes.items())))]
            assert events(f"{asked} --all") == [Counted(len(masks), exact=True)]
            for size in range(m * n + 1):
                found = [Bounded(size, size), Counted(sizes[size], exact=True)]
                expected = found if sizes[size] else [Infeasible()]
                assert events(f"{asked} --size {size}") == expected


def test_berghammers_tables() -> None:
    """Figures 3-9, boards of 3 to 8 rows and columns: 76 of the 168 cells have a closed form."""
    compared = 0
    for kind in ("independence", "domination"):
        for piece, cells in BERGHAMMER[kind].items():
            for board, entry in cells.items():
                question = f"{kind} {piece} {board}"
                true = BERGHAMMER["misprints"].get(question, {"true": entry})["true"]
                if formula_for(Question.parse(question)) is not None:
                    assert list(best(question)) == true, question
                    compared += 1
    assert compared == 76


LISTED = [
    *(f"independence knight {board}" for board in ("2x9", "2x10", "2x11", "2x12", "3x10", "3x12")),
    *(f"independence knight {board}" for board in ("5x5", "5x6", "6x5", "5x7", "6x6", "5x9")),
    *(f"independence wazir {m}x{n}" for m in range(2, 5) for n in range(2, 6)),
    "independence king 5x8",
    "independence king 9x5",
    "domination king 6x9",
]


@pytest.mark.parametrize("question", LISTED)
def test_the_sat_engine_agrees(question: str) -> None:
    known = Evidence(asked := task(question), "sat")
    for event in SatEngine().run(asked):
        known = known.learn(event)
    assert known.exact
    assert best(question) == (known.value, known.count)


BISHOPS = [1, 4, 26, 260, 3368, 53744, 1022320]
"""A002465: n bishops on n x n, none attacking another."""


def test_as_many_bishops_as_rows() -> None:
    for n, count in enumerate(BISHOPS, start=1):
        assert events(f"independence bishop {n} --size {n}")[-1] == Counted(count, exact=True)


@pytest.mark.parametrize("n", [2, 3, 8, 9, 40])
def test_the_most_bishops_by_both_formulas(n: int) -> None:
    (sized,) = events(f"independence bishop {n}", by_size=True)
    assert isinstance(sized, Sized)
    assert sized.by_size[-1] == best(f"independence bishop {n}") == (2 * n - 2, 2**n)


@pytest.mark.parametrize(("m", "n"), [(6, 6), (5, 8)])
def test_rook_dominations_of_the_fewest_and_the_most(m: int, n: int) -> None:
    (sized,) = events(f"domination rook {m}x{n}", by_size=True)
    assert isinstance(sized, Sized)
    assert sized.by_size[0] == best(f"domination rook {m}x{n}")
    assert sized.by_size[-2:] == ((m * n - 1, m * n), (m * n, 1))


# What it says, and what it leaves to others


@pytest.mark.parametrize("formula", FORMULAS, ids=lambda formula: formula.name)
def test_formulas_cite_their_proof(formula: Any) -> None:
    assert formula.statement
    assert formula.source
    assert formula.best.__doc__ or formula.number.__doc__


def test_the_forecast_cites() -> None:
    assert "2^n ways" in ENGINE.forecast(task("independence bishop 8"))
    assert "Schwenk" in ENGINE.forecast(task("independence knight 8"))


@pytest.mark.parametrize(
    ("question", "options"),
    [
        ("independence queen 8", {}),
        ("independence rook 8 --holes a1", {}),
        ("independence rook 8 --walls a1", {}),
        ("independence rook 8 --require a1", {}),
        ("independence rook 8 --forbid a1", {}),
        ("independence rook 8 --within border", {}),
        ("independence rook 8 --where 'a1 | b2'", {}),
        ("independence rook 8", {"up_to_symmetry": True}),
        ("independence king 8", {}),
        ("independence king 7 --size 3", {}),
        ("independence king 7", {"by_size": True}),
        ("independence king 7 --all", {}),
        ("independence king 7:torus", {}),
        ("independence knight 4", {}),
        ("independence knight 3x8", {}),
        ("independence knight 3x11", {}),
        ("independence bishop 7x8", {}),
        ("domination bishop 8", {}),
        ("domination rook 8 --total", {}),
        ("domination rook 8 --upper", {}),
        ("domination rook 8 --minimal", {}),
        ("domination king 9x8", {}),
    ],
)
def test_objections(question: str, options: dict[str, bool]) -> None:
    assert ENGINE.objection(task(question, **options))


def test_options_that_change_nothing_do_no_harm() -> None:
    everywhere = ",".join(map(str, Question.parse("independence rook 3").board.squares))
    assert best(f"independence rook 3 --within {everywhere}") == (3, 6)
    assert best("independence RWD 3") == (3, 6)


def test_a_count_beyond_64_bits() -> None:
    assert best("domination rook 20x30") == (20, 30**20)
