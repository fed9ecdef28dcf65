"""Tables of G. Escamocher, B. O'Sullivan, Leprechauns on the chessboard, Discrete Math. 344 (2021).

Table 4: the smallest n > 1 for which n leprechauns of range k fit on n x n, as 'n: n - (k+1)^2'.
Table 5: in how many ways they fit, as 'n: ways', or '0: 0' if they do not. The last boards of range
3 take long, and so do boards beyond the paper (docs/results); --rows chooses others, such as
--rows 'leprechauns (3 1|4 N)'.
"""

import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from reproduction.claims import Claim, Figure, Finding, Means
from reproduction.command import reproduce
from satchess.answers import Status
from satchess.service.answer import ask

OURS = Path(__file__).parents[2] / "docs" / "results" / "leprechauns.json"
DATA = Path(__file__).parents[2] / "tests" / "published" / "leprechauns.json"


@dataclass(frozen=True)
class SmallestBoard(Claim):
    """What is said about the smallest board on which leprechauns of a range fit."""

    reach: int = 1

    def find(self, means: Means) -> Finding:
        """Ask for ever larger boards; all smaller ones are refuted."""
        started = time.perf_counter()
        engines: dict[str, None] = {}
        for side in count(2):
            request = f"solve leprechauns {self.reach} {side}"
            found = ask(request, cache=means.cache, timeout=means.timeout)
            engines[found.engine] = None
            ours = ((side, side - (self.reach + 1) ** 2),) if found.value else ()
            if found.status is not Status.INFEASIBLE:
                break
        seconds = time.perf_counter() - started
        return Finding(self, ours, ", ".join(filter(None, engines)), seconds, found.note)


def figures() -> Iterator[Figure]:
    """Yield table 4, and a figure for each range of table 5."""
    published: dict[str, Any] = json.loads(DATA.read_text())
    smallest = {
        reach: (
            SmallestBoard(
                f"leprechauns {reach} N", ((side, side - (int(reach) + 1) ** 2),), reach=int(reach)
            ),
        )
        for reach, side in published["smallest_board"].items()
    }
    yield Figure("Table 4: the smallest board", "range", ("",), smallest)
    for reach, counts in published["counts"].items():
        rows = {
            side: (Claim(f"leprechauns {reach} {side}", ((int(side) if ways else 0, int(ways)),)),)
            for side, ways in counts.items()
        }
        yield Figure(f"Table 5: leprechauns of range {reach}", "n", ("",), rows)
    beyond = json.loads(OURS.read_text())["counts"]
    rows = {
        f"{entry['range']}, {entry['side']}": (
            Claim(
                f"leprechauns {entry['range']} {entry['side']}", ((entry["side"], entry["ways"]),)
            ),
        )
        for entry in beyond
    }
    yield Figure("Beyond the paper, as we found it before", "k, n", ("",), rows)


def main(arguments: Sequence[str]) -> int:
    """Reproduce the tables."""
    return reproduce(
        arguments, name="leprechauns", description=__doc__ or "", figures=list(figures())
    )
