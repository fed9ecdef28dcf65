"""Jobs: lists, one, its progress as it happens, cancelling and resuming."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import Header, Path, Request
from fastapi.responses import Response, StreamingResponse
from pydantic import BaseModel

from satchess.web.answering import AtDesk, Json, starting
from satchess.web.api.models import JobModel, router_of
from satchess.web.desk import Desk, JobView, job_as_json
from satchess.web.problems import busy

router = router_of("jobs")

Id = Annotated[str, Path(pattern="^[0-9a-f]{16}$", examples=["0123456789abcdef"])]

HEARTBEAT = 10.0
"""Seconds after which a stream says that it is still there."""


class JobsModel(BaseModel):
    """The jobs, open ones first."""

    jobs: list[JobModel]
    numbers: dict[str, int]


@router.get("/jobs", responses={200: {"model": JobsModel}})
def jobs(desk: AtDesk) -> Response:
    """List the jobs, open ones first, without their answers."""
    views = [{**job_as_json(view), "answer": None, "result": None} for view in desk.jobs()]
    return Json({"jobs": views, "numbers": desk.numbers()})


@router.get("/jobs/{id}", responses={200: {"model": JobModel}})
def job(desk: AtDesk, id: Id) -> Response:
    """Return a job, with its answer when there is one."""
    return Json(job_as_json(desk.job(id)))


@router.post("/jobs/{id}/cancel", responses={200: {"model": JobModel}})
def cancel(request: Request, desk: AtDesk, id: Id) -> Response:
    """Cancel a job; what it has found is remembered."""
    starting(request)
    return Json(job_as_json(desk.cancel(id)))


@router.post("/jobs/{id}/resume", responses={200: {"model": JobModel}})
def resume(request: Request, desk: AtDesk, id: Id) -> Response:
    """Let a job go on that has stopped, failed or been cancelled."""
    return Json(job_as_json(desk.resume(id, client=starting(request))))


@router.get(
    "/jobs/{id}/events",
    responses={
        200: {
            "description": "Server-sent events: `job` with a job as data whenever it changes; the"
            " last one has an answer or a problem. `Last-Event-ID` goes on from there.",
            "content": {"text/event-stream": {"schema": {"type": "string"}}},
        },
        204: {"description": "The job has ended, and `Last-Event-ID` was its end."},
    },
)
async def events(
    request: Request,
    desk: AtDesk,
    id: Id,
    last_event_id: Annotated[str, Header(max_length=20)] = "",
) -> Response:
    """Tell the progress of a job as it happens."""
    view = await asyncio.to_thread(desk.job, id)
    after = int(last_event_id) if last_event_id.isdecimal() and last_event_id.isascii() else -1
    if after >= view.version and not view.is_open:
        return Response(status_code=204)
    followers = request.app.state
    if getattr(followers, "followers", 0) >= desk.limits.followers:
        raise busy("too many streams of progress", 10, status=503, name="streams-full")
    return StreamingResponse(
        _stream(request, desk, id, after), media_type="text/event-stream; charset=utf-8"
    )


async def _stream(request: Request, desk: Desk, id: str, after: int) -> AsyncIterator[str]:
    state = request.app.state
    state.followers = getattr(state, "followers", 0) + 1
    following = desk.follow(id, after)
    waiting: asyncio.Task[JobView] | None = None
    try:
        yield "retry: 2000\n\n"
        while True:
            waiting = waiting or asyncio.ensure_future(anext(following))
            done, _ = await asyncio.wait([waiting], timeout=HEARTBEAT)
            if not done:
                yield ": still here\n\n"
                continue
            try:
                view = waiting.result()
            except StopAsyncIteration:
                return
            waiting = None
            yield f"id: {view.version}\nevent: job\ndata: {json.dumps(job_as_json(view))}\n\n"
    finally:
        state.followers -= 1
        if waiting is not None:
            waiting.cancel()
