"""Problems tell strangers to have the log looked at: so there is one."""

from pathlib import Path

import pytest

from satchess.cli.failures import exit_code_of
from satchess.logs import logger_of


def test_a_server_warns_whoever_runs_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def serve(*_: object, **__: object) -> None:
        logger_of("satchess.web.jobs").warning("there is no room left")
        logger_of("satchess.web.jobs").info("nothing of interest")

    monkeypatch.delenv("SATCHESS_LOG", raising=False)
    monkeypatch.setattr("satchess.web.server.serve", serve)
    assert exit_code_of(["serve", "--cache", str(tmp_path / "answers.db")]) == 0
    said = capfd.readouterr().err
    assert "there is no room left" in said
    assert "nothing of interest" not in said
