"""The way of a question: words, signature, cache, plan, engine, check, answer, cache."""

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path

from satchess import __version__
from satchess.answer import Answer, Status
from satchess.cache import Store, default_path
from satchess.check import ensure_valid
from satchess.engines.base import DEFAULT_TUNING, Listed, Task, Tuning
from satchess.errors import BadQuestion, CacheUnwritable
from satchess.knowledge import Knowledge
from satchess.placement import Placement
from satchess.plan import make_plan
from satchess.questions import Question
from satchess.signature import Signature, sign
from satchess.turns import Turn
from satchess.workshop import OutOfMemory, OutOfTime, run

VERBS = ("solve", "count", "first")
"""What can be asked and remembered; `placements` lists, and `Question.offences` checks."""

Watcher = Callable[[Knowledge], None]


def ask(request: str, **options: object) -> Answer:
    """Answer a request in words, such as `solve domination queen 8x8`.

    Options are those of `answer`.
    """
    verb, question = parse_request(request)
    return answer(verb, question, **options)  # type: ignore[arg-type]


def parse_request(request: str) -> tuple[str, Question]:
    """Read a verb and a question."""
    verb, _, question = request.strip().partition(" ")
    if verb not in VERBS:
        raise BadQuestion(f"request {request!r}: expected one of {', '.join(VERBS)} first")
    return verb, Question.parse(question)


def answer(
    verb: str,
    question: Question,
    *,
    cache: Path | str | bool = True,
    timeout: float | None = None,
    memory: int | None = None,
    engine: str | None = None,
    tuning: Tuning = DEFAULT_TUNING,
    watch: Watcher | None = None,
    catch_interrupt: bool = False,
) -> Answer:
    """Answer a question: from the cache if it is known, else by an engine.

    `cache` is the file to remember answers in, True for the usual one, False for none. After
    `timeout` seconds, or when an engine wants more than `memory` bytes, the answer is what is known
    by then. `engine` and `tuning` choose how to work. `watch` is called with what is known whenever
    that changes. Ctrl-C stores what is known and raises `KeyboardInterrupt`, or returns what is
    known if `catch_interrupt` is set.
    """
    started = time.perf_counter()
    signature = sign(verb, question)
    with _open(cache) as store:
        stored = _recall(store, signature, question)
        if stored is not None and stored.status.is_final:
            return stored
        solution = _recall(store, sign("solve", question), question)
        task = _task(verb, question, solution, tuning)
        chosen = make_plan(task, engine).engine.name
        known = Knowledge(task, chosen, lower=task.lower, upper=task.upper)
        note = ""
        interrupt: KeyboardInterrupt | None = None
        try:
            for event in run(chosen, task, timeout=timeout, memory=memory):
                known = known.learn(event)
                if watch is not None:
                    watch(known)
        except OutOfTime:
            note = f"out of time after {timeout:g} s"
        except OutOfMemory:
            note = f"out of memory: {memory} bytes were allowed"
        except KeyboardInterrupt as error:
            note, interrupt = "interrupted", error
        seconds = time.perf_counter() - started
        result = _remember(store, signature, _conclude(known, signature, note, seconds))
        if verb != "solve" and known.solved:  # found on the way, and others may ask for it
            solving = sign("solve", question)
            known = replace(known, task=replace(task, verb="solve"))
            _remember(store, solving, _conclude(known, solving, "", seconds))
    if interrupt is not None and not catch_interrupt:
        raise interrupt
    return result


def lookup(verb: str, question: Question, *, cache: Path | str | bool = True) -> Answer | None:
    """Return what the cache knows, final or not, without any work."""
    with _open(cache) as store:
        return _recall(store, sign(verb, question), question)


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
    task = Task("list", question, tuning=tuning)
    chosen = make_plan(task, engine).engine.name
    given = 0
    if limit is not None and limit <= 0:
        return
    try:
        for event in run(chosen, task, timeout=timeout, memory=memory):
            if not isinstance(event, Listed):
                continue
            for placement in event.placements:
                ensure_valid(question, placement, chosen)
                yield placement
                given += 1
                if given == limit:
                    return
    except OutOfTime:
        raise TimeoutError(f"out of time after {given} placements") from None
    except OutOfMemory:
        raise MemoryError(f"out of memory after {given} placements") from None


def _open(cache: Path | str | bool) -> AbstractContextManager[Store | None]:
    if cache is False:
        return nullcontext(None)
    return Store(default_path() if cache is True else Path(cache))


def _task(verb: str, question: Question, solution: Answer | None, tuning: Tuning) -> Task:
    """State the task, with the bounds that are known already."""
    if solution is None:
        return Task(verb, question, tuning=tuning)
    return Task(verb, question, lower=solution.lower, upper=solution.upper, tuning=tuning)


def _recall(store: Store | None, signature: Signature, question: Question) -> Answer | None:
    """Return what is stored, turned to the orientation that is asked for."""
    stored = None if store is None else store.get(signature.digest)
    return None if stored is None else _restated(stored, signature.turn.inverse, question)


def _restated(result: Answer, turn: Turn, question: Question) -> Answer:
    """Return an answer as the answer of a turned question, whose piece may be spelt otherwise."""
    turned = result.turned(turn, question.board)
    if turned.placement is not None:
        places = (place._replace(piece=question.piece) for place in turned.placement.places)
        turned = replace(turned, placement=Placement(tuple(places)))
    return replace(turned, question=str(question))


def _conclude(known: Knowledge, signature: Signature, note: str, seconds: float) -> Answer:
    """Make an answer of what is known."""
    task, status = known.task, known.status
    placement = known.placement
    if status is Status.INFEASIBLE or (task.verb == "first" and status is not Status.OPTIMAL):
        placement = None  # some placement, but not the one that was asked for
    none_at_all = task.verb == "count" and status is Status.INFEASIBLE
    return Answer(
        verb=task.verb,
        question=str(task.question),
        signature=signature.digest,
        status=status,
        value=known.value if status is Status.OPTIMAL else None,
        lower=None if status is Status.INFEASIBLE else known.lower,
        upper=None if status is Status.INFEASIBLE else known.upper,
        placement=placement,
        permutation=placement.permutation(task.question.board) if placement else None,
        count=0 if none_at_all else known.count if task.verb == "count" else None,
        exact=none_at_all or known.exact,
        engine=known.engine,
        seconds=seconds,
        version=__version__,
        note=note,
    )


def _remember(store: Store | None, signature: Signature, result: Answer) -> Answer:
    """Store an answer in canonical orientation; return it joined with what was stored before."""
    if store is None:
        return result
    question = Question.parse(result.question)
    canonical = _restated(result, signature.turn, signature.question)
    try:
        joined = store.put(replace(canonical, note=""))
    except CacheUnwritable as error:
        return replace(result, note="; ".join(filter(None, [result.note, f"not stored: {error}"])))
    return replace(
        _restated(joined, signature.turn.inverse, question), cached=False, note=result.note
    )
