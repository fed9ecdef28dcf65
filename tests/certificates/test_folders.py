"""Certificates at the boundary that users touch: the two commands, and the checker alone."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.paths import ROOT


def run(*words: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", *words], capture_output=True, text=True, cwd=cwd, check=False
    )


@pytest.fixture(scope="module")
def queens(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("queens") / "out"
    made = run("satchess", "certify", "solve", "queens", "6", "--out", str(folder), "--no-cache")
    assert made.returncode == 0, made.stderr
    assert "Certified: 'independence queen 6x6 --size 6' has a placement." in made.stdout
    return folder


def test_a_certificate_is_verified(queens: Path) -> None:
    checked = run("satchess", "verify", str(queens))
    assert (checked.returncode, checked.stderr) == (0, "")
    assert checked.stdout == "Verified: 'independence queen 6x6 --size 6' has a placement.\n"


def test_the_checker_needs_nothing_of_satchess_and_no_other_library(
    queens: Path, tmp_path: Path
) -> None:
    shutil.copytree(ROOT / "satchess/verify", tmp_path / "satchess/verify")
    words = [sys.executable, "-S", "-m", "satchess.verify", str(queens)]
    checked = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert checked.stderr == ""
    assert checked.stdout.startswith("VERIFIED")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"question": "independence queen 7x7 --size 7"}, "formula.opb"),
        ({"claim": "miracle"}, "unknown"),
        ({"format": "something else"}, "expected"),
        ({"surprise": 1}, "surprise"),
        ({"answer": {"placement": ["a1", "b2"]}}, "breaks constraint"),
        ({"answer": {"placement": ["a1", "a1"]}}, "twice"),
        ({"answer": {"placement": ["a9"]}}, "a9"),
        ({"answer": {"placement": "a1"}}, "placement"),
        ({"answer": []}, "no answer"),
        ({"parts": [[1]]}, "parts"),
    ],
)
def test_what_is_altered_is_refused(
    queens: Path, tmp_path: Path, change: dict[str, object], reason: str
) -> None:
    folder = shutil.copytree(queens, tmp_path / "altered")
    manifest = folder / "certificate.json"
    manifest.write_text(json.dumps(json.loads(manifest.read_text()) | change))
    checked = run("satchess", "verify", str(folder))
    assert checked.returncode == 1
    assert checked.stdout == ""
    assert reason in checked.stderr
    assert len(checked.stderr.splitlines()) == 1


def test_bad_words_are_one_line(tmp_path: Path) -> None:
    for words in (
        ("verify", str(tmp_path / "missing")),
        ("certify", "solve", "queens", "6"),
        ("certify", "miracle", "queens", "6"),
        ("verify", str(tmp_path), "--part", "0"),
    ):
        done = run("satchess", *words)
        assert done.returncode == 2
        assert len(done.stderr.splitlines()) == 1


def test_a_question_without_a_statement_is_not_known(tmp_path: Path) -> None:
    done = run("satchess", "certify", "solve", "lights", "3", "--out", str(tmp_path / "out"))
    assert done.returncode == 3
    assert "the checker knows" in done.stderr
    assert not (tmp_path / "out").exists()
