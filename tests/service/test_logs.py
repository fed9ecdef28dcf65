"""The log: silent by default, and in the words of the standard library when someone listens."""

import logging
import os
import subprocess
import sys
from pathlib import Path

import pytest

import satchess
from satchess.cli.failures import exit_code_of
from satchess.engines.sat import engine as sat
from satchess.logs import LOGGER
from satchess.processes import pool


def test_silent_by_default(capfd: pytest.CaptureFixture[str]) -> None:
    satchess.domination("king", 4).count(cache=False)
    printed = capfd.readouterr()
    assert (printed.out, printed.err) == ("", "")
    assert any(isinstance(handler, logging.NullHandler) for handler in LOGGER.handlers)


def test_a_program_listens(caplog: pytest.LogCaptureFixture) -> None:
    pool.close()
    with caplog.at_level(logging.INFO, logger="satchess"):
        satchess.domination("king", 4).count()
        satchess.domination("king", 4).count()
        satchess.independence("queen", 5).solve(engine="sat", cache=False)
        pool.close()
    text = caplog.text
    assert "not remembered: count domination king 4x4" in text
    assert "\nINFO     satchess.service.answer:answer.py" in text
    assert " remembered: count domination king 4x4" in text.replace("not remembered", "")
    assert "for 'count domination king 4x4' (not beautiful: knows nothing but" in text
    assert "engine sat for 'solve independence queen 5x5' (asked for)" in text
    started = [r.args for r in caplog.records if r.msg == "worker %d started"]
    ended = [r.args for r in caplog.records if r.msg == "worker %d ended"]
    assert started
    assert started == ended


def test_jobs_are_logged(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sat, "PATIENCE", 3)
    with caplog.at_level(logging.INFO, logger="satchess"):
        satchess.queens(10).first(engine="sat", workers=0, cache=False)
    jobs = [record.getMessage() for record in caplog.records if "jobs" in record.name]
    assert jobs[0].startswith("job ")
    assert jobs[0].endswith(" parts are done")
    assert jobs[-1].endswith(": finished")


def test_workers_send_only_what_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[pool.Assignment] = []
    send = pool._Worker.send

    def listening(worker: pool._Worker, assignment: pool.Assignment) -> None:
        sent.append(assignment)
        send(worker, assignment)

    monkeypatch.setattr(pool._Worker, "send", listening)
    satchess.domination("king", 3).solve(cache=False)
    assert {assignment.log_level for assignment in sent} == {logging.WARNING}


@pytest.mark.parametrize(
    ("words", "said"),
    [(["--verbose"], None), ([], "info"), ([], "DEBUG"), (["--verbose"], "debug")],
)
def test_the_command_line_shows_it(
    words: list[str],
    said: str | None,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    if said is not None:
        monkeypatch.setenv("SATCHESS_LOG", said)
    handlers = list(LOGGER.handlers)
    assert exit_code_of([*words, "solve", "domination", "king", "3", "--json"]) == 0
    printed = capsys.readouterr()
    assert "satchess.service.answer: not remembered: solve domination king 3x3" in printed.err
    assert "satchess.engines.plan: engine" in printed.err
    assert printed.out.count("\n") == 1
    assert LOGGER.handlers == handlers
    assert LOGGER.level == logging.NOTSET


def test_errors_alone_are_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SATCHESS_LOG", "error")
    assert exit_code_of(["solve", "domination", "king", "3"]) == 0
    assert capsys.readouterr().err == ""


def test_a_level_that_there_is_not(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SATCHESS_LOG", "loud")
    assert exit_code_of(["pieces"]) == 2
    assert "SATCHESS_LOG='loud': expected one of debug, info, warning, error" in (
        capsys.readouterr().err
    )


def test_kernels_are_logged_where_they_compile(tmp_path: Path) -> None:
    code = (
        "import satchess\n"
        "from satchess.engines.kernels import notices\n"
        "import logging; logging.basicConfig(level=logging.INFO)\n"
        "notices.tell('step', over=False); notices.tell('step', over=True)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "SATCHESS_LOG": ""},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert done.stderr == "INFO:satchess.engines.kernels.notices:compiling the kernel step\n"
