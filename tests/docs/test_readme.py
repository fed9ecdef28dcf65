"""The Python examples of the README; its commands are run again by tools/readme.py."""

import doctest

from tests.paths import ROOT

README = ROOT / "README.md"


def test_python_examples() -> None:
    failed, tried = doctest.testfile(str(README), module_relative=False, encoding="utf-8")
    assert tried > 5
    assert failed == 0
