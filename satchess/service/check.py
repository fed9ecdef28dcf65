"""Checking placements against the rules of chess, independently of any model or solver."""

from satchess.domain.placement import Placement
from satchess.errors import WrongAnswer
from satchess.questions.base import Question


def ensure_valid(question: Question, placement: Placement, engine: str) -> None:
    """Raise `WrongAnswer` unless the placement is valid, optimal or not."""
    violation = next(question.violations(placement), None)
    if violation is not None:
        raise WrongAnswer(
            f"engine {engine} returned a wrong placement for '{question}':"
            f" {violation} ({placement})"
        )
