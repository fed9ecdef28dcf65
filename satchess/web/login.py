"""Signing in with the token, for people in a browser: a form that sets a cookie."""

from urllib.parse import parse_qs

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from satchess.web.problems import refusal
from satchess.web.security import COOKIE, Buckets, client_of, is_token, session_of

router = APIRouter(include_in_schema=False)

A_MINUTE = 10
"""How often a client may try."""

WEEK = 7 * 86_400

_PLAIN = """\
<!doctype html><html lang="en"><meta name="viewport" content="width=device-width">
<title>Sign in - satchess</title><h1>Sign in</h1>{message}
<form method="post" action="/login"><label>Token <input type="password" name="token" required
autocomplete="current-password"></label> <button>Sign in</button></form></html>
"""

_tries = Buckets(A_MINUTE)


@router.get("/login")
def form(request: Request, message: str = "") -> Response:
    """Show the form."""
    return _shown(request, "", 200)


def _shown(request: Request, message: str, status: int) -> Response:
    templates = getattr(request.app.state, "templates", None)
    if templates is not None and "login.html" in templates.env.list_templates():
        page = templates.get_template("login.html").render(request=request, message=message)
    else:
        page = _PLAIN.format(message=f"<p role=alert>{message}</p>" if message else "")
    return HTMLResponse(page, status)


@router.post("/login")
async def sign_in(request: Request) -> Response:
    """Take the token, and set a cookie that stands for it."""
    settings = request.app.state.settings
    if settings.token is None:
        return RedirectResponse("/", 303)
    if wait := _tries.take(client_of(request.scope, settings)):
        raise refusal(429, "too-many", "too many tries", {"Retry-After": str(round(wait) + 1)})
    said = parse_qs((await request.body()).decode("utf-8", "replace"), max_num_fields=10)
    if not is_token(said.get("token", [""])[0].strip(), settings.token):
        return _shown(request, "That is not the token of this server.", 401)
    response = RedirectResponse("/", 303)
    response.set_cookie(
        COOKIE,
        session_of(settings.token),
        max_age=WEEK,
        httponly=True,
        samesite="strict",
        secure=settings.behind_proxy,  # TLS ends there
    )
    return response
