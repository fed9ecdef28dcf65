"""Memory that is free, in a process with a limit and without one."""

import subprocess
import sys

import pytest

from satchess.engines.room import ensure_room, free_bytes, in_words
from satchess.errors import NotKnown


@pytest.mark.parametrize(
    ("size", "words"),
    [
        (1, "1K"),
        (5000, "5K"),
        (1 << 20, "1M"),
        (3 << 29, "1.5G"),
        (96 << 20, "96M"),
        (1 << 44, "16384G"),
        (1 << 90, "over 10000000G"),
    ],
)
def test_amounts_in_words(size: int, words: str) -> None:
    assert in_words(size) == words


def test_what_does_not_fit_is_refused_with_its_size() -> None:
    ensure_room("frontier", 1000, "2 states")
    with pytest.raises(NotKnown, match=r"frontier: 5 states need 1048576G, and .* are free"):
        ensure_room("frontier", 1 << 50, "5 states")


def test_the_limit_of_a_process_counts() -> None:
    programme = (
        "import resource; resource.setrlimit(resource.RLIMIT_AS, (2**30, 2**30));"
        "from satchess.engines.room import free_bytes; free = free_bytes();"
        "room = bytearray(2**28); print(free, free_bytes())"
    )
    result = subprocess.run([sys.executable, "-c", programme], capture_output=True, text=True)
    before, after = map(int, result.stdout.split())
    assert before < 2**30
    assert before - after >= 2**28


def test_without_a_limit_the_machine_is_the_limit() -> None:
    assert 0 < free_bytes() < 1 << 50
