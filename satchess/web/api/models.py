"""The shapes of what the API says, for its description; what is sent is made elsewhere."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter
from pydantic import BaseModel, Field

Whole = Annotated[
    int | Annotated[str, Field(pattern=r"^-?\d+$")],
    Field(description="An integer; a string of digits beyond 2^53."),
]
Squares = Annotated[list[str], Field(examples=[["a1", "c2"]])]


class ProblemModel(BaseModel):
    """What went wrong, as in RFC 9457."""

    type: str = Field(examples=["urn:satchess:problem:bad-input"])
    title: str
    status: int
    detail: str


class StopModel(BaseModel):
    """Why the work stopped, and what the next run can build on."""

    kind: str
    detail: str
    prefixes: int
    job: str
    parts_done: int
    parts: int


class DetailsModel(BaseModel):
    """What an equal answer is rebuilt from, beside the rest."""

    verb: str
    by_size: bool
    up_to_symmetry: bool
    approximate: list[float] | None
    cross_check: bool
    engine: str
    seconds: float
    reason: str
    warnings: list[str]
    stopped: StopModel | None


class AnswerModel(BaseModel):
    """An answer; `docs/reference/json.md` explains its fields."""

    verb: str = Field(description="With its flags: `count --up-to-symmetry`.")
    question: str
    signature: str
    status: Literal["optimal", "infeasible", "bounded", "unknown"]
    value: Whole | None
    lower: Whole | None
    upper: Whole | None
    placement: Squares | None
    permutation: list[int] | None
    fingerprint: list[Whole] | None
    symmetry: str | None
    count: Whole | None
    exact: bool
    by_size: dict[str, Whole] | None
    beginning: list[Whole] | None
    polynomial: str | None
    engine: str
    seconds: float
    cached: bool
    version: str
    note: str
    trust: Literal["single", "confirmed", "certified"]
    confirmed_by: str | None
    certificate: str | None
    stopped: str | None
    placements: list[Squares] | None = None
    details: DetailsModel


class JobModel(BaseModel):
    """A job: work that goes on whoever listens."""

    id: str = Field(examples=["0123456789abcdef"])
    kind: Literal["answer", "table", "certificate"]
    request: str
    sentence: str
    state: Literal["queued", "running", "done", "failed", "cancelled", "stopped"] = Field(
        description="`stopped` is at a limit: it may be resumed, and goes on from there."
    )
    progress: float | None = Field(description="The share of the work that is done, 0 to 1.")
    seconds: float
    left: float | None = Field(description="Seconds, as far as can be told.")
    lower: Whole | None
    upper: Whole | None
    count: Whole | None
    text: str
    answer: AnswerModel | None
    result: Any | None = Field(description="What a job of another kind has made.")
    problem: str | None
    created: float
    version: int
    place: int | None = Field(description="How many jobs are before it, while it waits.")


PROBLEM = {"model": ProblemModel, "content": {"application/problem+json": {}}}
RETRY = {
    "Retry-After": {"description": "Seconds to wait.", "schema": {"type": "integer", "minimum": 1}}
}
COMMON: dict[int | str, dict[str, Any]] = {
    status: {"description": what, "content": {"application/problem+json": {"schema": ref}}}
    for ref in ({"$ref": "#/components/schemas/ProblemModel"},)
    for status, what in {
        401: "The token is missing.",
        403: "Another site's page may not do this.",
        404: "Not known.",
        413: "The body is too long.",
        421: "The server is not known by this name.",
        422: "These words say nothing that can be asked, or more than is taken.",
        429: "Too many requests of this client; `Retry-After` says when to come back.",
        503: "The queue is full, or the cache cannot be used; come back later.",
    }.items()
}
"""The problems of every address."""


def router_of(tag: str) -> APIRouter:
    """Return a router of the API."""
    return APIRouter(prefix="/api/v1", tags=[tag], responses=COMMON)
