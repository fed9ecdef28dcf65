"""While kernels compile, SAT looks for an answer: whoever is done first has it."""

import json
import signal
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from satchess.answers import Stop
from satchess.domain.placement import Placement
from satchess.errors import NotKnown, WrongAnswer
from satchess.events import Chosen, Compiling, Counted, Divided, Done, Event, Found
from satchess.processes.pool import OutOfTime
from satchess.questions import Question
from satchess.service import meanwhile
from satchess.service.meanwhile import run_meanwhile
from satchess.task import Part, Task
from tests.commands import children_of, eventually, start

QUEENS = Question.parse("queens 4")
PLACEMENT = QUEENS.read("b1 d2 a3 c4")
COUNT = Task("count", QUEENS)
COMPILES = (Chosen("rows"), Compiling("kernel"))
TWO = (Counted(2, exact=True), Done())

Stopped = Callable[[], bool]
PATIENCE = 60.0


def engines(
    chosen: Callable[[Stopped], Iterator[Event]], sat: Callable[[Stopped], Iterator[Event]]
) -> meanwhile.Start:
    """Two engines, of which the second is `sat`."""

    def start(name: str | None, stopped: Stopped) -> Iterator[Event]:
        assert name in (None, "sat")
        return chosen(stopped) if name is None else sat(stopped)

    return start


def wait_until(happened: Stopped) -> None:
    clock = threading.Event()
    for _ in range(int(PATIENCE / 0.01)):
        if happened():
            return
        clock.wait(0.01)
    raise AssertionError("it never happened")


def compiles_for_ever(stopped: Stopped) -> Iterator[Event]:
    yield from COMPILES
    wait_until(stopped)
    raise OutOfTime


def answers(stopped: Stopped) -> Iterator[Event]:
    yield Chosen("sat")
    yield from TWO


def never_answers(stopped: Stopped) -> Iterator[Event]:
    yield Chosen("sat")
    wait_until(stopped)
    raise OutOfTime


def test_sat_answers_while_kernels_compile() -> None:
    events = list(run_meanwhile(COUNT, engines(compiles_for_ever, answers)))
    assert events == [*COMPILES, Chosen("sat"), *TWO]


def test_kernels_take_over_when_they_are_first() -> None:
    closed = threading.Event()

    def is_closed(stopped: Stopped) -> Iterator[Event]:
        try:
            yield from never_answers(stopped)
        finally:
            closed.set()

    def compiles(stopped: Stopped) -> Iterator[Event]:
        yield from (*COMPILES, Compiling("kernel", over=True), *TWO)

    events = list(run_meanwhile(COUNT, engines(compiles, is_closed)))
    assert events == [*COMPILES, Compiling("kernel", over=True), *TWO]
    assert closed.is_set()


def test_sat_is_not_asked_if_nothing_is_compiled() -> None:
    def refuse(stopped: Stopped) -> Iterator[Event]:
        raise AssertionError("nobody asked")

    def quick(stopped: Stopped) -> Iterator[Event]:
        yield from (Chosen("rows"), *TWO)

    assert list(run_meanwhile(COUNT, engines(quick, refuse))) == [Chosen("rows"), *TWO]


def test_sat_is_stopped_some_time_after_the_last_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(meanwhile, "SECONDS_OF_GRACE", 0.0)
    closed = threading.Event()

    def is_closed(stopped: Stopped) -> Iterator[Event]:
        yield Chosen("sat")
        wait_until(stopped)
        closed.set()
        raise OutOfTime

    def compiles(stopped: Stopped) -> Iterator[Event]:
        yield from (*COMPILES, Compiling("kernel", over=True))
        wait_until(lambda: stopped() or closed.is_set())  # as the pool does while it waits
        yield from TWO

    assert list(run_meanwhile(COUNT, engines(compiles, is_closed)))[-2:] == list(TWO)


def test_divided_work_has_the_cores_to_itself() -> None:
    closed = threading.Event()

    def is_closed(stopped: Stopped) -> Iterator[Event]:
        try:
            yield from never_answers(stopped)
        finally:
            closed.set()

    def divides(stopped: Stopped) -> Iterator[Event]:
        yield from (*COMPILES, Divided((Part("1"),)))
        yield Done()

    events = run_meanwhile(COUNT, engines(divides, is_closed))
    assert [next(events) for _ in range(3)][-1] == Divided((Part("1"),))
    assert closed.is_set()


@pytest.mark.parametrize("stop", [OutOfTime, KeyboardInterrupt])
def test_what_sat_has_found_is_not_lost(stop: type[BaseException]) -> None:
    counted = threading.Event()

    def counts(stopped: Stopped) -> Iterator[Event]:
        yield from (Chosen("sat"), Counted(1, exact=False))
        counted.set()
        yield from never_answers(stopped)

    def is_stopped(stopped: Stopped) -> Iterator[Event]:
        yield from COMPILES
        assert counted.wait(PATIENCE)
        raise stop

    events: list[Event] = []
    with pytest.raises(stop):
        events.extend(run_meanwhile(COUNT, engines(is_stopped, counts)))
    assert events == [*COMPILES, Counted(1, exact=False)]


def test_a_helper_that_cannot_is_ignored() -> None:
    def cannot(stopped: Stopped) -> Iterator[Event]:
        raise NotKnown("no engine can")

    def compiles(stopped: Stopped) -> Iterator[Event]:
        yield from (*COMPILES, *TWO)

    assert list(run_meanwhile(COUNT, engines(compiles, cannot))) == [*COMPILES, *TWO]


def test_a_wrong_placement_is_an_error_of_ours() -> None:
    def lies(stopped: Stopped) -> Iterator[Event]:
        yield Chosen("sat")
        yield Found(Placement(PLACEMENT.places[:2]))

    with pytest.raises(WrongAnswer):
        list(run_meanwhile(COUNT, engines(compiles_for_ever, lies)))


# With real kernels, none of them compiled


@pytest.fixture
def fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is compiled yet, as after an installation."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "kernels"))


@pytest.mark.usefixtures("fresh")
def test_a_fresh_installation_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SATCHESS_MEANWHILE", "on")
    with start("count", "queens", "10", "--json") as run:
        answer = json.loads(run.communicate(timeout=100)[0])
        assert children_of(run.pid) == []
    assert (answer["count"], answer["exact"]) == (724, True)
    assert answer["engine"] in ("sat", "rows")


@pytest.mark.usefixtures("fresh")
def test_ctrl_c_while_kernels_compile_ends_both(monkeypatch: pytest.MonkeyPatch) -> None:
    """The walk to the first of 60 queens is long, for either engine."""
    monkeypatch.setenv("SATCHESS_MEANWHILE", "on")
    with start("first", "queens", "60", "--json") as run:
        workers = eventually(lambda: len(found := children_of(run.pid)) > 1 and found, 60)
        run.send_signal(signal.SIGINT)
        answer = json.loads(run.communicate(timeout=60)[0])
    assert answer["stopped"] == Stop.INTERRUPTED
    eventually(lambda: not any(Path(f"/proc/{worker}").exists() for worker in workers), 20)
