"""Opening the file: identified by its application id, created by one process, never overwritten.

Only SQLite ever opens the file: closing a plain file handle would drop the locks that this process
holds on it (https://sqlite.org/howtocorrupt.html, section 2.2).
"""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from satchess.cache.forking import Connection, no_fork_meanwhile
from satchess.cache.migrations import APPLICATION_ID, STEPS, migrate
from satchess.errors import CacheDamaged, CacheError, CacheUnwritable

_UNWRITABLE = {
    sqlite3.SQLITE_BUSY: "another process has locked it for too long",
    sqlite3.SQLITE_LOCKED: "another connection has locked it",
    sqlite3.SQLITE_FULL: "there is no room left",
    sqlite3.SQLITE_IOERR: "it cannot be read or written (is the disk full?)",
    sqlite3.SQLITE_PERM: "permission denied",
    sqlite3.SQLITE_READONLY: "it is read-only",
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened",
}

_COMPLAINTS = (sqlite3.Error, UnicodeDecodeError)
"""What sqlite3 raises; the latter if its message quotes a damaged file."""

_UNTOUCHED = "mode=ro&immutable=1"
"""Open without locking, and without creating files beside it."""


@contextmanager
def plain_errors(path: Path) -> Iterator[None]:
    """Turn errors of SQLite and the system into ours, in one line."""
    try:
        with no_fork_meanwhile():
            yield
    except _COMPLAINTS as error:
        if reason := _UNWRITABLE.get(_code(error)):
            raise CacheUnwritable(f"cache {path}: {reason}") from error
        words = " ".join(str(error).split())
        raise CacheDamaged(f"cache {path}: damaged, and left as it is: {words}") from error
    except OSError as error:
        raise CacheUnwritable(f"cache {path}: {error.strerror}") from error


def open_reader(path: Path, patience: float) -> sqlite3.Connection | None:
    """Open for reading; None if there is no file, or nothing in it yet."""
    if not _is_filled(path):
        return None
    _refuse_foreign(path)
    try:
        # Not mode=ro: that cannot roll back what a killed process left half done, and leaves -wal
        # and -shm files behind. SQLite itself falls back to read-only where it must not write.
        connection, version = _connect(path, "mode=rw", patience)
    except sqlite3.OperationalError as error:
        # in a read-only folder or on a full disk, the lock files cannot be created
        if _code(error) not in _UNWRITABLE or _is_filled(path.with_name(f"{path.name}-wal")):
            raise
        connection, version = _snapshot(path)
    if version == len(STEPS):
        connection.execute("PRAGMA query_only = on")
        return connection
    connection.close()
    # in a file without a schema, another process is about to write its first answer
    return open_writer(path, patience) if version else None


def open_writer(path: Path, patience: float) -> sqlite3.Connection:
    """Open for writing; create the file or migrate its schema if need be."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if _is_filled(path):
        _refuse_foreign(path)
    connection, version = _connect(path, "mode=rwc", patience)
    try:
        if version < len(STEPS):
            with transaction(connection):
                if _version(connection, path) < len(STEPS):  # no other process was faster
                    migrate(connection)
        _use_write_ahead_log(connection, patience)
    except BaseException:
        connection.close()
        raise
    return connection


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    """Hold the write lock: all of the block is stored, or nothing."""
    # A plain BEGIN locks at the first write, too late to protect earlier reads of the block.
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield connection
        connection.commit()
    except BaseException:
        connection.rollback()
        raise


def _connect(path: Path, options: str, patience: float) -> tuple[sqlite3.Connection, int]:
    """Return a connection, and the schema version of the file."""
    uri = f"{path.absolute().as_uri()}?{options}"
    connection = Connection(
        uri,
        uri=True,
        timeout=patience,
        isolation_level=None,
        check_same_thread=False,  # the forking thread closes it in the child
    )
    try:
        return connection, _version(connection, path)
    except BaseException:
        connection.close()
        raise


def _snapshot(path: Path) -> tuple[sqlite3.Connection, int]:
    """Return a copy in memory: without locks, a file others may write must not stay open."""
    connection, version = _connect(path, _UNTOUCHED, patience=0)
    copy = sqlite3.connect(":memory:", isolation_level=None)
    with closing(connection):
        connection.backup(copy)
    return copy, version


def _is_filled(path: Path) -> bool:
    if path.exists() and not path.is_file():
        raise CacheUnwritable(f"cache {path}: not a file")
    return path.exists() and path.stat().st_size > 0


def _refuse_foreign(path: Path) -> None:
    """Raise if the file belongs to another program, before touching it."""
    # If it cannot be read without locks, leave it to the connection that takes them: another
    # process may be writing the first pages.
    with suppress(*_COMPLAINTS):
        connection, _ = _connect(path, _UNTOUCHED, patience=0)
        connection.close()


def _version(connection: sqlite3.Connection, path: Path) -> int:
    """Return the schema version of the file, 0 if it is empty."""
    # Read the application id last: until it is ours, no satchess has begun to fill the file.
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    (owner,) = connection.execute("PRAGMA application_id").fetchone()
    if owner != APPLICATION_ID:
        if owner or version or tables:
            raise CacheDamaged(f"cache {path}: a database of another program, left as it is")
        return 0
    if version > len(STEPS):
        raise CacheError(
            f"cache {path}: written by a newer satchess (schema {version}, expected at most "
            f"{len(STEPS)}); update satchess, or set SATCHESS_CACHE to another file"
        )
    return int(version)


def _use_write_ahead_log(connection: sqlite3.Connection, patience: float) -> None:
    # SQLite does not wait for others when it switches the mode; the file then keeps it.
    deadline = time.monotonic() + patience
    while True:
        try:
            connection.execute("PRAGMA journal_mode = wal")
            return
        except sqlite3.OperationalError as error:
            if _code(error) != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(0.01)


def _code(error: Exception) -> int:
    """Return the primary error code; 0 for errors of Python itself."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF
