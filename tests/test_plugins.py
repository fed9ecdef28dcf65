"""Plugins as a user has them: a distribution on the path, and command lines in new processes."""

import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from itertools import product
from pathlib import Path
from shutil import copy
from typing import Any

import pytest

from tests.oracle import Table
from tests.paths import ROOT

TEMPLATES = ROOT / "docs" / "how-to" / "templates"
PROJECT = tomllib.loads((TEMPLATES / "plugin" / "pyproject.toml").read_text())["project"]

EntryPoints = Mapping[str, Mapping[str, str]]


def install(site: Path, name: str, version: str, entry_points: EntryPoints) -> None:
    """Write what an installer writes about a distribution."""
    info = site / f"{name.replace('-', '_')}-{version}.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    lines = []
    for group, offers in entry_points.items():
        lines += [f"[{group}]", *(f"{offer} = {where}" for offer, where in offers.items())]
    (info / "entry_points.txt").write_text("\n".join(lines))


@pytest.fixture(scope="session")
def extras(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the example of the documentation."""
    site = tmp_path_factory.mktemp("site")
    package = site / "satchess_extras"
    package.mkdir()
    (package / "__init__.py").touch()
    for template in (*TEMPLATES.glob("*.py"), *TEMPLATES.glob("plugin/*.py")):
        copy(template, package)
    install(site, PROJECT["name"], PROJECT["version"], PROJECT["entry-points"])
    return site


@pytest.fixture(scope="session")
def broken(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install a distribution in which everything is wrong."""
    site = tmp_path_factory.mktemp("broken")
    (site / "satchess_broken.py").write_text(
        "NUMBER = 5\n"
        "BETZA = 'fmW'\n"
        "KNIGHT = 'N'\n"
        "class Half:\n    name = 'half'\n    summary = 'no run'\n"
        "class Explosive:\n    def __init__(self):\n        raise OSError('two\\nlines')\n"
    )
    (site / "satchess_exits.py").write_text("raise SystemExit(7)\n")
    entry_points = {
        "satchess.pieces": {
            "unicycle": "satchess_nowhere:PIECE",
            "number": "satchess_broken:NUMBER",
            "one-way": "satchess_broken:BETZA",
            "queen": "satchess_broken:KNIGHT",
            "Capital": "satchess_broken:KNIGHT",
        },
        "satchess.questions": {
            "exits": "satchess_exits:QUESTION",
            "number": "satchess_broken:NUMBER",
            "domination": "satchess_broken:NUMBER",
        },
        "satchess.engines": {"half": "satchess_broken:Half", "boom": "satchess_broken:Explosive"},
        "satchess.at_most_one": {"number": "satchess_broken:NUMBER"},
        "satchess.cardinality": {"missing": "satchess_broken:MISSING"},
    }
    install(site, "satchess-broken", "0.3", entry_points)
    return site


def run(
    *words: str, path: Path | str = "", cwd: Path | None = None, plugins: str = "on"
) -> "subprocess.CompletedProcess[str]":
    """Run a command line with a folder of packages on the path."""
    return subprocess.run(
        [sys.executable, "-m", "satchess", *words],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(path), "SATCHESS_PLUGINS": plugins},
    )


def asked(text: str, path: Path, plugins: str = "on") -> dict[str, Any]:
    done = run(*text.split(), "--json", path=path, plugins=plugins)
    assert done.returncode == 0, done.stderr
    answer: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return answer


# What works


def test_a_piece(extras: Path) -> None:
    answer = asked("solve independence okapi 3x4", extras)
    assert answer["question"] == "independence NZ 3x4"
    # what is remembered does not depend on what is installed
    found = asked("lookup solve independence NZ 3x4", extras, plugins="off")
    assert found["value"] == answer["value"]
    assert "okapi          NZ  (from a plugin)" in run("pieces", path=extras).stdout


def without_squares(size: int) -> list[tuple[bool, ...]]:
    """The most points of a board, no four of them the corners of an upright square."""
    corners = [
        [(row + up) * size + column + right for up in (0, side) for right in (0, side)]
        for side in range(1, size)
        for row in range(size - side)
        for column in range(size - side)
    ]
    legal = [
        points
        for points in product((True, False), repeat=size * size)
        if not any(all(points[i] for i in square) for square in corners)
    ]
    return [points for points in legal if sum(points) == max(map(sum, legal))]


def test_a_question_has_all_the_verbs_and_is_remembered(extras: Path) -> None:
    best = without_squares(3)
    assert asked("solve no-squares 3", extras)["value"] == sum(best[0]) == 7
    assert asked("count no-squares 3", extras)["count"] == len(best)
    listed = run("list", "no-squares", "3", "--json", path=extras).stdout.splitlines()
    assert len(listed) == len(best)
    names = [f"{file}{rank}" for rank in "123" for file in "abc"]
    first = [name for name, point in zip(names, max(best), strict=True) if point]
    assert asked("first no-squares 3", extras)["placement"] == first
    for verb in ("solve", "count", "list", "first"):
        assert asked(f"lookup {verb} no-squares 3", extras)["cached"]
    checked = run("check", "no-squares", "3", "--placement", "a1 b1 a2 b2", path=extras)
    assert checked.returncode == 1
    assert "corners of an upright square" in checked.stdout
    assert "no-squares" in run("solve", "--help", path=extras).stdout


def test_an_engine_is_asked_by_name_or_as_the_last(extras: Path) -> None:
    assert asked("count domination king 3x4 --engine exhaustive", extras)["engine"] == "exhaustive"
    assert asked("count domination king 4 --no-cache", extras)["engine"] != "exhaustive"
    explained = run("count", "domination", "king", "3x4", "--explain", path=extras).stdout
    assert (
        explained.splitlines()[-1].strip()
        == "exhaustive: 4096 sets; not preferred: tries everything"
    )
    assert "exhaustive" in run("engines", path=extras).stdout


def test_encodings(extras: Path) -> None:
    choices = "--engine sat --at-most-one commander --cardinality counter --no-cache"
    expected = [s for s in Table("king", 3, 4).independent() if s.bit_count() == 3]
    answer = asked(f"count independence king 3x4 --size 3 {choices}", extras)
    assert answer["count"] == len(expected)
    listed = run("engines", path=extras).stdout
    assert "commander            Klieber" in listed
    assert "counter              Sinz" in listed


def test_the_example_passes_its_own_tests(extras: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", "0"),
            str(extras / "satchess_extras" / "test_extras.py"),
        ],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": f"{extras}{os.pathsep}{ROOT}"},
    )
    assert done.returncode == 0, done.stdout


def test_what_a_plugin_leaves_behind_disturbs_nothing(extras: Path) -> None:
    asked("count no-squares 2", extras)
    asked("count domination king 2", extras)
    listed = run("cache", "ls")
    assert listed.stdout.splitlines() == [
        "count domination king 2x2: 1 in 4 ways",
        "count no-squares 2x2: the plugin of this question is not installed",
    ]
    assert run("cache", "stats").returncode == 0
    assert asked("lookup count no-squares 2", extras)["count"] == 4


# What does not


@pytest.mark.parametrize(
    ("command", "complaint"),
    [
        ("solve independence unicycle 3", "'satchess_nowhere:PIECE' fails: ModuleNotFoundError"),
        ("solve independence number 3", "expected Betza notation, got int"),
        ("solve independence one-way 3", "it captures nothing"),
        ("solve exits 3", "'satchess_exits:QUESTION' fails: SystemExit: 7"),
        ("solve number 3", "expected a subclass of Question"),
        ("solve domination king 3 --engine half", "Half has no 'revision'"),
        ("solve domination king 3 --engine boom", "two lines"),
        ("solve domination king 3 --at-most-one number", "expected AtMostOneEncoding, got int"),
        ("solve domination king 3 --cardinality missing", "AttributeError"),
    ],
)
def test_broken_plugins_are_named_in_one_line(command: str, complaint: str, broken: Path) -> None:
    done = run(*command.split(), path=broken)
    assert done.returncode == 2
    assert "satchess-broken 0.3" in done.stderr
    assert complaint in done.stderr
    assert done.stderr.count("\n") == 1


def test_broken_plugins_disturb_nothing_else(broken: Path) -> None:
    plain, disturbed = (
        asked("solve domination queen 4 --no-cache", path) for path in (Path(), broken)
    )
    assert plain["value"] == disturbed["value"] == 2
    assert plain["question"] == disturbed["question"]


def test_catalogues_list_broken_plugins(broken: Path) -> None:
    pieces, engines, questions = (
        run(*words.split(), path=broken) for words in ("pieces", "engines", "solve --help")
    )
    assert "broken plugin 'queen' (satchess.pieces, from satchess-broken 0.3)" in pieces.stdout
    assert "the name is taken by a built-in" in pieces.stdout
    assert "expected a name of lower-case letters" in pieces.stdout
    for name in ("half", "boom", "number", "missing"):
        assert f"broken plugin '{name}'" in engines.stdout
    said = " ".join(questions.stdout.split())
    assert "Broken plugins: exits plugin 'exits' (satchess.questions, from" in said
    assert "domination plugin 'domination'" in said
    for done in (pieces, engines, questions):
        assert (done.returncode, done.stderr) == (0, "")


def test_two_that_offer_one_name(extras: Path, tmp_path: Path) -> None:
    offer = {"satchess.pieces": {"okapi": "satchess_extras.piece:OKAPI"}}
    install(tmp_path / "site", "satchess-others", "2", offer)
    done = run(
        *("solve", "independence", "okapi", "3"),
        path=f"{extras}{os.pathsep}{tmp_path / 'site'}",
    )
    assert done.returncode == 2
    assert "satchess-extras 0.1" in done.stderr
    assert "satchess-others 2 offers the same name" in done.stderr


def test_the_first_version_on_the_path_counts(extras: Path, tmp_path: Path) -> None:
    install(tmp_path / "old", PROJECT["name"], "0.0", PROJECT["entry-points"])
    path = f"{extras}{os.pathsep}{tmp_path / 'old'}"
    assert run("solve", "independence", "okapi", "3", path=path).returncode == 0


# When they are not wanted


def test_plugins_can_be_switched_off(extras: Path) -> None:
    for command in (
        "solve independence okapi 3",
        "solve no-squares 3",
        "count domination king 3 --engine exhaustive",
        "count domination king 3 --at-most-one commander",
    ):
        done = run(*command.split(), path=extras, plugins="off")
        assert done.returncode == 2, command
    assert "okapi" not in run("pieces", path=extras, plugins="off").stdout


def test_the_current_folder_is_no_plugin(extras: Path, tmp_path: Path) -> None:
    offer = {"satchess.pieces": {"okapi": "evil:PIECE"}}
    install(tmp_path, "evil", "1", offer)
    (tmp_path / "evil.py").write_text("open('ran', 'w')\nPIECE = 'N'\n")
    done = run("solve", "independence", "okapi", "3", path=ROOT, cwd=tmp_path)
    assert done.returncode == 2
    assert not (tmp_path / "ran").exists()
    # unless the path names it
    named = run("pieces", path=f"{ROOT}{os.pathsep}{tmp_path}", cwd=tmp_path)
    assert "okapi          N" in named.stdout


@pytest.mark.parametrize(
    "words",
    [
        ["solve", "domination", "king", "3"],
        ["lookup", "count", "independence", "RBN", "7"],
        ["count", "queens", "6", "--engine", "sat", "--cardinality", "totalizer", "--workers", "0"],
        ["count", "queens", "6", "--workers", "0"],
        ["--help"],
    ],
)
def test_built_in_names_look_for_no_plugin(words: list[str], extras: Path) -> None:
    code = (
        "from satchess.cli.failures import exit_code_of\n"
        "from satchess.plugins import _discover\n"
        f"exit_code_of({words})\n"
        "assert not _discover.cache_info().misses"
    )
    subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(extras)},
        timeout=120,
        check=True,
    )
