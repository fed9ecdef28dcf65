"""Who won: the engine that answered first when several worked on requests of one sort."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from satchess.errors import CacheDamaged

if TYPE_CHECKING:
    from satchess.cache.store import Store


@dataclass(frozen=True)
class Win:
    """The engine that won the last race of a sort of requests, perhaps with another solver."""

    sort: str
    engine: str
    solver: str | None
    seconds: float


class RaceBook:
    """The races of a store; the last winner of each sort counts."""

    def __init__(self, store: "Store") -> None:
        self._store = store

    def last(self, sort: str) -> Win | None:
        """Return who won the last race of a sort."""
        return next(iter(self._wins("WHERE sort = ?", sort)), None)

    def wins(self) -> list[Win]:
        """Return the winners of all sorts."""
        return self._wins("ORDER BY sort")

    def _wins(self, which: str, *values: str) -> list[Win]:
        try:
            rows = self._store.query(
                f"SELECT sort, engine, solver, seconds FROM races {which}", *values
            )
            return [Win(*row) for row in rows]
        except CacheDamaged:
            return []  # who won is not worth an error: the plan chooses

    def add(self, win: Win) -> None:
        """Note a winner."""
        with self._store.transaction() as writer:
            writer.execute(
                "INSERT OR REPLACE INTO races (sort, engine, solver, seconds) VALUES (?, ?, ?, ?)",
                (win.sort, win.engine, win.solver, win.seconds),
            )

    def forget(self) -> int:
        """Forget all winners; return how many there were."""
        with self._store.transaction() as writer:
            return writer.execute("DELETE FROM races").rowcount
