"""A tree of the chase: a compiled search for what completes some queens, stopped and gone on with.

Prices of its root come from linear programmes; what they prove is for the kernels to say.
"""

from collections.abc import Iterator
from hashlib import sha256
from itertools import islice
from typing import TYPE_CHECKING

from satchess.engines.first_queens.lp import Prices, filling_prices, tight_prices
from satchess.engines.first_queens.position import Cell, Corner, Opening, Window
from satchess.engines.kernels.status import FOUND, REFUTED, UNDECIDED

if TYPE_CHECKING:
    from satchess.engines.first_queens.kernels.tree_workspace import Room

# The kernels are imported when they are used: numba takes a while.

_UNLIMITED = 1 << 60

_IS_FOUND = {FOUND: True, REFUTED: False, UNDECIDED: None}


class Tree:
    """A search of the compiled kernel, which can be stopped and gone on with.

    It knows nothing of the board but the window that has the open squares: words are shorter there.
    """

    def __init__(self, side: int) -> None:
        import numpy as np

        from satchess.engines.first_queens.kernels import search as chase_tree_numba

        self._kernel = chase_tree_numba
        self._rooms: dict[int, Room] = {}
        """By the words of a row."""
        self._window = Window(0, 0, side)
        self._chance = np.zeros(1, np.uint64)
        self._statistics = np.zeros(len(chase_tree_numba.STATISTICS), np.int64)
        self._columns = np.zeros(side, np.int64)
        self.opening = Opening.of(side)
        self._tight: Iterator[Prices] = iter(())
        self._rows: list[int] = []
        self._is_new = True
        self._ticks_before = 0
        """When the tree was begun."""
        self.is_long = False

    def begin(self, opening: Opening) -> None:
        """Begin with the root of a tree."""
        import numpy as np

        self._look_at(opening)
        self._tight = tight_prices(opening)
        words = len(self._wide)
        data = b"".join(
            (opening.open[row] >> self._window.left).to_bytes(8 * words, "little")
            for row in self._rows
        )
        masks = np.frombuffer(data, "<u8").reshape(len(self._rows), words).astype(np.uint64)
        rows = np.array(self._rows, np.int64) - self._window.top
        corner = opening.corner or Corner(opening.side, 0, len(self._rows))
        self._kernel.set_up(self._wide, self._room, rows, masks, *self._window.corner(corner))

    def _look_at(self, opening: Opening) -> None:
        """Open the window on an opening, in a room that is large enough."""
        from satchess.engines.first_queens.kernels.tree_workspace import make_room
        from satchess.engines.first_queens.kernels.workspace import make_size

        self.opening = opening
        self._rows = sorted(opening.open)
        self._window = opening.window
        words = len(self._wide)
        if words not in self._rooms:
            self._rooms[words] = make_room(min(opening.side, 64 * words), opening.side)
        size = make_size(self._window.side, len(self._rows))
        self._room = self._rooms[words]._replace(size=size)
        self._restart()

    @property
    def _wide(self) -> tuple[int, ...]:
        """As long as a row has words: what kernels are compiled for."""
        return (0,) * -(-self._window.side // 64)

    def begin_like(self, other: "Tree") -> None:
        """Begin with the root of another tree, as far as it is known."""
        self._look_at(other.opening)
        self._tight = iter(())
        self._kernel.copy_root(other._room, self._room)

    def fill(self) -> bool:
        """Have linear programmes say which diagonals are filled; whether that refutes the root.

        The tree is begun anew.
        """
        self._restart()
        return any(self.is_refuted_by(prices) for prices in filling_prices(self.opening))

    def _restart(self) -> None:
        self._is_new = True
        self.is_long = False
        self._ticks_before = self.numbers["ticks"]

    @property
    def filled(self) -> int:
        """How many diagonals have a queen in every placement, as far as the root knows."""
        return sum(int(word).bit_count() for word in self._kernel.filled_of(self._room))

    def forget(self, seed: bytes) -> None:
        """Begin with chance and statistics anew."""
        self._chance[0] = int.from_bytes(sha256(seed).digest()[:8]) | 1
        self._statistics[:] = 0
        self._ticks_before = 0

    def go_on(
        self,
        ticks: int = _UNLIMITED,
        nodes: int = _UNLIMITED,
        noise: float = 0.0,
        squarely: bool = False,
    ) -> bool | None:
        """Search for so long; return whether there is a placement, None if that is not decided."""
        verdict = self._kernel.search_tree(
            self._wide,
            self._room,
            len(self._rows),
            ticks,
            nodes,
            self._is_new,
            squarely,
            noise,
            self._chance,
            self._statistics,
            self._columns,
        )
        self._is_new = False
        return _IS_FOUND[verdict]

    @property
    def columns(self) -> tuple[int, ...]:
        """The placement that was found."""
        top, left, _ = self._window
        columns = {row: int(self._columns[row - top]) + left for row in self._rows}
        columns |= dict(self.opening.queens)
        return tuple(columns[row] for row in range(len(columns)))

    @property
    def ticks_left(self) -> float:
        """How many ticks the rest takes, if it is like what is done."""
        done = self._kernel.share_done(self._room)
        ticks = self.numbers["ticks"] - self._ticks_before
        return ticks * (1 / done - 1) if done else float("inf")

    @property
    def numbers(self) -> dict[str, int]:
        """What was done since `forget`."""
        return dict(zip(self._kernel.STATISTICS, map(int, self._statistics), strict=True))

    def branches(self) -> list[Cell]:
        """Return the squares that the root branches over, at least those that it has not ruled out.

        They are in one row or in one column.
        """
        return [
            Cell(self._rows[at], column + self._window.left)
            for at, column in self._kernel.branches(self._room)
        ]

    def tighten(self) -> None:
        """Have one more linear programme for prices of the root, which are tried at every node."""
        for prices in islice(self._tight, 1):
            self._kernel.keep_prices(self._room, prices.within(self._window))

    def is_refuted_by(self, prices: Prices) -> bool:
        """Whether prices refute the root, in integers too."""
        prices = prices.within(self._window)
        return self._kernel.are_refuting(self._wide, self._room, len(self._rows), prices)
