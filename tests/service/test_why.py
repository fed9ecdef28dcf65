"""Why not: the conditions that contradict each other, against all placements of small boards."""

import json
from itertools import chain, combinations
from pathlib import Path

import pytest

import satchess
from satchess.cli.failures import exit_code_of
from satchess.domain.placement import Place, Placement
from satchess.errors import BadInput
from satchess.questions import Question
from satchess.service import contradiction


def all_placements(question: Question) -> list[Placement]:
    """All sets of squares, whether they keep the rules or not; no more than 4 queens fit on 4x4."""
    squares = question.board.squares
    most = 4 if question.kind == "independence" else len(squares)
    sets = chain.from_iterable(combinations(squares, n) for n in range(most + 1))
    return [Placement.of(Place(s, question.kinds[0]) for s in some) for some in sets]


def fewest(question: Question) -> int | None:
    """How many demands no placement keeps together, by brute force; None if all can be kept."""
    demands = question.demands()
    bare = question.keeping(())
    allowed = [p for p in all_placements(question) if not list(bare.violations(p))]
    alone = {demand: question.keeping([demand]) for demand in demands}
    broken = [{d for d in demands if list(alone[d].violations(p))} for p in allowed]
    for size in range(len(demands) + 1):
        for some in combinations(demands, size):
            if all(hit.intersection(some) for hit in broken):
                return size
    return None


@pytest.mark.parametrize(
    "text",
    [
        "queens 3",
        "queens 4 --require a1",
        "queens 4 --require b1 --forbid d2,a3,c4",
        "queens 4 --forbid a2,a3,d1,c4",
        "independence queen 4 --size 3 --require a1,d2 --forbid c3,b4",
        "independence rook 3 --size 3 --forbid a1,a2,a3,b1 --where 'b2 | c2'",
        "independence rook 3 --where 'a1 & b1 & (c2 | c3)'",
        "independence king 3 --size 4 --forbid a1 --require b3",
        "independence king 3 --require a1 --where 'b1 | b2 | a2' --forbid c3",
        "independence king 3 --within a1,b1,c1 --size 3",
        "independence queen 3 --maximal --size 2 --require b2",
        "domination king 3 --size 1 --forbid b2,a1",
        "domination rook 3 --size 2",
        "domination queen 2 --total --size 1",
        "domination rook 3 --independent --require a1 --where 'a2 ^ b1'",
        "domination king 3 --minimal --require a1,b2",
        "domination king 3 --minimal --total --require a1,b2,c3",
        "independence rook 3 --maximal --size 2 --forbid a1,c2 --require b3",
        "independence king 3 --maximal --size 1 --within a1,b1,c1,c3 --require a1",
        "domination king 4x3 --size 2 --target a1,c4,a4 --forbid b2,b1,a2 --require c1",
        "independence rook 3 --size 3 --symmetric quarter --require a1",
        "queens 4",
        "domination king 3",
    ],
)
def test_no_fewer_conditions_contradict_each_other(text: str) -> None:
    question = Question.parse(text)
    reason = question.why()
    number = fewest(question)
    assert reason.is_feasible == (number is None)
    if reason.placement is not None:
        assert not list(question.violations(reason.placement))
        assert reason.conditions == ()
        return
    assert reason.smallest
    assert len(reason.conditions) == number
    core = reason.contradiction
    assert core is not None
    assert not any(not list(core.violations(p)) for p in all_placements(core))
    told = {demand.text: demand for demand in question.demands()}
    kept = [told[text] for text in reason.conditions]
    assert question.keeping(kept) == core
    for demand, witness in zip(kept, reason.witnesses, strict=True):
        assert list(core.violations(witness))
        assert not list(
            question.keeping([other for other in kept if other != demand]).violations(witness)
        )


FLAGS = {
    "independence": ["--maximal", "--size 2", "--within a1,b2,c3,a3", "--forbid a1,c2"],
    "domination": ["--total", "--independent", "--minimal", "--upper", "--size 3", "--forbid a1"],
}


@pytest.mark.parametrize(("kind", "flags"), FLAGS.items())
def test_leaving_a_demand_out_leaves_every_placement(kind: str, flags: list[str]) -> None:
    tried = 0
    for number in range(1, 4):
        for some in combinations(flags, number):
            try:
                question = Question.parse(f"{kind} king 3x3 {' '.join(some)}")
            except BadInput:  # they exclude each other
                continue
            demands = question.demands()
            fewer = [question.keeping([d for d in demands if d != out]) for out in demands]
            for placement in all_placements(question):
                if not list(question.violations(placement)):
                    tried += len(fewer)
                    assert not any(list(other.violations(placement)) for other in fewer)
    assert tried > 50


def test_every_option_that_restricts_is_a_condition() -> None:
    question = Question.parse(
        "independence queen 6 --size 3..4 --within dark --require a1 --forbid a5,b4"
        " --where 'c3 & (e5 | f6)' --symmetric diagonal"
    )
    texts = [demand.text for demand in question.demands()]
    assert [text.split()[0] for text in texts] == [
        "--size",
        "--within",
        "--require",
        *["--forbid"] * 2,
        *["--where"] * 2,
        "--symmetric",
    ]
    assert question.keeping(question.demands()) == question
    assert question.keeping(()) == Question.parse("independence queen 6")
    rebuilt = Question.parse(" ".join(["independence queen 6", *texts]))
    assert rebuilt == question


def test_what_is_asked_is_no_condition() -> None:
    for text in ("lights 3 --start a1", "stamps 4", "domination king 4 --target a1"):
        assert Question.parse(text).demands() == ()


def test_what_is_optimised_contradicts_nothing() -> None:
    weights = "--lightest '[1 2 3] [4 5 6] [7 8 9]'"
    assert Question.parse(f"independence king 3 {weights}").why().is_feasible
    reason = Question.parse(f"independence king 3 --require a1,b2 {weights}").why()
    assert reason.conditions == ("--require a1", "--require b2")


def test_weights_stay_with_their_fingerprint() -> None:
    question = Question.parse("queens 6 --bottleneck centre --fingerprint 9")
    assert {demand.field for demand in question.demands()} <= {"size", "fingerprint"}
    reason = question.why()
    assert not reason.is_feasible
    assert len(reason.conditions) == 1


PUZZLE = """
board = "4x4"
pieces = {queen = 4}
peace = "all"
given = {a1 = "queen"}
empty = "c4 b3"
count = [{squares = "d1 d2 d3 d4", number = 1}]
where = "a1 | b1"
"""


def test_the_clues_of_a_puzzle(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sheet = tmp_path / "wrong.toml"
    sheet.write_text(PUZZLE)
    assert exit_code_of(["why", "puzzle", str(sheet), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["conditions"] == ['given = {a1 = "queen"}']
    assert said["smallest"]
    sheet.write_text(PUZZLE.replace('given = {a1 = "queen"}', "attacks = {a1 = 0}"))
    reason = Question.parse(f"puzzle {sheet}").why()  # b1 d2 a3 c4 and c1 a2 d3 b4
    assert reason.conditions == ("attacks = {a1 = 0}",)
    assert Question.parse("puzzle detective").why().is_feasible


def test_what_the_command_says(capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code_of(["why", "queens", "8", "--require", "a1,b2,h3"]) == 0
    assert capsys.readouterr().out == (
        "There is no such placement. 2 conditions contradict each other; no fewer do:\n"
        "  --require a1\n  --require b2\n"
        "Without --require a1: b2\nWithout --require b2: a1\n"
    )
    assert exit_code_of(["why", "queens", "4", "--ascii"]) == 0
    assert capsys.readouterr().out.startswith("There is such a placement, so nothing is")
    assert exit_code_of(["why", "puzzle", "nowhere"]) == 2


def test_no_condition_is_to_blame(capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code_of(["why", "diverse", "3"]) == 0
    assert capsys.readouterr().out == (
        "There is no such placement, and no condition is to blame: 'diverse 3x3' has none either.\n"
    )


def test_an_irreducible_set_where_time_runs_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_long(*_: object) -> None:
        raise TimeoutError

    monkeypatch.setattr(contradiction._Search, "smallest", too_long)
    question = Question.parse("queens 8 --require a1,b2,c5,d7")
    reason = question.why()
    assert not reason.smallest
    assert len(reason.witnesses) == len(reason.conditions) > 0


def test_why_runs_out_of_time(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["why", "leprechauns", "6", "51", "--require", "a1", "--timeout", "0.5", "--no-cache"]
    assert exit_code_of(words) == 3
    assert "out of time" in capsys.readouterr().err


def test_unknown_options_are_refused() -> None:
    with pytest.raises(BadInput):
        satchess.queens(4).why(timeot=3)  # type: ignore[call-arg]


def test_no_vertex_is_no_empty_board(capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code_of(["why", "independent-set", "graph:a-b", "--size", "2"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "Without --size 2: no vertex"
