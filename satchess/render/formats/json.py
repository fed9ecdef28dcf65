"""JSON: one object per answer, for programs."""

import json
from typing import TYPE_CHECKING

from satchess.answers import Answer
from satchess.domain.placement import Placement
from satchess.questions.base import Question
from satchess.render.formats.base import Format, Look

if TYPE_CHECKING:
    from satchess.chains import Chain
    from satchess.sequences.values import Sequence
    from satchess.tables import Table


class JsonFormat(Format):
    """Objects on one line each; a table is a list of answers."""

    name = "json"

    def answer(self, answer: Answer, look: Look) -> str:
        """Write an answer as an object."""
        return json.dumps(answer.as_json())

    def listed(self, question: Question, number: int, placement: Placement, look: Look) -> str:
        """Write a placement of a list as an object."""
        permutation = placement.permutation(question.board)
        return json.dumps(
            {
                "question": str(question),
                "number": number,
                "placement": list(question.words(placement)),
                "permutation": permutation and list(permutation),
                "fingerprint": question.fingerprint_of(placement),
                "symmetry": placement.symmetry(question.board),
            }
        )

    def chain(self, chain: "Chain", look: Look) -> str:
        """Write an object with the answer of each number."""
        return json.dumps(chain.as_json())

    def sequence(self, sequence: "Sequence") -> str:
        """Write an object with a list of terms."""
        return json.dumps(sequence.as_json())

    def table(self, table: "Table") -> str:
        """Write a list of answers."""
        return json.dumps(table.as_json())
