"""Parity constraints (XOR), cut into short ones.

Soos, Nohl, Castelluccia: Extending SAT Solvers to Cryptographic Problems. SAT 2009.
"""

from collections.abc import Sequence
from itertools import product

from satchess.encodings.collector import ClauseCollector

CUT = 4
"""The most literals in one piece: it takes 2 ** (CUT - 1) clauses."""


def parity(collector: ClauseCollector, literals: Sequence[int], odd: bool) -> None:
    """State that an odd (or even) number of literals is true."""
    pending = list(literals)
    while len(pending) > CUT:
        piece, pending = pending[: CUT - 1], pending[CUT - 1 :]
        is_odd = collector.fresh()
        _direct(collector, [*piece, is_odd], odd=False)
        pending.append(is_odd)  # last in the queue: the pieces make a tree, not a chain
    _direct(collector, pending, odd)


def _direct(collector: ClauseCollector, literals: Sequence[int], odd: bool) -> None:
    """Exclude each assignment of the wrong parity."""
    for signs in product((1, -1), repeat=len(literals)):
        true_literals = signs.count(-1)  # in the one assignment that this clause excludes
        if true_literals % 2 != odd:
            collector.add(sign * literal for sign, literal in zip(signs, literals, strict=True))
