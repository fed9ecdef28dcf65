"""Numbers from their remainders: a count modulo several primes, each of which fits into a word.

By the Chinese remainder theorem the remainders determine the number, if the product of the primes
is larger than a bound on it.
"""

from collections.abc import Callable, Iterator

_WITNESSES = (2, 3, 5, 7)
"""They tell primes below 3,215,031,751 (C. Pomerance, J. L. Selfridge, S. S. Wagstaff, The
pseudoprimes to 25 * 10^9, Math. Comp. 35 (1980))."""


def number_with(remainder: Callable[[int], int], most: int) -> int:
    """Return the number from 0 to `most` that has these remainders by primes below 2^31."""
    number, modulus = 0, 1
    primes = primes_below(1 << 31)
    while modulus <= most:
        prime = next(primes)
        missing = (remainder(prime) - number) * pow(modulus, -1, prime) % prime
        number += modulus * missing
        modulus *= prime
    assert number <= most
    return number


def primes_below(end: int) -> Iterator[int]:
    """Yield the primes below an end, of at most 3,215,031,751, from the largest on."""
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
