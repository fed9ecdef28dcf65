"""What a verb is: when its question counts as answered, and how it is run and stored."""

from abc import ABC, abstractmethod
from typing import ClassVar, Protocol


class Known(Protocol):
    """The evidence, as far as verbs look at it."""

    @property
    def solved(self) -> bool:
        """Whether there is a placement and a proof that none is better."""

    @property
    def counted(self) -> bool:
        """Whether all optimal placements are counted."""

    @property
    def done(self) -> bool:
        """Whether the engine has finished."""


class Verb(ABC):
    """What can be asked of any question."""

    name: ClassVar[str]
    summary: ClassVar[str]
    """One line of help."""
    details: ClassVar[str] = ""
    """Further lines of help."""
    flags: ClassVar[bool] = False
    """Whether it takes the counting flags."""
    streams: ClassVar[bool] = False
    """Whether placements are streamed as they are found."""
    oriented: ClassVar[bool] = False
    """Whether the answer changes when the board is turned."""
    counts: ClassVar[bool] = False
    """Whether the number of placements is part of the answer."""
    divides: ClassVar[bool] = True
    """Whether long work may be divided into parts."""
    any_placement: ClassVar[bool] = True
    """Whether a placement is worth showing before the answer is final."""
    byproducts: ClassVar[tuple[str, ...]] = ()
    """Other verbs that this one may answer on the way."""

    @property
    def description(self) -> str:
        """The help text."""
        return " ".join(filter(None, [self.summary, self.details]))

    @abstractmethod
    def is_answered(self, known: Known) -> bool:
        """Whether more work cannot change the answer."""
