"""Building an atlas: two engines that share no method, and no work lost when it is stopped."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from satchess.atlas.plan import DOMINATING, Board, Entry, boards, entries
from satchess.cli.failures import exit_code_of
from satchess.errors import CacheConflict, EnginesDisagree
from satchess.request import Request
from satchess.service import atlas_building
from satchess.service.atlas_building import Chart, Charted, chart, confirmed, methods
from tests.commands import heed_interrupts
from tests.paths import ROOT

ONLY = "independence rook 2x4"
BUILD = [sys.executable, "-m", "satchess", "atlas", "--file"]


def build(path: Path) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [*BUILD, str(path), "build", "--workers", "1", "--limit", "20", "--only", ONLY],
        cwd=ROOT,
        preexec_fn=heed_interrupts,
    )


def test_a_killed_build_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "some.atlas"
    part = path.with_name("some.atlas.part")
    killed = build(path)
    deadline = time.monotonic() + 60
    while not (part.exists() and part.read_bytes().count(b"\n")):
        assert time.monotonic() < deadline
        time.sleep(0.01)
    killed.kill()
    killed.wait()
    assert not path.exists()
    with part.open("a") as stream:
        stream.write('["torn')  # as if it had been writing
    before = Chart.load(path)
    assert before.tried
    interrupted = build(path)
    time.sleep(1)
    interrupted.send_signal(signal.SIGINT)
    interrupted.wait()
    assert before.records.items() <= Chart.load(path).records.items()
    assert build(path).wait() == 0
    done = Chart.load(path)
    assert before.records.items() <= done.records.items()
    assert not part.exists()
    planned = {entry.name for entry in entries() if ONLY in entry.name}
    assert planned <= done.tried.keys()
    assert exit_code_of(["atlas", "--file", str(path), "status", "--check"]) == 0


def test_two_builds_do_not_meet(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "some.atlas"
    if os.name == "nt":
        pytest.skip("no locks there")
    with atlas_building.alone(path):
        assert exit_code_of(["atlas", "--file", str(path), "build", "--only", ONLY]) == 2
    assert "another build is at work on it" in capsys.readouterr().err


def test_several_answers_of_one_entry() -> None:
    found = chart(DOMINATING.entry("king", Board(3, 4)), 60.0)
    verbs = [record.split('"')[1] for record in found.records.values()]
    assert verbs == ["count --by-size", "count", "count", "solve", "count --up-to-symmetry"]
    assert found.failed == ()
    assert Charted.of_json(found.as_json()) == found


def test_a_question_without_a_placement() -> None:
    words = "domination knight 2x2 --total"
    found = chart(Entry(words, words, words, engines=("frontier", "diagram")), 60.0)
    said = [record for record in found.records.values() if '"infeasible"' in record]
    assert [record.split('"')[1] for record in said] == ["count", "solve"]


def test_engines_that_share_a_method_do_not_confirm_each_other() -> None:
    optimum, sizes = (
        Request.parse(f"count {flag} domination king 3x4") for flag in ("", "--by-size")
    )
    assert methods("diagram", optimum) & methods("sat", optimum)
    assert not methods("diagram", sizes) & methods("sat", sizes)
    assert confirmed(optimum, ("sat", "ganak"), 60.0) is None
    both = confirmed(optimum, ("sat", "frontier"), 60.0)
    assert both is not None
    assert (both.known.engine, both.known.confirmed_by) == ("sat", "frontier")


def test_engines_that_differ_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    right = atlas_building.find

    def wrong(request: Request, engine: str | None, *more: object) -> object:
        return right(Request.parse("count domination king 3x5") if engine == "sat" else request,
                     engine, 60.0)  # fmt: skip

    monkeypatch.setattr(atlas_building, "find", wrong)
    with pytest.raises(EnginesDisagree, match=r"frontier says .* sat says"):
        confirmed(Request.parse("count domination king 3x4"), ("frontier", "sat"), 60.0)


def test_a_new_finding_must_not_contradict(tmp_path: Path) -> None:
    made = Chart(tmp_path / "some.atlas")
    found = chart(DOMINATING.entry("king", Board(3, 3)), 60.0)
    assert made.learn(found) == len(found.records)
    assert made.learn(found) == 0
    wrong = {digest: record.replace('"1"', '"7"') for digest, record in found.records.items()}
    with pytest.raises(CacheConflict):
        made.learn(Charted("again", 1.0, wrong))


def test_what_takes_too_long_is_not_tried_on_larger_boards(tmp_path: Path) -> None:
    made = Chart(tmp_path / "some.atlas")
    family = [DOMINATING.entry("king", board) for board in boards(0, 30)]
    made.tried["domination king 3x4"] = (2.0, ("sizes",))
    reach = atlas_building._Reach(made, family, 2.0)
    beyond = {entry.name for entry in family if reach.beyond(entry)}
    assert "domination king 4x5" in beyond
    assert not {"domination king 2x9", "domination king 3x3"} & beyond
    assert reach.beyond(DOMINATING.entry("king", Board(4, 4, ":torus"))) == {"sizes"}
    assert not atlas_building._Reach(made, family, 3.0).beyond(family[-1])
    assert made.is_done(DOMINATING.entry("king", Board(3, 4)), 2.0)
    assert not made.is_done(DOMINATING.entry("king", Board(3, 4)), 3.0)


def test_every_entry_of_the_plan_can_be_asked() -> None:
    planned = list(entries())
    assert len({entry.name for entry in planned}) == len(planned)
    for entry in planned:
        if entry.board.squares > 6 and "{" not in entry.group:
            continue  # as on the smallest boards
        for words in filter(None, (entry.best, entry.sizes, entry.total)):
            Request.parse(f"count {words}").ensure_askable()
