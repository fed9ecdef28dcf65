"""Orders: what a service was asked to work on, kept where the answers are.

An order is a row. It outlives the server that took it and the worker that had begun it: whoever
opens the file next goes on. Several servers may share a file; each order has one owner, who shows
by its beat that it is alive.
"""

import json
import sqlite3
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from satchess.errors import NotKnown

if TYPE_CHECKING:
    from satchess.cache.store import Store

_COLUMNS = (
    "id, kind, request, options, client, state, owner, beat, tries, seen, created, spent,"
    " progress, result, problem"
)


class OrderState(StrEnum):
    """What has become of an order."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"
    STOPPED = "stopped"
    """It reached a limit; what was found is remembered, and it may be resumed."""

    @property
    def is_open(self) -> bool:
        """Whether something is still to come."""
        return self in (OrderState.QUEUED, OrderState.RUNNING)

    @property
    def has_ended(self) -> bool:
        """Whether nobody works on it, or will."""
        return not self.is_open


@dataclass(frozen=True)
class Order:
    """A row: what is asked, by whom, and how far it has come."""

    id: str
    kind: str
    request: str
    options: Mapping[str, Any]
    client: str
    state: OrderState
    owner: str
    beat: float
    tries: int
    seen: int
    """A number that grows with each change."""
    created: float
    spent: float
    """Seconds of work, over all runs."""
    progress: Mapping[str, Any] = field(default_factory=dict)
    result: Any = None
    problem: str | None = None


class OrderBook:
    """The orders of a store."""

    def __init__(self, store: "Store") -> None:
        self._store = store

    # Reading

    def find(self, name: str) -> Order | None:
        """Return an order, or None if there is none."""
        return next(iter(self._read("WHERE id = ?", name)), None)

    def get(self, name: str) -> Order:
        """Return an order; `NotKnown` if there is none."""
        if (order := self.find(name)) is None:
            raise NotKnown(f"job {name!r}: there is none of this name")
        return order

    def all(self, limit: int = 1000) -> list[Order]:
        """Return the orders, open ones first, then the newest."""
        return self._read(
            "ORDER BY state NOT IN ('queued', 'running'), created DESC, id LIMIT ?", limit
        )

    def queued(self, limit: int) -> list[Order]:
        """Return orders that wait, the oldest first."""
        return self._read("WHERE state = 'queued' ORDER BY created, id LIMIT ?", limit)

    def running(self) -> list[Order]:
        """Return the orders that somebody works on."""
        return self._read("WHERE state = 'running' ORDER BY created, id")

    def numbers(self, client: str | None = None) -> dict[str, int]:
        """Return how many orders there are in each state, of one client or of all."""
        where, parameters = ("WHERE client = ?", [client]) if client is not None else ("", [])
        sql = f"SELECT state, count(*) FROM orders {where} GROUP BY state"
        return dict(self._store.query(sql, *parameters))

    def seen(self, name: str) -> int:
        """Return the number of the last change of an order; 0 if there is none."""
        for (seen,) in self._store.query("SELECT seen FROM orders WHERE id = ?", name):
            return int(seen)
        return 0

    # Taking orders

    def place(
        self, name: str, kind: str, request: str, options: Mapping[str, Any], client: str
    ) -> Order:
        """Take an order, or join one that is open; one that has ended begins again."""
        with self._store.transaction() as writer:
            found = self._read("WHERE id = ?", name)
            if found and found[0].state.is_open:
                if found[0].state is OrderState.QUEUED:
                    self._grant(writer, found[0], options)
                return self.get(name)
            if found:
                self._change(
                    writer,
                    name,
                    state=OrderState.QUEUED,
                    owner="",
                    tries=0,
                    options=json.dumps(options),
                    client=client,
                    created=time.time(),
                    problem=None,
                    result=None,
                )
            else:
                writer.execute(
                    f"INSERT INTO orders ({_COLUMNS}) VALUES"
                    " (?, ?, ?, ?, ?, 'queued', '', 0, 0, 1, ?, 0, '{}', NULL, NULL)",
                    [name, kind, request, json.dumps(options), client, time.time()],
                )
        return self.get(name)

    def reopen(self, name: str, options: Mapping[str, Any]) -> Order:
        """Put an order that has ended without an answer back into the queue."""
        with self._store.transaction() as writer:
            order = self.get(name)
            if not order.state.is_open and order.state is not OrderState.DONE:
                self._grant(writer, order, options)
                self._change(writer, name, state=OrderState.QUEUED, owner="", tries=0, problem=None)
        return self.get(name)

    def cancel(self, name: str) -> Order:
        """Cancel an order that is open; its owner will notice."""
        with self._store.transaction() as writer:
            if self.get(name).state.is_open:
                self._change(writer, name, state=OrderState.CANCELLED)
        return self.get(name)

    # Working on them

    def claim(self, name: str, owner: str) -> bool:
        """Make a queued order one's own; False if another was faster."""
        with self._store.transaction() as writer:
            changed = writer.execute(
                "UPDATE orders SET state = 'running', owner = ?, beat = ?, tries = tries + 1,"
                " seen = seen + 1 WHERE id = ? AND state = 'queued'",
                [owner, time.time(), name],
            )
            return changed.rowcount > 0

    def beat(self, owner: str) -> None:
        """Show that an owner is alive."""
        with self._store.transaction() as writer:
            writer.execute(
                "UPDATE orders SET beat = ? WHERE owner = ? AND state = 'running'",
                [time.time(), owner],
            )

    def release(self, name: str, owner: str, *, counted: bool = True) -> None:
        """Give an order back to the queue; the try counts unless the order is not to blame."""
        with self._store.transaction() as writer:
            if not counted:
                writer.execute("UPDATE orders SET tries = max(0, tries - 1) WHERE id = ?", [name])
            self._if_owned(writer, name, owner, state=OrderState.QUEUED, owner="")

    def tell(self, name: str, owner: str, progress: Mapping[str, Any]) -> None:
        """Store how far an order has come."""
        with self._store.transaction() as writer:
            self._if_owned(writer, name, owner, progress=json.dumps(progress))

    def finish(
        self,
        name: str,
        owner: str,
        state: OrderState,
        *,
        result: Any = None,
        problem: str | None = None,
    ) -> None:
        """Store what has become of an order, if it is still its owner's."""
        with self._store.transaction() as writer:
            self._if_owned(
                writer,
                name,
                owner,
                state=state,
                result=None if result is None else json.dumps(result),
                problem=problem,
            )

    def spend(self, name: str, seconds: float) -> None:
        """Add to the time that an order has taken."""
        with self._store.transaction() as writer:
            writer.execute(
                "UPDATE orders SET spent = spent + ?, seen = seen + 1 WHERE id = ?",
                [seconds, name],
            )

    def forget(self, before: float) -> None:
        """Drop orders that ended and were created before a time: their answers are remembered."""
        with self._store.transaction() as writer:
            writer.execute(
                "DELETE FROM orders WHERE created < ? AND state NOT IN ('queued', 'running')",
                [before],
            )

    # Inside

    def _grant(self, writer: sqlite3.Connection, order: Order, options: Mapping[str, Any]) -> None:
        """Give an order as much time as the most patient of those who want it has asked for."""
        if options["seconds"] > order.options["seconds"]:
            granted = json.dumps({**order.options, "seconds": options["seconds"]})
            self._change(writer, order.id, options=granted)

    @staticmethod
    def _change(writer: sqlite3.Connection, name: str, **values: object) -> None:
        settings = ", ".join(f"{column} = ?" for column in values)
        writer.execute(
            f"UPDATE orders SET {settings}, seen = seen + 1 WHERE id = ?", [*values.values(), name]
        )

    @staticmethod
    def _if_owned(writer: sqlite3.Connection, name: str, holder: str, **values: object) -> None:
        settings = ", ".join(f"{column} = ?" for column in values)
        writer.execute(
            f"UPDATE orders SET {settings}, seen = seen + 1"
            " WHERE id = ? AND owner = ? AND state = 'running'",
            [*values.values(), name, holder],
        )

    def _read(self, tail: str, *parameters: str | int) -> list[Order]:
        rows = self._store.query(f"SELECT {_COLUMNS} FROM orders {tail}", *parameters)
        return [_order(*row) for row in rows]


def _order(*row: Any) -> Order:
    said = dict(zip(_COLUMNS.split(", "), row, strict=True))
    said["options"] = json.loads(said["options"])
    said["state"] = OrderState(said["state"])
    said["progress"] = json.loads(said["progress"])
    said["result"] = None if said["result"] is None else json.loads(said["result"])
    return Order(**said)
