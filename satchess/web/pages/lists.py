"""Lists of placements: which of them are turned or mirrored copies of each other."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from satchess.domain.placement import Placement
from satchess.domain.turns import Turn
from satchess.questions.base import Question

MOST_IMAGES = 200_000
"""Images that are compared at most: beyond, copies are not looked for."""


@dataclass(frozen=True)
class Listing:
    """Placements in an order in which copies follow each other; `classes` are their numbers."""

    placements: tuple[Placement, ...]
    classes: tuple[tuple[int, ...], ...]
    """The placements of each class, counted from 1; empty where copies were not looked for."""

    def class_of(self, number: int) -> int:
        """Return the class of a placement, both counted from 1; 0 if there are none."""
        return next((c for c, those in enumerate(self.classes, 1) if number in those), 0)


@lru_cache(32)
def listing(question: Question, placements: tuple[Placement, ...]) -> Listing:
    """Sort placements into classes of copies.

    >>> question = Question.parse("queens 5")
    >>> both = (question.read("1 3 5 2 4"), question.read("1 4 2 5 3"))
    >>> listing(question, both).classes
    ((1, 2),)
    """
    turns: tuple[Turn, ...] = ()
    if question.board.graph is None and question.board.knows_all_turns:
        turns = tuple(question.symmetries())
    if len(turns) < 2 or len(turns) * len(placements) > MOST_IMAGES:
        return Listing(placements, ())
    left = dict.fromkeys(placements)
    ordered: list[Placement] = []
    classes: list[tuple[int, ...]] = []
    while left:
        first = next(iter(left))
        images = dict.fromkeys(question.respelt(first.turned(turn)) for turn in turns)
        copies = [image for image in images if image in left]
        classes.append(tuple(range(len(ordered) + 1, len(ordered) + len(copies) + 1)))
        ordered += copies
        for copy in copies:
            del left[copy]
    return Listing(tuple(ordered), tuple(classes))


def around(numbers: Sequence[int], number: int, most: int) -> Sequence[int]:
    """Return at most so many neighbouring numbers, with one of them about in the middle."""
    if len(numbers) <= most:
        return numbers
    place = min(max(0, numbers.index(number) - most // 2), len(numbers) - most)
    return numbers[place : place + most]
