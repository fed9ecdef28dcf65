"""Bitboard primitives, compiled and as Python runs them, against plain arithmetic."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchess.engines.kernels import bits

FULL = (1 << 64) - 1
WORDS = st.integers(0, FULL)
POSITIVE = st.integers(1, FULL)
PLACES = st.integers(0, 63)

lowest_bit: Any = bits.lowest_bit
has_bit: Any = bits.has_bit
bits_between: Any = bits.bits_between
attacked_by: Any = bits.attacked_by
tally: Any = bits.tally
xorshift: Any = bits.xorshift


@given(word=WORDS)
def test_ones_and_the_lowest_bit(word: int) -> None:
    assert bits.ones(np.uint64(word)) == word.bit_count()
    assert int(lowest_bit(np.uint64(word))) == word & -word
    if word:
        assert bits.lowest(np.uint64(word)) == (word & -word).bit_length() - 1


@given(word=WORDS, place=st.integers(0, 200))
def test_a_bit_is_found_modulo_the_word(word: int, place: int) -> None:
    assert bool(has_bit(np.uint64(word), place)) == bool(word >> place % 64 & 1)


@given(first=st.integers(-70, 140), last=st.integers(-70, 140))
def test_bits_between_are_clipped_to_the_word(first: int, last: int) -> None:
    expected = sum(1 << place for place in range(64) if first <= place <= last)
    assert int(bits_between(first, last)) == expected


@given(column=PLACES, distance=PLACES)
def test_a_queen_attacks_three_columns_of_another_row(column: int, distance: int) -> None:
    columns = {column - distance, column, column + distance} & set(range(64))
    found = int(attacked_by(np.uint64(1 << column), np.uint64(distance)))
    assert found == sum(1 << each for each in columns)


@given(words=st.lists(WORDS, max_size=6))
def test_a_tally_counts_up_to_three(words: list[int]) -> None:
    seen = (np.uint64(0), np.uint64(0), np.uint64(0))
    for word in words:
        once, twice, thrice = tally(seen, np.uint64(word))  # as ints, when called from Python
        seen = (np.uint64(once), np.uint64(twice), np.uint64(thrice))
    for place in range(64):
        number = sum(word >> place & 1 for word in words)
        assert [int(mask) >> place & 1 for mask in seen] == [number >= each for each in (1, 2, 3)]


@given(word=POSITIVE)
def test_xorshift_is_that_of_the_paper_and_never_zero(word: int) -> None:
    expected = word ^ word << 13 & FULL
    expected ^= expected >> 7
    expected ^= expected << 17 & FULL
    assert int(xorshift(np.uint64(word))) == expected != 0


@pytest.mark.parametrize("name", ["lowest_bit", "xorshift"])
@given(word=POSITIVE)
def test_python_runs_primitives_as_the_compiler_does(name: str, word: int) -> None:
    """As with NUMBA_DISABLE_JIT: `py_func` is the function that was compiled."""
    compiled: Any = getattr(bits, name)
    slow: Callable[[np.uint64], np.uint64] = compiled.py_func
    assert int(compiled(np.uint64(word))) == int(slow(np.uint64(word)))


@pytest.mark.parametrize(("columns", "words"), [(1, 1), (64, 1), (65, 2), (128, 2), (129, 3)])
def test_slots_are_as_many_as_words(columns: int, words: int) -> None:
    assert len(bits.word_slots(columns)) == words
