"""Sentences: what they say of a value and a count, and that no condition is left out."""

import shlex

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from satchess.errors import BadInput
from satchess.questions import KINDS, Question
from satchess.questions.grammar import Form, words_of

STATEMENTS = [
    # question, value, sentence
    ("domination queen 8", 5, "5 queens attack every empty square of 8x8, and no fewer do."),
    ("domination king 3", 1, "1 king attacks every empty square of 3x3, and no fewer do."),
    (
        "independence king 8x8 --within diagonal",
        4,
        "4 kings fit on 8x8, none attacking another, on the diagonal only, and no more do.",
    ),
    (
        "independence knight 6x8:torus --holes b3,g3 --walls a1 --require c1 --forbid d1,d2",
        9,
        "9 knights fit on the 6x8 torus with holes at b3 and g3 and a wall at a1, none attacking"
        " another, with c1 occupied, with d1 and d2 empty, and no more do.",
    ),
    (
        "domination rook 4 --total --where 'a1 | b2'",
        4,
        "4 rooks attack every square of 4x4, where a1 | b2 holds, and no fewer do.",
    ),
    (
        "domination rook 4 --upper --within a1,b2",
        2,
        "2 rooks attack every empty square of 4x4, none of them superfluous, on a1 and b2 only,"
        " and no more do.",
    ),
    (
        "domination rook 3 --forbid a1,b1,c1,d1,e1,f1,g1,a2,b2,c2,d2,e2,f2".replace("3 ", "7 "),
        7,
        "7 rooks attack every empty square of 7x7, with 13 given squares empty, and no fewer do.",
    ),
    ("queens 6", 6, "6 queens fit on 6x6, none attacking another."),
    (
        "beautiful 6",
        6,
        "6 queens fit on 6x6, none attacking another; no such placement has a smaller fingerprint"
        " by distance from the centre.",
    ),
    (
        "queens 4 --bottleneck corner --fingerprint '1 x4'",
        4,
        "4 queens fit on 4x4, none attacking another; the fingerprint by distance from the nearest"
        " corner is 1 x4.",
    ),
    (
        "independence queen 4 --all",
        None,
        "Some number of queens fit on 4x4, none attacking another.",
    ),
    (
        "diverse 5",
        2,
        "5 queens fit on 5x5, none attacking another, any two at least 2 king moves apart, and no"
        " farther.",
    ),
    (
        "non-dominating queen 5",
        1,
        "5 queens leave 1 square of 5x5 unattacked, and none leave more.",
    ),
    (
        "non-dominating queen 5 --pieces 1",
        12,
        "1 queen leaves 12 squares of 5x5 unattacked, and none leave more.",
    ),
    (
        "peaceable queen 4",
        2,
        "2 white queens and 2 black queens stand in peace on 4x4, and no larger armies do.",
    ),
    (
        "separation queen 8 --pawns 1",
        9,
        "9 queens fit on 8x8, none attacking another over 1 pawn, and no more do.",
    ),
    (
        "crowded-board 3 --pieces queen=1",
        1,
        "1 piece: 1 queen fits on 3x3, none attacking another of its own kind.",
    ),
    (
        "crowded-board 3 --pieces queen=1,knight=2..3,rook=odd",
        None,
        "2 to 3 knights, 1 queen and an odd number of rooks fit on 3x3, none attacking another of"
        " its own kind.",
    ),
    (
        "crowded-board 3 --pieces queen=1,knight",
        1,
        "1 knight fits beside 1 queen on 3x3, none attacking another of its own kind, and no more"
        " do.",
    ),
    (
        "queens 5 --symmetric quarter",
        5,
        "5 queens fit on 5x5, none attacking another, symmetric under a quarter turn.",
    ),
    (
        "domination king 4 --require a1 --symmetric half,diagonal",
        6,
        "6 kings attack every empty square of 4x4, with a1 occupied, symmetric under a diagonal"
        " mirror and an antidiagonal mirror, and no fewer do.",
    ),
    (
        "lights 5 --symmetric all",
        15,
        "15 presses light every square of 5x5, symmetric under every turn and mirror of the board,"
        " and no fewer do.",
    ),
    (
        "domination king 4 --size 5..7",
        5,
        "5 kings attack every empty square of 4x4, where 5 to 7 kings are allowed, and no fewer"
        " do.",
    ),
    (
        "independence king 4 --size ..3 --symmetric half",
        2,
        "2 kings fit on 4x4, none attacking another, where at most 3 kings are allowed, symmetric"
        " under a half turn, and no more do.",
    ),
    (
        "lights 5 --all --size 3..",
        None,
        "Some number of presses light every square of 5x5, where at least 3 presses are asked for.",
    ),
    (
        "queens 6 --lightest centre",
        140,
        "6 queens fit on 6x6, none attacking another; their squares weigh 140 by distance from the"
        " centre, and none weigh less.",
    ),
    (
        "domination king 2 --heaviest '[1 2] [3 4]' --size 2..3",
        9,
        "Some number of kings attack every empty square of 2x2, where 2 to 3 kings are allowed;"
        " their squares weigh 9 by the given weights, and none weigh more.",
    ),
    ("no-three-in-line 3", 6, "6 points fit on 3x3, no three of them in line, and no more do."),
    (
        "stamps 2 --moves rook",
        14,
        "Stamps of 1..5 worth 14 fit on 2x2, no two of equal value in line as rooks move, and none"
        " worth more do.",
    ),
    ("lights 5", 15, "15 presses light every square of 5x5, and no fewer do."),
    (
        "lights 3 --start b2 --moves rook",
        1,
        "1 press lights every square of 3x3 from a start with b2 lit, where a press toggles its"
        " square and the squares that rooks attack from there, and no fewer do.",
    ),
    ("equal-vision", 12, "12 watchmen each see 6 empty squares of 4x4, and no more do."),
    (
        "equal-vision 3 --sees 1 --moves rook",
        1,
        "1 watchman sees 1 empty square of 3x3, looking as rooks move, and no more do.",
    ),
    (
        "abbots-window",
        12,
        "12 shutters leave an even number of open squares on every rank, file and diagonal of two"
        " or more squares of 8x8, without covering a corner, and no fewer do.",
    ),
    (
        "abbots-window 4 --moves rook --size 1",
        1,
        "1 shutter leaves an even number of open squares on every line of two or more squares of"
        " 4x4 along which rooks move, without covering a corner.",
    ),
    (
        "puzzle detective --transparent",
        None,
        "Detective chess is solved, pieces not standing in each other's way.",
    ),
    (
        'puzzle \'{board = "3x3", pieces = {queen = "any"}, peace = "all", most = "queen"}\'',
        1,
        "The puzzle is solved with 1 queen, and not with more.",
    ),
]


@pytest.mark.parametrize(("words", "value", "sentence"), STATEMENTS)
def test_statements(words: str, value: int | None, sentence: str) -> None:
    assert Question.parse(words).statement(value) == sentence


COUNTS = [
    # question, count, value, up to symmetry, sentence
    ("queens 1", 1, 1, False, "1 way. 1 queen fits on 1x1, none attacking another."),
    ("queens 6", 1, 6, True, "1 way up to symmetry. 6 queens fit on 6x6, none attacking another."),
    (
        "domination queen 8 --all",
        18446595708474987957,
        None,
        False,
        "18446595708474987957 dominating sets of queens on 8x8, of any size.",
    ),
    (
        "domination queen 3 --minimal --total --within dark",
        2,
        None,
        True,
        "2 minimal total dominating sets of queens on 3x3, of any size, up to symmetry, on dark"
        " squares only.",
    ),
    (
        "independence king 1x2:cylinder --maximal",
        1,
        None,
        False,
        "1 maximal independent set of kings on the 1x2 cylinder, of any size.",
    ),
    (
        "irredundance king 2 --maximal",
        4,
        None,
        False,
        "4 maximal irredundant sets of kings on 2x2, of any size.",
    ),
    (
        "irredundance queen 4 --lower",
        12,
        2,
        False,
        "12 ways. 2 queens fit on 4x4, each covering a square that no other covers, with no room"
        " for a further one, and no fewer do.",
    ),
    (
        "no-three-in-line 2 --all",
        16,
        None,
        False,
        "16 sets of points, of any size, that fit on 2x2, no three of them in line.",
    ),
    (
        "puzzle detective",
        1,
        None,
        False,
        "1 way: the solution is unique. Detective chess is solved.",
    ),
]


@pytest.mark.parametrize(("words", "count", "value", "folded", "sentence"), COUNTS)
def test_counts(words: str, count: int, value: int | None, folded: bool, sentence: str) -> None:
    question = Question.parse(words)
    assert question.count_statement(count, value, up_to_symmetry=folded) == sentence


# Conditions

SQUARE_LISTS = ["a1", "b3,a2", "c1 c2 d3", "e5,a1,b1,c4"]
VALUES = {
    "board": ["5", "4x5", "5:torus", "5x6:cylinder", "5:klein"],
    "holes": SQUARE_LISTS,
    "walls": SQUARE_LISTS,
    "shape": ["diamond", "cross"],
    "piece": ["king", "rook", "RNN"],
    "range": ["2"],
    "size": ["1", "3", "2..4", "2..", "..3"],
    "within": ["diagonal", "border,c3", "dark", "light", "none", *SQUARE_LISTS],
    "require": SQUARE_LISTS,
    "target": ["border", *SQUARE_LISTS],
    "forbid": SQUARE_LISTS,
    "where": ["a1 | b2", "~c3 & (d4 => b3)", "count(rank1) >= 1", "a1 + b2 < c3 | d4"],
    "symmetric": ["half", "left-right", "all", "quarter,diagonal"],
    "lightest": ["centre", "corner"],
    "heaviest": ["centre", "corner"],
    "bottleneck": ["centre", "corner"],
    "fingerprint": ["8, 4 x2"],
    "moves": ["rook", "knight", "plus", "queen"],
    "sees": ["1", "3"],
    "start": ["dark", "random:7", *SQUARE_LISTS],
    "values": ["1,2", "2..4"],
    "pawns": ["1", "2"],
    "sheet": ["detective", "court"],
}
GRAPHS = {
    "board": ["graph:a1-b3-a2,c1-c2-d3,b1-c4,e5", "graph:a1,b3,a2,c1,c2,d3,b1,c4,e5"],
    "within": SQUARE_LISTS,
    "target": SQUARE_LISTS,
}
"""Graphs whose vertices are named like squares."""
PIECES = {"crowded-board": ["queen=2,rook=1", "queen=1..2,rook", "knight=odd"]}


@st.composite
def worded_questions(draw: st.DrawFn) -> tuple[str, list[str], dict[str, str]]:
    """A kind of question, its arguments, and some of its options with their values."""
    kind = draw(st.sampled_from([*KINDS]))
    arguments, options = [], {}
    for name, word in words_of(KINDS[kind]).items():
        values = PIECES.get(kind, ["2", "3"]) if name == "pieces" else VALUES.get(name, [""])
        if kind.endswith("-set"):
            values = GRAPHS.get(name, values)
        if word.form is Form.ARGUMENT:
            arguments.append(draw(st.sampled_from(values)))
        elif draw(st.booleans()):
            options[name] = draw(st.sampled_from(values)) if word.form is Form.OPTION else ""
        for part, *_ in word.suboptions:
            if draw(st.booleans()):
                options[part] = draw(st.sampled_from(VALUES[part]))
    return kind, arguments, options


def written(kind: str, arguments: list[str], options: dict[str, str]) -> Question:
    words = [kind, *arguments]
    for name, value in options.items():
        words += [f"--{name}", value] if value else [f"--{name}"]
    return Question.parse(shlex.join(words))


def sentences(question: Question) -> tuple[str, str]:
    value = 3 if question.has_value else None
    if question.kind == "puzzle" or (question.kind == "crowded-board" and question.goal is None):
        value = None
    counted = question.count_statement(7, value, up_to_symmetry=False)
    return question.statement(value), counted


def meaning(question: Question) -> object:
    """Options that say the same twice need not be told apart."""
    return question.model(), question.bottleneck, question.asks_for_fingerprint


@settings(max_examples=250)
@given(worded_questions())
def test_every_option_that_narrows_the_question_stands_in_its_sentence(
    words: tuple[str, list[str], dict[str, str]],
) -> None:
    kind, arguments, options = words
    try:
        question = written(kind, arguments, options)
    except BadInput:
        assume(False)
        raise
    told = sentences(question)
    for name in options:
        try:
            wider = written(kind, arguments, {n: v for n, v in options.items() if n != name})
        except BadInput:  # --fingerprint needs --bottleneck
            continue
        if meaning(wider) != meaning(question):
            assert all(a != b for a, b in zip(told, sentences(wider), strict=True)), name
        if name in ("require", "forbid", "holes", "walls") and "shape" not in options:
            for square in options[name].replace(",", " ").split():
                assert all(square in sentence for sentence in told)
