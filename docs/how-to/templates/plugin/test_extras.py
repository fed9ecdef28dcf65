"""The contract, checked against brute force: what `pip install -e .` and `pytest` are for."""

import pytest

from satchess.conformance import ensure_encoding, ensure_engine, ensure_piece, ensure_question


def test_piece() -> None:
    """Its attacks are symmetric, and turn with the board."""
    ensure_piece("okapi")


@pytest.mark.parametrize("text", ["no-squares 3", "no-squares 2x4 --all", "no-squares 3 --size 4"])
def test_question(text: str) -> None:
    """Words, turns, normal form, value; every verb by every engine."""
    ensure_question(text)


def test_engine() -> None:
    """It is right about every small question that it does not object to."""
    ensure_engine("exhaustive")


@pytest.mark.parametrize("name", ["commander", "counter"])
def test_encoding(name: str) -> None:
    """It allows what it should, with auxiliaries of its own."""
    ensure_encoding(name)
