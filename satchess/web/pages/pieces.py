"""The page of pieces: those with a name, and any that is written in Betza notation."""

from functools import lru_cache

from fastapi import APIRouter, Request
from fastapi.responses import Response

from satchess.domain.pieces import ALIASES, NAMED, Piece
from satchess.errors import BadInput
from satchess.web.answering import AtDesk, Json
from satchess.web.negotiation import wants_json
from satchess.web.pages.ask import Moves, moves_of
from satchess.web.pages.rendering import page

router = APIRouter(include_in_schema=False)


@router.get("/pieces")
def pieces(request: Request, desk: AtDesk, piece: str = "") -> Response:
    """Show the pieces, and the moves of one."""
    chosen, fault = None, ""
    if piece.strip():
        try:
            with desk.within_limits():
                chosen = Piece.parse(piece.strip()[:200])
        except BadInput as error:
            fault = str(error)
    aliases = [name for name, of in ALIASES.items() if chosen and Piece.parse(of) == chosen]
    status = 422 if fault else 200
    if wants_json(request):
        return Json(_twin(chosen, aliases, fault), status_code=status)
    return page(
        request,
        "pieces.html",
        here="ask",
        status=status,
        text=piece,
        fault=fault,
        chosen=None if chosen is None else moves_of(chosen),
        aliases=aliases,
        is_symmetric=chosen is not None and chosen.is_symmetric,
        names=tuple(NAMED),
        pieces=_all(),
    )


def _twin(chosen: Piece | None, aliases: list[str], fault: str) -> dict[str, object]:
    """Return the page as JSON."""
    said: dict[str, object] | None = None
    if chosen is not None:
        said = {"name": str(chosen), "betza": chosen.betza, "aliases": aliases}
        said["symmetric"] = chosen.is_symmetric
    return {"piece": said, "fault": fault or None, "pieces": dict(NAMED)}


@lru_cache(1)
def _all() -> tuple[Moves, ...]:
    """Return the pieces with a name, each with its moves."""
    return tuple(moves_of(Piece.parse(name)) for name in NAMED)
