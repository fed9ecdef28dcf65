"""Certified lists: all placements, and a proof that there are no others."""

import lzma
import random
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from satchess.verify.folder import verify
from satchess.verify.refusal import Refused
from tests.certificates.making import certify, claiming


@pytest.mark.parametrize(
    ("words", "proved"),
    [
        ("queens 5", "has just the 10 placements that are listed"),
        ("domination king 4x5", "has just the 144 placements that are listed with 4, and none"),
        ("independence king 3x4 --size 3", "has just the 34 placements that are listed"),
        ("queens 3", "has no placement"),
    ],
)
def test_lists_are_certified(words: str, proved: str, tmp_path: Path) -> None:
    assert proved in certify(f"list {words}", tmp_path / "out")
    assert proved in verify(tmp_path / "out")


@pytest.fixture(scope="module")
def kings(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("kings") / "out"
    certify("list domination king 3x4", folder)
    return folder


def rewritten(name: str, change: Callable[[list[str]], object]) -> Callable[[Path], None]:
    def rewrite(folder: Path) -> None:
        with lzma.open(folder / f"{name}.xz", "rt") as stream:
            lines = stream.read().splitlines()
        change(lines)
        with lzma.open(folder / f"{name}.xz", "wt", preset=0) as stream:
            stream.write("\n".join(lines) + "\n")

    return rewrite


def one_less(lines: list[str]) -> None:
    place = next(i for i, line in enumerate(lines) if line.startswith("solx"))
    del lines[place]


def twice(lines: list[str]) -> None:
    place = next(i for i, line in enumerate(lines) if line.startswith("solx"))
    lines.insert(place, lines[place])


def on_a_square(lines: list[str]) -> None:
    lines.insert(2, "red 1 a1 >= 1 : a1 -> 1 ;")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (claiming(count=3), "4 placements are listed"),
        (claiming(value=3), "list.opb"),
        (claiming(value=None), "whole number as 'value'"),
        (claiming(verb="list --up-to-symmetry"), "expected 'list'"),
        (rewritten("list.pbp", one_less), "list.pbp"),
        (rewritten("list.pbp", twice), "listed already"),
        (rewritten("list.pbp", on_a_square), "to be preserved"),
        (rewritten("list.opb", lambda lines: lines.pop(2)), "list.opb"),
        (claiming(claim="infeasible"), "'count' is not what is proved"),
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


def test_no_altered_proof_has_another_list(kings: Path, tmp_path: Path) -> None:
    """Whatever line is altered: the proof is refused, or it lists the same four."""
    folder = tmp_path / "out"
    chance = random.Random(1)

    def alter(lines: list[str]) -> None:
        at = chance.randrange(2, len(lines))
        match chance.randrange(3):
            case 0:
                del lines[at]
            case 1:
                lines[at] = lines[chance.randrange(2, len(lines))]
            case _:
                words = lines[at].split()
                place = chance.randrange(len(words))
                words[place] = re.sub("^~?", lambda found: "" if found[0] else "~", words[place])
                lines[at] = " ".join(words)

    for _ in range(100):
        shutil.copytree(kings, folder, dirs_exist_ok=True)
        rewritten("list.pbp", alter)(folder)
        try:
            assert "just the 4 placements" in verify(folder)
        except Refused:
            continue
