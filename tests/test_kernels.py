"""How kernels are compiled and kept."""

import subprocess
import sys
from pathlib import Path

INNER = """
from satchess.engines.kernels_numba import kernel

@kernel()
def inner():
    return {}
"""
OUTER = """
from inner_numba import inner
from satchess.engines.kernels_numba import kernel

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
            [sys.executable, "outer_numba.py"],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=True,
        )
        told.append(done.stdout.split())
    assert told == [["1", "0"], ["1", "1"], ["2", "0"]]
