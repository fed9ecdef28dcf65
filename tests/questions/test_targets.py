"""Domination of given squares only, against all subsets of small boards."""

from itertools import combinations

import pytest

from satchess.cli.failures import exit_code_of
from satchess.conformance import ensure_question
from satchess.domain.attacks import attacked_squares
from satchess.domain.squares import Square
from satchess.errors import BadInput, BadQuestion
from satchess.questions import Domination, Question
from satchess.service.answer import answer
from satchess.signature import sign

QUESTIONS = [
    "domination king 2x3 --target border",
    "domination knight 2x3 --target a1,b2",
    "domination rook 2x4 --target rank1 --total",
    "domination bishop 2x3 --target light --independent",
    "domination queen 2x4 --target a1,d1 --minimal",
    "domination queen 2x4 --target a1,d1 --independent --minimal",
    "domination king 2x3 --target diagonal --upper",
    "domination king 2x4 --target a1,c2 --within b1,d2,a2 --all",
    "domination rook 3 --target a1,b2 --bottleneck corner",
    "domination rook 2x3:torus --target a1,b2",
    "domination wazir 3 --holes b2 --target corners --size 3",
]


@pytest.mark.parametrize("text", QUESTIONS)
def test_every_engine_agrees(text: str) -> None:
    ensure_question(text)


@pytest.mark.parametrize("piece", ["king", "queen", "knight"])
@pytest.mark.parametrize("flags", [(), ("total",), ("independent",), ("minimal",)])
def test_all_subsets(piece: str, flags: tuple[str, ...]) -> None:
    question = Domination.of(piece, "3x3", target="a1,b1,c3", **dict.fromkeys(flags, True))
    squares, board = question.board.squares, question.board
    attacks = {s: attacked_squares(question.piece, board, s) for s in squares}
    sizes = [
        size
        for size in range(10)
        for chosen in combinations(squares, size)
        if is_right(frozenset(chosen), attacks, question.targets, flags)
    ]
    found = answer("count", question, cache=False, workers=0)
    if flags == ("minimal",):
        assert found.count == len(sizes)
    elif sizes:
        assert (found.value, found.count) == (sizes[0], sizes.count(sizes[0]))
    else:
        assert found.status == "infeasible"


def is_right(
    chosen: frozenset[Square],
    attacks: dict[Square, frozenset[Square]],
    targets: frozenset[Square],
    flags: tuple[str, ...],
) -> bool:
    def covers(some: frozenset[Square]) -> bool:
        attacked = frozenset[Square]().union(*(attacks[square] for square in some))
        return targets <= (attacked if "total" in flags else attacked | some)

    peaceful = not any(attacks[square] & chosen for square in chosen)
    needed = not any(covers(chosen - {square}) for square in chosen)
    return (
        covers(chosen)
        and (peaceful or "independent" not in flags)
        and (needed or "minimal" not in flags)
    )


def test_words() -> None:
    question = Question.parse("domination queen 8 --target h8,a1 --target b2")
    assert str(question) == "domination queen 8x8 --target a1,b2,h8"
    border = Question.parse("domination queen 8 --target border")
    assert str(border) == "domination queen 8x8 --target border"
    turned = Question.parse("domination queen 8 --target a8")
    assert sign("solve", turned).text == "solve domination queen 8x8 --target a1"
    whole = Question.parse("domination queen 8x6 --target all")
    assert sign("solve", whole).text == "solve domination queen 6x8"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "domination queen 8 --target border",
            "2 queens attack every empty one of the border squares of 8x8, and no fewer do.",
        ),
        (
            "domination rook 4 --target a1,b2 --total",
            "2 rooks attack every one of the squares a1 and b2 of 4x4, and no fewer do.",
        ),
        (
            "domination rook 4 --target a1",
            "2 rooks attack a1 of 4x4, or occupy it, and no fewer do.",
        ),
    ],
)
def test_sentences(text: str, sentence: str) -> None:
    assert Question.parse(text).statement(2) == sentence


def test_counts_of_any_size() -> None:
    question = Question.parse("domination rook 4 --target a1,b2 --all")
    assert question.count_statement(5, None, up_to_symmetry=False) == (
        "5 sets of rooks, of any size, that attack every empty one of the squares a1 and b2 of 4x4."
    )


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("domination rook 4 --target e5", "--target: e5 is not on a 4x4 board"),
        ("domination rook 4 --target none", "--target names no square"),
        ("domination rook 4 --holes a1 --target a1", "a1 is a hole"),
        ("independence rook 4 --target a1", "unknown option '--target'"),
    ],
)
def test_bad_targets(text: str, says: str) -> None:
    with pytest.raises((BadInput, BadQuestion)) as caught:
        Question.parse(text)
    assert says in str(caught.value)


def test_check(capfd: pytest.CaptureFixture[str]) -> None:
    words = ["check", "domination", "king", "4", "--target", "a1,d4", "--placement"]
    assert exit_code_of([*words, "b2"]) == 1
    said = "".join(capfd.readouterr())
    assert "d4 is not attacked" in said
    assert said.count("is not attacked") == 1
    assert exit_code_of([*words, "b2 c3"]) == 0
