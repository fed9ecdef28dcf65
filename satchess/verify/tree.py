"""Refutation trees: case by case, until a sum of inequalities cannot be paid.

    branch 17               inequality 17 is owed: one of its open literals is true
    split 14 a1 b1 c1       at most 14 of these squares are occupied; then: at least 15 are
    refute 3*2 1*17         the sum of three times inequality 2 and inequality 17 cannot be paid

After `branch` come the cases, one for each open literal in the order of the squares: this literal
is true and those before it are false. After `split` come two cases; the inequality of each gets the
next number, and loses it at the end of the case. Cases that contradict an inequality at once are
left out. A tree is read from left to right, and no more of it is held than the way from its root.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from satchess.verify.formula import Constraint, at_least, at_most
from satchess.verify.position import Position
from satchess.verify.reader import Reader
from satchess.verify.system import System


def check_refuted(reader: Reader, position: Position, system: System) -> None:
    """Read a tree that refutes a position, or raise `Refused`."""
    match reader.next():
        case ["refute", *terms]:
            if not position.is_refuted_by(system.read_sum(reader, terms)):
                raise reader.refusal("the sum can be paid: it refutes nothing")
        case ["branch", word]:
            _check_cases(reader, position, system, system.read_number(reader, word))
        case ["split", word, *names]:
            most = reader.whole(word, 0, len(names))
            squares = system.read_squares(reader, names)
            for half in (at_most(most, squares), at_least(most + 1, squares)):
                with assumed(position, system, half) as is_open:
                    if is_open:
                        check_refuted(reader, position, system)
        case _:
            raise reader.refusal("expected 'branch', 'split' or 'refute'")


def _check_cases(reader: Reader, position: Position, system: System, number: int) -> None:
    before = position.mark()
    for literal in position.open_literals(number):
        here = position.mark()
        if position.decide(literal):
            check_refuted(reader, position, system)
        position.back(here)
        if not position.decide(-literal):
            break  # this case and those before are all there are
    else:
        raise reader.refusal("there may be other cases")
    position.back(before)


@contextmanager
def assumed(position: Position, system: System, demand: Constraint) -> Iterator[bool]:
    """Demand one more inequality for a while; yield whether nothing is contradicted at once."""
    before = position.mark()
    yield position.add(system.push(demand))
    position.back(before)
    position.drop()
    system.pop()
