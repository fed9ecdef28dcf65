"""The walk of three questions through the code is the one that they take."""

import ast
import re
import subprocess
import sys

import pytest

from tests.docs.pages import DOCS
from tests.paths import ROOT

PAGE = (DOCS / "explanation" / "walk.md").read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"^## `(.+?)`\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL))
BETWEEN_PROCESSES = {"satchess/processes/pool.py:run", "satchess/processes/worker.py:main"}
"""Not called where one process does all."""


def hops(text: str) -> list[str]:
    """The functions that a section names, in order."""
    return re.findall(r"^\| `([\w/]+\.py:[\w.]+)` \|", text, re.MULTILINE)


def functions(tree: ast.AST, prefix: str = "") -> set[str]:
    """The names of all functions and methods, with the classes and functions around them."""
    names = set()
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(prefix + node.name)
            names |= functions(node, f"{prefix}{node.name}.")
    return names


def test_the_three_questions_are_there() -> None:
    assert list(SECTIONS) == ["count domination king 8x8", "list queens 6", "first queens 40"]
    assert all(len(hops(text)) > 15 for text in SECTIONS.values())


@pytest.mark.parametrize("hop", sorted({hop for text in SECTIONS.values() for hop in hops(text)}))
def test_every_hop_exists(hop: str) -> None:
    file, _, name = hop.partition(":")
    assert name in functions(ast.parse((ROOT / file).read_text(encoding="utf-8")))


@pytest.mark.parametrize("request_", SECTIONS)
def test_the_command_goes_this_way(request_: str) -> None:
    words = [sys.executable, "-m", "tests.docs.traced", *request_.split(), "--workers", "0"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    called = done.stdout.splitlines()
    named = [hop for hop in hops(SECTIONS[request_]) if hop not in BETWEEN_PROCESSES]
    assert [hop for hop in named if hop not in called] == []
    assert sorted(named, key=called.index) == named
