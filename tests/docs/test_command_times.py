"""Times of whole commands: measured by a tool, kept as data, shown on pages."""

import json
from pathlib import Path

import command_times
import race_costs

from satchess.request import Request
from tests.docs.pages import DOCS
from tests.paths import RESULTS


def test_a_command_is_timed_as_a_whole(tmp_path: Path) -> None:
    file = tmp_path / "commands.json"
    assert (
        command_times.main(["count independence rook 3", "--runs", "1", "--record", str(file)]) == 0
    )
    (entry,) = json.loads(file.read_text())["commands"]
    assert entry["request"] == "count independence rook 3"
    assert entry["processor"] > 0.05  # no interpreter starts in less


def test_what_is_recorded_again_takes_the_place_of_what_was(tmp_path: Path) -> None:
    file = tmp_path / "commands.json"
    for seconds in (1.0, 2.0):
        timing = command_times.Timing("solve queens 4", seconds, seconds, 1, "", "", "")
        command_times.record(file, timing)
    assert [entry["wall"] for entry in command_times.recorded(file).values()] == [2.0]


def test_what_is_timed_can_be_asked() -> None:
    for request in command_times.recorded(RESULTS / "commands.json"):
        if not request.startswith("table "):
            Request.parse(request)


def test_pages_say_what_their_seconds_are() -> None:
    """No table of first queens without the whole command."""
    page = (DOCS / "results" / "first-queens.md").read_text(encoding="utf-8")
    assert "| whole command | the answer alone | the paper |" in page
    about = json.loads((RESULTS / "first_queens.json").read_text())["about"]
    assert "'seconds'" in about
    assert "commands.json" in about


def test_a_race_is_compared_with_the_first_choice_alone(tmp_path: Path) -> None:
    file = tmp_path / "race_costs.json"
    words = ["count independence rook 3", "--runs", "1", "--record", str(file)]
    assert race_costs.main(words) == 0
    (found,) = json.loads(file.read_text())["races"]
    assert found["request"] == words[0]
    for how in ("alone", "in a race"):
        assert found[how]["processor"] > 0.05  # no interpreter starts in less
