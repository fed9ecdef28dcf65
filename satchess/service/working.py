"""Work: what is not remembered is worked out, in a session of engines."""

from dataclasses import replace

from satchess.answers import Answer, Status
from satchess.errors import NotKnown
from satchess.events import UNBOUNDED, Bounded
from satchess.request import Request
from satchess.service.conclusion import settle
from satchess.service.memory import FORGETFUL, Memory
from satchess.service.options import RunOptions
from satchess.service.session import Session, Watcher, exhaust
from satchess.service.tasks import narrowed, state_task
from satchess.task import Division

CHEAP = 2.0
"""Seconds that an exact count may take where an approximate one will do."""


def worked_out(
    request: Request,
    options: RunOptions,
    memory: Memory,
    stored: Answer | None,
    watch: Watcher | None,
    known: Bounded | None,
) -> tuple[Answer, KeyboardInterrupt | None]:
    """Work out the answer to a request, from what is stored of it and from bounds known besides.

    Also return the interrupt that stopped the work, if any.
    """
    if request.counting.approximate is not None and options.engine is None:
        answered, interrupt = _exactly(request, options, memory, watch)
        if interrupt is not None or answered.status.is_final:
            return answered, interrupt
        if options.timeout is not None:
            options = replace(options, timeout=options.timeout - _moment(options))
    recalled = FORGETFUL if options.again else memory
    with Session.on(request, options, recalled.store, watch) as session:
        task = state_task(request, recalled, options.tuning)
        exhaust(session.pursue(narrowed(task, known or UNBOUNDED), options.engine))
        if request.counting.cross_check and session.known.status.is_final:
            session.cross_check()
        verified = not options.again or session.verify(stored)
        answered = settle(session, request, memory)
    if not verified:
        answered = replace(answered, warnings=(*answered.warnings, "not verified"))
    return answered, session.interrupt


def _exactly(
    request: Request, options: RunOptions, memory: Memory, watch: Watcher | None
) -> tuple[Answer, KeyboardInterrupt | None]:
    """Try for a moment to count exactly what may be approximate; also return the interrupt."""
    exact = replace(request, counting=replace(request.counting, approximate=None))
    stored = memory.recall(exact)
    if stored is not None and (stored.status.is_final or options.workers == 0):
        return replace(stored, request=request), None
    if options.workers == 0:  # it could not be stopped
        return Answer(request, "", Status.UNKNOWN), None
    task = replace(state_task(exact, memory), division=Division.NEVER)
    with Session.on(
        exact, replace(options, timeout=_moment(options)), memory.store, watch
    ) as session:
        try:
            exhaust(session.pursue(task))
        except NotKnown:  # no engine counts this
            return Answer(request, "", Status.UNKNOWN), None
        answered = settle(session, exact, memory)
    return replace(answered, request=request), session.interrupt


def _moment(options: RunOptions) -> float:
    """Return how long an exact count may take, at most half of the time."""
    return CHEAP if options.timeout is None else min(CHEAP, options.timeout / 2)
