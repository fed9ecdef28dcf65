#!/usr/bin/env python3
"""Guard against regressions by counts of work, which are the same on every machine.

    python tools/guard.py                                    compare with what is kept
    python tools/guard.py --update --reason 'shorter cuts'   keep what is counted now, and why

For each question of `QUESTIONS`: variables, clauses, conflicts, states, nodes, pivots, bytes of
certificates. A count that differs by more than a tenth fails (`make check` asks), for better or
worse: whoever changes it says why, and the reasons stay in the data.
"""

import argparse
import json
import multiprocessing
import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import satchess
from satchess.certificates.certify import certify
from satchess.engines import ENGINES, engine, tally
from satchess.errors import SatchessError
from satchess.request import Request
from satchess.service.options import RunOptions

HOME = Path(__file__).with_name("guard.json")

TOLERANCE = 0.1
LEAST_CHANGE = 3
"""Counts may always differ by less than that."""

CERTIFY = "certify"
PLANNED = ""
"""In place of an engine: the one that the plan chooses."""

QUESTIONS: dict[str, tuple[str, ...]] = {
    PLANNED: (
        "count domination king 8",
        "count domination knight 8",
        "count domination bishop 8",
        "count domination queen 7",
        "count independence queen 9",
        "solve domination queen 8",
        "solve domination queen 8 --independent",
        "solve domination knight 10",
        "solve domination knight 7 --total",
        "solve independence queen 8:torus",
        "solve domination king 5 --upper",
        "solve crowded-board 5 --pieces queen=5,rook=4,bishop=6,knight",
        "solve puzzle detective",
        "count separation queen 5 --pawns 1",
        "count no-three-in-line 5",
        "first queens 16",
        "list queens 6",
    ),
    "sat": (
        "solve domination queen 7",
        "solve independence knight 7",
        "solve peaceable queen 5",
        "solve non-dominating queen 5",
        "solve stamps 4 --values 1..4",
        "count domination knight 5",
        "count queens 7",
        "first queens 10",
        "list domination king 5",
    ),
    "cores": ("solve domination knight 8", "solve domination camel 7"),
    "linear": ("solve domination knight 8", "solve domination knight 9"),
    "frames": ("solve domination queen 9",),
    "armies": ("solve peaceable queen 6",),
    "frontier": (
        "count independence king 8",
        "count domination king 6 --by-size",
        "count domination king 6:torus",
        "count domination knight 7",
        "count independence knight 6 --by-size",
    ),
    "diagram": ("count domination queen 5", "count domination rook 5", "count puzzle detective"),
    "ganak": ("count independence king 6", "count domination knight 4"),
    "rows": ("count queens 11", "count leprechauns 2 10"),
    "kings": ("count independence king 20",),
    "windows": ("count domination queen 10",),
    "covers": ("count irredundance queen 4", "solve irredundance king 5"),
    "chase": ("first queens 21", "first queens 22"),
    "beautiful": ("solve beautiful 9", "solve beautiful 16"),
    "patterns": ("solve leprechauns 4 30",),
    CERTIFY: (
        "solve domination queen 6",
        "solve domination knight 5",
        "count independence king 4",
        "first queens 8",
        "solve beautiful 8",
    ),
}
"""By engine. `certify` measures the certificate of an answer instead."""

Counts = dict[str, int]


@dataclass(frozen=True)
class Case:
    """A question, and the engine that is asked."""

    engine: str
    request: str

    def __str__(self) -> str:
        if self.engine == CERTIFY:
            return f"{CERTIFY} {self.request}"
        return f"{self.request} --engine {self.engine}" if self.engine else self.request


CASES = tuple(Case(name, request) for name, asked in QUESTIONS.items() for request in asked)


# Counting


def counted(case: Case) -> Counts:
    """Ask, in this very process, and return the counts of the model and of the work."""
    request = Request.parse(case.request)
    counts = _stated(request)
    with tally.kept() as work:
        if case.engine == CERTIFY:
            counts = {"bytes": _bytes_of_certificate(request)}
        else:
            named = case.engine or None
            satchess.ask(case.request, engine=named, cache=False, workers=0)
            counts |= work
    return dict(sorted(counts.items()))


def _stated(request: Request) -> Counts:
    """Measure the model of a question."""
    model = request.question.model()
    literals = sum(len(re.findall(r"\d+", repr(part))) for part in model.constraints)
    return {"constraints": len(model.constraints), "model_literals": literals}


def _bytes_of_certificate(request: Request) -> int:
    with TemporaryDirectory() as folder:
        options = RunOptions(workers=0)
        return certify(request, Path(folder) / "certificate", options, cache=False).size


def all_counted(cases: Sequence[Case]) -> dict[str, Counts]:
    """Count each question in a copy of this process that has loaded all engines.

    So no question finds what another one has left, and the order does not matter.
    """
    for name in ENGINES:
        with suppress(SatchessError):  # an optional library is not installed
            engine(name)
    import_module("satchess.engines.frontier.run_numba")  # it is preferred once it is loaded
    copy: Callable[[Case], Counts] = _in_a_copy if hasattr(os, "fork") else counted
    return {str(case): copy(case) for case in cases}


def _in_a_copy(case: Case) -> Counts:
    ours, theirs = multiprocessing.Pipe(duplex=False)
    child = os.fork()
    if not child:
        code = 1
        try:
            theirs.send(counted(case))
            code = 0
        except Exception as error:
            theirs.send(f"{type(error).__name__}: {error}")
        finally:
            os._exit(code)
    theirs.close()
    try:
        told = ours.recv()
    except EOFError:
        told = "the process died"
    finally:
        os.waitpid(child, 0)
        ours.close()
    if isinstance(told, str):
        raise SystemExit(f"guard: {case}: {told}")
    counts: Counts = told
    return counts


# Comparing


def changes(kept: Mapping[str, Counts], now: Mapping[str, Counts]) -> Iterator[str]:
    """Yield what differs by more than the tolerance, a line for each count."""
    for question, counts in now.items():
        if question not in kept:
            yield f"{question}: not kept yet"
            continue
        before = kept[question]
        for name in sorted(before.keys() | counts.keys()):
            old, new = before.get(name, 0), counts.get(name, 0)
            if abs(new - old) >= max(LEAST_CHANGE, TOLERANCE * max(old, 1)):
                percent = f" ({100 * (new - old) / old:+.0f} %)" if old else ""
                yield f"{question}: {name} {old:,} -> {new:,}{percent}"


@dataclass(frozen=True)
class Reason:
    """Why counts were changed."""

    date: str
    version: str
    reason: str
    changes: tuple[str, ...]


@dataclass(frozen=True)
class Kept:
    """The counts that are kept, and the reasons of all changes, the latest last."""

    counts: dict[str, Counts]
    reasons: tuple[Reason, ...] = ()

    @classmethod
    def read(cls, file: Path) -> "Kept":
        """Read the data; nothing if there is none."""
        if not file.exists():
            return cls({})
        data: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
        reasons = (Reason(**{**r, "changes": tuple(r["changes"])}) for r in data["reasons"])
        return cls(data["counts"], tuple(reasons))

    def write(self, file: Path) -> None:
        """Write the data, a question on each line."""
        counts = ",\n".join(f"  {json.dumps(q)}: {json.dumps(c)}" for q, c in self.counts.items())
        reasons = json.dumps([asdict(reason) for reason in self.reasons], indent=1)
        about = json.dumps((__doc__ or "").partition("\n")[0])
        text = f'{{\n"about": {about},\n"counts": {{\n{counts}\n}},\n"reasons": {reasons}\n}}\n'
        beside = file.with_suffix(".new")
        beside.write_text(text, encoding="utf-8")
        beside.replace(file)

    def updated(self, now: Mapping[str, Counts], reason: str) -> "Kept":
        """Return the data with new counts, and why. Only questions that exist are kept."""
        names = list(map(str, CASES))
        merged = {**self.counts, **now}
        why = Reason(
            f"{datetime.now(UTC):%Y-%m-%d}",
            satchess.__version__,
            reason,
            tuple(changes(self.counts, now)),
        )
        return Kept({name: merged[name] for name in names if name in merged}, (*self.reasons, why))


def main(arguments: Sequence[str]) -> int:
    """Compare or update; return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rows", default="", metavar="PATTERN", help="a regular expression")
    parser.add_argument("--update", action="store_true", help="keep what is counted now")
    parser.add_argument("--reason", default="", help="why counts have changed")
    parser.add_argument("--data", type=Path, default=HOME, metavar="FILE")
    said = parser.parse_args(arguments)
    if said.update != bool(said.reason.strip()):
        parser.error("expected --update and --reason together")
    cases = [case for case in CASES if re.search(said.rows, str(case))]
    if not cases:
        parser.error(f"no question matches {said.rows!r}")
    now = all_counted(cases)
    kept = Kept.read(said.data)
    found = list(changes(kept.counts, now))
    if said.update:
        kept.updated(now, said.reason.strip()).write(said.data)
    for line in found:
        print(line, file=sys.stderr)
    if found and not said.update:
        print(
            "guard: if that is meant, python tools/guard.py --update --reason '...'",
            file=sys.stderr,
        )
    print(f"{len(cases)} questions, {len(found)} counts changed")
    return int(bool(found) and not said.update)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
