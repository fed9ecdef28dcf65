"""A system of inequalities cut into levels: what each variable, in its turn, pays and ends."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from satchess.verify.inequalities import Inequality


@dataclass(frozen=True)
class Level:
    """One variable of an order, and the inequalities that are open while it is decided.

    An inequality is open from its first variable to its last one. `pays[value][i]` is what the
    open inequality `open_[i]` gets if the variable has that value, `ahead[i]` the most that it can
    get from later variables; where `ends[i]`, none of those is left.
    """

    variable: int
    open_: tuple[int, ...]
    pays: tuple[tuple[int, ...], tuple[int, ...]]
    ahead: tuple[int, ...]
    ends: tuple[bool, ...]


def levels(system: Sequence[Inequality], order: Sequence[int]) -> Iterator[Level]:
    """Yield the levels of an order of all variables."""
    rank = {variable: number for number, variable in enumerate(order)}
    first: list[list[int]] = [[] for _ in order]
    last: list[int] = []
    for number, inequality in enumerate(system):
        ranks = [rank[abs(literal)] for literal in inequality.coefficients]
        first[min(ranks, default=0)].append(number)  # one without variables is open at once
        last.append(max(ranks, default=0))
    ahead: dict[int, int] = {}
    for number, variable in enumerate(order):
        ahead |= {begun: system[begun].total for begun in first[number]}
        open_ = tuple(ahead)
        if_true = [system[i].coefficients.get(variable, 0) for i in open_]
        if_false = [system[i].coefficients.get(-variable, 0) for i in open_]
        for i, one, other in zip(open_, if_true, if_false, strict=True):
            ahead[i] -= one + other
        ends = tuple(last[i] == number for i in open_)
        yield Level(variable, open_, (tuple(if_false), tuple(if_true)), tuple(ahead.values()), ends)
        for i, ended in zip(open_, ends, strict=True):
            if ended:
                del ahead[i]
