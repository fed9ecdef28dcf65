"""A count that is stopped says 'at least', and says so if nothing is counted."""

from collections.abc import Iterator
from typing import Any

import pytest

from satchess.cli.failures import exit_code_of
from satchess.engines import engine
from satchess.engines.rows.engine import Rows
from satchess.events import Bounded, Chosen, Counted, Divided, Event, Found
from satchess.processes.jobs import Job
from satchess.processes.pool import OutOfTime
from satchess.questions import Independence, Question
from satchess.service import session
from satchess.service.evidence import Evidence
from satchess.task import Claim, Outcome, Task
from satchess.verbs import VERBS

QUEENS = Question.parse("queens 6")
PLACEMENT = QUEENS.read("b1 d2 f3 a4 c5 e6")


def stopped_after(*events: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have engines say so much and then run out of time."""

    def run(task: Task, **_: Any) -> Iterator[Event]:
        yield Chosen("rows")
        yield from events
        raise OutOfTime

    monkeypatch.setattr(session, "run", run)


@pytest.mark.parametrize(
    ("events", "told"),
    [
        ((Counted(3, exact=False),), "At least 3 ways; not all are counted."),
        ((Counted(3, exact=False), Counted(2, exact=False)), "At least 3 ways"),
        ((Found(PLACEMENT),), "At least 1 way;"),
        ((), "Not known: nothing is counted yet."),
    ],
)
def test_what_was_proved_is_said(
    events: tuple[Event, ...],
    told: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    stopped_after(*events, monkeypatch=monkeypatch)
    assert exit_code_of(["count", "queens", "6", "--timeout", "5"]) == 3
    out = capsys.readouterr().out
    assert out.startswith(told)
    assert "out of time after 5 s" in out


def test_bounds_of_the_optimum_are_no_count(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stopped_after(Bounded(3, 5), monkeypatch=monkeypatch)
    assert exit_code_of(["count", "domination", "queen", "8", "--timeout", "5"]) == 3
    assert "not decided. Nothing is counted yet." in capsys.readouterr().out
    assert exit_code_of(["solve", "domination", "queen", "8", "--timeout", "5"]) == 3
    assert "counted" not in capsys.readouterr().out


def test_a_placement_that_may_not_be_the_best_counts_nothing() -> None:
    question = Question.parse("independence queen 6")
    known = Evidence(Task("count", question)).learn(Found(question.read("a1")))
    assert known.least_count is None
    assert known.learn(Bounded(upper=1)).least_count == 1


COUNTING = ["rows", "sat", "frontier", "diagram", "ganak"]
QUESTIONS = {
    "rows": "queens 8",
    "sat": "queens 6",
    "frontier": "independence king 4x5",
    "diagram": "domination queen 5",
    "ganak": "independence king 4x4",
}


@pytest.mark.parametrize("flag", [False, True])
@pytest.mark.parametrize("name", COUNTING)
def test_every_count_on_the_way_is_a_lower_bound(name: str, flag: bool) -> None:
    task = Task("count", Question.parse(QUESTIONS[name]), up_to_symmetry=flag)
    if engine(name).objection(task) is not None:
        pytest.skip(f"{name} does not count this")
    known = Evidence(task)
    counts = []
    for event in engine(name).run(task):
        known = known.learn(event)
        if known.least_count is not None:
            counts.append(known.least_count)
    assert known.done
    assert counts == sorted(counts)
    assert VERBS["count"].is_answered(known)
    if name == "rows" or (flag and name == "frontier"):
        assert 0 < counts[0] < counts[-1]


def test_finished_parts_are_counted() -> None:
    question = Question.parse("queens 8")
    assert isinstance(question, Independence)
    rows = Rows(question)
    parts = tuple(rows.parts())
    job = Job(Task("count", question), "rows", "count", Divided(parts, Claim(8)))
    assert job.so_far() == []
    counts = []
    for part in parts:
        job.settle(part, Outcome(count=rows.count(part)))
        counts += [event.count for event in job.so_far() if isinstance(event, Counted)]
    assert counts == sorted(counts)
    assert 0 < counts[0] < counts[-1] == 92
