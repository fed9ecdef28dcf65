"""Records: an answer as a row of texts and numbers, and back."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import UnionType

from satchess.answers import Answer, Status
from satchess.errors import BadInput
from satchess.questions import Question

Row = dict[str, object]

COLUMNS: dict[str, type | UnionType] = {
    "signature": str,
    "verb": str,
    "question": str,
    "status": str,
    "value": int | None,
    "lower": int | None,
    "upper": int | None,
    "placement": str | None,
    "count": str | None,
    "exact": int,
    "engine": str,
    "version": str,
    "seconds": float | int,
    "created": str,
    "note": str,
    "by_size": str | None,
    "beginning": str | None,
}
"""What a row holds, in the order of the table."""


@contextmanager
def any_length() -> Iterator[None]:
    """Let counts have more digits than Python converts by default."""
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(limit)


@any_length()
def to_row(answer: Answer, created: str) -> Row:
    """Write an answer. The permutation is left out: it follows from the placement."""
    return {
        "signature": answer.signature,
        "verb": answer.verb,
        "question": answer.question,
        "status": str(answer.status),
        "value": answer.value,
        "lower": answer.lower,
        "upper": answer.upper,
        "placement": None if answer.placement is None else _write_placement(answer),
        "count": None if answer.count is None else str(answer.count),
        "exact": int(answer.exact),
        "engine": answer.engine,
        "version": answer.version,
        "seconds": answer.seconds,
        "created": created,
        "note": answer.note,
        "by_size": None if answer.by_size is None else _write_sizes(answer.by_size),
        "beginning": None if answer.beginning is None else " ".join(map(str, answer.beginning)),
    }


def from_row(row: Row) -> Answer:
    """Read an answer; ValueError says what is wrong with the row."""
    if row.keys() != COLUMNS.keys():
        raise ValueError(f"expected the fields {', '.join(COLUMNS)}; got {', '.join(row)}")
    for name, kind in COLUMNS.items():
        if not isinstance(row[name], kind):
            expected = kind.__name__ if isinstance(kind, type) else kind
            raise ValueError(f"{name} {row[name]!r}: expected {expected}")
    fields: dict[str, object] = {**row, "cached": True}
    del fields["created"]
    fields["status"] = Status(str(row["status"]))
    fields["count"] = None if row["count"] is None else _whole_number(str(row["count"]))
    fields["exact"] = bool(row["exact"])
    fields["by_size"] = None if row["by_size"] is None else _parse_sizes(str(row["by_size"]))
    if row["beginning"] is not None:
        fields["beginning"] = tuple(int(weight) for weight in str(row["beginning"]).split())
    if row["placement"] is not None:
        try:
            question = Question.parse(str(row["question"]))
            placement = question.read(str(row["placement"]))
        except BadInput as error:
            raise ValueError(str(error)) from None
        fields["placement"] = placement
        fields["permutation"] = placement.permutation(question.board)
    return Answer(**fields)  # type: ignore[arg-type]


def _write_placement(answer: Answer) -> str:
    assert answer.placement is not None
    return " ".join(Question.parse(answer.question).words(answer.placement))


def _write_sizes(by_size: tuple[tuple[int, int], ...]) -> str:
    return " ".join(f"{size}:{count}" for size, count in by_size)


def _parse_sizes(text: str) -> tuple[tuple[int, int], ...]:
    pairs = (pair.partition(":") for pair in text.split())
    return tuple((_whole_number(size), _whole_number(count)) for size, _, count in pairs)


@any_length()
def _whole_number(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise ValueError(f"count {text!r}: expected a whole number")
    return int(text)
