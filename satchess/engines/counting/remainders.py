"""Numbers from their remainders: a count modulo several primes, each of which fits into a word.

By the Chinese remainder theorem the remainders determine the number, if the product of the primes
is larger than a bound on it.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import prod

_WITNESSES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)
"""They tell primes below 2^64 (J. Sorenson, J. Webster, Strong pseudoprimes to twelve prime bases,
Math. Comp. 86 (2017))."""


def number_with(remainder: Callable[[int], int], most: int, below: int) -> int:
    """Return the number from 0 to `most` that has these remainders by primes below a number."""
    primes = enough_primes(below, most)
    number = number_from(map(remainder, primes), primes)
    assert number <= most
    return number


def number_from(remainders: Iterable[int], primes: Sequence[int]) -> int:
    """Return the least number with these remainders."""
    number, modulus = 0, 1
    for remainder, prime in zip(remainders, primes, strict=True):
        number += modulus * ((remainder - number) * pow(modulus, -1, prime) % prime)
        modulus *= prime
    return number


def interpolated(points: Sequence[int], values: Sequence[int], prime: int) -> list[int]:
    """Return the coefficients, modulo a prime, of the polynomial with these values at points."""
    coefficients = [0] * len(points)
    basis = [1]  # the product of (x - point) over the points so far
    for point, value in zip(points, values, strict=True):
        missing = (value - _value(coefficients, point)) * pow(_value(basis, point), -1, prime)
        for power, coefficient in enumerate(basis):
            coefficients[power] = (coefficients[power] + missing * coefficient) % prime
        higher = [0, *basis]
        basis = [
            (coefficient - point * lower) % prime
            for coefficient, lower in zip(higher, [*basis, 0], strict=True)
        ]
    return coefficients


def _value(coefficients: Sequence[int], point: int) -> int:
    return sum(coefficient * point**power for power, coefficient in enumerate(coefficients))


def enough_primes(below: int, most: int) -> list[int]:
    """Return the largest primes below a number whose product is larger than `most`."""
    primes: list[int] = []
    candidates = primes_below(below)
    while prod(primes) <= most:
        primes.append(next(candidates))
    return primes


def primes_below(end: int) -> Iterator[int]:
    """Yield the primes below an end, of at most 2^64, from the largest on."""
    return (n for n in range(end - 1, 1, -1) if _is_prime(n))


def _is_prime(n: int) -> bool:
    if n < 2 or any(n % p == 0 for p in _WITNESSES):
        return n in _WITNESSES
    odd, twos = n - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for witness in _WITNESSES:
        power = pow(witness, odd, n)
        if power != 1 and all(pow(power, 1 << k, n) != n - 1 for k in range(twos)):
            return False
    return True
