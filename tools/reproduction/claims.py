"""Claims: published numbers, and our findings."""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path

from satchess.answers import Answer, Trust
from satchess.errors import SatchessError
from satchess.request import Request
from satchess.service.answer import answer

Numbers = tuple[tuple[int, int], ...]
"""Pairs of pieces and arrangements."""


class Verdict(StrEnum):
    """How our finding compares with a claim."""

    AGREES = "agrees"
    MISPRINT = "misprint"
    """We differ from a printed number that is known to be wrong."""
    DIFFERS = "differs"


@dataclass(frozen=True)
class Claim:
    """What is said about a question in words, which may have the flags of `count`.

    With `--by-size`, numbers may be given for some sizes only. `corrected` are the true numbers of
    a known misprint, with `evidence`.
    """

    question: str
    printed: Numbers
    corrected: Numbers | None = None
    evidence: str = ""

    def find(self, means: "Means") -> "Finding":
        """Count, and extract the numbers that the claim covers."""
        request = Request.parse(f"count {self.question}")
        verb, question, counting = request.verb, request.question, request.counting
        started = time.perf_counter()
        try:
            found = answer(
                verb,
                question,
                counting=replace(counting, cross_check=means.cross_check),
                cache=means.cache,
                timeout=means.timeout,
            )
        except SatchessError as error:
            return Finding(self, (), seconds=time.perf_counter() - started, note=str(error))
        seconds = time.perf_counter() - started
        ours = _numbers(self, found)
        return Finding(self, ours, found.engines, seconds, found.note, found.trust)


@dataclass(frozen=True)
class Means:
    """How claims are checked."""

    cache: Path | bool = False
    cross_check: bool = False
    timeout: float | None = None


@dataclass(frozen=True)
class Finding:
    """Our numbers for a claim; none without an answer, and `note` says why."""

    claim: Claim
    ours: Numbers
    engine: str = ""
    seconds: float = 0.0
    note: str = ""
    trust: Trust = Trust.SINGLE

    @property
    def verdict(self) -> Verdict:
        """Compare with what is printed, or with the correction."""
        claim = self.claim
        if claim.corrected is not None:
            return Verdict.MISPRINT if self.ours == claim.corrected else Verdict.DIFFERS
        return Verdict.AGREES if self.ours == claim.printed else Verdict.DIFFERS


def _numbers(claim: Claim, answer: Answer) -> Numbers:
    if not answer.status.is_final:
        return ()
    if answer.by_size is not None:
        sizes = dict(answer.by_size)
        return tuple((size, sizes.get(size, 0)) for size, _ in claim.printed)
    return ((answer.value or 0, answer.count or 0),)


def written(numbers: Numbers) -> str:
    """Write `8: 92` for 8 pieces in 92 ways."""
    return ", ".join(f"{pieces}: {arrangements}" for pieces, arrangements in numbers) or "?"


@dataclass(frozen=True)
class Figure:
    """A published table: claims in rows and columns."""

    title: str
    corner: str
    columns: tuple[str, ...]
    rows: Mapping[str, tuple[Claim, ...]] = field(repr=False)
