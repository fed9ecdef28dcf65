"""The placements of a frame, in branches that no symmetry of the frame carries onto another."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache, reduce
from operator import or_
from typing import TYPE_CHECKING

from satchess.domain.placement import Place, Placement
from satchess.domain.turns import Turn
from satchess.encodings.frame_cuts import Frame, windows
from satchess.engines import tally
from satchess.engines.covers.covering import covering_of
from satchess.engines.frames.frames import turned
from satchess.engines.orbits import Branch, Orbit, branches, orbits_of, rarest
from satchess.questions import Domination

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

HALF = 32
"""Bits of each line of a frame: two share a word, so that this is the longest line of a board."""

LINES = 4 * HALF
"""The first bit of the ranks and files to occupy."""

BITS = 6 * HALF


@dataclass(frozen=True)
class Walked:
    """How many placements there are, how many up to symmetry, and one of them."""

    number: int
    classes: int
    example: Placement | None = None

    def __add__(self, other: "Walked") -> "Walked":
        """Return both together."""
        return Walked(
            self.number + other.number, self.classes + other.classes, self.example or other.example
        )


class Walk:
    """Walks through the placements of so many queens on a board, frame by frame."""

    def __init__(self, question: Domination, queens: int) -> None:
        import numpy as np

        covering = covering_of(question)
        assert covering is not None
        self._question, self._queens = question, queens
        self._reach, self._coverers, self._conflicts = covering.masks()
        self._squares = list(question.board.squares)
        kinds = (2 * (square.row % 2) + square.column % 2 for square in self._squares)
        self._kinds = np.fromiter(kinds, np.int64)
        number = {square: place for place, square in enumerate(self._squares)}
        self._turns: dict[Orbit, Turn] = {}
        for turn in question.symmetries():
            image = tuple(number[turn(square)] for square in self._squares)
            self._turns.setdefault(image, turn)

    @staticmethod
    @lru_cache(maxsize=1)
    def of(question: Domination, queens: int) -> "Walk":
        """Return the walk of a question; the last is cached for the next part."""
        return Walk(question, queens)

    def frame(self, frame: Frame) -> Walked:
        """Walk through the placements that have a frame or an image of it."""
        found = (self.branch(frame, branch) for branch in self.branches(frame))
        return sum(found, Walked(0, 0))

    def branches(self, frame: Frame) -> list[Branch]:
        """Divide the placements of a frame by an item that the fewest orbits cover."""
        items = self._items(frame)
        masks = {
            orbit: reduce(or_, (items.of_place[place] for place in orbit))
            for orbit in self._orbits(frame)
        }
        needed = rarest(masks, (bit for bit in range(BITS) if items.required >> bit & 1))
        return branches(list(masks), lambda orbit: bool(masks[orbit] >> needed & 1))

    def branch(self, frame: Frame, branch: Branch) -> Walked:
        """Walk through the placements of a branch and their images."""
        import numpy as np

        from satchess.engines.rows.kernels import words
        from satchess.engines.windows.kernels import walk_frame

        items, queens, squares = self._items(frame), self._queens, len(self._squares)
        turns = list(self._staying(frame))
        counts, fixed = np.zeros(queens + 1, np.int64), np.zeros(queens + 1, np.int64)
        example = np.zeros(queens, np.int64)
        others, orbit = words([_mask(branch.others), _mask(branch.orbit)], squares)
        nodes = walk_frame(
            self._reach,
            self._coverers,
            items.words,
            items.coverers,
            self._conflicts,
            items.windows,
            items.light,
            self._kinds,
            words([items.required], BITS)[0],
            others,
            branch.start,
            queens,
            orbit,
            np.array(turns, np.int64),
            counts,
            fixed,
            example,
        )
        tally.add(queens_placed=int(nodes))
        number, stays = branch.number(counts), branch.number(fixed)
        assert stays % len(turns) == 0
        images = len(self._turns) // len(turns)
        return Walked(
            number * images, stays // len(turns), self._placement(example) if number else None
        )

    def _items(self, frame: Frame) -> "_Items":
        return _items(frame, self._question, self._queens)

    def _staying(self, frame: Frame) -> list[Orbit]:
        return [image for image, turn in self._turns.items() if turned(frame, turn) == frame]

    def _orbits(self, frame: Frame) -> list[Orbit]:
        """Return the orbits of the places off the frame's lines."""
        turns = self._staying(frame)
        files, ranks = (frame.left, frame.right), (frame.bottom, frame.top)
        places = (
            place
            for place, square in enumerate(self._squares)
            if square.column not in files and square.row not in ranks
        )
        return orbits_of(places, turns)

    def _placement(self, places: "NDArray[np.int64]") -> Placement:
        piece = self._question.piece
        return Placement.of(Place(self._squares[place], piece) for place in places)


@dataclass(frozen=True)
class _Items:
    """What has to be covered of a frame, as bits: the squares of its lines, the lines beyond it."""

    frame: Frame
    question: Domination
    queens: int

    @cached_property
    def _views(self) -> tuple[tuple[Frame, int], tuple[Frame, int]]:
        board = self.question.board
        return (self.frame, board.rows), (self.frame.transposed, board.columns)

    @cached_property
    def of_place(self) -> list[int]:
        """What a queen covers, by its place."""
        shifts = range(0, BITS, 64)
        return [
            sum(w << s for w, s in zip(row, shifts, strict=True)) for row in self.words.tolist()
        ]

    @cached_property
    def words(self) -> "NDArray[np.uint64]":
        """The same as the kernel takes it."""
        import numpy as np

        squares = np.array([(s.row, s.column) for s in self.question.board.squares])
        words = np.zeros((len(squares), 3), np.uint64)
        words[:, 2] = _bits(squares[:, 0]) | _bits(HALF + squares[:, 1])
        for view, (frame, ranks) in enumerate(self._views):
            rank, file = squares[:, view], squares[:, 1 - view]
            for side, line in enumerate((frame.left, frame.right)):
                apart = abs(file - line)
                for met in (rank - apart, rank, rank + apart):
                    inside = (met >= 0) & (met < ranks)
                    words[inside, view] |= _bits(HALF * side + met[inside])
        return words

    @cached_property
    def coverers(self) -> "NDArray[np.uint64]":
        """The places that cover each item."""
        import numpy as np

        places = len(self.words)
        items = np.unpackbits(self.words.astype("<u8").view(np.uint8), axis=1, bitorder="little")
        padded = np.zeros((BITS, -(-places // 64) * 64), np.uint8)
        padded[:, :places] = items.T
        return np.packbits(padded, axis=1, bitorder="little").view("<u8").astype(np.uint64)

    @cached_property
    def required(self) -> int:
        """All that is to be covered."""
        required = 0
        for view, (frame, ranks) in enumerate(self._views):
            line = (1 << ranks) - 1
            required |= (line | line << HALF) << 2 * HALF * view
            required |= _beyond(frame, ranks) << LINES + HALF * view
        return required

    @cached_property
    def light(self) -> "NDArray[np.uint64]":
        """The squares of each view whose files and ranks add up to even numbers, and light lines.

        A line is light if it crosses the frame on such squares only, light and dark if on one.
        """
        import numpy as np

        squares, lines = [0, 0], [0, 0, 0]
        for view, (frame, ranks) in enumerate(self._views):
            for rank in range(ranks):
                crossed = [(rank + line) % 2 == 0 for line in (frame.left, frame.right)]
                for side, is_light in enumerate(crossed):
                    squares[view] |= is_light << HALF * side + rank
                lines[sum(crossed)] |= 1 << HALF * view + rank
        return np.array([*squares, lines[2], lines[1]], np.uint64)

    @cached_property
    def windows(self) -> "NDArray[np.uint64]":
        """The windows of both views, as the kernel takes them."""
        import numpy as np

        found = []
        for view, (frame, ranks) in enumerate(self._views):
            for window, _ in windows(frame, ranks, self.queens):
                inside = _mask(window)
                outside = _beyond(frame, ranks) & ~inside
                found.append((view, inside | inside << HALF, outside << HALF * view))
        return np.array(found, np.uint64)


@lru_cache(maxsize=1)
def _items(frame: Frame, question: Domination, queens: int) -> _Items:
    """Return what has to be covered; the last is cached for the next branch."""
    return _Items(frame, question, queens)


def _bits(numbers: "NDArray[np.int64]") -> "NDArray[np.uint64]":
    """Return words of one bit each."""
    import numpy as np

    return np.uint64(1) << numbers.astype(np.uint64)


def _beyond(frame: Frame, ranks: int) -> int:
    """Return the ranks beyond a frame."""
    return _mask(rank for rank in range(ranks) if not frame.bottom <= rank <= frame.top)


def _mask(bits: Iterable[int]) -> int:
    return sum(1 << bit for bit in bits)
