"""Whole commands and look-ups, from nothing to the answer, beside programmes of one library each.

Peers are started as our command is, state the question themselves (`plain.py`) and print the
optimum. A look-up finds what was answered before; peers have no memory, and solve. `start` is the
least a command can do: to tell a version, or to load the library.
"""

import atexit
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from functools import cache, partial
from pathlib import Path
from tempfile import mkdtemp

from benchmarks.contest import Contest, hold
from benchmarks.trials import Contender, Trial, Work

QUESTIONS = (
    "start",
    "solve domination queen 8",
    "solve domination queen 11",
    "solve domination knight 10",
    "solve domination king 12",
    "solve independence king 12",
    "solve independence queen 12",
    "solve independence bishop 12",
    "lookup solve domination queen 8",
    "lookup solve domination queen 12",
    "lookup solve independence queen 16",
)

START = "start"
PLAIN = str(Path(__file__).with_name("plain.py"))
LOADING = {"cp-sat": "ortools.sat.python.cp_model", "highs": "highspy", "clingo": "clingo"}
"""What else the programmes import: RC2 is in `pysat.examples.rc2`."""


def ours(trial: Trial) -> Work:
    """Prepare our command: compile its kernels, and answer before what is to be looked up."""
    command = (sys.executable, "-m", "satchess")
    if trial.question == START:
        return partial(_started, (*command, "--version"))
    verb, *words = trial.question.split()
    whole = (*command, verb, *words, "--json")
    if verb == "lookup":
        return partial(_answered, (*whole, "--cache", _filled(command, tuple(words))))
    return partial(_answered, (*whole, "--no-cache"))


@cache
def _filled(command: tuple[str, ...], words: tuple[str, ...]) -> str:
    """Return a file that remembers an answer; processes that are copied share it."""
    folder = mkdtemp(prefix="bench-")
    atexit.register(_forget, folder, os.getpid())
    file = str(Path(folder) / "answers.db")
    _run([*command, *words, "--cache", file])
    return file


def _forget(folder: str, owner: int) -> None:
    """Remove a folder, unless this is a copy of the process that has made it."""
    if os.getpid() == owner:
        shutil.rmtree(folder, ignore_errors=True)


def peer(trial: Trial, way: str) -> Work:
    """Prepare a programme of one library: nothing to do."""
    if trial.question == START:
        module = LOADING.get(way, "pysat.examples.rc2")
        return partial(_started, (sys.executable, "-c", f"import {module}"))
    *_, question, piece, side = trial.question.split()
    return partial(_printed, (sys.executable, PLAIN, way, question, piece, side))


def _run(command: Sequence[str]) -> str:
    """Run as users do, whose modules are compiled before the first command."""
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
    return done.stdout


def _started(command: Sequence[str]) -> object:
    _run(command)
    return "started"


def _printed(command: Sequence[str]) -> object:
    return int(_run(command))


def _answered(command: Sequence[str]) -> object:
    return json.loads(_run(command))["value"]


CONTEST = Contest(
    name="commands",
    description=__doc__ or "",
    answer="optimum",
    questions=QUESTIONS,
    contenders=(
        Contender("satchess", ours, "satchess"),
        Contender("CP-SAT", partial(peer, way="cp-sat"), "ortools"),
        Contender("HiGHS", partial(peer, way="highs"), "highspy"),
        Contender("clingo", partial(peer, way="clingo"), "clingo"),
        Contender("RC2", partial(peer, way="rc2"), "pysat"),
    ),
    asked_as="",
)


def main(arguments: Sequence[str]) -> int:
    """Hold the contest."""
    return hold(arguments, CONTEST)
