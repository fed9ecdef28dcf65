"""Trials: one question, one contender, in a process of its own, timed."""

import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib.metadata import PackageNotFoundError, packages_distributions, version
from importlib.util import find_spec
from multiprocessing.connection import Connection

PREPARATION_LIMIT = 120.0
"""Seconds in which a contender must be ready."""
GRACE = 2.0
"""Seconds after the limit for a contender to stop by itself; they do not count."""
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")


@dataclass(frozen=True)
class Trial:
    """What a contender is told."""

    question: str
    seed: int
    limit: float


Work = Callable[[], object]
"""What the clock measures. It returns the answer, None if it did not finish, or `Told`."""


@dataclass(frozen=True)
class Told:
    """An answer, and the method the contender chose."""

    answer: object
    how: str


@dataclass(frozen=True)
class Contender:
    """Answers questions; of several settings, only the best counts.

    `prepare` runs in a process of its own before the clock starts: it imports, warms up, and
    returns the work. It must be importable (a function of a module, or a `partial` of one).
    """

    name: str
    prepare: Callable[[Trial], Work]
    package: str
    setting: str = ""

    @property
    def label(self) -> str:
        """The name with the setting."""
        return f"{self.name} {self.setting}".strip()

    @property
    def is_installed(self) -> bool:
        """Whether its package can be imported."""
        return find_spec(self.package) is not None

    @property
    def version(self) -> str:
        """The version of its package, as far as it is known."""
        try:
            return version(packages_distributions().get(self.package, [self.package])[0])
        except PackageNotFoundError:
            return "from a checkout"


@dataclass(frozen=True)
class Run:
    """The result of a trial: the answer (or None), its time, and the preparation time.

    `how` is the method the contender chose, if it said so.
    """

    answer: object = None
    seconds: float = float("inf")
    start_up: float = float("inf")
    failure: str = ""
    how: str = ""

    @property
    def finished(self) -> bool:
        """Whether there is an answer."""
        return self.answer is not None


def run(contender: Contender, trial: Trial) -> Run:
    """Put a trial to a contender and end its process, whatever happens."""
    os.environ.update(ONE_THREAD)
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_serve, args=(contender, trial, theirs))
    started = time.perf_counter()
    process.start()
    theirs.close()
    try:
        if not ours.poll(PREPARATION_LIMIT):
            return Run(failure=f"not ready in {PREPARATION_LIMIT:g} s")
        ready: Run = ours.recv()
        ready = replace(ready, start_up=time.perf_counter() - started)
        if ready.failure or not ours.poll(trial.limit + GRACE):
            return ready
        done: Run = ours.recv()
    except EOFError:
        return Run(failure="the process died")
    finally:
        process.kill()
        process.join()
        ours.close()
    in_time = done.finished and done.seconds <= trial.limit
    return replace(done, start_up=ready.start_up) if in_time or done.failure else ready


def _serve(contender: Contender, trial: Trial, pipe: Connection) -> None:
    """Prepare, report ready, work, and report the time. Runs in the process of the trial."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that started this one ends it
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # solvers print
    try:
        work = contender.prepare(trial)
        pipe.send(Run())
        started = time.perf_counter()
        answer = work()
        seconds = time.perf_counter() - started
        told = answer if isinstance(answer, Told) else Told(answer, "")
        pipe.send(Run(told.answer, seconds, how=told.how))
    except Exception as error:
        pipe.send(Run(failure=f"{type(error).__name__}: {error}"))
