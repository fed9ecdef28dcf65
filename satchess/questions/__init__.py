"""Questions: what is asked, of which piece, on which board.

Each kind of question is one file that states its options, its constraints and its rules; a kind
that is registered here has all the verbs, the cache and the command line by that alone.
"""

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

from satchess.questions.base import Question

if TYPE_CHECKING:
    from satchess.questions.domination import Domination
    from satchess.questions.independence import Independence

_HOMES = {
    "independence": "Independence",
    "domination": "Domination",
    "non-dominating": "NonDominating",
    "peaceable": "Peaceable",
    "separation": "Separation",
    "crowded-board": "CrowdedBoard",
    "no-three-in-line": "NoThreeInLine",
    "stamps": "Stamps",
    "lights": "Lights",
    "equal-vision": "EqualVision",
    "abbots-window": "AbbotsWindow",
    "puzzle": "Puzzle",
}
"""The class of each kind, in the module of the same name."""


class _Kinds(Mapping[str, type[Question]]):
    """Imports a kind when it is asked for, so that starting stays instant."""

    def __getitem__(self, name: str) -> type[Question]:
        home = _HOMES[name]
        module = import_module(f"satchess.questions.{name.replace('-', '_')}")
        kind: type[Question] = getattr(module, home)
        return kind

    def __contains__(self, name: object) -> bool:
        return name in _HOMES

    def __iter__(self) -> Iterator[str]:
        return iter(_HOMES)

    def __len__(self) -> int:
        return len(_HOMES)


KINDS = _Kinds()
"""Every kind of question by its name, in the order in which help lists them."""

__all__ = ["KINDS", "Domination", "Independence", "Question"]


def __getattr__(name: str) -> Any:
    for kind, home in _HOMES.items():
        if name == home:
            return KINDS[kind]
    raise AttributeError(f"module 'satchess.questions' has no attribute {name!r}")
