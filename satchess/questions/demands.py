"""Demands: the conditions of a question, one by one, to ask what it is like without some of them.

They follow from the words of a question: each option that restricts it is one, or each of the
values that it unites.
"""

import shlex
from collections.abc import Collection, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, TypeVar

from satchess.errors import BadInput
from satchess.questions.grammar import Form, Word

Asked = TypeVar("Asked")


@dataclass(frozen=True)
class Demand:
    """A condition of a question: a value of one of its fields, or a part of that value."""

    field: str
    value: Any
    text: str


def demands_of(question: Any) -> tuple[Demand, ...]:
    """Return what the options of a question demand, in their order.

    What cannot be left out alone, such as weights with a fingerprint, is part of the question.
    """
    found = []
    for f in fields(question):
        word: Word | None = f.metadata.get("word")
        value = getattr(question, f.name)
        if word is None or word.form is Form.ARGUMENT or not word.restricts or value == f.default:
            continue
        for part in word.splits(value) if word.splits else (value,):
            text = f"--{f.name}"
            if word.form is Form.OPTION:
                text += f" {shlex.quote(word.write(part, question))}"
            found.append(Demand(f.name, part, text))
    bound = {demand.field for demand in found if not _can_go(question, demand, found)}
    return tuple(demand for demand in found if demand.field not in bound)


def _can_go(question: Any, demand: Demand, demands: Sequence[Demand]) -> bool:
    """Whether a question makes sense without one of its demands."""
    try:
        keeping(question, [other for other in demands if other != demand], demands)
    except BadInput:
        return False
    return True


def keeping(question: Asked, kept: Collection[Demand], demands: Sequence[Demand]) -> Asked:
    """Return the question with some of its demands only."""
    words = {f.name: (f.metadata["word"], f.default) for f in fields(question)}  # type: ignore[arg-type]
    changed = {}
    for name in dict.fromkeys(demand.field for demand in demands if demand not in kept):
        word, default = words[name]
        parts = [demand.value for demand in kept if demand.field == name]
        changed[name] = word.unite(parts) if parts else default
    return replace(question, **changed)  # type: ignore[type-var]
