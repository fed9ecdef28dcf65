"""A brute force of a page that knows nothing of satchess: all subsets of a small board.

Attacks are arithmetic on coordinates. A set of squares is a bit mask, squares in board order
(a1, b1, ..., a2, ...), so that answers can be compared as sets of names.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from math import gcd

STANDARD_PIECES = ("king", "queen", "rook", "bishop", "knight")
BOARDS_UP_TO_4X5 = [(m, n) for m in range(1, 5) for n in range(m, 6)]

Cell = tuple[int, int]


def name(cell: Cell) -> str:
    return f"{'abcdefghijklmnopqrstuvwxyz'[cell[1]]}{cell[0] + 1}"


def _king(rows: int, columns: int) -> bool:
    return max(abs(rows), abs(columns)) == 1


def _knight(rows: int, columns: int) -> bool:
    return sorted((abs(rows), abs(columns))) == [1, 2]


LEAPS = {"king": _king, "knight": _knight}
RIDES = {"rook": "+", "bishop": "x", "queen": "+x"}


@dataclass(frozen=True)
class Table:
    """A board, and one of the standard pieces."""

    piece: str
    rows: int
    columns: int
    topology: str = "plane"
    holes: frozenset[str] = frozenset()
    walls: frozenset[str] = frozenset()

    @cached_property
    def cells(self) -> list[Cell]:
        everything = [(r, c) for r in range(self.rows) for c in range(self.columns)]
        return [cell for cell in everything if name(cell) not in self.holes | self.walls]

    @cached_property
    def names(self) -> list[str]:
        return [name(cell) for cell in self.cells]

    @cached_property
    def attacked(self) -> list[int]:
        """For each square the mask of those that a piece on it attacks; never its own."""
        return [
            sum(1 << i for i, b in enumerate(self.cells) if a != b and self._attacks(a, b))
            for a in self.cells
        ]

    def _attacks(self, a: Cell, b: Cell) -> bool:
        rows, columns = b[0] - a[0], b[1] - a[1]
        if self.piece in LEAPS:
            return any(LEAPS[self.piece](r, c) for r, c in self._ways_round(rows, columns))
        return ("+" in RIDES[self.piece] and self._shares_rank_or_file(a, b)) or (
            "x" in RIDES[self.piece] and self._shares_diagonal(a, b)
        )

    def _ways_round(self, rows: int, columns: int) -> Iterator[Cell]:
        """Yield the vectors between two squares, not longer than a leap."""
        around_rows = self.rows if self.topology == "torus" else 0
        around_columns = self.columns if self.topology != "plane" else 0
        for i in range(-3, 4) if around_rows else [0]:
            for j in range(-3, 4) if around_columns else [0]:
                yield rows + i * around_rows, columns + j * around_columns

    def _shares_rank_or_file(self, a: Cell, b: Cell) -> bool:
        return (a[0] == b[0] or a[1] == b[1]) and not self._wall_between(a, b)

    def _shares_diagonal(self, a: Cell, b: Cell) -> bool:
        rows, columns = b[0] - a[0], b[1] - a[1]
        match self.topology:
            case "torus":  # some t is rows (mod m) and columns or -columns (mod n)
                common = gcd(self.rows, self.columns)
                return (rows - columns) % common == 0 or (rows + columns) % common == 0
            case "cylinder":
                return (rows - columns) % self.columns == 0 or (rows + columns) % self.columns == 0
            case _:
                return abs(rows) == abs(columns) and not self._wall_between(a, b)

    def _wall_between(self, a: Cell, b: Cell) -> bool:
        if not self.walls:
            return False
        assert self.topology == "plane", "walls on glued boards are beyond this page"
        length = max(abs(b[0] - a[0]), abs(b[1] - a[1]))
        return any(
            name((a[0] + (b[0] - a[0]) * t // length, a[1] + (b[1] - a[1]) * t // length))
            in self.walls
            for t in range(1, length)
        )

    # All placements that keep the rules, not only the best

    def independent(self, allowed: Iterable[str] | None = None) -> list[int]:
        """Sets of which none attacks another."""
        found = [0]
        for i in self._indices(allowed):
            found += [s | 1 << i for s in found if not s & self.attacked[i]]
        return found

    def dominating(
        self,
        allowed: Iterable[str] | None = None,
        *,
        total: bool = False,
        independent: bool = False,
        upper: bool = False,
    ) -> list[int]:
        """Sets that cover the board: with `upper`, only those of which no square can be spared."""
        everything = (1 << len(self.cells)) - 1
        placed, covered = [0], [0]
        for i in self._indices(allowed):
            reach = self.attacked[i] | (0 if total else 1 << i)
            placed += [s | 1 << i for s in placed]
            covered += [c | reach for c in covered]
        found = [k for k, c in enumerate(covered) if c == everything]
        if independent:
            peaceful = set(self.independent(allowed))
            found = [k for k in found if placed[k] in peaceful]
        if upper:
            found = [k for k in found if all(covered[k ^ 1 << i] != everything for i in _bits(k))]
        return [placed[k] for k in found]

    def irredundant(
        self, allowed: Iterable[str] | None = None, *, maximal: bool = False
    ) -> list[int]:
        """Sets of which each square covers one that no other covers; if maximal, all are full."""
        reach = [attacked | 1 << i for i, attacked in enumerate(self.attacked)]

        def is_right(mask: int) -> bool:
            covered = {i: reach[i] for i in _bits(mask)}
            return all(
                any(not any(r >> s & 1 for o, r in covered.items() if o != i) for s in _bits(own))
                for i, own in covered.items()
            )

        found = [0]
        for i in self._indices(allowed):
            found += [s | 1 << i for s in found if is_right(s | 1 << i)]
        if not maximal:
            return found
        inside, known = self._indices(allowed), set(found)
        return [s for s in found if all(s >> i & 1 or s | 1 << i not in known for i in inside)]

    def _indices(self, allowed: Iterable[str] | None) -> list[int]:
        inside = set(self.names if allowed is None else allowed)
        return [i for i, square in enumerate(self.names) if square in inside]

    def squares(self, mask: int) -> tuple[str, ...]:
        """The names of the squares of a mask, in board order."""
        return tuple(self.names[i] for i in _bits(mask))

    def named(self, masks: Iterable[int]) -> set[tuple[str, ...]]:
        return set(map(self.squares, masks))

    def first(self, masks: Iterable[int]) -> tuple[str, ...]:
        """The lexicographically first: square by square in board order, occupied before empty."""
        return self.squares(
            max(masks, key=lambda mask: [mask >> i & 1 for i in range(len(self.cells))])
        )


def _bits(mask: int) -> Iterator[int]:
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1


def best(masks: list[int], choose: Callable[..., int]) -> list[int]:
    """Keep the sets of the smallest size, or of the largest: `choose` is `min` or `max`."""
    size = choose((mask.bit_count() for mask in masks), default=-1)
    return [mask for mask in masks if mask.bit_count() == size]
