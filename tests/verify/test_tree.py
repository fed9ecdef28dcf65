"""Refutation trees: what the checker accepts has no placement, however the file was altered."""

import random
from collections.abc import Iterator, Sequence
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satchess.verify.formula import Constraint, at_least
from satchess.verify.inequalities import Inequality
from satchess.verify.position import Position
from satchess.verify.question import read_question
from satchess.verify.reader import Reader
from satchess.verify.refusal import Refused
from satchess.verify.statement import state
from satchess.verify.system import System
from satchess.verify.tree import check_refuted
from tests.verify.test_diagram import NAMES, constraints, holds

VALUES = list(product((0, 1), repeat=len(NAMES)))


def refute(lines: Sequence[str], names: Sequence[str], rules: Sequence[Constraint]) -> None:
    """Read further inequalities and a tree; raise `Refused` unless nothing keeps the rules."""
    system = System(names, rules)
    reader = Reader(lines, "x")
    position = Position(system.followed, len(names))
    if position.is_open:
        check_refuted(reader, position, system)
    reader.ensure_end()


def random_lines(rules: int, chance: random.Random) -> Iterator[str]:
    """Yield lines that may prove something: the checker reads as many as it needs."""
    for _ in range(30):
        kind = chance.random()
        if kind < 0.4:
            yield f"branch {chance.randrange(1, rules + 1)}"
        elif kind < 0.5:
            squares = chance.sample(NAMES[:4], chance.randrange(1, 4))
            yield f"split {chance.randrange(len(squares))} {' '.join(squares)}"
        else:
            numbers = chance.sample(range(1, rules + 1), chance.randrange(1, rules + 1))
            yield "refute " + " ".join(f"{chance.randrange(1, 3)}*{n}" for n in numbers)


def random_rule(chance: random.Random) -> Constraint:
    variables = chance.sample(range(1, 5), chance.randrange(2, 5))
    literals = tuple(v * chance.choice((1, -1)) for v in variables)
    weights = tuple(chance.randrange(1, 3) for _ in literals)
    return Constraint(literals, weights, chance.randrange(1, 4))


def test_random_trees_refute_only_what_has_no_placement() -> None:
    accepted = 0
    for seed in range(3_000):
        chance = random.Random(seed)
        rules = [random_rule(chance) for _ in range(chance.randrange(3, 8))]
        solvable = any(all(holds(rule, values) for rule in rules) for values in VALUES)
        system = System(NAMES, rules)
        for _ in range(5):
            position = Position(system.followed, len(NAMES))
            if not position.is_open:
                assert not solvable
                break
            try:
                check_refuted(Reader(random_lines(len(rules), chance), "x"), position, system)
            except Refused:
                system = System(NAMES, rules)
                continue
            accepted += 1
            assert not solvable
    assert accepted > 30


@given(st.lists(constraints, min_size=1, max_size=4), st.data())
def test_what_follows_at_once_follows(rules: list[Constraint], data: st.DataObject) -> None:
    system = System(NAMES, rules)
    position = Position(system.followed, len(NAMES))
    kept = [values for values in VALUES if all(holds(rule, values) for rule in rules)]
    slack = list(position.slack)
    is_open = position.is_open
    for literal in data.draw(st.lists(st.sampled_from([*range(1, 7), *range(-6, 0)]), max_size=3)):
        mark = position.mark()
        kept = [values for values in kept if values[abs(literal) - 1] == (literal > 0)]
        is_open = is_open and position.decide(literal)
        for values in kept if is_open else ():
            decided = zip(position.value[1:], values, strict=True)
            assert all(known is None or known == value for known, value in decided)
        assert is_open or not kept
        assert mark <= position.mark()
    position.back(0)
    if position.is_open:
        fresh = Position(system.followed, len(NAMES))
        fresh.back(0)
        assert (position.slack, position.value) == (fresh.slack, fresh.value)
    assert len(slack) == len(position.slack)


def test_an_inequality_may_be_demanded_for_a_while() -> None:
    position = Position([Inequality({1: 1, 2: 1}, 1)], 2)
    assert position.add(Inequality({-1: 1}, 1))
    assert position.value[1:] == [False, True]
    position.back(0)
    position.drop()
    assert position.value[1:] == [None, None]
    assert position.decide(1)


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        ([], "ends too early"),
        (["guess"], "expected 'branch'"),
        (["refute 1*1"], "can be paid"),
        (["refute 1*99"], "from 1 to"),
        (["refute 0*1"], "from 1 to"),
        ([f"refute {'9' * 5000}*1"], "whole number"),
        (["branch 0"], "from 1 to"),
        (["branch 1", "refute 1*1"], "can be paid"),
        (["split 9 a1 a2"], "from 0 to"),
        (["split 1 a1 a1"], "twice"),
        (["split 0 a1 z9"], "no 'z9'"),
        (["split 0 a1"] * 500, "ends too early|can be paid|nested"),
    ],
)
def test_faults_are_named(lines: list[str], reason: str) -> None:
    formula = state(read_question("independence king 3x3 --size 3"))
    with pytest.raises(Refused, match=reason):
        refute(lines, formula.names, formula.constraints)


def test_a_branch_has_to_name_all_cases() -> None:
    rules = [at_least(1, (1, 2)), at_least(1, (-1,)), at_least(1, (-2, 3)), at_least(1, (-3, -2))]
    with pytest.raises(Refused, match="something follows"):
        refute(["refute 1*1"], NAMES, rules)
    rules = [at_least(0, (1, 2)), at_least(1, (-1,)), at_least(1, (-2,))]
    with pytest.raises(Refused, match="other cases"):
        refute(["branch 1"], NAMES, rules)
