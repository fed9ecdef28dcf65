"""Export: remembered answers as CSV or JSON lines, streamed."""

import csv
import io
import json
from collections.abc import Iterator
from typing import Annotated, Literal

from fastapi import Query
from fastapi.responses import StreamingResponse

from satchess.answers import Answer
from satchess.cache.facets import Filter
from satchess.web.answering import AtDesk
from satchess.web.api.answers import Wanted
from satchess.web.api.models import router_of
from satchess.web.desk import Desk
from satchess.wire import as_json

router = router_of("export")

AT_ONCE = 200
"""Answers that are read at once."""

FIELDS = (
    *("verb", "question", "status", "value", "lower", "upper", "count", "exact"),
    *("polynomial", "placement", "trust", "engine", "seconds", "signature"),
)
"""The columns of CSV."""


@router.get(
    "/export",
    response_class=StreamingResponse,
    responses={
        200: {
            "description": "All answers that the facets find.",
            "content": {
                "text/csv": {"schema": {"type": "string"}},
                "application/x-ndjson": {"schema": {"type": "string"}},
            },
        }
    },
)
def export(
    desk: AtDesk,
    wanted: Wanted,
    format: Annotated[Literal["csv", "jsonl"], Query()] = "jsonl",
) -> StreamingResponse:
    """Stream all answers that the facets find."""
    lines = _csv(desk, wanted) if format == "csv" else _json(desk, wanted)
    kind = "text/csv; charset=utf-8" if format == "csv" else "application/x-ndjson"
    name = f'attachment; filename="satchess.{format}"'
    return StreamingResponse(lines, media_type=kind, headers={"Content-Disposition": name})


def _answers(desk: Desk, wanted: Filter) -> Iterator[list[Answer]]:
    offset = 0
    while offset < desk.store.found(wanted).total:
        yield desk.store.page(wanted, AT_ONCE, offset)
        offset += AT_ONCE


def _json(desk: Desk, wanted: Filter) -> Iterator[str]:
    for answers in _answers(desk, wanted):
        yield "".join(f"{json.dumps(as_json(answer))}\n" for answer in answers)


def _csv(desk: Desk, wanted: Filter) -> Iterator[str]:
    yield ",".join(FIELDS) + "\r\n"
    for answers in _answers(desk, wanted):
        text = io.StringIO()
        writer = csv.writer(text)
        for answer in answers:
            said = as_json(answer)
            placement = said["placement"]
            words = " ".join(placement) if isinstance(placement, list) else ""
            row = {**said, "placement": words}
            writer.writerow([row[name] for name in FIELDS])
        yield text.getvalue()
