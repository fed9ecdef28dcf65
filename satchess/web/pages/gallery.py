"""The gallery: one picture for each side of the board, and a place for what is not known yet."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from fastapi import APIRouter
from fastapi import Request as Asked
from fastapi.responses import Response
from markupsafe import Markup

from satchess.answers import Answer
from satchess.errors import BadInput
from satchess.render.svg import drawing, is_drawable
from satchess.request import Request
from satchess.web.answering import AtDesk, Json
from satchess.web.desk import Desk
from satchess.web.negotiation import wants_json
from satchess.web.pages.boards import draw_still
from satchess.web.pages.explore import exact
from satchess.web.pages.rendering import page
from satchess.web.pages.surveys import Survey, written

router = APIRouter(include_in_schema=False)

VERBS = ("solve", "first")
"""The verbs whose answers are one placement."""

MOST_PICTURES = 60

MOST_DRAWN = 1_600
"""Squares of a picture: more would be too small to be seen."""


@dataclass(frozen=True)
class Wall:
    """A wall of the gallery: its title, what one sees, and the question of its pictures."""

    name: str
    title: str
    about: str
    text: str


WALLS = (
    Wall(
        "domination-queen",
        "Fewest queens",
        "As few queens as can attack every empty square.",
        "solve domination queen 1..12",
    ),
    Wall(
        "first-queens",
        "First queens",
        "N queens at peace, the first in the order of a dictionary.",
        "first queens 4..15",
    ),
    Wall(
        "most-beautiful",
        "Most beautiful queens",
        "N queens at peace, the farthest one as close to the centre as can be, then the next.",
        "solve beautiful 4..15",
    ),
    Wall(
        "independence-king",
        "Most kings",
        "As many kings as fit without two touching.",
        "solve independence king 1..12",
    ),
    Wall(
        "domination-king",
        "Fewest kings",
        "As few kings as can attack every empty square.",
        "solve domination king 1..12",
    ),
    Wall(
        "domination-knight",
        "Fewest knights",
        "As few knights as can attack every empty square.",
        "solve domination knight 1..12",
    ),
    Wall(
        "peaceable-queen",
        "Armies of queens",
        "Two armies of queens, as large as can be, that leave each other in peace.",
        "solve peaceable queen 2..10",
    ),
    Wall(
        "no-three-in-line",
        "No three in line",
        "As many points as can be, no three of them on a straight line.",
        "solve no-three-in-line 2..12",
    ),
    Wall(
        "torus-queens",
        "Queens on a torus",
        "As many queens as fit at peace where every edge is glued to the one across.",
        "solve independence queen 1..12:torus",
    ),
    Wall(
        "irredundance-king",
        "Irredundant kings",
        "As many kings as can be, each with a square of its own that no other covers.",
        "solve irredundance king 1..10",
    ),
)
"""What hangs here; any other question may be asked for as `q`."""


@dataclass(frozen=True)
class Picture:
    """One place on a wall: filled, or not yet."""

    side: int
    request: Request
    answer: Answer | None

    @property
    def is_there(self) -> bool:
        """Whether there is a placement to show."""
        return self.answer is not None and self.answer.placement is not None

    @property
    def is_proved(self) -> bool:
        """Whether the answer is final."""
        return self.answer is not None and self.answer.status.is_final

    @property
    def caption(self) -> str:
        """What is written below it."""
        answer = self.answer
        if answer is None:
            return "not known yet"
        if answer.status == "infeasible":
            return "there is none"
        if answer.request.verb == "first":
            return " ".join(map(str, answer.permutation or answer.placement or ()))
        text = written(answer)
        noun = self._noun(answer)
        return f"{text} {noun}" if answer.status.is_final else f"{text} {noun}, not proved yet"

    @staticmethod
    def _noun(answer: Answer) -> str:
        kinds = answer.question.kinds
        if len(kinds) != 1:
            return "in each army" if answer.question.kind == "peaceable" else ""
        return kinds[0].named(answer.value or 0).partition(" ")[2]

    def svg(self) -> Markup:
        """Draw it."""
        assert self.answer is not None
        assert self.answer.placement is not None
        question, placement = self.answer.question, self.answer.placement
        if not is_drawable(question.board) or len(question.board) > MOST_DRAWN:
            return Markup("")
        scene = question.scene(placement)
        scene = replace(scene, shade={}, marks={}) if scene.shade and not scene.regions else scene
        drawn = drawing(question.board, placement, scene, defines=False)
        said = question.statement(self.answer.value) if self.is_proved else self.caption
        return draw_still(drawn, said)


def hang(desk: Desk, text: str) -> tuple[Survey, tuple[Picture, ...]]:
    """Return the pictures of a question on square boards."""
    if len(text) > desk.limits.text:
        raise BadInput(f"a text of {len(text)} characters, expected {desk.limits.text} at most")
    with desk.within_limits():
        survey = replace(Survey.parse(text, desk.limits.cells, VERBS), columns=None)
        if survey.size > MOST_PICTURES:
            raise BadInput(f"gallery {text!r}: expected at most {MOST_PICTURES} boards")
        return survey, tuple(_pictures(desk, survey))


def _pictures(desk: Desk, survey: Survey) -> Iterator[Picture]:
    known = desk.knowing()
    for side, _ in survey.boards:
        try:
            request = survey.request(side, side)
        except BadInput:
            continue
        yield Picture(side, request, known(request))


@router.get("/gallery")
def gallery(request: Asked, desk: AtDesk) -> Response:
    """Show a wall, or its twin as JSON."""
    asked = request.query_params
    walls = {wall.name: wall for wall in WALLS}
    wall = walls.get(asked.get("wall", ""))
    text = asked.get("q", "").strip()
    if not text:
        wall = wall or WALLS[0]
        text = wall.text
    problem, survey = "", None
    pictures: tuple[Picture, ...] = ()
    try:
        survey, pictures = hang(desk, text)
    except BadInput as error:
        if wants_json(request):
            raise
        problem = str(error)
    if survey is not None and wants_json(request):
        return Json(as_json(survey, pictures))
    if survey is not None and wall is None:
        wall = next((each for each in WALLS if _is_on(each, survey)), None)
    return page(
        request,
        "gallery.html",
        here="gallery",
        status=422 if problem else 200,
        walls=WALLS,
        wall=wall,
        survey=survey,
        pictures=pictures,
        text=text,
        problem=problem,
    )


def _is_on(wall: Wall, survey: Survey) -> bool:
    """Whether a wall asks the same, of these boards or of others."""
    own = Survey.parse(wall.text, MOST_PICTURES, VERBS)
    return own.pattern == survey.pattern


def as_json(survey: Survey, pictures: tuple[Picture, ...]) -> dict[str, Any]:
    """Return a wall as JSON."""
    return {
        "question": str(survey),
        "walls": [
            {"name": wall.name, "title": wall.title, "question": wall.text} for wall in WALLS
        ],
        "pictures": [
            {
                "side": picture.side,
                "request": str(picture.request),
                "status": "unknown" if picture.answer is None else str(picture.answer.status),
                "value": None if picture.answer is None else exact(picture.answer.value),
                "placement": list(picture.answer.question.words(picture.answer.placement))
                if picture.answer is not None and picture.answer.placement is not None
                else None,
            }
            for picture in pictures
        ],
    }
