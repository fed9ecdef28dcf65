"""Tables and polynomials: a question on many boards, or on one with pieces of every number."""

from typing import Annotated, Any

from fastapi import Query, Request
from fastapi.responses import Response
from pydantic import BaseModel, Field

from satchess.answers import Answer, Status
from satchess.errors import BadQuestion, TooLarge
from satchess.request import BY_SIZE
from satchess.request import Request as Asked
from satchess.tables import Table
from satchess.verbs import VERBS
from satchess.web.answering import AtDesk, Json, accepted, starting
from satchess.web.api.ask import LOCATION, Asking, Words
from satchess.web.api.models import AnswerModel, JobModel, Whole, router_of
from satchess.web.desk import Desk
from satchess.web.ranges import read_table
from satchess.wire import as_json, table_as_json

router = router_of("tables")


class CellModel(BaseModel):
    """An answer, and the values of the arguments that vary."""

    key: list[int | str]
    answer: AnswerModel


class TableModel(BaseModel):
    """A table; cells of which nothing is known are `unknown`."""

    names: list[str] = Field(examples=[["rows", "columns"]])
    cells: list[CellModel]
    complete: bool


TABLE_WORDS = Annotated[
    str,
    Query(
        description="A verb and a question with ranges instead of numbers.",
        min_length=1,
        max_length=4_000,
        examples=["count domination king 3..6x3..6"],
    ),
]


@router.get("/tables", responses={200: {"model": TableModel}})
def table(desk: AtDesk, q: TABLE_WORDS) -> Response:
    """Return what is remembered of a table, without any work."""
    found = known_table(desk, q)
    complete = all(answer.status.is_final for answer in found.values())
    return Json({**table_as_json(found), "complete": complete})


def known_table(desk: Desk, text: str) -> Table:
    """Return a table of what is remembered."""
    ensure_short(desk, text)
    with desk.within_limits():
        asked = read_table(text, desk.limits.cells)
    cells: dict[tuple[int | str, ...], Answer] = {}
    known = desk.knowing()
    for key, question in asked.questions.items():
        request = Asked(asked.verb, question, asked.counting)
        cells[key] = known(request) or Answer(request, "", Status.UNKNOWN)
    return Table(asked.names, cells)


def ensure_short(desk: Desk, text: str) -> None:
    """Refuse a text that is too long."""
    if len(text) > desk.limits.text:
        raise TooLarge(f"a text of {len(text)} characters, expected {desk.limits.text} at most")


@router.post(
    "/tables",
    status_code=202,
    responses={202: {"model": JobModel, "description": "A job.", "headers": LOCATION}},
)
def fill(request: Request, desk: AtDesk, asked: Asking) -> Response:
    """Fill a table: the job's `result` is the table."""
    client = starting(request)
    ensure_short(desk, asked.q)
    with desk.within_limits():
        read_table(asked.q, desk.limits.cells)
    text = " ".join(asked.q.split())
    return accepted(desk.order("table", text, client=client, seconds=asked.seconds))


class PolynomialModel(BaseModel):
    """How many placements of each size there are."""

    question: str
    polynomial: str = Field(examples=["1 + 9x + 16x^2"])
    coefficients: list[Whole] = Field(description="Those of x^0, x^1, ...")
    answer: AnswerModel


@router.get(
    "/polynomials",
    responses={
        200: {"model": PolynomialModel, "description": "It is remembered."},
        202: {"model": JobModel, "description": "There is a job for it.", "headers": LOCATION},
    },
)
def polynomial(request: Request, desk: AtDesk, q: Words) -> Response:
    """Return the polynomial of a question, such as `independence king 4 --all`, or begin to."""
    if q.split()[:1] and q.split()[0] in VERBS:
        raise BadQuestion(f"polynomial {q!r}: expected a question without a verb")
    wanted = desk.read(f"count {q} {BY_SIZE}")
    known = desk.known(wanted)
    if known is None or not known.status.is_final:
        said = desk.ask(wanted, client=starting(request))
        if not isinstance(said, Answer):
            return accepted(said)
        known = said
    return Json(polynomial_as_json(known, desk.limits.polynomial))


def polynomial_as_json(answer: Answer, most: int) -> dict[str, Any]:
    """Return the polynomial of an answer that counted by size."""
    said = as_json(answer)
    sizes = said["by_size"] if isinstance(said["by_size"], dict) else {}
    degree = max(map(int, sizes), default=0)
    if degree >= most:
        raise TooLarge(f"a polynomial of degree {degree}, expected less than {most}")
    return {
        "question": said["question"],
        "polynomial": answer.polynomial or "0",
        "coefficients": [sizes.get(str(size), 0) for size in range(degree + 1)],
        "answer": said,
    }
