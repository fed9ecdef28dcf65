"""What the pages say of the service is so, and the files that they offer can be read."""

import configparser
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from satchess.web.settings import Limits, table_of_limits
from tests.paths import ROOT

DEPLOY = ROOT / "docs" / "how-to" / "deploy"
PAGE = (ROOT / "docs" / "reference" / "service.md").read_text()


def test_the_table_of_limits_is_that_of_the_settings() -> None:
    shown = PAGE.partition("<!-- limits -->\n")[2].partition("\n<!-- end of limits -->")[0]
    assert shown == table_of_limits()


def test_limits_are_changed_by_name() -> None:
    assert Limits.with_changes(("seconds=5", "queue=7")) == Limits(seconds=5.0, queue=7)


def test_the_page_has_every_address_of_the_api(tmp_path: Path) -> None:
    from satchess.web.app import create_app
    from satchess.web.settings import Settings

    paths = create_app(Settings(cache=tmp_path / "answers.db")).openapi()["paths"]
    first = {path.split("/")[3] for path in paths}
    assert {name for name in first if f"/{name}" not in PAGE} == set()


def test_the_unit_of_systemd_is_whole() -> None:
    unit = configparser.ConfigParser(interpolation=None, strict=True)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read_string((DEPLOY / "satchess.service").read_text())
    assert set(unit) - {"DEFAULT"} == {"Unit", "Service", "Install"}
    assert unit["Service"]["NoNewPrivileges"] == "yes"
    from satchess.cli.serve import serve

    words = unit["Service"]["ExecStart"].split()
    known = {name for parameter in serve.params for name in parameter.opts}
    assert {word for word in words if word.startswith("--")} <= known


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd")
def test_systemd_reads_the_unit() -> None:
    command = ["systemd-analyze", "verify", str(DEPLOY / "satchess.service")]
    said = subprocess.run(command, capture_output=True, text=True, check=False).stderr
    assert "Unknown" not in said


def test_the_site_of_nginx_is_balanced() -> None:
    text = re.sub(r"#.*", "", (DEPLOY / "nginx.conf").read_text())
    assert text.count("{") == text.count("}") == 3
    for line in filter(None, map(str.strip, text.splitlines())):
        assert line.endswith((";", "{", "}")), line
    assert "proxy_buffering off" in text


def test_the_container_runs_as_nobody_special() -> None:
    lines = (DEPLOY / "Containerfile").read_text().splitlines()
    words = [line.split()[0] for line in lines if line and not line.startswith("#")]
    assert set(words) <= {
        *("FROM", "RUN", "COPY", "USER", "WORKDIR", "VOLUME", "EXPOSE", "ENV", "ENTRYPOINT", "CMD")
    }
    assert words.index("USER") < words.index("ENTRYPOINT")
