"""The diary of a run: buffers what engines decide on its way to the journal of the cache."""

from satchess.cache.journal import Journal, JournalEntry
from satchess.engines import ENGINES
from satchess.engines import engine as engine_of
from satchess.errors import CacheUnwritable, WrongAnswer
from satchess.events import Decided
from satchess.task import Claim, Fact, FactsByEngine

SECONDS_TO_LOSE = 0.1
"""How much work a kill may lose: cheaper decisions are written in batches."""


class Diary:
    """What engines have decided of one request, in this run and in earlier ones."""

    def __init__(self, journal: Journal | None, request: str) -> None:
        self.trouble = ""
        """Why the journal could not be written."""
        self._journal = journal
        self._request = request
        self._facts: dict[str, dict[Claim, Fact]] = {}
        self._last_read = 0
        self._unwritten: list[JournalEntry] = []
        self._seconds_unwritten = 0.0

    def facts(self) -> FactsByEngine:
        """Return all facts of the engines' current revisions, from other processes too."""
        if self._journal is not None:
            try:
                for entry in self._journal.entries(self._request, self._last_read):
                    self._last_read = entry.number
                    if (
                        entry.engine in ENGINES
                        and entry.revision == engine_of(entry.engine).revision
                    ):
                        self._facts.setdefault(entry.engine, {})[entry.fact.claim] = entry.fact
            except CacheUnwritable as error:
                self._give_up_the_journal(error)
        return {engine: tuple(facts.values()) for engine, facts in self._facts.items()}

    def take_down(self, engine: str, decided: Decided) -> None:
        """Record what an engine has decided."""
        fact, method = decided.fact, " ".join(decided.method.split())
        known = self._facts.setdefault(engine, {}).setdefault(fact.claim, fact)
        repeated = known is not fact
        if repeated and (known.placement is None) == (fact.placement is None):
            return
        if self._journal is not None:  # it detects contradictions itself
            self._unwritten.append(
                JournalEntry(
                    *(self._request, engine, engine_of(engine).revision),
                    *(fact, method, decided.seconds),
                )
            )
            self._seconds_unwritten += decided.seconds
            if self._seconds_unwritten >= SECONDS_TO_LOSE or repeated:
                self.write()
        elif repeated:
            raise WrongAnswer(
                f"engine {engine} contradicts itself on '{self._request}': {fact.claim.given!r}"
                " has a placement, and is refuted"
            )

    def write(self) -> None:
        """Flush to the journal."""
        if self._journal is None or not self._unwritten:
            return
        try:
            self._journal.add(self._unwritten)
        except CacheUnwritable as error:
            self._give_up_the_journal(error)
        self._unwritten, self._seconds_unwritten = [], 0.0

    def _give_up_the_journal(self, error: CacheUnwritable) -> None:
        self.trouble, self._journal = f"the journal is not stored: {error}", None

    def kept(self, engine: str) -> int:
        """Return how many prefixes of an engine are kept for the next run."""
        self.write()
        return 0 if self._journal is None else len(self._facts.get(engine, ()))
