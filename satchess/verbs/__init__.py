"""The verbs: what can be asked of a question. One file for each, and one line here."""

from satchess.errors import BadQuestion, expected_one_of
from satchess.verbs.base import Known, Verb
from satchess.verbs.count import Count
from satchess.verbs.first import First
from satchess.verbs.list import List
from satchess.verbs.sample import Sample
from satchess.verbs.solve import Solve

__all__ = ["TASKS", "VERBS", "Known", "Verb", "verb_named"]

VERBS: dict[str, Verb] = {verb.name: verb for verb in (Solve(), Count(), List(), First())}
"""The verbs by name: their answers are remembered."""

TASKS: dict[str, Verb] = {**VERBS, Sample.name: Sample()}
"""What an engine may be asked."""


def verb_named(name: str) -> Verb:
    """Return the named verb; `BadQuestion` if there is none."""
    if name not in VERBS:
        raise BadQuestion(f"verb {name!r}: {expected_one_of(name, VERBS)}")
    return VERBS[name]
