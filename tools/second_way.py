#!/usr/bin/env python3
"""Count n leprechauns on n x n in a second way, to confirm an unpublished number.

`satchess count leprechauns K N` branches on the rim squares and uses all eight symmetries. This
tool branches on the square in the first row instead, each as a question of its own (`--require`),
and uses only the mirror symmetry. Answers are cached: run it again to resume.

    tools/second_way.py 5 42 --cache FILE
"""

import argparse
import sys
from pathlib import Path

from satchess import leprechauns
from satchess.domain.squares import Square


def main() -> int:
    """Print a line for each square of the first row up to the middle, and the sum over all."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("range", type=int)
    parser.add_argument("side", type=int)
    parser.add_argument("--cache", type=Path, metavar="FILE", help="remember answers there")
    parser.add_argument("--workers", type=int, metavar="N")
    said = parser.parse_args()
    total, seconds = 0, 0.0
    for column in range((said.side + 1) // 2):
        square = str(Square(0, column))
        question = leprechauns(said.range, said.side, require=square)
        answer = question.count(cache=said.cache or False, workers=said.workers)
        if not answer.status.is_final:
            print(f"{square}: {answer.note}", file=sys.stderr)
            return 3
        mirrored = 1 if 2 * column + 1 == said.side else 2
        total += mirrored * (answer.count or 0)
        seconds += answer.seconds
        print(f"{square}: {mirrored} x {answer.count}", flush=True)
    print(f"({said.range},{said.side}): {total} ways in all, {seconds:.1f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
