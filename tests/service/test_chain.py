"""The chain of domination numbers: values, how one narrows another, and what is shown."""

import json
from pathlib import Path

import pytest

import satchess
from satchess.answers import Answer, Status
from satchess.cli.failures import exit_code_of
from satchess.errors import BadQuestion
from satchess.request import Request
from satchess.service import chain as service
from satchess.service.answer import respond
from satchess.service.options import RunOptions
from tests.oracle import Table

ORDER = ("ir", "gamma", "i", "alpha", "Gamma", "IR")


def brute_force(table: Table) -> tuple[int, ...]:
    sizes = [
        [mask.bit_count() for mask in masks]
        for masks in (
            table.irredundant(maximal=True),
            table.dominating(),
            table.dominating(independent=True),
            table.independent(),
            table.dominating(upper=True),
            table.irredundant(),
        )
    ]
    fewest, most = sizes[:3], sizes[3:]
    return (*map(min, fewest), *map(max, most))


@pytest.mark.parametrize("piece", ["queen", "king", "rook", "bishop", "knight"])
@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (2, 3), (3, 4)])
def test_brute_force(piece: str, rows: int, columns: int) -> None:
    found = satchess.chain(piece, (rows, columns), cache=False, workers=0)
    assert found.numbers == brute_force(Table(piece, rows, columns))
    assert tuple(found) == ORDER
    for answer in found.values():
        assert answer.placement is not None
        assert not list(answer.question.violations(answer.placement))
        assert answer.question.value(answer.placement) == answer.value


@pytest.mark.parametrize("board", ["3x4:torus", "3x4:cylinder"])
def test_glued_boards(board: str) -> None:
    found = satchess.chain("knight", board, cache=False, workers=0)
    assert found.numbers == brute_force(Table("knight", 3, 4, board.partition(":")[2]))


# gamma and i: OEIS A075458, A075324; alpha: A000170's boards; Gamma, IR: Fricke et al. 1995.
@pytest.mark.parametrize(
    ("side", "numbers"),
    [(3, (1, 1, 1, 2, 2, 2)), (4, (2, 2, 3, 4, 4, 4)), (5, (3, 3, 3, 5, 5, 5))],
)
def test_queens_of_the_literature(side: int, numbers: tuple[int, ...]) -> None:
    found = satchess.chain("queen", side, cache=False)
    assert found.numbers == numbers
    assert found.is_proved
    assert repr(found).startswith(f"<Chain of queens on {side}x{side}: ir {numbers[0]} <= gamma")


def answered(name: str, lower: int | None, upper: int | None) -> Answer:
    kind, flags = service.QUESTIONS[name]
    request = Request("solve", kind.of("queen", 8, **flags))
    return Answer(request, "", Status.BOUNDED, lower=lower, upper=upper)


def test_bounds_pass_along_the_chain() -> None:
    answers = {"gamma": answered("gamma", 5, 5), "alpha": answered("alpha", 8, 8)}
    assert (service.bounds("i", answers).lower, service.bounds("i", answers).upper) == (5, 8)
    assert (service.bounds("IR", answers).lower, service.bounds("IR", answers).upper) == (8, None)
    answers["IR"] = answered("IR", None, 11)
    assert service.bounds("Gamma", answers).upper == 11
    assert (service.bounds("ir", answers).lower, service.bounds("ir", answers).upper) == (3, 5)


def test_what_the_others_leave_open_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """A number that no engine settles is bounded by the others."""

    def without_gamma(request: Request, *rest: object, **options: object) -> object:
        if str(request.question) == "domination queen 4x4 --upper":
            return Answer(request, "", Status.UNKNOWN), None
        return respond(request, *rest, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(service, "respond", without_gamma)
    found = satchess.chain("queen", 4, cache=False)
    assert not found.is_proved
    assert (found["Gamma"].status, found["Gamma"].value) == (Status.BOUNDED, None)
    assert (found["Gamma"].lower, found["Gamma"].upper) == (4, 4)
    assert "2 ≤ 2 ≤ 3 ≤ 4 ≤ 4 ≤ 4, not all proved." in str(found)


def test_answers_are_remembered_one_by_one(tmp_path: Path) -> None:
    cache = tmp_path / "answers.db"
    satchess.chain("king", 4, cache=cache)
    again = satchess.chain("king", 4, cache=cache)
    assert all(answer.cached for answer in again.values())
    lower = satchess.irredundance("king", 4, lower=True).lookup(cache=cache)
    assert lower is not None
    assert lower.value == again["ir"].value


def test_known_bounds_reach_the_engine() -> None:
    """Bounds that meet leave nothing but a placement to find."""
    from satchess.events import Bounded

    request = Request("solve", satchess.domination("king", 5))
    answer, _ = respond(request, RunOptions(workers=0), cache=False, known=Bounded(4, 4))
    assert (answer.value, answer.status) == (4, Status.OPTIMAL)


def test_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["chain", "rook", "3", "--no-cache"]
    assert exit_code_of([*words, "--ascii"]) == 0
    text = capsys.readouterr().out
    numbers = "3 <= 3 <= 3 <= 3 <= 3 <= 3"
    assert text.startswith(f"ir <= gamma <= i <= alpha <= Gamma <= IR of rooks on 3x3: {numbers}.")
    assert text.count("R") >= 18
    assert exit_code_of([*words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {name: answer["value"] for name, answer in found.items()} == dict.fromkeys(ORDER, 3)
    for ending in ("svg", "pdf", "json"):
        assert exit_code_of([*words, "--out", str(tmp_path / f"chain.{ending}")]) == 0
    assert (tmp_path / "chain.svg").read_text().count('class="caption"') == 6
    assert exit_code_of([*words, "--out", str(tmp_path / "chain.csv")]) == 2
    assert exit_code_of(["chain", "rook", "3", "--holes", "b2", "--no-cache"]) == 0


def test_pieces_that_attack_one_way(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(BadQuestion, match="attack both ways"):
        satchess.chain("ffN", 4, cache=False)
    assert exit_code_of(["chain", "ffN", "4"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
