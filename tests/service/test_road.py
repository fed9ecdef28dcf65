"""One road for every verb: request, memory, session, evidence, answer; lists are remembered too."""

import json
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

import satchess
from satchess.answers import Stop, StopReason, Trust
from satchess.cache import Store
from satchess.cli.failures import exit_code_of
from satchess.domain.placement import Placement
from satchess.errors import BadQuestion, WrongAnswer
from satchess.events import Bounded, Chosen, Done, Listed
from satchess.processes import pool
from satchess.questions import Question
from satchess.request import Request
from satchess.service import listing, session
from satchess.service.evidence import Evidence
from satchess.service.options import WorkOptions
from satchess.task import Task
from satchess.verbs import VERBS
from tests.commands import start


def squares(placements: Iterator[Placement]) -> set[str]:
    return {" ".join(sorted(placed.words)) for placed in placements}


def test_a_request_is_what_it_says() -> None:
    for text in ("solve domination king 8x8", "count --by-size domination king 4x4"):
        assert str(Request.parse(text)) == text
        assert Request.parse(str(Request.parse(text))) == Request.parse(text)


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_answers_is_remembered_and_looked_up(verb: str) -> None:
    fresh = satchess.ask(f"{verb} queens 6")
    again = satchess.ask(f"{verb} queens 6")
    known = satchess.lookup(verb, satchess.queens(6))
    assert known is not None
    assert (fresh.cached, again.cached, known.cached) == (False, True, True)
    assert fresh.question == again.question == known.question == satchess.queens(6)
    assert (again.placement, again.count, again.placements) == (
        fresh.placement,
        fresh.count,
        fresh.placements,
    )


# Lists


def test_a_complete_list_is_remembered() -> None:
    question = satchess.queens(6)
    first = list(question.placements())
    assert len(first) == len(set(first)) == 4
    answer = satchess.lookup("list", question)
    assert answer is not None
    assert answer.is_complete_list
    assert (answer.status, answer.count, answer.exact) == ("optimal", 4, True)


def test_a_remembered_list_needs_no_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    question = satchess.independence("king", "4x3")
    listed = squares(question.placements())

    def run(*_: object, **__: object) -> Iterator[object]:
        raise AssertionError("an engine was asked")

    monkeypatch.setattr(session, "run", run)
    assert squares(question.placements()) == listed
    assert question.count().count == len(listed)  # a list counts, too
    turned = satchess.independence("WF", "3x4")
    assert squares(turned.placements()) == {
        " ".join(sorted(f"{'abcd'[int(word[1]) - 1]}{'abc'.index(word[0]) + 1}" for word in one))
        for one in map(str.split, listed)
    }


@pytest.mark.parametrize("limit", [1, 3, 17])
def test_a_list_that_was_stopped_goes_on(limit: int) -> None:
    question = satchess.queens(7)
    begun = list(question.placements(limit=limit))
    stored = satchess.lookup("list", question)
    assert stored is not None
    assert stored.placements is not None
    assert set(begun) <= set(stored.placements)
    whole = list(question.placements())
    assert len(whole) == len(set(whole)) == 40
    assert whole[:limit] == begun
    assert set(whole) == set(question.placements(cache=False))


def test_a_long_list_is_remembered_up_to_a_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listing, "MOST_LISTED", 5)
    question = satchess.queens(7)
    for _ in range(2):
        whole = list(question.placements())
        assert len(whole) == len(set(whole)) == 40
        stored = satchess.lookup("list", question)
        assert stored is not None
        assert stored.placements is not None
        assert (len(stored.placements), stored.count, stored.exact) == (5, 40, True)
        assert not stored.is_complete_list


def test_a_list_without_placements_is_remembered() -> None:
    question = satchess.queens(3)
    assert list(question.placements()) == []
    answer = satchess.lookup("list", question)
    assert answer is not None
    assert answer.status == "infeasible"


def test_lists_travel_with_the_cache(tmp_path: Path, own_cache: Path) -> None:
    question = satchess.queens(6)
    listed = list(question.placements())
    with Store(own_cache) as store, Store(tmp_path / "other.db") as other:
        lines = list(store.export_lines())
        other.import_lines(lines, "export")
        assert list(other.check()) == []
    assert list(question.placements(cache=tmp_path / "other.db")) == listed


def test_an_export_of_an_older_version_is_taken_over(tmp_path: Path, own_cache: Path) -> None:
    satchess.queens(6).count()
    with Store(own_cache) as store, Store(tmp_path / "other.db") as other:
        old = [json.loads(line) for line in store.export_lines()]
        for row in old:
            del row["placements"]
        assert other.import_lines(map(json.dumps, old), "export").added == len(old)


def test_a_damaged_list_is_found(own_cache: Path) -> None:
    list(satchess.queens(6).placements())
    with Store(own_cache) as store:
        with store.transaction() as writer:
            writer.execute(
                "UPDATE answers SET placements = 'a1 b2 c3 d4 e5 f6' WHERE verb = 'list'"
            )
        assert any("attack" in problem for problem in store.check())


def test_a_listed_placement_that_is_not_optimal_is_refused() -> None:
    question = Question.parse("independence rook 3x3")
    known = Evidence.at_first(Task("list", question)).learn(Chosen("careless"))
    known = known.learn(Bounded(3, 3)).learn(Listed((question.read("a1 b2 c3"),)))
    with pytest.raises(WrongAnswer, match="not optimal"):
        known.learn(Listed((question.read("a1 b2"),)))
    assert known.learn(Done()).status == "optimal"


# Options that would be idle


@pytest.mark.parametrize(
    "options",
    [
        {"workers": 0, "timeout": 5.0},
        {"workers": 0, "memory": 2**30},
        {"workers": 2, "cluster": "tcp://localhost:8786"},
        {"workers": -1},
    ],
)
def test_limits_that_could_not_be_kept_are_refused(options: WorkOptions) -> None:
    with pytest.raises(BadQuestion, match="workers"):
        satchess.queens(6).count(**options)


@pytest.mark.parametrize("option", ["--workers 2", "--cluster tcp://localhost:8786"])
def test_list_refuses_helpers(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code_of(["list", "queens", "6", *option.split()]) == 2
    assert "one process" in capsys.readouterr().err


@pytest.mark.parametrize("option", ["solver", "cardinality", "at_most_one"])
def test_a_choice_for_sat_is_refused_by_other_engines(option: str) -> None:
    names = {"solver": "glucose42", "cardinality": "totalizer", "at_most_one": "pairwise"}
    with pytest.raises(BadQuestion, match="frontier"):
        satchess.independence("king", "4").count(
            engine="frontier", tuning=satchess.Tuning(**{option: names[option]})
        )


# Values instead of words


def test_why_work_stopped_is_a_value() -> None:
    answer = satchess.queens(24).count(timeout=0.5, cache=False)
    assert answer.stopped is not None
    assert (answer.stopped.kind, answer.stopped.detail) == (Stop.OUT_OF_TIME, "0.5 s")
    assert answer.as_json()["stopped"] == "out of time"
    assert answer.note == "out of time after 0.5 s"
    kept = StopReason(Stop.INTERRUPTED, prefixes=1, job="abc", parts_done=2, parts=3)
    assert str(kept) == "interrupted; journal keeps 1 prefix; job abc keeps 2 of 3 parts"


def test_a_second_engine_is_named(own_cache: Path) -> None:
    question = satchess.independence("king", "4")
    answer = question.count(counting=satchess.Counting(cross_check=True))
    assert answer.trust is Trust.CONFIRMED
    assert answer.as_json()["engine"] == f"{answer.engine}+{answer.confirmed_by}"
    remembered = question.count()
    assert (remembered.engine, remembered.confirmed_by) == (answer.engine, answer.confirmed_by)
    assert question.solve(cache=False).trust is Trust.SINGLE


# Tables


def test_a_table_keeps_the_optimum_when_counting_runs_out_of_time(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:

    def run(task: Task, **options: object) -> Iterator[object]:
        if task.verb == "count":
            raise pool.OutOfTime
        return pool.run(task, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(session, "run", run)
    words = ["table", "domination", "queen", "5..6", "--count", "--timeout", "30", "--format"]
    assert exit_code_of([*words, "csv"]) == 3
    rows = [line.split(",") for line in capsys.readouterr().out.splitlines()]
    lower, upper = rows[0].index("lower"), rows[0].index("upper")
    assert [(row[lower], row[upper]) for row in rows[1:]] == [("3", "3"), ("3", "3")]


def test_ctrl_c_in_a_list_loses_nothing(own_cache: Path) -> None:
    with start("list", "queens", "12", "--json") as run:
        assert run.stdout is not None
        shown = [json.loads(run.stdout.readline())["placement"] for _ in range(20)]
        run.send_signal(signal.SIGINT)
        rest, told = run.communicate(timeout=60)
    assert run.returncode == 3
    assert "interrupted after" in told
    shown += [json.loads(line)["placement"] for line in rest.splitlines()]
    again = satchess.queens(12).placements(limit=len(shown))
    assert [list(placed.words) for placed in again] == shown
