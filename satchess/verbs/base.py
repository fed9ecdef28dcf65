"""What a verb is: when its question is answered, and which parts of the evidence answer it."""

from abc import ABC, abstractmethod
from typing import ClassVar, Protocol


class Known(Protocol):
    """What a verb asks of the evidence."""

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
    """What else help says."""
    flags: ClassVar[bool] = False
    """Whether it takes the flags of counting."""
    streams: ClassVar[bool] = False
    """Whether placements are given as they are found."""
    oriented: ClassVar[bool] = False
    """Whether the answer changes when the board is turned."""
    counts: ClassVar[bool] = False
    """Whether the number of placements is part of the answer."""
    divides: ClassVar[bool] = True
    """Whether long work may be divided into parts."""
    any_placement: ClassVar[bool] = True
    """Whether a placement is worth showing before the answer is final."""
    byproducts: ClassVar[tuple[str, ...]] = ()
    """Other verbs that may be answered on the way."""

    @property
    def description(self) -> str:
        """What help says of the verb."""
        return " ".join(filter(None, [self.summary, self.details]))

    @abstractmethod
    def is_answered(self, known: Known) -> bool:
        """Whether more work cannot change the answer."""
