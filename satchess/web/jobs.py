"""The supervisor: gives each job a worker process, and kills it at the job's limits.

Nothing is known here that is not in the cache: whatever is killed, whoever starts next goes on.
"""

import json
import os
import platform
import signal
import subprocess
import threading
import time
from dataclasses import asdict, dataclass

from satchess.cache import Store
from satchess.cache.orders import Order, OrderState
from satchess.closable import Closable
from satchess.errors import SatchessError
from satchess.logs import logger_of
from satchess.request import Request
from satchess.service.memory import Memory
from satchess.web import starting
from satchess.web.settings import Settings
from satchess.web.worker import CANCELLED, Assignment
from satchess.wire import as_json

_log = logger_of(__name__)

SECONDS_A_LOOK = 0.2
SECONDS_A_BEAT = 2.0
SECONDS_DEAD = 30.0
"""Without a beat for so long, the owner of an order is taken for dead."""

GRACE = 15.0
"""Seconds beyond its limit that a job may take to store what it knows."""

PATIENCE = 5.0
"""Seconds that a cancelled job may take to store what it knows."""

MOST_TRIES = 3
"""How often a job may lose its worker before it fails."""


@dataclass
class Work:
    """A job that runs, and its process."""

    order: Order
    process: "subprocess.Popen[bytes]"
    began: float
    deadline: float
    """When it is killed, if it has not stopped by itself."""
    problem: str = ""
    """Why it is being stopped."""
    is_cancelled: bool = False


class Supervisor(Closable):
    """A thread that looks after the jobs."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.owner = f"{platform.node()}:{os.getpid()}:{starting.begun(os.getpid())}"
        self._running: dict[str, Work] = {}
        self._over = threading.Event()
        self._beaten = self._looked = 0.0
        self._beats: dict[str, tuple[float, float]] = {}
        """The last beat that was seen of each order of others, and when it was first seen."""
        self._spare: subprocess.Popen[bytes] | None = None
        """A worker that is started ahead: Python takes longer to start than most questions."""
        self._thread = threading.Thread(target=self._run, name="satchess-jobs", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def close(self) -> None:
        """Stop all work, which goes on when the next server starts."""
        self._over.set()
        if self._thread.is_alive():
            self._thread.join()

    @property
    def workers(self) -> list[int]:
        """The processes at work."""
        return [work.process.pid for work in self._running.values()]

    def _run(self) -> None:
        with Store(self.settings.cache) as store:
            while not self._over.wait(SECONDS_A_LOOK):
                try:
                    self._look(store)
                except Exception as error:  # whatever it is: without this thread, no job is done
                    _log.warning("jobs: %r", error, exc_info=not isinstance(error, SatchessError))
                    store.close()
            self._leave(store)

    def _look(self, store: Store) -> None:
        for work in list(self._running.values()):
            self._attend(store, work)
        now = time.monotonic()
        if now - self._beaten > SECONDS_A_BEAT:
            self._beaten = now
            if self._running:
                store.orders.beat(self.owner)
            self._adopt(store)
            store.orders.forget(time.time() - self.settings.limits.kept_days * 86_400)
        self._begin(store)
        if self._spare is None or self._spare.poll() is not None:
            self._spare = _worker()

    # Beginning

    def _begin(self, store: Store) -> None:
        """Start what waits: of the client first who has the least running."""
        limits = self.settings.limits
        while len(self._running) < limits.running:
            own = [work.order.client for work in self._running.values()]
            # one that was cancelled and asked again waits until its last worker is gone
            queued = store.orders.queued(limits.queue)
            waiting = [order for order in queued if order.id not in self._running]
            if not waiting:
                return
            order = min(waiting, key=lambda order: own.count(order.client))
            if store.orders.claim(order.id, self.owner):
                self._start(store.orders.get(order.id))

    def _start(self, order: Order) -> None:
        settings, limits = self.settings, self.settings.limits
        process, self._spare = self._spare or _worker(), None
        assignment = Assignment(
            cache=str(settings.cache.absolute()),
            order=order.id,
            owner=self.owner,
            parent=os.getpid(),
            squares=limits.squares,
            memory=limits.memory,
            workers=limits.workers,
            cluster=settings.cluster,
            cells=limits.cells,
            listed=limits.listed,
            certificates=str(settings.certificates.absolute()),
            certificate=limits.certificate,
        )
        now = time.monotonic()
        deadline = now + float(order.options["seconds"]) + GRACE
        self._running[order.id] = Work(order, process, now, deadline)
        assert process.stdin is not None
        try:
            process.stdin.write(json.dumps(asdict(assignment)).encode())
            process.stdin.close()
        except BrokenPipeError:
            pass  # its end is noticed when it is looked at
        _log.info("job %s: worker %d, try %d", order.id, process.pid, order.tries)

    # Looking after

    def _attend(self, store: Store, work: Work) -> None:
        code = work.process.poll()
        if code is not None:
            self._conclude(store, work, code)
            return
        now = time.monotonic()
        if not work.is_cancelled and not work.problem:
            order = store.orders.find(work.order.id)
            if order is None:
                work.is_cancelled = True  # somebody has taken it out of the file
                self._interrupt(work, now)
            elif order.state.has_ended and order.state is not OrderState.CANCELLED:
                work.is_cancelled, work.deadline = True, now + PATIENCE  # it is about to go
            elif order.state is not OrderState.RUNNING or order.owner != self.owner:
                work.is_cancelled = True
                self._interrupt(work, now)
            elif starting.memory_of(work.process.pid) > self.settings.limits.memory:
                work.problem = f"more than {self.settings.limits.memory} bytes of memory"
                work.deadline = now
        if now > work.deadline:
            work.problem = work.problem or "out of time"
            starting.kill(work.process)
            self._conclude(store, work, -signal.SIGKILL)

    @staticmethod
    def _interrupt(work: Work, now: float) -> None:
        """Ask a worker to store what it knows and to go."""
        work.deadline = now + PATIENCE
        work.process.send_signal(signal.SIGINT)

    def _conclude(self, store: Store, work: Work, code: int) -> None:
        """Take note of a worker's end, and give its job back if it was not done."""
        if work.process.stdout is not None:
            work.process.stdout.close()
        name = work.order.id
        _log.info("job %s: worker ended with %d", name, code)
        store.orders.spend(name, time.monotonic() - work.began)
        del self._running[name]
        order = store.orders.find(name)
        if order is None or order.state is not OrderState.RUNNING or order.owner != self.owner:
            return
        if work.problem:
            store.orders.finish(
                *(name, self.owner, OrderState.STOPPED),
                result=self._known(store, order),
                problem=work.problem,
            )
        elif order.tries >= MOST_TRIES and code != CANCELLED:
            problem = f"its worker was lost {order.tries} times"
            store.orders.finish(name, self.owner, OrderState.FAILED, problem=problem)
        else:
            store.orders.release(name, self.owner, counted=code != CANCELLED)

    @staticmethod
    def _known(store: Store, order: Order) -> object:
        """Return what is remembered of a job that was killed."""
        if order.kind != "answer":
            return None
        try:
            known = Memory(store).recall(Request.parse(order.request))
        except SatchessError:
            return None
        return None if known is None else as_json(known)

    # What others have left

    def _adopt(self, store: Store) -> None:
        """Give back to the queue what nobody works on any more."""
        running = store.orders.running()
        self._beats = {o.id: self._beats[o.id] for o in running if o.id in self._beats}
        for order in running:
            if order.id in self._running or not self._is_left(order):
                continue
            _log.info("job %s: left by %s", order.id, order.owner)
            store.orders.release(order.id, order.owner, counted=False)

    def _is_left(self, order: Order) -> bool:
        """Whether the owner of an order is gone; on this machine, that is known at once."""
        if order.owner == self.owner:
            return True  # begun, but not by this thread: a start that failed
        node, _, rest = order.owner.partition(":")
        pid, _, began = rest.partition(":")
        is_here = node == platform.node() and began and pid.isdecimal()
        if is_here and starting.begun(int(pid)) != began:
            return True
        # clocks of machines differ, and jump: it is our own that says how long a beat is the last
        beat, since = self._beats.get(order.id, (None, 0.0))
        if beat != order.beat:
            self._beats[order.id] = order.beat, time.monotonic()
            return False
        return time.monotonic() - since > SECONDS_DEAD

    # Leaving

    def _leave(self, store: Store) -> None:
        """Stop the workers, and leave their jobs to the next server."""
        if self._spare is not None:
            starting.kill(self._spare)
        now = time.monotonic()
        for work in self._running.values():
            self._interrupt(work, now)
        for work in list(self._running.values()):
            try:
                work.process.wait(max(0.0, work.deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                starting.kill(work.process)
            try:
                self._conclude(store, work, CANCELLED)
            except SatchessError as error:
                _log.warning("jobs: %s", error)


def _worker() -> "subprocess.Popen[bytes]":
    return starting.start("satchess.web.worker")
