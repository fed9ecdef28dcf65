"""The format interface: writes an answer, a placement of a list, or a table."""

from dataclasses import dataclass
from typing import ClassVar, NoReturn

from satchess.answers import Answer
from satchess.domain.placement import Placement
from satchess.errors import BadInput
from satchess.questions.base import Question
from satchess.service.table import Cells


@dataclass(frozen=True)
class Look:
    """What the user's terminal can show."""

    ascii: bool = False
    colour: bool = False


class Format:
    """An output format; it refuses what it cannot write."""

    name: ClassVar[str]

    def answer(self, answer: Answer, look: Look) -> str:
        """Write one answer."""
        self._refuse("an answer")

    def listed(self, question: Question, number: int, placement: Placement, look: Look) -> str:
        """Write a placement of a list."""
        self._refuse("a list")

    def table(self, cells: Cells) -> str:
        """Write the answers of a table."""
        self._refuse("a table")

    def _refuse(self, what: str) -> NoReturn:
        raise BadInput(f"format {self.name}: cannot write {what}; expected another format")


def entry(answer: Answer) -> str:
    """Write a table cell: `5`, `5/4860`, `9..12`, `none`, `?`."""
    if answer.status == "infeasible":
        return "none"
    low, high = ("?" if bound is None else str(bound) for bound in (answer.lower, answer.upper))
    texts = [] if low == high == "?" else [low if low == high else f"{low}..{high}"]
    if answer.request.meaning.counts:
        texts.append(str(answer.count) if answer.exact else f"{answer.count or '?'}+")
    return "/".join(texts) or "?"


def grid(cells: Cells) -> list[list[str]]:
    """Lay out cells with headers: a complete table of one piece as a grid, else by board."""
    rows = sorted({m for m, _, _ in cells})
    columns = sorted({n for _, n, _ in cells})
    pieces = list(dict.fromkeys(piece for _, _, piece in cells))
    if len(pieces) > 1 or len(cells) != len(rows) * len(columns):
        sizes = dict.fromkeys((m, n) for m, n, _ in cells)
        return [
            ["board", *(pieces if len(pieces) > 1 else ["answer"])],
            *(
                [
                    f"{m}x{n}",
                    *(entry(cells[m, n, p]) if (m, n, p) in cells else "" for p in pieces),
                ]
                for m, n in sizes
            ),
        ]
    return [
        ["", *map(str, columns)],
        *([str(m), *(entry(cells[m, n, pieces[0]]) for n in columns)] for m in rows),
    ]
