"""The plan: which engine answers a task, and whether the chosen options exist."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from satchess.engines import ENGINES, engine
from satchess.errors import BadQuestion, NotKnown, expected_one_of
from satchess.logs import logger_of
from satchess.task import DEFAULT_TUNING, Task, Tuning

_log = logger_of(__name__)


@dataclass(frozen=True)
class Option:
    """An engine for a task, with its objection or reluctance."""

    name: str
    objection: str | None = None
    reluctance: str | None = None


def choose_engine(task: Task, name: str | None = None, *, without: Collection[str] = ()) -> str:
    """Choose the named engine, or the first able one, reluctant ones last.

    Raises `NotKnown` if none can.
    """
    if name is not None:
        ensure_suited(name, task)

    def names() -> Iterable[str]:  # lazy: plugins come last, and are loaded only if needed
        return [name] if name else (e for e in ENGINES if e not in without)

    passed: list[str] = []
    for able in able_engines(task, names(), passed):
        why = "asked for" if name else "; ".join(passed) or "the first that is asked"
        _log.info("engine %s for '%s %s' (%s)", able, task.verb, task.question, why)
        return able
    objections = "; ".join(
        f"{option.name}: {option.objection}"
        for option in _options(task, names())
        if task.verb in ENGINES[option.name].verbs
    )
    raise NotKnown(f"no engine can {task.verb} {task.question} ({objections})")


def ensure_suited(name: str, task: Task) -> None:
    """Raise `BadQuestion` if an engine is not made for such a task at all."""
    if wrong := _misplaced(name, task):
        raise BadQuestion(f"engine {name} {wrong}: expected another engine, or none")


def able_engines(
    task: Task, names: Iterable[str], passed: list[str] | None = None
) -> Iterator[str]:
    """Yield the engines that can do a task, reluctant ones last.

    Why others are passed over is added to `passed`.
    """
    reluctant = []
    for option in _options(task, names):
        why = option.objection or option.reluctance
        if passed is not None and why is not None and task.verb in ENGINES[option.name].verbs:
            passed.append(f"not {option.name}: {why}")
        if option.objection is None and option.reluctance is None:
            yield option.name
        elif option.objection is None:
            reluctant.append(option.name)
    yield from reluctant


def ensure_known(engine: str | None, tuning: Tuning) -> None:
    """Raise `BadQuestion` for an unknown engine, solver or encoding, even if unused here."""
    if engine is not None and engine not in ENGINES:
        raise BadQuestion(f"engine {engine!r}: {expected_one_of(engine, ENGINES)}")
    if tuning == DEFAULT_TUNING:
        return
    from satchess.encodings.at_most_one import AT_MOST_ONE
    from satchess.encodings.cardinality import CARDINALITY
    from satchess.engines.sat.solver import SOLVERS

    known: dict[str, Collection[str]] = {
        "solver": SOLVERS,
        "cardinality": CARDINALITY,
        "at_most_one": AT_MOST_ONE,
    }
    for name, choices in known.items():
        choice = getattr(tuning, name)
        if choice is not None and choice not in choices:
            option = name.replace("_", "-")
            raise BadQuestion(f"{option} {choice!r}: {expected_one_of(choice, choices)}")


def explain(task: Task, name: str | None = None) -> Iterator[str]:
    """Yield a line for each engine of the verb: its forecast, or its objection."""
    chosen = choose_engine(task, name)
    for option in _options(task, [e for e in ENGINES if task.verb in ENGINES[e].verbs]):
        mark = "->" if option.name == chosen else "  "
        if option.objection is not None:
            yield f"{mark} {option.name}: no, {option.objection}"
        else:
            but = f"; not preferred: {option.reluctance}" if option.reluctance else ""
            yield f"{mark} {option.name}: {engine(option.name).forecast(task)}{but}"


def _options(task: Task, names: Iterable[str]) -> Iterator[Option]:
    for name in names:
        if wrong := _misplaced(name, task):
            yield Option(name, wrong)
        else:
            candidate = engine(name)
            objection = candidate.objection(task)
            yield Option(name, objection, None if objection else candidate.reluctance(task))


def _misplaced(name: str, task: Task) -> str | None:
    """Return why an engine is ruled out by its registry entry alone."""
    if task.verb not in ENGINES[name].verbs:
        return f"does not {task.verb}"
    if (task.approximate is not None) != (name == "approximate"):
        return "is exact" if task.approximate else "is not exact"
    if ENGINES[name].fingerprints != task.question.asks_for_fingerprint:
        return f"knows {'nothing but' if ENGINES[name].fingerprints else 'no'} fingerprints"
    if task.tuning != DEFAULT_TUNING and not ENGINES[name].tunable:
        return "uses neither a SAT solver nor an encoding"
    return None
