"""README and the pages beside it: short, and true about the rest of the tree."""

import re
import tomllib
from pathlib import Path

import pytest

import satchess
from tests.docs.pages import PAGES, title
from tests.paths import ROOT

LONGEST_README = 8 * 1024
READERS_OWN = {"satchess/questions/no_squares.py", "satchess_extras/piece.py"}
"""Files that a page tells the reader to write."""


def test_the_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_bytes()) <= LONGEST_README


@pytest.mark.parametrize("page", PAGES, ids=title)
def test_links_lead_somewhere(page: Path) -> None:
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        if "://" not in link and not link.startswith("#"):
            assert (page.parent / link.partition("#")[0]).exists(), link


@pytest.mark.parametrize("page", PAGES, ids=title)
def test_files_that_a_page_names_are_there(page: Path) -> None:
    """A path is one of the tree; a bare name is that of some file."""
    text = page.read_text(encoding="utf-8")
    names = {path.name for path in ROOT.rglob("*.py") if ".venv" not in path.parts}
    for named in re.findall(r"`([\w/.-]+\.py)\b", text):
        if named in READERS_OWN:
            continue
        found = any((folder / named).exists() for folder in (ROOT, ROOT / "satchess", page.parent))
        assert found or ("/" not in named and named in names) or _is_below_engines(named), named


def _is_below_engines(named: str) -> bool:
    return any((ROOT / "satchess" / "engines").glob(f"*/{named}"))


def test_the_version_is_the_same_everywhere() -> None:
    version = satchess.__version__
    assert f"\nversion: {version}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    newest = re.findall(r"^## (\d+\.\d+\.\d+)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert newest[0] == version


def test_the_makefile_has_what_pages_name() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE))
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        named = re.findall(r"(?:^    |`)make ((?:[a-z]+ ?)+)", text, re.MULTILINE)
        assert {word for words in named for word in words.split()} <= targets, page


def test_the_extras_that_pages_name_exist() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for page in PAGES:
        for extra in re.findall(r"satchess\[(\w+)\]", page.read_text(encoding="utf-8")):
            assert extra in project["optional-dependencies"]
