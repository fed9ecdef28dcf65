#!/usr/bin/env python3
"""Prove the six domination numbers of small boards, and count sets, twice each.

Each number of a chain is proved by SAT, and read off the sets that the engine `covers` walks
through. Each count comes from two engines that share no method. What is found is written to
docs/results/sets.json, after each board; what is there already is not asked again.

    tools/sets.py
"""

import datetime
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import satchess

RESULTS = Path(__file__).parents[1] / "docs" / "results" / "sets.json"
ABOUT = (
    "Chains: lower irredundance, domination, independent domination, independence, upper domination"
    " and upper irredundance on n x n, each proved by SAT and by walking through all sets. Counts:"
    " numbers of sets, each by the two engines that are named (tools/sets.py)."
)
SIDES = {"queen": 7, "king": 6, "rook": 5, "bishop": 6, "knight": 6}
"""The largest board of each piece."""

COUNTS = {
    "domination queen 6 --all": ("diagram", "frontier"),
    "domination queen 7 --all": ("diagram", "frontier"),
    "domination queen 8 --all": ("diagram", "frontier"),
    "domination queen 7 --minimal": ("covers", "diagram"),
    "domination knight 6 --minimal": ("covers", "diagram"),
    "domination king 10 --minimal": ("diagram", "ganak"),
    "independence queen 10 --maximal": ("covers", "diagram"),
    "irredundance king 5 --maximal": ("covers", "diagram"),
    "irredundance queen 5 --maximal": ("covers", "diagram"),
    "irredundance king 6 --all": ("covers", "diagram"),
}
"""What is counted, and by which two engines."""


def by_sat(piece: str, side: int) -> tuple[int | None, ...]:
    """The six numbers, each by SAT alone."""
    return satchess.chain(piece, side, engine="sat", cache=False, timeout=120).numbers


def by_walking(piece: str, side: int) -> tuple[int | None, ...]:
    """The six numbers as the least and the largest sizes of maximal and minimal sets."""
    ends = []
    for question in (
        satchess.irredundance(piece, side, maximal=True),
        satchess.domination(piece, side, minimal=True),
        satchess.independence(piece, side, maximal=True),
    ):
        sizes = question.count(by_size=True, engine="covers", cache=False).by_size
        assert sizes is not None
        ends.append((sizes[0][0], sizes[-1][0]))
    irredundant, dominating, independent = ends
    fewest = irredundant[0], dominating[0], independent[0]
    return (*fewest, independent[1], dominating[1], irredundant[1])


def chains(known: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the boards that are missing."""
    for piece, largest in SIDES.items():
        for side in range(1, largest + 1):
            if any((board["piece"], board["side"]) == (piece, side) for board in known):
                continue
            numbers, again = by_sat(piece, side), by_walking(piece, side)
            if numbers != again:
                raise SystemExit(f"{piece} {side}: {numbers} by SAT, {again} by walking")
            yield {"piece": piece, "side": side, "numbers": numbers} | _signed()


def counts(known: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the counts that are missing; what an engine does not count in time is left out."""
    for text, engines in COUNTS.items():
        if any(entry["question"] == text for entry in known):
            continue
        found = [
            satchess.ask(f"count {text}", engine=engine, cache=False, timeout=170)
            for engine in engines
        ]
        if not all(answer.exact for answer in found):
            print(f"{text}: not by both of {' and '.join(engines)} in time", flush=True)
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


def _signed() -> dict[str, Any]:
    return {"found": datetime.date.today().isoformat(), "version": satchess.__version__}


def main() -> None:
    """Add what is missing to what is known."""
    known = json.loads(RESULTS.read_text()) if RESULTS.exists() else {"chains": [], "counts": []}
    for kind, missing in (("chains", chains), ("counts", counts)):
        for entry in missing(list(known[kind])):
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
