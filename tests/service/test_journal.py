"""The journal: that a killed run goes on where it was, and that nothing wrong gets into it."""

import json
import os
import sqlite3
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

import satchess
from satchess import __version__
from satchess.cache import Store
from satchess.cache.jobs import State
from satchess.cache.journal import JournalEntry
from satchess.cli.failures import exit_code_of
from satchess.engines.sat import engine as sat
from satchess.errors import BadInput, CacheConflict, CacheDamaged, WrongAnswer
from satchess.events import Decided, Divided
from satchess.processes.jobs import Job
from satchess.questions import Question
from satchess.request import Request
from satchess.service import journal as diary
from satchess.service.evidence import Evidence
from satchess.service.journal import Diary
from satchess.service.journal_files import FORMAT, Report, journal_lines, take_up
from satchess.task import Claim, Fact, Outcome, Part, Progress, Task
from tests import walker
from tests.paths import RESULTS
from tests.walker import Walker

REQUEST = "first queens 8"
NORMAL = "first independence queen 8x8 --size 8"
FIRST = (1, 5, 8, 6, 3, 7, 2, 4)
PREFIXES = sum(FIRST)
"""What the walker decides: in each row, the columns up to that of the queen."""

DIVIDED = "first queens 10"
"""What `sat` divides if it is impatient."""


@pytest.fixture
def walking(monkeypatch: pytest.MonkeyPatch) -> None:
    walker.register(monkeypatch)


def walk(**options: Any) -> satchess.Answer:
    return satchess.ask(REQUEST, engine="walker", workers=0, **options)


def stop_after(number: int) -> Callable[[Evidence], None]:
    """Watch the work, and press Ctrl-C when so many prefixes are decided."""

    def watch(known: Evidence) -> None:
        if known.decided == number:
            raise KeyboardInterrupt

    return watch


def journal_of(path: Path, request: str = REQUEST) -> list[JournalEntry]:
    with Store(path) as store:
        return store.journal.entries(str(Request.parse(request)))


# A run, stopped and taken up


@pytest.mark.usefixtures("walking")
def test_every_decision_is_written(own_cache: Path) -> None:
    assert walk().permutation == FIRST
    entries = journal_of(own_cache)
    placed = [entry for entry in entries if entry.fact.placement is not None]
    assert len(entries) == PREFIXES
    assert [entry.fact.claim.given for entry in placed][-1] == " ".join(map(str, FIRST))
    assert {(e.request, e.engine, e.version, e.method, e.source) for e in entries} == {
        (NORMAL, "walker", __version__, "walk: 1 step", "")
    }


@pytest.mark.usefixtures("walking")
def test_an_interrupted_walk_goes_on(own_cache: Path) -> None:
    stopped = walk(watch=stop_after(7), catch_interrupt=True)
    assert stopped.note == "interrupted; journal keeps 7 prefixes"
    assert not stopped.status.is_final
    before = [entry.fact for entry in journal_of(own_cache)]
    assert len(before) == 7
    assert walk().permutation == FIRST
    assert Walker.told == tuple(before)
    assert len(journal_of(own_cache)) == PREFIXES


@pytest.mark.usefixtures("walking")
def test_without_a_cache_nothing_is_told_or_kept(own_cache: Path) -> None:
    walk(watch=stop_after(7), catch_interrupt=True)
    stopped = walk(cache=False, watch=stop_after(7), catch_interrupt=True)
    assert (Walker.told, stopped.note) == ((), "interrupted")
    assert len(journal_of(own_cache)) == 7


@pytest.mark.usefixtures("walking")
def test_facts_go_to_the_engine_that_found_them(own_cache: Path) -> None:
    """The words of one mean nothing to the other: '1 5' is no prefix in literals."""
    wrong = Fact(Claim(None, "1"), None)
    with Store(own_cache) as store:
        store.journal.add([JournalEntry(NORMAL, "sat", 1, wrong, "a lie", 1.0)])
    assert walk().permutation == FIRST
    assert Walker.told == ()


def start_walk(*words: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, walker.__file__, REQUEST, *words],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )


def test_a_killed_walk_goes_on() -> None:
    """What was written before the kill is never decided again."""
    process = start_walk("--hang", "9")
    assert process.stdout is not None
    before = [process.stdout.readline().strip() for _ in range(9)]
    process.kill()
    assert process.communicate()[0] == ""
    *after, answer = start_walk().communicate()[0].splitlines()
    assert answer == f"answer {' '.join(map(str, FIRST))} | "
    assert not set(before) & set(after)
    assert len(before) + len(after) == PREFIXES


def test_two_walks_at_once(own_cache: Path) -> None:
    walks = [start_walk(), start_walk()]
    answers = [process.communicate()[0].splitlines()[-1] for process in walks]
    assert answers == [f"answer {' '.join(map(str, FIRST))} | "] * 2
    given = [entry.fact.claim.given for entry in journal_of(own_cache)]
    assert len(given) == len(set(given)) == PREFIXES


@pytest.mark.skipif(sys.platform == "win32", reason="no limit of file sizes")
def test_a_full_disk(own_cache: Path) -> None:
    with Store(own_cache) as store:
        store.writing()
    answer = start_walk("--limit", str(own_cache.stat().st_size)).communicate()[0].splitlines()[-1]
    assert answer.startswith(f"answer {' '.join(map(str, FIRST))} | the journal is not stored: ")
    assert start_walk().communicate()[0].splitlines()[-1].endswith(" | ")


@pytest.mark.usefixtures("walking")
@pytest.mark.skipif(sys.platform == "win32", reason="no permission bits")
def test_a_read_only_cache_tells_what_it_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    with tempfile.TemporaryDirectory() as name:  # tmp_path is closed to other users
        monkeypatch.setenv("SATCHESS_CACHE", f"{name}/answers.db")
        walk(watch=stop_after(7), catch_interrupt=True)
        os.chmod(f"{name}/answers.db", 0o444)
        os.chmod(name, 0o555)
        *after, answer = start_walk("--nobody").communicate()[0].splitlines()
        os.chmod(name, 0o755)
    assert len(after) == PREFIXES - 7
    assert "the journal is not stored: cache " in answer


@pytest.mark.usefixtures("walking")
def test_a_wrong_placement_is_not_written(own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(walker, "completed", lambda columns, size: [1] * size)
    with pytest.raises(WrongAnswer, match="attack each other"):
        walk()
    assert journal_of(own_cache) == []


@pytest.mark.usefixtures("walking")
def test_what_contradicts_the_journal_is_told(
    own_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    walk(watch=stop_after(3), catch_interrupt=True)
    before = journal_of(own_cache)
    monkeypatch.setattr(walker, "completed", lambda columns, size: None)
    monkeypatch.setattr(walker, "remembered", lambda task: {})
    with pytest.raises(CacheConflict, match="one of them is wrong"):
        walk()
    assert journal_of(own_cache) == before


def test_an_engine_that_contradicts_itself_without_a_journal() -> None:
    notes = Diary(None, NORMAL)
    notes.take_down("walker", Decided(entry("1", PLACED).fact, "walk", 1.0))
    notes.take_down("walker", Decided(entry("1", PLACED).fact, "walk", 1.0))
    with pytest.raises(WrongAnswer, match="contradicts itself"):
        notes.take_down("walker", Decided(entry("1").fact, "walk", 1.0))


@pytest.mark.usefixtures("walking")
def test_little_work_is_written_with_what_follows(
    own_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each decision takes a second by its own words: then ten of them may wait."""
    monkeypatch.setattr(diary, "SECONDS_TO_LOSE", 10.0)
    seen = []
    walk(watch=lambda known: seen.append((known.decided, len(journal_of(own_cache)))))
    assert {(9, 0), (10, 10), (19, 10), (20, 20)} <= set(seen)
    assert len(journal_of(own_cache)) == PREFIXES


# The book


def entry(given: str, placement: str | None = None, engine: str = "walker") -> JournalEntry:
    question = Question.parse(NORMAL.removeprefix("first "))
    fact = Fact(Claim(None, given), None if placement is None else question.read(placement))
    return JournalEntry(NORMAL, engine, 1, fact, "walk: 2 steps", 0.25)


PLACED = "a1 e2 h3 f4 c5 g6 b7 d8"


def test_what_contradicts_is_refused_and_what_repeats_is_known(own_cache: Path) -> None:
    with Store(own_cache) as store:
        assert store.journal.add([entry("1", PLACED), entry("2"), entry("1", PLACED)]) == 2
        for wrong in (entry("1"), entry("2", PLACED)):
            with pytest.raises(CacheConflict, match="one of them is wrong"):
                store.journal.add([entry("3"), wrong])
        assert store.journal.add([entry("1", engine="sat")]) == 1, "those are other words"
        assert [e.fact.claim.given for e in store.journal.entries(NORMAL)] == ["1", "2", "1"]
        assert list(store.check()) == []


def test_a_damaged_placement_is_found(own_cache: Path) -> None:
    with Store(own_cache) as store:
        store.journal.add([entry("1", PLACED)])
        for words in (PLACED.replace("d8", "e8"), "z99"):
            store.writing().execute("UPDATE journal SET placement = ?", [words])
            with pytest.raises(CacheDamaged, match="damaged at the journal of 'first"):
                store.journal.entries(NORMAL)
            assert len(list(store.check())) > 0


def test_a_cache_of_an_older_schema_has_a_journal(own_cache: Path) -> None:
    with Store(own_cache) as store:
        store.writing()
    with sqlite3.connect(own_cache) as file:
        file.executescript(
            "DROP TABLE journal; ALTER TABLE parts DROP COLUMN method;"
            "ALTER TABLE jobs DROP COLUMN revision; PRAGMA user_version = 3;"
            "DELETE FROM _sqlite_migrations"
            " WHERE name IN ('add_method', 'create_journal', 'add_revision')"
        )
    with Store(own_cache) as store:
        assert store.journal.add([entry("1")]) == 1


# Revisions of engines


@pytest.mark.usefixtures("walking")
def test_another_revision_is_not_told(own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its words for prefixes may mean something else, so that they cannot contradict it either."""
    walk(watch=stop_after(7), catch_interrupt=True)
    wrong = replace(entry("1"), revision=2)
    with Store(own_cache) as store:
        store.journal.add([wrong])
    monkeypatch.setattr(Walker, "revision", 3)
    assert walk().permutation == FIRST
    assert Walker.told == ()
    revisions = Counter(entry.revision for entry in journal_of(own_cache))
    assert revisions == {1: 7, 2: 1, 3: PREFIXES}


@pytest.mark.usefixtures("impatient")
def test_another_revision_has_jobs_of_its_own(
    own_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    leave_a_job_open(own_cache)
    monkeypatch.setattr(sat.SatEngine, "revision", 2)
    answer = divide()
    with Store(own_cache) as store:
        jobs = store.jobs.all()
    assert {(job.revision, job.state) for job in jobs} >= {(1, State.OPEN), (2, State.DONE)}
    assert len({(job.claim, job.revision) for job in jobs}) == len({job.id for job in jobs})
    monkeypatch.setattr(sat, "PATIENCE", 10**9)
    assert answer.permutation == divide(cache=False).permutation


@pytest.mark.usefixtures("impatient")
def test_what_satchess_0_1_0_has_begun_goes_on(
    own_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    leave_a_job_open(own_cache)
    with sqlite3.connect(own_cache) as file:  # as it was written then
        file.executescript(
            "ALTER TABLE jobs DROP COLUMN revision; ALTER TABLE journal DROP COLUMN revision;"
            "UPDATE journal SET version = '0.1.0'; PRAGMA user_version = 6;"
            "DELETE FROM _sqlite_migrations WHERE name = 'add_revision'"
        )
    with Store(own_cache) as store:
        (opened,) = (job for job in store.jobs.all() if job.state is State.OPEN)
        done = [leaf.part.name for leaf in store.jobs.leaves(opened) if leaf.outcome is not None]
        computed = opened.computed
    about = [opened.verb, opened.question, opened.engine]
    parts = [*about, asdict(opened.claim), asdict(opened.tuning)]
    assert opened.id == sha256(json.dumps(["0.1.0", *parts]).encode()).hexdigest()[:12]
    before = journal_of(own_cache, DIVIDED)
    divide()
    with Store(own_cache) as store:
        job = store.jobs.find(opened.id)
        assert job.state is State.DONE
        assert len(done) == computed > 0
        assert job.computed == len(store.jobs.leaves(job)), "no part was computed twice"
    assert journal_of(own_cache, DIVIDED)[: len(before)] == before


# The walk of `sat`, whose parts are jobs


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sat, "PATIENCE", 3)


def divide(**options: Any) -> satchess.Answer:
    return satchess.ask(DIVIDED, engine="sat", workers=0, **options)


def leave_a_job_open(path: Path) -> int:
    """Stop in the middle of a job, some prefixes decided; return how many."""

    seen: list[Progress | None] = [None]

    def watch(known: Evidence) -> None:
        progress = known.progress
        if progress is not seen[-1]:  # a part of a job is done
            seen.append(progress)
            if known.decided >= 4 and progress and 1 < progress.done < progress.parts:
                raise KeyboardInterrupt

    note = divide(watch=watch, catch_interrupt=True).note
    decided = len(journal_of(path, DIVIDED))
    assert note.startswith(f"interrupted; journal keeps {decided} prefixes; job ")
    return decided


@pytest.mark.usefixtures("impatient")
def test_a_divided_walk_goes_on(own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    leave_a_job_open(own_cache)
    with Store(own_cache) as store:
        before = {job.id: job.computed for job in store.jobs.all() if job.state is State.DONE}
    answer = divide()
    monkeypatch.setattr(sat, "PATIENCE", 10**9)
    assert answer.permutation == divide(cache=False).permutation
    with Store(own_cache) as store:
        jobs = store.jobs.all()
    after = {job.id: job.computed for job in jobs}
    assert {job.state for job in jobs} == {State.DONE}
    assert before.items() <= after.items()
    assert {e.kind for e in journal_of(own_cache, DIVIDED)} == {"parts"}
    decided = {entry.fact.claim for entry in journal_of(own_cache, DIVIDED)}
    assert decided == {job.claim for job in jobs if job.claim.given}


def test_calls_of_the_solver_are_decisions(
    own_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sat, "CONFLICTS_TO_TELL", 0)
    stopped = divide(watch=stop_after(5), catch_interrupt=True)
    assert stopped.note == "interrupted; journal keeps 5 prefixes"
    before = journal_of(own_cache, DIVIDED)
    answer = divide()
    assert journal_of(own_cache, DIVIDED)[:5] == before
    after = journal_of(own_cache, DIVIDED)[5:]
    assert {entry.kind for entry in after} == {"solver"}
    assert {entry.fact.placement is None for entry in after} == {True, False}
    assert not {e.fact.claim for e in before} & {e.fact.claim for e in after}
    assert answer.permutation == divide(cache=False).permutation


# Files


@pytest.fixture
def text(own_cache: Path, impatient: None) -> list[str]:
    """The lines of a file with prefixes and an open job."""
    leave_a_job_open(own_cache)
    with Store(own_cache) as store:
        lines = journal_lines(store, str(Request.parse(DIVIDED)))
    assert {line.split("\t")[0] for line in lines[1:]} == {
        *("request", "written", "engine", "refuted", "placed", "job", "part")
    }
    return lines


def undated(lines: list[str]) -> list[str]:
    return [line for line in lines if not line.startswith("written")]


def test_there_and_back(text: list[str], own_cache: Path, tmp_path: Path) -> None:
    with Store(tmp_path / "other.db") as store:
        report = take_up(store, text, "walk.txt")
        opened = store.jobs.all()[0].claim
        assert (report.known, report.jobs, report.parts, report.refused) == (0, 1, 2, "")
        assert undated(journal_lines(store, report.request)) == undated(text)
        again = take_up(store, text, "walk.txt")
        assert (again.added, again.known, again.parts) == (0, report.added, 0)
        assert {e.source for e in store.journal.entries(report.request)} == {"walk.txt"}
    ours = divide()
    theirs = divide(cache=tmp_path / "other.db")
    assert theirs.permutation == ours.permutation
    with Store(tmp_path / "other.db") as there:
        jobs = {job.id: job for job in there.jobs.all()}
    with Store(own_cache) as here:
        resumed = next(job for job in here.jobs.all() if job.claim == opened)
    assert jobs[resumed.id].computed == resumed.computed - report.parts
    assert [e.fact.claim for e in journal_of(tmp_path / "other.db", DIVIDED)] == [
        e.fact.claim for e in journal_of(own_cache, DIVIDED)
    ]


def test_parts_that_are_done_are_taken_over_into_a_job_here(
    text: list[str], tmp_path: Path
) -> None:
    done = [line for line in text if line.startswith("part\trefuted")]
    reopened = [
        "\t".join(["part", "open", *line.split("\t")[2:5]]) if line in done[1:] else line
        for line in text
    ]
    with Store(tmp_path / "other.db") as store:
        take_up(store, reopened, "walk.txt")
        assert take_up(store, text, "walk.txt").parts == len(done) - 1
        assert undated(journal_lines(store, str(Request.parse(DIVIDED)))) == undated(text)


def test_another_revision_takes_up_no_jobs(
    text: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sat.SatEngine, "revision", 2)
    with Store(tmp_path / "other.db") as store:
        report = take_up(store, text, "walk.txt")
        assert report.refused.endswith(
            "left out, an open job of revision 1 of engine sat, of which this is revision 2"
        )
        assert report.jobs == 0
        assert store.jobs.all() == []
        assert {entry.revision for entry in store.journal.entries(report.request)} == {1}
        assert undated(journal_lines(store, report.request)) == undated(
            text[: next(number for number, line in enumerate(text) if line.startswith("job"))]
        )


def test_another_version_takes_up_all_of_it(text: list[str], tmp_path: Path) -> None:
    lines = [
        "written\t2026-01-01T00:00:00+00:00\t99.0" if line.startswith("written") else line
        for line in text
    ]
    with Store(tmp_path / "other.db") as store:
        report = take_up(store, lines, "walk.txt")
        assert (report.jobs, report.refused) == (1, "")


def test_a_file_of_the_first_format(text: list[str], tmp_path: Path) -> None:
    """It says nothing of revisions: all that was decided then is of the first one."""
    lines = [
        line.rpartition("\t")[0] if line.startswith(("engine", "job")) else line for line in text
    ]
    lines[0] = "satchess journal 1"
    with Store(tmp_path / "other.db") as store:
        report = take_up(store, lines, "walk.txt")
        assert (report.jobs, report.parts, report.refused) == (1, 2, "")
        assert undated(journal_lines(store, report.request)) == undated(text)


@pytest.mark.parametrize(
    "path", sorted((RESULTS / "journals").rglob("*.txt")), ids=lambda path: path.stem
)
def test_journals_of_ours_are_told_to_the_engine(path: Path, own_cache: Path) -> None:
    with Store(own_cache) as store, path.open() as lines:
        report = take_up(store, lines, path.name)
        facts = Diary(store.journal, report.request).facts()
    assert (report.refused, report.known) == ("", 0)
    assert sum(map(len, facts.values())) == report.added > 0


HEAD = [FORMAT, f"request\t{NORMAL}", f"written\t2026-01-01T00:00:00+00:00\t{__version__}"]
ENGINE = f"engine\tsat\t{__version__}"
JOB = 'job\tsat\t-\t1\t{"solver": null, "cardinality": null, "at_most_one": null}'


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [
        ([], "f.txt: expected 'satchess journal 2'"),
        (["satchess journal 3"], "f.txt:1: 'satchess journal 3': expected 'satchess journal 2'"),
        (HEAD[:2], "f.txt: expected 'satchess journal 2', a request, and"),
        ([FORMAT, HEAD[2]], "f.txt:2: "),
        ([FORMAT, f"request\t{REQUEST}"], f"f.txt:2: .*in normal words, '{NORMAL}'"),
        ([FORMAT, "request\tfirst unicorns 8"], "f.txt:2: question 'unicorns'"),
        ([*HEAD, "refuted\t-\t1\t0.5\ttree"], "f.txt:4: .*expected the engine first"),
        ([*HEAD, ENGINE, "refuted\t-\t1\tsoon\ttree"], "f.txt:5: .*could not convert"),
        ([*HEAD, ENGINE, "refuted\t-\t1\t-1\ttree"], "f.txt:5: .*not negative"),
        ([*HEAD, ENGINE, "refuted\tx\t1\t1\ttree"], "f.txt:5: .*invalid literal"),
        ([*HEAD, ENGINE, "refuted\t-\t-\t1\ttree"], "f.txt:5: .*expected a prefix"),
        ([*HEAD, ENGINE, "refuted\t-\t1"], "f.txt:5: .*expected engine, refuted, placed, job"),
        ([*HEAD, f"{ENGINE}\tlast"], "f.txt:4: .*invalid literal"),
        ([*HEAD, ENGINE, "placed\t-\t1\t1\ttree\ta1 b2"], "f.txt:5: .*placement a1 b2: "),
        ([*HEAD, ENGINE, "placed\t-\t1\t1\ttree\tz0"], "f.txt:5: "),
        ([*HEAD, "part\topen\t1\t1.0\t1"], "f.txt:4: "),
        ([*HEAD, JOB.replace("solver", "saw")], "f.txt:4: .*tuning"),
        ([*HEAD, JOB.replace("sat", "rows")], "f.txt:4: "),
        ([*HEAD, JOB.replace("sat", "unicorn")], "f.txt:4: engine 'unicorn'"),
        ([*HEAD, JOB, "part\topen\t1\t1.0\t1"], "f.txt:4: the parts of this job are not all"),
        ([*HEAD, JOB, "part\topen\t1/0\t1.0\t1"], "f.txt:5: "),
        ([*HEAD, JOB, "part\topen\t1\t1.0\tqueen"], "f.txt:4: "),
        ([*HEAD, JOB, "part\tlost\t1\t1.0\t1"], "f.txt:5: .*open, refuted, placed or counted"),
    ],
)
def test_a_bad_file_leaves_all_as_it_was(lines: list[str], complaint: str, own_cache: Path) -> None:
    with Store(own_cache) as store:
        if len(lines) > 4:
            lines = [*lines[:3], ENGINE, "refuted\t-\t9\t1\ttree", *lines[3:]]
            number = int(complaint.split(":")[1])
            complaint = complaint.replace(f":{number}:", f":{number + 2}:", 1)
        with pytest.raises(BadInput, match=complaint):
            take_up(store, lines, "f.txt")
        assert store.journal.entries(NORMAL) == []
        assert store.jobs.all() == []


def test_a_file_that_contradicts_leaves_all_as_it_was(own_cache: Path) -> None:
    with Store(own_cache) as store:
        store.journal.add([entry("1", PLACED, engine="sat")])
        lines = [*HEAD, ENGINE, "refuted\t-\t2\t1\ttree", "refuted\t-\t1\t1\ttree"]
        with pytest.raises(CacheConflict, match=r"f.txt:6: first .*one of them is wrong"):
            take_up(store, lines, "f.txt")
        assert len(store.journal.entries(NORMAL)) == 1


# The command line


@pytest.mark.usefixtures("walking")
def test_show_export_import(
    own_cache: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    walk()
    assert exit_code_of(["journal", "show", REQUEST]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert shown[0] == f"engine walker, revision 1, version {__version__}"
    assert shown[1].split() == ["1", "placed", "1.000", "s", "walk:", "1", "step"]
    assert shown[-1] == f"walk: {PREFIXES - 8} refuted, 8 placed, {PREFIXES}.00 s"
    assert exit_code_of(["journal", "show", REQUEST, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["request"] == NORMAL
    assert len(told["prefixes"]) == PREFIXES
    assert told["prefixes"][0]["placement"][0] == "a1"
    assert told["totals"][0]["placed"] == 8
    file, other = tmp_path / "first8.txt", tmp_path / "other.db"
    assert exit_code_of(["journal", "export", REQUEST, str(file)]) == 0
    assert file.read_text().splitlines()[:2] == HEAD[:2]
    assert exit_code_of(["journal", "import", str(file), "--cache", str(other)]) == 0
    assert f"{NORMAL}: {PREFIXES} prefixes added, 0 known" in capsys.readouterr().out
    assert exit_code_of(["journal", "--cache", str(other), "show", REQUEST]) == 0
    assert "(from first8.txt)" in capsys.readouterr().out
    assert exit_code_of(["journal", "export", REQUEST, "-", "--cache", str(other)]) == 0
    exported = capsys.readouterr().out.splitlines()
    assert undated(exported) == undated(file.read_text().splitlines())
    assert exit_code_of(["journal", "forget", REQUEST]) == 0
    assert f"{NORMAL}: {PREFIXES} prefixes forgotten" in capsys.readouterr().out
    assert journal_of(own_cache) == []


def test_jobs_tell_how_parts_were_done(own_cache: Path, capsys: pytest.CaptureFixture[str]) -> None:
    parts = (Part("1"), Part("-1"))
    task = Task("first", Question.parse("queens 8"))
    with Store(own_cache) as store:
        job = Job(task, "sat", "first", Divided(parts, Claim(None, "1")), store.jobs)
        job.settle(parts[0], Outcome(seconds=2.0, method="tree: 1234 nodes"))
    assert exit_code_of(["jobs", "show", job.record.id]) == 0
    assert "      2.00 s  part 1 (tree: 1234 nodes)" in capsys.readouterr().out
    assert exit_code_of(["jobs", "show", job.record.id, "--json"]) == 0
    (slowest,) = json.loads(capsys.readouterr().out)["slowest"]
    assert slowest == {"name": "1", "seconds": 2.0, "method": "tree: 1234 nodes"}
    other = Outcome(seconds=3.0, method="look: ahead")
    assert other.agrees_with(Outcome(seconds=2.0, method="tree: 1234 nodes"))


def test_command_lines_that_fail(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "picture").write_bytes(b"\x89PNG\xff")
    for words, code, complaint in (
        (["show", REQUEST], 3, f"not known: no prefix of '{NORMAL}' is decided"),
        (["show", "queens 8"], 2, "expected one of solve, count, list, first"),
        (["import", str(tmp_path / "nothing")], 2, "nothing"),
        (["import", str(tmp_path / "picture")], 2, "expected text"),
        (["export", REQUEST, str(tmp_path / "no" / "where")], 2, "where"),
    ):
        assert exit_code_of(["journal", *words]) == code
        err = capsys.readouterr().err
        assert complaint in err
        assert err.count("\n") == 1


def test_an_empty_journal_is_exported_and_imported(tmp_path: Path) -> None:
    with Store(tmp_path / "none.db") as store:
        lines = journal_lines(store, NORMAL)
        assert take_up(store, lines, "f.txt") == Report(NORMAL, 0, 0, 0, 0)
