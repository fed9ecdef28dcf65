"""Health: whether the server answers, and how busy it is."""

from fastapi import Request
from fastapi.responses import Response
from pydantic import BaseModel

import satchess
from satchess.web.answering import AtDesk, Json
from satchess.web.api.models import router_of

router = router_of("health")


class HealthModel(BaseModel):
    """How the server does."""

    status: str
    version: str
    jobs: dict[str, int]


@router.get("/health", responses={200: {"model": HealthModel}})
def health(request: Request, desk: AtDesk) -> Response:
    """Say that the server can read its cache; it needs no token, so it says little."""
    return Json({"status": "ok", "version": satchess.__version__, "jobs": desk.numbers()})
