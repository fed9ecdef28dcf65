"""The race: engines join a first choice that is not done after a moment; the first answer counts.

Runs are scripted here: what each of them says, and when it waits for ever.
"""

import json
import signal
import threading
import time
from collections.abc import Callable, Collection
from pathlib import Path

import pytest

from satchess.answers import Stop
from satchess.domain.placement import Placement
from satchess.errors import EngineDied, NotKnown, WrongAnswer
from satchess.events import (
    Bounded,
    Chosen,
    Compiling,
    Counted,
    Divided,
    Done,
    Event,
    Explained,
    Found,
    Infeasible,
)
from satchess.processes.pool import OutOfMemory, OutOfTime
from satchess.questions import Question
from satchess.service import race
from satchess.service.evidence import Evidence
from satchess.service.race import Entrant, Race
from satchess.task import Part, Task
from tests.commands import children_of, eventually, start

QUEENS = Question.parse("queens 4")
PLACEMENT = QUEENS.read("b1 d2 a3 c4")
COUNT = Task("count", QUEENS)
TWO = (Counted(2, exact=True), Done())

Step = Event | BaseException | Callable[[], bool]
"""What a run does next: say something, raise something, or wait until something has happened."""


def never() -> bool:
    return False


class Script:
    """A run that says what it is told to."""

    def __init__(self, *steps: Step) -> None:
        self.steps = list(steps)
        self.paused = self.closed = False
        self.turns = 0
        self.worked: float | None = None
        self.task: Task | None = None

    def hear(self, patience: float | None = None) -> Event | None:
        assert not self.closed
        step = never if self.paused else self.steps[0]
        if callable(step):
            if not step():
                assert patience is not None, "this run is waited for in vain"
                threading.Event().wait(min(patience, 0.001))
                return None
            step = self.steps[1]
            del self.steps[0]
        del self.steps[0]
        if isinstance(step, BaseException):
            raise step
        assert not callable(step)
        return step

    def pause(self) -> None:
        self.paused = True

    def resume(self) -> None:
        self.paused = False
        self.turns += 1

    def close(self) -> None:
        self.closed = True


class Course:
    """A race among scripts: those of the plan in its order, and those asked for by name."""

    def __init__(
        self,
        *plan: Script,
        task: Task = COUNT,
        processes: int = 2,
        favourite: Entrant | None = None,
        without: Collection[str] = (),
        **named: Script,
    ) -> None:
        self._plan = list(plan)
        self._named = named
        self.known = Evidence.at_first(task)
        self.race = Race(
            *(task, self._start, lambda: self.known),
            processes=processes,
            favourite=favourite,
            without=without,
        )
        self.events: list[Event] = []
        self.scripts = [*plan, *named.values()]

    def _start(self, task: Task, engine: str | None, without: Collection[str]) -> Script:
        name = (engine or "") + (f"_{task.tuning.solver}" if task.tuning.solver else "")
        nobody = Script(NotKnown("no engine can"))
        script = self._named.get(name, nobody) if name else nobody
        if not name and self._plan:
            script = self._plan.pop(0)
        script.task = task
        return script

    def run(self) -> "Course":
        for event in self.race.events():
            self.known = self.known.learn(event)
            self.events.append(event)
        assert all(script.closed for script in self.scripts if script.task is not None)
        return self


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody has to wait long for a turn."""
    for name in ("MOMENT", "TURN", "LOOK"):
        monkeypatch.setattr(race, name, 0.01)


def test_a_first_choice_that_is_right_is_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(race, "MOMENT", 1000.0)  # however busy the machine is
    first, rival = Script(Chosen("rows"), *TWO), Script(Chosen("sat"), *TWO)
    course = Course(first, rival).run()
    assert course.events == [Chosen("rows"), *TWO]
    assert rival.task is None
    assert not course.race.is_contested
    assert course.race.winner == Entrant("rows")


@pytest.mark.parametrize(("longest", "joins"), [(1000.0, False), (0.02, True)])
def test_a_moment_is_one_of_work_unless_that_takes_too_long(
    longest: float, joins: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Others keep the processor busy: the first choice has hardly begun when the moment is over."""
    monkeypatch.setattr(race, "LONGEST_MOMENT", longest)
    rival = Script(Chosen("sat"), never)
    told_at = time.monotonic() + 0.2
    waits = (lambda: rival.task is not None) if joins else (lambda: time.monotonic() > told_at)
    first = Script(Chosen("rows"), waits, *TWO)
    first.worked = 0.0
    course = Course(first, rival).run()
    assert course.race.winner == Entrant("rows")
    assert course.race.is_contested == joins


def test_a_first_choice_that_has_worked_for_a_moment_has_rivals() -> None:
    first, rival = Script(Chosen("diagram"), never), Script(Chosen("sat"), *TWO)
    first.worked = 0.01
    assert Course(first, rival).run().race.winner == Entrant("sat")


def test_a_rival_that_answers_first_wins() -> None:
    course = Course(Script(Chosen("diagram"), never), Script(Chosen("sat"), *TWO)).run()
    assert course.race.is_contested
    assert course.race.winner == Entrant("sat")
    assert (course.known.engine, course.known.count, course.known.exact) == ("sat", 2, True)


@pytest.mark.parametrize("processes", [1, 2])
def test_a_first_choice_that_is_long_in_the_making_has_rivals_all_the_same(processes: int) -> None:
    """On a busy machine the plan takes longer than the moment after which others may join."""
    chosen_at = time.monotonic() + 0.1
    first = Script(lambda: time.monotonic() > chosen_at, Chosen("diagram"), never)
    course = Course(first, Script(Chosen("sat"), *TWO), processes=processes).run()
    assert course.race.winner == Entrant("sat")


def test_rivals_take_turns_and_the_first_choice_is_never_paused() -> None:
    first, slow = Script(Chosen("diagram"), never), Script(Chosen("ganak"), never)
    quick = Script(Chosen("sat"), lambda: slow.turns > 2, *TWO)
    course = Course(first, slow, quick).run()
    assert course.race.winner == Entrant("sat")
    assert first.turns == 0
    assert quick.turns > 1


def test_on_one_core_all_take_turns() -> None:
    first, slow = Script(Chosen("diagram"), never), Script(Chosen("ganak"), never)
    quick = Script(Chosen("sat"), lambda: first.turns > 4, *TWO)
    course = Course(first, slow, quick, processes=1).run()
    assert course.race.winner == Entrant("sat")


def test_on_one_core_the_first_choice_goes_on_when_a_rival_drops_out() -> None:
    rival = Script(Chosen("ganak"), EngineDied("gone"))
    first = Script(Chosen("diagram"), lambda: rival.closed, *TWO)
    assert Course(first, rival, processes=1).run().race.winner == Entrant("diagram")


def test_another_solver_joins_when_every_engine_has() -> None:
    first = Script(Chosen("sat"), never)
    course = Course(first, sat_glucose42=Script(Chosen("sat"), *TWO)).run()
    assert course.race.winner == Entrant("sat", "glucose42")
    assert (course.known.engine, course.known.reason) == ("sat", "solver glucose42")


def test_bounds_of_two_racers_close_the_optimum() -> None:
    question = Question.parse("independence queen 4")
    found = Found(question.read("b1 d2 a3 c4"))
    rival = Script(Chosen("sat"), found, never)
    first = Script(Chosen("linear"), lambda: rival.task is not None, Bounded(None, 4), never)
    course = Course(first, rival, task=Task("solve", question)).run()
    assert course.known.status.is_final
    assert course.known.value == 4
    assert course.race.winner is not None


def test_who_joins_later_begins_with_what_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(race, "MOMENT", 0.5)  # time for two events, however busy the machine is
    question = Question.parse("independence queen 4")
    first = Script(Chosen("linear"), Bounded(3, 7), never)
    rival = Script(Chosen("sat"), Found(question.read("b1 d2 a3 c4")), Bounded(4, 4), Done())
    Course(first, rival, task=Task("solve", question)).run()
    assert rival.task is not None
    assert (rival.task.lower, rival.task.upper) == (3, 7)


def test_racers_that_contradict_each_other_are_an_error_of_ours() -> None:
    question = Question.parse("independence queen 4")
    first = Script(Chosen("linear"), Bounded(None, 3), never)
    rival = Script(Chosen("sat"), Found(question.read("b1 d2 a3 c4")), never)
    with pytest.raises(WrongAnswer):
        Course(first, rival, task=Task("solve", question)).run()
    assert first.closed
    assert rival.closed


def test_a_wrong_placement_is_an_error_of_ours() -> None:
    lies = Script(Chosen("sat"), Found(Placement(PLACEMENT.places[:2])), never)
    with pytest.raises(WrongAnswer):
        Course(Script(Chosen("rows"), never), lies).run()


@pytest.mark.parametrize("fault", [EngineDied("gone"), OutOfMemory(), NotKnown("too large"), None])
def test_a_racer_that_drops_out_leaves_the_others_running(fault: BaseException | None) -> None:
    end = fault or Done()
    rival = Script(Chosen("sat"), lambda: first.closed, *TWO)
    first = Script(Chosen("diagram"), lambda: rival.task is not None, end)
    assert Course(first, rival).run().known.engine == "sat"
    rival = Script(Chosen("ganak"), end)
    first = Script(Chosen("diagram"), lambda: rival.closed, *TWO)
    assert Course(first, rival).run().known.engine == "diagram"


def test_what_a_promoted_racer_has_withheld_is_said() -> None:
    rival = Script(Chosen("sat"), Explained("a theorem"), lambda: first.closed, *TWO)
    first = Script(Chosen("diagram"), lambda: len(rival.steps) == 3, EngineDied("gone"))
    assert Course(first, rival).run().known.reason == "a theorem"


def test_the_last_one_says_what_is_wrong() -> None:
    with pytest.raises(EngineDied):
        Course(Script(Chosen("diagram"), EngineDied("gone"))).run()
    with pytest.raises(NotKnown):
        Course(Script(NotKnown("no engine can"))).run()


def test_an_engine_that_gives_up_alone_is_done() -> None:
    course = Course(Script(Chosen("diagram"), Done())).run()
    assert course.events == [Chosen("diagram"), Done()]
    assert course.race.winner is None


def test_divided_work_has_the_cores_to_itself() -> None:
    rival = Script(Chosen("sat"), never)
    parts = Divided((Part("1"),))
    first = Script(Chosen("rows"), lambda: rival.task is not None, parts, Done())
    course = Course(first, rival)
    for event in course.race.events():
        course.known = course.known.learn(event)
        if event == parts:
            assert rival.closed
    assert course.race.winner is None


def test_a_reason_is_that_of_the_winner() -> None:
    first = Script(Chosen("parity"), Explained("half of it is parity"), never)
    course = Course(first, Script(Chosen("sat"), *TWO)).run()
    assert course.known.reason == ""
    explained = Script(Chosen("sat"), Explained("a theorem"), Infeasible(), Done())
    assert Course(Script(Chosen("rows"), never), explained).run().known.reason == "a theorem"


@pytest.mark.parametrize("stop", [OutOfTime(), KeyboardInterrupt()])
def test_what_a_rival_has_found_is_not_lost(stop: BaseException) -> None:
    rival = Script(Chosen("sat"), Counted(1, exact=False), never)
    first = Script(Chosen("rows"), lambda: len(rival.steps) == 1, stop)
    course = Course(first, rival)
    with pytest.raises(type(stop)):
        course.run()
    assert (course.known.engine, course.known.count) == ("rows", 1)
    assert rival.closed


def test_the_first_placement_is_that_of_the_winner() -> None:
    """A placement that a rival finds on its way is no `first`."""
    other = QUEENS.read("c1 a2 d3 b4")
    rival = Script(Chosen("sat"), Found(other), never)
    first = Script(Chosen("chase"), Found(PLACEMENT), lambda: len(rival.steps) == 1, Done())
    course = Course(first, rival, task=Task("first", QUEENS)).run()
    assert (course.known.engine, course.known.placement) == ("chase", PLACEMENT)


def test_sat_joins_at_once_while_kernels_compile(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(race, "MOMENT", 1000.0)
    first = Script(Chosen("rows"), Compiling("kernel"), never)
    course = Course(first, sat=Script(Chosen("sat"), *TWO)).run()
    assert course.events[:2] == [Chosen("rows"), Compiling("kernel")]
    assert course.race.winner == Entrant("sat")


def test_a_favourite_goes_first_and_the_plan_joins() -> None:
    favourite = Script(Chosen("sat"), never)
    course = Course(Script(Chosen("rows"), *TWO), favourite=Entrant("sat"), sat=favourite).run()
    assert course.events[0] == Chosen("sat")
    assert course.race.winner == Entrant("rows")


def test_a_favourite_that_cannot_is_passed_over() -> None:
    course = Course(Script(Chosen("rows"), *TWO), favourite=Entrant("ganak")).run()
    assert course.events == [Chosen("rows"), *TWO]


# Whole commands


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
