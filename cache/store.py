"""The store of remembered answers."""

import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from satchess.answers import Answer
from satchess.cache.facets import DERIVED, EVERYTHING, Filter, Found, facets_of, search, tail
from satchess.cache.merging import learned, merge
from satchess.cache.opening import open_reader, open_writer, plain_errors, transaction
from satchess.cache.records import COLUMNS, Row, from_row, is_foreign, to_row
from satchess.closable import Closable
from satchess.errors import BadInput, CacheConflict, CacheDamaged, CacheUnwritable

if TYPE_CHECKING:
    from satchess.cache.jobs import JobBook
    from satchess.cache.journal import Journal
    from satchess.cache.orders import OrderBook
    from satchess.cache.races import RaceBook

# What a look-up does without is imported on use.

_WRITTEN = [f'"{column}"' for column in (*COLUMNS, *DERIVED)]
_UPSERT = (
    f"INSERT INTO answers ({', '.join(_WRITTEN)})"
    f" VALUES ({', '.join(f':{column}' for column in (*COLUMNS, *DERIVED))})"
    f" ON CONFLICT (signature) DO UPDATE SET"
    f" {', '.join(f'{column} = excluded.{column}' for column in _WRITTEN)}"
)


@dataclass(frozen=True)
class ImportReport:
    """How many answers an import added, improved, and found to be known already."""

    added: int = 0
    improved: int = 0
    known: int = 0


class Store(Closable):
    """Answers in an SQLite file, opened on first use; use one store per thread.

    Rows go through the standard library; sqlite_utils handles only the schema.
    """

    def __init__(self, path: Path, *, patience: float = 30.0, read_only: bool = False) -> None:
        self.path = path
        self.patience = patience
        """How many seconds to wait for other processes."""
        self.read_only = read_only
        """Whether nothing is ever written, whoever asks."""
        self._reader: sqlite3.Connection | None = None
        self._writer: sqlite3.Connection | None = None

    def close(self) -> None:
        """Close the file; the next use opens it again."""
        if self._reader is not None:
            self._reader.close()
        if self._writer is not None:
            self._writer.close()
        self._reader = self._writer = None

    @cached_property
    def jobs(self) -> "JobBook":
        """Long work, in parts."""
        from satchess.cache.jobs import JobBook

        return JobBook(self)

    @cached_property
    def journal(self) -> "Journal":
        """What engines have decided on their way to an answer."""
        from satchess.cache.journal import Journal

        return Journal(self)

    @cached_property
    def races(self) -> "RaceBook":
        """Which engine won, for sorts of requests."""
        from satchess.cache.races import RaceBook

        return RaceBook(self)

    @cached_property
    def orders(self) -> "OrderBook":
        """What a service was asked to work on."""
        from satchess.cache.orders import OrderBook

        return OrderBook(self)

    # One answer

    def get(self, digest: str) -> Answer | None:
        """Return the answer stored under a signature, final or not."""
        for row in self._select("WHERE signature = ?", digest):
            return self._read(row)
        return None

    def put(self, answer: Answer) -> Answer:
        """Store an answer in canonical orientation; return it merged with what was stored."""
        if not learned(answer):
            return self.get(answer.signature) or answer
        with self.transaction() as writer:
            _, merged = self._merge(writer, answer, self.now())
        return merged

    # All answers

    def rows(self, pattern: str | None = None) -> Iterator[Answer]:
        """Yield the answers with a shell pattern anywhere in their `verb question`."""
        for row in self._matching(pattern):
            if not is_foreign(row):
                yield self._read(row)

    def foreign(self, pattern: str | None = None) -> Iterator[str]:
        """Yield the matching requests whose questions come from plugins not installed."""
        for row in self._matching(pattern):
            if is_foreign(row):
                yield f"{row['verb']} {row['question']}"

    def found(self, wanted: Filter = EVERYTHING) -> Found:
        """Count what a filter finds, and the values of each facet."""
        return search(self, wanted)

    def page(self, wanted: Filter, limit: int, offset: int = 0) -> list[Answer]:
        """Return some of what a filter finds, in order; what no plugin here reads is left out."""
        end, parameters = tail(wanted, limit, offset)
        rows = self._select(end, *parameters)
        return [self._read(row) for row in rows if not is_foreign(row)]

    def _matching(self, pattern: str | None) -> list[Row]:
        matching = "WHERE verb || ' ' || question GLOB ? ORDER BY verb, question"
        return self._select(matching, f"*{pattern or ''}*")

    def stats(self) -> dict[str, object]:
        """Return statistics of the file; `seconds` is the work that final answers save."""
        answers: dict[str, dict[str, int]] = {}
        for answer in self.rows():
            statuses = answers.setdefault(answer.verb, {})
            statuses[answer.status] = statuses.get(answer.status, 0) + 1
        times = [time for (time,) in self.query("SELECT created FROM answers ORDER BY created")]
        return {
            "path": str(self.path),
            "bytes": self.path.stat().st_size if self.path.exists() else 0,
            "answers": answers,
            "oldest": times[0] if times else None,
            "newest": times[-1] if times else None,
            "seconds": sum(answer.seconds for answer in self.rows() if answer.status.is_final),
        }

    def check(self) -> Iterator[str]:
        """Yield what is wrong with the file and with its answers."""
        from satchess.cache.checking import problems

        try:
            for (problem,) in self.query("PRAGMA integrity_check"):
                if problem != "ok":
                    yield f"cache {self.path}: {problem}"
            for row in self._select("ORDER BY verb, question"):
                for problem in problems(row):
                    yield f"{row['verb']} {row['question']}: {problem}"
            yield from self.journal.check()
        except CacheDamaged as error:
            yield str(error)

    # Copies

    def export_lines(self) -> Iterator[str]:
        """Yield every answer as a line of JSON."""
        for row in self._select("ORDER BY verb, question"):
            yield json.dumps(row)

    def import_lines(self, lines: Iterable[str], source_name: str) -> ImportReport:
        """Merge the output of `export_lines`, all or nothing: a bad line changes nothing."""
        said = [
            (f"{source_name}:{number}", _parse_line(line, f"{source_name}:{number}"))
            for number, line in enumerate(lines, start=1)
            if line.strip()
        ]
        tally = {"added": 0, "improved": 0, "known": 0}
        with self.transaction() as writer:
            for where, row in said:
                try:
                    what, _ = self._merge(writer, from_row(row), str(row["created"]))
                except CacheConflict as error:
                    raise CacheConflict(f"{where}: {error}") from None
                except (ValueError, OverflowError) as error:  # what SQLite cannot hold
                    raise BadInput(f"{where}: {error}") from None
                tally[what] += 1
        return ImportReport(**tally)

    # For the modules of this package

    @staticmethod
    def now() -> str:
        """Return the current time, as stored in rows."""
        return datetime.now(UTC).isoformat(timespec="seconds")

    def writing(self) -> sqlite3.Connection:
        """Return the connection for writing, creating the file if need be."""
        if self.read_only:
            raise CacheUnwritable(f"cache {self.path}: opened for reading only")
        if self._writer is None:
            self.close()
            self._writer = open_writer(self.path, self.patience)
        return self._writer

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """Hold the write lock: all of the block is stored, or nothing."""
        with plain_errors(self.path), transaction(self.writing()) as writer:
            yield writer

    def query(self, sql: str, *parameters: str | int | None) -> list[tuple[Any, ...]]:
        """Return the rows of a query; none if there is no file."""
        with plain_errors(self.path):
            connection = self._reading()
            return [] if connection is None else connection.execute(sql, parameters).fetchall()

    # Inside

    def _merge(
        self, writer: sqlite3.Connection, answer: Answer, created: str
    ) -> tuple[str, Answer]:
        """Merge an answer into its row; return what changed. Call it inside a transaction."""
        stored = self.get(answer.signature)
        merged = merge(stored or answer, answer)
        if merged is stored or not learned(merged):
            return "known", merged
        row = to_row(merged, created)
        verb, question, engine = (str(row[name]) for name in ("verb", "question", "engine"))
        derived = facets_of(verb, question, engine, row["certificate"])
        writer.execute(_UPSERT, {**row, **derived})
        return "improved" if stored else "added", merged

    def _reading(self) -> sqlite3.Connection | None:
        if self._writer is not None:
            return self._writer
        if self._reader is None:
            self._reader = open_reader(self.path, self.patience)
        return self._reader

    def _select(self, tail: str = "", *parameters: str | int) -> list[Row]:
        found = self.query(f"SELECT {', '.join(COLUMNS)} FROM answers {tail}", *parameters)
        return [dict(zip(COLUMNS, row, strict=True)) for row in found]

    def _read(self, row: Row) -> Answer:
        try:
            return from_row(row)
        except ValueError as error:
            raise CacheDamaged(
                f"cache {self.path}: damaged at {row['signature']}: {error}"
            ) from error


def _parse_line(line: str, where: str) -> Row:
    from satchess.cache.checking import problems

    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise BadInput(f"{where}: {error}; expected an answer in JSON") from None
    if not isinstance(row, dict):
        raise BadInput(f"{where}: {line.strip()[:40]!r}: expected an answer, a JSON object")
    for problem in problems(row):
        raise BadInput(f"{where}: {problem}")
    return row
