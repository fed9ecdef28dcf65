"""A question as covering: which squares a piece covers, and which pieces do not stand together."""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from satchess.questions import Domination, Independence, Irredundance, Question
from satchess.questions.placing import PlacingQuestion

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_KNOWN = {"piece", "board", "within", "forbid", "size", "all", "total", "independent", "minimal"}
_KNOWN |= {"upper", "target", "maximal", "lower"}
"""The options that this way of counting understands."""

Sets = tuple[frozenset[int], ...]


@dataclass(frozen=True)
class Covering:
    """The places of a question by number, what each covers, and what goes with what.

    `minimal` asks for a private square of every piece; `irredundant` sets need not cover anything
    else, and `maximal` ones have none to add. Numbers of places are those of board variables.
    """

    squares: int
    places: tuple[int, ...]
    reach: Sets
    conflicts: Sets
    minimal: bool = False
    irredundant: bool = False
    maximal: bool = False

    is_closed: bool = True
    """Whether no such set is part of another."""
    is_feasible: bool = True
    """Whether there certainly is one."""

    @property
    def fewest(self) -> int:
        """How many pieces are needed at least."""
        if self.irredundant:
            return 0
        most = max(map(len, self.reach), default=0)
        return -(-self.squares // most) if most else 0

    def masks(self) -> "tuple[NDArray[np.uint64], NDArray[np.uint64], NDArray[np.uint64]]":
        """Return reach, coverers and conflicts as words."""
        coverers = [
            [place for place, reach in enumerate(self.reach) if square in reach]
            for square in range(self.squares)
        ]
        places = len(self.places)
        return (
            words_of(self.reach, self.squares),
            words_of(coverers, places),
            words_of(self.conflicts, places),
        )

    def mask_of(self, places: Iterable[int]) -> "NDArray[np.uint64]":
        """Return places as words."""
        return words_of([places], len(self.places))[0]  # type: ignore[no-any-return]


def unknown_option(question: Question) -> str | None:
    """Return an option of a question that cannot be counted this way; None if all can."""
    for field in fields(question):
        value = getattr(question, field.name)
        if field.name not in _KNOWN and value not in (None, False, frozenset()):
            return field.name
    return None


def covering_of(question: Question) -> Covering | None:
    """Return what is to be covered; None if no cover is asked for."""
    match question:
        case Domination():
            targets = [v for v, s in enumerate(question.board.squares) if s in question.targets]
            around = question.graph.neighbours
            is_kernel = question.independent and question.target is None
            minimal = (question.upper or question.minimal) and not is_kernel
            reach = [a if question.total else (v, *a) for v, a in enumerate(around)]
            covered = {square for vertex in _places(question) for square in reach[vertex]}
            is_whole = len(question.allowed) == len(question.board) and question.piece.is_symmetric
            return _covering(
                question,
                targets,
                reach,
                question.conflicts.neighbours if question.independent else None,
                minimal=minimal,
                is_closed=minimal or is_kernel,
                is_feasible=covered.issuperset(targets) and (is_whole or not question.independent),
            )
        case Independence(maximal=True):
            around = question.conflicts.neighbours
            closed = [(v, *a) for v, a in enumerate(around)]
            return _covering(question, _places(question), closed, around)
        case Irredundance():
            closed = [(v, *a) for v, a in enumerate(question.graph.neighbours)]
            return _covering(
                question,
                range(len(question.board)),
                closed,
                None,
                irredundant=True,
                maximal=question.lower or question.maximal,
            )
    return None


def _covering(
    question: PlacingQuestion,
    targets: Iterable[int],
    covered: list[tuple[int, ...]],
    conflicts: tuple[tuple[int, ...], ...] | None,
    **flags: bool,
) -> Covering:
    square = {vertex: number for number, vertex in enumerate(targets)}
    place = {vertex: number for number, vertex in enumerate(_places(question))}
    return Covering(
        len(square),
        tuple(place),
        tuple(frozenset(square[w] for w in covered[v] if w in square) for v in place),
        tuple(
            frozenset(place[w] for w in conflicts[v] if w in place) if conflicts else frozenset()
            for v in place
        ),
        **flags,
    )


def _places(question: PlacingQuestion) -> list[int]:
    return [v for v, square in enumerate(question.board.squares) if square in question.allowed]


def words_of(sets: Iterable[Iterable[int]], bits: int) -> "NDArray[np.uint64]":
    """Return a row of words for each set: its members as bits."""
    import numpy as np

    rows = list(sets)
    words = np.zeros((len(rows), max(1, -(-bits // 64))), np.uint64)
    for row, members in zip(words, rows, strict=True):
        for member in members:
            row[member >> 6] |= np.uint64(1) << np.uint64(member & 63)
    return words
