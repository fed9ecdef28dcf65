"""Certificates: proofs that anyone can check with `satchess verify`.

A maker takes an order and writes the proofs of one verb's answers. One file for each, and one line
here.
"""

from collections.abc import Callable
from importlib import import_module

from satchess.certificates.orders import Claim, Order
from satchess.errors import NotKnown

Maker = Callable[[Order], Claim]

MAKERS = {
    "solve": "satchess.certificates.solve:certify_solve",
    "count": "satchess.certificates.count:certify_count",
    "list": "satchess.certificates.listing:certify_list",
    "first": "satchess.certificates.first:certify_first",
}
"""Who writes the proofs of a verb's answers; imported when it is needed."""


def maker_of(verb: str) -> Maker:
    """Return the maker of a verb."""
    if verb not in MAKERS:
        raise NotKnown(f"{verb}: no certificate of it is known, only of {', '.join(MAKERS)}")
    module, _, name = MAKERS[verb].partition(":")
    maker: Maker = getattr(import_module(module), name)
    return maker
