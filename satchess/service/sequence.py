"""Sequences: one question for N = 1, 2, 3, ..., term by term.

Each term is a request of its own and is remembered as such, so that the same sequence goes on where
it was stopped.
"""

import re
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import count
from math import inf
from pathlib import Path
from typing import Any, Unpack

from satchess.answers import Answer, Status
from satchess.errors import BadQuestion, NotKnown
from satchess.questions.grammar import ensure_keywords
from satchess.sequences.known import Known, is_number, known_as, known_like
from satchess.sequences.pattern import Pattern
from satchess.sequences.values import Sequence, Term
from satchess.service.answer import respond
from satchess.service.options import EngineOptions, RunOptions, take_run_options
from satchess.service.session import Watcher
from satchess.verbs import verb_named

MOST_TERMS = 100_000

_RANGE = r"(\d{1,5})(?:(?:\.\.|-)(\d{1,5})?)?"


class SequenceOptions(EngineOptions, total=False):
    """How the terms of a sequence are found."""

    cluster: str | None
    cross_check: bool
    deadline: float | None


@dataclass(frozen=True)
class Terms:
    """What is asked: a pattern, for which N, and the sequence that it is known as."""

    pattern: Pattern
    indices: range
    known: Known | None = None
    is_open: bool = False
    """Whether there is no last N: then the first unknown term is the last."""

    @classmethod
    def of(cls, text: str, indices: range | None = None, *, is_open: bool = False) -> "Terms":
        """Read a pattern or the number of a sequence, whose quick terms are asked for by default.

        Every N has to make a question, so that nothing is refused in the middle of the work.
        """
        known = known_as(text) if is_number(text) else None
        pattern = Pattern.parse(text) if known is None else known.pattern
        known = known or known_like(pattern)
        if indices is None:
            if not is_number(text) or known is None:
                raise BadQuestion(f"pattern {text!r}: expected a range behind it, such as 1..8")
            indices = known.quick
        if known is not None and known.offset > indices.start:
            raise BadQuestion(f"N = {indices.start}: {known.number} begins with N = {known.offset}")
        given = {} if known is None else dict(known.given)
        for n in indices[:1] if is_open else indices:
            if n not in given:
                pattern.at(n)
        return cls(pattern, indices, known, is_open)


def parse_range(text: str) -> tuple[range, bool]:
    """Read `1..16`, `7`, or `1..` without an end; also return whether it has none.

    >>> parse_range("1..16")
    (range(1, 17), False)
    """
    match = re.fullmatch(_RANGE, text)
    if match is None:
        raise BadQuestion(f"range {text!r}: expected such as 1..16, 7, or 1.. without an end")
    first = int(match[1])
    is_open = match[2] is None and match[0] != match[1]
    last = MOST_TERMS if is_open else int(match[2] or first)
    if last < first:
        raise BadQuestion(f"range {text!r}: it is empty, expected the smaller number first")
    return range(first, last + 1), is_open


def sequence(
    pattern: str, indices: range | str | None = None, **options: Unpack[SequenceOptions]
) -> Sequence:
    """Return the terms of a pattern: `sequence("count domination king NxN", range(1, 9))`.

    `pattern` may be the number of a sequence that is known, such as "A018807", and `indices` a text
    such as "1..8". `timeout` is for each term and `deadline` for all of them; a term that is not
    found in time has the value None. With `cross_check`, a second engine has to count the same.
    Other options are those of `answer`.
    """
    ensure_keywords("sequence", options, SequenceOptions.__annotations__)
    said: dict[str, Any] = {**options}
    work, cache = take_run_options(said), said.pop("cache", True)
    asked, is_open = parse_range(indices) if isinstance(indices, str) else (indices, False)
    if asked is not None and (not isinstance(asked, range) or asked.step != 1 or not asked):
        raise BadQuestion(f"indices {asked!r}: expected a range such as range(1, 9), or '1..8'")
    terms = Terms.of(pattern, asked, is_open=is_open)
    if said.pop("cross_check", False):
        terms = replace(terms, pattern=terms.pattern.confirmed())
    found = follow(terms, work, deadline=said.pop("deadline", None), cache=cache)
    return Sequence(terms.pattern, tuple(found), terms.known)


def follow(
    terms: Terms,
    options: RunOptions,
    *,
    deadline: float | None = None,
    cache: Path | str | bool = True,
    watch: Watcher | None = None,
    tell: Callable[[str], None] = lambda text: None,
) -> Iterator[Term]:
    """Yield the terms as they are found; `KeyboardInterrupt` ends it, what is done is remembered.

    After `deadline` seconds in all, the rest is unknown.
    """
    if deadline is not None and not 0 < deadline < inf:
        raise BadQuestion(f"deadline {deadline!r}: expected a number of seconds above 0")
    limited = replace(options, timeout=options.timeout or deadline)
    limited.ensure_usable(verb_named(terms.pattern.verb))
    started = time.monotonic()
    given = {} if terms.known is None else dict(terms.known.given)
    numbers: Iterable[int] = count(terms.indices.start) if terms.is_open else terms.indices
    for n in numbers:
        tell(f"N = {n}")
        if n in given:
            yield Term(n, given[n])
            continue
        left = None if deadline is None else deadline - (time.monotonic() - started)
        term = Term(n, None)
        if left is None or left > 0:
            term = Term.of(n, _answer(terms, n, _within(options, left), cache, watch), terms.known)
        yield term
        if terms.is_open and term.value is None and not term.is_none:
            return


def _within(options: RunOptions, left: float | None) -> RunOptions:
    """Return the options for one term, where so much time is left in all."""
    limits = [limit for limit in (options.timeout, left) if limit is not None]
    return replace(options, timeout=min(limits, default=None))


def _answer(
    terms: Terms, n: int, options: RunOptions, cache: Path | str | bool, watch: Watcher | None
) -> Answer:
    request = terms.pattern.at(n)
    try:
        answer, interrupt = respond(request, options, cache=cache, watch=watch)
    except NotKnown as error:  # the other terms may be within reach
        return Answer(request, "", Status.UNKNOWN, warnings=(str(error),))
    if interrupt is not None:
        raise interrupt
    return answer
