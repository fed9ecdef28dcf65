"""Boards as pictures: of a placement, of an answer, of what a piece attacks; and checking."""

from typing import Annotated, Literal

from fastapi import Query
from fastapi.responses import Response
from pydantic import BaseModel

from satchess.domain.attacks import attacked_squares
from satchess.domain.board import Board
from satchess.domain.pieces import Piece
from satchess.domain.placement import Place, Placement
from satchess.domain.scene import Scene
from satchess.domain.squares import Square
from satchess.errors import BadQuestion
from satchess.questions import Question
from satchess.render.scenes import draw_moves, draw_question
from satchess.render.svg import Drawing, drawing, picture
from satchess.service.appraisal import check as appraise
from satchess.verbs import VERBS
from satchess.web.answering import AtDesk, Json
from satchess.web.api.models import Squares, Whole, router_of
from satchess.web.api.tables import ensure_short
from satchess.web.desk import Desk
from satchess.web.problems import refusal
from satchess.web.security import embeddable
from satchess.wire import safe

router = router_of("boards")

SHADE = 0.6
"""How strongly attacked squares are coloured."""

Text = Annotated[str | None, Query(max_length=4_000)]


@router.get(
    "/boards",
    response_class=Response,
    responses={
        200: {
            "description": "A picture.",
            "content": {
                "image/svg+xml": {"schema": {"type": "string"}},
                "image/png": {"schema": {"type": "string", "format": "binary"}},
            },
        },
        501: {
            "description": "PNG is not installed here.",
            "content": {
                "application/problem+json": {
                    "schema": {"$ref": "#/components/schemas/ProblemModel"}
                }
            },
        },
    },
)
def board(
    desk: AtDesk,
    q: Annotated[
        Text,
        Query(description="A question, or a request whose remembered answer is drawn."),
    ] = None,
    board: Annotated[Text, Query(examples=["8x8:torus"])] = None,
    piece: Annotated[Text, Query(examples=["queen"])] = None,
    placement: Annotated[Text, Query(examples=["a1 c2"])] = None,
    at: Annotated[
        Text, Query(description="A square: what the piece attacks from there is shaded.")
    ] = None,
    attacks: Annotated[bool, Query(description="Shade what the placement attacks.")] = False,
    format: Literal["svg", "png"] = "svg",
) -> Response:
    """Draw a board, a placement, an answer, or the moves of a piece."""
    for text in (q, board, piece, placement, at):
        ensure_short(desk, text or "")
    lasts = True
    with desk.within_limits():
        if q is not None:
            drawn, lasts = _question(desk, q, placement)
        elif board is None and piece is not None:
            drawn = draw_moves(Piece.parse(piece))
        elif board is not None:
            drawn = _board(board, piece, placement, at, attacks)
        else:
            raise BadQuestion("a picture: expected q, board or piece")
    svg = picture(drawn)
    headers = embeddable(lasts=lasts)
    if format == "svg":
        return Response(svg, headers=headers, media_type="image/svg+xml")
    from satchess.render.png import png  # it needs an extra

    return Response(png(svg), headers=headers, media_type="image/png")


def _question(desk: Desk, text: str, placement: str | None) -> tuple[Drawing, bool]:
    """Draw a question; say whether the picture lasts, or a better answer may come."""
    if text.split()[:1] and text.split()[0] in VERBS:
        request = desk.read(text)
        if placement is None:
            known = desk.known(request)
            if known is None:
                raise refusal(404, "not-known", f"nothing is remembered of '{request}'")
            return draw_question(request.question, known.placement), known.status.is_final
        question = request.question
    else:
        question = Question.parse(text)
    placed = None if placement is None else question.read(placement)
    if placed is not None:
        question.board.check_squares(frozenset(placed.squares), "placement")
    return draw_question(question, placed), True


def _board(
    text: str, piece: str | None, placement: str | None, at: str | None, attacks: bool
) -> Drawing:
    where, moved = Board.parse(text), Piece.parse(piece or "queen")
    places: list[Place] = []
    if placement is not None:
        places = list(Placement.read(placement, where, (moved,), lambda: frozenset()).places)
    attacked: set[Square] = set()
    if at is not None:
        square = Square.parse(at)
        where.check_squares(frozenset([square]), "at")
        attacked |= attacked_squares(moved, where, square)
        if square not in {place.square for place in places}:
            places.append(Place(square, moved))
    if attacks:
        for place in places:
            attacked |= attacked_squares(place.piece, where, place.square)
    placed = Placement.of(places)
    where.check_squares(frozenset(placed.squares), "placement")
    title = f"A {where} board" if not places else f"{moved.plural} on {where}"
    return drawing(where, placed, Scene(shade=dict.fromkeys(attacked, SHADE)), title=title)


class AttacksModel(BaseModel):
    """What each square of a board attacks."""

    board: str
    piece: str
    squares: list[str]
    attacks: dict[str, list[str]]


@router.get("/attacks", responses={200: {"model": AttacksModel}})
def attacked(
    desk: AtDesk,
    board: Annotated[str, Query(max_length=4_000, examples=["8x8"])],
    piece: Annotated[str, Query(max_length=4_000, examples=["queen"])],
) -> Response:
    """Say which squares a piece attacks from each square of a board; others do not block it."""
    with desk.within_limits():
        where, moved = Board.parse(board), Piece.parse(piece)
    attacks = {
        str(square): [str(s) for s in sorted(attacked_squares(moved, where, square))]
        for square in where.squares
    }
    said = {"board": str(where), "piece": str(moved), "squares": list(attacks)}
    return Json({**said, "attacks": attacks})


class AppraisalModel(BaseModel):
    """Whether a placement keeps the rules, and how good it is as far as is remembered."""

    question: str
    placement: Squares
    holds: bool
    offences: list[str]
    value: Whole | None
    fingerprint: list[Whole] | None
    symmetry: str | None
    is_optimal: bool | None
    optimum: Whole | None
    lower: Whole | None
    upper: Whole | None
    distance: Whole | None
    smallest_fingerprint: list[Whole] | None
    beginning: list[Whole] | None
    is_first: bool | None
    first_placement: Squares | None
    text: str


@router.get("/check", responses={200: {"model": AppraisalModel}})
def check(
    desk: AtDesk,
    q: Annotated[
        str,
        Query(
            description="A question, without a verb.",
            min_length=1,
            max_length=4_000,
            examples=["independence queen 6"],
        ),
    ],
    placement: Annotated[
        str,
        Query(
            description="Squares, a permutation, FEN, a matrix or a drawing.",
            max_length=4_000,
            examples=["2 4 6 1 3 5"],
        ),
    ],
) -> Response:
    """Check a placement by the rules, and compare it with what is remembered of the optimum."""
    ensure_short(desk, q)
    ensure_short(desk, placement)
    with desk.within_limits():
        question = Question.parse(q)
        with desk.thinking(question):
            appraisal = appraise(question, placement, cache=desk.settings.cache, timeout=0)
    beginning = None if appraisal.beginning is None else list(appraisal.beginning)
    said = safe({**appraisal.as_json(), "beginning": beginning})
    return Json({**said, "text": str(appraisal)})
