"""The cabinet on the command line: drawings, JSON, pictures, complaints."""

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from satchess.cli.failures import exit_code_of
from satchess.cli.root import root
from satchess.questions import KINDS
from tests.paths import ROOT

SVG = "{http://www.w3.org/2000/svg}"


def run(*words: str) -> Result:
    return CliRunner().invoke(root, list(words), standalone_mode=False)


def printed(*words: str) -> str:
    result = run(*words)
    assert result.exception is None, result.exception
    return result.output


def test_armies_are_told_apart() -> None:
    text = printed("solve", "peaceable", "queen", "4", "--no-cache", "--ascii")
    board = "\n".join(text.splitlines()[1:5])
    assert (board.count("Q"), board.count("q")) == (2, 2)


def test_stamps_are_numbers() -> None:
    text = printed("solve", "stamps", "2", "--values", "3,12", "--no-cache", "--ascii")
    cells = [cell for line in text.splitlines()[1:3] for cell in line.split()[1:]]
    assert sorted(cells) == [".", ".", "12", "3"]


def test_regions_are_letters_and_colours(tmp_path: Path) -> None:
    text = printed("puzzle", "show", "coloured-regions", "--ascii")
    assert text.splitlines()[1] == "8 a g g g g g g h"
    picture = tmp_path / "regions.svg"
    printed("solve", "puzzle", "coloured-regions", "--no-cache", "--svg", str(picture))
    paths = ElementTree.parse(picture).getroot().findall(f"{SVG}path")
    assert len([path for path in paths if path.get("class") == "region"]) == 8
    assert len([path for path in paths if path.get("class") == "borders"]) == 1


def test_clues_are_drawn(tmp_path: Path) -> None:
    assert "4 . . ? . . ? 1 ." in printed("puzzle", "show", "detective", "--ascii")
    picture = tmp_path / "detective.svg"
    printed("solve", "puzzle", "detective", "--no-cache", "--svg", str(picture))
    texts = ElementTree.parse(picture).getroot().findall(f"{SVG}text")
    assert [text.text for text in texts if text.get("class") == "mark"] == ["2", "1", "0"]


def test_unattacked_squares_are_marked() -> None:
    text = printed("solve", "non-dominating", "queen", "5", "--no-cache", "--ascii")
    assert "\n".join(text.splitlines()[1:6]).count("o") == 3


def test_json_names_the_kinds_and_the_reason() -> None:
    answer = json.loads(printed("solve", "puzzle", "detective", "--no-cache", "--json"))
    assert "king@a1" in answer["placement"]
    answer = json.loads(printed("solve", "lights", "4", "--start", "a1", "--no-cache", "--json"))
    assert answer["status"] == "infeasible"
    assert "every press toggles an even number" in answer["note"]


def test_check_says_what_is_wrong() -> None:
    solution = "king@a1 knight@e1 queen@c4 rook@f4 bishop@g8"
    assert "It holds" in printed("check", "puzzle", "detective", "--placement", solution)
    wrong = "queen@a1 knight@e1 king@c4 rook@f4 bishop@g8"
    result = run("check", "puzzle", "detective", "--placement", wrong)
    assert "no: e5 is attacked 1 time, not 0" in result.output
    through = ["check", "puzzle", "detective", "--transparent", "--placement", solution]
    assert "no: g4 is attacked 2 times, not 1" in run(*through).output
    squares = ["check", "peaceable", "queen", "4", "--placement"]
    assert exit_code_of([*squares, "a1"]) == 2  # of which army?
    assert exit_code_of([*squares, "white:queen@a1 black:queen@b3"]) == 0
    assert exit_code_of([*squares, "white:queen@a1 black:queen@b2"]) == 1
    assert exit_code_of([*squares, "white:queen@a1"]) == 1


def test_cnf_of_a_puzzle_names_its_pieces() -> None:
    assert "c 1 bishop a1" in printed("cnf", "puzzle", "detective")


def test_puzzles_are_listed() -> None:
    listed = [line.split()[0] for line in printed("puzzle", "list").splitlines()]
    assert listed == ["coloured-regions", "court", "detective", "treasure"]


def test_a_made_puzzle_is_a_file(tmp_path: Path) -> None:
    path = tmp_path / "made.toml"
    words = ("puzzle", "make", "detective", "--board", "5x6", "--seed", "7")
    path.write_text(printed(*words, "--pieces", "KQNN"), encoding="utf-8")
    assert "the solution is unique" in printed("count", "puzzle", str(path), "--no-cache")


@pytest.mark.parametrize(
    "words",
    [
        "solve puzzle nowhere.toml",
        "table puzzle detective",
        "table lights",
        "puzzle make detective --pieces KK --board 3",
        "puzzle make detective --pieces dance",
        "puzzle show nothing",
        "solve lights 5 --start a9",
        "solve crowded-board 8 --pieces queen=x",
    ],
)
def test_bad_input_is_one_line(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code_of(words.split()) == 2
    error = capsys.readouterr().err
    assert error.startswith("satchess: ")
    assert error.count("\n") == 1


def test_the_gallery_shows_every_kind() -> None:
    folder = ROOT / "docs" / "results" / "gallery"
    page = (folder / "index.md").read_text(encoding="utf-8")
    missing = [kind for kind in KINDS if f"satchess solve {kind}" not in page]
    assert missing == ["leprechauns", "diverse"]
    for name in re.findall(r"\]\((.+?)\)", page):
        ElementTree.parse(folder / name)
