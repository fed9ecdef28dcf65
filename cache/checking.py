"""Checking rows: everything that can be verified without solving."""

import math
from collections.abc import Iterator
from datetime import UTC, datetime

from satchess.answers import Answer
from satchess.cache.merging import merge
from satchess.cache.records import Row, from_row
from satchess.errors import BadInput, CacheConflict
from satchess.questions import Question
from satchess.signature import sign, sign_by_wording


def problems(row: Row) -> Iterator[str]:
    """Yield what is wrong with a row."""
    try:
        answer = from_row(row)
        question = answer.question
    except (ValueError, BadInput) as error:
        yield str(error)
        return
    if not _is_utc(str(row["created"])):
        yield f"created {row['created']!r}: expected a time such as 2026-01-31T12:00:00+00:00"
    if not (math.isfinite(answer.seconds) and answer.seconds >= 0):
        yield f"seconds {answer.seconds}: expected a duration"
    yield from _wrong_signature(answer, question)
    try:
        merge(answer, answer)
    except CacheConflict as error:
        yield str(error)
    yield from _broken_rules(answer, question)


def _wrong_signature(answer: Answer, question: Question) -> Iterator[str]:
    earlier = sign_by_wording(answer.verb, question)
    if (str(answer.question), answer.signature) == (str(earlier.question), earlier.digest):
        return  # stored by an earlier version: still looked up, or obsolete
    canonical = sign(answer.verb, question)
    if str(answer.question) != str(canonical.question):
        yield f"question '{answer.question}': expected its canonical form, {canonical.question}"
    if answer.signature != canonical.digest:
        yield f"signature {answer.signature!r}: expected {canonical.digest}"


def _broken_rules(answer: Answer, question: Question) -> Iterator[str]:
    for placement in answer.placements or ():
        for violation in question.violations(placement):
            yield f"placements: {placement}: {violation}"
    if len(set(answer.placements or ())) != len(answer.placements or ()):
        yield "placements: one of them is listed twice"
    if answer.placement is None:
        return
    for violation in question.violations(answer.placement):
        yield f"placement {answer.placement}: {violation}"
    if (answer.beginning is not None) != question.asks_for_fingerprint:
        yield f"beginning {answer.beginning}: expected one just where a fingerprint is asked for"
    elif answer.status.is_final and answer.beginning not in (None, answer.fingerprint):
        yield f"beginning {answer.beginning}: expected {answer.fingerprint}, which is shown"
    if answer.status.is_final and not answer.request.meaning.counts and answer.value is not None:
        shown = question.value(answer.placement)
        if answer.value != shown:
            yield f"value {answer.value}: expected {shown}, which its placement shows"


def _is_utc(text: str) -> bool:
    try:
        return datetime.fromisoformat(text).tzinfo == UTC
    except ValueError:
        return False
