#!/usr/bin/env python3
"""Solve queens domination board by board, each with two SAT solvers that share no code.

Each board is solved with CaDiCaL and again with Glucose: frames, cuts and formula are the same, the
refutations are not. What is found is written to docs/results/queens_domination.json, after each
board; boards that are there already are left out.

    tools/queens_domination.py 8..26 20..22x23 --independent
"""

import argparse
import datetime
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import satchess

RESULTS = Path(__file__).parents[1] / "docs" / "results" / "queens_domination.json"
ABOUT = (
    "The fewest queens that attack every empty square of rows x columns; independent ones attack"
    " no other. Each value was proved with two SAT solvers (tools/queens_domination.py); seconds"
    " are those of the answer alone."
)
SOLVERS = {"cadical": "cadical195", "glucose": "glucose42"}
_RANGE = re.compile(r"(\d+)(?:\.\.(\d+))?")


def boards(text: str) -> Iterator[tuple[int, int]]:
    """Yield the boards of `8..12` (squares) or `8..12x14` (rectangles)."""
    sides = [_RANGE.fullmatch(side) for side in text.split("x")]
    if not 1 <= len(sides) <= 2 or None in sides:
        raise SystemExit(f"boards {text!r}: expected such as 12, 8..12 or 8..12x14")
    lengths = [range(int(m[1]), int(m[2] or m[1]) + 1) for m in sides if m]
    if len(lengths) == 1:
        yield from ((side, side) for side in lengths[0])
    else:
        yield from ((rows, columns) for rows in lengths[0] for columns in lengths[1])


def solved(rows: int, columns: int, independent: bool) -> dict[str, Any]:
    """One board, by two solvers: the value, a placement and the seconds of both."""
    question = satchess.domination("queen", f"{rows}x{columns}", independent=independent)
    answers = {
        name: question.solve(engine="frames", solver=solver, cache=False)
        for name, solver in SOLVERS.items()
    }
    values = {answer.value for answer in answers.values() if answer.status.is_final}
    if len(values) != 1:
        raise SystemExit(f"{question}: {[str(answer) for answer in answers.values()]}")
    return {
        "rows": rows,
        "columns": columns,
        "independent": independent,
        "value": values.pop(),
        "placement": str(answers["cadical"].placement),
        "found": datetime.date.today().isoformat(),
        "version": satchess.__version__,
        **{name: f"{answer.seconds:.1f} s" for name, answer in answers.items()},
    }


def main() -> None:
    """All boards that are named, the ones that are known already left out."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("boards", nargs="+", help="such as 12, 8..12 or 8..12x14")
    parser.add_argument("--independent", action="store_true", help="no queen attacks another")
    said = parser.parse_args()
    known = json.loads(RESULTS.read_text())["boards"] if RESULTS.exists() else []
    key = ("rows", "columns", "independent")
    for rows, columns in (board for text in said.boards for board in boards(text)):
        if (rows, columns, said.independent) in {tuple(b[k] for k in key) for b in known}:
            continue
        known.append(solved(rows, columns, said.independent))
        print(*(known[-1][k] for k in (*key, "value", *SOLVERS)), flush=True)
        known.sort(key=lambda board: (board["independent"], board["rows"], board["columns"]))
        lines = ",\n".join("  " + json.dumps(board) for board in known)
        RESULTS.write_text(f'{{\n "about": {json.dumps(ABOUT)},\n "boards": [\n{lines}\n ]\n}}\n')


if __name__ == "__main__":
    main()
