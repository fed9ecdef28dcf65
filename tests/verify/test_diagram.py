"""Diagrams: whatever the checker accepts is equal to the system, however the file was altered."""

import random
from collections import Counter
from collections.abc import Sequence
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satchess.certificates.diagrams import diagram_lines
from satchess.verify import diagram, system
from satchess.verify.diagram import Ways, count_by_value
from satchess.verify.formula import Constraint
from satchess.verify.inequalities import Inequality, most_payable, weighted_sum
from satchess.verify.question import read_question
from satchess.verify.reader import Reader
from satchess.verify.refusal import Refused
from satchess.verify.statement import state
from satchess.verify.system import System

NAMES = ("a1", "b1", "c1", "d1", "e1", "f1")

constraints = st.builds(
    lambda terms, degree: Constraint(
        tuple(v if positive else -v for v, positive, _ in terms),
        tuple(weight for _, _, weight in terms),
        degree,
    ),
    st.lists(
        st.tuples(st.integers(1, len(NAMES)), st.booleans(), st.integers(1, 3)),
        max_size=6,
        unique_by=lambda term: term[0],
    ),
    st.integers(0, 7),
)


def holds(constraint: Constraint, values: Sequence[int]) -> bool:
    literals, weights, degree = constraint
    paid = (w for x, w in zip(literals, weights, strict=True) if values[abs(x) - 1] == (x > 0))
    return sum(paid) >= degree


def brute_force(names: Sequence[str], rules: Sequence[Constraint]) -> Ways:
    found = Counter(
        sum(values)
        for values in product((0, 1), repeat=len(names))
        if all(holds(rule, values) for rule in rules)
    )
    return dict(found)


def checked(
    lines: list[str], names: Sequence[str], rules: Sequence[Constraint], *, plain: bool = False
) -> Ways:
    weights = dict.fromkeys(range(1, len(names) + 1), 1)
    return count_by_value(Reader(lines, "x"), System(names, rules), weights, plain=plain)


def made(names: Sequence[str], rules: Sequence[Constraint], goals: Sequence[int] = ()) -> list[str]:
    order = range(1, len(names) + 1)
    return list(diagram_lines(System(names, rules), order, goals, 10_000))


@settings(max_examples=150)
@given(st.lists(constraints, max_size=5), st.booleans())
def test_diagrams_of_any_system_are_counted_right(rules: list[Constraint], plain: bool) -> None:
    goals = [i for i, rule in enumerate(rules) if len(rule.literals) > 3]
    lines = made(NAMES, rules, goals)
    assert checked(lines, NAMES, rules, plain=plain) == brute_force(NAMES, rules)


BOARDS = (
    "independence king 3x4 --size 3",
    "domination rook 3x3 --size 3",
    "domination king 2x5 --size 2",
    "independence queen 4x4 --size 4",
)
KEPT = {
    text: (formula := state(read_question(text)), brute_force(formula.names, formula.constraints))
    for text in BOARDS
}


def altered(lines: list[str], chance: random.Random) -> list[str]:
    """Change one thing, so that the file often still reads well."""
    lines = list(lines) or ["end 1"]
    at = chance.randrange(len(lines))
    words = lines[at].split() or ["-"]
    match chance.randrange(7):
        case 0:
            del lines[at]
        case 1:
            lines.insert(at, lines[chance.randrange(len(lines))])
        case 2:
            other = chance.randrange(len(lines))
            lines[at], lines[other] = lines[other], lines[at]
        case 3:
            del lines[at:]
        case 4:
            words[chance.randrange(len(words))] = chance.choice(("-", "-1", "0", "1", "2"))
            lines[at] = " ".join(words)
        case 5:
            place = chance.randrange(len(words))
            times, star, number = words[place].partition("*")
            if star:
                words[place] = f"{chance.randrange(1, 2000)}*{number}"
                if chance.random() < 0.5:
                    words[place] = f"{times}*{chance.randrange(1, 60)}"
            elif chance.random() < 0.5:
                del words[place]
            else:
                chance.shuffle(words)
            lines[at] = " ".join(words)
        case 6:
            nodes = [i for i, line in enumerate(lines) if line[:1] in "-0123456789"] or [at]
            lines[chance.choice(nodes)] = lines[chance.choice(nodes)]
    return lines


@pytest.mark.parametrize("text", BOARDS)
@pytest.mark.parametrize("plain", [True, False])
def test_nothing_altered_is_accepted_unless_it_is_still_a_proof(text: str, plain: bool) -> None:
    formula, right = KEPT[text]
    names, rules = formula.names, formula.constraints
    goals = [i for i, rule in enumerate(rules) if len(rule.literals) == len(names)]
    lines = made(names, rules, goals)
    assert checked(lines, names, rules, plain=plain) == right
    chance = random.Random(f"{text} {plain}")
    refused = 0
    for _ in range(200):
        changed = lines
        for _ in range(chance.choice((1, 1, 1, 2))):
            changed = altered(changed, chance)
        try:
            assert checked(changed, names, rules, plain=plain) == right
        except Refused:
            refused += 1
    assert refused > 100


@settings(max_examples=100)
@given(st.lists(constraints, min_size=1, max_size=3), st.randoms(use_true_random=False))
def test_both_ways_to_check_give_the_same_verdict(
    rules: list[Constraint], chance: random.Random
) -> None:
    lines = altered(made(NAMES, rules), chance)
    verdicts = []
    for plain in (True, False):
        try:
            verdicts.append(checked(lines, NAMES, rules, plain=plain))
        except Refused as refusal:
            verdicts.append({-1: hash(str(refusal))})
    assert verdicts[0] == verdicts[1]


@given(st.lists(constraints, min_size=1, max_size=4), st.data())
def test_sums_follow(rules: list[Constraint], data: st.DataObject) -> None:
    system = System(NAMES, rules).inequalities
    times = data.draw(
        st.dictionaries(st.sampled_from(range(len(rules))), st.integers(1, 5), min_size=1)
    )
    total = weighted_sum(system, times)
    rule = Constraint(tuple(total.coefficients), tuple(total.coefficients.values()), total.least)
    for values in product((0, 1), repeat=len(NAMES)):
        if all(holds(rule, values) for rule in rules):
            assert holds(rule, values)
    assert total.total <= most_payable(system, times, ())


def test_sums_of_sums_do_not_grow_without_end() -> None:
    formula = state(read_question("domination rook 1x2 --all"))
    huge = "9" * 18
    lines = ["satchess diagram 1", *(f"sum {huge}*{n}" for n in range(2, 100))]
    with pytest.raises(Refused, match="too large"):
        checked(lines, formula.names, formula.constraints)


CONTRADICTION = Inequality.of([(1, 1)], 2)


def test_repeated_and_negated_literals_are_brought_into_form() -> None:
    assert Inequality.of([(2, 1), (3, -1), (1, 2)], 3) == Inequality({-1: 1, 2: 1}, 1)
    assert CONTRADICTION.least > CONTRADICTION.total


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        ([], "ends too early"),
        (["satchess diagram 2"], "expected"),
        (["satchess diagram 1", "clique a1 z9"], "no 'z9'"),
        (["satchess diagram 1", "clique a1 b1"], "nothing says that"),
        (["satchess diagram 1", "sum 1*999"], "from 1 to"),
        (["satchess diagram 1", "sum 1*-1"], "from 1 to"),
        (["satchess diagram 1", f"sum {'9' * 400}*1"], "whole number"),
        (["satchess diagram 1", "sum 1*1 1*1"], "twice"),
        (["satchess diagram 1", "order a1"], "order of all squares"),
        (["satchess diagram 1", "order a1 a1"], "order of all squares"),
        (["satchess diagram 1", "order b1 a1", "level 2"], "one node"),
        (["satchess diagram 1", "order b1 a1", f"level {10**15}"], "from 0 to"),
        (["satchess diagram 1", "order b1 a1", "level 1", "- 0"], "may lead to a placement"),
        (["satchess diagram 1", "order b1 a1", "level 1", "0 -2"], "from 1 to 0"),
        (["satchess diagram 1", "order b1 a1", "level 1", "0 1 2"], "two nodes"),
        (["satchess diagram 1", "order b1 a1", "level 1", "0 7", "level 2"], "others than 2"),
        (
            ["satchess diagram 1", "order b1 a1", "level 1", "0 0", "level 1", "0 0", "end 1"],
            "may break a rule",
        ),
        (
            [
                *[
                    "satchess diagram 1",
                    "order b1 a1",
                    "level 1",
                    "0 1",
                    "level 2",
                    "- 0",
                    "0 0",
                    "end 1",
                    "0 0",
                ]
            ],
            "something follows",
        ),
    ],
)
def test_faults_are_named(lines: list[str], reason: str) -> None:
    formula = state(read_question("domination rook 1x2 --all"))
    with pytest.raises(Refused, match=reason):
        checked(lines, formula.names, formula.constraints)


def test_a_level_that_takes_much_memory_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    formula = state(read_question("independence king 4x4 --all"))
    order = list(range(1, len(formula.names) + 1))
    lines = list(diagram_lines(System(formula.names, formula.constraints), order, [], 1_000))
    assert checked(lines, formula.names, formula.constraints)
    monkeypatch.setattr(diagram, "MOST_DEBTS", 30)
    with pytest.raises(Refused, match="too much memory"):
        checked(lines, formula.names, formula.constraints)


def test_long_numbers_of_sums_take_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system, "MOST_TERMS", 1_000)
    rule = Constraint((1, 2), (1, 1), 1)
    grown = ["satchess diagram 1", *(f"sum {10**17}*{n}" for n in range(1, 60))]
    for lines, reason in (
        (["satchess diagram 1", *["sum 1*1"] * 60], "ends too early"),
        (grown, "too large"),
    ):
        with pytest.raises(Refused, match=reason):
            checked(lines, NAMES, [rule])
