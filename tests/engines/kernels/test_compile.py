"""How kernels are compiled and kept."""

import subprocess
import sys
from pathlib import Path

INNER = """
from satchess.engines.kernels.compile import kernel

@kernel()
def inner():
    return {}
"""
OUTER = """
from inner_numba import inner
from satchess.engines.kernels.compile import kernel

@kernel()
def outer():
    return inner()

print(outer(), sum(outer.stats.cache_hits.values()))
"""


def test_a_kernel_is_compiled_anew_when_one_that_it_calls_has_changed(tmp_path: Path) -> None:
    (tmp_path / "outer_numba.py").write_text(OUTER)
    told = []
    for number in (1, 1, 2):
        (tmp_path / "inner_numba.py").write_text(INNER.format(number))
        done = subprocess.run(
            # two versions of one size within a second are one to Python's own cache of modules
            [sys.executable, "-B", "outer_numba.py"],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=True,
        )
        told.append(done.stdout.split())
    assert told == [["1", "0"], ["1", "1"], ["2", "0"]]


ROOMS = """
from typing import NamedTuple
from satchess.engines.kernels.compile import kernel

class {name}(NamedTuple):
    size: int

@kernel()
def area(room):
    return room.size * room.size

def ask():
    print(area({name}(3)))
"""


def test_what_was_compiled_for_a_class_that_is_gone_is_not_read(tmp_path: Path) -> None:
    for name in ("Room", "Chamber"):
        (tmp_path / "rooms_numba.py").write_text(ROOMS.format(name=name))
        done = subprocess.run(
            [sys.executable, "-c", "import rooms_numba; rooms_numba.ask()"],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.stdout, done.stderr) == ("9\n", "")


STOPPED = """
import os
import sys
from numba import types
from numba.extending import intrinsic
from inner_numba import inner
from satchess.engines.kernels.compile import kernel

@intrinsic
def stop(typing):
    if "stop" in sys.argv:
        os._exit(9)
    return types.int64(), lambda context, *_: context.get_constant(types.int64, 0)

@kernel()
def outer():
    return inner() + stop()

print(outer(), sum(inner.stats.cache_hits.values()))
"""


def test_a_run_that_is_stopped_while_it_compiles_keeps_what_is_compiled(tmp_path: Path) -> None:
    """A kernel is on disk before the one that calls it is compiled."""
    (tmp_path / "inner_numba.py").write_text(INNER.format(7))
    (tmp_path / "outer_numba.py").write_text(STOPPED)
    told = []
    for words in (["stop"], []):
        done = subprocess.run(
            [sys.executable, "outer_numba.py", *words],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        told.append((done.returncode, done.stdout.split()))
    assert told == [(9, []), (0, ["7", "1"])]
