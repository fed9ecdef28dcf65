"""The door to python-sat's cardinality encodings (`pysat.card.CardEnc`)."""

from collections.abc import Sequence

from pysat.card import CardEnc

from satchess.encodings.collector import ClauseCollector


def at_most(encoding: int, collector: ClauseCollector, literals: Sequence[int], bound: int) -> None:
    """State that at most `bound` literals are true, by one of `pysat.card.EncType`."""
    if bound < 0:
        collector.add(())
    elif bound == 0:
        for literal in literals:
            collector.add((-literal,))
    elif bound < len(literals):
        formula = CardEnc.atmost(list(literals), bound, top_id=collector.top, encoding=encoding)
        collector.adopt(formula.clauses, formula.nv)
