"""Appraisal: whether a placement obeys the rules, and how far it is from optimal.

The rules are checked without any engine. The optimum comes from the cache, or from a search with a
short budget; if neither knows it, the appraisal leaves it open.
"""

import time
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from satchess.answers import Answer, Status
from satchess.domain.notation import as_text
from satchess.domain.placement import Placement
from satchess.domain.weights import Fingerprint
from satchess.errors import NotKnown, WrongAnswer
from satchess.model import Sense
from satchess.questions.base import Question
from satchess.service.answer import answer, lookup

BUDGET = 2.0
"""Default budget, in seconds, of the search for the optimum."""


@dataclass(frozen=True)
class Appraisal:
    """How good a placement is as an answer to a question."""

    question: Question
    placement: Placement
    violations: tuple[str, ...]
    """The rules it breaks; if any, the other fields stay empty."""
    lower: int | None = None
    upper: int | None = None
    """Bounds on the optimum, where something is optimised."""
    beginning: Fingerprint | None = None
    """How the smallest fingerprint is proved to begin, where it is asked for."""
    smallest_fingerprint: Fingerprint | None = None
    """The smallest fingerprint of the optimal placements, once all of it is known."""
    is_optimal: bool | None = None
    """Whether no placement is better; None if that is not known."""
    first: Placement | None = None
    """The lexicographically first of the optimal placements, if it is known."""

    @property
    def holds(self) -> bool:
        """Whether it obeys the rules."""
        return not self.violations

    @property
    def value(self) -> int | None:
        """The placement's value of what the question optimises."""
        return self.question.value(self.placement)

    @property
    def optimum(self) -> int | None:
        """The best value, if it is known."""
        return self.lower if self.lower == self.upper else None

    @property
    def distance(self) -> int | None:
        """How far its value is from the optimum, if that is known."""
        if self.optimum is None or self.value is None:
            return None
        return abs(self.optimum - self.value)

    @property
    def fingerprint(self) -> Fingerprint | None:
        """The weights of its squares, where squares have weights."""
        return self.question.fingerprint_of(self.placement)

    @property
    def first_difference(self) -> int | None:
        """The first weight, from 0, in which its fingerprint exceeds the smallest one."""
        pairs = enumerate(zip(self.fingerprint or (), self.beginning or (), strict=False))
        return next((index for index, (own, best) in pairs if own > best), None)

    @property
    def is_first(self) -> bool | None:
        """Whether it is the lexicographically first of the optimal placements."""
        if self.is_optimal is False:
            return False
        return None if self.first is None else self.first == self.placement

    def as_json(self) -> dict[str, object]:
        """Return what `check --json` prints."""
        words = self.question.words
        return {
            "question": str(self.question),
            "placement": list(words(self.placement)),
            "holds": self.holds,
            "offences": list(self.violations),
            "value": self.value,
            "fingerprint": self.fingerprint,
            "symmetry": self.placement.symmetry(self.question.board),
            "is_optimal": self.is_optimal,
            "optimum": self.optimum,
            "lower": self.lower,
            "upper": self.upper,
            "distance": self.distance,
            "smallest_fingerprint": self.smallest_fingerprint,
            "is_first": self.is_first,
            "first_placement": None if self.first is None else list(words(self.first)),
        }


def check(
    question: Question,
    placement: Placement | str | Iterable[object],
    *,
    cache: Path | str | bool = True,
    timeout: float = BUDGET,
    rules_only: bool = False,
) -> Appraisal:
    """Check a placement against the rules, and against the optimum if known or quickly found.

    It may be in any form: squares, columns row by row, FEN, a matrix, a drawing; in a text, a list
    or an array.

    `timeout` is the budget in seconds for finding the optimum; 0 uses the cache only. With
    `rules_only`, the optimum is ignored. Raises `WrongAnswer` if the placement is better than the
    proved optimum.
    """
    placed = placement if isinstance(placement, Placement) else question.read(_text_of(placement))
    question.board.check_squares(frozenset(placed.squares), "placement")
    appraisal = Appraisal(question, placed, tuple(question.violations(placed)))
    if appraisal.violations or rules_only:
        return appraisal
    deadline = time.monotonic() + timeout
    if question.goal is None and not question.asks_for_fingerprint:
        appraisal = replace(appraisal, is_optimal=True)  # any placement will do
    elif (best := _answer("solve", question, cache, deadline)) is not None:
        appraisal = _compared(appraisal, best)
    if appraisal.is_optimal:
        first = _answer("first", question, cache, deadline)
        if first is not None and first.status is Status.OPTIMAL:
            appraisal = replace(appraisal, first=first.placement)
    return appraisal


def _text_of(placement: str | Iterable[object]) -> str:
    written = as_text(placement)
    return written if isinstance(written, str) else " ".join(map(str, written))


def _answer(
    verb: str, question: Question, cache: Path | str | bool, deadline: float
) -> Answer | None:
    """Return what is known by the deadline."""
    left = deadline - time.monotonic()
    try:
        if left <= 0:
            return lookup(verb, question, cache=cache)
        return answer(verb, question, cache=cache, timeout=left)
    except NotKnown:
        return None


def _compared(appraisal: Appraisal, best: Answer) -> Appraisal:
    """Compare a valid placement with the best one."""
    if best.status is Status.INFEASIBLE:
        raise _contradiction(appraisal, "there is no placement")
    compared = _with_bounds(appraisal, best.lower, best.upper)
    compared = replace(
        compared,
        beginning=best.beginning,
        smallest_fingerprint=best.beginning if best.status is Status.OPTIMAL else None,
        is_optimal=_has_best_value(compared),
    )
    if compared.is_optimal and appraisal.question.asks_for_fingerprint:
        return replace(compared, is_optimal=_has_smallest_fingerprint(compared, best))
    return compared


def _with_bounds(appraisal: Appraisal, lower: int | None, upper: int | None) -> Appraisal:
    """Bound the optimum by what is known of it, and by the placement itself."""
    value, goal = appraisal.value, appraisal.question.goal
    if goal is None or value is None:
        return appraisal
    if goal is Sense.MOST:
        lower = value if lower is None else max(lower, value)
    else:
        upper = value if upper is None else min(upper, value)
    if lower is not None and upper is not None and lower > upper:
        proved = upper if goal is Sense.MOST else lower
        raise _contradiction(appraisal, f"no value is better than {proved}")
    return replace(appraisal, lower=lower, upper=upper)


def _has_best_value(appraisal: Appraisal) -> bool | None:
    value, goal = appraisal.value, appraisal.question.goal
    if goal is None or value is None:
        return True
    reached = appraisal.lower if goal is Sense.MOST else appraisal.upper
    if value != reached:
        return False
    return True if appraisal.optimum == value else None


def _has_smallest_fingerprint(appraisal: Appraisal, best: Answer) -> bool | None:
    fingerprint, beginning = appraisal.fingerprint, appraisal.beginning or ()
    assert fingerprint is not None
    own = fingerprint[: len(beginning)]
    if own < beginning:
        raise _contradiction(appraisal, f"the smallest fingerprint begins with {beginning}")
    if own > beginning:
        return False
    if len(beginning) == len(fingerprint):
        return True
    found = best.fingerprint
    same_value = found is not None and len(found) == len(fingerprint)
    return False if found is not None and same_value and found < fingerprint else None


def _contradiction(appraisal: Appraisal, claim: str) -> WrongAnswer:
    placed = appraisal.placement
    return WrongAnswer(
        f"'{appraisal.question}': an answer says that {claim}, but {placed} keeps the rules"
    )
