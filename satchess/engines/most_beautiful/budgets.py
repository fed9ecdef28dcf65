"""How much effort each part of the engine may spend, in one place.

These numbers decide how soon something is proved, never what. Seconds are processor seconds, so
that the course of a walk does not depend on what else the machine is doing.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

SIMPLEX_STEPS = 3000
"""Steps of the primal simplex method before the dual one starts from scratch."""

CUTS_PER_ROUND = 100
CUT_ROUNDS = 4
"""How often violated cliques become rows and a linear programme is solved again."""

SMALL_STATE = 1500
"""SAT does well on states of at most so many cells; on larger ones it rarely finds anything."""


@dataclass(frozen=True)
class WalkBudget:
    """When the walk asks for a placement, and how long it waits for the answer."""

    groups_ahead: int = 6
    """Groups with queens that the walk speculates on before it asks for a placement."""
    longest_block: int = 64
    """Groups that a single linear programme may show to be empty."""
    patience: float = 0.2
    """Seconds for a question that the walk can do without."""
    short: float = 1.0
    """Bisection asks every question that takes no longer. Where it would take longer, bisection
    stops after two open questions, and the second gets less time."""
    insistence: int = 4
    """Factor by which patience grows where a question must not stay open."""
    longest: float = 4.0
    """Seconds for a large state before it stays open, even though a later step is refuted."""
    open_share: float = 0.2
    """Share of the time since a question was first asked that it gets while it is open."""
    small: int = SMALL_STATE
    """States of at most so many cells do not stay open once a later step is refuted."""


Way = Literal["search", "guided", "diving", "sat", "probing", "cases"]
"""The ways to decide a state; they take turns."""


def _small_shares() -> dict[Way, float]:
    return {
        "search": 1.0,
        "guided": 0.3,
        "diving": 0.3,
        "sat": 16.0,
        "probing": 3.0,
        "cases": 128.0,
    }


def _large_shares() -> dict[Way, float]:
    return {"search": 0.5, "guided": 0.5, "diving": 2.0, "sat": 0.2, "probing": 2.0, "cases": 1.6}


def _delays() -> dict[Way, float]:
    return {"guided": 0.02, "probing": 0.02, "diving": 0.05}


@dataclass(frozen=True)
class QueryBudget:
    """How the ways to decide a state share its time."""

    small: int = SMALL_STATE
    small_shares: Mapping[Way, float] = field(default_factory=_small_shares)
    large_shares: Mapping[Way, float] = field(default_factory=_large_shares)
    """Relative shares of the time, on states of at most `small` cells and on larger ones."""
    delays: Mapping[Way, float] = field(default_factory=_delays)
    """Seconds charged to a way in advance, so that it starts later."""
    sat_delay_per_cell: float = 0.001
    probe_out_after: float = 20.0
    """Seconds of SAT on a small state before probing runs to its end: that takes less than a
    minute, and a state that is still open by then may take hours."""
    cases_after: float = 20.0
    """Seconds of SAT on what probing leaves before the state is divided into cases."""
    shrunk: float = 0.8
    shrunk_after_stage: float = 0.97
    """Searches start again once probing leaves this share of their cells; the second applies when
    a stage of probing has ended."""


@dataclass(frozen=True)
class RoundsBudget:
    """The length of the first round of each search; later ones are longer."""

    nodes: int = 3_000
    """Nodes of each randomised search."""
    complete_factor: int = 16
    """The complete search, which continues from round to round, gets so many times the nodes."""
    solutions: int = 3
    """Solutions of linear programmes that guide the searches of a round."""
    searches_per_solution: int = 3
    guided_nodes: int = 4_000
    conflicts: int = 2_000


@dataclass(frozen=True)
class CasesBudget:
    """When a state is worth dividing."""

    most_sets: int = 500
    """Branch only on groups with at most this many queen placements."""
    doubling: float = 20.0
    """So many more cells are assumed to double the time that a state takes."""
    sat_rounds: int = 7
    """Rounds of SAT for a case, some seconds, before it is divided as well."""


@dataclass(frozen=True)
class DivesBudget:
    """How long a dive lasts."""

    earliest_search: float = 0.25
    """Share of the queens that must be placed before searches try to place the rest."""
    searches: int = 3
    nodes: int = 20_000
    dead_ends: int = 6
    """Queens taken back before a dive is given up."""


@dataclass(frozen=True)
class ListingBudget:
    """How the placements with the best fingerprint are listed."""

    nodes_before_probing: int = 500_000
    """A search that is not over by then is worth some linear programmes."""
    nodes_at_once: int = 2_000_000
    found_at_once: int = 1000


@dataclass(frozen=True)
class Budgets:
    """All of them."""

    walk: WalkBudget = WalkBudget()
    query: QueryBudget = QueryBudget()
    rounds: RoundsBudget = RoundsBudget()
    cases: CasesBudget = CasesBudget()
    dives: DivesBudget = DivesBudget()
    listing: ListingBudget = ListingBudget()


DEFAULT = Budgets()
