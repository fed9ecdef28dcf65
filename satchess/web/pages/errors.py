"""Problems for people: the same as in JSON, on a page."""

from fastapi.responses import HTMLResponse

from satchess.web.pages.rendering import render
from satchess.web.problems import Problem


def problem_page(problem: Problem) -> str:
    """Draw a problem."""
    wait = problem.headers.get("Retry-After", "")
    seconds = float(wait) if wait.isdecimal() else 0
    return render("problem.html", problem=problem.as_json(), wait=seconds)


def sign_in_page(message: str, status: int) -> HTMLResponse:
    """Draw the form that takes the token."""
    return HTMLResponse(render("login.html", message=message), status)
