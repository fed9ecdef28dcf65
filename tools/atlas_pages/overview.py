"""The first page: what there is, and where."""

from collections.abc import Iterator
from pathlib import Path

from atlas_pages.boards import KINDS
from atlas_pages.known import Known, table

HOW_TO = (Path(__file__).parent / "overview.md").read_text("utf-8").strip()
"""What does not depend on the answers."""


def overview(known: Known) -> Iterator[str]:
    """Write the page."""
    size = known.file.path.stat().st_size
    yield "# The atlas"
    yield (
        f"{len(known.file):,} answers come with satchess, in {size:,} bytes. Each is confirmed"
        " by two engines that share no method."
    )
    yield table(
        ["request", "answers"], ((f"`{v}`", f"{n:,}") for v, n in known.verbs.most_common())
    )
    yield "## Pages"
    rows = [
        ["[papers](papers.md)", "every table of five papers, beside ours"],
        ["[claims corrected](claims.md)", "errors in print, with evidence that you can run"],
        *([f"[{kind.title.lower()}]({kind.name}.md)", kind.about] for kind in KINDS),
        ["[queens and puzzles](queens-and-puzzles.md)", "n queens, leprechauns, puzzles"],
    ]
    yield table(["page", ""], rows)
    yield HOW_TO
