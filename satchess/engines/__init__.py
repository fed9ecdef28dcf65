"""The engine registry: which engine answers which verbs.

An engine is imported only when it is used: a cached answer needs none of them.
"""

from collections.abc import Callable
from importlib import import_module
from typing import NamedTuple

from satchess.engines.protocol import DividingEngine, Engine
from satchess.errors import BadQuestion, expected_one_of
from satchess.plugins import Registry
from satchess.verbs import TASKS, VERBS


class Home(NamedTuple):
    """Where an engine's class is, and which tasks it takes."""

    module: str
    name: str
    verbs: frozenset[str]
    fingerprints: bool = False
    """Whether it answers exactly the questions that ask for the smallest fingerprint."""
    tunable: bool = False
    """Whether `--solver` and the encoding options affect it."""
    made_by: Callable[[], Engine] | None = None
    """The engine's factory, if it is a plugin."""


_COUNT = frozenset({"count"})
_COUNT_AND_SAMPLE = _COUNT | {"sample"}
_SOLVE = frozenset({"solve"})
_ALL = frozenset({"solve", "count", "list", "first"})

BUILT_IN = {
    "beautiful": Home("most_beautiful.engine", "BeautifulEngine", _ALL, fingerprints=True),
    "bottleneck": Home(
        "bottleneck.engine", "BottleneckEngine", _ALL, fingerprints=True, tunable=True
    ),
    "distance": Home("leprechauns.distance", "DistanceEngine", _ALL, tunable=True),
    "theorem": Home("theorems.engine", "TheoremEngine", _SOLVE),
    "construct": Home("leprechauns.construct", "ConstructEngine", _SOLVE),
    "patterns": Home("leprechauns.patterns", "PatternsEngine", _SOLVE),
    "plain": Home("first_queens.plain", "PlainEngine", frozenset({"first"})),
    "chase": Home("first_queens.engine", "ChaseEngine", frozenset({"first"})),
    "backtrack": Home("rows.backtrack", "BacktrackEngine", _SOLVE),
    "armies": Home("armies.engine", "ArmiesEngine", _SOLVE),
    "formula": Home("counting.closed_forms", "FormulaEngine", _COUNT),
    "kings": Home("kings.engine", "KingsEngine", _COUNT),
    "rows": Home("rows.engine", "RowsEngine", _COUNT_AND_SAMPLE),
    "parity": Home("parity.engine", "ParityEngine", _ALL),
    "frontier": Home("frontier.engine", "FrontierEngine", _COUNT_AND_SAMPLE),
    "windows": Home("windows.engine", "WindowsEngine", _COUNT | _SOLVE),
    "frames": Home("frames.engine", "FramesEngine", _COUNT | _SOLVE, tunable=True),
    "covers": Home("covers.engine", "CoversEngine", _COUNT | _SOLVE),
    "diagram": Home("counting.diagram", "DiagramEngine", _COUNT_AND_SAMPLE),
    "quarters": Home("quarters.engine", "QuartersEngine", _SOLVE),
    "cores": Home("sat.cores", "CoresEngine", _SOLVE),
    "linear": Home("linear.engine", "LinearEngine", _SOLVE),
    "sat": Home("sat.engine", "SatEngine", _ALL, tunable=True),
    "ganak": Home("counting.ganak", "GanakEngine", _COUNT),
    "approximate": Home("counting.approximate", "ApproximateEngine", _COUNT),
}
"""The built-in engines."""


def home_of(name: str, offered: object) -> Home:
    """Check the engine class that a plugin offers, and describe it."""
    if not isinstance(offered, type):
        raise TypeError(f"expected the class of an engine, got {type(offered).__name__}")
    made = offered()
    needed = ("summary", "revision", "verbs", "objection", "reluctance", "forecast", "run")
    if missing := [attribute for attribute in needed if not hasattr(made, attribute)]:
        raise TypeError(f"expected an engine, but {offered.__name__} has no {missing[0]!r}")
    if (called := getattr(made, "name", None)) != name:
        raise ValueError(f"it calls itself {called!r}, expected {name!r}")
    verbs = frozenset(made.verbs)
    if not verbs or verbs - TASKS.keys():
        raise ValueError(f"verbs {sorted(verbs)}: expected some of {', '.join(VERBS)}")
    fingerprints, tunable = (getattr(made, n, False) for n in ("fingerprints", "tunable"))
    return Home(offered.__module__, offered.__name__, verbs, fingerprints, tunable, offered)


ENGINES = Registry("satchess.engines", BUILT_IN, home_of)
"""Engines by name, in order of preference: the first able and not reluctant one is used."""


def dividing_engine(name: str) -> DividingEngine:
    """Return the named engine, which must support dividing its work."""
    divider = engine(name)
    assert isinstance(divider, DividingEngine)
    return divider


def engine(name: str) -> Engine:
    """Return the named engine."""
    if name not in ENGINES:
        raise BadQuestion(f"engine {name!r}: {expected_one_of(name, ENGINES)}")
    home = ENGINES[name]
    if home.made_by is not None:
        return home.made_by()
    made: Engine = getattr(import_module(f"satchess.engines.{home.module}"), home.name)()
    return made
