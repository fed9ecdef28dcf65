"""The engines, and which verbs they know.

An engine is imported only when it is used: a cached answer needs none of them.
"""

from importlib import import_module
from typing import NamedTuple

from satchess.engines.protocol import DividingEngine, Engine
from satchess.errors import BadQuestion


class Home(NamedTuple):
    """Where an engine lives, and what it can be asked."""

    module: str
    name: str
    verbs: frozenset[str]
    fingerprints: bool = False
    """Whether it is for questions that ask for the smallest fingerprint, and for no others."""
    tunable: bool = False
    """Whether a choice of a solver or an encoding makes a difference to it."""


_COUNT = frozenset({"count"})
_SOLVE = frozenset({"solve"})
_ALL = frozenset({"solve", "count", "list", "first"})

ENGINES: dict[str, Home] = {
    "beautiful": Home("most_beautiful.engine", "BeautifulEngine", _ALL, fingerprints=True),
    "bottleneck": Home(
        "bottleneck.engine", "BottleneckEngine", _ALL, fingerprints=True, tunable=True
    ),
    "distance": Home("leprechauns.distance", "DistanceEngine", _ALL, tunable=True),
    "construct": Home("leprechauns.construct", "ConstructEngine", _SOLVE),
    "patterns": Home("leprechauns.patterns", "PatternsEngine", _SOLVE),
    "chase": Home("first_queens.engine", "ChaseEngine", frozenset({"first"})),
    "backtrack": Home("rows.backtrack", "BacktrackEngine", _SOLVE),
    "formula": Home("counting.closed_forms", "FormulaEngine", _COUNT),
    "rows": Home("rows.engine", "RowsEngine", _COUNT),
    "parity": Home("parity.engine", "ParityEngine", _ALL),
    "frontier": Home("frontier.engine", "FrontierEngine", _COUNT),
    "diagram": Home("counting.diagram", "DiagramEngine", _COUNT),
    "sat": Home("sat.engine", "SatEngine", _ALL, tunable=True),
    "ganak": Home("counting.ganak", "GanakEngine", _COUNT),
    "approximate": Home("counting.approximate", "ApproximateEngine", _COUNT),
}
"""Engines by name; the first that can do a task and is not reluctant is used."""


def dividing_engine(name: str) -> DividingEngine:
    """Return the engine of a name, which has divided a task."""
    divider = engine(name)
    assert isinstance(divider, DividingEngine)
    return divider


def engine(name: str) -> Engine:
    """Return the engine of a name."""
    if name not in ENGINES:
        raise BadQuestion(f"engine {name!r}: expected one of {', '.join(ENGINES)}")
    home = ENGINES[name]
    made: Engine = getattr(import_module(f"satchess.engines.{home.module}"), home.name)()
    return made
