"""Ours: satchess as a long-running program has it, engines loaded and a worker at hand."""

import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import satchess
from satchess.engines import ENGINES
from satchess.processes import copying

ONE = 1
"""Workers: as many as peers have threads."""

_LEAST = "solve independence rook 1x1"


@cache
def loaded(verb: str, *questions: tuple[str, str | None]) -> None:
    """Ask questions, each of an engine, in this very process: they load what is compiled.

    So copies of it have all of it; the cache is for them, who are asked again.
    """
    for question, engine in questions:
        if engine is None or engine in ENGINES:
            satchess.ask(f"{verb} {question}", engine=engine, cache=False, workers=0)
    here = Path.cwd()
    sys.path[:] = [path for path in sys.path if path and Path(path) != here]
    copying.allow()


def ready(verb: str, warm_ups: Mapping[str, str], *more: str) -> None:
    """Load the engines, and have a worker wait in which they are loaded."""
    questions = [(question, engine) for engine, question in warm_ups.items()]
    loaded(verb, *questions, *((question, None) for question in more))
    satchess.ask(_LEAST, cache=False, workers=ONE)


def asked(request: str, limit: float) -> satchess.Answer:
    """Ask, and remember nothing."""
    return satchess.ask(request, cache=False, timeout=limit, workers=ONE)
