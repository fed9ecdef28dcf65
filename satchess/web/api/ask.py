"""Asking: what is remembered at once, of the rest a job."""

from typing import Annotated, Any

from fastapi import Query, Request
from fastapi.responses import Response
from pydantic import BaseModel, Field

from satchess.answers import Answer
from satchess.web.answering import AtDesk, Json, accepted, starting
from satchess.web.api.models import AnswerModel, JobModel, router_of
from satchess.web.desk import Desk, is_enough
from satchess.web.problems import refusal
from satchess.wire import as_json

router = router_of("ask")

Words = Annotated[
    str,
    Query(
        description="A verb and a question, as on the command line.",
        min_length=1,
        max_length=4_000,
        examples=["count domination king 8x8"],
    ),
]
Seconds = Annotated[
    float, Query(description="How long to work on it; 0 is as long as is granted.", ge=0, le=1e9)
]
LOCATION = {"Location": {"description": "Where the job is.", "schema": {"type": "string"}}}
RESPONSES: dict[int | str, dict[str, Any]] = {
    200: {"model": AnswerModel, "description": "It is remembered."},
    202: {"model": JobModel, "description": "There is a job for it.", "headers": LOCATION},
}


class Asking(BaseModel):
    """What is asked."""

    q: str = Field(min_length=1, max_length=4_000, examples=["count domination king 8x8"])
    seconds: float = Field(0, ge=0, le=1e9)


@router.get("/ask", responses=RESPONSES)
def ask(request: Request, desk: AtDesk, q: Words, seconds: Seconds = 0) -> Response:
    """Answer a question, or begin to."""
    return _asked(request, desk, q, seconds)


@router.post("/ask", responses=RESPONSES)
def ask_in_body(request: Request, desk: AtDesk, asked: Asking) -> Response:
    """Answer a question, or begin to; for those too long for an address."""
    return _asked(request, desk, asked.q, asked.seconds)


def _asked(request: Request, desk: Desk, text: str, seconds: float) -> Response:
    wanted = desk.read(text)
    known = desk.known(wanted)
    if known is not None and is_enough(known, wanted):
        return Json(as_json(known))
    said = desk.ask(wanted, client=starting(request), seconds=seconds)
    return Json(as_json(said)) if isinstance(said, Answer) else accepted(said)


@router.get("/lookup", responses={200: {"model": AnswerModel}})
def lookup(desk: AtDesk, q: Words) -> Response:
    """Say what is remembered of a question, final or not, without any work."""
    wanted = desk.read(q)
    known = desk.known(wanted)
    if known is None:
        raise refusal(404, "not-known", f"nothing is remembered of '{wanted}'")
    return Json(as_json(known))
