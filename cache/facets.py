"""Facets: columns by which remembered answers are found, each following from the rest of its row.

They stand in the table so that one indexed query finds a page of answers and counts the values of
every facet; no row is parsed for that but those of the page.
"""

import sqlite3
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING

from satchess.answers import Trust
from satchess.errors import BadInput, BadPlugin
from satchess.questions import Question

if TYPE_CHECKING:
    from satchess.cache.store import Store

FACETS = ("asked", "kind", "piece", "rows", "columns", "topology", "trust", "status")
"""The columns: `asked` is the verb without its flags, `kind` the first word of the question."""

DERIVED = tuple(name for name in FACETS if name != "status")
"""Those that are not among the columns of an answer."""

ORDER = ("kind", "piece", "rows", "columns", "topology", "asked", "verb", "question", "signature")
"""In which answers are listed: a question on growing boards."""


@dataclass(frozen=True)
class Filter:
    """Which answers are wanted: those with these values; None is any."""

    asked: str | None = None
    kind: str | None = None
    piece: str | None = None
    rows: int | None = None
    columns: int | None = None
    topology: str | None = None
    trust: str | None = None
    status: str | None = None
    text: str | None = None
    """What stands anywhere in `verb question`."""

    def clause(self, *, without: str = "") -> tuple[str, list[str | int]]:
        """Return a condition of SQL and its parameters, but for one facet."""
        said = {name: value for name, value in asdict(self).items() if value is not None}
        said.pop(without, None)
        text = said.pop("text", None)
        conditions = [f'"{name}" = ?' for name in said]
        parameters: list[str | int] = list(said.values())
        if text is not None:
            conditions.append("instr(verb || ' ' || question, ?)")
            parameters.append(text)
        return " AND ".join(conditions) or "1", parameters


EVERYTHING = Filter()


@dataclass(frozen=True)
class Found:
    """How many answers there are, and how many of them have each value of each facet.

    The numbers of a facet are those that one would find by choosing another value of it.
    """

    total: int
    numbers: dict[str, dict[str | int, int]] = field(default_factory=dict)


def facets_of(verb: str, question: str, engine: str, certificate: object) -> dict[str, object]:
    """Return the derived columns of a row; a question that nobody here can read has few."""
    unproved = Trust.CONFIRMED if "+" in engine else Trust.SINGLE
    trust = Trust.CERTIFIED if certificate else unproved
    known: dict[str, object] = dict.fromkeys(DERIVED)
    known |= {"asked": verb.partition(" ")[0], "kind": question.partition(" ")[0]}
    known["trust"] = str(trust)
    try:
        parsed = Question.parse(question)
    except (BadInput, BadPlugin):
        return known
    board = parsed.board
    piece = getattr(parsed, "piece", None)
    known["piece"] = None if piece is None else str(piece)
    if board.graph is not None:
        return {**known, "topology": "graph"}
    sizes = {"rows": board.rows, "columns": board.columns, "topology": str(board.topology)}
    return {**known, **sizes}


def fill(connection: sqlite3.Connection) -> None:
    """Write the facets of all rows, as a migration does for those of older files."""
    rows = connection.execute("SELECT signature, verb, question, engine, certificate FROM answers")
    settings = ", ".join(f'"{name}" = :{name}' for name in DERIVED)
    for signature, *said in rows.fetchall():
        connection.execute(
            f"UPDATE answers SET {settings} WHERE signature = :signature",
            {**facets_of(*said), "signature": signature},
        )


def search(store: "Store", wanted: Filter) -> Found:
    """Count what a filter finds, and the values of each facet: one query, answered by an index."""
    parts, parameters = [], []
    for name in FACETS:
        clause, values = wanted.clause(without=name)
        parts.append(
            f"""SELECT '{name}', "{name}", count(*) FROM answers WHERE {clause} GROUP BY 2"""
        )
        parameters += values
    clause, values = wanted.clause()
    parts.append(f"SELECT '', NULL, count(*) FROM answers WHERE {clause}")
    rows = store.query(" UNION ALL ".join(parts), *parameters, *values)
    numbers: dict[str, dict[str | int, int]] = {name: {} for name in FACETS}
    total = 0
    for name, value, number in rows:
        if not name:
            total = number
        elif value is not None:
            numbers[name][value] = number
    return Found(total, {name: dict(sorted(n.items())) for name, n in numbers.items()})


def tail(wanted: Filter, limit: int, offset: int) -> tuple[str, list[str | int]]:
    """Return the end of a query for a page of answers."""
    clause, parameters = wanted.clause()
    order = ", ".join(f'"{name}"' for name in ORDER)
    return f"WHERE {clause} ORDER BY {order} LIMIT ? OFFSET ?", [*parameters, limit, offset]
