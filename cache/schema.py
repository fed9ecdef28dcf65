"""The schema as all steps make it, so that a new file is made at once.

sqlite_utils takes half a second to import, and more where pandas is installed, which it imports
too. A step that is not here yet is applied as to an older file; a test says so.
"""

import sqlite3
from collections.abc import Sequence
from datetime import UTC, datetime

STEPS_SEEN = 12
"""How many steps have made this schema."""

STATEMENTS = (
    """\
CREATE TABLE "_sqlite_migrations" (
   "id" INTEGER PRIMARY KEY,
   "migration_set" TEXT,
   "name" TEXT,
   "applied_at" TEXT
)""",
    """\
CREATE UNIQUE INDEX "idx__sqlite_migrations_migration_set_name"
    ON "_sqlite_migrations" ("migration_set", "name")""",
    """\
CREATE TABLE "answers" (
   "signature" TEXT PRIMARY KEY NOT NULL,
   "verb" TEXT NOT NULL,
   "question" TEXT NOT NULL,
   "status" TEXT NOT NULL,
   "value" INTEGER,
   "lower" INTEGER,
   "upper" INTEGER,
   "placement" TEXT,
   "count" TEXT,
   "exact" INTEGER NOT NULL,
   "engine" TEXT NOT NULL,
   "version" TEXT NOT NULL,
   "seconds" REAL NOT NULL,
   "created" TEXT NOT NULL,
   "note" TEXT NOT NULL
, "by_size" TEXT, "beginning" TEXT, "placements" TEXT, "certificate" TEXT, "asked" TEXT, \
"kind" TEXT, "piece" TEXT, "rows" INTEGER, "columns" INTEGER, "topology" TEXT, "trust" TEXT)""",
    """\
CREATE TABLE "jobs" (
   "id" TEXT PRIMARY KEY,
   "verb" TEXT NOT NULL,
   "question" TEXT NOT NULL,
   "engine" TEXT NOT NULL,
   "value" INTEGER,
   "given" TEXT NOT NULL,
   "tuning" TEXT NOT NULL,
   "state" TEXT NOT NULL,
   "computed" INTEGER NOT NULL,
   "created" TEXT NOT NULL
, "revision" INTEGER NOT NULL DEFAULT 1)""",
    """\
CREATE TABLE "parts" (
   "job" TEXT,
   "name" TEXT,
   "parent" TEXT,
   "times" TEXT NOT NULL,
   "weight" REAL NOT NULL,
   "state" TEXT NOT NULL,
   "count" TEXT,
   "placement" TEXT,
   "seconds" REAL, "method" TEXT NOT NULL DEFAULT '',
   PRIMARY KEY ("job", "name")
)""",
    """\
CREATE TABLE "journal" (
   "id" INTEGER PRIMARY KEY,
   "request" TEXT NOT NULL,
   "engine" TEXT NOT NULL,
   "version" TEXT NOT NULL,
   "value" INTEGER,
   "given" TEXT NOT NULL,
   "placement" TEXT,
   "method" TEXT NOT NULL,
   "seconds" REAL NOT NULL,
   "created" TEXT NOT NULL,
   "source" TEXT NOT NULL
, "revision" INTEGER NOT NULL DEFAULT 1)""",
    """\
CREATE INDEX "idx_journal_request_engine_given"
    ON "journal" ("request", "engine", "given")""",
    """\
CREATE TABLE "races" (
   "sort" TEXT PRIMARY KEY,
   "engine" TEXT NOT NULL,
   "solver" TEXT,
   "seconds" REAL NOT NULL
)""",
    """\
CREATE INDEX "answers_by_facets"
    ON "answers" ("kind", "piece", "rows", "columns", "topology", "asked", \
"verb", "question", "signature", "trust", "status")""",
    """\
CREATE TABLE "orders" (
   "id" TEXT PRIMARY KEY,
   "kind" TEXT NOT NULL,
   "request" TEXT NOT NULL,
   "options" TEXT NOT NULL,
   "client" TEXT NOT NULL,
   "state" TEXT NOT NULL,
   "owner" TEXT NOT NULL,
   "beat" REAL NOT NULL,
   "tries" INTEGER NOT NULL,
   "seen" INTEGER NOT NULL,
   "created" REAL NOT NULL,
   "spent" REAL NOT NULL,
   "progress" TEXT NOT NULL,
   "result" TEXT,
   "problem" TEXT
)""",
    """\
CREATE INDEX "idx_orders_state_created"
    ON "orders" ("state", "created")""",
)
"""What SQLite says of a file that all steps have made, in that order."""


def create(connection: sqlite3.Connection, names: Sequence[str]) -> None:
    """Fill an empty file, and note the names of the steps that this stands for."""
    for statement in STATEMENTS:
        connection.execute(statement)
    now = str(datetime.now(UTC))
    connection.executemany(
        "INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES (?, ?, ?)",
        [("satchess", name, now) for name in names],
    )
