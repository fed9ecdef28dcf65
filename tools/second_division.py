#!/usr/bin/env python3
"""Refute a number of queens on n x n again: other frames, another solver, a journal.

    tools/second_division.py 26 13 --journal docs/results/queens-domination-26.txt

The engine `frames` looks at the least frame of each orbit with CaDiCaL; here it is the greatest one
with MiniSat, and the frames are listed anew. Each that is refuted is a line of the journal, with
its processor seconds; those that are there already are left out, so that work that is interrupted
goes on from where it was.
"""

import argparse
import time
from collections.abc import Iterator
from itertools import combinations, product
from math import inf
from pathlib import Path

from satchess.domain.board import Board
from satchess.encodings.frame_cuts import Frame, is_refuted
from satchess.engines.frames.frames import name_of, turned
from satchess.engines.frames.refuter import Refuter
from satchess.questions.base import Question
from satchess.task import Tuning

SOLVER = "minisat22"


def mirrored_frames(side: int, queens: int) -> Iterator[Frame]:
    """Yield the greatest frame of each orbit that counting does not refute."""
    turns = tuple(Board(side, side).turns)
    pairs = tuple(combinations(range(side), 2))
    for files, ranks in product(pairs, repeat=2):
        frame = Frame(*files, *ranks)
        beyond = max(first + side - 1 - last for first, last in (files, ranks))
        is_possible = beyond <= queens  # each line beyond the frame has a queen
        is_greatest = is_possible and all(
            _lines(turned(frame, turn)) <= _lines(frame) for turn in turns
        )
        if is_greatest and not is_refuted(frame, side, side, queens):
            yield frame


def _lines(frame: Frame) -> tuple[int, ...]:
    return frame.left, frame.right, frame.bottom, frame.top


def refuted(journal: Path) -> set[str]:
    """Return the frames of a journal."""
    lines = journal.read_text().splitlines() if journal.exists() else []
    return {line.split()[0] for line in lines if line and not line.startswith("#")}


def main() -> int:
    """Refute frame after frame."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("side", type=int, metavar="N")
    parser.add_argument("queens", type=int)
    parser.add_argument("--journal", type=Path, required=True, metavar="FILE")
    parser.add_argument("--sitting", type=float, default=inf, help="seconds of this sitting")
    said = parser.parse_args()
    until, done = time.monotonic() + said.sitting, refuted(said.journal)
    question = Question.parse(f"domination queen {said.side}")
    frames = list(mirrored_frames(said.side, said.queens))
    refuter = Refuter(question, said.queens, Tuning(solver=SOLVER))
    with said.journal.open("a") as journal:
        if not journal.tell():
            journal.write(f"# {said.queens} queens, {question}: {len(frames)} frames, {SOLVER}\n")
        for frame in frames:
            if name_of(frame) in done:
                continue
            if time.monotonic() > until:
                break
            started = time.process_time()
            if (placement := refuter.find(frame)) is not None:
                print(f"{name_of(frame)}: {placement}")
                return 1
            journal.write(f"{name_of(frame)} {time.process_time() - started:.2f}\n")
            journal.flush()
    left = {name_of(frame) for frame in frames} - refuted(said.journal)
    print(f"{len(frames) - len(left)} of {len(frames)} frames refuted")
    return int(bool(left))


if __name__ == "__main__":
    raise SystemExit(main())
