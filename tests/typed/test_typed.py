"""Types: a client program passes the strictest check, misuses do not, and both as documented."""

import asyncio
import inspect
import math
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, get_args, get_type_hints

import click
import pytest

import satchess
from satchess.cli.options import COUNTING, REMEMBERING, WORKING
from satchess.cli.verbs import TRUST
from satchess.errors import BadBoard, BadKeyword, BadQuestion, SatchessError
from satchess.questions import KINDS, functions
from satchess.questions.grammar import Form, words_of
from satchess.service.options import CountOptions, ListOptions, LookupOptions, WorkOptions
from tests.paths import ROOT
from tests.typed import client

MISUSES = {
    'satchess.domination("queen", 8, independant=True)': 'keyword argument "independant"',
    "satchess.queens(8).solve(timeot=5)": 'keyword argument "timeot"',
    "satchess.queens(8).solve(by_size=True)": 'keyword argument "by_size"',
    'satchess.queens(8).count(timeout="5")': '"timeout" to "count" of "Question" has incompatible',
    'satchess.domination("queen", 8.5)': 'Argument 2 to "domination" has incompatible type "float"',
    'satchess.domination("queen", (6, 8, 2))': 'incompatible type "tuple[int, int, int]"',
    "satchess.lights(5, moves=3)": '"moves" to "lights" has incompatible type "int"',
    'satchess.peaceable("queen", 5, total=True)': 'keyword argument "total"',
    "satchess.queens(8).placements(up_too=3)": 'keyword argument "up_too"',
    "satchess.queens(8).first().placement.squares": 'Item "None" of "Placement | None"',
    'satchess.queens(8).explain("solve", engin="sat")': 'keyword argument "engin"',
    'satchess.ask("solve queens 8", cahce=False)': 'keyword argument "cahce"',
    "satchess.queens(8).check(5)": '"check" of "Question" has incompatible type "int"',
    "satchess.to_thread(satchess.queens(8).solve, timeot=5)": 'keyword argument "timeot"',
    "satchess.domnation": 'Module has no attribute "domnation"',
}
"""Programs of one line, and what mypy says about each."""


def test_mypy_accepts_the_client_and_rejects_misuses(tmp_path: Path) -> None:
    program = tmp_path / "misuses.py"
    program.write_text("\n".join(["import satchess", *MISUSES]))
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--no-pretty", str(Path(client.__file__)), str(program)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    complaints: dict[int, list[str]] = {}
    for line in checked.stdout.splitlines()[:-1]:
        path, number, rest = line.split(":", 2)
        assert Path(path).name == "misuses.py", line
        complaints.setdefault(int(number), []).append(rest)
    for place, (misuse, expected) in enumerate(MISUSES.items(), start=2):
        assert any(expected in said for said in complaints.get(place, [])), (misuse, complaints)


# The client program, run


def test_every_kind_is_asked_by_a_function() -> None:
    questions = list(client.kinds())
    names = {name.replace("-", "_") for name in KINDS.built_in}
    assert names <= set(satchess.__all__)
    asked = {question.kind for question in questions}
    assert {name for name in KINDS if name not in asked} == {"queens", "leprechauns", "beautiful"}
    for question in questions:
        assert satchess.Question.parse(str(question)) == question
        assert client.best(question) == satchess.ask(f"solve {question}", timeout=60).value


def test_the_client_gets_the_answers_of_the_command_line() -> None:
    assert client.best(satchess.domination("queen", 8)) == 5
    assert client.counted(satchess.queens(6)) == (4, 1)
    assert client.judged(satchess.queens(4), "a1 b2 c3 d4").startswith("a1 and b2 attack")
    assert client.judged(satchess.queens(4), satchess.queens(4).read("b1 d2 a3 c4")) == ""
    answers = asyncio.run(client.several([satchess.queens(n) for n in (4, 5, 6)]))
    assert [answer.value for answer in answers] == [4, 5, 6]
    assert client.misspelt().endswith("did you mean 'independent'?")


# Keywords are those of the grammar and of the command line


def keywords_of(function: Any) -> set[str]:
    """The options that a function takes by its annotation."""
    (options,) = get_args(get_type_hints(function)["options"])
    return set(options.__annotations__)


@pytest.mark.parametrize("kind", sorted(KINDS.built_in))
def test_keywords_are_the_words_of_the_grammar(kind: str) -> None:
    function = getattr(functions, kind.replace("-", "_"))
    words = words_of(KINDS[kind])
    parts = {part for word in words.values() for part, *_ in word.suboptions}
    options = {name for name, word in words.items() if word.form is not Form.ARGUMENT}
    assert keywords_of(function) == options | parts
    *positional, _ = inspect.signature(function).parameters.values()
    arguments = [word for word in words.values() if word.form is Form.ARGUMENT]
    assert [parameter.default for parameter in positional] == [
        inspect.Parameter.empty if word.default is None else word.default for word in arguments
    ]


LIBRARY_ONLY = {"tuning", "counting", "watch", "catch_interrupt"}
"""Values that stand for several options, and what a terminal does by itself."""


@pytest.mark.parametrize(
    ("keywords", "options", "missing"),
    [
        (CountOptions, [*WORKING, *COUNTING, *REMEMBERING], set()),
        (WorkOptions, [*WORKING, *REMEMBERING], set()),
        (ListOptions, [*WORKING, *REMEMBERING], {"cluster"}),  # lists are not divided
        (LookupOptions, [*COUNTING, *REMEMBERING, TRUST], set()),
    ],
)
def test_keywords_are_the_options_of_the_command_line(
    keywords: Any, options: list[click.Parameter], missing: set[str]
) -> None:
    names = {str(option.name) for option in options} - {"no_cache"} - missing  # it is cache=False
    assert set(keywords.__annotations__) - LIBRARY_ONLY == names


# What Python is told when it runs


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda q: q.solve(timeot=5),
            r"solve: unknown keyword 'timeot', expected one of .*; did you mean 'timeout'\?",
        ),
        (
            lambda q: q.count(bysize=True),
            r"count: unknown keyword 'bysize', expected one of .*; did you mean 'by_size'\?",
        ),
        (
            lambda q: q.placements(limt=5),
            r"placements: unknown keyword 'limt', expected one of .*; did you mean 'limit'\?",
        ),
        (lambda q: q.lookup(zzz=1), "lookup: unknown keyword 'zzz', expected one of approximate,"),
        (lambda q: q.of("queen", 8, 9), "independence: expected 2 arguments, got 3"),
        (
            lambda q: satchess.domination("queen", 8, independant=True),  # type: ignore[call-arg]
            r"domination: unknown keyword 'independant', expected .*; did you mean 'independent'\?",
        ),
    ],
)
def test_a_misspelt_keyword_is_a_type_error_of_ours(call: Any, message: str) -> None:
    with pytest.raises(BadKeyword) as caught:
        call(satchess.queens(8))
    assert isinstance(caught.value, TypeError)
    assert isinstance(caught.value, BadQuestion)
    assert re.match(message, str(caught.value))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"memory": "2Q"}, "memory '2Q': expected a size such as 500M or 2G"),
        ({"memory": "0"}, "memory '0': expected a size"),
        ({"memory": -1}, "memory -1: expected bytes"),
        ({"memory": 0}, "memory 0: expected bytes"),
        ({"memory": 1.5}, "memory 1.5: expected bytes"),
        ({"timeout": -1}, "timeout -1: expected a number of seconds"),
        ({"timeout": math.nan}, "timeout nan: expected a number of seconds"),
        ({"timeout": math.inf}, "timeout inf: expected a number of seconds"),
        ({"timeout": "60"}, "timeout '60': expected a number of seconds"),
        ({"workers": "2"}, "workers '2': expected a whole number"),
        ({"workers": 1.5}, "workers 1.5: expected a whole number"),
        ({"workers": -1}, "workers -1: expected a whole number"),
        ({"approximate": 5}, r"approximate 5: expected a pair such as \(0.8, 0.2\)"),
        ({"approximate": (0, 0.2)}, r"approximate \(0, 0.2\): expected a pair"),
        ({"tuning": satchess.Tuning(solver="x"), "solver": "y"}, "tuning says solver"),
        ({"counting": satchess.Counting(by_size=True), "by_size": True}, "counting says already"),
        ({"solver": "x"}, "solver 'x': expected one of"),
    ],
)
def test_values_that_make_no_sense(options: CountOptions, message: str) -> None:
    with pytest.raises(SatchessError, match=message):
        satchess.independence("king", 3).count(**options)


def test_options_of_the_command_line_are_keywords() -> None:
    kings = satchess.independence("king", 3, all=True)
    assert kings.count(by_size=True, cache=False).by_size is not None
    assert satchess.ask("count --by-size independence king 3 --all").by_size is not None
    remembered = kings.lookup("count", by_size=True)
    assert remembered is not None
    assert remembered.cached
    assert kings.lookup("count") is None
    assert kings.count(approximate=(0.8, 0.2), cache=False).count is not None
    assert "-> frontier" in kings.explain("count", engine="frontier")
    assert kings.solve(solver="minisat22", cache=False, memory="2G").status == "optimal"


@pytest.mark.parametrize("board", [(6, 8), [6, 8], "6x8", "6 x 8"])
def test_sides_of_a_board(board: Any) -> None:
    assert str(satchess.domination("queen", board)) == "domination queen 6x8"
    square = [6, 6] if isinstance(board, list) else (6, 6)
    assert satchess.queens(square) == satchess.queens(6)


@pytest.mark.parametrize("board", [(), (5, 7, 9), [5, "x"], object(), -3, 8.5, {6: 8}])
def test_what_is_no_board(board: Any) -> None:
    for ask in (satchess.queens, lambda some: satchess.domination("queen", some)):
        with pytest.raises(BadBoard, match="expected a size"):
            ask(board)


@pytest.mark.parametrize("squares", [object(), True, 3.5])
def test_what_is_no_squares(squares: Any) -> None:
    with pytest.raises(SatchessError, match=r"expected (squares|a file and a rank)"):
        satchess.domination("queen", 8, require=squares)


def test_values_and_words_ask_the_same() -> None:
    said = "domination queen 6x8 --holes c3 --walls d4 --require a1 --forbid b1,b2"
    square = satchess.Square.parse
    for question in (
        satchess.domination("queen", (6, 8), holes="c3", walls="d4", require="a1", forbid="b1 b2"),
        satchess.domination(
            satchess.Piece.parse("queen"),
            satchess.Board.parse("6x8 --holes c3 --walls d4"),
            require=square("a1"),
            forbid={square("b1"), "b2"},
        ),
        satchess.domination(
            "queen",
            satchess.Board(6, 8),
            holes=[square("c3")],
            walls=square("d4"),
            require=(square("a1"),),
            forbid=iter(["b1", "b2"]),
        ),
    ):
        assert str(question) == said
    assert satchess.lights(3, start=frozenset({"a1"})) == satchess.lights(3, start="a1")
    assert satchess.lights((3, 3), start={square("a1")}) == satchess.lights(start=["a1"], board=3)


def test_the_attack_graph_of_words() -> None:
    graph = satchess.attack_graph("rook", (2, 3))
    assert graph == satchess.independence("rook", "2x3").graph
    assert graph.neighbours[0] == (1, 2, 3)
