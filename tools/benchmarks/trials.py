"""Trials: one question, one contender, in a process of its own, timed by the processor.

A contender is prepared once for each question: it loads and compiles what it needs. Each run is in
a copy of that process, so that none knows what an earlier one has found.
"""

import multiprocessing
import os
import re
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib.metadata import PackageNotFoundError, packages_distributions, version
from importlib.util import find_spec
from multiprocessing.connection import Connection
from types import TracebackType

from benchmarks import processor

PREPARATION_LIMIT = 300.0
"""Seconds in which a contender must be ready: on its first day it compiles its kernels."""
PATIENCE = 10
"""Seconds on the clock for one of the limit: on a busy machine, work may take so much longer."""
GRACE = 2.0
"""Seconds after that for a contender to stop by itself; they do not count."""
LOOK = 0.02
"""How often a run is compared with its limit."""
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")


@dataclass(frozen=True)
class Trial:
    """What a contender is told. A run is ended after so many processor seconds."""

    question: str
    seed: int
    limit: float


Work = Callable[[], object]
"""What is measured. It returns the answer, None if it did not finish, or `Told`."""


@dataclass(frozen=True)
class Told:
    """An answer, and the method the contender chose."""

    answer: object
    how: str


@dataclass(frozen=True)
class Contender:
    """Answers questions; of several settings, only the best counts.

    `prepare` imports, warms up, and returns the work. It is called before the clock starts, once in
    the process that is copied and once in each copy. It must be importable (a function of a module,
    or a `partial` of one).
    """

    name: str
    prepare: Callable[[Trial], Work]
    package: str
    setting: str = ""
    pattern: str = ""
    """A regular expression of the questions it can be asked; all others leave it out."""

    def suits(self, question: str) -> bool:
        """Whether it can be asked a question."""
        return re.search(self.pattern, question) is not None

    @property
    def label(self) -> str:
        """The name with the setting."""
        return f"{self.name} {self.setting}".strip()

    @property
    def is_installed(self) -> bool:
        """Whether its package can be imported."""
        try:
            return find_spec(self.package) is not None
        except ModuleNotFoundError:  # not even the package around it
            return False

    @property
    def version(self) -> str:
        """The version of its package, as far as it is known."""
        package = self.package.partition(".")[0]
        try:
            return version(packages_distributions().get(package, [package])[0])
        except PackageNotFoundError:
            return "from a checkout"


@dataclass(frozen=True)
class Run:
    """The result of a trial: the answer (or None), its time, and the preparation time.

    `seconds` are those of the processor, all processes together; `clock` are those of the clock.
    `how` is the method the contender chose, if it said so.
    """

    answer: object = None
    seconds: float = float("inf")
    start_up: float = float("inf")
    failure: str = ""
    how: str = ""
    clock: float = float("inf")

    @property
    def finished(self) -> bool:
        """Whether there is an answer."""
        return self.answer is not None


class Stable:
    """The process of a contender that is ready for a question; its copies run.

    A context manager: whatever happens, no process is left behind.
    """

    def __init__(self, contender: Contender, question: str) -> None:
        os.environ.update(ONE_THREAD)
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(contender, question, theirs))
        started = time.perf_counter()
        self._process.start()
        theirs.close()
        self._ready = self._hear(PREPARATION_LIMIT, "not ready in time")
        self._ready = replace(self._ready, start_up=time.perf_counter() - started)

    def __enter__(self) -> "Stable":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        assert self._process.pid is not None
        processor.end(self._process.pid)
        self._process.join()
        self._pipe.close()

    def run(self, trial: Trial) -> Run:
        """Put a trial to a copy."""
        if self._ready.failure:
            return self._ready
        self._pipe.send(trial)
        done = self._hear(PREPARATION_LIMIT + PATIENCE * trial.limit + 2 * GRACE, "stuck")
        in_time = done.finished and done.seconds <= trial.limit
        done = done if in_time or done.failure else Run()
        return replace(done, start_up=self._ready.start_up)

    def _hear(self, limit: float, why: str) -> Run:
        try:
            if not self._pipe.poll(limit):
                return Run(failure=why)
            heard = self._pipe.recv()
        except EOFError:
            return Run(failure="the process died")
        assert isinstance(heard, Run)
        return heard


def run(contender: Contender, trial: Trial) -> Run:
    """Put a single trial to a contender."""
    with Stable(contender, trial.question) as stable:
        return stable.run(trial)


# In the process of the contender


def _serve(contender: Contender, question: str, pipe: Connection) -> None:
    """Prepare, report ready, and let copies run one trial after the other."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that started this one ends it
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # solvers print
    try:
        contender.prepare(Trial(question, 0, PREPARATION_LIMIT))
    except Exception as error:
        pipe.send(_failed(error))
        return
    pipe.send(Run())
    while True:
        try:
            trial: Trial = pipe.recv()
        except EOFError:
            return
        pipe.send(_in_a_copy(contender, trial))


def _in_a_copy(contender: Contender, trial: Trial) -> Run:
    """Fork, and watch the copy until its limit."""
    ours, theirs = multiprocessing.Pipe(duplex=False)
    copy = os.fork()
    if not copy:
        ours.close()
        _work(contender, trial, theirs)
    theirs.close()
    try:
        return _watched(copy, ours, trial.limit)
    finally:
        processor.end(copy)
        os.waitpid(copy, 0)
        ours.close()


def _watched(copy: int, pipe: Connection, limit: float) -> Run:
    try:
        if not pipe.poll(PREPARATION_LIMIT):
            return Run(failure="not ready in time")
        begun = pipe.recv()
        if isinstance(begun, Run):  # a failure
            return begun
        last = time.monotonic() + PATIENCE * limit + GRACE
        while not pipe.poll(LOOK):
            if processor.used_by(copy) - begun > limit + LOOK or time.monotonic() > last:
                return Run()
        heard = pipe.recv()
    except EOFError:
        return Run(failure="the process died")
    assert isinstance(heard, Run)
    return heard


def _work(contender: Contender, trial: Trial, pipe: Connection) -> None:
    """Prepare, report the processor seconds so far, work, report, and never return."""
    try:
        # what libraries know as a limit is one on the clock
        work = contender.prepare(replace(trial, limit=PATIENCE * trial.limit))
        begun = processor.used()
        pipe.send(begun)
        started = time.perf_counter()
        answer = work()
        clock = time.perf_counter() - started
        seconds = processor.used() - begun
        told = answer if isinstance(answer, Told) else Told(answer, "")
        pipe.send(Run(told.answer, seconds, how=told.how, clock=clock))
    except Exception as error:
        pipe.send(_failed(error))
    finally:
        os._exit(0)


def _failed(error: Exception) -> Run:
    return Run(failure=f"{type(error).__name__}: {error}")
