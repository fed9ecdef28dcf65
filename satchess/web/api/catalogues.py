"""Catalogues: kinds of questions, pieces, engines."""

from functools import lru_cache
from typing import Annotated, Any

from fastapi import Path, Query
from fastapi.responses import Response
from pydantic import BaseModel

from satchess.domain.board import Topology
from satchess.domain.pieces import ALIASES, NAMED, Piece
from satchess.domain.shapes import SHAPES
from satchess.engines import ENGINES, engine
from satchess.questions import KINDS
from satchess.questions.grammar import Form, words_of
from satchess.verbs import VERBS
from satchess.web.answering import AtDesk, Json
from satchess.web.api.models import router_of

router = router_of("catalogues")


class PieceModel(BaseModel):
    """A piece."""

    name: str
    betza: str
    aliases: list[str]
    symmetric: bool


class PiecesModel(BaseModel):
    """The pieces that have a name; any other may be said in Betza notation."""

    pieces: list[PieceModel]


class EngineModel(BaseModel):
    """An engine."""

    name: str
    summary: str


class EnginesModel(BaseModel):
    """The engines, in the order in which they are asked."""

    engines: list[EngineModel]


class WordModel(BaseModel):
    """An argument or an option of a question."""

    name: str
    form: str
    metavar: str
    help: str
    required: bool


class QuestionModel(BaseModel):
    """A kind of question."""

    kind: str
    summary: str
    words: list[WordModel]


class QuestionsModel(BaseModel):
    """What can be asked: any verb of any question."""

    verbs: dict[str, str]
    questions: list[QuestionModel]
    topologies: list[str]
    shapes: list[str]


@lru_cache(1)
def _pieces() -> list[dict[str, Any]]:
    aliases: dict[str, list[str]] = {}
    for alias, name in ALIASES.items():
        aliases.setdefault(name, []).append(alias)
    return [
        {
            "name": name,
            "betza": betza,
            "aliases": aliases.get(name, []),
            "symmetric": Piece.parse(name).is_symmetric,
        }
        for name, betza in NAMED.items()
    ]


@router.get("/pieces", responses={200: {"model": PiecesModel}})
def pieces() -> Response:
    """List the pieces that have a name."""
    return Json({"pieces": _pieces()})


@router.get("/pieces/{piece}", responses={200: {"model": PieceModel}})
def piece(
    desk: AtDesk,
    piece: Annotated[str, Path(max_length=200, examples=["queen", "RBN"])],
) -> Response:
    """Return a piece, by its name or in Betza notation; `/boards?piece=` draws its moves."""
    with desk.within_limits():
        read = Piece.parse(piece)
    named = next((known for known in _pieces() if known["name"] == str(read)), None)
    unnamed = {"name": str(read), "betza": read.betza, "aliases": []}
    return Json(named or {**unnamed, "symmetric": read.is_symmetric})


@router.get("/engines", responses={200: {"model": EnginesModel}})
def engines() -> Response:
    """List the engines."""
    listed = [{"name": name, "summary": engine(name).summary} for name in ENGINES]
    return Json({"engines": listed})


@lru_cache(1)
def _questions() -> list[dict[str, Any]]:
    return [
        {
            "kind": name,
            "summary": kind.summary,
            "words": [
                {
                    "name": field,
                    "form": word.form.name.lower(),
                    "metavar": word.metavar.replace("|@FILE", ""),
                    "help": word.help,
                    "required": word.form is Form.ARGUMENT and word.default is None,
                }
                for field, word in words_of(kind).items()
            ],
        }
        for name, kind in KINDS.items()
    ]


@router.get("/questions", responses={200: {"model": QuestionsModel}})
def questions() -> Response:
    """List verbs, kinds of questions with their options, topologies and shapes."""
    return Json(
        {
            "verbs": {name: verb.summary for name, verb in VERBS.items()},
            "questions": _questions(),
            "topologies": [str(topology) for topology in Topology],
            "shapes": list(SHAPES),
        }
    )


class SentenceModel(BaseModel):
    """A request as it was understood."""

    verb: str
    request: str
    sentence: str
    board: str
    rows: int
    columns: int


@router.get("/sentence", responses={200: {"model": SentenceModel}})
def sentence(desk: AtDesk, q: Annotated[str, Query(min_length=1, max_length=4_000)]) -> Response:
    """Say how a request is understood, without asking it."""
    from satchess.render.asking import asked
    from satchess.web.desk import written

    read = desk.read(q)
    board = read.question.board
    return Json(
        {
            "verb": read.verb,
            "request": written(read),
            "sentence": asked(read),
            "board": str(board),
            "rows": board.rows,
            "columns": board.columns,
        }
    )
