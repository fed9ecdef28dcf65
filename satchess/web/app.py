"""The application: routers, guards, and one shape for everything that goes wrong."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.resources import files
from os import PathLike, stat_result
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.types import Scope

import satchess
from satchess.errors import SatchessError
from satchess.logs import logger_of
from satchess.web import api, login, pages
from satchess.web.answering import problem_response
from satchess.web.desk import Desk
from satchess.web.helpers import Helpers
from satchess.web.jobs import Supervisor
from satchess.web.problems import of_status, of_validation, problem_of
from satchess.web.security import Bodies, Headers, Heads, Hosts, Origins, Rates, Tokens
from satchess.web.settings import Settings

_log = logger_of(__name__)

DESCRIPTION = """\
Questions about placing pieces on chessboards, answered exactly and remembered.

`GET /api/v1/ask?q=count+domination+king+8x8` answers at once what is remembered (200); of the rest
it makes a job (202, with its address in `Location`). Errors are problems as in RFC 9457. Integers
beyond 2^53 are strings of digits, here and everywhere.
"""


def create_app(settings: Settings) -> FastAPI:
    """Return the application of a server."""
    supervisor = Supervisor(settings)
    helpers = Helpers(settings.limits)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        supervisor.start()
        yield
        supervisor.close()
        helpers.close()
        desk.close()

    app = FastAPI(
        title="satchess",
        version=satchess.__version__,
        summary="Chessboard placement problems: exact, checked, remembered.",
        description=DESCRIPTION,
        openapi_url="/api/v1/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        redirect_slashes=False,
        strict_content_type=False,
    )
    desk = Desk(settings)
    app.state.desk = desk
    app.state.supervisor = supervisor
    app.state.helpers = helpers
    app.state.settings = settings
    for router in (*api.ROUTERS, login.router, *pages.ROUTERS):
        app.include_router(router)
    static = Path(str(files("satchess.web") / "static"))
    app.mount("/static", _Kept(directory=static, check_dir=False), name="static")
    _handle_errors(app)
    # the last one added is the first that a request meets
    app.add_middleware(Heads)
    app.add_middleware(Bodies, settings=settings)
    app.add_middleware(Origins, settings=settings)
    app.add_middleware(Tokens, settings=settings)
    app.add_middleware(Rates, settings=settings)
    app.add_middleware(Hosts, settings=settings)
    app.add_middleware(Headers)
    return app


class _Kept(StaticFiles):
    """Files of ours, which browsers keep: the address of a file changes with it."""

    def file_response(
        self,
        full_path: "PathLike[str] | str",
        stat_result: stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        """Say that it may be kept, if the address names its version."""
        response = super().file_response(full_path, stat_result, scope, status_code)
        is_named = scope["query_string"].startswith(b"v=")
        response.headers["cache-control"] = KEPT if is_named else "no-cache"
        return response


KEPT = "public, max-age=31536000, immutable"


def _handle_errors(app: FastAPI) -> None:
    @app.exception_handler(SatchessError)
    async def ours(request: Request, error: SatchessError) -> Response:
        problem = problem_of(error)
        if problem.status >= 500:
            _log.warning("%s %s: %s", request.method, request.url.path, error)
        return problem_response(request, problem)

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> Response:
        return problem_response(request, of_validation(list(error.errors())))

    @app.exception_handler(HTTPException)
    async def plain(request: Request, error: HTTPException) -> Response:
        problem = of_status(error.status_code, str(error.detail), error.headers)
        return problem_response(request, problem)

    @app.exception_handler(Exception)
    async def unexpected(request: Request, error: Exception) -> Response:
        _log.error("%s %s: %r", request.method, request.url.path, error, exc_info=error)
        return problem_response(request, problem_of(error))
