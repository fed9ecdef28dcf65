#!/usr/bin/env python3
"""Prove the fewest knights that attack every empty square, board by board, and again otherwise.

A proof is by quarters that reach so many lines over the middle. Another number of lines is another
proof: other clauses, other shares of a knight, other sweeps; the code is the same. What is found is
written to docs/results/knights_domination.json after each proof; proofs that are there already are
left out.

    tools/knights_domination.py 11..16 17x18 --overlap 0
    tools/knights_domination.py 11..16 17x18 --overlap 1
"""

import argparse
import datetime
import json
import time
from pathlib import Path
from typing import Any

from queens_domination import sizes

import satchess
from satchess.engines.quarters.search import optimise
from satchess.engines.sat.optimum import Bounds
from satchess.questions.base import Question

RESULTS = Path(__file__).parents[1] / "docs" / "results" / "knights_domination.json"
ABOUT = (
    "The fewest knights that attack every empty square of rows x columns. Each proof is by quarters"
    " that reach so many lines over the middle (tools/knights_domination.py); seconds are processor"
    " seconds of the proof alone."
)


def proof(question: Question, overlap: int) -> tuple[str, dict[str, Any]]:
    """A placement and a proof that no smaller one does, by quarters of one size."""
    model, began = question.model(), time.process_time()
    *_, last = optimise(model, Bounds.at_first(model), (overlap,))
    if last.best is None or not last.lower == last.upper == len(last.best):
        raise SystemExit(f"{question}: {last}")
    placement = model.placement(last.best)
    if violations := list(question.violations(placement)):
        raise SystemExit(f"{question}: {violations}")
    return str(placement), {
        "overlap": overlap,
        "value": last.lower,
        "seconds": round(time.process_time() - began, 1),
        "found": datetime.date.today().isoformat(),
        "version": satchess.__version__,
    }


def main() -> None:
    """All boards that are named, the proofs that are known already left out."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("boards", nargs="+", help="such as 12, 8..12 or 8..12x14")
    parser.add_argument("--overlap", type=int, default=0, metavar="LINES")
    said = parser.parse_args()
    known = json.loads(RESULTS.read_text())["boards"] if RESULTS.exists() else []
    found = {(board["rows"], board["columns"]): board for board in known}
    for rows, columns in (size for text in said.boards for size in sizes(text)):
        board = found.setdefault((rows, columns), {"rows": rows, "columns": columns, "proofs": []})
        if said.overlap in {entry["overlap"] for entry in board["proofs"]}:
            continue
        question = satchess.domination("knight", f"{rows}x{columns}")
        placement, entry = proof(question, said.overlap)
        if board.setdefault("value", entry["value"]) != entry.pop("value"):
            raise SystemExit(f"{question}: {board} and {entry}")
        board.setdefault("placement", placement)
        board["proofs"] = sorted([*board["proofs"], entry], key=lambda one: one["overlap"])
        print(question, board["value"], entry, flush=True)
        lines = ",\n".join(
            "  " + json.dumps(found[size]) for size in sorted(found) if found[size]["proofs"]
        )
        RESULTS.write_text(f'{{\n "about": {json.dumps(ABOUT)},\n "boards": [\n{lines}\n ]\n}}\n')


if __name__ == "__main__":
    main()
