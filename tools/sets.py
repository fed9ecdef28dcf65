#!/usr/bin/env python3
"""Prove the six domination numbers of small boards, and count sets, twice each.

Each number of a chain is proved by SAT, and read off the sets that the engine `covers` walks
through. Each count comes from two engines that share no method. What is found is written to
docs/results/sets.json, after each board; what is there already is not asked again, and what takes
longer than the limit in either way is left out.

    tools/sets.py
    tools/sets.py --rows 'queen 8' --timeout 3600
"""

import argparse
import datetime
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import satchess

RESULTS = Path(__file__).parents[1] / "docs" / "results" / "sets.json"
ABOUT = (
    "Chains: lower irredundance, domination, independent domination, independence, upper domination"
    " and upper irredundance on n x n, each proved by SAT and by walking through all sets. Counts:"
    " numbers of sets, each by the two engines that are named (tools/sets.py)."
)
SIDES = {"queen": 8, "king": 6, "rook": 5, "bishop": 6, "knight": 6}
"""The largest board of each piece."""

COUNTS = {
    "domination queen 6 --all": ("diagram", "frontier"),
    "domination queen 7 --all": ("diagram", "frontier"),
    "domination queen 8 --all": ("diagram", "frontier"),
    "domination queen 7 --minimal": ("covers", "diagram"),
    "domination knight 6 --minimal": ("covers", "diagram"),
    "domination king 10 --minimal": ("diagram", "ganak"),
    "independence queen 10 --maximal": ("covers", "diagram"),
    "domination queen 13": ("covers", "frames"),
    "irredundance king 5 --maximal": ("covers", "diagram"),
    "irredundance queen 5 --maximal": ("covers", "diagram"),
    "irredundance king 6 --all": ("covers", "diagram"),
}
"""What is counted, and by which two engines."""


@dataclass(frozen=True)
class Search:
    """Which rows to find, and for how long."""

    rows: re.Pattern[str]
    timeout: float
    known: dict[str, Any]

    def chains(self) -> Iterator[dict[str, Any]]:
        """Yield the boards that are missing."""
        there = {(board["piece"], board["side"]) for board in self.known["chains"]}
        for piece, largest in SIDES.items():
            for side in range(1, largest + 1):
                if (piece, side) in there or not self.rows.search(f"{piece} {side}"):
                    continue
                numbers, again = self._by_sat(piece, side), self._by_walking(piece, side)
                if again is None or None in numbers:
                    _leave_out(f"chain {piece} {side}", "SAT and walking")
                    continue
                if numbers != again:
                    raise SystemExit(f"{piece} {side}: {numbers} by SAT, {again} by walking")
                yield {"piece": piece, "side": side, "numbers": numbers} | _signed()

    def counts(self) -> Iterator[dict[str, Any]]:
        """Yield the counts that are missing."""
        there = {entry["question"] for entry in self.known["counts"]}
        for text, engines in COUNTS.items():
            if text in there or not self.rows.search(text):
                continue
            found = [
                satchess.ask(f"count {text}", engine=engine, cache=False, timeout=self.timeout)
                for engine in engines
            ]
            if not all(answer.exact for answer in found):
                _leave_out(text, " and ".join(engines))
                continue
            if len({answer.count for answer in found}) > 1:
                raise SystemExit(f"{text}: {[answer.count for answer in found]} by {engines}")
            seconds = [round(answer.seconds, 2) for answer in found]
            yield {
                "question": text,
                "count": str(found[0].count),
                "engines": engines,
                "seconds": seconds,
            } | _signed()

    def _by_sat(self, piece: str, side: int) -> tuple[int | None, ...]:
        """The six numbers, each by SAT alone."""
        timeout = self.timeout
        return satchess.chain(piece, side, engine="sat", cache=False, timeout=timeout).numbers

    def _by_walking(self, piece: str, side: int) -> tuple[int, ...] | None:
        """The six numbers as the least and the largest sizes of maximal and minimal sets."""
        ends = []
        for question in (
            satchess.irredundance(piece, side, maximal=True),
            satchess.domination(piece, side, minimal=True),
            satchess.independence(piece, side, maximal=True),
        ):
            counted = question.count(
                by_size=True, engine="covers", cache=False, timeout=self.timeout
            )
            if counted.by_size is None or not counted.exact:
                return None
            ends.append((counted.by_size[0][0], counted.by_size[-1][0]))
        irredundant, dominating, independent = ends
        fewest = irredundant[0], dominating[0], independent[0]
        return (*fewest, independent[1], dominating[1], irredundant[1])


def _leave_out(row: str, ways: str) -> None:
    print(f"{row}: not by both of {ways} in time", flush=True)


def _signed() -> dict[str, Any]:
    return {"found": datetime.date.today().isoformat(), "version": satchess.__version__}


def main() -> None:
    """Add what is missing to what is known."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rows", type=re.compile, default=re.compile(""), metavar="PATTERN")
    parser.add_argument("--timeout", type=float, default=170, metavar="SECONDS")
    words = parser.parse_args()
    known = json.loads(RESULTS.read_text()) if RESULTS.exists() else {"chains": [], "counts": []}
    search = Search(words.rows, words.timeout, known)
    for kind, missing in (("chains", search.chains), ("counts", search.counts)):
        for entry in missing():
            known[kind].append(entry)
            print(json.dumps(entry), flush=True)
            parts = (
                f' "{name}": [\n' + ",\n".join("  " + json.dumps(e) for e in known[name]) + "\n ]"
                for name in ("chains", "counts")
            )
            RESULTS.write_text(
                f'{{\n "about": {json.dumps(ABOUT)},\n' + ",\n".join(parts) + "\n}\n"
            )


if __name__ == "__main__":
    main()
