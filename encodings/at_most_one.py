"""At-most-one constraints: no two of the literals are true together."""

from collections.abc import Sequence
from functools import partial
from math import isqrt

from pysat.card import EncType

from satchess.encodings import card_enc
from satchess.encodings.collector import ClauseCollector
from satchess.encodings.kinds import AtMostOneEncoding
from satchess.plugins import Registry, instance_of

_pairwise = partial(card_enc.at_most, EncType.pairwise, bound=1)
_ladder = partial(card_enc.at_most, EncType.ladder, bound=1)


def _adaptive(collector: ClauseCollector, literals: Sequence[int]) -> None:
    """Encode short lists pairwise; from 10 literals on, a ladder has fewer literals in all."""
    encode = _pairwise if len(literals) < 10 else _ladder
    encode(collector, literals)


def _product(collector: ClauseCollector, literals: Sequence[int]) -> None:
    """Lay the literals out in a grid: at most one row and at most one column are in use."""
    if len(literals) < 7:  # the grid would have more clauses than there are pairs
        _pairwise(collector, literals)
        return
    width = isqrt(len(literals) - 1) + 1
    columns = [collector.fresh() for _ in range(width)]
    rows = [collector.fresh() for _ in range(0, len(literals), width)]
    for index, literal in enumerate(literals):
        collector.add((-literal, rows[index // width]))
        collector.add((-literal, columns[index % width]))
    _product(collector, columns)
    _product(collector, rows)


_BUILT_IN = {
    "adaptive": AtMostOneEncoding("pairwise or ladder, by length", _adaptive),
    "pairwise": AtMostOneEncoding(
        "Prestwich: CNF Encodings. Handbook of Satisfiability, 2009", _pairwise
    ),
    "ladder": AtMostOneEncoding(
        "Gent, Nightingale: A New Encoding of AllDifferent into SAT. ModRef 2004", _ladder
    ),
    "sequential": AtMostOneEncoding(
        "Sinz: Towards an Optimal CNF Encoding of Boolean Cardinality Constraints. CP 2005",
        partial(card_enc.at_most, EncType.seqcounter, bound=1),
    ),
    "bitwise": AtMostOneEncoding(
        "Prestwich: CNF Encodings. Handbook of Satisfiability, 2009",
        partial(card_enc.at_most, EncType.bitwise, bound=1),
    ),
    "product": AtMostOneEncoding(
        "Chen: A New SAT Encoding of the At-Most-One Constraint. ModRef 2010", _product
    ),
}

AT_MOST_ONE = Registry("satchess.at_most_one", _BUILT_IN, instance_of(AtMostOneEncoding))
"""Every at-most-one encoding by its name."""

DEFAULT_AT_MOST_ONE = "adaptive"
