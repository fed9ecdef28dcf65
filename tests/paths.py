"""Where things are: the tree, published tables, results of ours."""

import json
from pathlib import Path
from typing import Any

TESTS = Path(__file__).resolve().parent
ROOT = TESTS.parent
TOOLS = ROOT / "tools"
RESULTS = ROOT / "docs" / "results"


def published(name: str) -> Any:
    """Return a table of a paper, as data."""
    return json.loads((TESTS / "published" / f"{name}.json").read_text())


def result(name: str) -> Any:
    """Return a table of ours, as data."""
    return json.loads((RESULTS / f"{name}.json").read_text())
