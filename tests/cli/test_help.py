"""`satchess help WORD`, `satchess examples` and the glossary."""

import re
import shlex
from pathlib import Path

import pytest

from satchess.cli.examples import EXAMPLES
from satchess.cli.failures import exit_code_of
from satchess.cli.glossary import GLOSSARY, OF_PROBLEMS, OF_SATCHESS
from satchess.cli.root import COMMANDS
from satchess.domain.attacks import attacked_squares
from satchess.domain.board import Board, Topology
from satchess.domain.notation import read_signs
from satchess.domain.pieces import ALIASES, NAMED, Piece
from satchess.domain.region_words import FURTHER, REGIONS, squares_named
from satchess.domain.shapes import SHAPES
from satchess.domain.squares import Square
from satchess.encodings.at_most_one import AT_MOST_ONE
from satchess.encodings.cardinality import CARDINALITY
from satchess.engines import ENGINES
from satchess.engines.sat.solver import SOLVERS
from satchess.puzzles.files import built_in_names
from satchess.questions import KINDS
from satchess.render.formats import FORMATS


def explained(*words: str, capfd: pytest.CaptureFixture[str]) -> str:
    assert exit_code_of(["help", *words]) == 0
    told = capfd.readouterr()
    assert told.err == ""
    return told.out


WORDS: dict[str, list[str]] = {
    "command": list(COMMANDS),
    "question": list(KINDS),
    "engine": list(ENGINES),
    "encoding": [*CARDINALITY, *AT_MOST_ONE, *SOLVERS],
    "format": list(FORMATS),
    "shape": list(SHAPES),
    "symmetry": ["half", "quarter", "vertical"],
    "square": ["a1", "aa12"],
    "puzzle": built_in_names(),
    "kind of puzzle": ["regions", "completion", "lights", "detective", "easy", "confined"],
    "command of puzzle": ["play", "sheet", "rate", "make", "check"],
    "topology": list(Topology),
    "term": [name for term in GLOSSARY for name in term.split(", ")],
    "option": ["--size", "size", "--up-to-symmetry", "--engine", "holes", "--placement", "within"],
}


@pytest.mark.parametrize("sort", WORDS)
def test_every_word_is_explained(sort: str, capfd: pytest.CaptureFixture[str]) -> None:
    for word in WORDS[sort]:
        text = explained(word, capfd=capfd)
        assert word.lstrip("-").lower() in text.lower()
        assert len(text) > 20


def test_every_piece_is_drawn_with_its_moves(capfd: pytest.CaptureFixture[str]) -> None:
    for name in (*NAMED, *ALIASES, "leprechaun:3", "W(4,1)", "Knights"):
        piece = Piece.parse(name)
        text = explained(name, "--ascii", capfd=capfd)
        assert piece.betza in text.splitlines()[0]
        first_rank = next(line for line in text.splitlines() if re.match(r" *\d+ ", line))
        side = int(first_rank.split()[0])
        signs = read_signs(text, side, side).signs
        marked = {square for square, sign in signs.items() if sign == "x"}
        middle = Square(side // 2, side // 2)
        assert marked == attacked_squares(piece, Board(side, side), middle)
        assert signs.keys() - marked == {middle}


@pytest.mark.parametrize(
    ("name", "second"), [("nightrider", "i7"), ("CC", "m9"), ("ZZ", "m11"), ("rook", "f4")]
)
def test_a_rider_is_seen_to_ride(name: str, second: str, capfd: pytest.CaptureFixture[str]) -> None:
    lines = explained(name, "--ascii", capfd=capfd).splitlines()[1:]
    side = int(lines[0].split()[0])
    assert read_signs("\n".join(lines), side, side).signs[Square.parse(second)] == "x"


def test_words_of_puzzles_are_told_apart(capfd: pytest.CaptureFixture[str]) -> None:
    assert "a kind of puzzle" in explained("Regions", capfd=capfd)
    assert "a command of 'satchess puzzle'" in explained("play", capfd=capfd)
    assert "a technique" in explained("guess", capfd=capfd)
    assert "how hard" in explained("hard", capfd=capfd)


def test_every_region_is_drawn(capfd: pytest.CaptureFixture[str]) -> None:
    for name in (*REGIONS, *FURTHER, "rank2", "file-c", "Edge"):
        text = explained(name, "--ascii", capfd=capfd)
        assert read_signs(text, 6, 6).signs.keys() == set(squares_named(name, 6, 6))


def test_help_of_a_command_is_that_of_its_option(capfd: pytest.CaptureFixture[str]) -> None:
    for words in (["solve"], ["solve", "domination"], ["puzzle", "make"]):
        assert exit_code_of([*words, "--help"]) == 0
        usual = capfd.readouterr().out
        assert usual in explained(*words, capfd=capfd) + "\n"
    assert "Commands:" in explained(capfd=capfd)


@pytest.mark.parametrize(
    ("option", "owners"),
    [
        ("--from", "check"),
        ("--total", "domination"),
        ("--limit", "list"),
        ("seed", "puzzle make "),
        ("--up-to-symmetry", "count"),
    ],
)
def test_options_name_what_they_belong_to(
    option: str, owners: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert f"an option of {owners}" in explained(option, capfd=capfd)


@pytest.mark.parametrize(("word", "meant"), [("quen", "queen"), ("bordr", "border"), ("zzz", "")])
def test_unknown_words(word: str, meant: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert exit_code_of(["help", word]) == 2
    told = capfd.readouterr().err
    assert told.count("\n") == 1
    assert (f"did you mean '{meant}'?" in told) == bool(meant)


COMMAND_LINES = [example.words for examples in EXAMPLES.values() for example in examples]


def test_examples_are_shown(capfd: pytest.CaptureFixture[str]) -> None:
    assert exit_code_of(["examples"]) == 0
    shown = re.findall(r"^  satchess (.*)$", capfd.readouterr().out, re.MULTILINE)
    assert shown == COMMAND_LINES
    assert len(shown) >= 12


@pytest.mark.parametrize("words", COMMAND_LINES)
def test_every_example_runs(
    words: str, capfd: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SATCHESS_CACHE", str(tmp_path / "cache.db"))
    assert exit_code_of(shlex.split(words)) == 0
    told = capfd.readouterr()
    assert told.out
    assert "satchess:" not in told.err


def test_the_glossary(capfd: pytest.CaptureFixture[str]) -> None:
    assert not OF_PROBLEMS.keys() & OF_SATCHESS.keys()
    assert list(OF_PROBLEMS) == sorted(OF_PROBLEMS, key=str.lower)
    assert list(OF_SATCHESS) == sorted(OF_SATCHESS, key=str.lower)
    assert exit_code_of(["glossary"]) == 0
    told = capfd.readouterr().out
    assert all(f"  {term} " in told and meaning in told for term, meaning in GLOSSARY.items())
