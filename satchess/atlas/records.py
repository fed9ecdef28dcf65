"""How an answer is written in the atlas: its row as a line of JSON, without what can be derived."""

import json
import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

from satchess.answers import Answer, Trust
from satchess.cache.records import COLUMNS, Row, from_row, to_row
from satchess.signature import sign

FIELDS = (
    *("verb", "question", "status", "value", "lower", "upper", "placement", "count", "exact"),
    *("by_size", "engine", "seconds", "version", "note", "certificate"),
)
"""The columns of a cache row that are kept, in the order of a record."""

_PARTS = rb"[^\s\"]+[\s\"]?|\""
_NUMBER = rb"[\d:,.\s]*"

SOURCE = "atlas"
"""What an answer from here names as its source."""


def written(answer: Answer) -> bytes:
    """Write an answer that stands in canonical orientation."""
    row = to_row(answer, "")
    fields = [row[name] for name in FIELDS]
    fields[FIELDS.index("seconds")] = round(answer.seconds, 3)
    while fields[-1] in (None, ""):
        fields.pop()
    return json.dumps(fields, separators=(",", ":"), ensure_ascii=False).encode()


def row_of(body: bytes, digest: str) -> Row:
    """Return the cache row of a record; ValueError if it is none."""
    fields: Any = json.loads(body)
    if not isinstance(fields, list) or len(fields) > len(FIELDS):
        raise ValueError("expected a record")
    row: Row = dict.fromkeys(COLUMNS)
    row |= dict(zip(FIELDS, fields, strict=False))
    return row | {"signature": digest, "created": "", "note": row["note"] or ""}


def read(body: bytes, digest: str, *, thorough: bool = False) -> Answer:
    """Read an answer; ValueError says what is wrong, a placement that breaks the rules included.

    A `thorough` reader checks the signature too, and that somebody has confirmed it.
    """
    answer = from_row(row_of(body, digest))
    question, placement = answer.question, answer.placement
    if thorough:
        if sign(answer.verb, question).digest != digest:
            raise ValueError(f"signature {digest}: expected that of '{answer.verb} {question}'")
        if answer.trust is Trust.SINGLE:
            raise ValueError("nobody has confirmed it")
    if placement is not None:
        for violation in question.violations(placement):
            raise ValueError(f"placement {placement}: {violation}")
        if answer.value is not None and answer.value != question.value(placement):
            raise ValueError(f"placement {placement}: expected the value {answer.value}")
    return answer


SHARED = 2_000
"""Bytes of text that records share."""


def dictionary_of(records: Iterable[bytes]) -> bytes:
    """Return text that the compressor can refer to: what occurs most, the most frequent last."""
    pieces: Counter[bytes] = Counter()
    for record in records:
        pieces.update(
            part for part in re.findall(_PARTS, record) if not re.fullmatch(_NUMBER, part)
        )
    chosen: list[bytes] = []
    size = 0
    for piece, times in sorted(pieces.items(), key=lambda p: -p[1] * len(p[0])):
        if times < 3 or size + len(piece) > SHARED:
            break
        chosen.append(piece)
        size += len(piece)
    return b"".join(reversed(chosen))
