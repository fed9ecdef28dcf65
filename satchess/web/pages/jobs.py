"""The pages of jobs: all of them, and one with its progress."""

from typing import Annotated

from fastapi import APIRouter, Path, Request
from fastapi.responses import RedirectResponse, Response

from satchess.web.answering import AtDesk, Json, starting
from satchess.web.desk import JobView, job_as_json
from satchess.web.negotiation import wants_json
from satchess.web.pages import telling
from satchess.web.pages.rendering import page

router = APIRouter(include_in_schema=False)

Id = Annotated[str, Path(pattern="^[0-9a-f]{16}$")]

KINDS = {
    "answer": "Answer",
    "table": "Table",
    "certificate": "Certificate",
    "puzzle": "Puzzle",
}
"""What the kinds of jobs are called."""

MOST_ENDED = 50
"""Jobs that have ended, as many as a page shows."""


@router.get("/jobs")
def jobs(request: Request, desk: AtDesk) -> Response:
    """List the jobs: open ones first."""
    views = desk.jobs()
    if wants_json(request):
        said = [{**job_as_json(view), "answer": None, "result": None} for view in views]
        return Json({"jobs": said, "numbers": desk.numbers()})
    ended = [view for view in views if not view.is_open]
    return page(
        request,
        "jobs.html",
        here="jobs",
        open=[view for view in views if view.is_open],
        ended=ended[:MOST_ENDED],
        more=len(ended[MOST_ENDED:]),
        where=where,
        kinds=KINDS,
    )


@router.get("/jobs/{id}")
def job(request: Request, desk: AtDesk, id: Id) -> Response:
    """Show a job."""
    view = desk.job(id)
    if wants_json(request):
        return Json({"job": job_as_json(view), "address": where(view)})
    signature = view.result.get("signature") if isinstance(view.result, dict) else None
    return page(
        request,
        "job.html",
        here="jobs",
        job=view,
        kind=KINDS.get(view.kind, view.kind),
        address=where(view),
        certificate=signature if view.kind == "certificate" else None,
    )


@router.post("/jobs/{id}/cancel")
def cancel(request: Request, desk: AtDesk, id: Id) -> Response:
    """Cancel a job, and show what is left of it."""
    starting(request)
    return RedirectResponse(where(desk.cancel(id)), 303)


@router.post("/jobs/{id}/resume")
def resume(request: Request, desk: AtDesk, id: Id) -> Response:
    """Let a job go on."""
    return RedirectResponse(where(desk.resume(id, client=starting(request))), 303)


def where(view: JobView) -> str:
    """Return the address of what a job is about: of an answer, the page of its question."""
    if view.kind == "answer":
        return f"/answer?q={telling.in_query(view.request)}"
    return f"/jobs/{view.id}"
