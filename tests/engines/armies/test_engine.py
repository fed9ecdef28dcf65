"""The `armies` engine against brute force, SAT and published numbers, whole and in parts."""

from dataclasses import replace

import pytest

from satchess.engines.armies import engine as armies
from satchess.engines.armies.engine import ArmiesEngine
from satchess.engines.plan import choose_engine
from satchess.engines.sat.engine import SatEngine
from satchess.errors import WrongAnswer
from satchess.events import Bounded, Divided, Event, Found, Settled
from satchess.questions import Question
from satchess.service.evidence import Evidence
from satchess.task import Claim, Division, Fact, Part, Task
from tests import cabinet

ENGINE = ArmiesEngine()


def task(text: str) -> Task:
    return Task("solve", Question.parse(text))


def optimum(asked: Task, engine: ArmiesEngine | SatEngine = ENGINE) -> int | None:
    """The proved value; every placement on the way is checked by `Evidence`."""
    assert engine.objection(asked) is None
    known = Evidence(asked, engine.name)
    for event in engine.run(asked):
        known = known.learn(event)
    assert known.status == "optimal"
    return known.value


# What is right


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (1, 5), (2, 3), (3, 2), (3, 3), (2, 5)])
def test_peaceable_as_by_brute_force(rows: int, columns: int) -> None:
    value, _ = cabinet.peaceable(rows, columns)
    assert optimum(task(f"peaceable queen {rows}x{columns}")) == value


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (1, 4), (3, 4), (4, 3), (4, 4)])
def test_non_dominating_as_by_brute_force(rows: int, columns: int) -> None:
    for queens in range(rows * columns + 1):
        value, _ = cabinet.non_dominating(rows, columns, queens)
        assert optimum(task(f"non-dominating queen {rows}x{columns} --pieces {queens}")) == value


BEYOND_BRUTE_FORCE = [
    *(f"peaceable queen {rows}x{columns}" for rows in (4, 5) for columns in (5, 6, 7)),
    *("peaceable queen 6x3", "peaceable queen 2x9", "peaceable RB 6", "peaceable queen 7x5"),
    *("non-dominating queen 5x7", "non-dominating queen 7x4", "non-dominating queen 3x8"),
    *(f"non-dominating queen 6 --pieces {number}" for number in (1, 2, 3, 7, 12, 30)),
]


@pytest.mark.parametrize("text", BEYOND_BRUTE_FORCE)
def test_as_by_sat(text: str) -> None:
    assert optimum(task(text)) == optimum(task(text), SatEngine())


PUBLISHED = {
    # Ainley, Bosch, Smith and others; OEIS A250000
    "peaceable queen": [0, 0, 1, 2, 4, 5, 7, 9, 12, 14, 17, 21, 24, 28, 32],
    # Velucchi; OEIS A001366
    "non-dominating queen": [0, 0, 0, 1, 3, 5, 7, 11, 18, 22, 30, 36, 47, 56, 72, 82],
}
SLOW_FROM = 14


@pytest.mark.parametrize(
    ("words", "side", "value"),
    [
        pytest.param(words, side, value, marks=[pytest.mark.slow] * (side >= SLOW_FROM))
        for words, values in PUBLISHED.items()
        for side, value in enumerate(values, start=1)
    ],
)
def test_published(words: str, side: int, value: int) -> None:
    assert optimum(task(f"{words} {side}")) == value


# What is known before


@pytest.mark.parametrize("text", ["peaceable queen 8", "non-dominating queen 8"])
def test_bounds_that_are_known_are_used(text: str) -> None:
    value = optimum(task(text))
    assert value is not None
    assert optimum(replace(task(text), lower=value)) == value
    assert optimum(replace(task(text), lower=value - 1, upper=value)) == value


# Parts


def settled(whole: Task, divided: Divided) -> Fact:
    """What the parts of a division prove."""
    placement = None
    for part in divided.parts:
        alone = replace(whole, claim=divided.claim, part=part, division=Division.NEVER)
        event, _ = ENGINE.run(alone)
        assert isinstance(event, Settled)
        placement = placement or event.outcome.placement
    return Fact(divided.claim, placement)


@pytest.mark.parametrize("text", ["peaceable queen 8", "peaceable queen 6x9"])
@pytest.mark.parametrize("first_pairs", [1, 100, 100_000])
def test_the_parts_make_up_the_whole(
    text: str, first_pairs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(armies, "PAIRS_AT_FIRST", first_pairs)
    whole = replace(task(text), division=Division.NOW)
    known = Evidence(whole, ENGINE.name)
    divisions = 0
    while not known.status.is_final:
        divided = None
        for event in ENGINE.run(whole):
            known = known.learn(event)
            divided = event if isinstance(event, Divided) else divided
        if divided is not None:
            divisions += 1
            assert ENGINE.covers(whole, divided.parts)
            fact = settled(whole, divided)
            if fact.placement is not None:
                known = known.learn(Found(fact.placement))
            whole = replace(whole, facts=(*whole.facts, fact), lower=known.lower)
    assert divisions
    assert known.value == optimum(task(text))


def test_a_part_is_halved_until_one_set_is_left() -> None:
    whole = replace(task("peaceable queen 5"), division=Division.NOW, claim=Claim(given="5"))

    def leaves(part: Part) -> list[Part]:
        event, _ = ENGINE.run(replace(whole, part=part))
        assert isinstance(event, Divided)
        return [leaf for half in event.parts for leaf in leaves(half)] or [part]

    sets_of_five_ranks_but_for_mirrored_ones = 20
    single = leaves(Part("0-20"))
    assert len(single) == sets_of_five_ranks_but_for_mirrored_ones
    assert ENGINE.covers(whole, single)


@pytest.mark.parametrize("names", [[], ["0-10"], ["0-10", "11-20"], ["0-10", "9-20"], ["0-19"]])
def test_what_is_no_partition(names: list[str]) -> None:
    assert ENGINE.covers(task("peaceable queen 5"), [Part("10-20"), Part("0-10")])
    assert not ENGINE.covers(task("peaceable queen 5"), [Part(name) for name in names])


def test_a_refuted_claim_bounds_the_size() -> None:
    refuted = Fact(Claim(given="10"), None)
    first: Event = next(ENGINE.run(replace(task("peaceable queen 8"), facts=(refuted,))))
    assert first == Bounded(None, 9)


def test_a_claim_of_a_journal_is_read_with_care() -> None:
    with pytest.raises(WrongAnswer, match="'ten', expected a number"):
        next(
            ENGINE.run(replace(task("peaceable queen 8"), facts=(Fact(Claim(given="ten"), None),)))
        )


# What is left to others


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("domination queen 8", "only knows peaceable and non-dominating queens"),
        ("peaceable rook 8", "only knows queens on a plain board"),
        ("peaceable leprechaun:2 8", "only knows queens on a plain board"),
        ("non-dominating queen 8:torus", "only knows queens on a plain board"),
        ("non-dominating queen 8 --holes a1", "only knows queens on a plain board"),
        ("peaceable queen 8 --walls a1", "only knows queens on a plain board"),
        ("peaceable queen 4x25", "the board has more than 24 rows or columns"),
    ],
)
def test_objections(text: str, why: str) -> None:
    assert ENGINE.objection(task(text)) == why


@pytest.mark.parametrize(
    ("text", "engine"),
    [
        *(("peaceable queen 9", "armies"), ("non-dominating queen 16", "armies")),
        *(("peaceable queen 6", "sat"), ("peaceable queen 3x20", "sat")),
        ("non-dominating queen 22", "sat"),
    ],
)
def test_who_is_chosen(text: str, engine: str) -> None:
    assert choose_engine(task(text)) == engine
