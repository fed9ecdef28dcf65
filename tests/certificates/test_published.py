"""Certificates of published optima."""

import json
from pathlib import Path

import pytest

from satchess.answers import Trust
from satchess.certificates.certify import Certified, certify
from satchess.request import Request
from satchess.service.options import RunOptions
from tests.paths import TESTS

TABLES = json.loads((TESTS / "published/berghammer.json").read_text())

CELLS = [
    (kind, piece, board, cell[0])
    for kind in ("independence", "domination")
    for piece, cells in TABLES[kind].items()
    for board, cell in cells.items()
]
SMALL = [cell for cell in CELLS if max(map(int, cell[2].split("x"))) <= 6]
SAMPLE = SMALL[::9]


def certified(text: str, folder: Path) -> Certified:
    made = certify(Request.parse(text), folder, RunOptions(workers=0), cache=False)
    assert made.answer.trust is Trust.CERTIFIED
    return made


@pytest.mark.parametrize(("kind", "piece", "board", "number"), SAMPLE)
def test_published_optima(kind: str, piece: str, board: str, number: int, tmp_path: Path) -> None:
    made = certified(f"solve {kind} {piece} {board}", tmp_path / "out")
    assert made.proved == f"the optimum of '{kind} {piece} {board}' is {number}"


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "piece", "board", "number"), SMALL)
def test_all_published_optima_to_6x6(
    kind: str, piece: str, board: str, number: int, tmp_path: Path
) -> None:
    test_published_optima(kind, piece, board, number, tmp_path)


def test_the_two_misprints(tmp_path: Path) -> None:
    wrong = TABLES["misprints"]["domination knight 5x8"]
    assert wrong["printed"][0] == 7
    made = certified("solve domination knight 5x8", tmp_path / "knights")
    assert made.proved == "the optimum of 'domination knight 5x8' is 8"
    refuted = certified("solve domination knight 5x8 --size 7", tmp_path / "seven")
    assert refuted.proved == "'domination knight 5x8 --size 7' has no placement"
    made = certified("solve domination bishop 5x8", tmp_path / "bishops")
    assert made.proved == "the optimum of 'domination bishop 5x8' is 8"


def test_the_smallest_board_of_leprechauns_of_range_2(tmp_path: Path) -> None:
    for side in range(2, 10):
        made = certified(f"solve leprechauns 2 {side}", tmp_path / str(side))
        assert "has no placement" in made.proved
    assert "has a placement" in certified("solve leprechauns 2 10", tmp_path / "10").proved


@pytest.mark.slow
@pytest.mark.parametrize("side", range(4, 16))
def test_the_smallest_board_of_leprechauns_of_range_3(side: int, tmp_path: Path) -> None:
    assert "no placement" in certified(f"solve leprechauns 3 {side}", tmp_path / "out").proved


@pytest.mark.slow
@pytest.mark.parametrize(("side", "number"), [(8, 5), (9, 5), (10, 5), (11, 5), (12, 6)])
def test_queens_domination(side: int, number: int, tmp_path: Path) -> None:
    made = certified(f"solve domination queen {side}", tmp_path / "out")
    assert made.proved.endswith(f"is {number}")


@pytest.mark.parametrize(("side", "number"), [(7, 10), (8, 12), (9, 14)])
def test_knights_by_one_sum(side: int, number: int, tmp_path: Path) -> None:
    made = certified(f"solve domination knight {side}", tmp_path / "out")
    assert made.proved.endswith(f"is {number}")
    assert made.size < 10_000


@pytest.mark.slow
def test_knights_on_10x10(tmp_path: Path) -> None:
    assert certified("solve domination knight 10", tmp_path / "out").proved.endswith("is 16")


@pytest.mark.parametrize(
    "text",
    [
        "solve crowded-board 4x4 --pieces queen=1,knight",
        "solve crowded-board",
        "solve puzzle detective",
        "solve crowded-board 3x3 --pieces king",
        "solve no-three-in-line 4x4",
        "solve no-three-in-line 3x3 --size 7",
        "solve domination queen 4x4:torus --total",
        "solve domination king 5x5 --independent --holes c3",
        "solve domination knight 4x4 --size 3",
        "solve independence knight 5x5 --within border",
        "solve independence king 3x4 --maximal",
        "solve domination rook 3x3 --require a1 --size ..2",
    ],
)
def test_other_questions(text: str, tmp_path: Path) -> None:
    certified(text, tmp_path / "out")


def test_parts(tmp_path: Path) -> None:
    request = Request.parse("solve domination queen 5x5")
    folder = tmp_path / "out"
    options = RunOptions(workers=0)
    made = certify(request, folder, options, parts=4, cache=False)
    assert made.proved == "the optimum of 'domination queen 5x5' is 3"
    assert len(json.loads((folder / "certificate.json").read_text())["parts"]) == 4
    before = {path.name: path.stat().st_mtime_ns for path in folder.glob("part-*.pbp.xz")}
    (folder / "part-2.pbp.xz").unlink()
    (folder / "certificate.json").unlink()
    certify(request, folder, options, parts=4, cache=False)
    after = {path.name: path.stat().st_mtime_ns for path in folder.glob("part-*.pbp.xz")}
    assert {name for name in before if before[name] != after[name]} == {"part-2.pbp.xz"}
