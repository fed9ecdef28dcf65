"""From the evidence of a session to an answer, and to the byproducts worth remembering."""

from dataclasses import replace

from satchess import __version__
from satchess.answers import Answer, Status
from satchess.domain.placement import Placement
from satchess.request import Request
from satchess.service.evidence import Evidence
from satchess.service.memory import Memory, signature_of
from satchess.service.session import Session


def settle(
    session: Session,
    request: Request,
    memory: Memory,
    listed: tuple[Placement, ...] | None = None,
) -> Answer:
    """Turn the evidence into an answer; remember it, and the other requests it answers."""
    known = session.known

    def said(known: Evidence, request: Request) -> Answer:
        answer = concluded(known, request, session.seconds)
        return replace(answer, stopped=session.stopped, warnings=session.warnings)

    result = replace(said(known, request), placements=listed)
    if request.counting.approximate is None:  # a guess is not remembered
        result = memory.remember(result)
    for verb in request.meaning.byproducts:  # found on the way, and worth remembering
        other = replace(known, task=replace(known.task, verb=verb))
        if other.status.is_final:
            memory.remember(said(other, Request(verb, request.question)))
    return result


def concluded(known: Evidence, request: Request, seconds: float) -> Answer:
    """Turn evidence into an answer."""
    question, verb, status = request.question, request.meaning, known.status
    nothing = status is Status.INFEASIBLE
    placement = known.placement
    if nothing or not (verb.any_placement or status is Status.OPTIMAL):
        placement = None
    final = Answer(
        request=request,
        signature=signature_of(request).digest,
        status=status,
        value=known.value if status is Status.OPTIMAL and not known.task.by_size else None,
        lower=None if nothing else known.lower,
        upper=None if nothing else known.upper,
        count=(0 if nothing else known.least_count) if verb.counts else None,
        exact=(nothing and verb.counts) or known.exact,
        by_size=known.by_size,
        beginning=known.beginning if question.asks_for_fingerprint and not nothing else None,
        engine=known.engine,
        confirmed_by=known.confirmed_by,
        seconds=seconds,
        version=__version__,
        reason=known.reason or (question.refutation if nothing else ""),
    )
    return final if placement is None else final.showing(placement, question.board)
