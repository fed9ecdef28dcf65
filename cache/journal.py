"""The journal: what engines have decided on their way to an answer, each as soon as it is decided.

An entry says of some beginning, in the words of the engine, that no placement begins so, or shows
one. It stays when the answer is known, so that a reader can see what the answer rests on.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from satchess import __version__
from satchess.errors import BadInput, CacheConflict, CacheDamaged
from satchess.parts import Fact, FactsByEngine, Subject
from satchess.questions import Question
from satchess.requests import parse_request

if TYPE_CHECKING:
    from satchess.cache.store import Store

_COLUMNS = (
    *("request", "engine", "version", "value", "given", "placement"),
    *("method", "seconds", "created", "source"),
)


@dataclass(frozen=True)
class JournalEntry:
    """What an engine has decided; `source` names the file that it was imported from."""

    request: str
    engine: str
    fact: Fact
    method: str
    seconds: float
    version: str = __version__
    created: str = ""
    source: str = ""

    @property
    def kind(self) -> str:
        """The name of the method, without its figures."""
        return self.method.partition(":")[0]


class Journal:
    """The journal of a store."""

    def __init__(self, store: "Store") -> None:
        self._store = store

    def entries(self, request: str) -> list[JournalEntry]:
        """Return what is decided, in the order in which that was written, each of it checked."""
        rows = self._rows("WHERE request = ? ORDER BY id", request)
        for row in rows:
            for problem in _problems(row):
                raise CacheDamaged(f"cache {self._store.path}: damaged at the {problem}")
        question = parse_request(request)[1] if rows else None
        return [_read(row, question) for row in rows if question is not None]

    def facts(self, request: str) -> FactsByEngine:
        """Return what each engine has found out about a request."""
        facts: dict[str, list[Fact]] = {}
        for entry in self.entries(request):
            facts.setdefault(entry.engine, []).append(entry.fact)
        return {engine: tuple(found) for engine, found in facts.items()}

    def add(self, entries: Iterable[JournalEntry]) -> int:
        """Write entries, all or nothing; return how many are new.

        `CacheConflict` if one contradicts what is written already.
        """
        with self._store.transaction() as writer:
            return sum([self.add_within(writer, entry) for entry in entries])

    def add_within(self, writer: sqlite3.Connection, entry: JournalEntry) -> bool:
        """Write an entry inside a transaction; say whether it is new."""
        subject, placement = entry.fact.subject, entry.fact.placement
        known = self._store.query(
            "SELECT placement FROM journal"
            " WHERE request = ? AND engine = ? AND given = ? AND value IS ?",
            *(entry.request, entry.engine, subject.given, subject.value),
        )
        for (stored,) in known:
            if (stored is None) != (placement is None):
                says = ("has a placement", "is refuted")
                raise CacheConflict(
                    f"{entry.request}: in the journal of {entry.engine}, {subject.given!r}"
                    f" {says[stored is None]}, now it {says[placement is None]};"
                    " one of them is wrong"
                )
            return False
        words = None
        if placement is not None:
            words = " ".join(parse_request(entry.request)[1].words(placement))
        writer.execute(
            f"INSERT INTO journal ({', '.join(_COLUMNS)})"
            f" VALUES ({', '.join('?' for _ in _COLUMNS)})",
            [
                *(entry.request, entry.engine, entry.version, subject.value, subject.given, words),
                *(entry.method, entry.seconds, entry.created or self._store.now(), entry.source),
            ],
        )
        return True

    def check(self) -> Iterator[str]:
        """Yield what is wrong with entries."""
        for row in self._rows("ORDER BY id"):
            yield from _problems(row)

    def _rows(self, tail: str, *parameters: str) -> list[dict[str, Any]]:
        found = self._store.query(f"SELECT {', '.join(_COLUMNS)} FROM journal {tail}", *parameters)
        return [dict(zip(_COLUMNS, row, strict=True)) for row in found]


@dataclass(frozen=True)
class MethodTotal:
    """What one method has decided, in how many seconds."""

    method: str
    refuted: int
    placed: int
    seconds: float


def totals(entries: Iterable[JournalEntry]) -> list[MethodTotal]:
    """Return what each method has decided, in the order in which they appear."""
    kinds: dict[str, list[JournalEntry]] = {}
    for entry in entries:
        kinds.setdefault(entry.kind, []).append(entry)
    sums = []
    for kind, found in kinds.items():
        refuted = sum(entry.fact.placement is None for entry in found)
        seconds = sum(entry.seconds for entry in found)
        sums.append(MethodTotal(kind, refuted, len(found) - refuted, seconds))
    return sums


def offences(fact: Fact, question: Question) -> Iterator[str]:
    """Yield what is wrong with a fact by the rules of chess."""
    if fact.placement is None:
        return
    yield from question.offences(fact.placement)
    value = question.value(fact.placement)
    if fact.subject.value not in (None, value):
        yield f"its value is {value}, not {fact.subject.value}"


def _problems(row: dict[str, Any]) -> Iterator[str]:
    """Yield what is wrong with a row, and where it is."""
    where = f"journal of '{row['request']}', {row['given']!r}"
    try:
        question = parse_request(row["request"])[1]
        for problem in offences(_read(row, question).fact, question):
            yield f"{where}: {problem}"
    except BadInput as error:
        yield f"{where}: {error}"


def _read(row: dict[str, Any], question: Question) -> JournalEntry:
    words = row["placement"]
    fact = Fact(
        Subject(row["value"], row["given"]), None if words is None else question.read(words)
    )
    told = ("request", "engine", "method", "seconds", "version", "created", "source")
    return JournalEntry(fact=fact, **{name: row[name] for name in told})
