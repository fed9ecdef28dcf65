"""The frames that few queens may have, one of each that turns of the board carry onto another."""

from collections.abc import Iterable, Iterator
from itertools import combinations, product

from satchess.domain.squares import Square
from satchess.domain.turns import Turn
from satchess.encodings.frame_cuts import Frame, is_refuted


def open_frames(rows: int, columns: int, queens: int, turns: Iterable[Turn]) -> list[Frame]:
    """Return the frames of so many queens that counting does not refute, one of each orbit.

    At least two ranks and two files must be empty: so every placement has a frame.
    """
    assert queens <= min(rows, columns) - 2
    turns = list(turns)
    return [
        frame
        for frame in _all_frames(rows, columns, queens)
        if frame == min((turned(frame, turn) for turn in turns), key=name_of)
        and not is_refuted(frame, rows, columns, queens)
    ]


def _all_frames(rows: int, columns: int, queens: int) -> Iterator[Frame]:
    """Yield the frames beyond which there are no more ranks, and files, than queens."""
    pairs = (
        [
            (first, last)
            for first, last in combinations(range(lines), 2)
            if first + lines - 1 - last <= queens
        ]
        for lines in (columns, rows)
    )
    for files, ranks in product(*pairs):
        yield Frame(*files, *ranks)


def turned(frame: Frame, turn: Turn) -> Frame:
    """Return the frame of a turned placement."""
    corners = [
        turn(Square(frame.bottom, frame.left)),
        turn(Square(frame.top, frame.right)),
    ]
    files = sorted(square.column for square in corners)
    ranks = sorted(square.row for square in corners)
    return Frame(files[0], files[1], ranks[0], ranks[1])


def name_of(frame: Frame) -> str:
    """Name a frame: its files, then its ranks."""
    return f"{frame.left}-{frame.right}-{frame.bottom}-{frame.top}"


def frame_named(name: str) -> Frame:
    """Return the frame of a name."""
    left, right, bottom, top = map(int, name.split("-"))
    return Frame(left, right, bottom, top)
