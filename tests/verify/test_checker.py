"""The rules of the checker, one by one, and together: nothing untrue is accepted."""

import io
import random
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satchess.certificates.proofs import ProofLog
from satchess.certificates.refuting import refute
from satchess.verify.formula import Constraint, Formula, at_least, at_most, clause
from satchess.verify.question import read_question
from satchess.verify.refusal import Refused
from satchess.verify.statement import state
from satchess.verify.veripb import checker, database
from satchess.verify.veripb.arithmetic import (
    Sum,
    implies,
    is_contradiction,
    negation,
    normal,
    substituted,
)
from satchess.verify.veripb.checker import Proved, check_proof
from satchess.verify.veripb.compiled import Arena
from satchess.verify.veripb.propagation import is_refuted
from tests.verify.semantics import Oracle

PIGEONS = Formula(
    ("a1", "b1", "a2", "b2", "a3", "b3"),
    (
        *(clause((1, 2)), clause((3, 4)), clause((5, 6))),
        *(clause((-a, -b)) for a, b in ((1, 3), (1, 5), (3, 5), (2, 4), (2, 6), (4, 6))),
    ),
)
"""Three pigeons, two holes."""

COVER = Formula(("x1", "x2", "x3"), (clause((1, 2)), clause((2, 3))), ((1, 1), (1, 2), (1, 3)))


def check(formula: Formula, *rules: str) -> Proved:
    head = ["pseudo-Boolean proof version 3.0", f"f {len(formula.constraints)} ;"]
    return check_proof(formula, [*head, *rules], "proof.pbp")


def ended(*conclusion: str) -> list[str]:
    return ["output NONE ;", *conclusion, "end pseudo-Boolean proof ;"]


SUM = "pol 4 5 + 6 + 2 d 7 8 + 9 + 2 d + 1 + 2 + 3 + ;"


def test_pigeons_are_refuted_by_a_sum() -> None:
    assert check(PIGEONS, SUM, *ended("conclusion UNSAT : 10 ;")).kind == "UNSAT"
    assert check(PIGEONS, SUM, *ended("conclusion UNSAT : -1 ;")).kind == "UNSAT"


@pytest.mark.parametrize("number", ["-1", "-3", "-4", "-100", "4", "120", "0", "1"])
def test_ids_of_nothing_are_refused(number: str) -> None:
    """Two constraints are of the formula, the third one is derived."""
    rules = ["pol 1 2 + ;", f"del id {number} ;", "pol 1 ;", *ended("conclusion NONE ;")]
    with pytest.raises(
        Refused, match="conclusion" if number == "-1" else "no constraint|core|no id"
    ):
        check(COVER, *rules)


def test_numbers_do_not_grow_without_end() -> None:
    check_bits = ["pol 1 2 + ;", *["pol -1 -1 + ;"] * 4_090, *ended("conclusion NONE ;")]
    with pytest.raises(Refused, match="expected a conclusion"):
        check(COVER, *check_bits)
    with pytest.raises(Refused, match="more than 4096 bits"):
        check(COVER, "pol 1 2 + ;", *["pol -1 -1 + ;"] * 4_100)


def test_long_numbers_take_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "MOST_TERMS", 5_000)
    long = f"pol 1 {10**1_000} * ;"
    with pytest.raises(Refused, match="no end"):
        check(COVER, *["pol 1 ;"] * 100)
    with pytest.raises(Refused, match="kept in mind"):
        check(COVER, *[long] * 100)
    with pytest.raises(Refused, match="no end"):  # what is forgotten takes none
        check(COVER, *[long, "del id -1 ;"] * 100)


def test_red_looks_at_no_more_than_a_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checker, "MOST_COMPARED", 10_000)
    line = "red 1 y1 1 y2 >= 1 : y1 -> 1 ;"
    with pytest.raises(Refused, match="no end"):
        check(COVER, *[line] * 50)
    with pytest.raises(Refused, match="would have to be compared"):
        check(COVER, *[line] * 150)
    with pytest.raises(Refused, match="would have to be compared"):
        check(COVER, *[line] * 50, "red 1 y5 >= 1 : y1 -> y1 y5 -> 1 ;")


def test_an_optimum_has_two_sides() -> None:
    best = "soli ~x1 x2 ~x3 ;"
    proof = [best, "pol 1 3 + ;", *ended("conclusion BOUNDS 1 : 4 1 : ~x1 x2 ~x3 ;")]
    assert check(COVER, *proof) == Proved("BOUNDS", 1, 1)
    worse = [line.replace("~x1 x2 ~x3", "x1 ~x2 x3") for line in proof]
    with pytest.raises(Refused):
        check(COVER, *worse)


def test_a_new_variable_is_defined_both_ways() -> None:
    define = ["red 2 ~y1 1 x1 1 x2 1 x3 >= 2 : y1 -> 0 ;"]
    define += ["red 2 y1 1 ~x1 1 ~x2 1 ~x3 >= 2 : y1 -> 1 ;"]
    best = [*define, "rup 1 x2 1 y1 >= 1 : ~ 1 2 4 ;"]
    assert check(COVER, *best, *ended("conclusion SAT : x1 x2 x3 ;")).kind == "SAT"
    with pytest.raises(Refused, match="red"):
        check(COVER, *define, "red 1 y1 >= 1 : y1 -> 1 ;")
    with pytest.raises(Refused, match="red"):
        check(COVER, "red 1 x1 >= 1 : x1 -> 1 ;")  # it raises the objective
    with pytest.raises(Refused, match="red"):
        check(COVER, "red 1 ~x2 >= 1 : x2 -> 0 ;")


SAT = "conclusion SAT : x1 x2 x3 ;"


@pytest.mark.parametrize(
    ("rules", "reason"),
    [
        (["a 1 x1 >= 1 ;"], "rule 'a'"),
        (["dom 1 x1 >= 1 : x1 -> 1 ;"], "rule 'dom'"),
        (["fail ;"], "rule 'fail'"),
        (["rup 1 x1 >= 1 : ~ 1 2 ;"], "contradiction"),
        (["rup 1 x1 >= 1 ;"], "hints"),
        (["rup 1 x1 >= 1 : ~ 9 ;"], "no constraint 9"),
        (["rup 1 x1 >= 1 : ~ 3 ;"], "no constraint 3"),
        (["rup 1 x1 >= 1 : ~ 0 ;"], "0 is no id"),
        (["rup 1 x1 1 >= 1 : ~ 1 ;"], "constraint such as"),
        (["rup 1 x1 = 1 : ~ 1 ;"], "constraint such as"),
        (["pol 1 + ;"], "stack is empty"),
        (["pol 1 2 ;"], "2 constraints are left"),
        (["pol ;"], "0 constraints are left"),
        (["pol 1 -3 * ;"], "factor"),
        (["pol 1 0 d ;"], "divisor"),
        (["pol 1 z9 + ;"], "whole number"),
        (["pol " + "1 " * 10_002 + ";"], "deeper"),
        (["pol 1 " + "9" * 5_000 + " * ;"], "whole number"),
        (["pol 1 " + ("9" * 1_000 + " * ") * 20 + ";"], "bits"),
        (["pol 1 2 + 1 w ;"], "variable before"),
        (["red 1 y1 >= 1 ;"], "witness"),
        (["red 1 y1 >= 1 : y1 -> 1 y1 -> 0 ;"], "twice"),
        (["red 1 y1 >= 1 : ~y1 -> 1 ;"], "variable"),
        (["del id 1 ;"], "of the core"),
        (["del id 7 ;"], "no constraint"),
        (["del all ;"], "del id"),
        (["soli x1 ~x1 x2 x3 ;"], "both"),
        (["soli x1 x2 ;"], "every variable"),
        (["soli ~x1 ~x2 x3 ;"], "breaks constraint 1"),
        (["pol 1"], "; at the end"),
        ([";"], "empty"),
        (["rup 1 x >= 1 : ~ 1 ;"], "literal such as"),
        (["output FILE ;"], "output NONE"),
        (["output NONE ;", "end pseudo-Boolean proof ;"], "conclusion"),
        (["output NONE ;", "conclusion NONE ;"], "conclusion"),
        (["output NONE ;", SAT], "no end"),
        ([*ended(SAT), "pol 1 ;"], "after the end"),
        (["output NONE ;", SAT, SAT], "end pseudo-Boolean"),
        ([], "no end"),
        (ended("conclusion UNSAT : 1 ;"), "no contradiction"),
        (ended("conclusion UNSAT ;"), "id of a contradiction"),
        (["soli x1 x2 x3 ;", "pol 3 x1 + ;", *ended("conclusion UNSAT : 4 ;")], "was logged"),
        (ended("conclusion BOUNDS 2 : 1 2 : x1 ~x2 x3 ;"), "no contradiction"),
        (ended("conclusion BOUNDS 1 : 1 0 : x1 ~x2 x3 ;"), "worse"),
        (ended("conclusion BOUNDS 1 2 : x1 ~x2 x3 ;"), "id of a proof"),
        (ended("conclusion BOUNDS INF : 1 INF ;"), "above"),
        (ended("conclusion BOUNDS 1 : 1 ;"), "two bounds"),
        (ended("conclusion BOUNDS 1 : 1 1 ;"), "solution"),
    ],
)
def test_what_is_no_proof_is_refused(rules: list[str], reason: str) -> None:
    with pytest.raises(Refused, match=reason) as refused:
        check(COVER, *rules)
    assert refused.value.file == "proof.pbp"


@pytest.mark.parametrize("head", [[], ["pseudo-Boolean proof version 2.0"]])
def test_another_head_is_refused(head: list[str]) -> None:
    with pytest.raises(Refused):
        check_proof(COVER, [*head, "f 2 ;"], "proof.pbp")
    with pytest.raises(Refused, match="f 2"):
        check_proof(COVER, ["pseudo-Boolean proof version 3.0", "f 3 ;"], "proof.pbp")


def test_the_lower_bound_may_follow_without_a_solution() -> None:
    proved = check(COVER, "pol 1 x3 + ;", *ended("conclusion BOUNDS 1 : 3 INF ;"))
    assert proved == Proved("BOUNDS", 1, None)


# Arithmetic against all assignments

LITERALS = st.integers(1, 4).flatmap(lambda v: st.sampled_from([v, -v]))
TERMS = st.lists(st.tuples(st.integers(-5, 5), LITERALS), max_size=6)
CONSTRAINTS = st.builds(normal, TERMS, st.integers(-3, 8))


def solutions(constraint: Constraint) -> set[int]:
    return {bits for bits in range(32) if weight(constraint, bits) >= constraint.degree}


def weight(constraint: Constraint, bits: int) -> int:
    pairs = zip(constraint.literals, constraint.coefficients, strict=True)
    return sum(c for lit, c in pairs if (lit > 0) == bool(bits >> abs(lit) & 1))


@given(TERMS, st.integers(-3, 8))
def test_normal_form_means_the_same(terms: list[tuple[int, int]], degree: int) -> None:
    made = normal(terms, degree)
    assert all(c > 0 for c in made.coefficients)
    assert len(set(map(abs, made.literals))) == len(made.literals)
    for bits in range(32):
        plain = sum(c for c, lit in terms if (lit > 0) == bool(bits >> abs(lit) & 1))
        assert (plain >= degree) == (bits in solutions(made))


@given(CONSTRAINTS, CONSTRAINTS, st.integers(1, 5), st.integers(1, 4))
def test_operations_follow_from_their_operands(
    one: Constraint, other: Constraint, factor: int, variable: int
) -> None:
    assert solutions(one) & solutions(other) <= solutions(Sum.of(one).add(Sum.of(other)).done())
    assert solutions(one) == solutions(Sum.of(one).multiply(factor).done())
    assert solutions(one) <= solutions(Sum.of(one).divide(factor).done())
    assert solutions(one) == solutions(Sum.of(one).saturate().done())
    assert solutions(one) <= solutions(Sum.of(one).weaken(variable).done())
    assert solutions(negation(one)) == set(range(32)) - solutions(one)
    assert is_contradiction(one) == (not solutions(one))
    if implies(one, other):
        assert solutions(one) <= solutions(other)


@given(CONSTRAINTS, st.dictionaries(st.integers(1, 4), st.one_of(st.booleans(), LITERALS)))
def test_a_witness_is_put_in_place(one: Constraint, witness: dict[int, int | bool]) -> None:
    def changed(bits: int) -> int:
        result = bits
        for variable, image in witness.items():
            true = image if isinstance(image, bool) else (image > 0) == bool(bits >> abs(image) & 1)
            result = result | 1 << variable if true else result & ~(1 << variable)
        return result

    made = solutions(substituted(one, witness))
    assert made == {bits for bits in range(32) if changed(bits) in solutions(one)}


@given(st.lists(CONSTRAINTS, max_size=6), CONSTRAINTS)
def test_compiled_propagation_gives_the_same_verdicts(
    constraints: list[Constraint], denied: Constraint
) -> None:
    arena = Arena()
    for number, constraint in enumerate(constraints, start=1):
        arena.add(number, constraint)
    hints = [0, *range(1, len(constraints) + 1)]
    verdict = is_refuted([denied, *constraints])
    assert arena.is_refuted(denied, hints) == verdict
    if verdict:
        sets = [solutions(constraint) for constraint in (denied, *constraints)]
        assert not set.intersection(*sets)


def test_numbers_that_would_overflow_are_left_to_python() -> None:
    huge = Constraint((1, 2), (1 << 61, 1 << 61), 1 << 61)
    arena = Arena()
    arena.add(1, huge)
    arena.add(2, clause((1,)))
    assert arena.is_refuted(clause((-1,)), [0, 1]) is None
    assert arena.is_refuted(huge, [0, 2]) is None
    assert arena.is_refuted(clause((-1,)), [0, 2]) is True
    arena.delete(2)
    assert arena.is_refuted(clause((-1,)), [0, 2]) is None


def test_an_arena_closes_its_gaps(monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(7)
    arena = Arena()
    kept: dict[int, Constraint] = {}
    for number in range(1, 30_001):
        kept[number] = at_least(1, chance.sample(range(1, 200), 100))
        arena.add(number, kept[number])
        if number > 100:
            old = chance.choice(list(kept)[:20])
            arena.delete(old)
            del kept[old]
    for number, constraint in kept.items():
        denied = at_most(0, constraint.literals)
        assert arena.is_refuted(denied, [0, number]) is True
        assert arena.is_refuted(at_most(0, constraint.literals[1:]), [0, number]) is False


# Mutations


def proof_of(text: str, taken: Sequence[str]) -> tuple[Formula, list[str]]:
    """Return a statement, and a proof by SAT of its optimum."""
    formula = state(read_question(text))
    stream = io.StringIO()
    log = ProofLog(stream, formula)
    true = [formula.variable[name] for name in taken]
    cost = formula.value(true)
    number = log.improve(true)
    bound = normal(((-c, v) for c, v in formula.objective or ()), 1 - cost)
    log.conclude_optimum(cost, refute(log, (bound, number), []), true)
    return formula, stream.getvalue().splitlines()


PROOFS = [
    proof_of("domination king 1x4", ["b1", "d1"]),
    proof_of("domination rook 2x2", ["a1", "b2"]),
    proof_of("independence rook 2x2", ["a1", "b2"]),
    proof_of("independence king 1x5", ["a1", "c1", "e1"]),
]


@pytest.mark.parametrize("number", range(len(PROOFS)))
def test_what_the_checker_accepts_is_true_of_all_assignments(number: int) -> None:
    formula, lines = PROOFS[number]
    proved = check_proof(formula, lines, "proof.pbp")
    Oracle(formula, lines).ensure_sound(lines)
    assert (
        proved.lower == proved.upper == Oracle(formula, lines).optimum(Oracle(formula, lines).left)
    )


def mutated(lines: list[str], chance: random.Random) -> list[str]:
    """Return a proof with one or two changes, as by accident or by malice."""
    lines = list(lines)
    for _ in range(chance.choice((1, 1, 1, 2))):
        place = chance.randrange(2, len(lines))
        words = lines[place].split()
        at = chance.randrange(len(words))
        match chance.randrange(7):
            case 0:
                return lines[:place] + lines[place + 1 :]
            case 1:
                other = chance.randrange(2, len(lines))
                lines[place], lines[other] = lines[other], lines[place]
                continue
            case 2:
                lines.insert(place, lines[chance.randrange(2, len(lines))])
                continue
            case 3:
                words[at] = words[at][1:] if words[at][0] == "~" else f"~{words[at]}"
            case 4 | 5 if words[at].lstrip("-").isdigit():
                words[at] = str(int(words[at]) + chance.choice((-2, -1, 1, 2)))
            case 4 | 5:
                words[at] = chance.choice(chance.choice(lines[2:]).split())
            case _:
                del words[at]
        lines[place] = " ".join(words)
    return lines


@given(st.integers(0, 2**32), st.sampled_from(range(len(PROOFS))))
@settings(max_examples=1500)
def test_a_mutated_proof_is_refused_unless_it_still_is_one(seed: int, number: int) -> None:
    formula, lines = PROOFS[number]
    changed = mutated(lines, random.Random(seed))
    try:
        proved = check_proof(formula, changed, "proof.pbp")
    except Refused:
        return
    Oracle(formula, changed).ensure_sound(changed)
    truth = Oracle(formula, lines)
    optimum = truth.optimum(truth.left)
    assert optimum is not None
    assert proved.kind in ("SAT", "BOUNDS")
    if proved.kind == "BOUNDS":
        assert proved.lower is not None
        assert proved.lower <= optimum
        assert proved.upper is None or proved.upper >= optimum


def test_compiled_checks_give_the_same_verdicts(monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(1)
    for _ in range(300):
        formula, lines = PROOFS[chance.randrange(len(PROOFS))]
        changed = mutated(lines, chance)
        verdicts = []
        for steps in (1, 10**9):
            monkeypatch.setattr(database, "STEPS_BEFORE_COMPILING", steps)
            try:
                verdicts.append(str(check_proof(formula, changed, "proof.pbp")))
            except Refused as refusal:
                verdicts.append(str(refusal))
        assert verdicts[0] == verdicts[1]
