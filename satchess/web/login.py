"""Signing in with the token, for people in a browser: a form that sets a cookie."""

from urllib.parse import parse_qs

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from satchess.web.pages.errors import sign_in_page
from satchess.web.problems import refusal
from satchess.web.security import COOKIE, Buckets, client_of, is_token, session_of

router = APIRouter(include_in_schema=False)

A_MINUTE = 10
"""How often a client may try."""

WEEK = 7 * 86_400

_tries = Buckets(A_MINUTE)


@router.get("/login")
def form() -> Response:
    """Show the form."""
    return sign_in_page("", 200)


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
        return sign_in_page("That is not the token of this server.", 401)
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
