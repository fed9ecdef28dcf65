"""Explore: what is remembered of a question on many boards, as a heat map with all around it."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from importlib import import_module
from typing import Any
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from satchess.answers import Answer
from satchess.cache.facets import Filter
from satchess.domain.board import Topology
from satchess.errors import BadInput, SatchessError
from satchess.questions import KINDS
from satchess.questions.grammar import GRAPH, words_of
from satchess.web.answering import AtDesk, Json
from satchess.web.desk import Desk
from satchess.web.negotiation import wants_json
from satchess.web.pages.plots import Plot
from satchess.web.pages.rendering import page
from satchess.web.pages.surveys import Cell, HeatMap, Survey, number_of
from satchess.wire import LARGEST_NUMBER

router = APIRouter(include_in_schema=False)

EXAMPLE = "solve domination queen 1..12x1..12"

LARGEST_SIDE = 20
"""Of the boards that the form offers."""

SMALL = 6
"""The side of a board whose polynomial takes no long."""

FIELDS = ("verb", "kind", "piece", "topology", "rows", "columns", "options")
"""What the form sends; the address becomes the question that they make."""


@router.get("/explore")
def explore(request: Request, desk: AtDesk) -> Response:
    """Show the page, or its twin as JSON."""
    asked = request.query_params
    if "kind" in asked:
        said = {"q": composed(asked), **({"format": asked["format"]} if "format" in asked else {})}
        return RedirectResponse(f"/explore?{urlencode(said)}", 303)
    text = asked.get("q", "").strip() or EXAMPLE
    problem, view = "", None
    try:
        view = look(desk, text, asked.get("board", ""))
    except BadInput as error:
        if wants_json(request):
            raise
        problem = str(error)
    if view is not None and wants_json(request):
        return Json(as_json(view))
    return page(
        request,
        "explore.html",
        here="explore",
        status=422 if problem else 200,
        view=view,
        text=text,
        problem=problem,
        form=_form(view),
        largest=LARGEST_SIDE,
    )


def composed(said: Mapping[str, str]) -> str:
    """Make a question of the fields of the form.

    >>> composed({"verb": "count", "kind": "domination", "piece": "king", "rows": "4",
    ...     "columns": "6", "topology": "torus", "options": "--total"})
    'count domination king 1..4x1..6:torus --total'
    """
    kind = said["kind"]
    word = words_of(KINDS[kind]).get("board") if kind in KINDS else None
    rows, columns = (said.get(name, "").strip() or "8" for name in ("rows", "columns"))
    boards = f"1..{rows}" if word and word.metavar == "N" else f"1..{rows}x1..{columns}"
    topology = said.get("topology", "plane")
    glued = "" if topology == "plane" else f":{topology}"
    takes_piece = kind in KINDS and "piece" in words_of(KINDS[kind])
    piece = said.get("piece", "").strip() or "queen" if takes_piece else ""
    words = (said.get("verb", "solve"), kind, piece, f"{boards}{glued}", said.get("options", ""))
    return " ".join(filter(None, map(str.strip, words)))


# What is shown


@dataclass(frozen=True)
class Polynomial:
    """How many placements of each size one board has."""

    cell: Cell
    answer: Answer
    terms: tuple[tuple[int, int], ...]

    @property
    def plot(self) -> Plot:
        """The picture."""
        return Plot(self.terms)


@dataclass(frozen=True)
class Neighbour:
    """A question like this one, of which something is remembered."""

    name: str
    text: str
    number: int


@dataclass(frozen=True)
class View:
    """All that the page shows."""

    survey: Survey
    map: HeatMap
    sequence: Mapping[str, Any] | None
    """What the diagonal is called elsewhere: `number`, `name` and `link`."""
    polynomial: Polynomial | None
    polynomials: tuple[str, ...]
    """The boards whose polynomials are remembered."""
    pieces: tuple[Neighbour, ...]
    topologies: tuple[Neighbour, ...]

    @property
    def diagonal_text(self) -> str:
        """The same question on square boards alone."""
        return str(replace(self.survey, columns=None))

    @property
    def ask_polynomial(self) -> str:
        """A request for the polynomial of a square board; empty if there is none."""
        for cell in reversed(self.map.diagonal):
            if cell.rows <= SMALL:
                with suppress(SatchessError):
                    return str(self.survey.request(cell.rows, cell.columns, by_size=True))
        return ""


def look(desk: Desk, text: str, board: str = "") -> View:
    """Look up what is remembered of a survey, and of what is like it."""
    if len(text) > desk.limits.text:
        raise BadInput(f"a text of {len(text)} characters, expected {desk.limits.text} at most")
    with desk.within_limits():
        survey = Survey.parse(text, desk.limits.cells)
        heat_map = HeatMap.of(survey, desk.knowing())
        polynomials = _polynomials(desk, heat_map)
        pieces, topologies = _neighbours(desk, survey)
    chosen = polynomials.get(board) or next(reversed(polynomials.values()), None)
    return View(
        survey,
        heat_map,
        named_sequence(survey),
        chosen,
        tuple(polynomials),
        pieces,
        topologies,
    )


def _polynomials(desk: Desk, heat_map: HeatMap) -> dict[str, Polynomial]:
    """Return the polynomials of square boards that are remembered, the smallest first."""
    found = {}
    known = desk.knowing()
    for cell in heat_map.diagonal:
        try:
            request = heat_map.survey.request(cell.rows, cell.columns, by_size=True)
        except SatchessError:
            continue
        answer = known(request)
        if answer is not None and answer.by_size and answer.status.is_final:
            name = f"{cell.rows}x{cell.columns}"
            found[name] = Polynomial(cell, answer, tuple(answer.by_size))
    return found


def _neighbours(desk: Desk, survey: Survey) -> tuple[tuple[Neighbour, ...], tuple[Neighbour, ...]]:
    """Return other pieces and other boards of which the same kind of question is remembered."""
    kind = survey.request(survey.rows[-1], (survey.columns or survey.rows)[-1]).question.kind
    asked = Filter(asked=survey.verb, kind=kind)
    numbers = desk.answers(asked, size=1).numbers
    pieces: list[Neighbour] = []
    if survey.piece:
        for piece, number in numbers.get("piece", {}).items():
            if str(piece) != survey.piece:
                pieces.append(Neighbour(str(piece), str(survey.of(str(piece))), number))
    glued = numbers.get("topology", {})
    topologies = [
        Neighbour(str(topology), str(survey.on(topology)), glued.get(str(topology), 0))
        for topology in Topology
        if topology is not survey.topology
    ]
    pieces.sort(key=lambda neighbour: (-neighbour.number, neighbour.name))
    return tuple(pieces[:12]), tuple(topologies)


def named_sequence(survey: Survey) -> Mapping[str, Any] | None:
    """Return what the diagonal is called in OEIS, where the catalogue of sequences is there."""
    try:
        patterns = import_module("satchess.sequences.pattern")
        catalogue = import_module("satchess.sequences.known")
    except ModuleNotFoundError:
        return None
    try:
        known = catalogue.known_like(patterns.Pattern.parse(survey.pattern))
    except SatchessError:
        return None
    if known is None:
        return None
    return {
        "number": known.number,
        "name": known.name,
        "link": f"https://oeis.org/{known.number}",
    }


# The form


def _form(view: View | None) -> dict[str, Any]:
    """Return what the fields of the form hold, and what they offer."""
    said = dict.fromkeys(FIELDS, "")
    said |= {"verb": "solve", "kind": "domination", "piece": "queen", "topology": "plane"}
    said |= {"rows": "8", "columns": "8"}
    if view is not None:
        survey = view.survey
        said |= {
            "verb": survey.counting.with_flags(survey.verb),
            "kind": survey.kind.kind,
            "piece": survey.piece or "queen",
            "topology": str(survey.topology),
            "rows": str(survey.rows[-1]),
            "columns": str((survey.columns or survey.rows)[-1]),
            "options": survey.options,
        }
    return {
        **said,
        "verbs": (
            ("solve", "the best value"),
            ("count", "how many best placements"),
            ("count --up-to-symmetry", "how many up to symmetry"),
        ),
        "kinds": tuple(name for name in KINDS if _is_surveyable(name)),
        "topologies": tuple(map(str, Topology)),
    }


def _is_surveyable(name: str) -> bool:
    words = words_of(KINDS[name])
    plain = all(
        field in ("piece", "board") or word.default is not None or word.form.name != "ARGUMENT"
        for field, word in words.items()
    )
    return plain and "board" in words and words["board"].metavar != GRAPH


# The twin


def exact(number: int | None) -> int | str | None:
    """Return a number that a reader of JSON in another language reads without loss."""
    return str(number) if number is not None and abs(number) > LARGEST_NUMBER else number


def cell_as_json(cell: Cell) -> dict[str, Any]:
    """Return a cell as JSON."""
    answer = cell.answer
    said: dict[str, Any] = {"rows": cell.rows, "columns": cell.columns}
    if cell.request is None:
        return {**said, "request": None, "status": "no question", "number": None}
    said["request"] = str(cell.request)
    if answer is None:
        return {**said, "status": "unknown", "number": None}
    return {
        **said,
        "status": str(answer.status),
        "number": exact(number_of(answer)),
        "lower": exact(answer.lower),
        "upper": exact(answer.upper),
        "trust": str(answer.trust),
        "engine": answer.engines,
    }


def as_json(view: View) -> dict[str, Any]:
    """Return the page as JSON."""
    survey, heat_map = view.survey, view.map
    polynomial = view.polynomial
    return {
        "question": str(survey),
        "rows": list(survey.rows),
        "columns": None if survey.columns is None else list(survey.columns),
        "known": heat_map.known,
        "cells": [cell_as_json(cell) for cell in heat_map.cells],
        "diagonal": {
            "terms": [exact(cell.number) for cell in heat_map.diagonal],
            "first": heat_map.diagonal[0].rows if heat_map.diagonal else None,
            "sequence": view.sequence,
        },
        "polynomial": None
        if polynomial is None
        else {
            "board": f"{polynomial.cell.rows}x{polynomial.cell.columns}",
            "by_size": [[size, exact(number)] for size, number in polynomial.terms],
        },
        "polynomials": list(view.polynomials),
        "like": [
            {"name": like.name, "question": like.text, "answers": like.number}
            for like in (*view.pieces, *view.topologies)
        ],
    }
