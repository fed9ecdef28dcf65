"""The way of a question: words, signature, cache, plan, engine, check, answer, cache."""

import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

from satchess import __version__
from satchess.answers import Answer, Status
from satchess.cache import Store, default_path
from satchess.domain.placement import Placement
from satchess.domain.turns import Turn
from satchess.domain.weights import Fingerprint
from satchess.engines.plan import ensure_known
from satchess.errors import BadQuestion, CacheUnwritable, NotKnown, WrongAnswer
from satchess.events import Chosen, Fingerprinted, Listed
from satchess.processes.pool import OutOfMemory, OutOfTime, run
from satchess.questions import Question
from satchess.request import PLAIN, Counting, parse_request
from satchess.service.check import ensure_valid
from satchess.service.evidence import Knowledge
from satchess.service.session import Help, Limits, Watcher, Work
from satchess.signature import Signature, earlier_signature, sign
from satchess.task import DEFAULT_TUNING, Division, Task, Tuning


def ask(request: str, **options: Any) -> Answer:
    """Answer a request in words, such as `solve domination queen 8x8`.

    Options are those of `answer`.
    """
    verb, question, counting = parse_request(request)
    return answer(verb, question, **{"counting": counting, **options})


def answer(
    verb: str,
    question: Question,
    *,
    counting: Counting = PLAIN,
    cache: Path | str | bool = True,
    timeout: float | None = None,
    memory: int | None = None,
    engine: str | None = None,
    tuning: Tuning = DEFAULT_TUNING,
    workers: int | None = None,
    cluster: str | None = None,
    watch: Watcher | None = None,
    catch_interrupt: bool = False,
) -> Answer:
    """Answer a question: from the cache if it is known, else by an engine.

    `counting` says what to count, and whether a second engine has to agree. `cache` is the file to
    remember answers in, True for the usual one, False for none. After `timeout` seconds, or when an
    engine wants more than `memory` bytes, the answer is what is known by then. `engine` and
    `tuning` choose how to work. Long work is divided into parts that are kept as they are done: so
    many `workers` share it (None: one for each core; 0: none but this process), or those of a Dask
    cluster at an address such as `tcp://host:8786`, and the same request goes on where it was
    stopped. `watch` is called with what is known whenever that changes. Ctrl-C stores what is known
    and raises `KeyboardInterrupt`, or returns what is known if `catch_interrupt` is set.
    """
    ensure_known(engine, tuning)
    with_flags = counting.with_flags(verb)
    signature = sign(with_flags, question)
    with _open(cache) as store:
        stored = _recall(store, signature, question)
        if stored is not None and stored.status.is_final and _is_enough(stored, counting):
            return stored
        solution = _recall(store, sign("solve", question), question)
        task = state_task(verb, question, counting, solution, tuning)
        with Work(
            with_flags,
            Limits(timeout, memory),
            Help(workers, cluster),
            book=None if store is None else store.jobs,
            journal=None if store is None else store.journal,
            watch=watch,
        ) as work:
            known = work.do(task, engine)
            if engine is None and counting.approximate is None:
                known = work.go_on(known)
            if counting.cross_check and known.status.is_final:
                known = work.cross_check(known)
        result = _conclude(known, with_flags, signature, work)
        if counting.approximate is None:
            result = _remember(store, signature, result, known.reason)
        elif result.count is not None and not result.exact:  # a guess: it is not remembered
            result = replace(result, note=_guarantee(*counting.approximate))
        if verb != "solve" and known.solved:  # found on the way, and others may ask for it
            solving = sign("solve", question)
            known = replace(known, task=replace(task, verb="solve"))
            _remember(store, solving, _conclude(known, "solve", solving, work), known.reason)
    if work.interrupt is not None and not catch_interrupt:
        raise work.interrupt
    return result


def state_task(
    verb: str,
    question: Question,
    counting: Counting = PLAIN,
    solution: Answer | None = None,
    tuning: Tuning = DEFAULT_TUNING,
) -> Task:
    """State what an engine has to do, with the bounds that are known already."""
    if counting.by_size and not question.has_sizes:
        raise BadQuestion(f"'{question}' has placements of one size only: --by-size says nothing")
    if counting.approximate and (counting.by_size or counting.cross_check):
        raise BadQuestion("--approximate gives one number that no other engine can confirm")
    if counting.approximate and question.asks_for_fingerprint:
        raise BadQuestion("--approximate needs --fingerprint too, to know what it counts")
    if counting.up_to_symmetry and not question.board.knows_all_turns:
        raise NotKnown(f"the symmetries of {question.board} are too many to count by")
    if counting.by_size:
        solution = None  # bounds on the optimum say nothing of the other sizes
    return Task(
        verb,
        question,
        by_size=counting.by_size,
        up_to_symmetry=counting.up_to_symmetry,
        approximate=counting.approximate,
        lower=solution.lower if solution else None,
        upper=solution.upper if solution else None,
        beginning=solution.beginning or () if solution else (),
        best=solution.placement if solution and question.asks_for_fingerprint else None,
        tuning=tuning,
        division=Division.NEVER if counting.approximate else Division.IF_LONG,
    )


def _guarantee(epsilon: float, delta: float) -> str:
    return f"approximate: within a factor {1 + epsilon:g} with probability {1 - delta:g}"


def _is_enough(stored: Answer, counting: Counting) -> bool:
    """Whether a stored answer is as sure as the one that is asked for."""
    return stored.is_cross_checked or not counting.cross_check


def lookup(
    verb: str,
    question: Question,
    *,
    counting: Counting = PLAIN,
    cache: Path | str | bool = True,
) -> Answer | None:
    """Return what the cache knows, final or not, without any work."""
    with_flags = counting.with_flags(verb)
    with _open(cache) as store:
        return _recall(store, sign(with_flags, question), question)


def placements(
    question: Question,
    *,
    limit: int | None = None,
    timeout: float | None = None,
    memory: int | None = None,
    engine: str | None = None,
    tuning: Tuning = DEFAULT_TUNING,
) -> Iterator[Placement]:
    """Yield the optimal placements as they are found, each checked and none twice.

    Raises `TimeoutError` or `MemoryError` at the limits.
    """
    ensure_known(engine, tuning)
    task = Task("list", question, tuning=tuning)
    chosen = ""
    fingerprint = None
    given = 0
    deadline = None if timeout is None else time.monotonic() + timeout
    if limit is not None and limit <= 0:
        return
    try:
        for event in run(task, engine=engine, timeout=timeout, memory=memory):
            if isinstance(event, Chosen):
                chosen = event.engine
            if isinstance(event, Fingerprinted):
                fingerprint = event.beginning
            for placement in event.placements if isinstance(event, Listed) else ():
                if deadline is not None and time.monotonic() > deadline:
                    raise OutOfTime
                ensure_valid(question, placement, chosen)
                if question.asks_for_fingerprint:
                    _ensure_fingerprint(question, placement, fingerprint, chosen)
                yield placement
                given += 1
                if given == limit:
                    return
    except OutOfTime:
        raise TimeoutError(f"out of time after {given} placements") from None
    except OutOfMemory:
        raise MemoryError(f"out of memory after {given} placements") from None


def _ensure_fingerprint(
    question: Question, placement: Placement, fingerprint: Fingerprint | None, engine: str
) -> None:
    if question.fingerprint_of(placement) != fingerprint:
        raise WrongAnswer(
            f"engine {engine} lists a placement of '{question}' whose fingerprint is not"
            f" {fingerprint}: {placement}"
        )


def _open(cache: Path | str | bool) -> AbstractContextManager[Store | None]:
    if cache is False:
        return nullcontext(None)
    return Store(default_path() if cache is True else Path(cache))


def _recall(store: Store | None, signature: Signature, question: Question) -> Answer | None:
    """Return what is stored, turned to the orientation that is asked for."""
    if store is None:
        return None
    best: Answer | None = None
    for answer in _recalled(store, signature, question):
        best = answer if best is None or answer.status.is_final else best
        if best.status.is_final:
            break
    if best is None:
        return None
    note = best.note or _refutation(best.status, question)
    return replace(best, signature=signature.digest, note=_joined(note, _caveat(signature)))


def _recalled(store: Store, signature: Signature, question: Question) -> Iterator[Answer]:
    """Yield what is stored, then what an earlier version has stored."""
    if (stored := store.get(signature.digest)) is not None:
        yield _restated(stored, signature.turn.inverse, question)
    earlier = earlier_signature(signature.verb, question)
    if earlier is not None and (stored := store.get(earlier.digest)) is not None:
        yield _restated(stored, earlier.turn.inverse, question)


def _caveat(signature: Signature) -> str:
    """Say what an answer leaves open that the request does not tell."""
    if "--up-to-symmetry" in signature.verb and signature.question.goes_by_wording:
        return "--where is too large to be compared by meaning: symmetries are those of its wording"
    return ""


def _joined(*notes: str) -> str:
    return "; ".join(filter(None, notes))


def _restated(result: Answer, turn: Turn, question: Question) -> Answer:
    """Return an answer as the answer of a turned question, whose piece may be spelt otherwise."""
    turned = result.turned(turn, question.board)
    if turned.placement is not None:
        turned = replace(turned, placement=question.respelt(turned.placement))
    return replace(turned, question=str(question))


def _conclude(known: Knowledge, verb: str, signature: Signature, work: Work) -> Answer:
    """Make an answer of what is known."""
    task, status = known.task, known.status
    placement = known.placement
    if status is Status.INFEASIBLE or (task.verb == "first" and status is not Status.OPTIMAL):
        placement = None  # some placement, but not the one that was asked for
    none_at_all = task.verb == "count" and status is Status.INFEASIBLE
    return Answer(
        verb=verb,
        question=str(task.question),
        signature=signature.digest,
        status=status,
        value=known.value if status is Status.OPTIMAL and not task.by_size else None,
        lower=None if status is Status.INFEASIBLE else known.lower,
        upper=None if status is Status.INFEASIBLE else known.upper,
        placement=placement,
        permutation=placement.permutation(task.question.board) if placement else None,
        count=0 if none_at_all else known.count if task.verb == "count" else None,
        exact=none_at_all or known.exact,
        by_size=known.by_size,
        beginning=known.beginning
        if task.question.asks_for_fingerprint and status is not Status.INFEASIBLE
        else None,
        engine=known.engine,
        seconds=work.seconds,
        version=__version__,
        note=_joined(
            known.reason or _refutation(status, task.question), work.note, _caveat(signature)
        ),
    )


def _refutation(status: Status, question: Question) -> str:
    """Say why there is no placement, where that can be said."""
    return question.refutation if status is Status.INFEASIBLE else ""


def _remember(store: Store | None, signature: Signature, result: Answer, reason: str) -> Answer:
    """Store an answer in canonical orientation; return it joined with what was stored before.

    Of its note only the reason is kept: how this run went is nobody's business later.
    """
    if store is None:
        return result
    question = Question.parse(result.question)
    canonical = _restated(result, signature.turn, signature.question)
    try:
        joined = store.put(replace(canonical, note=reason))
    except CacheUnwritable as error:
        return replace(result, note=_joined(result.note, f"not stored: {error}"))
    return replace(
        _restated(joined, signature.turn.inverse, question), cached=False, note=result.note
    )
