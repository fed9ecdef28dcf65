"""Questions: what is asked, of which piece, on which board.

Each kind of question is one file that states its options, its constraints and its rules; a kind
that is registered here has all the verbs, the cache and the command line by that alone.
"""

from satchess.questions.abbots_window import AbbotsWindow
from satchess.questions.base import Question
from satchess.questions.crowded_board import CrowdedBoard
from satchess.questions.domination import Domination
from satchess.questions.equal_vision import EqualVision
from satchess.questions.independence import Independence
from satchess.questions.lights import Lights
from satchess.questions.no_three_in_line import NoThreeInLine
from satchess.questions.non_dominating import NonDominating
from satchess.questions.peaceable import Peaceable
from satchess.questions.puzzle import Puzzle
from satchess.questions.separation import Separation
from satchess.questions.stamps import Stamps

KINDS: dict[str, type[Question]] = {
    kind.kind: kind
    for kind in (
        Independence,
        Domination,
        NonDominating,
        Peaceable,
        Separation,
        CrowdedBoard,
        NoThreeInLine,
        Stamps,
        Lights,
        EqualVision,
        AbbotsWindow,
        Puzzle,
    )
}
"""Every kind of question by its name, in the order in which help lists them."""

__all__ = ["KINDS", "Domination", "Independence", "Question"]
