"""Questions: what is asked, of which piece, on which board.

Each kind of question is one file that states its options, its constraints and its rules; a kind
that is registered here has all the verbs, the cache and the command line by that alone.
"""

from satchess.questions.base import Question
from satchess.questions.diverse import Diverse
from satchess.questions.domination import Domination
from satchess.questions.grammar import Abbreviation
from satchess.questions.independence import Independence
from satchess.questions.leprechauns import LEPRECHAUNS, QUEENS

KindOfQuestion = type[Question] | Abbreviation[Question]

KINDS: dict[str, KindOfQuestion] = {
    kind.kind: kind for kind in (Independence, Domination, QUEENS, LEPRECHAUNS, Diverse)
}
"""Every kind of question by its name, in the order in which help lists them."""

__all__ = [
    "KINDS",
    "LEPRECHAUNS",
    "QUEENS",
    "Diverse",
    "Domination",
    "Independence",
    "KindOfQuestion",
    "Question",
]
