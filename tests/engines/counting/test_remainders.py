"""Primes against a sieve, and numbers that come back from their remainders."""

from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchess.engines.counting.remainders import (
    enough_primes,
    interpolated,
    number_from,
    number_with,
    primes_below,
)


def test_primes_are_those_of_a_sieve() -> None:
    sieve = [n for n in range(2, 3000) if all(n % d for d in range(2, int(n**0.5) + 1))]
    assert list(primes_below(3000))[::-1] == sieve


@pytest.mark.parametrize("bits", [16, 31, 32, 40])
def test_large_primes_have_no_divisors(bits: int) -> None:
    for prime in islice(primes_below(1 << bits), 2):
        assert all(prime % d for d in range(2, int(prime**0.5) + 1))


@pytest.mark.parametrize(
    ("power", "less"), [(31, 1), (32, 5), (61, 1), (62, 57), (63, 25), (64, 59)]
)
def test_the_largest_primes_below_powers_of_two(power: int, less: int) -> None:
    """https://oeis.org/A013603."""
    assert next(primes_below(1 << power)) == (1 << power) - less


@pytest.mark.parametrize("composite", [3215031751, 3825123056546413051])
def test_strong_pseudoprimes_are_told(composite: int) -> None:
    """To the bases 2, 3, 5, 7, and to all primes to 31 (https://oeis.org/A014233)."""
    assert composite != next(primes_below(composite + 1))


@given(st.integers(0, 2**200), st.sampled_from([31, 32, 62, 63, 64]))
def test_a_number_comes_back(number: int, bits: int) -> None:
    assert number_with(lambda prime: number % prime, 2**200, 1 << bits) == number


@given(st.data())
def test_primes_are_enough_and_no_more(data: st.DataObject) -> None:
    most = data.draw(st.integers(1, 2**130))
    primes = enough_primes(1 << 31, most)
    largest = number_from([p - 1 for p in primes], primes)
    assert largest >= most
    assert number_from([p - 1 for p in primes[:-1]], primes[:-1]) < most


def test_a_number_above_its_bound_is_a_mistake() -> None:
    with pytest.raises(AssertionError):
        number_with(lambda prime: 100 % prime, 7, 1 << 31)


@given(st.lists(st.integers(0, 2**63 - 26), min_size=1, max_size=8))
def test_a_polynomial_from_its_values(coefficients: list[int]) -> None:
    """At as many points as it has coefficients, negative ones among them."""
    prime = 2**63 - 25
    points = [0, -1, 1, -2, 2, -3, 3, -4][: len(coefficients)]
    values = [sum(c * x**power for power, c in enumerate(coefficients)) for x in points]
    assert interpolated(points, values, prime) == coefficients
