"""The page of promises: every test that it names is there."""

import ast
import re

import pytest

from tests.paths import ROOT

PAGE = (ROOT / "docs" / "results" / "promises.md").read_text()
NAMED = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", PAGE)


def test_tests_are_named() -> None:
    assert len(NAMED) >= 30


@pytest.mark.parametrize(("file", "name"), NAMED)
def test_the_test_is_there(file: str, name: str) -> None:
    tree = ast.parse((ROOT / file).read_text())
    assert name in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
