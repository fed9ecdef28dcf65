"""Irredundant sets against all subsets of small boards, their own rules, and published numbers."""

from collections import Counter

import pytest

import satchess
from satchess.cli.failures import exit_code_of
from satchess.errors import BadQuestion
from satchess.questions import Irredundance
from satchess.service.answer import answer
from tests.oracle import Table

BOARDS = [
    *(Table(piece, 3, 4) for piece in ("king", "queen", "rook", "bishop", "knight")),
    *(Table("king", 3, 4, "torus"), Table("knight", 3, 4, "cylinder")),
    *(Table("rook", 3, 3, walls=frozenset({"b2"})), Table("queen", 3, 4, holes=frozenset({"b2"}))),
]


def asked(table: Table, **options: object) -> Irredundance:
    board = f"{table.rows}x{table.columns}" + f":{table.topology}" * (table.topology != "plane")
    return Irredundance.of(table.piece, board, holes=table.holes, walls=table.walls, **options)


@pytest.mark.parametrize("table", BOARDS, ids=str)
@pytest.mark.parametrize("maximal", [False, True])
def test_every_size_has_as_many_as_brute_force_finds(table: Table, maximal: bool) -> None:
    sizes = Counter(mask.bit_count() for mask in table.irredundant(maximal=maximal))
    question = asked(table, maximal=maximal, all=not maximal)
    found = answer("count", question, by_size=True, cache=False, workers=0)
    assert found.by_size == tuple(sorted(sizes.items()))


@pytest.mark.parametrize("table", BOARDS, ids=str)
def test_the_two_numbers(table: Table) -> None:
    sizes = [mask.bit_count() for mask in table.irredundant(maximal=True)]
    lower = answer("solve", asked(table, lower=True), cache=False, workers=0)
    upper = answer("solve", asked(table), cache=False, workers=0)
    assert (lower.value, upper.value) == (min(sizes), max(sizes))


@pytest.mark.parametrize("table", BOARDS, ids=str)
def test_rules_tell_right_sets_from_wrong_ones(table: Table) -> None:
    right = set(table.irredundant())
    full = set(table.irredundant(maximal=True))
    plain, maximal = asked(table), asked(table, maximal=True)
    for mask in range(0, 1 << len(table.cells), 7):
        placement = plain.read(" ".join(table.squares(mask)))
        assert (mask in right) == (not list(plain.broken_rules(frozenset(placement.squares))))
        assert (mask in full) == (not list(maximal.broken_rules(frozenset(placement.squares))))


def test_maximal_within_a_region() -> None:
    border = [s for s in Table("king", 3, 3).names if s != "b2"]
    sizes = Counter(m.bit_count() for m in Table("king", 3, 3).irredundant(border, maximal=True))
    question = satchess.irredundance("king", 3, within="border", maximal=True)
    found = answer("count", question, by_size=True, cache=False, workers=0)
    assert found.by_size == tuple(sorted(sizes.items()))


# Fricke, Hedetniemi, Hedetniemi, McRae, Wallis, Jacobson, Martin, Weakley, Combinatorial problems
# on chessboards: a brief survey, Graph Theory, Combinatorics, and Applications 1 (1995).
@pytest.mark.parametrize(("side", "most"), [(1, 1), (2, 1), (3, 2), (4, 4), (5, 5), (6, 7)])
def test_upper_irredundance_of_queens(side: int, most: int) -> None:
    assert satchess.irredundance("queen", side).solve(cache=False).value == most


def test_turned_boards_share_an_answer() -> None:
    question = satchess.irredundance("knight", "2x4", lower=True)
    turned = question.turned(next(t for t in question.board.turns if not t.is_identity))
    assert turned.count(cache=False).count == question.count(cache=False).count


def test_verbs(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["irredundance", "queen", "4", "--lower", "--no-cache"]
    for verb in (["first"], ["list"], ["sample", "--number", "2"]):
        assert exit_code_of([verb[0], *words, *verb[1:]]) == 0
    capsys.readouterr()
    assert exit_code_of(["check", "irredundance", "queen", "4", "--placement", "a1 b1 c1 d1"]) == 1
    assert "the queen on a1 covers nothing that no other covers" in capsys.readouterr().out
    assert (
        exit_code_of(["check", "irredundance", "queen", "4", "--placement", "a1", "--lower"]) == 1
    )
    assert "a further piece fits on b1" in capsys.readouterr().out
    assert exit_code_of(["solve", "irredundance", "queen", "4", "--total"]) == 2


def test_all_and_a_size_exclude_each_other() -> None:
    with pytest.raises(BadQuestion, match="--all"):
        satchess.irredundance("queen", 4, size=3, all=True)
