"""What handlers share: the desk, the client, JSON, problems for programs and people."""

import json
from typing import Annotated, Any

from fastapi import Depends, Request
from fastapi.responses import HTMLResponse, Response

from satchess.web.desk import Desk, JobView, job_as_json
from satchess.web.negotiation import is_page, wants_json
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
    if is_page(request.url.path, request.headers.get("accept", "")) and not wants_json(request):
        from satchess.web.pages.errors import problem_page  # the pages import this

        return HTMLResponse(problem_page(problem), problem.status, headers)
    return Response(problem.body(), problem.status, headers, MEDIA_TYPE)
