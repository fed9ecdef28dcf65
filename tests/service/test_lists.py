"""Lists that are remembered: none is called complete that is not, whatever the engine does."""

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import satchess
from satchess.answers import Trust
from satchess.cache import Store, merging
from satchess.cli.failures import exit_code_of
from satchess.engines import BUILT_IN, Home, engine
from satchess.engines.protocol import Engine
from satchess.errors import CacheConflict, CacheDamaged, EngineDied, NotKnown
from satchess.events import Chosen, Done, Event, Found
from satchess.processes.worker import work_on
from satchess.questions import Question
from satchess.request import Request
from satchess.service import listing
from satchess.service.memory import opened
from satchess.service.options import RunOptions
from satchess.service.session import Session
from satchess.task import Task


class GivesUp:
    """An engine that takes every task and finds out nothing."""

    name = "gives-up"
    revision = 1
    summary = "for tests"

    def objection(self, task: Task) -> str | None:
        return None

    def reluctance(self, task: Task) -> str | None:
        return None

    def forecast(self, task: Task) -> str:
        return "nothing"

    def run(self, task: Task) -> Iterator[Event]:
        yield Done()


class Silent(GivesUp):
    """An engine that just ends."""

    name = "silent"

    def run(self, task: Task) -> Iterator[Event]:
        yield Found(task.question.read("b1 d2 a3 c4"))


def made_by(kind: type[GivesUp]) -> Home:
    def make() -> Engine:
        return kind()

    return Home("", "", frozenset({"solve", "count", "list", "first"}), made_by=make)


def stored(verb: str, question: Question) -> tuple[object, ...]:
    known = satchess.lookup(verb, question)
    return () if known is None else (known.status, known.count, known.exact)


def test_diverse_queens_are_all_listed_whatever_is_remembered() -> None:
    question = satchess.diverse(10)
    list(question.placements(limit=1))
    list(satchess.leprechauns(2, 10).placements())
    assert len(set(question.placements())) == 4
    assert question.count().count == 4


def test_diverse_queens_go_on_being_listed() -> None:
    question = satchess.diverse(10)
    begun = list(question.placements(limit=2))
    whole = list(question.placements())
    assert whole[:2] == begun
    assert set(whole) == set(question.placements(cache=False))


def test_an_engine_that_gives_up_completes_no_list(monkeypatch: pytest.MonkeyPatch) -> None:
    question = satchess.queens(6)
    begun = list(question.placements(limit=1))
    monkeypatch.setitem(BUILT_IN, "gives-up", made_by(GivesUp))
    monkeypatch.setattr(listing, "MOST_LISTED", 1)
    request, options = Request("list", question), RunOptions(engine="gives-up", workers=0)
    with opened(True) as memory:
        work = listing.Listing(request, options, memory, None)
        assert list(work.follow()) == begun
    assert work.answer is not None
    assert not work.answer.status.is_final
    assert stored("count", question) == ()


def test_an_unfinished_list_is_not_called_empty(capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code_of(["list", "diverse", "300", "--limit", "1"]) == 3
    told = capsys.readouterr()
    assert told.out == ""
    assert "no engine can list diverse 300x300" in told.err


def test_a_list_that_an_engine_gives_up_is_not_called_empty(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(BUILT_IN, "gives-up", made_by(GivesUp))
    with pytest.raises(NotKnown, match="not all placements are listed"):
        list(satchess.queens(6).placements(engine="gives-up", workers=0, cache=False))


def test_what_no_engine_decides_is_not_decided() -> None:
    answer = satchess.ask("solve diverse 203", cache=False, timeout=60)
    assert answer.status == "bounded"
    assert answer.seconds < 60
    with pytest.raises(NotKnown, match="no engine can first diverse 300x300"):
        satchess.ask("first diverse 300", cache=False, timeout=60)


def test_an_engine_that_just_ends_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BUILT_IN, "silent", made_by(Silent))
    assert engine("silent").name == "silent"
    events = work_on(Task("solve", satchess.queens(4)), "silent", ())
    assert isinstance(next(events), Chosen)
    assert isinstance(next(events), Found)
    with pytest.raises(EngineDied, match="without an answer"):
        next(events)


def test_a_list_keeps_what_a_second_engine_has_confirmed() -> None:
    question = satchess.queens(6)
    question.count(counting=satchess.Counting(cross_check=True))
    list(question.placements())
    known = satchess.lookup("count", question)
    assert known is not None
    assert known.trust is Trust.CONFIRMED


def test_a_contradiction_is_told_when_a_list_is_cut_short(own_cache: Path) -> None:
    question = satchess.queens(6)
    question.solve()
    with Store(own_cache) as store, store.transaction() as writer:
        writer.execute(
            "UPDATE answers SET status = 'infeasible', placement = NULL, value = NULL,"
            " lower = NULL, upper = NULL WHERE verb = 'solve'"
        )
    with pytest.raises(CacheConflict):
        list(question.placements(limit=2))


def test_a_damaged_list_is_not_shown(own_cache: Path) -> None:
    question = satchess.queens(6)
    list(question.placements(limit=1))
    with Store(own_cache) as store, store.transaction() as writer:
        writer.execute("UPDATE answers SET placements = 'a1 b1 c1 d1 e1 f1' WHERE verb = 'list'")
    with pytest.raises(CacheDamaged, match="attack"):
        next(question.placements())


def test_united_lists_stay_within_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    question = satchess.queens(7)
    whole = tuple(question.placements(cache=False))
    monkeypatch.setattr(merging, "MOST_LISTED", 6)
    monkeypatch.setattr(listing, "MOST_LISTED", 6)
    answer = satchess.ask("list queens 7")
    assert answer.placements is not None
    assert len(answer.placements) == 6
    with opened(True) as memory:
        memory.remember(replace(answer, placements=whole[-6:]))
    assert len(list(question.placements())) == 40
    known = satchess.lookup("list", question)
    assert known is not None
    assert known.placements is not None
    assert len(known.placements) == 6


def test_a_list_of_the_empty_placement_is_remembered() -> None:
    question = satchess.independence("king", "2", size=0)
    assert [len(placed) for placed in question.placements()] == [0]
    known = satchess.lookup("list", question)
    assert known is not None
    assert known.is_complete_list


def test_an_empty_list_answers_the_other_verbs() -> None:
    question = satchess.queens(3)
    assert list(question.placements()) == []
    assert stored("count", question) == ("infeasible", 0, True)
    assert stored("solve", question) == ("infeasible", None, False)


def test_an_engine_that_cannot_list_is_refused_before_anything_is_shown() -> None:
    question = satchess.queens(4)
    list(question.placements(limit=1))
    with pytest.raises(satchess.SatchessError, match="does not list"):
        next(question.placements(engine="frontier"))


@pytest.mark.parametrize("verb", ["solve", "list", "lookup solve"])
def test_formats_are_refused_before_the_work(verb: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "satchess", *verb.split(), "queens", "3", "--format", "csv"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "csv" in done.stderr


def test_nothing_is_known_where_no_engine_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Session, "follow", _refusing)
    with pytest.raises(NotKnown):
        list(satchess.queens(5).placements(cache=False))


def _refusing(*_: object) -> Iterator[Event]:
    raise NotKnown("no engine can")
