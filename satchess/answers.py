"""Answers: frozen values with a status of more than two values."""

from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from satchess.domain.board import Board
from satchess.domain.placement import Placement
from satchess.domain.turns import Turn
from satchess.domain.weights import Fingerprint

if TYPE_CHECKING:
    from satchess.questions import Question


class Status(StrEnum):
    """What an answer says. Running out of time never says `infeasible`."""

    OPTIMAL = "optimal"
    """Answered: the best there is, proved (or, where nothing is to be optimised, found)."""
    INFEASIBLE = "infeasible"
    """Answered: proved that there is none."""
    BOUNDED = "bounded"
    """Not finished: the value lies between `lower` and `upper`; the count is at least so large."""
    UNKNOWN = "unknown"
    """Not finished, and nothing learned."""

    @property
    def is_final(self) -> bool:
        """Whether more work cannot change the answer."""
        return self in (Status.OPTIMAL, Status.INFEASIBLE)


@dataclass(frozen=True)
class Answer:
    """The answer to a request such as `count domination king 8x8`.

    `value` is the number that the question asks for (of pieces, mostly), known to lie between
    `lower` and `upper`. `count` is the number of placements; it is a lower bound unless `exact`.
    `by_size` is the number of placements of each size, where that was asked for. `beginning` is how
    the smallest fingerprint is proved to begin, where it is asked for: all of it in a final answer.
    """

    verb: str
    question: str
    signature: str
    status: Status
    value: int | None = None
    lower: int | None = None
    upper: int | None = None
    placement: Placement | None = None
    permutation: tuple[int, ...] | None = None
    count: int | None = None
    exact: bool = False
    by_size: tuple[tuple[int, int], ...] | None = None
    beginning: Fingerprint | None = None
    engine: str = ""
    seconds: float = 0.0
    cached: bool = False
    version: str = ""
    note: str = ""

    @property
    def is_cross_checked(self) -> bool:
        """Whether two engines agree on it; both are named."""
        return "+" in self.engine

    @property
    def fingerprint(self) -> Fingerprint | None:
        """The weights of the squares of the placement, from the largest, where they have weights.

        It is the smallest one if the answer is final.
        """
        if self.placement is not None:
            return self._asked.fingerprint_of(self.placement)
        return self.beginning if self.status.is_final else None

    @property
    def symmetry(self) -> str | None:
        """Which turns and mirrors leave the placement as it is, in words; None if none do."""
        return None if self.placement is None else self.placement.symmetry(self._asked.board)

    @property
    def _asked(self) -> "Question":
        from satchess.questions import Question  # which knows answers

        return Question.parse(self.question)

    def turned(self, turn: Turn, board: Board) -> "Answer":
        """Return the answer for a turned question; `board` is the board after the turn."""
        if self.placement is None:
            return self
        placement = self.placement.turned(turn)
        return replace(self, placement=placement, permutation=placement.permutation(board))

    def as_json(self) -> dict[str, object]:
        """Return what `--json` prints."""
        fields: dict[str, object] = {}
        for name, value in asdict(replace(self, placement=None)).items():
            fields[name] = value
            if name == "permutation":
                fields |= {"fingerprint": _listed(self.fingerprint), "symmetry": self.symmetry}
        fields["beginning"] = _listed(self.beginning)
        if self.placement is not None:
            fields["placement"] = list(self._asked.words(self.placement))
        fields["permutation"] = _listed(self.permutation)
        if self.by_size is not None:
            fields["by_size"] = {str(size): number for size, number in self.by_size}
        fields["status"] = str(self.status)
        fields["seconds"] = round(self.seconds, 6)
        return fields


def _listed(numbers: tuple[int, ...] | None) -> list[int] | None:
    return None if numbers is None else list(numbers)
