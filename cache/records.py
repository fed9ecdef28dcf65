"""Records: answers to rows of text and numbers, and back."""

from types import UnionType
from typing import Any

from satchess.answers import Answer, Status
from satchess.domain.placement import Placement
from satchess.errors import BadInput, BadPlugin
from satchess.questions import KINDS, Question
from satchess.request import Request
from satchess.signature import BY_MEANING, digest_of
from satchess.wire import any_length

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
    "placements": str | None,
    "certificate": str | None,
}
"""The columns of a row, in table order."""

YOUNGER = frozenset({"by_size", "beginning", "placements", "certificate"})
"""Columns that files of older versions do not have."""


@any_length()
def to_row(answer: Answer, created: str) -> Row:
    """Write an answer. The permutation is omitted: it follows from the placement."""
    return {
        "signature": answer.signature,
        "verb": answer.verb,
        "question": str(answer.question),
        "status": str(answer.status),
        "value": answer.value,
        "lower": answer.lower,
        "upper": answer.upper,
        "placement": None if answer.placement is None else _write_placement(answer),
        "count": None if answer.count is None else str(answer.count),
        "exact": int(answer.exact),
        "engine": answer.engines,
        "version": answer.version,
        "seconds": answer.seconds,
        "created": created,
        "note": answer.reason,
        "by_size": None if answer.by_size is None else _write_sizes(answer.by_size),
        "beginning": None if answer.beginning is None else " ".join(map(str, answer.beginning)),
        "placements": None if answer.placements is None else _write_placements(answer),
        "certificate": answer.certificate or None,
    }


def is_foreign(row: Row) -> bool:
    """Whether an intact row is about a question kind that no installed plugin provides."""
    try:
        if str(row["question"]).partition(" ")[0] in KINDS:
            return False
    except BadPlugin:
        pass
    text = f"{row['verb']} {row['question']}"
    return row["signature"] in (digest_of(text), digest_of(f"{text}{BY_MEANING}"))


def from_row(row: Row) -> Answer:
    """Read an answer; ValueError says what is wrong with the row."""
    row = dict.fromkeys(YOUNGER) | row
    if row.keys() != COLUMNS.keys():
        raise ValueError(f"expected the fields {', '.join(COLUMNS)}; got {', '.join(row)}")
    for name, kind in COLUMNS.items():
        if not isinstance(row[name], kind):
            expected = kind.__name__ if isinstance(kind, type) else kind
            raise ValueError(f"{name} {row[name]!r}: expected {expected}")
    texts = {name: str(value) for name, value in row.items() if value is not None}
    numbers: dict[str, Any] = {name: row[name] for name in ("value", "lower", "upper", "seconds")}
    engine, _, confirmed_by = texts["engine"].partition("+")
    try:
        request = Request.parse(f"{texts['verb']} {texts['question']}")
        question = request.question
        answer = Answer(
            request=request,
            signature=texts["signature"],
            status=Status(texts["status"]),
            count=_whole_number(texts["count"]) if "count" in texts else None,
            exact=bool(row["exact"]),
            by_size=_parse_sizes(texts["by_size"]) if "by_size" in texts else None,
            beginning=_parse_weights(texts["beginning"]) if "beginning" in texts else None,
            placements=_parse_placements(texts["placements"], question)
            if "placements" in texts
            else None,
            engine=engine,
            confirmed_by=confirmed_by,
            certificate=texts.get("certificate", ""),
            cached=True,
            version=texts["version"],
            reason=texts["note"],
            **numbers,
        )
        if "placement" not in texts:
            return answer
        return answer.showing(question.read(texts["placement"]), question.board)
    except BadInput as error:
        raise ValueError(str(error)) from None


def _write_placement(answer: Answer) -> str:
    assert answer.placement is not None
    return " ".join(answer.question.words(answer.placement))


def _write_placements(answer: Answer) -> str:
    """Write a list: `a1 b3; b1 c3`."""
    return "; ".join(" ".join(answer.question.words(p)) or "-" for p in answer.placements or ())


def _parse_placements(text: str, question: Question) -> tuple[Placement, ...]:
    texts = text.split("; ") if text else []
    return tuple(question.read("" if words == "-" else words) for words in texts)


def _parse_weights(text: str) -> tuple[int, ...]:
    return tuple(int(weight) for weight in text.split())


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
