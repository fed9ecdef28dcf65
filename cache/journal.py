"""The journal: what engines decide on the way to an answer, written as they go.

An entry records that a prefix, in the engine's own notation, is refuted, or has a placement. It
stays once the answer is known, to show what the answer rests on.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from satchess import __version__
from satchess.errors import BadInput, CacheConflict, CacheDamaged
from satchess.questions import Question
from satchess.request import Request
from satchess.task import Claim, Fact

if TYPE_CHECKING:
    from satchess.cache.store import Store

_COLUMNS = (
    *("request", "engine", "revision", "version", "value", "given", "placement"),
    *("method", "seconds", "created", "source"),
)


@dataclass(frozen=True)
class JournalEntry:
    """A decision of an engine; `source` names the file it was imported from."""

    request: str
    engine: str
    revision: int
    """Revision of the engine; prefixes may mean something else in another one."""
    fact: Fact
    method: str
    seconds: float
    version: str = __version__
    created: str = ""
    source: str = ""
    number: int = 0
    """Entries are numbered in order of writing."""

    @property
    def kind(self) -> str:
        """The name of the method, without its figures."""
        return self.method.partition(":")[0]


def made_by(entry: JournalEntry) -> tuple[str, int, str]:
    """Return the engine of an entry, its revision and the version of satchess."""
    return entry.engine, entry.revision, entry.version


class Journal:
    """The journal of a store."""

    def __init__(self, store: "Store") -> None:
        self._store = store

    def entries(self, request: str, after: int = 0) -> list[JournalEntry]:
        """Return the entries of a request in order of writing, each checked.

        Only those `after` the entry of that number, if given.
        """
        question = Request.parse(request).question
        found = []
        for row in self._rows("WHERE request = ? AND id > ? ORDER BY id", request, after):
            for problem in _problems(row, question):
                raise CacheDamaged(f"cache {self._store.path}: damaged at the {problem}")
            found.append(_read(row, question))
        return found

    def add(self, entries: Iterable[JournalEntry]) -> int:
        """Write entries, all or nothing; return how many are new.

        `CacheConflict` if one contradicts a stored one.
        """
        with self._store.transaction() as writer:
            return sum([self.add_within(writer, entry) for entry in entries])

    def add_within(self, writer: sqlite3.Connection, entry: JournalEntry) -> bool:
        """Write an entry inside a transaction; return whether it is new."""
        claim, placement = entry.fact.claim, entry.fact.placement
        known = self._store.query(
            "SELECT placement FROM journal"
            " WHERE request = ? AND engine = ? AND revision = ? AND given = ? AND value IS ?",
            *(entry.request, entry.engine, entry.revision, claim.given, claim.value),
        )
        for (stored,) in known:
            if (stored is None) != (placement is None):
                says = ("has a placement", "is refuted")
                raise CacheConflict(
                    f"{entry.request}: in the journal of {entry.engine}, {claim.given!r}"
                    f" {says[stored is None]}, now it {says[placement is None]};"
                    " one of them is wrong"
                )
            return False
        words = None
        if placement is not None:
            words = " ".join(Request.parse(entry.request).question.words(placement))
        writer.execute(
            f"INSERT INTO journal ({', '.join(_COLUMNS)})"
            f" VALUES ({', '.join('?' for _ in _COLUMNS)})",
            [
                *(entry.request, entry.engine, entry.revision, entry.version),
                *(claim.value, claim.given, words),
                *(entry.method, entry.seconds, entry.created or self._store.now(), entry.source),
            ],
        )
        return True

    def forget(self, request: str) -> int:
        """Delete the entries of a request; return how many there were."""
        with self._store.transaction() as writer:
            return writer.execute("DELETE FROM journal WHERE request = ?", [request]).rowcount

    def check(self) -> Iterator[str]:
        """Yield what is wrong with the entries."""
        for row in self._rows("ORDER BY id"):
            try:
                question = Request.parse(row["request"]).question
            except BadInput as error:
                yield f"{_where(row)}: {error}"
            else:
                yield from _problems(row, question)

    def _rows(self, tail: str, *parameters: str | int) -> list[dict[str, Any]]:
        columns = ("id", *_COLUMNS)
        found = self._store.query(f"SELECT {', '.join(columns)} FROM journal {tail}", *parameters)
        return [dict(zip(columns, row, strict=True)) for row in found]


@dataclass(frozen=True)
class MethodTotal:
    """The decisions of one method, and their seconds."""

    method: str
    refuted: int
    placed: int
    seconds: float


def totals(entries: Iterable[JournalEntry]) -> list[MethodTotal]:
    """Return the totals of each method, in order of appearance."""
    kinds: dict[str, list[JournalEntry]] = {}
    for entry in entries:
        kinds.setdefault(entry.kind, []).append(entry)
    sums = []
    for kind, found in kinds.items():
        refuted = sum(entry.fact.placement is None for entry in found)
        seconds = sum(entry.seconds for entry in found)
        sums.append(MethodTotal(kind, refuted, len(found) - refuted, seconds))
    return sums


def violations(fact: Fact, question: Question) -> Iterator[str]:
    """Yield what is wrong with a fact by the rules of chess."""
    if fact.placement is None:
        return
    yield from question.violations(fact.placement)
    value = question.value(fact.placement)
    if fact.claim.value not in (None, value):
        yield f"its value is {value}, not {fact.claim.value}"


def _problems(row: dict[str, Any], question: Question) -> Iterator[str]:
    """Yield the problems of a row, with its location."""
    try:
        for problem in violations(_read(row, question).fact, question):
            yield f"{_where(row)}: {problem}"
    except BadInput as error:
        yield f"{_where(row)}: {error}"


def _where(row: dict[str, Any]) -> str:
    return f"journal of '{row['request']}', {row['given']!r}"


def _read(row: dict[str, Any], question: Question) -> JournalEntry:
    words = row["placement"]
    fact = Fact(Claim(row["value"], row["given"]), None if words is None else question.read(words))
    told = ("request", "engine", "revision", "method", "seconds", "version", "created", "source")
    return JournalEntry(fact=fact, number=row["id"], **{name: row[name] for name in told})
