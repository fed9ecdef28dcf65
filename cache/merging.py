"""Merging two answers to one request.

Final answers replace bounds, bounds only tighten, and a contradiction is an error: one of the two
answers is wrong, and only a person can tell which.
"""

from dataclasses import replace

from satchess.answers import Answer, Status
from satchess.domain.placement import Placement
from satchess.domain.weights import Fingerprint
from satchess.errors import CacheConflict

MOST_LISTED = 10_000
"""Placements of a list that are remembered; a longer list starts with these, then continues."""


def learned(answer: Answer) -> bool:
    """Whether an answer contains any knowledge."""
    says = (answer.value, answer.lower, answer.upper, answer.placement, answer.count)
    return answer.status.is_final or any(part is not None for part in says)


def merge(stored: Answer, new: Answer) -> Answer:
    """Return `stored` if `new` adds nothing, else `new` with what `stored` adds."""
    both = (stored, new)
    lower = max((bound for answer in both for bound in _bounds(answer, answer.lower)), default=None)
    upper = min((bound for answer in both for bound in _bounds(answer, answer.upper)), default=None)
    count = max((answer.count for answer in both if answer.count is not None), default=None)
    exact = {answer.count for answer in both if answer.exact and answer.count is not None}
    finals = [answer for answer in both if answer.status.is_final]
    if (
        (lower is not None and upper is not None and lower > upper)
        or (exact and exact != {count})
        or len({answer.status for answer in finals}) > 1
        or any(a.status is Status.INFEASIBLE and _exists(b) for a in both for b in both)
        or len({answer.by_size for answer in finals}) > 1
        or _differ(stored.beginning, new.beginning)
        or (new.request.meaning.oriented and len({a.placement for a in finals if a.placement}) > 1)
    ):
        raise CacheConflict(_contradiction(stored, new))

    def between(number: int | None) -> bool:
        if number is None:
            return True
        return (lower is None or lower <= number) and (upper is None or number <= upper)

    ranked = sorted(both, key=lambda answer: not answer.status.is_final)
    values = [a.value for a in ranked if a.value is not None and between(a.value)]
    # a placement outside the merged bounds is no longer the best known
    shown = [a for a in ranked if a.placement is not None and between(_shows(a, a.placement))]
    if not finals:
        shown.sort(key=lambda answer: answer.fingerprint or ())
    merged: dict[str, object] = {
        "status": ranked[0].status if finals else Status.BOUNDED,
        "value": values[0] if values else None,
        "lower": ranked[0].lower if finals else lower,
        "upper": ranked[0].upper if finals else upper,
        "placement": shown[0].placement if shown else None,
        "permutation": shown[0].permutation if shown else None,
        "count": count,
        "exact": bool(exact),
        "by_size": ranked[0].by_size,
        "beginning": max((a.beginning for a in both if a.beginning is not None), default=None),
        "placements": _united(stored, new),
    }
    says_it_all = all(getattr(stored, name) == value for name, value in merged.items())
    if says_it_all and stored.trust.is_at_least(new.trust):
        return stored
    author = _author(finals, new)
    provenance = {
        name: getattr(author, name)
        for name in ("engine", "confirmed_by", "version", "seconds", "reason")
    }
    provenance["certificate"] = next((a.certificate for a in finals if a.certificate), "")
    return replace(new, **merged, **provenance)  # type: ignore[arg-type]


def _author(finals: list[Answer], new: Answer) -> Answer:
    """Return the answer whose engine the merged one names: one that is confirmed, or final."""
    confirmed = [answer for answer in finals if answer.confirmed_by]
    if confirmed:
        return confirmed[0]
    return finals[0] if len(finals) == 1 else new


def _united(stored: Answer, new: Answer) -> tuple[Placement, ...] | None:
    """Return the placements of both lists, stored ones first."""
    if stored.placements is None or new.placements is None:
        return new.placements if stored.placements is None else stored.placements
    longest = max(len(stored.placements), len(new.placements), MOST_LISTED)
    return tuple(dict.fromkeys(stored.placements + new.placements))[:longest]


def _differ(one: Fingerprint | None, other: Fingerprint | None) -> bool:
    """Whether no fingerprint can begin both ways."""
    return any(a != b for a, b in zip(one or (), other or (), strict=False))


def _bounds(answer: Answer, bound: int | None) -> list[int]:
    """Return a bound of an answer; a final value is both bounds."""
    numbers = (bound, answer.value if answer.status.is_final else None)
    return [number for number in numbers if number is not None]


def _exists(answer: Answer) -> bool:
    """Whether an answer proves feasibility."""
    return answer.placement is not None or bool(answer.count)


def _shows(answer: Answer, placement: Placement) -> int | None:
    return answer.question.value(placement)


def _contradiction(stored: Answer, new: Answer) -> str:
    request = f"{new.verb} {new.question}"
    if stored is new:
        return f"{request}: the answer contradicts itself: {_brief(new)}"
    return f"{request}: stored is {_brief(stored)}, new is {_brief(new)}; one of them is wrong"


def _brief(answer: Answer) -> str:
    """Summarise an answer and its engines."""
    words = [str(answer.status)]
    for name in ("value", "lower", "upper", "placement"):
        if (part := getattr(answer, name)) is not None:
            words.append(f"{name} {part}")
    if answer.count is not None:
        words.append(f"count {'' if answer.exact else 'at least '}{answer.count}")
    return f"[{', '.join(words)}] by {answer.engines or 'an unnamed engine'}"
