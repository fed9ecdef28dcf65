#!/usr/bin/env python3
"""Write docs/atlas: the tables of five papers beside ours, and what no paper has.

    tools/atlas.py            writes the pages that are generated
    tools/atlas.py --check    fails if one of them is stale

All of our numbers are read from the atlas that comes with satchess; where it has none, a page says
which command finds it.
"""

import argparse
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from atlas_pages.boards import KINDS, page_of, series
from atlas_pages.known import Known
from atlas_pages.overview import overview
from atlas_pages.papers import papers

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "atlas"


def pages(known: Known) -> Iterator[tuple[str, Iterable[str]]]:
    """Yield the generated pages: names, and blocks of text."""
    yield "index", overview(known)
    yield "papers", papers(known)
    for kind in KINDS:
        yield kind.name, page_of(kind, known)
    yield "queens-and-puzzles", series(known)


def stale(*, write: bool) -> Iterator[Path]:
    """Yield the pages that are not what the atlas says; write them anew if asked to."""
    with Known() as known:
        for name, blocks in pages(known):
            page = FOLDER / f"{name}.md"
            text = "\n\n".join(blocks) + "\n"
            if not page.exists() or page.read_text("utf-8") != text:
                if write:
                    page.write_text(text, "utf-8")
                yield page


def main() -> int:
    """Write or check; return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="change nothing, fail if stale")
    check = parser.parse_args().check
    found = list(stale(write=not check))
    for page in found:
        print(f"{page.name}: {'stale: make atlas' if check else 'written'}", file=sys.stderr)
    return int(check and bool(found))


if __name__ == "__main__":
    sys.exit(main())
