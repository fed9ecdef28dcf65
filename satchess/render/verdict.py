"""Verdicts on placements: whether they keep the rules, and how good they are."""

from satchess.domain.phrases import between
from satchess.model import Sense
from satchess.render.formats.base import Look
from satchess.render.formats.text import describe_fingerprint, drawing
from satchess.service.appraisal import Appraisal


def judgement(appraisal: Appraisal, look: Look, *, rules_only: bool = False) -> str:
    """Say what is wrong, or how good it is; draw it, and write its fingerprint."""
    question, placed = appraisal.question, appraisal.placement
    lines = [*findings(appraisal, rules_only=rules_only), drawing(question, placed, look)]
    if appraisal.fingerprint is not None:
        symmetry = placed.symmetry(question.board)
        lines.append(describe_fingerprint(appraisal.fingerprint, symmetry))
    return "\n".join(lines)


def findings(appraisal: Appraisal, *, rules_only: bool = False) -> list[str]:
    """Say what is wrong, a line for each rule; or how good it is."""
    if appraisal.holds:
        return [verdict(appraisal, rules_only=rules_only)]
    return [f"no: {violation}" for violation in appraisal.violations]


def verdict(appraisal: Appraisal, *, rules_only: bool = False) -> str:
    """Say that it holds, and how good it is as far as that is known."""
    value, placed = appraisal.value, appraisal.placement
    counts = value is None or value == len(placed)
    holds = f"It holds, with {placed.tally}" + ("" if counts else f", and its value is {value}")
    if rules_only:
        return f"{holds}."
    compared = [_value_compared(appraisal), _fingerprint_compared(appraisal)]
    sentence = "; ".join([holds, *filter(None, compared)]) + "."
    if appraisal.first is None:
        return sentence
    if appraisal.is_first:
        return f"{sentence} It is the lexicographically first placement."
    return f"{sentence} The lexicographically first placement is {appraisal.first}."


def _value_compared(appraisal: Appraisal) -> str:
    goal, value = appraisal.question.goal, appraisal.value
    if goal is None or value is None:
        return ""
    bounds = between(appraisal.lower, appraisal.upper)
    if appraisal.distance == 0:
        return f"no placement has {'more' if goal is Sense.MOST else 'fewer'}"
    if appraisal.distance is not None:
        more = "more" if goal is Sense.MOST else "fewer"
        return f"it is not an optimum: that is {bounds}, {appraisal.distance} {more}"
    if appraisal.is_optimal is False:
        return f"it is not an optimum: that is {bounds}"
    known = "" if bounds == "not known" else f", only that it is {bounds}"
    return f"the optimum is not known{known}"


def _fingerprint_compared(appraisal: Appraisal) -> str:
    if not appraisal.question.asks_for_fingerprint or appraisal.distance not in (0, None):
        return ""
    index = appraisal.first_difference
    if appraisal.is_optimal:
        return "no placement has a smaller fingerprint"
    if index is not None and appraisal.is_optimal is False:
        assert appraisal.fingerprint is not None
        assert appraisal.beginning is not None
        own, best = appraisal.fingerprint[index], appraisal.beginning[index]
        return f"its fingerprint is not the smallest: weight {index + 1} is {own}, not {best}"
    if appraisal.is_optimal is False:
        return "its fingerprint is not the smallest"
    return "whether its fingerprint is the smallest is not known"
