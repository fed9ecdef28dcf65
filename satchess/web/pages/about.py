"""The page of help: asking, trust, keys, and what this server grants."""

from collections.abc import Iterator
from dataclasses import fields

from fastapi import APIRouter, Request
from fastapi.responses import Response

from satchess.web.answering import AtDesk, Json
from satchess.web.negotiation import wants_json
from satchess.web.pages import telling
from satchess.web.pages.numbers import grouped
from satchess.web.pages.rendering import page
from satchess.web.settings import Limits

router = APIRouter(include_in_schema=False)

MEANING = {
    "422": "refused, with the reason",
    "413": "refused",
    "408": "the connection is closed",
    "429": "refused, with the time to come back",
    "503": "refused, with the time to come back",
}
"""What a limit's status means to people."""


@router.get("/about")
def about(request: Request, desk: AtDesk) -> Response:
    """Show the help."""
    if wants_json(request):
        granted = {each.name: getattr(desk.limits, each.name) for each in fields(Limits)}
        return Json({"trust": dict(telling.TRUST.items()), "limits": granted})
    limits = list(_limits(desk.limits))
    return page(request, "about.html", here="about", trust=telling.TRUST, limits=limits)


def _limits(limits: Limits) -> Iterator[tuple[str, str, str]]:
    """Yield what each limit bounds, its number, and what happens beyond it."""
    for each in fields(limits):
        most, happens = getattr(limits, each.name), each.metadata["happens"]
        number = grouped(int(most)) if most == int(most) else f"{most:g}"
        yield each.metadata["what"], number, MEANING.get(happens, happens)
