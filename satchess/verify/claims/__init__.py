"""Kinds of claims: what checks each. One file for each, and one line here.

A checker takes a certificate, whose statement has been compared with the question already, and the
number of a part or None for all of it. It returns what is proved in one sentence, or raises
`Refused`.
"""

from collections.abc import Callable

from satchess.verify.claims import beautiful, count, first, infeasible, listed, optimum, placement
from satchess.verify.folder import Certificate

CLAIMS: dict[str, Callable[[Certificate, int | None], str]] = {
    "optimum": optimum.check,
    "infeasible": infeasible.check,
    "count": count.check,
    "first": first.check,
    "beautiful": beautiful.check,
    "list": listed.check,
    "placement": placement.check,
}

ANSWERS = {
    "solve": {"optimum", "infeasible", "placement", "beautiful"},
    "count": {"count"},
    "list": {"list", "infeasible"},
    "first": {"first", "infeasible"},
}
"""The kinds of claims that answer each verb."""

FLAGS = {"count": frozenset({count.BY_SIZE, count.UP_TO_SYMMETRY})}
"""What may follow a verb, at most once."""
