"""Unit propagation: which literals have to be true, constraint by constraint."""

from collections.abc import Iterable

from satchess.verify.formula import Constraint


def is_refuted(constraints: Iterable[Constraint]) -> bool:
    """Whether unit propagation over these constraints alone leads to a contradiction.

    They are taken in their order, again and again as long as that finds something new.
    """
    true: set[int] = set()
    waiting = list(constraints)
    while waiting:
        before, later = len(true), []
        for constraint in waiting:
            literals, coefficients, degree = constraint
            slack = -degree
            for literal, coefficient in zip(literals, coefficients, strict=True):
                if -literal not in true:
                    slack += coefficient
            if slack < 0:
                return True
            is_open = False
            for literal, coefficient in zip(literals, coefficients, strict=True):
                if literal not in true and -literal not in true:
                    if coefficient > slack:
                        true.add(literal)
                    else:
                        is_open = True
            if is_open:
                later.append(constraint)
        if len(true) == before:
            return False
        waiting = later
    return False
