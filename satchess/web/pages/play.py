"""Play: puzzles to solve, new ones, and sheets of several to print.

The address is the puzzle. What a player does stays in the browser; checks and hints are asked of
the API. Without a script, a solution is sent as text.
"""

import json
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, urlencode

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response
from markupsafe import Markup
from starlette.concurrency import run_in_threadpool

from satchess.domain.placement import Placement
from satchess.errors import BadInput, TooLarge
from satchess.puzzles.files import built_in_names, find
from satchess.puzzles.recipes import RECIPES
from satchess.puzzles.sheet import Sheet
from satchess.render.pdf import pdf
from satchess.render.svg import drawing
from satchess.render.worksheet import Exercise, Paper, Worksheet, pages
from satchess.web.answering import AtDesk, Json, desk_of, starting
from satchess.web.desk import Desk
from satchess.web.negotiation import wants_json
from satchess.web.pages import puzzles
from satchess.web.pages.boards import draw_still
from satchess.web.pages.puzzles import DEFAULT_SIZES, LEVELS, SHELF, SIZES, Order
from satchess.web.pages.rendering import page
from satchess.web.security import is_cross_site

router = APIRouter(include_in_schema=False)

MOST_ON_A_SHEET = 12


@dataclass(frozen=True)
class Kind:
    """A kind of puzzle on the overview."""

    name: str
    title: str
    summary: str
    sizes: tuple[str, ...]
    size: str
    picture: Markup


@dataclass(frozen=True)
class Verdict:
    """What is said of a solution that was sent as text."""

    is_solved: bool
    said: tuple[str, ...]


@router.get("/play")
def play(request: Request, desk: AtDesk) -> Response:
    """Show a puzzle, or all there is to play."""
    try:
        return _played(request, desk)
    except BadInput as error:
        if wants_json(request):
            raise
        return _overview(request, desk, str(error))


def _played(request: Request, desk: Desk) -> Response:
    asked = request.query_params
    order = _order(desk, dict(asked))
    if order is None:
        return _overview(request, desk)
    if order.kind and not asked.get("seed", "").strip():
        fields = {**order.fields, **({"format": "json"} if wants_json(request) else {})}
        return RedirectResponse(f"/play?{urlencode(fields)}", 303)
    if SHELF.find(order) is None and is_cross_site(request.scope):
        return page(request, "puzzle-link.html", here="play", order=order)
    return _shown(request, desk, order)


@router.post("/play")
async def check(request: Request) -> Response:
    """Say whether a solution that was sent as text is one."""
    sent = parse_qsl((await request.body()).decode("utf-8", "replace"), max_num_fields=20)
    return await run_in_threadpool(_checked, request, dict(sent))


def _order(desk: Desk, said: dict[str, str]) -> Order | None:
    with desk.within_limits():
        order = Order.parse(said)
    if order is not None and len(order.puzzle) > desk.limits.text:
        raise TooLarge(
            f"a puzzle of {len(order.puzzle)} characters, expected {desk.limits.text} at most"
        )
    return order


def _checked(request: Request, sent: dict[str, str]) -> Response:
    starting(request)
    desk = desk_of(request)
    order = _order(desk, sent)
    if order is None or (order.kind and not sent.get("seed", "").strip()):
        raise BadInput("play: expected a puzzle, as the form sends it")
    text = sent.get("solution", "")[: desk.limits.text]
    sheet = _sheet(desk, SHELF.fetch(order, request.app.state.helpers))
    words = text.replace(",", " ").split()
    try:
        found = request.app.state.helpers.ask("check", {"puzzle": str(sheet), "put": words})
    except BadInput as error:
        return _shown(request, desk, order, text, Verdict(False, (str(error),)), 422)
    said = tuple(found["conflicts"] or found["violations"])
    if not found["solved"] and not said:
        better = "fewer will do" if sheet.lit is not None else "there is a better one"
        said = (better,)
    return _shown(request, desk, order, text, Verdict(found["solved"], said))


def _sheet(desk: Desk, found: dict[str, Any]) -> Sheet:
    with desk.within_limits():
        return Sheet.parse(found["puzzle"])


def _shown(
    request: Request,
    desk: Desk,
    order: Order,
    text: str = "",
    verdict: Verdict | None = None,
    status: int = 200,
) -> Response:
    """Show a puzzle, or its twin as JSON: neither knows the solution."""
    found = SHELF.fetch(order, request.app.state.helpers)
    if wants_json(request):
        return Json({**found, "address": order.address})
    sheet = _sheet(desk, found)
    title = RECIPES[order.kind].title if order.kind else found["title"] or "A puzzle"
    return page(
        request,
        "puzzle.html",
        here="play",
        status=status,
        order=order,
        title=title,
        found=found,
        sheet=sheet,
        rules=puzzles.rules_of(sheet),
        board=puzzles.draw(sheet, title),
        data=json.dumps(puzzles.as_data(sheet)),
        sizes=SIZES.get(order.kind, ()),
        levels=LEVELS,
        text=text,
        verdict=verdict,
    )


# All there is


def _overview(request: Request, desk: Desk, problem: str = "") -> Response:
    """Show the kinds, the cabinet, and the form for a sheet."""
    cabinet = {name: find(name) for name in built_in_names()}
    if wants_json(request):
        return Json(
            {
                "kinds": [
                    {
                        "kind": name,
                        "title": recipe.title,
                        "summary": recipe.summary,
                        "sizes": SIZES[name],
                    }
                    for name, recipe in RECIPES.items()
                ],
                "difficulties": LEVELS,
                "puzzles": [
                    {"puzzle": name, "title": sheet.title} for name, sheet in cabinet.items()
                ],
            }
        )
    return page(
        request,
        "play.html",
        here="play",
        status=422 if problem else 200,
        problem=problem,
        kinds=[
            Kind(
                name,
                recipe.title,
                recipe.summary,
                SIZES[name],
                DEFAULT_SIZES[name],
                _still(Sheet.parse(_SAMPLES[name]), f"An example of {recipe.title}"),
            )
            for name, recipe in RECIPES.items()
        ],
        levels=LEVELS,
        cabinet=[
            (name, sheet.title, _still(sheet, sheet.title)) for name, sheet in cabinet.items()
        ],
        most=MOST_ON_A_SHEET,
    )


_SAMPLES = {
    "regions": '{board = "4x4", pieces = {queen = 4}, moves = {queen = "RF"}, peace = "all",'
    ' regions = ["a1 a2 a3 a4", "b1 c1 d1 d2", "b2 b3 c2 c3 d3", "b4 c4 d4"]}',
    "detective": '{board = "4x4", pieces = {bishop = 1, king = 1, knight = 1, queen = 1, rook = 1},'
    ' marked = "b1 a2 b3 a4 b4", attacks = {a1 = 1, d2 = 0, d3 = 1, c4 = 1}}',
    "completion": '{board = "5x5", pieces = {queen = 5}, given = {b1 = "queen", d2 = "queen"},'
    ' peace = "all"}',
    "lights": '{board = "4x4", pieces = {press = "any"}, moves = {press = "wazir"},'
    ' lit = "a1 b1 c2 d2 d3 a4 c4"}',
}
"""What a kind looks like, for its picture."""


def _still(sheet: Sheet, label: str) -> Markup:
    given = Placement.of(sheet.given)
    scene = puzzles.scene_of(sheet)
    if sheet.lit is not None:
        return puzzles.draw_lights(sheet, label)
    return draw_still(drawing(sheet.board, given, scene, defines=False), label)


# Sheets to print


@router.get("/play/sheet")
def print_sheet(request: Request, desk: AtDesk) -> Response:
    """Make a sheet of several puzzles as PDF, the solutions behind."""
    starting(request)
    said = dict(request.query_params)
    order = _order(desk, said)
    if order is None:
        raise BadInput("sheet: expected a kind of puzzle, or the name of one")
    number = _number(said.get("number", "").strip() or "4") if order.kind else 1
    paper = said.get("paper", "").strip().lower() or "a4"
    if paper not in list(Paper):
        raise BadInput(f"paper {paper!r}: expected a4 or letter")
    orders = (order.numbered(order.seed + step) for step in range(number))
    exercises = tuple(_exercise(request, desk, each) for each in orders)
    title = said.get("title", "").strip()[:80]
    title = title or (RECIPES[order.kind].title if order.kind else exercises[0].sheet.title)
    content = pdf(pages(Worksheet(title or "Puzzles", exercises, Paper(paper))))
    name = f"{order.kind or 'puzzle'}-{order.seed}.pdf"
    headers = {"Content-Disposition": f'inline; filename="{name}"'}
    return Response(content, media_type="application/pdf", headers=headers)


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:6]) <= MOST_ON_A_SHEET):
        raise BadInput(f"number {text[:20]!r}: expected 1 to {MOST_ON_A_SHEET}")
    return int(text)


def _exercise(request: Request, desk: Desk, order: Order) -> Exercise:
    """Have a puzzle made and solved."""
    helpers = request.app.state.helpers
    found = SHELF.fetch(order, helpers)
    with desk.within_limits():
        sheet = find(order.puzzle) if order.puzzle else Sheet.parse(found["puzzle"])
        solved = helpers.ask("solution", {"puzzle": found["puzzle"]})
        if solved["solution"] is None:
            raise BadInput("this puzzle has no solution, expected one to print")
        solution = Placement.parse(" ".join(solved["solution"]), None)
    notes = [f"seed {order.seed}" if order.kind else "", found["difficulty"]]
    notes += [] if solved["unique"] else ["one of several solutions"]
    return Exercise(sheet, solution, "; ".join(filter(None, notes)))
