#!/usr/bin/env python3
"""Prove the fewest queens that cover boards, each in two ways, and keep what is known so far.

    tools/queens_domination.py 4..18x4..18 26 --limit 60 --cache DIRECTORY

A board is asked as a whole command, in one way after the other, until two have proved the value,
the small boards first. `--limit` is how long a way may take for a board, earlier sittings included.
A board that takes longer keeps its bounds; under a higher limit it is gone on with, from where it
was if there is a cache, which has a file for each way. Results are written after each command, and
Ctrl-C lets the command that is at work say how far it has come.
"""

import argparse
import datetime
import json
import re
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import Any

import satchess
from satchess.engines.frames.search import least_queens

RESULTS = Path(__file__).parents[1] / "docs" / "results" / "queens_domination.json"
ABOUT = (
    "The fewest queens that attack every empty square of rows x columns; independent ones attack no"
    " other. Each way (tools/queens_domination.py) has its own bounds. 'seconds' are those of whole"
    " commands on a clock, 'processor' those of all their processes; where the latter is null, the"
    " former are those of the answer alone, on two cores that were busy with other work."
)
WAYS = {
    "sat": "solve domination queen {} --engine sat",
    "covers": "count domination queen {} --engine covers",
    "walk": "solve domination queen {} --engine covers",
    "windows": "solve domination queen {} --engine windows",
    "frames": "solve domination queen {} --engine frames --solver cadical195",
    "glucose": "solve domination queen {} --engine frames --solver glucose42",
    "minisat": "solve domination queen {} --engine frames --solver minisat22",
}
"""What is asked in each way. `covers` and `walk` refute by walking, without SAT: the former counts
all covers as well. The last four go from frame to frame; the last three have cuts and formula in
common, but not the solver."""

WALKING = frozenset({"covers", "walk", "windows"})

LEAST_SECONDS = 1
"""With less time left, a way is not gone on with."""

ENOUGH = 2
"""So many ways prove a value."""

FEWEST_LINES_OF_FRAMES = 12
MOST_SQUARES_TO_COUNT, MOST_SQUARES_TO_WALK = 13 * 13, 18 * 18
FEWEST_LINES_OF_MINISAT = 26
"""From here on Glucose is slower."""

_RANGE = re.compile(r"(\d+)(?:\.\.(\d+))?")


@dataclass(frozen=True, order=True)
class Board:
    """Which queens are asked for on which board; the longer side is last."""

    squares: int
    rows: int
    columns: int
    independent: bool

    def __str__(self) -> str:
        return f"{self.rows}x{self.columns}" + " --independent" * self.independent

    @property
    def ways(self) -> list[str]:
        """How to ask, the quickest way first, as far as is known."""
        if self.rows >= FEWEST_LINES_OF_MINISAT:
            return ["frames", "windows", "minisat"]
        if self.squares <= MOST_SQUARES_TO_COUNT:
            return ["frames" if self.rows >= FEWEST_LINES_OF_FRAMES else "sat", "covers", "frames"]
        by_walking = ["walk"] if self.squares <= MOST_SQUARES_TO_WALK else []
        through_frames = ["windows"] if self.rows >= FEWEST_LINES_OF_FRAMES else []
        return [*by_walking, *through_frames, "frames", "glucose"]

    @property
    def least(self) -> int:
        """The theorem of Bozóki, Gál, Marosi and Weakley (2019): no fewer queens cover it."""
        return least_queens(self.rows, self.columns)


def sizes(text: str) -> Iterator[tuple[int, int]]:
    """Yield the rows and columns of `8..12` (squares) or `8..12x14` (rectangles)."""
    sides = [_RANGE.fullmatch(side) for side in text.split("x")]
    if not 1 <= len(sides) <= 2 or None in sides:
        raise SystemExit(f"boards {text!r}: expected such as 12, 8..12 or 8..12x14")
    lengths = [range(int(m[1]), int(m[2] or m[1]) + 1) for m in sides if m]
    if len(lengths) == 1:
        yield from ((side, side) for side in lengths[0])
    else:
        yield from ((rows, columns) for rows in lengths[0] for columns in lengths[1])


def boards(text: str, kinds: Sequence[bool] = (False, True)) -> Iterator[Board]:
    """Yield the boards of such sizes."""
    for size in sizes(text):
        for independent in kinds:
            yield Board(size[0] * size[1], min(size), max(size), independent)


class Results:
    """What is known of every board, in a file that is never half written."""

    def __init__(self, path: Path) -> None:
        self._path = path
        entries = json.loads(path.read_text())["boards"] if path.exists() else []
        self._known: dict[tuple[bool, int, int], dict[str, Any]] = {
            (entry["independent"], entry["rows"], entry["columns"]): entry for entry in entries
        }

    def entry(self, board: Board) -> dict[str, Any]:
        """Return what is known of a board."""
        key = (board.independent, board.rows, board.columns)
        return self._known.setdefault(
            key,
            {
                "rows": board.rows,
                "columns": board.columns,
                "independent": board.independent,
                "lower": 0,
                "upper": None,
                "placement": None,
                "ways": {},
            },
        )

    def learn(self, board: Board, way: str, answer: dict[str, Any], used: dict[str, Any]) -> None:
        """Add what a command has answered; answers that contradict each other end everything."""
        entry = self.entry(board)
        before = entry["ways"].get(way, {"seconds": 0.0, "processor": 0.0})
        lower, upper = answer["lower"] or 0, answer["upper"]
        if lower > (entry["upper"] or inf) or (upper or inf) < entry["lower"]:
            raise SystemExit(f"{board}: {entry}, but {way} says {answer}")
        entry["ways"][way] = {
            "lower": lower,
            "upper": upper,
            **({"count": answer["count"]} if answer["exact"] else {}),
            "seconds": round(before["seconds"] + used["seconds"], 2),
            "processor": round(before["processor"] + used["processor"], 2),
            "found": datetime.date.today().isoformat(),
            "version": satchess.__version__,
        }
        entry["lower"] = max(entry["lower"], lower)
        if answer["placement"]:
            self._note(entry, upper, " ".join(answer["placement"]))
        of_any = self._known.get((False, board.rows, board.columns))
        of_independent = self._known.get((True, board.rows, board.columns))
        if of_any and of_independent and of_independent["placement"]:  # it is a cover of any kind
            self._note(of_any, of_independent["upper"], of_independent["placement"])
        self._write()

    @staticmethod
    def _note(entry: dict[str, Any], upper: int, placement: str) -> None:
        """Keep a placement if it is the best so far."""
        if upper < (entry["upper"] or inf):
            entry["upper"], entry["placement"] = upper, placement

    def _write(self) -> None:
        lines = ",\n".join("  " + json.dumps(self._known[key]) for key in sorted(self._known))
        beside = self._path.with_suffix(".new")
        beside.write_text(f'{{\n "about": {json.dumps(ABOUT)},\n "boards": [\n{lines}\n ]\n}}\n')
        beside.replace(self._path)


def is_proof(bounds: dict[str, Any], entry: dict[str, Any]) -> bool:
    """Whether a way has refuted all that is better than the placement that is known."""
    return bool(bounds["lower"] == entry["upper"])


def next_way(entry: dict[str, Any], ways: Sequence[str], limit: float) -> str | None:
    """Return the way to go on in: a new one, or one that has time left; None if there is none."""
    tried = entry["ways"]
    if sum(is_proof(bounds, entry) for bounds in tried.values()) >= ENOUGH:
        return None

    def is_left(way: str) -> bool:
        bounds = tried.get(way, {"lower": 0, "upper": None, "seconds": 0})
        is_done = bounds["lower"] in (bounds["upper"], entry["upper"])
        return not is_done and bounds["seconds"] + LEAST_SECONDS <= limit

    return next(filter(is_left, ways), None)


def asked(board: Board, way: str, seconds: float, cache: Path | None) -> tuple[Any, dict[str, Any]]:
    """Run a command; return its answer and the time that it took, on a clock and of processors."""
    kept = ["--cache", str(cache / f"{way}.sqlite")] if cache else ["--no-cache"]
    words = [*WAYS[way].format(board).split(), "--workers", "1", "--json"]
    limit = ["--timeout", f"{seconds:.0f}"]
    before, started = _processor_seconds(), time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "satchess", *words, *limit, *kept], stdout=subprocess.PIPE, text=True
    )
    if not done.stdout:
        raise SystemExit(f"{board}, {way}: no answer")
    return json.loads(done.stdout), {
        "seconds": time.perf_counter() - started,
        "processor": _processor_seconds() - before,
    }


def _processor_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class Interruption:
    """Whether Ctrl-C came: it ends the command at work, and us once its bounds are kept."""

    def __init__(self) -> None:
        self.came = False

    def __enter__(self) -> "Interruption":
        self._before = signal.signal(signal.SIGINT, self._note)
        return self

    def __exit__(self, *_: object) -> None:
        signal.signal(signal.SIGINT, self._before)

    def _note(self, *_: object) -> None:
        self.came = True


def main(arguments: Sequence[str] | None = None) -> None:
    """Ask for all boards that are named, as far as two ways have not proved them already."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("boards", nargs="+", help="such as 12, 8..12 or 8..12x14")
    parser.add_argument("--independent", choices=("no", "yes", "both"), default="both")
    parser.add_argument("--ways", nargs="+", choices=WAYS, help="instead of those for the board")
    parser.add_argument("--limit", type=float, default=60, help="seconds of a way for a board")
    parser.add_argument("--sitting", type=float, default=inf, help="seconds of this sitting")
    parser.add_argument("--cache", type=Path, metavar="DIRECTORY", help="keeps work half done")
    parser.add_argument("--results", type=Path, default=RESULTS, metavar="FILE")
    said = parser.parse_args(arguments)
    kinds = {"no": (False,), "yes": (True,), "both": (False, True)}[said.independent]
    if said.cache:
        said.cache.mkdir(parents=True, exist_ok=True)
    results, until = Results(said.results), time.monotonic() + said.sitting
    with Interruption() as interruption:
        for board in sorted({b for text in said.boards for b in boards(text, kinds)}):
            entry = results.entry(board)
            while way := next_way(entry, said.ways or board.ways, said.limit):
                spent = entry["ways"].get(way, {"seconds": 0})["seconds"]
                left = min(said.limit - spent, until - time.monotonic())
                if interruption.came or left < LEAST_SECONDS:
                    return
                answer, used = asked(board, way, left, said.cache)
                results.learn(board, way, answer, used)
                bounds = entry["ways"][way]
                print(board, way, bounds["lower"], bounds["upper"], bounds["processor"], flush=True)


if __name__ == "__main__":
    main()
