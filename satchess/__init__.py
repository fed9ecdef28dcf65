"""satchess: solve and count chessboard placement problems with SAT.

>>> import satchess
>>> satchess.ask("solve domination queen 8x8", cache=False).value
5
>>> question = satchess.independence("queen", 6)
>>> question.count(cache=False).count
4
"""

from importlib import import_module
from typing import TYPE_CHECKING

__version__ = "0.3.0"

if TYPE_CHECKING:
    from satchess.answers import Answer, Sample, Spread, Status, Stop, StopReason, Trust, Why
    from satchess.chains import Chain
    from satchess.client import Client
    from satchess.domain.attacks import AttackGraph
    from satchess.domain.board import Board
    from satchess.domain.pieces import Piece
    from satchess.domain.placement import Placement
    from satchess.domain.squares import Square
    from satchess.errors import SatchessError
    from satchess.questions import Question
    from satchess.questions.abbots_window import AbbotsWindow
    from satchess.questions.crowded_board import CrowdedBoard
    from satchess.questions.diverse import Diverse
    from satchess.questions.domination import Domination
    from satchess.questions.equal_vision import EqualVision
    from satchess.questions.functions import (
        abbots_window,
        attack_graph,
        beautiful,
        crowded_board,
        diverse,
        dominating_set,
        domination,
        equal_vision,
        independence,
        independent_set,
        irredundance,
        irredundant_set,
        leprechauns,
        lights,
        no_three_in_line,
        non_dominating,
        peaceable,
        puzzle,
        queens,
        separation,
        stamps,
    )
    from satchess.questions.independence import Independence
    from satchess.questions.irredundance import Irredundance
    from satchess.questions.lights import Lights
    from satchess.questions.no_three_in_line import NoThreeInLine
    from satchess.questions.non_dominating import NonDominating
    from satchess.questions.peaceable import Peaceable
    from satchess.questions.puzzle import Puzzle
    from satchess.questions.separation import Separation
    from satchess.questions.stamps import Stamps
    from satchess.render.graphs import write_graph
    from satchess.request import Counting, Request
    from satchess.sequences.values import Sequence
    from satchess.service.answer import answer, ask, explain, lookup, placements
    from satchess.service.appraisal import Appraisal, check
    from satchess.service.chain import chain
    from satchess.service.contradiction import why
    from satchess.service.sampling import sample
    from satchess.service.sequence import sequence
    from satchess.service.spreading import spread
    from satchess.service.table import table
    from satchess.service.threads import to_thread
    from satchess.tables import Table
    from satchess.tuning import Tuning

_HOMES = {
    "AbbotsWindow": "questions.abbots_window",
    "Answer": "answers",
    "Appraisal": "service.appraisal",
    "AttackGraph": "domain.attacks",
    "Board": "domain.board",
    "Chain": "chains",
    "Client": "client",
    "Counting": "request",
    "CrowdedBoard": "questions.crowded_board",
    "Diverse": "questions.diverse",
    "Domination": "questions.domination",
    "EqualVision": "questions.equal_vision",
    "Independence": "questions.independence",
    "Irredundance": "questions.irredundance",
    "Lights": "questions.lights",
    "NoThreeInLine": "questions.no_three_in_line",
    "NonDominating": "questions.non_dominating",
    "Peaceable": "questions.peaceable",
    "Piece": "domain.pieces",
    "Placement": "domain.placement",
    "Puzzle": "questions.puzzle",
    "Question": "questions",
    "Request": "request",
    "Sample": "answers",
    "SatchessError": "errors",
    "Separation": "questions.separation",
    "Sequence": "sequences.values",
    "Spread": "answers",
    "Square": "domain.squares",
    "Stamps": "questions.stamps",
    "Status": "answers",
    "Stop": "answers",
    "StopReason": "answers",
    "Table": "tables",
    "Trust": "answers",
    "Tuning": "tuning",
    "Why": "answers",
    "abbots_window": "questions.functions",
    "answer": "service.answer",
    "ask": "service.answer",
    "attack_graph": "questions.functions",
    "beautiful": "questions.functions",
    "chain": "service.chain",
    "check": "service.appraisal",
    "crowded_board": "questions.functions",
    "diverse": "questions.functions",
    "dominating_set": "questions.functions",
    "domination": "questions.functions",
    "equal_vision": "questions.functions",
    "explain": "service.answer",
    "independence": "questions.functions",
    "independent_set": "questions.functions",
    "irredundance": "questions.functions",
    "irredundant_set": "questions.functions",
    "leprechauns": "questions.functions",
    "lights": "questions.functions",
    "lookup": "service.answer",
    "no_three_in_line": "questions.functions",
    "non_dominating": "questions.functions",
    "peaceable": "questions.functions",
    "placements": "service.answer",
    "puzzle": "questions.functions",
    "queens": "questions.functions",
    "sample": "service.sampling",
    "separation": "questions.functions",
    "sequence": "service.sequence",
    "spread": "service.spreading",
    "stamps": "questions.functions",
    "table": "service.table",
    "to_thread": "service.threads",
    "why": "service.contradiction",
    "write_graph": "render.graphs",
}
"""The public names and where they live; imported when used, so that starting stays instant."""

__all__ = [
    "AbbotsWindow",
    "Answer",
    "Appraisal",
    "AttackGraph",
    "Board",
    "Chain",
    "Client",
    "Counting",
    "CrowdedBoard",
    "Diverse",
    "Domination",
    "EqualVision",
    "Independence",
    "Irredundance",
    "Lights",
    "NoThreeInLine",
    "NonDominating",
    "Peaceable",
    "Piece",
    "Placement",
    "Puzzle",
    "Question",
    "Request",
    "Sample",
    "SatchessError",
    "Separation",
    "Sequence",
    "Spread",
    "Square",
    "Stamps",
    "Status",
    "Stop",
    "StopReason",
    "Table",
    "Trust",
    "Tuning",
    "Why",
    "abbots_window",
    "answer",
    "ask",
    "attack_graph",
    "beautiful",
    "chain",
    "check",
    "crowded_board",
    "diverse",
    "dominating_set",
    "domination",
    "equal_vision",
    "explain",
    "independence",
    "independent_set",
    "irredundance",
    "irredundant_set",
    "leprechauns",
    "lights",
    "lookup",
    "no_three_in_line",
    "non_dominating",
    "peaceable",
    "placements",
    "puzzle",
    "queens",
    "sample",
    "separation",
    "sequence",
    "spread",
    "stamps",
    "table",
    "to_thread",
    "why",
    "write_graph",
]


if not TYPE_CHECKING:  # so that a misspelt name is found by those who check types

    def __getattr__(name: str) -> object:
        if name not in _HOMES:
            raise AttributeError(f"module 'satchess' has no attribute {name!r}")
        return getattr(import_module(f"satchess.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    """Return what is public, imported or not."""
    return sorted({*_HOMES, *(name for name in globals() if name.startswith("__"))})
