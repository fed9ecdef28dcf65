"""Memory: the cached answer to a request, in its own orientation and spelling.

What the user's own cache does not know, the atlas may, which comes with satchess.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from satchess import atlas
from satchess.answers import Answer, Status
from satchess.cache import Store, default_path
from satchess.cache.merging import merge
from satchess.errors import CacheConflict, CacheUnwritable
from satchess.request import Request
from satchess.signature import Signature, earlier_signature, sign


class Memory:
    """Answers in a store, or none at all."""

    def __init__(self, store: Store | None) -> None:
        self.store = store

    def recall(self, request: Request) -> Answer | None:
        """Return what is remembered of a request, final or not."""
        found = list(self._recalled(request))
        if not found:
            return None
        recalled = next((answer for answer in found if answer.status.is_final), found[0])
        if recalled.status is Status.INFEASIBLE and not recalled.reason:
            recalled = replace(recalled, reason=request.question.refutation)
        return replace(recalled, signature=signature_of(request).digest)

    def _recalled(self, request: Request) -> Iterator[Answer]:
        """Yield the stored answer, then one that an earlier version stored."""
        if self.store is None:
            return
        signature = signature_of(request)
        earlier = earlier_signature(request.verb_with_flags, request.question)
        stored = self._joined(self.store.get(signature.digest), atlas.find(signature.digest))
        if stored is not None:
            yield stored.restated(signature.turn.inverse, request.question)
        if earlier is not None and (stored := self.store.get(earlier.digest)) is not None:
            yield stored.restated(earlier.turn.inverse, request.question)

    def _joined(self, stored: Answer | None, shipped: Answer | None) -> Answer | None:
        """Return what the cache has, unless the atlas knows better; they must not contradict."""
        if stored is None or shipped is None:
            return stored or shipped
        try:
            return merge(stored, shipped)
        except CacheConflict as error:
            assert self.store is not None
            raise CacheConflict(
                f"the cache {self.store.path} contradicts the atlas: {error};"
                " SATCHESS_ATLAS=off does without the atlas"
            ) from None

    def remember(self, answer: Answer) -> Answer:
        """Store an answer in canonical orientation; return it joined with what was stored before.

        Details of this run, such as warnings, are not stored.
        """
        if self.store is None:
            return answer
        signature = signature_of(answer.request)
        canonical = answer.restated(signature.turn, signature.question)
        try:
            joined = self.store.put(replace(canonical, stopped=None, warnings=()))
        except CacheUnwritable as error:
            return replace(answer, warnings=(*answer.warnings, f"not stored: {error}"))
        placements = answer.placements
        if joined.placements == canonical.placements:  # lists are long: they need no turning back
            joined = replace(joined, placements=None)
        restated = joined.restated(signature.turn.inverse, answer.question)
        return replace(
            restated,
            placements=placements if restated.placements is None else restated.placements,
            cached=False,
            reason=answer.reason,
            stopped=answer.stopped,
            warnings=answer.warnings,
        )


FORGETFUL = Memory(None)
"""Nothing is remembered."""


@lru_cache(maxsize=64)
def signature_of(request: Request) -> Signature:
    """Return the signature of a request."""
    return _signed(request.verb_with_flags, request.question)


_signed = lru_cache(512)(sign)
"""A look-up signs its request twice, and a service is asked the same again and again."""


@contextmanager
def opened(cache: Path | str | bool) -> Iterator[Memory]:
    """Open the memory: True for the default file, False for none."""
    if cache is False:
        yield Memory(None)
        return
    with Store(default_path() if cache is True else Path(cache)) as store:
        yield Memory(store)
