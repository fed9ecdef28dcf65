"""Remembered answers: found by facets, page by page."""

from typing import Annotated

from fastapi import Depends, Path, Query
from fastapi.responses import Response
from pydantic import BaseModel

from satchess.cache.facets import Filter
from satchess.web.answering import AtDesk, Json
from satchess.web.api.models import AnswerModel, router_of
from satchess.web.problems import refusal
from satchess.wire import as_json

router = router_of("answers")


class AnswersModel(BaseModel):
    """A page of answers."""

    answers: list[AnswerModel]
    total: int
    page: int
    pages: int
    size: int
    facets: dict[str, dict[str, int]]


Text = Annotated[str | None, Query(max_length=200)]
Side = Annotated[int | None, Query(ge=1, le=20_000)]


def facets(
    verb: Text = None,
    question: Text = None,
    piece: Text = None,
    rows: Side = None,
    columns: Side = None,
    topology: Text = None,
    trust: Text = None,
    status: Text = None,
    text: Text = None,
) -> Filter:
    """Return the filter that an address asks for."""
    return Filter(verb, question, piece, rows, columns, topology, trust, status, text)


Wanted = Annotated[Filter, Depends(facets)]

_NAMES = {"asked": "verb", "kind": "question"}


@router.get("/answers", responses={200: {"model": AnswersModel}})
def answers(
    desk: AtDesk,
    wanted: Wanted,
    page: Annotated[int, Query(ge=1, le=1_000_000)] = 1,
    size: Annotated[int, Query(ge=1, le=100)] = 50,
) -> Response:
    """Find remembered answers; the numbers of a facet are those that other values of it find."""
    found = desk.answers(wanted, page, size)
    return Json(
        {
            "answers": [as_json(answer) for answer in found.items],
            "total": found.total,
            "page": found.number,
            "pages": found.pages,
            "size": found.size,
            "facets": {
                _NAMES.get(name, name): {str(value): n for value, n in numbers.items()}
                for name, numbers in found.numbers.items()
            },
        }
    )


@router.get("/answers/{signature}", responses={200: {"model": AnswerModel}})
def answer(desk: AtDesk, signature: Annotated[str, Path(pattern="^[0-9a-f]{32}$")]) -> Response:
    """Return a remembered answer by its signature, in the orientation in which it is stored."""
    known = desk.store.get(signature)
    if known is None:
        raise refusal(404, "not-known", "no answer has this signature")
    return Json(as_json(known))
