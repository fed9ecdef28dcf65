"""The answer page: the board, the number, how it is known, and what is known beside it.

Looking at it starts nothing. Asking is a POST, which only our own pages can send, and leads back to
the address of the question.
"""

from asyncio import sleep
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from time import monotonic
from urllib.parse import parse_qsl

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response
from markupsafe import Markup
from starlette.concurrency import run_in_threadpool

from satchess.answers import Answer
from satchess.domain.phrases import counted
from satchess.domain.placement import Placement
from satchess.errors import BadBoard, NotKnown
from satchess.questions.base import Question
from satchess.render.asking import asked
from satchess.render.formats import format_named
from satchess.render.formats.base import Look
from satchess.render.scenes import draw_question
from satchess.render.svg import ensure_drawable, is_drawable, picture
from satchess.request import Request as Asked
from satchess.web import certificates
from satchess.web.answering import AtDesk, Json, desk_of, starting
from satchess.web.desk import Desk, JobView, is_enough, job_as_json, job_name
from satchess.web.negotiation import wants_json
from satchess.web.pages import ask, forms, telling
from satchess.web.pages.boards import attacks_of, draw_grid, draw_thumbs, is_grid
from satchess.web.pages.lists import Listing, around, listing
from satchess.web.pages.rendering import page
from satchess.web.security import embeddable
from satchess.wire import as_json

router = APIRouter(include_in_schema=False)

A_MOMENT = 1.5
"""Seconds that a browser is kept waiting for an answer that may take no longer."""

MOST_THUMBS = 60
"""Small boards on a page."""

LARGEST_THUMB = 400
"""Squares of a board that is shown small."""

PICTURES = {"svg": "image/svg+xml", "png": "image/png", "fen": "text/plain; charset=utf-8"}
"""Files of a placement, and what they are."""


@router.get("/answer")
def show(request: Request, desk: AtDesk, q: str = "", n: int = 1) -> Response:
    """Show what is known of a question, and the work on it if there is any."""
    if not q.strip():
        sent = dict(request.query_params)
        if "kind" not in sent:
            return RedirectResponse("/", 303)
        draft = forms.read_fields(sent, desk.read)
        if draft.request is None:
            return ask.show(request, draft, 422)
        return RedirectResponse(telling.address(draft.request), 303)
    draft = forms.of_words(q, desk.read)
    if draft.request is None:
        return ask.show(request, draft, 422)
    return _shown(request, desk, draft.request, n)


@router.post("/answer")
async def start(request: Request) -> Response:
    """Take a question from a form; answer at once what is known, else begin to work on it."""
    sent = parse_qsl((await request.body()).decode("utf-8", "replace"), max_num_fields=100)
    response, job = await run_in_threadpool(_start, request, dict(sent))
    if job is not None:
        await _wait(desk_of(request), job)
    return response


def _start(request: Request, sent: dict[str, str]) -> tuple[Response, JobView | None]:
    """Return where the answer will be, and the job that finds it if there is one."""
    desk = desk_of(request)
    client = starting(request)
    draft = forms.read_fields(sent, desk.read)
    if draft.request is None:
        return ask.show(request, draft, 422), None
    said = desk.ask(draft.request, client=client)
    job = said if isinstance(said, JobView) else None
    return RedirectResponse(telling.address(draft.request), 303), job


async def _wait(desk: Desk, job: JobView) -> None:
    """Wait for a moment, on no thread: most questions take no longer."""
    until = monotonic() + A_MOMENT
    while monotonic() < until and (await run_in_threadpool(desk.job, job.id)).is_open:
        await sleep(0.05)


@router.post("/answer/certify")
async def certify(request: Request) -> Response:
    """Begin to prove an answer, and show the work."""
    sent = dict(parse_qsl((await request.body()).decode("utf-8", "replace"), max_num_fields=10))

    def begin() -> Response:
        desk = desk_of(request)
        wanted = desk.read(sent.get("q", ""))
        job = desk.order("certificate", forms.written(wanted), client=starting(request))
        return RedirectResponse(f"/jobs/{job.id}", 303)

    return await run_in_threadpool(begin)


@router.get("/answer/board.{form}")
def board(request: Request, desk: AtDesk, form: str, q: str, n: int = 1) -> Response:
    """Return a placement as a file: svg, png or fen. Other pages may show it as a picture."""
    if form not in PICTURES:
        raise NotKnown(f"board.{form}: expected board.{', board.'.join(PICTURES)}")
    wanted = desk.read(q)
    answer = desk.known(wanted)
    placement = None if answer is None else _chosen(answer, n)[0]
    if answer is None or placement is None:
        raise NotKnown(f"'{wanted}': no placement of it is known here")
    return _file(answer.question, placement, form, embeddable(lasts=answer.status.is_final))


def _file(
    question: Question, placement: Placement, form: str, headers: Mapping[str, str]
) -> Response:
    if form == "fen":
        content = format_named("fen").listed(question, 1, placement, Look())
        return Response(content, media_type=PICTURES[form], headers=headers)
    ensure_drawable(question.board)
    drawn = picture(draw_question(question, placement))
    return Response(
        format_named(form).of_picture(drawn), media_type=PICTURES[form], headers=headers
    )


@dataclass(frozen=True)
class Steps:
    """Where one is in a list of placements."""

    number: int
    total: int
    listing: Listing
    chosen: int
    """The class of the placement that is shown; 0 where there are no classes."""
    copies: tuple[int, ...]
    thumbs: tuple[tuple[int, str, Markup], ...]
    """Small boards: the number of a placement, what it is called, its picture."""
    ground: Markup

    @property
    def previous(self) -> int:
        """The number before; from the first, the last."""
        return self.number - 1 or self.total

    @property
    def next(self) -> int:
        """The number after; from the last, the first."""
        return self.number % self.total + 1


def _shown(request: Request, desk: Desk, wanted: Asked, number: int) -> Response:
    answer = desk.known(wanted)
    job = _job(desk, wanted)
    if answer is None and job is not None:
        answer = job.answer
    is_final = answer is not None and is_enough(answer, wanted)
    verbs = _similar(desk, telling.other_verbs(wanted, desk.read))
    near = _similar(desk, telling.neighbours(wanted, desk.read))
    if wants_json(request):
        return Json(_twin(wanted, answer, job, (*verbs, *near)))
    placement, steps = (None, None) if answer is None else _chosen(answer, number, draws=True)
    here = telling.address(wanted)
    return page(
        request,
        "answer.html",
        here="answer",
        wanted=wanted,
        text=forms.written(wanted),
        sentence=asked(wanted),
        answer=answer,
        is_final=is_final,
        job=job if not is_final else None,
        headline=None if answer is None else telling.headline(answer),
        said="" if answer is None else telling.said(answer),
        grounds=() if answer is None else tuple(telling.grounds(answer)),
        trust=telling.TRUST,
        sizes=[] if answer is None else telling.sizes(answer),
        board=_board(wanted.question, placement, steps),
        board_hint=placement is not None and bool(attacks_of(wanted.question, placement)),
        placement=placement,
        steps=steps,
        files=_files(wanted, placement, number),
        certificate="" if answer is None else _certificate(desk, answer),
        address=here,
        absolute=str(request.base_url).rstrip("/"),
        step_address=lambda n: telling.address(wanted, n=n),
        edit=f"/?{here.partition('?')[2]}",
        verbs=verbs,
        near=near,
    )


def _twin(
    wanted: Asked,
    answer: Answer | None,
    job: JobView | None,
    similar: tuple[telling.Similar, ...],
) -> dict[str, object]:
    """Return the page as JSON."""
    return {
        "request": forms.written(wanted),
        "sentence": asked(wanted),
        "answer": None if answer is None else as_json(answer),
        "job": None if job is None else {**job_as_json(job), "answer": None},
        "similar": [
            {
                "request": forms.written(each.request),
                "address": each.address,
                "answer": None if each.answer is None else as_json(each.answer),
            }
            for each in similar
        ],
    }


def _job(desk: Desk, wanted: Asked) -> JobView | None:
    """Return the job of a question, if there is one."""
    try:
        return desk.job(job_name("answer", forms.written(wanted)))
    except NotKnown:
        return None


def _similar(desk: Desk, requests: Iterable[tuple[str, Asked]]) -> tuple[telling.Similar, ...]:
    known = desk.knowing()
    return tuple(telling.Similar(name, each, known(each)) for name, each in requests)


def _chosen(
    answer: Answer, number: int, *, draws: bool = False
) -> tuple[Placement | None, Steps | None]:
    """Return the placement that is shown, and where it is in a list."""
    if not answer.placements:
        return answer.placement, None
    found = listing(answer.question, answer.placements)
    total = len(found.placements)
    number = min(max(1, number), total)
    chosen = found.class_of(number)
    copies = found.classes[chosen - 1] if chosen else ()
    thumbs: tuple[tuple[int, str, Markup], ...] = ()
    ground = Markup()
    if draws and total > 1 and len(answer.question.board) <= LARGEST_THUMB:
        thumbs, ground = _thumbs(answer.question, found, number)
    steps = Steps(number, total, found, chosen, copies, thumbs, ground)
    return found.placements[number - 1], steps


def _thumbs(
    question: Question, found: Listing, number: int
) -> tuple[tuple[tuple[int, str, Markup], ...], Markup]:
    """Draw one placement of each class, or the placements around the one that is shown."""
    shown: list[tuple[int, str]] = []
    if found.classes:
        chosen = found.class_of(number)
        numbers = around(range(1, len(found.classes) + 1), chosen, MOST_THUMBS)
        for place in numbers:
            members = found.classes[place - 1]
            many = counted(len(members), "copy", "copies")
            shown.append((members[0], f"{place}: {many}"))
    else:
        numbers = around(range(1, len(found.placements) + 1), number, MOST_THUMBS)
        shown = [(place, f"Number {place}") for place in numbers]
    pictures, ground = draw_thumbs(question, [found.placements[n - 1] for n, _ in shown])
    return tuple((n, name, drawn) for (n, name), drawn in zip(shown, pictures, strict=True)), ground


def _board(question: Question, placement: Placement | None, steps: Steps | None) -> Markup | None:
    """Draw the board, with what each piece attacks."""
    if not is_drawable(question.board):
        return None
    where = f", {steps.number} of {steps.total}" if steps else ""
    label = f"Board {question.board.described}{where}"
    shown = placement or Placement(())
    attacks = attacks_of(question, shown) if is_grid(question.board) else {}
    try:
        return draw_grid(question.board, shown, question.scene(shown), label=label, attacks=attacks)
    except BadBoard:
        return None  # a graph of too many vertices


def _files(wanted: Asked, placement: Placement | None, number: int) -> tuple[tuple[str, str], ...]:
    """Return the files that there are of a placement, with their addresses."""
    if placement is None or not is_drawable(wanted.question.board):
        return ()
    rest = telling.address(wanted, n=number).partition("?")[2]
    kinds = ("svg", "png") if wanted.question.board.graph else tuple(PICTURES)
    return tuple((kind.upper(), f"/answer/board.{kind}?{rest}") for kind in kinds)


def _certificate(desk: Desk, answer: Answer) -> str:
    """Return the name of the certificate of an answer, if it was made here."""
    try:
        return certificates.find(desk.settings.certificates, answer.signature).signature
    except NotKnown:
        return ""
