"""Certified counts, as a user makes and checks them."""

import lzma
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from satchess.verify.folder import verify
from satchess.verify.refusal import Refused
from satchess.verify.statement import read_question, state
from satchess.verify.turns import turns
from tests.certificates.making import certify, claiming
from tests.paths import ROOT


@pytest.mark.parametrize(
    ("words", "proved"),
    [  # the first two are misprinted in Berghammer's tables: 7 knights in 1 way, 11662
        ("domination knight 5x8", "has 104 placements with 8, and none is better"),
        ("domination bishop 5x8", "has 11664 placements with 8, and none is better"),
        ("independence king 8x8", "has 281571 placements with 16, and none is better"),
        ("domination king 6x6 --independent", "has 1 placement with 4, and none is better"),
        ("domination queen 5x5", "has 186 placements with 3, and none is better"),  # A002563
        ("independence knight 4x4 --all", "has 1365 placements"),
        ("independence king 4x4 --by-size", "has 314 placements of any size"),
        ("queens 5", "has 10 placements"),
        ("domination king 5x5 --up-to-symmetry", "has 14 placements up to symmetry with 4"),
        ("independence king 3x4 --by-size --up-to-symmetry", "of any size up to symmetry"),
        ("queens 3", "has 0 placements"),
        ("puzzle detective", "has 1 placement"),  # the solution is unique
        ("domination wazir 4x4:torus", "and none is better"),
    ],
)
def test_counts_are_certified(words: str, proved: str, tmp_path: Path) -> None:
    assert proved in certify(f"count {words}", tmp_path / "out")
    assert proved in verify(tmp_path / "out")


@pytest.fixture(scope="module")
def kings(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("kings") / "out"
    certify("count domination king 5x5 --up-to-symmetry", folder)
    return folder


def test_the_checker_needs_no_other_library(kings: Path, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "satchess/verify", tmp_path / "satchess/verify")
    words = [sys.executable, "-S", "-m", "satchess.verify", str(kings)]
    checked = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert checked.stderr == ""
    assert "has 14 placements up to symmetry" in checked.stdout


def swapped(folder: Path) -> None:
    one, other = folder / "count.diagram.xz", folder / "count-1.diagram.xz"
    text = one.read_bytes()
    one.write_bytes(other.read_bytes())
    other.write_bytes(text)


def bomb(folder: Path) -> None:
    with lzma.open(folder / "count.diagram.xz", "wb") as stream:
        for _ in range(24):
            stream.write(b"*" + b" " * (1 << 20))


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (claiming(count=15), "the diagrams have 14 placements"),
        (claiming(count="14"), "whole number"),
        (claiming(value=5), "ways? "),
        (claiming(value=3), "may "),
        (claiming(value=None), "whole number as 'value'"),
        (claiming(verb="count"), "the diagrams have 79 placements"),
        (claiming(verb="count --by-size"), "'value' is not what is proved"),
        (claiming(verb="solve"), "does not answer"),
        (claiming(verb="count --quickly"), "expected 'count'"),
        (claiming(question="domination king 5x6"), "formula.opb"),
        (swapped, "count.diagram"),
        (lambda folder: (folder / "count-3.diagram.xz").unlink(), "no such file"),
        (bomb, "grows more than"),
    ],
)
def test_what_is_altered_is_refused(
    kings: Path, tmp_path: Path, change: Callable[[Path], None], reason: str
) -> None:
    folder = tmp_path / "out"
    shutil.copytree(kings, folder)
    change(folder)
    with pytest.raises(Refused, match=reason):
        verify(folder)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("domination king 4x4", 8),
        ("domination king 4x5", 4),
        ("domination king 1x4", 2),
        ("domination king 4x4 --require a1", 2),
        ("domination king 4x4 --holes a1,d4", 4),
        ("crowded-board 3x3 --pieces queen=2,rook", 8),
    ],
)
def test_turns_are_those_that_leave_the_statement_as_it_is(text: str, number: int) -> None:
    asked = read_question(text)
    assert len(turns(asked, state(asked))) == number


def test_a_torus_has_turns_that_the_checker_does_not_know(tmp_path: Path) -> None:
    asked = read_question("domination king 4x4:torus")
    with pytest.raises(Refused, match="in the plane"):
        turns(asked, state(asked))
