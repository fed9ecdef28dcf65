"""Puzzles on the command line: made, checked, rated, played; bad input gets one line."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from satchess.cli.failures import exit_code_of
from satchess.cli.root import root
from satchess.puzzles.reading import read_file
from satchess.puzzles.writing import write_file
from tests.paths import ROOT

PLAIN = 'title = "Queens"\nboard = "4x4"\npieces = {queen = 4}\npeace = "all"\n'
DETECTIVE = str(ROOT / "satchess" / "puzzles" / "built-in" / "detective.toml")
LONELY = 'board = "2x2"\npieces = {queen = 2}\npeace = "all"\n'


def run(*words: str, typed: str = "") -> Result:
    return CliRunner().invoke(root, list(words), standalone_mode=False, input=typed)


def printed(*words: str, typed: str = "") -> str:
    result = run(*words, typed=typed)
    assert result.exception is None, result.exception
    return result.output


@pytest.fixture
def plain(tmp_path: Path) -> str:
    path = tmp_path / "plain.toml"
    path.write_text(PLAIN, encoding="utf-8")
    return str(path)


# Makers


@pytest.mark.parametrize(
    ("kind", "size"), [("regions", "5"), ("completion", "6"), ("detective", "5x4"), ("lights", "3")]
)
@pytest.mark.parametrize("seed", ["1", "8"])
def test_made_files_are_unique_puzzles(kind: str, size: str, seed: str, tmp_path: Path) -> None:
    words = ("puzzle", "make", kind, size, "--seed", seed)
    text = printed(*words)
    assert text == printed(*words)
    sheet = read_file(text, "made")
    assert write_file(sheet) == text
    path = tmp_path / "made.toml"
    path.write_text(text, encoding="utf-8")
    assert "the solution is unique" in printed("count", "puzzle", str(path), "--no-cache")
    assert "exactly one solution" in printed("puzzle", "check", str(path))
    assert sheet.source.startswith("satchess puzzle make ")
    assert printed(*sheet.source.split()[1:]) == text, "the source makes it again"


def test_many_go_to_a_folder(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    told = printed(
        *("puzzle", "make", "regions", "5", "--number", "3", "--seed", "4"),
        *("--difficulty", "easy", "--out", str(folder)),
    )
    names = [f"regions-5x5-{seed}.toml" for seed in (4, 5, 6)]
    assert sorted(path.name for path in folder.iterdir()) == names
    assert told.split() == [str(folder / name) for name in names]
    assert len({path.read_text() for path in folder.iterdir()}) == 3
    for path in folder.iterdir():
        assert ": easy\n" in printed("puzzle", "rate", str(path))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("make regions 3", "4x4 to 12x12"),
        ("make regions 4x5", "square board"),
        ("make regions 6:torus", "square board"),
        ("make lights 10", "2x2 to 9x9"),
        ("make completion x", "'x'"),
        ("make regions 4 --difficulty hard", "no hard puzzle of regions on 4x4"),
        ("make lights 3 --difficulty easy", "no easy puzzle"),
        ("make regions 5 --difficulty brutal", "brutal"),
        ("make regions 5 --number 2", "--out DIR"),
        ("make regions 5 --seed -1", "-1"),
        ("make ligths", "did you mean 'satchess puzzle make lights'"),
        ("make detective 5 --board 5", "expected one of them"),
        ("check nowhere.toml", "nowhere.toml"),
        ("rate nowhere.toml", "nowhere.toml"),
        ("play nowhere.toml", "nowhere.toml"),
        ("play regions --size 2", "4x4 to 12x12"),
    ],
)
def test_bad_input_gets_one_line(words: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code_of(["puzzle", *words.split()]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert said in captured.err


def test_a_folder_that_cannot_be_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").touch()
    words = ["puzzle", "make", "regions", "4", "--out", str(tmp_path / "file" / "in")]
    assert exit_code_of(words) == 2
    assert str(tmp_path / "file" / "in") in capsys.readouterr().err


# Check and rate


def test_the_second_solution_is_shown_beside_the_first(plain: str) -> None:
    result = run("puzzle", "check", plain, "--ascii")
    assert result.return_value == 1
    first, *board, differ = result.output.splitlines()
    assert first == "Queens has more than one solution. Here are two:"
    one = [line.partition("    ")[0].split()[1:] for line in board[:4]]
    other = [line.partition("    ")[2].split()[1:] for line in board[:4]]
    assert one != other
    for drawn in (one, other):
        columns = [rank.index("Q") for rank in drawn]
        assert sorted([columns, columns[::-1]]) == [[1, 3, 0, 2], [2, 0, 3, 1]]
    assert len(differ.split()) == 3 + 8


def test_no_solution_at_all(tmp_path: Path) -> None:
    path = tmp_path / "none.toml"
    path.write_text(LONELY, encoding="utf-8")
    result = run("puzzle", "check", str(path))
    assert (result.return_value, "has no solution" in result.output) == (1, True)
    assert "hint" in printed("puzzle", "play", str(path), typed="hint\ncheck\nsolve\n")


def test_ratings_count_techniques() -> None:
    lines = printed("puzzle", "rate", "coloured-regions").splitlines()
    assert lines[0] == "Queens in coloured regions: easy"
    assert [line.split()[1] for line in lines[1:]] == ["attacked", "last", "confined"]
    assert "does not understand what is to be most" in printed("puzzle", "rate", "treasure")


# Play


def play(*words: str, moves: str) -> list[str]:
    result = run("puzzle", "play", *words, "--ascii", typed=moves.replace(", ", "\n") + "\n")
    assert result.exception is None, result.exception
    assert result.return_value == 0
    return result.output.splitlines()


def test_moves_conflicts_and_undo(plain: str) -> None:
    told = play(plain, moves="b1, B2, undo, x c2 d2, x c2, b9, nonsense, undo undo, check, quit")
    assert "! b1 and b2 attack each other" in told
    after = told[told.index("> undo") + 1 :]
    assert after[:5] == ["4 . . . .", "3 . . . .", "2 . . . .", "1 . Q . .", "  a b c d"]
    crossed = told[told.index("> x c2") + 1 :]
    assert crossed[2] == "2 . . . x"
    assert any("b9 is not on a 4x4 board" in line for line in told)
    assert any("'nonsense': expected a square" in line for line in told)
    assert "1 piece put, all right so far; 3 to go." in told
    assert told[-1] == "Bye."


def test_a_wrong_move_is_told(plain: str) -> None:
    told = play(plain, moves="a1, check, hint, a1, check")
    assert told.count("What you have put cannot be completed.") == 2
    assert "Nothing put so far; 4 to go." in told
    assert told[-1] == "Bye.", "the end of the input leaves politely"


@pytest.mark.parametrize(
    "words",
    [
        ["coloured-regions"],
        ["court"],
        ["treasure"],
        ["detective", "--size", "5", "--seed", "2"],
        ["lights", "--size", "4", "--seed", "2"],
        ["completion", "--size", "6"],
        ["regions", "--size", "6", "--difficulty", "medium"],
    ],
)
def test_hints_lead_to_a_solution(words: list[str]) -> None:
    told = play(*words, moves=", ".join(["hint"] * 70))
    assert told[-1] == "Solved!"


def test_hints_give_reasons_and_say_when_they_have_none() -> None:
    told = play("coloured-regions", moves="hint, check")
    assert "No other square is left for the region of h8: queen on h8." in told
    told = play("lights", "--size", "3", moves="hint, hint")
    assert any(line.startswith("No technique helps here. In a proved") for line in told)


def test_hints_take_wrong_crosses_away() -> None:
    told = play("coloured-regions", moves="x h8, hint")
    assert "Something stands on h8: the cross is taken away." in told


def test_several_kinds_are_named() -> None:
    told = play(DETECTIVE, moves="a1, king a1, Ne1, queen@c4, f4, Rf4, bishop g8")
    assert any("expected a piece too" in line for line in told)
    assert told[-1] == "Solved!"


def test_given_pieces_stay() -> None:
    told = play("court", moves="a1, x a1, quit")
    assert told.count("a1 is given") == 2


def test_solve_shows_it() -> None:
    told = play(DETECTIVE, moves="solve")
    assert told[-1] == "This is a solution."
    assert "4 . . Q . . R 1 ." in told


def test_lights_change() -> None:
    told = play("lights", "--size", "3", moves="b2, undo, quit")
    before = told[told.index("  a b c") - 3 : told.index("  a b c")]
    after = told[told.index("> b2") + 1 : told.index("> b2") + 4]
    flip = {".": "*", "*": "."}
    assert [after[0][4], after[1][2], after[1][6], after[2][4]] == [
        flip[before[0][4]], flip[before[1][2]], flip[before[1][6]], flip[before[2][4]],
    ]  # fmt: skip
    assert after[1][4] == "X"


def test_an_interrupt_leaves_politely(monkeypatch: pytest.MonkeyPatch) -> None:
    from satchess.cli import puzzle_play

    def interrupted() -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(puzzle_play, "_next_line", interrupted)
    assert printed("puzzle", "play", "detective").endswith("Bye.\n")
