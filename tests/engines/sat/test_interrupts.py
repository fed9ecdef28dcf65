"""Ctrl-C during a long call of a SAT solver in this process.

The signal comes from outside: no other thread runs while the solver does.
"""

import subprocess
import sys

from tests.commands import heed_interrupts

PIGEONS = """
import os, signal, subprocess, time
from itertools import combinations
from satchess.engines.sat.solver import SatSolver

holes, birds = range(14), range(15)
clauses = [[1 + 14 * bird + hole for hole in holes] for bird in birds]
clauses += [
    [-1 - 14 * one - hole, -1 - 14 * other - hole]
    for hole in holes for one, other in combinations(birds, 2)
]
for limit in (None, 10**9):
    subprocess.Popen(["sh", "-c", f"sleep 0.5; kill -INT {os.getpid()}"])
    try:
        with SatSolver(clauses) as solver:
            solver.solve((), limit)
    except KeyboardInterrupt:
        print("interrupted")
try:
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(60)
except KeyboardInterrupt:
    print("and again")
"""


def test_ctrl_c_is_an_interrupt_and_no_error_of_the_solver() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PIGEONS],
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
        preexec_fn=heed_interrupts,
    )
    assert done.stdout.split("\n") == ["interrupted", "interrupted", "and again", ""], done.stderr
