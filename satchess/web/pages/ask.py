"""The ask page: a question put together, shown as a sentence, and asked."""

from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256

from fastapi import APIRouter, Request
from fastapi.responses import Response
from markupsafe import Markup

from satchess.domain.board import Board
from satchess.domain.pieces import NAMED, Piece
from satchess.domain.squares import Square, parse_squares
from satchess.errors import BadInput
from satchess.questions.base import Question
from satchess.render.asking import asked
from satchess.web.answering import AtDesk, Json, desk_of
from satchess.web.desk import Desk, is_enough
from satchess.web.negotiation import wants_json
from satchess.web.pages import forms
from satchess.web.pages.boards import MARKS, draw_grid, draw_piece, is_grid
from satchess.web.pages.forms import Draft, read_fields
from satchess.web.pages.rendering import page

router = APIRouter(include_in_schema=False)

EXAMPLES = (
    "solve domination queen 8x8",
    "count queens 8",
    "list queens 6",
    "solve independence knight 5x5",
    "count domination king 5x5 --up-to-symmetry",
    "solve peaceable queen 5x5",
    "solve domination rook 6x6:torus",
    "solve puzzle detective",
)
"""Questions with answers that take no time worth speaking of."""


@router.get("/")
def ask(request: Request, desk: AtDesk) -> Response:
    """Show the form, with the question as far as it goes."""
    return show(request, read_fields(dict(request.query_params), desk.read))


def show(request: Request, draft: Draft, status: int = 200) -> Response:
    """Show the form with what is in it."""
    desk = desk_of(request)
    if wants_json(request):
        return Json(as_json(draft), status_code=200 if draft.request else 422)
    return page(
        request,
        "ask.html",
        status=status,
        here="ask",
        draft=draft,
        sentence="" if draft.request is None else asked(draft.request),
        is_known=_is_known(desk, draft),
        verbs=forms.VERB_NAMES,
        counting=forms.COUNTING,
        kinds=forms.kinds(),
        arguments=forms.arguments(draft),
        options=forms.options(draft, rare=False),
        rare=forms.options(draft, rare=True),
        signs=forms.signs(draft),
        shapes=forms.shapes(),
        topologies=forms.topologies(),
        pieces=tuple(NAMED),
        common=forms.PIECES,
        marks={name: mark for name, (mark, _) in forms.SIGNS.items()},
        sign_names={mark: said for mark, (said, _) in MARKS.items()},
        editor=_editor(draft, desk),
        editor_key=_key(draft),
        moves=_moves(draft, desk),
        examples=_examples(),
    )


def as_json(draft: Draft) -> dict[str, object]:
    """Return the twin of the page: the request, its sentence, and what is wrong."""
    return {
        "request": None if draft.request is None else forms.written(draft.request),
        "text": draft.text,
        "sentence": None if draft.request is None else asked(draft.request),
        "fields": dict(draft.values),
        "faults": dict(draft.faults),
    }


def _is_known(desk: Desk, draft: Draft) -> bool:
    if draft.request is None:
        return False
    known = desk.known(draft.request)
    return known is not None and is_enough(known, draft.request)


def _key(draft: Draft) -> str:
    """Return what the editor depends on, but for the marks that it has made itself."""
    values = [draft.values.get(name, "") for name in ("rows", "columns", "topology", "shape")]
    return sha256(repr((values, draft.signs)).encode()).hexdigest()[:12]


def _editor(draft: Draft, desk: Desk) -> Markup | None:
    """Draw the board to mark squares on; None where there is none yet."""
    if not draft.has_board:
        return None
    empty = {name: "" for name in forms.SIGNS}
    plain = read_fields({**draft.values, **_PLAIN, **empty}, desk.read)
    if plain.request is None or not is_grid(plain.request.question.board):
        return None
    board = plain.request.question.board
    label = f"Board {board.rows}x{board.columns}"
    if not draft.signs:
        return draw_grid(board, label=label)
    return draw_grid(board, label=label, marks=_marks(draft, board), selects=True)


_PLAIN = {"verb": "solve", "kind": "independence", "piece": "queen", "size": "", "all": "on"}
"""A question that can be asked on any board."""


def _marks(draft: Draft, board: Board) -> dict[Square, str]:
    """Return the marks that fields of squares make on a board, as far as they can be read."""
    question = None if draft.request is None else draft.request.question
    marks: dict[Square, str] = {}
    for name in draft.signs:
        given = getattr(board if name in ("holes", "walls") else question, name, None)
        if name in ("holes", "walls") and question is not None:
            given = getattr(question.board, name) - getattr(board, name)
        if question is None:
            try:
                given = parse_squares(draft.values.get(name, ""))
            except BadInput:
                given = frozenset()
        marks |= dict.fromkeys(given or (), forms.SIGNS[name][0])
    return marks


@dataclass(frozen=True)
class Moves:
    """The moves of the piece that is chosen."""

    name: str
    betza: str
    picture: Markup


def _moves(draft: Draft, desk: Desk) -> Moves | None:
    if "piece" not in draft.words:
        return None
    try:
        with desk.within_limits():
            piece = Piece.parse(draft.values.get("piece", ""))
    except BadInput:
        return None
    return moves_of(piece)


@lru_cache(256)
def moves_of(piece: Piece) -> Moves:
    """Return the moves of a piece as a page shows them."""
    return Moves(str(piece), piece.betza, draw_piece(piece))


@dataclass(frozen=True)
class Example:
    """A question to begin with."""

    text: str
    sentence: str
    picture: Markup | None


@lru_cache(1)
def _examples() -> tuple[Example, ...]:
    from satchess.request import Request as Asked

    requests = {text: Asked.parse(text) for text in EXAMPLES}
    return tuple(
        Example(text, asked(said), _sign(said.question)) for text, said in requests.items()
    )


def _sign(question: Question) -> Markup | None:
    """Return the piece that an example is about."""
    from satchess.render.svg import GLYPHS, glyph_id, plain

    piece = question.kinds[0]
    if plain(piece) not in GLYPHS:
        return None
    return Markup(
        '<svg viewBox="5 5 90 90" aria-hidden="true" focusable="false">'
        f'<use href="#{glyph_id(plain(piece))}"/></svg>'
    )
