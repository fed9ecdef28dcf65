#!/usr/bin/env python3
"""Find terms of sequences beyond their tables, each twice; compare known sequences with b-files.

    tools/sequences.py                        the terms of WANTED: docs/results/sequences.json
    tools/sequences.py --compare FOLDER       every known sequence that has a bNNNNNN.txt there

A term is found by two engines, or two solvers, that share no method. What is in the file already is
not asked again, and what one of them does not find in time is left out.
"""

import argparse
import datetime
import json
from pathlib import Path
from typing import Any

import satchess
from satchess.answers import Answer
from satchess.errors import NotKnown
from satchess.sequences.known import all_known, known_as
from satchess.sequences.reading import read_table

RESULTS = Path(__file__).parents[1] / "docs" / "results" / "sequences.json"
ABOUT = (
    "Terms of sequences of OEIS beyond the tables that we have seen, each found by the two engines"
    " that are named (tools/sequences.py); seconds are those of the answers alone, measured on a"
    " busy machine."
)
WANTED: dict[tuple[str, int], tuple[str, str]] = {
    ("A002568", 16): ("windows", "covers"),
    ("A002568", 17): ("windows", "frames"),
    ("A287070", 9): ("frontier", "diagram"),
    ("A287071", 10): ("diagram", "ganak"),
    ("A290785", 7): ("diagram", "ganak"),
    ("A302401", 23): ("linear", "sat"),
}
"""Which terms, and by which engines."""


def found(number: str, n: int, engine: str, seconds: float) -> Answer:
    """Return what one engine says of a term."""
    request = known_as(number).pattern.at(n)
    return satchess.ask(str(request), engine=engine, cache=False, timeout=seconds)


def value(answer: Answer) -> int | None:
    """Return the term that an answer gives, if it does."""
    if not answer.status.is_final:
        return None
    return answer.count if answer.request.meaning.counts else answer.value


def term(number: str, n: int, engines: tuple[str, str], seconds: float) -> dict[str, Any] | None:
    """Return a term that two engines agree on; None if one of them does not find it in time."""
    answers = []
    for engine in engines:
        answers.append(found(number, n, engine, seconds))
        print(f"{number} {n}: {value(answers[-1])} by {engine}", flush=True)
        if value(answers[-1]) is None:
            return None
    if len({value(answer) for answer in answers}) > 1:
        raise SystemExit(f"{number} {n}: {[value(answer) for answer in answers]} by {engines}")
    return {
        "sequence": number,
        "n": n,
        "question": str(answers[0].request),
        "value": str(value(answers[0])),
        "engines": list(engines),
        "seconds": [round(answer.seconds, 2) for answer in answers],
        "certificate": None,
        "found": datetime.date.today().isoformat(),
        "version": satchess.__version__,
    }


def find(seconds: float) -> None:
    """Add the terms that are missing to those that are known."""
    known = json.loads(RESULTS.read_text())["terms"] if RESULTS.exists() else []
    for (number, n), engines in WANTED.items():
        if any((entry["sequence"], entry["n"]) == (number, n) for entry in known):
            continue
        entry = term(number, n, engines, seconds)
        if entry is None:
            continue
        known.append(entry)
        lines = ",\n".join("  " + json.dumps(each) for each in known)
        RESULTS.write_text(f'{{\n "about": {json.dumps(ABOUT)},\n "terms": [\n{lines}\n ]\n}}\n')


def compare(folder: Path, seconds: float) -> int:
    """Compare each known sequence with its table, as far as it is quick; return the differences."""
    wrong = 0
    for number, known in all_known().items():
        path = folder / f"b{number[1:]}.txt"
        if not path.exists():
            continue
        table = read_table(path.read_text(), path.name)
        last = None
        for n in range(known.offset, max(table) + 1):
            try:
                told = satchess.sequence(number, range(n, n + 1), timeout=seconds).compared(table)
            except NotKnown:
                break
            if told.differ:
                wrong += 1
                print(f"{number}: {told.differ}", flush=True)
            if not told.agree:
                break
            last = n
        print(f"{number}: agrees to n = {last}, table to {max(table)}", flush=True)
    return wrong


def main() -> int:
    """Find terms, or compare."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--compare", type=Path, metavar="FOLDER", help="compare with b-files")
    parser.add_argument("--seconds", type=float, default=280.0, help="for each engine or term")
    said = parser.parse_args()
    if said.compare is not None:
        return int(compare(said.compare, said.seconds) > 0)
    find(said.seconds)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
