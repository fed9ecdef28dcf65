"""A tree: a compiled search for a completion of some queens, which can be stopped and resumed.

Linear programmes propose prices for its root; the kernels check in integers what they prove.
"""

from collections.abc import Iterator
from hashlib import sha256
from itertools import islice
from typing import TYPE_CHECKING

from satchess.engines import tally
from satchess.engines.first_queens.position import Cell, Corner, Opening, Window
from satchess.engines.kernels.status import FOUND, REFUTED, UNDECIDED

if TYPE_CHECKING:
    from satchess.engines.first_queens.kernels.tree_workspace import Workspace
    from satchess.engines.first_queens.lp import Prices
    from satchess.engines.kernels.bits import WordSlots

# Kernels and linear programmes are imported on first use: numba and numpy take a while to load.

_UNLIMITED = 1 << 60

_IS_FOUND = {FOUND: True, REFUTED: False, UNDECIDED: None}


class Tree:
    """A resumable search by the compiled kernel.

    The kernel sees only the window of the board that holds the open squares: rows need fewer words
    there.
    """

    def __init__(self, side: int) -> None:
        import numpy as np

        from satchess.engines.first_queens.kernels import search

        self._kernel = search
        self._workspaces: dict[int, Workspace] = {}
        """By the number of words of a row."""
        self._window = Window(0, 0, side)
        self._random_state = np.zeros(1, np.uint64)
        self._statistics = np.zeros(len(search.STATISTICS), np.int64)
        self._columns = np.zeros(side, np.int64)
        self.opening = Opening.of(side)
        self._tight: Iterator[Prices] = iter(())
        self._rows: list[int] = []
        self._is_new = True
        self._ticks_before = 0
        """Ticks when the tree was begun."""
        self.is_long = False

    def begin(self, opening: Opening) -> None:
        """Begin a tree at an opening."""
        import numpy as np

        from satchess.engines.first_queens.lp import tight_prices

        self._look_at(opening)
        self._tight = tight_prices(opening)
        words = len(self._slots)
        data = b"".join(
            (opening.open[row] >> self._window.left).to_bytes(8 * words, "little")
            for row in self._rows
        )
        masks = np.frombuffer(data, "<u8").reshape(len(self._rows), words).astype(np.uint64)
        rows = np.array(self._rows, np.int64) - self._window.top
        corner = opening.corner or Corner(opening.side, 0, len(self._rows))
        self._kernel.set_up(self._slots, self._workspace, rows, masks, *self._window.corner(corner))

    def _look_at(self, opening: Opening) -> None:
        """Set the window on an opening, and take a workspace that is large enough."""
        from satchess.engines.first_queens.kernels.tree_workspace import make_workspace
        from satchess.engines.first_queens.kernels.workspace import make_size

        self.opening = opening
        self._rows = sorted(opening.open)
        self._window = opening.window
        words = len(self._slots)
        if words not in self._workspaces:
            self._workspaces[words] = make_workspace(min(opening.side, 64 * words), opening.side)
        size = make_size(self._window.side, len(self._rows))
        self._workspace = self._workspaces[words]._replace(size=size)
        self._restart()

    @property
    def _slots(self) -> "WordSlots":
        """One slot for each word of a row: kernels are compiled for each number."""
        from satchess.engines.kernels.bits import word_slots

        return word_slots(self._window.side)

    def begin_like(self, other: "Tree") -> None:
        """Begin a tree at the root of another one, with all that is known of it."""
        self._look_at(other.opening)
        self._tight = iter(())
        self._kernel.copy_root(other._workspace, self._workspace)

    def force_diagonals(self) -> bool:
        """Find forced diagonals by linear programmes; return whether that refutes the root.

        The tree begins anew.
        """
        from satchess.engines.first_queens.lp import forcing_prices

        self._restart()
        return any(self.is_refuted_by(prices) for prices in forcing_prices(self.opening))

    def _restart(self) -> None:
        self._is_new = True
        self.is_long = False
        self._ticks_before = self.numbers["ticks"]

    @property
    def forced(self) -> int:
        """Number of forced diagonals known at the root."""
        return sum(int(word).bit_count() for word in self._kernel.forced_of(self._workspace))

    def reset(self, seed: bytes) -> None:
        """Seed the random numbers, and start the statistics anew."""
        self._random_state[0] = int.from_bytes(sha256(seed).digest()[:8]) | 1
        self._statistics[:] = 0
        self._ticks_before = 0

    def go_on(
        self,
        ticks: int = _UNLIMITED,
        nodes: int = _UNLIMITED,
        noise: float = 0.0,
        rows_or_columns_only: bool = False,
    ) -> bool | None:
        """Resume the search; return whether there is a placement, None if that is undecided."""
        before = self.numbers
        status = self._kernel.search_tree(
            self._slots,
            self._workspace,
            len(self._rows),
            ticks,
            nodes,
            self._is_new,
            rows_or_columns_only,
            noise,
            self._random_state,
            self._statistics,
            self._columns,
        )
        tally.add(**{f"tree_{n}": k - before[n] for n, k in self.numbers.items() if n != "ticks"})
        self._is_new = False
        return _IS_FOUND[status]

    @property
    def columns(self) -> tuple[int, ...]:
        """The placement that was found."""
        top, left, _ = self._window
        columns = {row: int(self._columns[row - top]) + left for row in self._rows}
        columns |= dict(self.opening.queens)
        return tuple(columns[row] for row in range(len(columns)))

    @property
    def ticks_left(self) -> float:
        """Estimate of the ticks still needed, at the rate of those spent."""
        done = self._kernel.share_done(self._workspace)
        ticks = self.numbers["ticks"] - self._ticks_before
        return ticks * (1 / done - 1) if done else float("inf")

    @property
    def numbers(self) -> dict[str, int]:
        """Statistics since `reset`."""
        return dict(zip(self._kernel.STATISTICS, map(int, self._statistics), strict=True))

    def branches(self) -> list[Cell]:
        """Return the squares that the root branches over, but for those already ruled out.

        They are in one row or in one column.
        """
        return [
            Cell(self._rows[at], column + self._window.left)
            for at, column in self._kernel.branches(self._workspace)
        ]

    def tighten(self) -> None:
        """Solve one more linear programme for prices that are then tried at every node."""
        for prices in islice(self._tight, 1):
            self._kernel.keep_prices(self._workspace, prices.within(self._window))

    def is_refuted_by(self, prices: "Prices") -> bool:
        """Whether prices refute the root, checked in integers."""
        prices = prices.within(self._window)
        return self._kernel.are_refuting(self._slots, self._workspace, len(self._rows), prices)
