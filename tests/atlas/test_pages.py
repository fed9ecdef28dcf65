"""The pages of the atlas are what the atlas says."""

import atlas as pages  # tools/atlas.py

from tests.paths import ROOT

MOST_BYTES = 2_000_000


def test_the_pages_are_those_of_the_atlas() -> None:
    assert [page.name for page in pages.stale(write=False)] == [], "make atlas"


def test_the_pages_stay_small() -> None:
    assert sum(page.stat().st_size for page in (ROOT / "docs" / "atlas").iterdir()) < MOST_BYTES


def test_no_published_number_differs_without_a_mark() -> None:
    """What is marked as a misprint is explained, and nothing else is marked."""
    marked = [
        line.partition("|")[2].partition("|")[0].strip()
        for line in (ROOT / "docs" / "atlas" / "papers.md").read_text("utf-8").splitlines()
        if line.startswith("|") and "(!)" in line
    ]
    assert set(marked) <= {"5x8", "13"}
    claims = (ROOT / "docs" / "atlas" / "claims.md").read_text("utf-8")
    assert "domination of knights on 5x8" in claims
    assert "13 queens" in claims
