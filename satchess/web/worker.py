"""The worker of one job: a process that reads what to do, and writes what came of it to the cache.

It may be killed at any moment: parts and prefixes are remembered as they are decided, and the next
run goes on from them.
"""

import json
import sys
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from satchess.cache import Store
from satchess.cache.orders import Order, OrderState
from satchess.errors import NotKnown, SatchessError
from satchess.outside import from_outside
from satchess.render.progress import progress_line
from satchess.request import PLAIN, Request
from satchess.service import answer as service
from satchess.service.evidence import Evidence
from satchess.service.options import RunOptions
from satchess.web.starting import settle_in
from satchess.wire import as_json, table_as_json

SECONDS_BETWEEN = 0.5
"""How often progress is stored."""

LONGEST_LINE = 200
"""Characters of a line of progress."""

CANCELLED = 130
"""The exit code of work that was interrupted."""


@dataclass(frozen=True)
class Assignment:
    """What a worker is told: the order, whose it is, and its limits."""

    cache: str
    order: str
    owner: str
    parent: int
    squares: int
    memory: int
    workers: int
    cluster: str | None
    cells: int
    listed: int
    certificates: str
    certificate: int


class Reporter:
    """Stores progress now and then, whenever there is some."""

    def __init__(self, assignment: Assignment) -> None:
        self._assignment = assignment
        self._began = time.time()
        self._said: dict[str, Any] = {}
        self._stored: dict[str, Any] = {}
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def show(self, known: Evidence) -> None:
        """Take note of what is known."""
        progress = known.progress
        self._said = {
            "share": None if progress is None else round(progress.share, 6),
            "left": None if progress is None else progress.left,
            "lower": known.lower,
            "upper": known.upper,
            "count": None if known.count is None else str(known.count),
            "text": progress_line(known, time.time() - self._began).fitted(LONGEST_LINE),
        }

    def tell(self, text: str, share: float | None = None) -> None:
        """Take note of a text."""
        self._said = {"text": text[:LONGEST_LINE], "share": share}

    def close(self) -> None:
        """Store no more."""
        self._over.set()
        self._thread.join()

    def _run(self) -> None:
        with Store(Path(self._assignment.cache)) as store:
            while True:
                said = {**self._said, "since": self._began}
                if said != self._stored:
                    try:
                        store.orders.tell(self._assignment.order, self._assignment.owner, said)
                        self._stored = said
                    except SatchessError:
                        pass  # the answer matters, and is stored by others
                if self._over.wait(SECONDS_BETWEEN):
                    return


@dataclass(frozen=True)
class Done:
    """What has come of an order."""

    state: OrderState
    result: Any = None
    problem: str | None = None


Doing = Callable[[Order, Assignment, Reporter], Done]


def _options(order: Order, assignment: Assignment, request: Request | None) -> RunOptions:
    divides = request is None or request.meaning.divides
    return RunOptions(
        timeout=float(order.options["seconds"]),
        memory=assignment.memory,
        workers=assignment.workers if divides and assignment.cluster is None else None,
        cluster=assignment.cluster if divides else None,
    )


def _answer(order: Order, assignment: Assignment, reporter: Reporter) -> Done:
    """Answer a request."""
    request = Request.parse(order.request)
    options = _options(order, assignment, request)
    cache = Path(assignment.cache)
    if request.meaning.streams:
        return _list(request, options, assignment, reporter)
    answer, interrupt = service.respond(request, options, cache=cache, watch=reporter.show)
    if interrupt is not None:
        raise interrupt
    state = OrderState.DONE if answer.status.is_final else OrderState.STOPPED
    return Done(state, as_json(answer), None if answer.status.is_final else answer.note)


def _list(
    request: Request, options: RunOptions, assignment: Assignment, reporter: Reporter
) -> Done:
    """List placements, as many as are remembered of a list."""
    cache, problem = Path(assignment.cache), None
    try:
        found = service.stream(
            request.question, options, limit=assignment.listed, cache=cache, watch=reporter.show
        )
        for number, _ in enumerate(found, start=1):
            if number == assignment.listed:
                problem = f"the first {number} placements; there may be more"
    except (TimeoutError, MemoryError) as error:
        problem = str(error)
    answer = service.lookup(request.verb, request.question, cache=cache)
    if answer is None:
        return Done(OrderState.STOPPED, None, problem or "no placement is known")
    state = OrderState.DONE if answer.status.is_final else OrderState.STOPPED
    return Done(state, as_json(answer), None if answer.status.is_final else problem)


def _table(order: Order, assignment: Assignment, reporter: Reporter) -> Done:
    """Answer a question on a range of boards."""
    from satchess.service.table import answer_cell, fill
    from satchess.tables import Table
    from satchess.web.ranges import read_table

    asked = read_table(order.request, assignment.cells)
    options, cache = _options(order, assignment, None), Path(assignment.cache)
    deadline = time.monotonic() + float(order.options["seconds"])
    number = 0

    def tell(text: str) -> None:
        nonlocal number
        reporter.tell(text, number / len(asked.questions))
        number += 1

    def answer_for(question: Any) -> Any:
        left = max(0.0, deadline - time.monotonic())
        within = RunOptions(left, options.memory, workers=options.workers, cluster=options.cluster)
        return answer_cell(question, asked.verb, within, cache, counting=asked.counting)

    cells, is_complete = fill(asked.questions, answer_for, tell)
    if not is_complete:
        raise KeyboardInterrupt
    is_final = all(answer.status.is_final for answer in cells.values())
    table = table_as_json(Table(asked.names, cells))
    if is_final:
        return Done(OrderState.DONE, table)
    return Done(OrderState.STOPPED, table, "not all cells are answered")


def _certificate(order: Order, assignment: Assignment, reporter: Reporter) -> Done:
    """Prove an answer, and pack the proof."""
    from satchess.web.certificates import make

    request = Request.parse(order.request)
    if request.counting != PLAIN:
        raise NotKnown("no certificate is made with flags of counting")
    made = make(
        request,
        _options(order, assignment, request),
        Path(assignment.certificates),
        Path(assignment.cache),
        most=assignment.certificate,
        watch=reporter.show,
    )
    return Done(OrderState.DONE, made)


KINDS: Mapping[str, Doing] = {"answer": _answer, "table": _table, "certificate": _certificate}
"""What may be ordered, and who does it."""


def main() -> None:
    """Do what standard input says."""
    said = sys.stdin.buffer.read()
    if not said:
        return  # it was started ahead, and its server has gone
    assignment = Assignment(**json.loads(said))
    settle_in(assignment.parent)
    with Store(Path(assignment.cache)) as store:
        order = store.orders.get(assignment.order)
    reporter = Reporter(assignment)
    try:
        with from_outside(assignment.squares):
            done = KINDS[order.kind](order, assignment, reporter)
    except KeyboardInterrupt:
        sys.exit(CANCELLED)
    except SatchessError as error:
        done = Done(OrderState.FAILED, {"error": type(error).__name__}, str(error))
    finally:
        reporter.close()
    with Store(Path(assignment.cache)) as store:
        store.orders.finish(
            assignment.order,
            assignment.owner,
            done.state,
            result=done.result,
            problem=done.problem,
        )
