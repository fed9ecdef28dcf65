"""What handlers share: the desk, the client, JSON, problems for programs and people."""

import json
from html import escape
from typing import Annotated, Any

from fastapi import Depends, Request
from fastapi.responses import HTMLResponse, Response

from satchess.web.desk import Desk, JobView, job_as_json
from satchess.web.negotiation import prefers_json
from satchess.web.problems import MEDIA_TYPE, Problem, refusal
from satchess.web.security import client_of, is_cross_site


def desk_of(request: Request) -> Desk:
    """Return the desk of this server."""
    desk: Desk = request.app.state.desk
    return desk


def asking(request: Request) -> str:
    """Return who asks."""
    return client_of(request.scope, request.app.state.settings)


def starting(request: Request) -> str:
    """Return who asks for work, which no other site's page may do."""
    if is_cross_site(request.scope):
        raise refusal(403, "cross-site", "another site's page may start nothing here")
    return asking(request)


AtDesk = Annotated[Desk, Depends(desk_of)]
Client = Annotated[str, Depends(asking)]


class Json(Response):
    """JSON, whatever integers it holds."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        """Write it."""
        return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()


def accepted(view: JobView) -> Json:
    """Answer with a job that is under way: 202, and where to look for it."""
    where = f"/api/v1/jobs/{view.id}"
    return Json(job_as_json(view), status_code=202, headers={"Location": where})


def problem_response(request: Request, problem: Problem) -> Response:
    """Answer with a problem: as JSON for programs, on a page for people."""
    headers = dict(problem.headers)
    path = request.url.path
    is_page = not path.startswith("/api/") and "text/html" in request.headers.get("accept", "")
    if is_page and not prefers_json(request.headers.get("accept", "")):
        return HTMLResponse(_page(request, problem), problem.status, headers)
    return Response(problem.body(), problem.status, headers, MEDIA_TYPE)


def _page(request: Request, problem: Problem) -> str:
    """Draw a problem with the pages' own template, or plainly where there is none."""
    templates = getattr(request.app.state, "templates", None)
    said = problem.as_json()
    if templates is not None:
        text: str = templates.get_template("problem.html").render(problem=said, request=request)
        return text
    title, detail = escape(str(said["title"])), escape(str(said["detail"]))
    return (
        f'<!doctype html><html lang="en"><title>{title} - satchess</title>'
        f'<h1>{title}</h1><p>{detail}</p><p><a href="/">satchess</a></p></html>'
    )
