"""The schema, as an append-only list of steps.

A released step is never edited: a schema change is one more step at the end. sqlite_utils takes
half a second to import, so it is imported only to migrate a file: a new one is made by
`satchess.cache.schema`.
"""

import sqlite3
from collections.abc import Callable
from typing import TYPE_CHECKING

from satchess.cache import schema

if TYPE_CHECKING:
    from sqlite_utils import Database

APPLICATION_ID = 0x53415443
"""`SATC`, in the header of every satchess file, to recognise foreign ones."""


def create_answers(db: "Database") -> None:
    """One row for each signature. Counts are text: they exceed the 64 bits of an integer."""
    db.table("answers").create(
        {
            "signature": str,
            "verb": str,
            "question": str,
            "status": str,
            "value": int,
            "lower": int,
            "upper": int,
            "placement": str,
            "count": str,
            "exact": int,
            "engine": str,
            "version": str,
            "seconds": float,
            "created": str,
            "note": str,
        },
        pk="signature",
        not_null={
            *("signature", "verb", "question", "status", "exact"),
            *("engine", "version", "seconds", "created", "note"),
        },
    )


def add_by_size(db: "Database") -> None:
    """The number of placements of each size, as text: `5:4860 6:180` and so on."""
    db.table("answers").add_column("by_size", str)


def add_beginning(db: "Database") -> None:
    """The proved beginning of the smallest fingerprint, as text: `1922 1570 1570`."""
    db.table("answers").add_column("beginning", str)


def create_jobs(db: "Database") -> None:
    """One row for each job, and one for each of its parts."""
    db.table("jobs").create(
        {
            "id": str,
            "verb": str,
            "question": str,
            "engine": str,
            "value": int,
            "given": str,
            "tuning": str,
            "state": str,
            "computed": int,
            "created": str,
        },
        pk="id",
        not_null={"verb", "question", "engine", "given", "tuning", "state", "computed", "created"},
    )
    db.table("parts").create(
        {
            "job": str,
            "name": str,
            "parent": str,
            "times": str,
            "weight": float,
            "state": str,
            "count": str,
            "placement": str,
            "seconds": float,
        },
        pk=("job", "name"),
        not_null={"times", "weight", "state"},
    )


def add_method(db: "Database") -> None:
    """How a part was done, in a few words."""
    db.table("parts").add_column("method", str, not_null_default="")


def create_journal(db: "Database") -> None:
    """One row for each decided prefix: refuted, unless it has a placement."""
    table = db.table("journal")
    table.create(
        {
            "id": int,
            "request": str,
            "engine": str,
            "version": str,
            "value": int,
            "given": str,
            "placement": str,
            "method": str,
            "seconds": float,
            "created": str,
            "source": str,
        },
        pk="id",
        not_null={
            *("request", "engine", "version", "given"),
            *("method", "seconds", "created", "source"),
        },
    )
    table.create_index(["request", "engine", "given"])


def add_revision(db: "Database") -> None:
    """The engine revision of a job or an entry; older rows are of the first."""
    for table in ("jobs", "journal"):
        db.table(table).add_column("revision", int, not_null_default=1)


def add_placements(db: "Database") -> None:
    """The placements of a list, as text: `a1 b3; b1 c3`."""
    db.table("answers").add_column("placements", str)


def create_races(db: "Database") -> None:
    """The engine that won the last race of each sort of requests."""
    db.table("races").create(
        {"sort": str, "engine": str, "solver": str, "seconds": float},
        pk="sort",
        not_null={"engine", "seconds"},
    )


def add_certificate(db: "Database") -> None:
    """The digest of a certificate that proves an answer."""
    db.table("answers").add_column("certificate", str)


def add_facets(db: "Database") -> None:
    """What answers are found by: see `satchess.cache.facets`."""
    from satchess.cache.facets import fill  # it needs the questions

    answers = db.table("answers")
    for name in ("asked", "kind", "piece", "rows", "columns", "topology", "trust"):
        answers.add_column(name, int if name in ("rows", "columns") else str)
    answers.create_index(
        [
            *("kind", "piece", "rows", "columns", "topology", "asked"),
            *("verb", "question", "signature", "trust", "status"),
        ],
        index_name="answers_by_facets",
    )
    fill(db.conn)


def create_orders(db: "Database") -> None:
    """What the service was asked to work on; `seen` grows with each change of a row."""
    table = db.table("orders")
    table.create(
        {
            "id": str,
            "kind": str,
            "request": str,
            "options": str,
            "client": str,
            "state": str,
            "owner": str,
            "beat": float,
            "tries": int,
            "seen": int,
            "created": float,
            "spent": float,
            "progress": str,
            "result": str,
            "problem": str,
        },
        pk="id",
        not_null={
            *("kind", "request", "options", "client", "state", "owner"),
            *("beat", "tries", "seen", "created", "spent", "progress"),
        },
    )
    table.create_index(["state", "created"])


STEPS: list[Callable[["Database"], None]] = [
    create_answers,
    add_by_size,
    create_jobs,
    add_beginning,
    add_method,
    create_journal,
    add_revision,
    add_placements,
    create_races,
    add_certificate,
    add_facets,
    create_orders,
]
"""Every step, oldest first; the schema version of a file is the number of steps it has seen."""


def migrate(connection: sqlite3.Connection) -> None:
    """Apply the missing steps. Call it inside a transaction."""
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if not tables:
        schema.create(connection, [step.__name__ for step in STEPS[: schema.STEPS_SEEN]])
    if tables or len(STEPS) > schema.STEPS_SEEN:
        apply_steps(connection)
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {len(STEPS)}")


def apply_steps(connection: sqlite3.Connection) -> None:
    """Apply the steps that a file has not seen, one after the other."""
    from sqlite_utils import Database, Migrations

    db = Database(connection, execute_plugins=False)
    migrations = Migrations("satchess")
    for step in STEPS:
        migrations(name=step.__name__)(step)
    migrations.apply(db)
