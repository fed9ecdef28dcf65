"""The store of remembered answers: what goes in comes out, nothing is lost, nothing is made up."""

import json
import os
import random
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchess.answers import Answer, Status
from satchess.cache import ImportReport, Store, default_path, migrations, schema
from satchess.domain.placement import Placement
from satchess.errors import (
    BadInput,
    CacheConflict,
    CacheDamaged,
    CacheError,
    CacheUnwritable,
)
from satchess.questions import Domination, Independence, Question
from satchess.request import Request
from satchess.signature import sign
from tests.paths import TESTS

QUEENS = "independence queen 4x4"
SHOWN = "b1 d2 a3 c4"
KINGS = "independence king 3x3"


def answer(verb: str = "solve", text: str = QUEENS, placement: str = "", **fields: Any) -> Answer:
    """Make an answer to a canonical request; final if it has a value and no other status."""
    signature = sign(verb, Question.parse(text))
    assert str(signature.question) == text
    fields.setdefault("status", Status.OPTIMAL if "value" in fields else Status.BOUNDED)
    if placement:
        assert isinstance(signature.question, Independence | Domination)
        fields["placement"] = Placement.parse(placement, signature.question.piece)
        fields["permutation"] = fields["placement"].permutation(signature.question.board)
    return Answer(Request.parse(f"{verb} {text}"), signature.digest, **fields)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "answers.db", patience=0.1) as store:
        yield store


@cache
def many(number: int) -> list[Answer]:
    """Make answers to so many questions."""
    shapes = ((rows, columns) for columns in range(2, 99) for rows in range(2, columns + 1))
    asked = [(rows, f"independence rook {rows}x{columns}") for rows, columns in shapes][:number]
    canonical = [(rows, sign("solve", Question.parse(text)).question) for rows, text in asked]
    return [answer(text=str(question), value=rows) for rows, question in canonical]


# Round trips

ANSWERS = {
    "placement": answer(value=4, lower=4, upper=4, placement=SHOWN, engine="sat", seconds=0.25),
    "huge count": answer("count", value=4, count=2**64 + 1, exact=True, version="0.1.0"),
    "inexact count": answer("count", KINGS, count=10**40, reason="stopped after 10 s"),
    "infeasible": answer(
        text="independence queen 4x4 --size 5", status=Status.INFEASIBLE, count=0, exact=True
    ),
    "no permutation": answer(text=KINGS, lower=2, upper=5, placement="a1 c1"),
    "empty placement": replace(
        answer(text="independence queen 1x1 --size 0", value=0), placement=Placement(())
    ),
    "first": answer("first", value=4, placement=SHOWN, reason="ünïcode — 'quoted'\n"),
}


@pytest.mark.parametrize("given_answer", ANSWERS.values(), ids=ANSWERS)
def test_what_was_put_is_got(store: Store, given_answer: Answer) -> None:
    assert store.put(given_answer) == given_answer
    for _ in range(2):  # by the connection that wrote, then by one that reads
        assert store.get(given_answer.signature) == replace(given_answer, cached=True)
        store.close()
    assert list(store.check()) == []


def test_a_row_names_engine_version_seconds_and_time(store: Store) -> None:
    store.put(answer(value=4, engine="sat", version="0.1.0", seconds=1.5))
    row = json.loads(next(store.export_lines()))
    assert (row["engine"], row["version"], row["seconds"]) == ("sat", "0.1.0", 1.5)
    assert row["created"].endswith("+00:00")


def test_an_absent_file_is_not_created_by_reading(store: Store) -> None:
    assert store.get("0" * 32) is None
    assert not [*store.rows(), *store.export_lines(), *store.check()]
    assert store.stats()["bytes"] == 0
    assert list(store.path.parent.iterdir()) == []


def test_reading_leaves_no_files_behind(store: Store) -> None:
    store.put(answer(value=4))
    store.close()
    assert store.get(answer().signature)
    store.close()
    assert list(store.path.parent.iterdir()) == [store.path]


def test_the_file_uses_a_write_ahead_log(store: Store) -> None:
    store.put(answer(value=4))
    store.close()
    with_log = sqlite3.connect(store.path)
    assert with_log.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    with_log.close()


@pytest.mark.parametrize("name", ["an swers?.db", "100%#.db", "ümlaut/deep/er.db"])
def test_any_file_name_will_do(tmp_path: Path, name: str) -> None:
    with Store(tmp_path / name) as store:
        store.put(answer(value=4))
    with Store(tmp_path / name) as store:
        assert store.get(answer().signature)
    assert (tmp_path / name).exists()


def test_a_zero_length_file_is_a_new_one(store: Store) -> None:
    store.path.touch()
    assert store.get(answer().signature) is None
    store.put(answer(value=4))
    assert store.get(answer().signature)


# Merging

MERGES: dict[str, tuple[dict[str, Any], dict[str, Any], dict[str, Any]]] = {
    "bounds tighten": (
        {"lower": 1, "upper": 9},
        {"lower": 3, "upper": 10},
        {"lower": 3, "upper": 9, "status": Status.BOUNDED},
    ),
    "one side each": ({"lower": 1}, {"upper": 9}, {"lower": 1, "upper": 9}),
    "bounds that meet are still not final": (
        {"lower": 4},
        {"upper": 4},
        {"lower": 4, "upper": 4, "status": Status.BOUNDED, "value": None},
    ),
    "final replaces bounds": (
        {"lower": 1, "upper": 9, "engine": "old"},
        {"value": 4, "engine": "new"},
        {"status": Status.OPTIMAL, "value": 4, "lower": None, "upper": None, "engine": "new"},
    ),
    "bounds do not replace final": (
        {"value": 4, "engine": "old"},
        {"lower": 3, "upper": 5, "engine": "new"},
        {"status": Status.OPTIMAL, "value": 4, "lower": None, "engine": "old"},
    ),
    "infeasible replaces bounds": (
        {"lower": 1},
        {"status": Status.INFEASIBLE},
        {"status": Status.INFEASIBLE},
    ),
    "the better placement of the most": (
        {"lower": 2, "upper": 9, "placement": "b1 d2"},
        {"lower": 3, "placement": "b1 d2 a3"},
        {"lower": 3, "upper": 9, "words": "b1 d2 a3", "permutation": None},
    ),
    "a worse placement is left": (
        {"lower": 3, "placement": "b1 d2 a3"},
        {"lower": 2, "upper": 8, "placement": "b1 d2"},
        {"lower": 3, "upper": 8, "words": "b1 d2 a3"},
    ),
    "the better placement of the fewest": (
        {"upper": 3, "placement": "b1 d2 a3"},
        {"upper": 2, "placement": "b2 c3"},
        {"upper": 2, "words": "b2 c3"},
    ),
    "a placement that shows nothing any more": (
        {"lower": 2, "placement": "b1 d2"},
        {"lower": 3},
        {"lower": 3, "placement": None},
    ),
    "a placement joins the final value": (
        {"lower": 4, "placement": SHOWN},
        {"value": 4},
        {"value": 4, "words": SHOWN, "permutation": (2, 4, 1, 3)},
    ),
    "the largest count": ({"count": 5}, {"count": 3}, {"count": 5, "exact": False}),
    "an exact count": (
        {"count": 5},
        {"value": 4, "count": 2**70, "exact": True},
        {"count": 2**70, "exact": True},
    ),
    "unknown learns nothing": (
        {"lower": 1},
        {"status": Status.UNKNOWN},
        {"status": Status.BOUNDED, "lower": 1},
    ),
    "two engines agree": (
        {"value": 4, "placement": SHOWN, "engine": "one"},
        {"value": 4, "placement": "c1 a2 d3 b4", "engine": "two"},
        {"value": 4, "words": SHOWN, "engine": "one"},
    ),
}


@pytest.mark.parametrize(("stored", "new", "expected"), MERGES.values(), ids=MERGES)
def test_merge(
    store: Store, stored: dict[str, Any], new: dict[str, Any], expected: dict[str, Any]
) -> None:
    store.put(answer(**stored))
    merged = store.put(answer(**new))
    kept = store.get(merged.signature)
    assert kept is not None
    assert replace(merged, cached=True) == kept
    expected = {**expected}
    if words := expected.pop("words", None):
        assert str(kept.placement) == words
    assert {name: getattr(kept, name) for name in expected} == expected


@pytest.mark.parametrize("status", [Status.UNKNOWN, Status.BOUNDED])
def test_nothing_learned_is_not_stored(store: Store, status: Status) -> None:
    nothing = answer(status=status, seconds=10)
    assert store.put(nothing) is nothing
    assert not store.path.exists()


CONFLICTS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "values": ({"value": 4}, {"value": 5}),
    "statuses": ({"value": 4}, {"status": Status.INFEASIBLE}),
    "counts": (
        {"value": 4, "count": 52, "exact": True},
        {"value": 4, "count": 92, "exact": True},
    ),
    "too many for an exact count": ({"value": 4, "count": 2, "exact": True}, {"count": 3}),
    "value below": ({"lower": 5}, {"value": 4}),
    "value above": ({"upper": 3}, {"value": 4}),
    "bounds above": ({"value": 4}, {"lower": 5}),
    "bounds below": ({"value": 4}, {"upper": 3}),
    "bounds cross": ({"lower": 5}, {"upper": 4}),
    "one exists": ({"lower": 4, "placement": SHOWN}, {"status": Status.INFEASIBLE}),
    "some were counted": ({"status": Status.INFEASIBLE}, {"count": 1}),
    "another first": (
        {"verb": "first", "value": 4, "placement": SHOWN},
        {"verb": "first", "value": 4, "placement": "c1 a2 d3 b4"},
    ),
}


@pytest.mark.parametrize(("stored", "new"), CONFLICTS.values(), ids=CONFLICTS)
def test_a_contradiction_names_both_and_changes_nothing(
    store: Store, stored: dict[str, Any], new: dict[str, Any]
) -> None:
    store.put(answer(**stored, engine="the-old-one"))
    before = list(store.export_lines())
    with pytest.raises(CacheConflict, match=r"(?s)^[^\n]*the-old-one.*the-new-one[^\n]*$"):
        store.put(answer(**new, engine="the-new-one"))
    assert list(store.export_lines()) == before


def test_an_answer_that_contradicts_itself_is_refused(store: Store) -> None:
    with pytest.raises(CacheConflict, match="itself"):
        store.put(answer(lower=5, upper=4))
    assert list(store.rows()) == []


@pytest.fixture(scope="module")
def shared_store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with Store(tmp_path_factory.mktemp("shared") / "answers.db") as store:
        store.put(answer(value=4))
        store.writing().execute("PRAGMA synchronous = off")  # hundreds of puts, none precious
        yield store


keys = map(str, count())
offsets = st.none() | st.integers(0, 20)


@given(truth=st.integers(-5, 100), runs=st.lists(st.tuples(offsets, offsets), min_size=1))
def test_bounds_in_any_order_give_their_intersection(
    shared_store: Store, truth: int, runs: list[tuple[int | None, int | None]]
) -> None:
    key = next(keys)
    for below, above in runs:
        shared_store.put(
            replace(
                answer(),
                signature=key,
                lower=None if below is None else truth - below,
                upper=None if above is None else truth + above,
            )
        )
    lowers = [truth - below for below, _ in runs if below is not None]
    uppers = [truth + above for _, above in runs if above is not None]
    stored = shared_store.get(key)
    if not lowers and not uppers:
        assert stored is None
        return
    assert stored is not None
    assert stored.lower == max(lowers, default=None)
    assert stored.upper == min(uppers, default=None)
    assert not stored.status.is_final


# Damaged and foreign files


def a_real_file(folder: Path) -> bytes:
    with Store(folder / "real.db") as store:
        store.import_lines([_line(each) for each in many(200)], "many")
    return (folder / "real.db").read_bytes()


def a_foreign_file(folder: Path, journal: str) -> bytes:
    connection = sqlite3.connect(folder / "foreign.db")
    connection.execute(f"PRAGMA journal_mode = {journal}")
    connection.execute("CREATE TABLE answers (precious)")
    connection.close()
    return (folder / "foreign.db").read_bytes()


DAMAGED: dict[str, Callable[[Path], bytes]] = {
    "zeros": lambda folder: bytes(8192),
    "two bytes": lambda folder: b"SQ",  # SQLite takes a file of one byte for an empty one
    "text": lambda folder: b"These are not the answers you are looking for.\n" * 99,
    "noise": lambda folder: random.Random(1).randbytes(8192),
    "header and noise": lambda folder: a_real_file(folder)[:100] + random.Random(1).randbytes(8192),
    "header alone": lambda folder: a_real_file(folder)[:100],
    "first page alone": lambda folder: a_real_file(folder)[:4096],
    "half": lambda folder: a_real_file(folder)[: len(a_real_file(folder)) // 2],
    "foreign": lambda folder: a_foreign_file(folder, "delete"),
    "foreign, with a log": lambda folder: a_foreign_file(folder, "wal"),
}


@pytest.mark.parametrize("content", DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_file_is_told_and_left_alone(
    store: Store, tmp_path: Path, content: Callable[[Path], bytes]
) -> None:
    before = content(tmp_path)
    store.path.write_bytes(before)
    attempts: list[Callable[[], object]] = [
        lambda: store.get(answer().signature),
        lambda: store.put(answer(value=4)),
        lambda: list(store.rows()),
        lambda: store.stats(),
        lambda: list(store.export_lines()),
        lambda: store.import_lines([_line(answer(value=4))], "lines"),
    ]
    for attempt in attempts:
        with pytest.raises(CacheDamaged, match=r"^cache .*answers.db: [^\n]*$"):
            attempt()
        assert store.path.read_bytes() == before
    assert list(store.check())
    store.close()
    assert store.path.read_bytes() == before
    assert not list(tmp_path.glob("answers.db-*"))


def test_any_damage_is_told_as_an_error_of_ours(store: Store, tmp_path: Path) -> None:
    whole, dice = a_real_file(tmp_path), random.Random(7)
    wanted = many(200)
    for _ in range(60):
        broken = bytearray(whole[: dice.choice([len(whole), dice.randrange(1, len(whole))])])
        for _ in range(dice.randrange(20)):
            broken[dice.randrange(len(broken))] = dice.randrange(256)
        store.path.write_bytes(broken)
        for attempt in (store.export_lines, store.rows, store.check):
            try:
                list(attempt())
                store.get(dice.choice(wanted).signature)
            except CacheError:
                pass
        store.close()
        assert store.path.read_bytes() == broken


def test_a_row_that_makes_no_sense_is_damage(store: Store) -> None:
    store.put(answer(value=4))
    store.writing().execute("UPDATE answers SET status = 'splendid'")
    with pytest.raises(CacheDamaged, match="splendid"):
        store.get(answer().signature)
    assert len(list(store.check())) == 1


def test_a_newer_schema_is_told_and_left_alone(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as newer:
        newer.setattr(migrations, "STEPS", [*migrations.STEPS, add_tournaments])
        newer.setattr("satchess.cache.opening.STEPS", migrations.STEPS)
        store.put(answer(value=4))
        store.close()
    before = store.path.read_bytes()
    attempts: list[Callable[[], object]] = [
        lambda: store.get("x"),
        lambda: store.put(answer(value=4)),
    ]
    for attempt in attempts:
        with pytest.raises(CacheError, match="newer satchess"):
            attempt()
    assert store.path.read_bytes() == before


@pytest.mark.parametrize("first_use", [lambda s: s.get("x"), lambda s: s.put(answer(value=4))])
def test_an_older_schema_is_brought_up_to_date(
    store: Store, monkeypatch: pytest.MonkeyPatch, first_use: Callable[[Store], object]
) -> None:
    store.put(answer(value=4))
    store.close()
    monkeypatch.setattr(migrations, "STEPS", [*migrations.STEPS, add_tournaments])
    monkeypatch.setattr("satchess.cache.opening.STEPS", migrations.STEPS)
    first_use(store)
    assert store.query("SELECT * FROM tournaments") == []
    assert store.get(answer().signature)


def add_tournaments(db: Any) -> None:
    db.table("tournaments").create({"id": int}, pk="id")


# Files that cannot be written


def test_locked_for_too_long(store: Store) -> None:
    store.put(answer(value=4))
    other = sqlite3.connect(store.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(CacheUnwritable, match="locked"):
        store.put(answer("count", value=4, count=2, exact=True))
    assert store.get(answer().signature)
    other.close()
    store.put(answer("count", value=4, count=2, exact=True))


def test_no_room_left(store: Store) -> None:
    store.put(answer(value=4))
    before = list(store.export_lines())
    writer = store.writing()
    (pages,) = writer.execute("PRAGMA page_count").fetchone()
    writer.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(CacheUnwritable, match="no room"):
        store.put(answer("count", count=1, reason="long" * 9999))
    with pytest.raises(CacheUnwritable, match="no room"):
        store.import_lines([_line(each) for each in many(500)], "many")
    assert list(store.export_lines()) == before
    assert list(store.check()) == []


FULL_DISK = """
import resource, sys
from pathlib import Path
from satchess.cache import Store
from satchess.errors import CacheUnwritable
path, lines = Path(sys.argv[1]), sys.stdin.read().splitlines()
with Store(path) as store:
    store.import_lines(lines[:10], "lines")
    before = list(store.export_lines())
    resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, resource.RLIM_INFINITY))
    try:
        store.import_lines(lines, "lines")
    except CacheUnwritable as error:
        print(error)
    assert list(store.export_lines()) == before
with Store(path) as store:
    assert list(store.export_lines()) == before
    assert not list(store.check())
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
    store.import_lines(lines, "lines")
    assert not list(store.check())
with Store(path.with_name("new.db")) as store:
    resource.setrlimit(resource.RLIMIT_FSIZE, (5000, resource.RLIM_INFINITY))
    try:
        store.import_lines(lines, "lines")
    except CacheUnwritable as error:
        print(error)
    assert not list(store.rows())
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
    store.import_lines(lines, "lines")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no limit of file sizes")
def test_a_full_disk(tmp_path: Path) -> None:
    lines = "\n".join(_line(each) for each in many(300))
    said = _python(FULL_DISK, str(tmp_path / "answers.db"), stdin=lines)
    assert said.count("cache ") == said.count("\n") == 2


READ_ONLY = """
import os, sys
from pathlib import Path
from satchess.cache import Store
from satchess.errors import CacheUnwritable
folder, digest = Path(sys.argv[1]), sys.argv[2]
lines = sys.stdin.read().splitlines()
with Store(folder / "answers.db") as store:
    store.import_lines(lines[:1], "lines")
folder.chmod(0o555)
(folder / "answers.db").chmod(0o444)
if os.getuid() == 0:
    os.setuid(65534)  # permission bits do not stop root
for name in ("answers.db", "new.db", "below/new.db"):
    with Store(folder / name) as store:
        print(store.get(digest) is not None)
        try:
            store.import_lines(lines, "lines")
        except CacheUnwritable as error:
            print(error)
        print(len(list(store.rows())))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no permission bits")
def test_a_read_only_folder() -> None:
    with tempfile.TemporaryDirectory() as name:  # tmp_path is closed to other users
        lines = [_line(each) for each in many(2)]
        said = _python(READ_ONLY, name, many(1)[0].signature, stdin="\n".join(lines)).splitlines()
        os.chmod(name, 0o755)
    assert [said[0], said[2]] == ["True", "1"]
    assert [said[3], said[5], said[6], said[8]] == ["False", "0"] * 2
    assert all(said[line].startswith("cache ") for line in (1, 4, 7))


def test_what_is_not_a_file_is_refused(tmp_path: Path) -> None:
    for path in (tmp_path, Path(os.devnull)):
        with Store(path) as store, pytest.raises(CacheUnwritable, match="not a file"):
            store.put(answer(value=4))


# Several processes


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork and SIGKILL")
def test_writers_that_are_killed_lose_nothing(tmp_path: Path) -> None:
    script = TESTS / "cache_crash.py"
    run = subprocess.run(
        [sys.executable, str(script), str(tmp_path), "10"], capture_output=True, text=True
    )
    assert run.stderr == ""
    assert int(run.stdout) > 0


# Lists, numbers, copies


def test_rows_are_found_by_a_pattern(store: Store) -> None:
    for each in (answer(value=4), answer("count", lower=1), answer(text=KINGS, value=4)):
        store.put(each)
    assert [row.verb for row in store.rows()] == ["count", "solve", "solve"]
    assert [str(row.question) for row in store.rows("king")] == [KINGS]
    assert [str(row.question) for row in store.rows("solve*queen")] == [QUEENS]
    assert list(store.rows("rook")) == []


def test_stats(store: Store) -> None:
    store.put(answer(value=4, seconds=1.5))
    store.put(answer("count", count=1, seconds=10))
    store.put(answer(text=KINGS, value=4, seconds=2))
    stats = store.stats()
    assert stats["answers"] == {"count": {"bounded": 1}, "solve": {"optimal": 2}}
    assert stats["seconds"] == 3.5
    assert stats["oldest"] is not None
    assert stats["bytes"] == store.path.stat().st_size


def test_export_and_import_are_inverse(store: Store, tmp_path: Path) -> None:
    for each in ANSWERS.values():
        store.put(each)
    lines = list(store.export_lines())
    with Store(tmp_path / "copy.db") as copy:
        assert copy.import_lines([*lines, ""], "copy") == ImportReport(added=len(ANSWERS))
        assert list(copy.export_lines()) == lines
        assert copy.import_lines(lines, "again") == ImportReport(known=len(ANSWERS))
        assert list(copy.rows()) == list(store.rows())


def test_import_merges(store: Store) -> None:
    store.put(answer(lower=1))
    assert store.import_lines([_line(answer(value=4))], "x") == ImportReport(improved=1)
    with pytest.raises(CacheConflict, match=r"^x:2: "):
        store.import_lines([_line(answer(text=KINGS, value=4)), _line(answer(value=5))], "x")
    assert len(list(store.rows())) == 1


def _line(given_answer: Answer, **changes: object) -> str:
    from satchess.cache.records import to_row

    return json.dumps({**to_row(given_answer, "2026-01-31T12:00:00+00:00"), **changes})


GOOD = answer(value=4, placement=SHOWN)
BAD_LINES = {
    "not JSON": ("{", "expected"),
    "deep": ("[" * 100_000, "expected"),
    "not an object": ("[1, 2]", "expected an answer"),
    "a field too few": ('{"verb": "solve"}', "expected the fields"),
    "a field too many": (_line(GOOD, colour="red"), "colour"),
    "a wrong type": (_line(GOOD, value="four"), "value 'four': expected int"),
    "a wrong status": (_line(GOOD, status="splendid"), "splendid"),
    "a wrong count": (_line(GOOD, count="1e9"), "count '1e9': expected a whole number"),
    "a wrong digest": (_line(GOOD, signature="0" * 32), f"expected {GOOD.signature}"),
    "another question": (_line(GOOD, question=KINGS), "expected"),
    "no question": (_line(GOOD, question="to be"), "expected one of"),
    "not canonical": (
        _line(answer(text="independence king 3x4", value=4), question="independence king 4x3"),
        "expected its canonical form, independence king 3x4",
    ),
    "attacking queens": (_line(GOOD, placement="a1 b2 c3 d4"), "attack each other"),
    "no square": (_line(GOOD, placement="4711"), "4711"),
    "off the board": (_line(GOOD, placement="b1 d2 a3 z9"), "z9 is not a square"),
    "a wrong value": (_line(GOOD, value=3), "value 3: expected 4"),
    "bounds that cross": (_line(answer(lower=5, upper=4)), "contradicts itself"),
    "no time": (_line(GOOD, created="yesterday"), "created 'yesterday': expected a time"),
    "no duration": (_line(GOOD, seconds=float("nan")), "expected a duration"),
    "too large": (_line(answer(lower=10**30)), "too large"),
    "no text": (_line(GOOD, note="\ud800"), "surrogates"),
}


@pytest.mark.parametrize(("line", "expected"), BAD_LINES.values(), ids=BAD_LINES)
def test_a_bad_line_is_named_and_nothing_imported(store: Store, line: str, expected: str) -> None:
    with pytest.raises(BadInput) as caught:
        store.import_lines([_line(answer(text=KINGS, value=4)), "", line], "some.jsonl")
    assert str(caught.value).startswith("some.jsonl:3: ")
    assert expected in str(caught.value)
    assert "\n" not in str(caught.value)
    assert list(store.rows()) == []


@pytest.mark.parametrize(
    ("column", "content", "expected"),
    [
        ("signature", "0" * 32, "expected"),
        ("question", "to be", "expected one of"),
        ("placement", "a1 a2 a3 a4", "a1 and a2 attack each other"),
        ("value", 3, "value 3: expected 4"),
        ("lower", 9, "contradicts itself"),
    ],
)
def test_check_finds(store: Store, column: str, content: object, expected: str) -> None:
    store.put(GOOD)
    assert list(store.check()) == []
    store.writing().execute(f"UPDATE answers SET {column} = ?", [content])
    assert expected in "\n".join(store.check())


# Where and how


@pytest.mark.parametrize(
    ("platform", "variables", "expected"),
    [
        ("linux", {}, "/home/ada/.local/share/satchess/answers.db"),
        ("linux", {"XDG_DATA_HOME": "/data"}, "/data/satchess/answers.db"),
        ("linux", {"XDG_DATA_HOME": "relative"}, "/home/ada/.local/share/satchess/answers.db"),
        ("darwin", {}, "/home/ada/Library/Application Support/satchess/answers.db"),
        ("win32", {"LOCALAPPDATA": "/local"}, "/local/satchess/answers.db"),
        ("linux", {"SATCHESS_CACHE": "/else/where.db", "XDG_DATA_HOME": "/data"}, "/else/where.db"),
    ],
)
def test_default_path(
    monkeypatch: pytest.MonkeyPatch, platform: str, variables: dict[str, str], expected: str
) -> None:
    for name in ("SATCHESS_CACHE", "XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {"HOME": "/home/ada", **variables}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", platform)
    assert default_path() == Path(expected)


def test_a_new_file_is_what_all_steps_make(tmp_path: Path) -> None:
    def contents(connection: sqlite3.Connection) -> tuple[object, object]:
        tables = "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY name"
        seen = "SELECT migration_set, name FROM _sqlite_migrations ORDER BY id"
        return connection.execute(tables).fetchall(), connection.execute(seen).fetchall()

    with Store(tmp_path / "answers.db") as made:
        made_at_once = contents(made.writing())
    stepwise = sqlite3.connect(":memory:", isolation_level=None)
    migrations.apply_steps(stepwise)
    assert made_at_once == contents(stepwise)
    stepwise.close()
    assert len(migrations.STEPS) == schema.STEPS_SEEN  # a new file needs no other step


def test_a_new_file_does_not_import_sqlite_utils(tmp_path: Path) -> None:
    make = (
        "import sys; from pathlib import Path; from satchess.cache import Store\n"
        "with Store(Path(sys.argv[1])) as store: store.writing()\n"
        "print('sqlite_utils' in sys.modules)"
    )
    assert _python(make, str(tmp_path / "answers.db")) == "False\n"


def test_a_lookup_does_not_import_sqlite_utils(store: Store) -> None:
    store.put(answer(value=4))
    store.close()
    look_up = (
        "import sys; from pathlib import Path; from satchess.cache import Store\n"
        "with Store(Path(sys.argv[1])) as store: print(store.get(sys.argv[2]).value)\n"
        "print('sqlite_utils' in sys.modules)"
    )
    assert _python(look_up, str(store.path), answer().signature) == "4\nFalse\n"


def _python(code: str, *arguments: str, stdin: str = "") -> str:
    run = subprocess.run(
        [sys.executable, "-c", code, *arguments], input=stdin, capture_output=True, text=True
    )
    assert run.returncode == 0, run.stderr
    return run.stdout
