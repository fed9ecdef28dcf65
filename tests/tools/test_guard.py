"""The guard: counts of work are the same here as when they were kept, and changes need a reason."""

import json
import os
import subprocess
import sys
from pathlib import Path

import guard
import pytest
from guard import Case, Kept, all_counted, changes

import satchess
from satchess.engines import ENGINES, tally
from tests.paths import TOOLS


def test_no_work_has_grown_or_shrunk(capsys: pytest.CaptureFixture[str]) -> None:
    assert guard.main([]) == 0, capsys.readouterr().err


def test_fifty_questions_over_all_engines() -> None:
    assert len(guard.CASES) >= 50
    assert len(set(map(str, guard.CASES))) == len(guard.CASES)
    assert Kept.read(guard.HOME).counts.keys() == set(map(str, guard.CASES))
    chosen = {case.engine for case in guard.CASES}
    solve = {satchess.Request.parse(case.request).verb for case in guard.CASES if case.engine == ""}
    assert chosen <= {*ENGINES, guard.PLANNED, guard.CERTIFY}
    assert solve == {"solve", "count", "first", "list"}


@pytest.mark.parametrize(
    ("before", "now", "found"),
    [
        ({"nodes": 100}, {"nodes": 109}, []),
        ({"nodes": 100}, {"nodes": 110}, ["q: nodes 100 -> 110 (+10 %)"]),
        ({"nodes": 100}, {"nodes": 80}, ["q: nodes 100 -> 80 (-20 %)"]),
        ({"nodes": 10}, {"nodes": 12}, []),
        ({"nodes": 50}, {"states": 50}, ["q: nodes 50 -> 0 (-100 %)", "q: states 0 -> 50"]),
        ({"solvers": 1}, {"solvers": 3}, []),
    ],
)
def test_a_tenth_more_or_less_is_a_change(
    before: dict[str, int], now: dict[str, int], found: list[str]
) -> None:
    assert list(changes({"q": before}, {"q": now})) == found


def test_a_new_question_has_to_be_kept() -> None:
    assert list(changes({}, {"q": {"nodes": 1}})) == ["q: not kept yet"]


def test_counts_do_not_depend_on_hashes_nor_on_what_came_before() -> None:
    """The same questions in another order, in a Python that orders sets in another way."""
    cases = [
        Case("", "solve domination queen 7"),
        Case("frontier", "count domination king 5"),
        Case("diagram", "count domination queen 4"),
        Case("sat", "first queens 8"),
    ]
    programme = (
        "import json, guard\n"
        f"cases = [guard.Case(*case) for case in {[(c.engine, c.request) for c in cases[::-1]]}]\n"
        "print(json.dumps(guard.all_counted(cases)))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", programme],
        cwd=TOOLS,
        env={**os.environ, "PYTHONHASHSEED": "4321"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(ran.stdout) == all_counted(cases)


def test_changes_are_kept_with_their_reason(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = tmp_path / "guard.json"
    words = ["--data", str(data), "--rows", "^solve domination knight 8 --engine cores"]
    assert guard.main(words) == 1
    assert "not kept yet" in capsys.readouterr().err
    assert guard.main([*words, "--update", "--reason", "at first"]) == 0
    assert guard.main(words) == 0
    kept = json.loads(data.read_text())
    kept["counts"]["solve domination knight 8 --engine cores"]["propagations"] *= 2
    data.write_text(json.dumps(kept))
    assert guard.main(words) == 1
    assert "propagations" in capsys.readouterr().err
    assert guard.main([*words, "--update", "--reason", "fewer propagations"]) == 0
    reasons = Kept.read(data).reasons
    assert [reason.reason for reason in reasons] == ["at first", "fewer propagations"]
    assert "(-50 %)" in reasons[-1].changes[0]


@pytest.mark.parametrize("words", [["--update"], ["--reason", "why not"], ["--rows", "unicorn"]])
def test_an_update_needs_a_reason(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        guard.main(words)
    assert "expected --update and --reason" in (err := capsys.readouterr().err) or "unicorn" in err


def test_nothing_is_counted_unless_it_is_kept() -> None:
    tally.add(nodes=1)
    assert not tally.is_kept()
    with tally.kept() as outer:
        tally.add(nodes=2)
        with tally.kept() as inner:
            tally.add(nodes=3)
        tally.add(nodes=4)
    assert (outer, inner) == ({"nodes": 6}, {"nodes": 3})
