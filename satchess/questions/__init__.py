"""Questions: what is asked, of which piece, on which board.

Each kind of question is one file that states its options, its constraints and its rules; a kind
that is registered here, or offered by a plugin, has all the verbs, the cache and the command line
by that alone.
"""

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

from satchess.plugins import Registry
from satchess.questions.base import Question
from satchess.questions.grammar import Abbreviation

if TYPE_CHECKING:
    from satchess.questions.diverse import Diverse
    from satchess.questions.domination import Domination
    from satchess.questions.independence import Independence
    from satchess.questions.irredundance import Irredundance

KindOfQuestion = type[Question] | Abbreviation[Question]

_HOMES = {
    "independence": ("independence", "Independence"),
    "domination": ("domination", "Domination"),
    "irredundance": ("irredundance", "Irredundance"),
    "independent-set": ("graph_sets", "IndependentSet"),
    "dominating-set": ("graph_sets", "DominatingSet"),
    "irredundant-set": ("graph_sets", "IrredundantSet"),
    "queens": ("leprechauns", "QUEENS"),
    "leprechauns": ("leprechauns", "LEPRECHAUNS"),
    "beautiful": ("leprechauns", "BEAUTIFUL"),
    "diverse": ("diverse", "Diverse"),
    "non-dominating": ("non_dominating", "NonDominating"),
    "peaceable": ("peaceable", "Peaceable"),
    "separation": ("separation", "Separation"),
    "crowded-board": ("crowded_board", "CrowdedBoard"),
    "no-three-in-line": ("no_three_in_line", "NoThreeInLine"),
    "stamps": ("stamps", "Stamps"),
    "lights": ("lights", "Lights"),
    "equal-vision": ("equal_vision", "EqualVision"),
    "abbots-window": ("abbots_window", "AbbotsWindow"),
    "puzzle": ("puzzle", "Puzzle"),
}
"""Where each kind lives: its module, and what it is called there."""


class _BuiltIn(Mapping[str, KindOfQuestion]):
    """Imports a kind when it is asked for, so that starting stays instant."""

    def __getitem__(self, name: str) -> KindOfQuestion:
        module, called = _HOMES[name]
        kind: KindOfQuestion = getattr(import_module(f"satchess.questions.{module}"), called)
        return kind

    def __contains__(self, name: object) -> bool:
        return name in _HOMES

    def __iter__(self) -> Iterator[str]:
        return iter(_HOMES)

    def __len__(self) -> int:
        return len(_HOMES)


def _accept(name: str, offered: object) -> KindOfQuestion:
    is_class = isinstance(offered, type) and issubclass(offered, Question)
    if not is_class and not isinstance(offered, Abbreviation):
        raise TypeError("expected a subclass of Question, or an Abbreviation")
    kind: KindOfQuestion = offered  # type: ignore[assignment]
    if kind.kind != name:
        raise ValueError(f"it calls itself {kind.kind!r}, expected {name!r}")
    return kind


KINDS = Registry("satchess.questions", _BuiltIn(), _accept)
"""Every kind of question by its name, in the order in which help lists them."""

__all__ = [
    "KINDS",
    "Diverse",
    "Domination",
    "Independence",
    "Irredundance",
    "KindOfQuestion",
    "Question",
]


def __getattr__(name: str) -> Any:
    for kind, (_, called) in _HOMES.items():
        if name == called:
            return KINDS[kind]
    raise AttributeError(f"module 'satchess.questions' has no attribute {name!r}")
