"""Puzzles: those that come with satchess, new ones, and help for those who solve them."""

from typing import Annotated, Any, Literal

from fastapi import Path, Request
from fastapi.responses import Response
from pydantic import BaseModel, Field

from satchess.puzzles.files import built_in_names
from satchess.puzzles.recipes import RECIPES
from satchess.web.answering import Json, starting
from satchess.web.api.models import router_of
from satchess.web.problems import refusal

router = router_of("puzzles")

Sheet = Annotated[
    str,
    Field(
        description="A name, or a puzzle as a TOML table on one line.",
        min_length=1,
        max_length=20_000,
        examples=["detective"],
    ),
]
Places = Annotated[
    list[Annotated[str, Field(max_length=60)]],
    Field(
        description="Pieces that are put: `queen@d4`, or `d4` where one kind will do.",
        max_length=400,
    ),
]
Squares = Annotated[list[Annotated[str, Field(max_length=10)]], Field(max_length=400)]


class Making(BaseModel):
    """What puzzle is to be made: equal seeds make equal puzzles."""

    kind: Literal["regions", "detective", "completion", "lights"]
    size: str | None = Field(None, max_length=10, examples=["8x8"])
    difficulty: Literal["easy", "medium", "hard"] | None = None
    seed: int = Field(1, ge=0, le=2**53)


class Playing(BaseModel):
    """A puzzle and what has been done."""

    puzzle: Sheet
    put: Places = []
    crossed: Squares = []


class Checking(Playing):
    """A puzzle and what has been done; `assess` asks whether it can be completed."""

    assess: bool = False


class KindModel(BaseModel):
    """A kind of puzzle that can be made."""

    kind: str
    title: str
    summary: str
    board: str
    smallest: int
    largest: int
    square: bool


class PuzzlesModel(BaseModel):
    """What there is to play, and what can be made."""

    puzzles: list[str]
    kinds: list[KindModel]


class PuzzleModel(BaseModel):
    """A puzzle."""

    puzzle: str = Field(description="On one line, as the other addresses take it.")
    toml: str
    title: str
    source: str
    board: str
    rows: int
    columns: int
    squares: list[str]
    pieces: list[dict[str, str]]
    given: list[str]
    allowed: list[str]
    marks: dict[str, str]
    regions: list[list[str]]
    lit: list[str] | None
    svg: str
    difficulty: str
    kind: str | None = None
    seed: int | None = None


class CheckModel(BaseModel):
    """How it stands."""

    solved: bool
    conflicts: list[str]
    squares: list[str] = Field(description="Where the conflicts are.")
    violations: list[str]
    assessment: str | None


class HintModel(BaseModel):
    """The next step of a person, and what has been done after it."""

    hint: str
    put: list[str]
    crossed: list[str]
    new: list[str]
    removed: list[str]
    new_crossed: list[str]


class SolutionModel(BaseModel):
    """A solution."""

    solution: list[str] | None
    unique: bool


@router.get("/puzzles", responses={200: {"model": PuzzlesModel}})
def puzzles() -> Response:
    """List the puzzles that come with satchess, and the kinds that can be made."""
    kinds: list[dict[str, Any]] = [
        {
            "kind": name,
            "title": recipe.title,
            "summary": recipe.summary,
            "board": recipe.board,
            "smallest": recipe.smallest,
            "largest": recipe.largest,
            "square": recipe.square,
        }
        for name, recipe in RECIPES.items()
    ]
    return Json({"puzzles": built_in_names(), "kinds": kinds})


@router.get("/puzzles/{name}", responses={200: {"model": PuzzleModel}})
def puzzle(
    request: Request,
    name: Annotated[str, Path(max_length=60, examples=["detective"])],
) -> Response:
    """Return a puzzle that comes with satchess."""
    if name not in built_in_names():
        raise refusal(404, "not-known", f"puzzle {name!r}: there is none of this name")
    return _helped(request, "show", {"puzzle": name})


@router.post("/puzzles/show", responses={200: {"model": PuzzleModel}})
def show(request: Request, said: Playing) -> Response:
    """Return a puzzle of your own as programs need it."""
    starting(request)
    return _helped(request, "show", {"puzzle": said.puzzle})


@router.post("/puzzles/make", responses={200: {"model": PuzzleModel}})
def make(request: Request, said: Making) -> Response:
    """Make a new puzzle."""
    starting(request)
    return _helped(request, "make", said.model_dump())


@router.post("/puzzles/check", responses={200: {"model": CheckModel}})
def check(request: Request, said: Checking) -> Response:
    """Say what is wrong so far, and whether the puzzle is solved."""
    starting(request)
    return _helped(request, "check", said.model_dump())


@router.post("/puzzles/hint", responses={200: {"model": HintModel}})
def hint(request: Request, said: Playing) -> Response:
    """Make the next step, and give its reason."""
    starting(request)
    return _helped(request, "hint", said.model_dump())


@router.post("/puzzles/solution", responses={200: {"model": SolutionModel}})
def solution(request: Request, said: Playing) -> Response:
    """Return a solution, and whether it is the only one."""
    starting(request)
    return _helped(request, "solution", {"puzzle": said.puzzle})


def _helped(request: Request, task: str, said: dict[str, Any]) -> Response:
    return Json(request.app.state.helpers.ask(task, said))
