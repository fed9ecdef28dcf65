"""Long work in parts: that the parts are a partition, and that no kill, loss or quarrel matters."""

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import satchess
from satchess.cache import Store
from satchess.cache.jobs import JobRecord, State
from satchess.cli.failures import exit_code_of
from satchess.domain.pieces import Piece
from satchess.domain.placement import Placement
from satchess.engines.rows import prefixes
from satchess.engines.rows.engine import Rows, RowsEngine
from satchess.engines.sat import engine as sat
from satchess.engines.sat.cubes import is_everything
from satchess.errors import CacheConflict, EngineDied, WrongAnswer
from satchess.events import Counted, Divided, Found, Settled
from satchess.processes.jobs import Crew, Job, run_job
from satchess.processes.jobs.crews import InThisProcess, do_here
from satchess.processes.pool import OutOfMemory
from satchess.questions import Independence, Question
from satchess.service.evidence import Evidence
from satchess.task import Claim, Division, Outcome, Part, Task
from tests.commands import children_of, start
from tests.commands import eventually as wait_for
from tests.paths import TESTS

LONG = "count independence queen 16"
"""Some seconds of work in about a hundred parts."""
WAYS = 14_772_512

PATIENCE = 120.0
"""Seconds until something hangs."""


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take little work for long, in this process."""
    monkeypatch.setattr(sat, "PATIENCE", 100)
    monkeypatch.setattr(prefixes, "NODES_A_PART", 20)


def eventually(happened: Callable[[], Any]) -> Any:
    return wait_for(happened, PATIENCE)


def jobs_in(path: Path) -> list[JobRecord]:
    with Store(path) as store:
        return store.jobs.all()


def parts_done(path: Path) -> int:
    with Store(path) as store:
        return sum(
            entry.state is State.DONE
            for job in store.jobs.all()
            for entry in store.jobs.entries(job).values()
        )


# Parts are a partition


ROWS = [
    "independence queen 7",
    "independence queen 8",
    "independence queen 6x8",
    "independence queen 8x6",
    "independence queen 8 --forbid a1,d4",
    "independence queen 8 --require c1",
    "independence queen 1",
    "independence leprechaun:2 10",
    "independence leprechaun:3 16 --size 16",
    "independence queen 7:torus",
    "independence rook 4x6",
]


def rows_of(text: str, up_to_symmetry: bool) -> Rows:
    question = Question.parse(text)
    assert isinstance(question, Independence)
    return Rows(question, up_to_symmetry)


@pytest.mark.parametrize("up_to_symmetry", [False, True])
@pytest.mark.parametrize("text", ROWS)
def test_however_rows_are_divided_they_add_up(text: str, up_to_symmetry: bool) -> None:
    rows = rows_of(text, up_to_symmetry)
    dice = random.Random(text)
    whole = sum(part.times * rows.count(part) for part in rows.parts())
    expected = satchess.ask(
        f"count {text}" + " --up-to-symmetry" * up_to_symmetry, engine="sat", cache=False
    )
    assert whole == expected.count
    parts = rows.parts()
    for _ in range(12):
        part = parts.pop(dice.randrange(len(parts)))
        parts += rows.divided(part) or (part,)
    assert rows.is_divided_into(parts)
    assert sum(part.times * rows.count(part) for part in parts) == whole


@pytest.mark.parametrize("text", [text for text in ROWS if text != "independence queen 1"])
def test_what_is_no_partition_of_rows_is_found_out(text: str) -> None:
    rows = rows_of(text, up_to_symmetry=True)
    first, *others = rows.parts()
    pieces = rows.divided(first)
    assert rows.is_divided_into([first, *others])
    assert not rows.is_divided_into(others)
    assert not rows.is_divided_into([replace(first, times=first.times + 1), *others])
    assert not rows.is_divided_into([first, *others, Part("99")])
    if pieces:
        assert rows.is_divided_into([*pieces, *others])
        assert not rows.is_divided_into([first, *pieces, *others])
        assert not rows.is_divided_into([*pieces[1:], *others])


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("text", ["independence queen 9", "independence leprechaun:3 19 --size 19"])
def test_no_part_of_rows_dominates(text: str) -> None:
    rows = rows_of(text, up_to_symmetry=True)
    parts = rows.long_work()
    assert len(parts) > 20
    assert rows.is_divided_into(parts)
    prefixes = [part for part in parts if part.name[0].isdigit()]
    assert sum(part.weight for part in prefixes) == pytest.approx(1)
    assert max(part.weight for part in prefixes) < 0.1


def test_little_work_is_not_divided() -> None:
    assert rows_of("independence queen 12", up_to_symmetry=False).long_work() == ()


def test_the_division_is_a_function_of_the_question_alone() -> None:
    """Whatever the process, and whatever order its sets have."""
    script = (
        "from satchess.engines import engine;"
        "from satchess.task import *; from satchess.events import *;"
        "from satchess.questions import Question; import satchess.engines.sat.engine as sat;"
        "sat.PATIENCE = 300;"
        "tasks = [('rows', 'independence queen 16'), ('sat', 'domination queen 8')];"
        "print([[e for e in engine(name).run(Task('count', Question.parse(text),"
        " division=Division.IF_LONG)) if isinstance(e, Divided)] for name, text in tasks])"
    )
    seen = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(seen) == 1
    assert seen.pop().count("Part(") > 50


@pytest.mark.parametrize(
    "cubes",
    [
        [],
        [(1,)],
        [(1,), (-2,)],
        [(1,), (-1, 2)],
        [(1,), (-1,), (-1, 2)],
        [(), (1,), (-1,)],
        [(1, 2), (1, -2), (-1, 3), (-1, -3, 2)],
    ],
)
def test_cubes_that_are_not_everything(cubes: list[tuple[int, ...]]) -> None:
    assert not is_everything(cubes)


# Divided work gives the same answers


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("verb", ["solve", "count", "count --up-to-symmetry", "first"])
@pytest.mark.parametrize(
    "question",
    [
        "domination queen 6",
        "domination queen 5x6 --independent",
        "domination knight 4x6 --holes c1,d2",
        "independence queen 5 --size 4",
        "independence queen 6 --size 7",
    ],
)
def test_dividing_changes_no_answer(
    verb: str, question: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = f"{verb} {question}"
    watched: list[bool] = []
    divided = satchess.ask(
        request,
        workers=0,
        engine="sat",
        watch=lambda known: watched.append(known.progress is not None),
    )
    monkeypatch.setattr(sat, "PATIENCE", 10**9)
    whole = satchess.ask(request, workers=0, cache=False, engine="sat")
    for name in ("status", "value", "count", "exact", "lower", "upper"):
        assert getattr(divided, name) == getattr(whole, name), name
    if verb == "first":
        assert divided.placement == whole.placement


@pytest.mark.usefixtures("impatient")
def test_the_work_was_divided_indeed(own_cache: Path) -> None:
    """Or the test before this one says nothing."""
    for request in (
        "solve domination queen 7",
        "count domination queen 7",
        "first domination queen 6",
        "count independence queen 9",
    ):
        before = len(jobs_in(own_cache))
        satchess.ask(request, workers=0, engine="rows" if "queen 9" in request else "sat")
        assert len(jobs_in(own_cache)) > before, request
    assert {job.state for job in jobs_in(own_cache)} == {State.DONE}


@pytest.mark.usefixtures("impatient")
def test_more_queens_than_fit_are_left_to_other_engines() -> None:
    """`rows` finds in all its parts that n do not fit; others go on with fewer."""
    answer = satchess.ask("count independence leprechaun:3 12", workers=0, cache=False)
    assert (answer.value, answer.count, answer.engine) != (12, 0, "rows")
    assert answer.status == "optimal"


# Kills


def answered(process: "subprocess.Popen[str]") -> dict[str, Any]:
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (0, ""), err
    answer: dict[str, Any] = json.loads(out)
    return answer


def test_killed_at_ten_random_moments(own_cache: Path) -> None:
    """What was finished before a kill is never done again: as many parts are done as there are."""
    dice = random.Random(2026)
    kills = 0
    while kills < 10:
        kills += 1
        process = start(*LONG.split(), "--json")
        wanted = parts_done(own_cache) + dice.randint(0, 5)
        while process.poll() is None and (not jobs_in(own_cache) or parts_done(own_cache) < wanted):
            time.sleep(0.01)
        time.sleep(dice.random() * 0.02)
        process.kill()
        process.communicate()
        if process.returncode == 0:  # it was faster: nothing is left to kill
            break
    assert kills > 4
    before = parts_done(own_cache)
    assert before > 0
    answer = answered(start(*LONG.split(), "--json"))
    assert (answer["count"], answer["exact"], answer["value"]) == (WAYS, True, 16)
    (job,) = jobs_in(own_cache)
    assert job.state is State.DONE
    assert job.computed == parts_done(own_cache) > before


def test_two_processes_at_once_agree(own_cache: Path) -> None:
    processes = [start(*LONG.split(), "--json", "--workers", "1") for _ in range(2)]
    assert [answered(process)["count"] for process in processes] == [WAYS, WAYS]
    (job,) = jobs_in(own_cache)
    assert job.computed >= parts_done(own_cache)


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_a_killed_worker_costs_one_part(own_cache: Path) -> None:
    process = start(*LONG.split(), "--json")
    eventually(lambda: parts_done(own_cache) > 2)
    os.kill(children_of(process.pid)[0], signal.SIGKILL)
    assert answered(process)["count"] == WAYS
    (job,) = jobs_in(own_cache)
    assert job.computed == parts_done(own_cache)


# The book of jobs


def test_out_of_time_and_resumed(own_cache: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code_of([*LONG.split(), "--no-cache"]) == 0  # what is compiled on first use is now
    timeout = 0.05
    while not parts_done(own_cache):
        assert exit_code_of([*LONG.split(), "--timeout", str(timeout)]) == 3
        timeout *= 1.3
    (job,) = jobs_in(own_cache)
    if job.state is State.OPEN:  # else this machine is faster than anybody thought
        assert "out of time" in capsys.readouterr().out
    assert exit_code_of(["jobs", "ls"]) == 0
    listed = capsys.readouterr().out
    assert job.id in listed
    assert LONG in listed
    assert exit_code_of(["jobs", "resume", job.id[:6]]) == 0
    assert f"{WAYS} ways" in capsys.readouterr().out
    assert exit_code_of(["jobs", "show", job.id]) == 0
    shown = capsys.readouterr().out
    (job,) = jobs_in(own_cache)
    assert f"computed: {job.computed}\n" in shown
    assert "share:    1.0" in shown
    assert exit_code_of(["jobs", "ls", "--json", "--cache", str(own_cache)]) == 0
    (summary,) = json.loads(capsys.readouterr().out)
    assert (summary["state"], summary["done"], summary["value"]) == ("done", summary["parts"], 16)
    assert job.computed == parts_done(own_cache)


def test_interrupted_and_asked_again(own_cache: Path) -> None:
    process = start(*LONG.split(), "--json")
    eventually(lambda: parts_done(own_cache) > 2)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (3, "")
    answer = json.loads(out)
    assert answer["note"].startswith("interrupted; job ")
    assert not answer["exact"]
    assert 0 < answer["count"] < WAYS
    before = parts_done(own_cache)
    assert satchess.ask(LONG).count == WAYS
    (job,) = jobs_in(own_cache)
    assert job.computed == parts_done(own_cache) > before


def test_a_cancelled_job_stops_and_is_forgotten(
    own_cache: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    process = start(*LONG.split(), "--json", "--workers", "1")
    eventually(lambda: parts_done(own_cache) > 2)
    (job,) = jobs_in(own_cache)
    assert exit_code_of(["jobs", "cancel", job.id]) == 0
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (3, "")
    assert json.loads(out)["note"] == "cancelled"
    assert parts_done(own_cache) == 0
    capsys.readouterr()
    assert exit_code_of(["jobs", "resume", job.id]) == 2
    assert "cancelled; ask" in capsys.readouterr().err


def test_jobs_that_are_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code_of(["jobs", "ls"]) == 0
    assert exit_code_of(["jobs", "show", "beef"]) == 3
    err = capsys.readouterr().err
    assert err.startswith("satchess: job 'beef': none of this name; expected one that")


def make_job(store: Store | None, parts: tuple[Part, ...] | None = None) -> Job:
    """A job of 8 queens, as if that were long."""
    task = Task("count", Question.parse("independence queen 8"))
    parts = parts or tuple(rows_of("independence queen 8", False).parts())
    book = None if store is None else store.jobs
    return Job(task, "rows", "count", Divided(parts, Claim(8)), book)


def test_a_part_is_stored_once_and_two_must_agree(own_cache: Path) -> None:
    with Store(own_cache) as store:
        job = make_job(store)
        part = job.todo()[0]
        store.jobs.settle(job.record, part, Outcome(count=3))
        store.jobs.settle(job.record, part, Outcome(count=3))
        with pytest.raises(CacheConflict, match="one of them is wrong"):
            store.jobs.settle(job.record, part, Outcome(count=4))
        entry = store.jobs.entries(job.record)[part.name]
        assert entry.outcome is not None
        assert entry.outcome.count == 3
        assert store.jobs.all()[0].computed == 2


def test_a_set_that_is_not_a_partition_gives_no_total(own_cache: Path) -> None:
    with Store(own_cache) as store:
        make_job(store)
        store.writing().execute("DELETE FROM parts WHERE name = '1'")
        with pytest.raises(WrongAnswer, match="not a partition"):
            list(run_job(make_job(store), crew(do_here)))
    with sqlite3.connect(own_cache) as file:
        assert file.execute("SELECT state FROM jobs").fetchall() == [("open",)]


def test_parts_that_do_not_add_up_give_no_total() -> None:
    job = make_job(None)
    for number, part in enumerate(job.todo()):
        assert part.times.denominator > 1
        job.settle(part, Outcome(count=int(number == 0)))
    with pytest.raises(WrongAnswer, match="add up to"):
        job.conclusion()


def test_where_parts_cannot_be_stored_the_work_goes_on(own_cache: Path) -> None:
    with Store(own_cache, patience=0.1) as store:
        job = make_job(store)
        store.close()
        other = sqlite3.connect(own_cache, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        events = list(run_job(job, crew(do_here)))
        other.close()
    assert Counted(92, exact=True) in events
    assert "locked" in job.trouble


# Crews


def crew(work: Callable[..., Any]) -> Crew:
    return Crew(InThisProcess(), lambda: 2, work)


def test_a_part_that_is_too_large_is_divided() -> None:
    """A worker has room for parts of which three rows are known, and no more."""
    done: list[str] = []

    def work(task: Task, engine: str, *limits: object) -> Settled | Divided:
        assert task.part is not None
        if task.part.name.count(".") < 2 and task.division is not Division.NOW:
            raise OutOfMemory
        done.append(task.part.name)
        return do_here(task, engine, *limits)

    assert Counted(92, exact=True) in list(run_job(make_job(None), crew(work)))
    assert len(done) == len(set(done)), "nothing is done again"


def test_a_part_that_is_too_large_for_ever() -> None:
    def work(*_: object) -> Settled:
        raise OutOfMemory

    with pytest.raises(OutOfMemory):
        list(run_job(make_job(None), crew(work)))


def test_a_lost_part_is_done_again_but_not_for_ever() -> None:
    lost: list[str] = []

    def unlucky(task: Task, engine: str, *limits: object) -> Settled | Divided:
        assert task.part is not None
        if lost.count(task.part.name) < 2:
            lost.append(task.part.name)
            raise EngineDied("struck by lightning")
        return do_here(task, engine, *limits)

    assert Counted(92, exact=True) in list(run_job(make_job(None), crew(unlucky)))

    def doomed(*_: object) -> Settled:
        raise EngineDied("struck by lightning")

    with pytest.raises(EngineDied, match="lightning"):
        list(run_job(make_job(None), crew(doomed)))


@pytest.mark.parametrize("workers", [0, 1, 3])
def test_any_number_of_workers(workers: int) -> None:
    assert satchess.ask("count independence queen 10", workers=workers, cache=False).count == 724


def test_rows_say_what_they_are_asked() -> None:
    task = Task("count", Question.parse("independence queen 8"), division=Division.NOW)
    part = rows_of("independence queen 8", up_to_symmetry=False).parts()[0]
    kinds = [type(event) for event in RowsEngine().run(replace(task, part=part))]
    assert kinds[0] is Divided


@pytest.fixture
def cluster() -> Iterator[tuple[str, list[int]]]:
    """The address of a Dask cluster, and the process ids of its two workers."""
    process = subprocess.Popen(
        [sys.executable, "-W", "ignore", str(TESTS / "dask_cluster.py")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout is not None
    address, *workers = process.stdout.readline().split()
    yield address, list(map(int, workers))
    process.communicate("")


def test_a_cluster_that_loses_a_worker(cluster: tuple[str, list[int]], own_cache: Path) -> None:
    address, workers = cluster
    process = start(*LONG.split(), "--json", "--cluster", address)
    eventually(lambda: parts_done(own_cache) > 5)
    os.kill(workers[0], signal.SIGKILL)
    answer = answered(process)
    assert (answer["count"], answer["exact"]) == (WAYS, True)
    (job,) = jobs_in(own_cache)
    assert job.computed == parts_done(own_cache)


def test_a_cluster_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    code = exit_code_of([*LONG.split(), "--cluster", "nowhere://else"])
    assert code == 2
    assert "cluster 'nowhere://else': expected an address such as" in capsys.readouterr().err
    assert exit_code_of([*LONG.split(), "--no-cache", "--cluster", "tcp://127.0.0.1:9"]) == 2
    assert "cannot be reached" in capsys.readouterr().err


# Found by a review


@pytest.mark.parametrize(
    ("patience", "request_"),
    [
        (5, "first independence queen 6"),
        (100, "count domination leprechaun:2 4x3 --walls a3 --size 6"),
        (100, "first non-dominating queen 4"),
        (50, "count independence knight 3x5:torus"),
    ],
)
def test_work_that_is_hard_to_divide(
    patience: int, request_: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lines that are all taken anyway, parts that are one cube, objectives over auxiliaries."""
    monkeypatch.setattr(sat, "PATIENCE", patience)
    divided = satchess.ask(request_, workers=0, cache=False, engine="sat")
    monkeypatch.setattr(sat, "PATIENCE", 10**9)
    whole = satchess.ask(request_, workers=0, cache=False, engine="sat")
    assert (divided.status, divided.value, divided.count) == (
        *(whole.status, whole.value, whole.count),
    )
    if request_.startswith("first"):
        assert divided.placement == whole.placement


def test_an_engine_that_gives_up_has_not_found_the_first() -> None:
    known = Evidence(Task("first", Question.parse("independence queen 4")), lower=4, upper=4)
    known = known.learn(Found(Placement.parse("c1 a2 d3 b4", Piece.parse("queen"))))
    assert not replace(known, gave_up=True).status.is_final
    assert replace(known, done=True).status.is_final


def test_a_job_cancelled_at_the_very_end_begins_anew(own_cache: Path) -> None:
    with Store(own_cache) as store:
        job = make_job(store)
        for part in job.todo():
            job.settle(part, Outcome(count=0))
        store.jobs.cancel(job.record)
        job.finish()
        assert store.jobs.is_cancelled(job.record)
        assert Counted(92, exact=True) in list(run_job(make_job(store), crew(do_here)))


def test_resuming_goes_on_with_other_engines(
    own_cache: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(prefixes, "NODES_A_PART", 20)
    with Store(own_cache) as store:
        task = Task("count", Question.parse("independence leprechaun:2 9"))
        parts = Rows(task.question).parts()  # type: ignore[arg-type]
        job = Job(task, "rows", "count", Divided(tuple(parts), Claim(9)), store.jobs)
    assert exit_code_of(["jobs", "resume", job.record.id, "--workers", "0"]) == 0
    assert "ways. " in capsys.readouterr().out
