#!/usr/bin/env python3
"""Solve non-dominating and peaceable queens board by board, each in two divisions of the work.

Each board is searched once as a whole and once in parts that two processes share; the parts meet
each other's bounds in another order, so that the two walks through the tree differ. The engine is
the same: a fault of its bounds would deceive both. What is found is written to
docs/results/armies.json, after each board.

    tools/armies.py 17
"""

import argparse
import datetime
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import satchess

RESULTS = Path(__file__).parents[1] / "docs" / "results" / "armies.json"
ABOUT = (
    "Non-dominating queens: how many squares n queens on n x n leave unattacked at most."
    " Peaceable queens: how large two armies of equal size on n x n are at most when no queen"
    " attacks one of the other army. Each value was proved in two divisions of the work"
    " (tools/armies.py); seconds are those of the answer alone."
)
QUESTIONS: dict[str, Callable[[str, int], satchess.Question]] = {
    "non-dominating": satchess.non_dominating,
    "peaceable": satchess.peaceable,
}


def solved(name: str, side: int) -> dict[str, Any]:
    """One board, whole and in parts: the value, the placement and the seconds of both."""
    question = QUESTIONS[name]("queen", side)
    whole, parts = (
        question.solve(engine="armies", cache=False, workers=workers) for workers in (1, 2)
    )
    if whole.value != parts.value or not whole.status.is_final or not parts.status.is_final:
        raise SystemExit(f"{name} {side}: {whole.value} as a whole, {parts.value} in parts")
    return {
        "question": name,
        "side": side,
        "value": whole.value,
        "placement": str(whole.placement),
        "found": datetime.date.today().isoformat(),
        "version": satchess.__version__,
        "whole": f"{whole.seconds:.2f} s",
        "parts": f"{parts.seconds:.2f} s",
    }


def main() -> None:
    """Both questions on every board up to the side that is given."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("side", type=int, help="the largest board")
    said = parser.parse_args()
    boards = []
    for name in QUESTIONS:
        for side in range(1, said.side + 1):
            boards.append(solved(name, side))
            print(
                *(boards[-1][part] for part in ("question", "side", "value", "whole", "parts")),
                flush=True,
            )
            lines = ",\n".join("  " + json.dumps(board) for board in boards)
            RESULTS.write_text(
                f'{{\n "about": {json.dumps(ABOUT)},\n "boards": [\n{lines}\n ]\n}}\n'
            )


if __name__ == "__main__":
    main()
