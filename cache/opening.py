"""Opening the file: known by its application id, created by one process, never overwritten.

The file is never opened by other means than SQLite: closing a plain file handle would drop the
locks that this process holds on it (https://sqlite.org/howtocorrupt.html, section 2.2).
"""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from satchess.cache.migrations import APPLICATION_ID, STEPS, migrate
from satchess.errors import CacheDamaged, CacheError, CacheUnwritable

if TYPE_CHECKING:
    from sqlite_utils import Database

_UNWRITABLE = {
    sqlite3.SQLITE_BUSY: "another process has locked it for too long",
    sqlite3.SQLITE_LOCKED: "another connection has locked it",
    sqlite3.SQLITE_FULL: "there is no room left",
    sqlite3.SQLITE_IOERR: "it cannot be read or written (is the disk full?)",
    sqlite3.SQLITE_PERM: "permission denied",
    sqlite3.SQLITE_READONLY: "it is read-only",
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened",
}


@contextmanager
def plain_errors(path: Path) -> Iterator[None]:
    """Say what SQLite and the system complain about as one of our errors, in one line."""
    try:
        yield
    except sqlite3.Error as error:
        if reason := _UNWRITABLE.get(_code(error)):
            raise CacheUnwritable(f"cache {path}: {reason}") from error
        raise CacheDamaged(f"cache {path}: damaged, and left as it is: {error}") from error
    except OSError as error:
        raise CacheUnwritable(f"cache {path}: {error.strerror}") from error


def open_reader(path: Path, patience: float) -> sqlite3.Connection | None:
    """Open for reading; None if there is no file, or nothing in it yet."""
    if not _is_filled(path):
        return None
    _refuse_foreign(path, patience)
    # Not mode=ro: that could not undo what a killed process left half done, and would leave its
    # own -wal and -shm files behind. SQLite falls back to reading where it must not write.
    connection = _connect(path, "mode=rw", patience)
    try:
        version = _version(connection, path)
    except sqlite3.OperationalError as error:
        connection.close()
        if _code(error) not in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN):
            raise
        if path.with_name(f"{path.name}-wal").exists():
            raise
        # A read-only folder: no lock can be taken, and nobody writes.
        connection = _connect(path, "mode=ro&immutable=1", patience)
        version = _version(connection, path)
    except BaseException:
        connection.close()
        raise
    if version == len(STEPS):
        connection.execute("PRAGMA query_only = on")
        return connection
    connection.close()
    if version == 0:  # another process is creating it
        return None
    return open_writer(path, patience).conn


def open_writer(path: Path, patience: float) -> "Database":
    """Open for writing; create the file, and bring its schema up to date."""
    from sqlite_utils import Database

    path.parent.mkdir(parents=True, exist_ok=True)
    if _is_filled(path):
        _refuse_foreign(path, patience)
    connection = _connect(path, "mode=rwc", patience)
    try:
        db = Database(connection, execute_plugins=False)
        if _version(connection, path) < len(STEPS):
            with transaction(db):
                if _version(connection, path) < len(STEPS):  # nobody else was faster
                    migrate(db)
        _use_write_ahead_log(db, patience)
    except BaseException:
        connection.close()
        raise
    return db


@contextmanager
def transaction(db: "Database") -> Iterator["Database"]:
    """Hold the write lock: all of the block is stored, or nothing."""
    # Not db.atomic() alone: its BEGIN takes the lock at the first write, too late for what the
    # block read before.
    db.execute("BEGIN IMMEDIATE")
    try:
        yield db
        db.commit()
    except BaseException:
        db.rollback()
        raise


def _connect(path: Path, options: str, patience: float) -> sqlite3.Connection:
    uri = f"{path.absolute().as_uri()}?{options}"
    return sqlite3.connect(uri, uri=True, timeout=patience, isolation_level=None)


def _is_filled(path: Path) -> bool:
    if path.exists() and not path.is_file():
        raise CacheUnwritable(f"cache {path}: not a file")
    return path.exists() and path.stat().st_size > 0


def _refuse_foreign(path: Path, patience: float) -> None:
    """Raise if the file is of another program, before anything is done to it."""
    # `immutable` takes no lock and makes no file. What it cannot read is left to the connection
    # that takes locks: another process may be writing its first page.
    probe = _connect(path, "mode=ro&immutable=1", patience)
    try:
        with suppress(sqlite3.Error):
            _version(probe, path)
    finally:
        probe.close()


def _version(connection: sqlite3.Connection, path: Path) -> int:
    """Return the number of steps that the file has seen, 0 for an empty one."""
    # The owner is asked for last: as long as it is not ours, nobody has begun to fill the file.
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


def _use_write_ahead_log(db: "Database", patience: float) -> None:
    # SQLite does not wait for others when it switches; the file keeps the mode once it has it.
    deadline = time.monotonic() + patience
    while True:
        try:
            return db.enable_wal()
        except sqlite3.OperationalError as error:
            if _code(error) != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(0.01)


def _code(error: sqlite3.Error) -> int:
    """Return the primary error code; 0 where Python itself complains."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF
