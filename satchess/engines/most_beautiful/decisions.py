"""What can be said of a state: it has a placement, or a proof shows that it has none."""

from dataclasses import dataclass
from typing import Literal

from satchess.engines.most_beautiful.search import Queens

Method = Literal["lp", "search", "sat", "cases", "known"]
"""How a state was refuted; "known" means that the task said so."""


@dataclass(frozen=True)
class Placed:
    """The state has this placement."""

    queens: Queens


@dataclass(frozen=True)
class Refuted:
    """The state has no placement."""

    method: Method
    size: int = 0
    """Of the proof: multipliers of a linear programme, nodes of a search, conflicts of SAT."""


Decision = Placed | Refuted
"""Where a function returns or yields `Decision | None`, None means that the state is still open."""
