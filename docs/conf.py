"""How Sphinx builds these pages: `make site`."""

import sys
from pathlib import Path

from sphinx.application import Sphinx

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from satchess import __version__

ROOT = Path(__file__).resolve().parent.parent

project = "satchess"
author = "the satchess authors"
copyright = "the satchess authors, MIT licence"
release = __version__

extensions = ["myst_parser"]
myst_enable_extensions = ["colon_fence", "html_image"]
myst_heading_anchors = 3
exclude_patterns = ["_build"]

html_theme = "furo"
html_title = f"satchess {release}"
html_show_search_summary = False  # a page opened from a disk may not read others

OF_THE_ROOT = {
    "readme": "README.md",
    "changelog": "CHANGELOG.md",
    "contributing": "CONTRIBUTING.md",
}
"""Pages that are files of the root of the repository: each stands in for one."""


def at_home_here(text: str) -> str:
    """Return a text of the root with its links as they lead from the folder of these pages."""
    text = text.replace("](docs/", "](").replace("](CITATION.cff", "](../CITATION.cff")
    for page, name in OF_THE_ROOT.items():
        text = text.replace(f"]({name}", f"]({page}.md")
    return text


def read_from_root(app: Sphinx, docname: str, source: list[str]) -> None:
    """Put a file of the root in the place of the page that stands in for it."""
    if docname in OF_THE_ROOT:
        path = ROOT / OF_THE_ROOT[docname]
        app.env.note_dependency(str(path))
        source[0] = at_home_here(path.read_text(encoding="utf-8"))


def setup(app: Sphinx) -> None:
    """Connect what is done to pages as they are read."""
    app.connect("source-read", read_from_root)
