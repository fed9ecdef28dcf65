"""Certified first and most beautiful placements, as a user makes and checks them."""

import lzma
import random
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

import satchess
from satchess.verify.folder import verify
from satchess.verify.refusal import Refused
from tests.certificates.making import certify, claiming


@pytest.mark.parametrize(
    "words",
    [
        "first queens 8",
        "first queens 16",
        "first queens 24",
        "first independence king 5x5",
        "first domination king 4x5",
        "first domination king 4x4 --all",
        "first independence knight 3x3 --size 2..3",
        "first crowded-board 3x3 --pieces queen=2,rook",
    ],
)
def test_first_placements_are_certified(words: str, tmp_path: Path) -> None:
    assert "the placement is the first of" in certify(words, tmp_path / "out")
    assert "the placement is the first of" in verify(tmp_path / "out")


@pytest.mark.parametrize("number", [6, 8, 9, 12, 16])
def test_most_beautiful_queens_are_certified(number: int, tmp_path: Path) -> None:
    assert "smallest fingerprint" in certify(f"solve beautiful {number}", tmp_path / "out")


def test_where_there_is_none_that_is_certified(tmp_path: Path) -> None:
    assert "has no placement" in certify("first queens 3", tmp_path / "out")


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    place = tmp_path_factory.mktemp("firsts")
    for name, words in (("first", "first queens 8"), ("beautiful", "solve beautiful 8")):
        certify(words, place / name)
    return {name: place / name for name in ("first", "beautiful")}


def another_placement(name: str) -> list[str]:
    """A placement that keeps the rules, and does not come first or is less beautiful."""
    if name == "beautiful":
        return ["a1", "e2", "h3", "f4", "c5", "g6", "b7", "d8"]
    placements = satchess.independence("queen", "8", size=8).placements(cache=False, limit=2)
    first = satchess.ask("first queens 8").placement
    other = next(placement for placement in placements if placement != first)
    return list(map(str, other.squares))


@pytest.mark.parametrize("name", ["first", "beautiful"])
def test_another_placement_is_refused(name: str, folders: dict[str, Path], tmp_path: Path) -> None:
    shutil.copytree(folders[name], tmp_path / "out")
    claiming(placement=another_placement(name))(tmp_path / "out")
    with pytest.raises(Refused, match=f"{name}.tree"):
        verify(tmp_path / "out")


@pytest.mark.parametrize("name", ["first", "beautiful"])
def test_altered_trees_are_refused_or_still_proofs(
    name: str, folders: dict[str, Path], tmp_path: Path
) -> None:
    """None of them makes the checker accept the wrong placement, whatever is altered."""
    folder = tmp_path / "out"
    shutil.copytree(folders[name], folder)
    path = folder / f"{name}.tree.xz"
    with lzma.open(path, "rt") as stream:
        lines = stream.read().splitlines()
    claiming(placement=another_placement(name))(folder)
    chance = random.Random(name)
    for _ in range(100):
        changed = list(lines)
        for _ in range(chance.randrange(1, 4)):
            at = chance.randrange(1, len(changed))
            kind = chance.randrange(4)
            if kind == 0:
                del changed[at]
            elif kind == 1:
                changed.insert(at, chance.choice(lines))
            elif kind == 2:
                words = changed[at].split()
                words[chance.randrange(len(words))] = chance.choice(lines[-1].split() + words)
                changed[at] = " ".join(words)
            else:
                changed[at] = chance.choice(lines)
        with lzma.open(path, "wt", preset=0) as stream:
            stream.write("\n".join(changed) + "\n")
        with pytest.raises(Refused):
            verify(folder)


@pytest.mark.parametrize(
    ("name", "change", "reason"),
    [
        ("first", claiming(claim="placement", verb="solve"), None),
        ("beautiful", claiming(claim="placement"), "says nothing of weights"),
        (
            "beautiful",
            claiming(claim="first", verb="first"),
            "says nothing of weights",
        ),
        ("first", claiming(claim="placement"), "does not answer"),
        ("first", claiming(claim="optimum", verb="solve"), "nothing to be optimised"),
        ("first", claiming(claim="beautiful", verb="solve"), "beautiful.tree|--bott"),
        ("first", lambda f: (f / "first.tree.xz").unlink(), "no such file"),
    ],
)
def test_a_claim_has_to_be_the_one_that_is_proved(
    name: str,
    change: Callable[[Path], None],
    reason: str | None,
    folders: dict[str, Path],
    tmp_path: Path,
) -> None:
    shutil.copytree(folders[name], tmp_path / "out")
    change(tmp_path / "out")
    if reason is None:
        assert verify(tmp_path / "out") == "'independence queen 8x8 --size 8' has a placement"
        return
    with pytest.raises(Refused, match=reason):
        verify(tmp_path / "out")
