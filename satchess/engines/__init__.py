"""The engines, and which one is used for what.

An engine is imported only when it is used: a cached answer needs none of them.
"""

from importlib import import_module

from satchess.engines.base import Engine
from satchess.errors import BadQuestion

ENGINES: dict[str, str] = {
    "formula": "satchess.engines.closed_forms:FormulaEngine",
    "rows": "satchess.engines.rows:RowsEngine",
    "diagram": "satchess.engines.diagram:DiagramEngine",
    "sat": "satchess.engines.sat:SatEngine",
    "ganak": "satchess.engines.ganak:GanakEngine",
    "approximate": "satchess.engines.approximate:ApproximateEngine",
}
"""Engines by name and where they live; the first that has no objection is used."""


def engine(name: str) -> Engine:
    """Return the engine of a name."""
    if name not in ENGINES:
        raise BadQuestion(f"engine {name!r}: expected one of {', '.join(ENGINES)}")
    module, _, attribute = ENGINES[name].partition(":")
    made: Engine = getattr(import_module(module), attribute)()
    return made
