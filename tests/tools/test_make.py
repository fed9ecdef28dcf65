"""What `make` runs, as far as a misprint would go unnoticed."""

import shlex
import shutil
import subprocess
import sys

import pytest

from tests.paths import ROOT

MARKED = "tests/engines/rows/test_engine.py"
"""A file with slow tests and others."""


def collected(*words: str) -> set[str]:
    """The tests of the file that pytest would run."""
    command = [sys.executable, "-m", "pytest", *words, MARKED, "--collect-only", "-q", "-n", "0"]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return {line for line in ran.stdout.splitlines() if "::" in line}


def options_of(target: str) -> list[str]:
    """The options that a target of the Makefile gives to pytest."""
    dry = [make, "--dry-run", "--no-print-directory", target]
    ran = subprocess.run(dry, cwd=ROOT, capture_output=True, text=True, check=True)
    (command,) = (line for line in ran.stdout.splitlines() if " -m pytest " in line)
    words = shlex.split(command)
    return words[words.index("pytest") + 1 :]


make = shutil.which("make") or ""


@pytest.mark.skipif(not make, reason="needs make")
def test_slow_tests_run_when_asked_for_and_not_before() -> None:
    everything = collected("-m", "slow or not slow")
    slow = collected(*options_of("slow"))
    quick = collected(*options_of("test"))
    assert slow
    assert quick
    assert slow.isdisjoint(quick)
    assert slow | quick == everything
    assert collected() == quick, "nor without any words of marks"
