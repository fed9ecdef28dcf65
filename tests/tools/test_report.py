"""The report of all contests: what is measured, kept, gone on with and shown."""

import re
import subprocess
import sys
import time
from collections.abc import Callable
from math import inf
from pathlib import Path
from xml.etree import ElementTree

import pytest
from benchmarks import (
    commands,
    contest,
    kept,
    plain,
    processor,
    report,
    report_pages,
    report_pictures,
)
from benchmarks.contest import Contest
from benchmarks.kept import Measured, Peer, Report, Scored
from benchmarks.trials import Contender, Run, Stable, Trial, Work

import satchess
from satchess.request import Request
from tests.commands import eventually
from tests.paths import TOOLS

# Who runs: contenders that live in this module, so that their processes can import them


def _burning(trial: Trial) -> Work:
    """Work that takes as many milliseconds of the processor as its question says."""

    def work() -> object:
        end = time.process_time() + int(trial.question) / 1000
        while time.process_time() < end:
            pass
        return "done"

    return work


def _sleeping(_: Trial) -> Work:
    def work() -> object:
        time.sleep(0.3)
        return "done"

    return work


_SEEN: list[int] = []


def _remembering(_: Trial) -> Work:
    def work() -> object:
        _SEEN.append(1)
        return len(_SEEN)

    return work


def _commanding(trial: Trial) -> Work:
    """Work that a command does, which works as long as it is let."""

    def work() -> object:
        says = "import os, sys; open(sys.argv[1], 'w').write(str(os.getpid()))"
        works = "while True: pass"
        subprocess.run([sys.executable, "-c", f"{says}\n{works}", trial.question], check=True)
        return "done"

    return work


def _failing(_: Trial) -> Work:
    def work() -> object:
        raise ValueError("a fault")

    return work


def contender(prepare: Callable[[Trial], Work], name: str = "us", setting: str = "") -> Contender:
    return Contender(name, prepare, "satchess", setting)


@pytest.fixture(autouse=True)
def importable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes of contenders have the path of this one."""
    monkeypatch.syspath_prepend(TOOLS)
    monkeypatch.syspath_prepend(str(Path(__file__).parent))
    monkeypatch.setitem(sys.modules, "test_report", sys.modules[__name__])
    for made in (_burning, _sleeping, _remembering, _failing, _commanding):
        monkeypatch.setattr(made, "__module__", "test_report")


# Trials


@pytest.mark.skipif(not processor.IS_EXACT, reason="needs Linux")
def test_seconds_are_those_of_the_processor_and_runs_know_nothing_of_each_other() -> None:
    with Stable(contender(_sleeping), "0") as stable:
        slept = stable.run(Trial("0", 0, 5))
    assert slept.answer == "done"
    assert slept.clock >= 0.3 > slept.seconds
    with Stable(contender(_burning), "200") as stable:
        assert 0.19 <= stable.run(Trial("200", 0, 5)).seconds < 1
        stopped = stable.run(Trial("200", 0, 0.05))
        assert (stopped.answer, stopped.seconds, stopped.failure) == (None, inf, "")
    with Stable(contender(_remembering), "0") as stable:
        assert [stable.run(Trial("0", seed, 5)).answer for seed in range(2)] == [1, 1]
    with Stable(contender(_failing), "0") as stable:
        assert stable.run(Trial("0", 0, 5)).failure == "ValueError: a fault"


@pytest.mark.skipif(not processor.IS_EXACT, reason="needs Linux")
def test_a_command_out_of_time_is_not_left_working(tmp_path: Path) -> None:
    file = tmp_path / "process"
    with Stable(contender(_commanding), str(file)) as stable:
        assert not stable.run(Trial(str(file), 0, 0.5)).finished
    command = int(file.read_text())
    eventually(lambda: not processor.used_by(command), patience=20)


def test_a_contest_keeps_the_best_setting_and_repeats_what_is_quick(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seconds = {"us": 0.1, "slow": 0.9, "fast": 0.2, "far": 2.0}
    asked: list[tuple[str, int, float]] = []

    class Fake:
        def __init__(self, contender: Contender, question: str) -> None:
            self.name = contender.setting or contender.name

        def __enter__(self) -> "Fake":
            return self

        def __exit__(self, *_: object) -> None:
            pass

        def run(self, trial: Trial) -> Run:
            asked.append((self.name, trial.seed, trial.limit))
            took = seconds[self.name]
            return Run("done", took, clock=took) if took <= trial.limit else Run()

    monkeypatch.setattr(contest, "Stable", Fake)
    contenders = [
        contender(_sleeping, "us"),
        contender(_sleeping, "peer", "slow"),
        contender(_sleeping, "peer", "fast"),
        contender(_sleeping, "far"),
    ]
    row = contest.compete("0", contenders, limit=30, seeds=3)
    assert [(s.contender.label, len(s.runs)) for s in row.scores] == [
        ("us", 5),
        ("peer fast", 5),
        ("far", 1),
    ]
    limits = {name: limit for name, seed, limit in asked if seed == 0}
    assert limits == {"us": 30, "slow": 3.0, "fast": 0.9, "far": 3.0}
    assert str(row.ratio) == "2"


def test_peers_are_asked_only_what_suits_them() -> None:
    sage = Contender("Sage", _sleeping, "sage.graphs.cliquer", pattern="^independence")
    assert sage.suits("independence queen 8x8")
    assert not sage.suits("domination queen 8x8")
    assert not Contender("none", _sleeping, "no.such.package").is_installed


# The data


def scored(name: str, *seconds: float | None, setting: str = "") -> Scored:
    return Scored(name, setting, seconds, limit=3.0)


def measured(question: str, *scores: Scored, contest: str = "optimum") -> Measured:
    return Measured(
        contest, question, "5", 3.0, 3, satchess.__version__, "2026-01-02", "1.5", scores
    )


BEHIND = measured("domination queen 8x8", scored("us", 0.2, 0.4, 0.2), scored("A", 0.1, 0.1, 0.2))
AHEAD = measured("domination queen 9x9", scored("us", 0.5), scored("A", 2.0), scored("B", None))
ALONE = measured("domination queen 10x10", scored("us", 1.0), scored("A", None))
BEATEN = measured("domination queen 11x11", scored("us", None), scored("A", 1.5))
NOBODY = measured("domination queen 12x12", scored("us", None), scored("A", None))
REPORT = Report("Linux, 2 cores", (Peer("A", "a", "1.0"),), (AHEAD, BEHIND, ALONE, BEATEN, NOBODY))


def test_ratios_have_a_spread_and_bounds_a_mark() -> None:
    behind = BEHIND.comparison
    assert behind is not None
    assert (behind.value, behind.least, behind.most, behind.mark) == (0.5, 0.25, 1.0, "")
    marks = [row.comparison.mark for row in (AHEAD, ALONE, BEATEN) if row.comparison]
    assert marks == ["", ">", "<"]
    assert NOBODY.comparison is None
    assert kept.behind_first(REPORT.rows) == [BEHIND, BEATEN, ALONE, AHEAD]
    assert kept.mean_ratio([BEHIND, AHEAD]) == pytest.approx(2**0.5)


def test_data_are_read_as_they_were_written(tmp_path: Path) -> None:
    assert kept.read(tmp_path) == Report()
    kept.write(REPORT, tmp_path)
    assert kept.read(tmp_path) == REPORT
    newer = measured("domination queen 8x8", scored("us", 0.1))
    assert REPORT.with_row(newer).row("optimum", "domination queen 8x8") == newer
    assert len(REPORT.with_row(newer).rows) == len(REPORT.rows)


def test_a_report_goes_on_where_it_was_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tried: list[str] = []

    def compete(question: str, *_: object) -> contest.Row:
        tried.append(question)
        us = contest.Score(contender(_burning), (Run("done", 1.0),), 3)
        peer = contest.Score(contender(_burning, "peer"), (Run("done", 2.0),), 3)
        return contest.Row(question, (us, peer), frozenset({"done"}), 3)

    two = Contest("optimum", "", "optimum", ("1", "2"), (contender(_burning),))
    monkeypatch.setattr(report, "CONTESTS", (two,))
    monkeypatch.setattr(report, "compete", compete)
    monkeypatch.setattr(kept, "HOME", tmp_path)
    monkeypatch.setattr(report_pictures, "HOME", tmp_path)
    assert report.main(["--budget", "0"]) == 0
    assert tried == []
    assert report.main(["--rows", "optimum: 1"]) == 0
    assert report.main([]) == 0
    assert tried == ["1", "2"]
    assert report.main(["--limit", "9"]) == 0
    assert sorted(tried[2:]) == ["1", "2"], "a larger limit is another measurement"
    assert report.main(["--again", "--rows", "2"]) == 0
    assert len(tried) == 5
    assert report.main(["--rows", "unicorn"]) == 1
    row = kept.read(tmp_path).row("optimum", "2")
    assert row is not None
    assert row.comparison is not None
    assert row.comparison.value == 2
    assert "2 of 2 rows are there" in capsys.readouterr().err


@pytest.mark.parametrize("words", [["--seeds", "0"], ["--limit", "0"], ["--rows", "("]])
def test_bad_command_lines_of_reports(words: list[str]) -> None:
    with pytest.raises(SystemExit):
        report.main(words)


# Pages and pictures


def test_pages_show_every_row_what_we_lose_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept, "HOME", tmp_path)
    kept.write(REPORT)
    (table,) = report_pages.contest("optimum")
    rows = [line for line in table.splitlines() if line.startswith("| `")]
    assert "0.5 (0.25..1)" in rows[0]
    assert [int(re.findall(r"(\d+)x", row)[0]) for row in rows] == [8, 11, 10, 9]
    (summary,) = report_pages.summary()
    assert "| optimum with proof | 4 | 2 |" in summary
    text = "\n".join(report_pages.report())
    assert "queen 12x12" in text, "also what nobody has done"
    (said,) = report_pages.circumstances()
    assert "2 cores" in said
    assert "A (a 1.0)" in said


def test_pictures_have_a_dot_for_each_ratio_and_a_curve_for_each_contender() -> None:
    made = {name: ElementTree.fromstring(text) for name, text in report_pictures.pictures(REPORT)}
    assert made.keys() == {"ratios.svg", "growth-optimum.svg"}
    assert len(made["ratios.svg"].findall("{*}circle")) == 4
    assert len(made["growth-optimum.svg"].findall("{*}polyline")) == 3


def test_what_is_kept_was_asked_and_all_agree() -> None:
    questions = {(c.name, q) for c in report.CONTESTS for q in c.questions}
    rows = kept.read().rows
    assert rows
    for row in rows:
        assert (row.contest, row.question) in questions
        assert " or " not in row.answer, f"contenders disagree on {row.question}"
        assert not any(score.failed for score in row.scores), row.question
        assert row.scores[0].name == "satchess"


# The programmes of whole commands


@pytest.mark.parametrize("piece", ["king", "queen", "knight", "bishop", "rook"])
@pytest.mark.parametrize("question", ["domination", "independence"])
def test_plain_programmes_state_the_question(question: str, piece: str) -> None:
    """Against brute force over all sets of squares."""
    sets = plain.groups(question, piece, 3)
    masks = [sum(1 << square for square in squares) for squares in sets]
    fewest = question == "domination"
    fine = [
        chosen.bit_count()
        for chosen in range(1 << 9)
        if all(chosen & m if fewest else (chosen & m).bit_count() <= 1 for m in masks)
    ]
    expected = satchess.ask(f"solve {question} {piece} 3x3", cache=False).value
    assert (min(fine) if fewest else max(fine)) == expected


def test_questions_of_whole_commands_can_be_asked() -> None:
    for question in commands.QUESTIONS:
        if question != commands.START:
            Request.parse(question.removeprefix("lookup "))
