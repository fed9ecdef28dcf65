"""Sequences in the library: terms, time limits, what is known elsewhere, comparisons."""

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from math import comb

import pytest

import satchess
from satchess.errors import BadInput, BadKeyword, BadQuestion
from satchess.sequences import known as known_module
from satchess.sequences.known import all_known, known_like
from satchess.sequences.pattern import Pattern
from satchess.sequences.reading import read_table
from satchess.sequences.values import Term
from tests.oracle import Table
from tests.paths import ROOT


def smallest(sets: list[int]) -> tuple[int, int]:
    """The least size, and the number of sets that have it."""
    sizes = Counter(mask.bit_count() for mask in sets)
    return min(sizes.items())


def largest(sets: list[int]) -> tuple[int, int]:
    return max(Counter(mask.bit_count() for mask in sets).items())


BY_HAND: dict[str, Callable[[int], int]] = {
    "count domination king NxN": lambda n: smallest(Table("king", n, n).dominating())[1],
    "domination queen NxN": lambda n: smallest(Table("queen", n, n).dominating())[0],
    "count independence knight 2xN": lambda n: largest(Table("knight", 2, n).independent())[1],
    "count independence king Nx(N+1)": lambda n: largest(Table("king", n, n + 1).independent())[1],
    "solve independence N NxN:torus": lambda n: largest(
        Table("knight", n, n, "torus").independent()
    )[0],
    "count independence rook NxN --size N-1": lambda n: sum(
        mask.bit_count() == n - 1 for mask in Table("rook", n, n).independent()
    ),
    "count irredundance bishop (N)x(2N-3) --all": lambda n: len(
        Table("bishop", n, 2 * n - 3).irredundant()
    ),
}


@pytest.mark.parametrize("pattern", BY_HAND)
def test_terms_are_those_of_brute_force(pattern: str) -> None:
    found = satchess.sequence(pattern, range(2, 5), cache=False, workers=0)
    assert found.values == tuple(BY_HAND[pattern](n) for n in range(2, 5))
    assert [term.n for term in found] == [2, 3, 4]
    assert found.is_complete
    for term in found:
        assert term.answer is not None
        assert str(term.answer.request) == str(found.pattern.at(term.n))


def test_a_pattern_is_read_again_as_it_is_written() -> None:
    for known in all_known().values():
        assert Pattern.parse(str(known.pattern)) == known.pattern


@pytest.mark.parametrize(
    ("pattern", "told"),
    [
        ("count domination king 8x8", "nothing varies"),
        ("count domination N 8x8", "nothing varies"),
        ("first queens N", "expected one of solve, count"),
        ("count domination king NxN --by-size", "more than one number"),
        ("domination king NxN --independnt", "did you mean '--independent'?"),
        ("solve domination king NxN --up-to-symmetry", "takes no counting flags"),
        ("A999999", "not among the"),
    ],
)
def test_what_is_no_pattern(pattern: str, told: str) -> None:
    with pytest.raises(BadInput, match=told.replace("?", r"\?")):
        satchess.sequence(pattern, range(1, 4))


@pytest.mark.parametrize("indices", [range(1, 9, 2), range(4, 4), "3..1", "x", 7])
def test_what_is_no_range(indices: object) -> None:
    with pytest.raises(BadQuestion, match="range"):
        satchess.sequence("count queens N", indices)  # type: ignore[arg-type]


def test_a_board_that_is_none_is_refused_before_the_work() -> None:
    with pytest.raises(BadQuestion, match=r"N = 1: board"):
        satchess.sequence("count independence king (N-1)x3", range(1, 9))
    with pytest.raises(BadKeyword, match="deadline"):
        satchess.sequence("count queens N", range(1, 3), dedline=3)  # type: ignore[call-arg]


def test_a_proof_that_there_is_none_is_a_term_of_a_count_and_none_of_a_value() -> None:
    assert satchess.sequence("count queens N", range(2, 5), cache=False).values == (0, 0, 2)
    found = satchess.sequence("solve leprechauns 2 N", "8..11", cache=False)
    assert [term.is_none for term in found] == [term.value is None for term in found]
    assert found.terms[0].is_none == (
        satchess.leprechauns(2, 8).solve(cache=False).status is satchess.Status.INFEASIBLE
    )


def test_what_is_out_of_time_is_unknown_and_goes_on_from_the_cache() -> None:
    found = satchess.sequence("count queens N", range(6, 40), deadline=0.01)
    assert len(found) == 34
    assert not found.is_complete
    assert found.terms[-1].remark == "not begun: out of time"
    first = satchess.sequence("count queens N", range(5, 8))
    again = satchess.sequence("count queens N", range(5, 8), deadline=60.0)
    assert again.values == first.values == (10, 4, 40)
    assert all(term.answer is not None and term.answer.cached for term in again)


def test_a_bfile_ends_before_the_first_unknown_term() -> None:
    found = satchess.sequence("count queens N", "4..5", cache=False)
    cut = satchess.Sequence(found.pattern, (*found.terms, unknown(6), found.terms[0]))
    assert cut.bfile() == "4 2\n5 10\n"
    assert cut.oeis().splitlines()[1] == "%S A000000 2,10"
    assert not cut.is_complete


def unknown(n: int) -> Term:
    return Term(n, None)


def test_a_second_engine_confirms() -> None:
    found = satchess.sequence("count independence king NxN", "3..5", cross_check=True, cache=False)
    assert [str(term.answer.trust) for term in found if term.answer] == ["confirmed"] * 3


# What is known


def test_known_sequences_are_compared_and_name_no_term_twice() -> None:
    patterns = [str(known.pattern) for known in all_known().values()]
    assert len(patterns) > 50
    assert len(set(patterns)) == len(patterns)
    for known in all_known().values():
        computed = known.compared + 1 - known.offset - len(known.given)
        assert computed >= 6, known.number
        assert known.compared <= known.until
        assert known.name.endswith(".")
        assert known.seen
        assert all(n >= known.offset for n, _ in known.given)


@pytest.mark.parametrize("number", all_known())
def test_known_sequences_can_be_asked(number: str) -> None:
    """Every index from the offset on is a question, or a term by convention."""
    known = all_known()[number]
    assert known_like(Pattern.parse(str(known.pattern))) == known
    given = dict(known.given)
    asked = [n for n in range(known.offset, known.offset + 8) if n not in given]
    assert len({str(known.pattern.at(n)) for n in asked}) == len(asked)
    before = range(known.offset, asked[0])
    if before:
        found = satchess.sequence(number, before, cache=False)
        assert found.values == tuple(given[n] for n in before)
        assert found.known == known


CLOSED: dict[str, Callable[[int], int]] = {
    "A075561": lambda n: (-(-n // 3)) ** 2,
    "A036464": lambda n: n * (n - 1) * (n - 2) * (3 * n - 1) // 6,
    "A061995": lambda n: (n - 1) * (n - 2) * (n * n + 3 * n - 2) // 2,
    "A172132": lambda n: comb(n * n, 2) - 4 * (n - 1) * (n - 2),
    "A189889": lambda n: n * (n // 2) // 2,
}
"""What is proved of these: pairs by counting attacked ones, kings by nine and four squares."""


@pytest.mark.parametrize("number", CLOSED)
def test_sequences_with_a_closed_form(number: str) -> None:
    terms = satchess.sequence(number, range(2, 8), cache=False)
    assert terms.values == tuple(CLOSED[number](n) for n in range(2, 8))


def test_an_offset_is_heeded() -> None:
    with pytest.raises(BadQuestion, match="A104519 begins with N = 3"):
        satchess.sequence("A104519", range(1, 5))
    assert satchess.sequence("a104519", range(3, 7), cache=False).values == (1, 2, 3, 4)
    with pytest.raises(BadQuestion, match="expected a range behind it"):
        satchess.sequence("count domination rook NxN")


def test_terms_beyond_a_table_are_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    short = {number: replace(one, until=4) for number, one in all_known().items()}
    monkeypatch.setattr(known_module, "all_known", lambda: short)
    found = satchess.sequence("A000170", range(4, 7), cache=False)
    assert [term.beyond for term in found] == [False, True, True]
    assert found.terms[0].remark == ""
    assert found.terms[1].remark.startswith("new: single, ")


# Comparisons


def test_tables_are_read() -> None:
    assert read_table("# comment\n0 1\n\n1  4 # four\r\n2 -79") == {0: 1, 1: 4, 2: -79}
    text = "%I A018807\n%S A018807 1,4,\n%T A018807 79\n%O A018807 0,2\n"
    assert read_table(text) == {0: 1, 1: 4, 2: 79}
    found = satchess.sequence("A018807", range(0, 4), cache=False)
    assert read_table(found.bfile()) == dict(zip(range(4), found.values, strict=True))
    assert read_table(found.oeis()) == dict(zip(range(4), found.values, strict=True))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("1 1\n3 4\n", "line 2 '3 4': expected index 2"),
        ("1 1\n2 x\n", "line 2 '2 x': expected an index and a term"),
        ("1.5 3", "expected an index and a term"),
        ("# nothing", "no terms"),
        ("%S A000001 1,2\n", "their offset in %O"),
        (f"1 {'7' * 5000}", "expected an index and a term"),
    ],
)
def test_what_is_no_table(text: str, told: str) -> None:
    with pytest.raises(BadInput, match=told):
        read_table(text)


def test_every_difference_is_named() -> None:
    found = satchess.sequence("count queens N", range(4, 9), cache=False)
    told = found.compared({3: 0, 4: 2, 5: 11, 6: 4})
    assert (told.agree, told.differ, told.unknown) == ((4, 6), ((5, 10, 11),), ())
    assert told.missing == (7, 8)


# Results


FOUND = json.loads((ROOT / "docs" / "results" / "sequences.json").read_text())["terms"]


@pytest.mark.parametrize("entry", FOUND, ids=[f"{e['sequence']}-{e['n']}" for e in FOUND])
def test_candidates_are_beyond_their_tables_and_found_twice(entry: dict[str, object]) -> None:
    known = all_known()[str(entry["sequence"])]
    assert int(str(entry["n"])) > known.until
    assert str(known.pattern.at(int(str(entry["n"])))) == entry["question"]
    engines = entry["engines"]
    assert isinstance(engines, list)
    assert len(set(engines)) == 2 or entry["certificate"]
    assert int(str(entry["value"])) >= 0
