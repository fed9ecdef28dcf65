"""Answers: frozen values with a status of more than two values."""

from dataclasses import asdict, dataclass, replace
from enum import StrEnum

from satchess.board import Board
from satchess.placement import Placement
from satchess.turns import Turn


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
    `by_size` is the number of placements of each size, where that was asked for.
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
    engine: str = ""
    seconds: float = 0.0
    cached: bool = False
    version: str = ""
    note: str = ""

    @property
    def is_cross_checked(self) -> bool:
        """Whether two engines agree on it; both are named."""
        return "+" in self.engine

    def turned(self, turn: Turn, board: Board) -> "Answer":
        """Return the answer for a turned question; `board` is the board after the turn."""
        if self.placement is None:
            return self
        placement = self.placement.turned(turn)
        return replace(self, placement=placement, permutation=placement.permutation(board))

    def as_json(self) -> dict[str, object]:
        """Return what `--json` prints."""
        from satchess.questions import Question  # which knows answers

        fields = asdict(replace(self, placement=None))
        if self.placement is not None:
            fields["placement"] = list(Question.parse(self.question).words(self.placement))
        if self.permutation is not None:
            fields["permutation"] = list(self.permutation)
        if self.by_size is not None:
            fields["by_size"] = {str(size): number for size, number in self.by_size}
        fields["status"] = str(self.status)
        fields["seconds"] = round(self.seconds, 6)
        return fields
