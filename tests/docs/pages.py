"""The pages for readers, and what is in them."""

import re
from pathlib import Path

from tests.paths import ROOT

DOCS = ROOT / "docs"
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")),
    *(page for page in sorted(DOCS.rglob("*.md")) if "_build" not in page.parts),
]


def title(page: Path) -> str:
    """Name a page in a list of tests."""
    return str(page.relative_to(ROOT))


def blocks(page: Path, language: str) -> list[str]:
    """The fenced blocks of a language."""
    text = page.read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.DOTALL | re.MULTILINE)


def everything(folder: str = "") -> str:
    """The text of all pages of a folder of docs."""
    inside = [page for page in PAGES if page.is_relative_to(DOCS / folder)]
    return "\n".join(page.read_text(encoding="utf-8") for page in inside)
