"""Texts and files that mean harm end soon, in one line that a terminal can show."""

import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import satchess
from satchess.domain.board import Board
from satchess.domain.graphs import LONGEST_NAME, Graph
from satchess.domain.notation import read_squares
from satchess.domain.quoting import split_quoted
from satchess.errors import BadBoard, BadInput, BadSquare
from satchess.service.sampling import MOST_DRAWN

PATIENCE = 60
"""Seconds; each of these took minutes, or for ever."""


def complaint(*words: str) -> str:
    run = subprocess.run(
        [sys.executable, "-m", "satchess", *words],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        stdin=subprocess.DEVNULL,
        check=False,
    )
    assert run.returncode in (2, 3)
    assert run.stdout == ""
    assert run.stderr.count("\n") == 1
    assert len(run.stderr) < 5_000
    assert run.stderr[:-1].isprintable()
    return run.stderr


@pytest.mark.parametrize(
    ("words", "content", "says"),
    [
        ("solve independence --graph FILE", "a" * 3_000_000 + " b", "name of at most"),
        ("solve independence --graph FILE", "<" + "<!--" * 900_000, "no GraphML"),
        ("solve independence --graph FILE", f"p edge {'9' * 3_000_000} 1\n", "expected DIMACS"),
        ("solve queens 8 --walls @FILE", "." * 1_000_000, "one line that is no drawing"),
        ("solve queens 8 --shape @FILE", ".\n" * 300_000, "300000 lines that are no drawing"),
        ("solve queens 8 --walls @FILE", f"a1{' ' * 400_000}b", "square 'b'"),
        ("check queens 8 --placement @FILE", "20\n" * 300_000, "300000 columns, expected 8"),
    ],
    ids=["name", "comments", "number", "wide", "tall", "blanks", "ranks"],
)
def test_large_files_end_soon(tmp_path: Path, words: str, content: str, says: str) -> None:
    file = tmp_path / "file"
    file.write_text(content)
    assert says in complaint(*words.replace("FILE", str(file)).split())


def test_large_numbers_end_soon() -> None:
    assert "at most 20000" in complaint("solve", "independence", "queen", "9" * 100_000)
    assert str(MOST_DRAWN) in complaint("sample", "queens", "6", "--number", str(10**12))
    with pytest.raises(BadInput, match=f"at most {MOST_DRAWN}"):
        satchess.queens(6).sample(number=10**12, cache=False)


@pytest.mark.parametrize(
    "words",
    [["cache", "show", "x\x1b[31m\x07"], ["solve", "queens", "8", "--require", "@x\x1b[31m\n\x07"]],
    ids=["signature", "file"],
)
def test_terminals_are_told_nothing(words: list[str]) -> None:
    assert "x\\x1b[31m" in complaint(*words)


def test_a_document_type_is_seen_behind_what_looks_like_a_comment() -> None:
    hidden = (
        "<?xml version='1.0'?><?x <!-- ?><!DOCTYPE g [<!ENTITY a 'b'>]><?y --> ?>"
        "<graphml><graph><node id='&a;'/><node id='c'/></graph></graphml>"
    )
    with pytest.raises(BadBoard, match="document type"):
        Graph.parse(hidden)


def test_data_that_look_like_declarations_are_none() -> None:
    text = (
        "<graphml><graph><node id='a'><data key='k'><![CDATA[<b>]]></data></node></graph></graphml>"
    )
    assert Graph.parse(text).names == ("a",)


def test_names_have_a_limit_that_reads_back() -> None:
    graph = Graph.parse(f"{'a' * LONGEST_NAME} b")
    assert Graph.parse(str(graph)) == graph


@pytest.mark.parametrize("behind", ["........", "Q.......", "abcdefgi"])
def test_no_rank_of_a_drawing_is_lost(behind: str) -> None:
    """A drawing with a rank too many used to lose it."""
    drawing = "\n".join(["........"] * 7 + ["Q......."])
    with pytest.raises(BadSquare, match="no drawing of 8 ranks"):
        read_squares(f"{drawing}\n{behind}", 8, 8)
    assert read_squares(f"{drawing}\nabcdefgh\nQ queen", 8, 8) == read_squares("a1", 8, 8)


@given(st.text(st.sampled_from("ab '\"\\\n\t\u2003"), max_size=12))
def test_texts_are_split_as_a_shell_does(text: str) -> None:
    try:
        expected = shlex.split(text)
    except ValueError:
        with pytest.raises(ValueError, match="No "):
            split_quoted(text)
        with pytest.raises(BadBoard, match="No "):
            Board.parse(text)
    else:
        assert split_quoted(text) == expected
