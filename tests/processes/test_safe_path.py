"""Files in the current folder are data, whatever their names: none of them is run."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import satchess
from satchess.processes import pool
from tests.commands import COMMAND, MODULE

NAMES = ["resource", "pickle", "numpy", "satchess", "ctypes", "sitecustomize"]


@pytest.fixture
def hostile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A current folder whose files have the names of modules, and tell when they are run."""
    folder = tmp_path / "hostile"
    folder.mkdir()
    for name in NAMES:
        trace = folder / f"{name} was run"
        (folder / f"{name}.py").write_text(f"open({str(trace)!r}, 'w').close()\n")
    monkeypatch.chdir(folder)
    return folder


def traces(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob("* was run"))


def test_the_command_runs_no_file_of_the_current_folder(hostile: Path) -> None:
    ran = subprocess.run(
        [*COMMAND, "solve", "domination", "queen", "5", "--memory", "4G"],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert traces(hostile) == []
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.startswith("3 queens")


def test_nor_does_the_module(hostile: Path) -> None:
    """Python itself looks for the package in the current folder, so that file is not ours."""
    (hostile / "satchess.py").unlink()
    ran = subprocess.run(
        [*MODULE, "count", "domination", "king", "4", "--no-cache"],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert traces(hostile) == []
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.startswith("256 ways")


@pytest.mark.parametrize("path", ["", ":", ".", "{folder}/elsewhere:.:", "../hostile"])
def test_a_worker_runs_no_file_of_the_current_folder(
    path: str, hostile: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", path.format(folder=hostile))
    pool.close()  # so that a new one is started here
    assert satchess.domination("queen", "5").solve(cache=False, memory=2**32).value == 3
    pool.close()
    assert traces(hostile) == []


def test_a_worker_keeps_what_the_user_has_put_on_the_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trace = tmp_path / "trace"
    (tmp_path / "sitecustomize.py").write_text(f"open({str(trace)!r}, 'w').close()\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    pool.close()
    assert satchess.domination("queen", "5").solve(cache=False).value == 3
    pool.close()
    assert trace.exists()


def test_a_worker_runs_the_satchess_that_is_running(tmp_path: Path) -> None:
    """Also one that is not installed, not in the current folder, and not the only one."""
    trace = tmp_path / "trace"
    copy = tmp_path / "copy"
    shutil.copytree(Path(satchess.__file__).parent, copy / "satchess")
    with (copy / "satchess" / "processes" / "worker.py").open("a") as worker:
        worker.write(f"open({str(trace)!r}, 'w').close()\n")
    script = (
        f"import sys; sys.path.insert(0, {str(copy)!r}); import satchess;"
        "print(satchess.domination('queen', 5).solve(cache=False).value)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, timeout=120
    )
    assert (ran.stdout, ran.stderr) == ("3\n", "")
    assert trace.exists()
