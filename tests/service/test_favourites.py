"""What races teach: the winner goes first the next time, and can be forgotten."""

from pathlib import Path

import pytest

import satchess
from satchess.cache import Store
from satchess.cache.races import Win
from satchess.cli.failures import exit_code_of
from satchess.engines import ENGINES
from satchess.request import Request
from satchess.service import favourites, race
from satchess.service.race import Entrant


@pytest.fixture
def nothing_shipped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(favourites, "shipped", dict)


def sort(text: str) -> str:
    return favourites.sort_of(Request.parse(text))


def test_numbers_and_squares_do_not_matter_but_sizes_do() -> None:
    assert sort("count queens 9") == sort("count queens 10")
    assert sort("count queens 8") != sort("count queens 16")
    assert sort("count queens 8") != sort("solve queens 8")
    assert sort("count queens 8 --up-to-symmetry") != sort("count queens 8")
    one = sort("solve independence king 8 --where 'a1 => ~h8' --forbid a2,b3")
    assert one == sort("solve independence king 8 --where 'b1 | c2' --forbid d4")
    assert one != sort("solve independence king 8 --forbid d4")


@pytest.mark.usefixtures("nothing_shipped")
def test_the_last_winner_is_the_favourite_until_forgotten(tmp_path: Path) -> None:
    request = Request.parse("count queens 10")
    with Store(tmp_path / "c.db") as store:
        assert favourites.favourite(request, store.races) is None
        store.races.add(Win(sort("count queens 10"), "sat", None, 3.0))
        store.races.add(Win(sort("count queens 9"), "sat", "glucose42", 2.0))
        assert favourites.favourite(request, store.races) == Entrant("sat", "glucose42")
        assert store.races.forget() == 1
        assert favourites.favourite(request, store.races) is None


@pytest.mark.usefixtures("nothing_shipped")
def test_an_engine_that_is_gone_is_nobodys_favourite(tmp_path: Path) -> None:
    with Store(tmp_path / "c.db") as store:
        store.races.add(Win(sort("count queens 8"), "unheard-of", None, 3.0))
        assert favourites.favourite(Request.parse("count queens 8"), store.races) is None


def test_the_shipped_table_names_engines_that_can() -> None:
    table = favourites.shipped()
    assert table
    for win in table.values():
        assert win.engine in ENGINES
        assert win.sort.split()[0] in ENGINES[win.engine].verbs


def test_a_favourite_answers_what_the_plan_would_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "c.db"
    with Store(path) as store:
        store.races.add(Win(sort("count queens 6"), "ganak", None, 1.0))
        store.races.add(Win(sort("solve domination king 4"), "rows", None, 1.0))
    plain = satchess.ask("count queens 6", cache=False)
    monkeypatch.setenv("SATCHESS_MEANWHILE", "on")
    favoured = satchess.ask("count queens 6", cache=path)
    assert (favoured.engine, favoured.count) == ("ganak", plain.count)
    # one that cannot do it leaves it to the plan
    assert satchess.ask("solve domination king 4", cache=path).value == 4


def test_winners_are_listed_and_forgotten_on_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "c.db"
    with Store(path) as store:
        store.races.add(Win("count queens", "sat", "glucose42", 2.0))

    def said(*words: str) -> str:
        assert exit_code_of(["cache", "--cache", str(path), "races", *words]) == 0
        return capsys.readouterr().out

    assert said() == "count queens: sat with glucose42, 2.0 s\n"
    assert said("--forget") == "1 winner forgotten\n"
    assert said() == ""


@pytest.mark.parametrize(
    "request_text", ["count separation queen 5 --pawns 1", "count domination knight 5 --upper"]
)
def test_a_race_answers_what_the_first_choice_would(
    request_text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = satchess.ask(request_text, cache=False)
    monkeypatch.setenv("SATCHESS_MEANWHILE", "on")
    monkeypatch.setattr(race, "MOMENT", 0.0)
    raced = satchess.ask(request_text, cache=False)
    assert (raced.value, raced.count) == (alone.value, alone.count)


def test_a_race_is_remembered_with_its_winner(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SATCHESS_MEANWHILE", "on")
    monkeypatch.setattr(favourites, "shipped", dict)
    path = tmp_path / "c.db"
    request = "count separation queen 8 --pawns 1"
    answer = satchess.ask(request, cache=path, timeout=100)
    with Store(path) as store:
        win = store.races.last(sort(request))
    assert win is not None
    assert win.engine == answer.engine
    assert answer.count == satchess.ask(request, cache=False, engine="sat").count


def test_a_favourite_does_not_confirm_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(favourites, "favourite", lambda *_: Entrant("diagram"))
    answer = satchess.ask("count domination knight 5 --cross-check", cache=False)
    assert answer.confirmed_by not in (None, answer.engine)


def test_a_favourite_that_gives_up_is_not_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """`frames` knows nothing of boards with few ranks: it started again and again."""
    monkeypatch.setattr(favourites, "favourite", lambda *_: Entrant("frames"))
    answer = satchess.ask("solve domination queen 3x6", cache=False, timeout=60)
    assert (answer.status, answer.value) == (satchess.Status.OPTIMAL, 2)
    assert answer.engine != "frames"
