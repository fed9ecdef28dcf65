"""The `covers` engine against brute force and other engines, whole and in parts."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest

from satchess.engines.covers import engine
from satchess.engines.covers.covering import covering_of
from satchess.engines.covers.engine import CoversEngine, expected_covers, expected_nodes
from satchess.events import Counted, Divided, Settled
from satchess.questions import Question
from satchess.service.answer import answer, ask
from satchess.task import Division, Task
from tests.oracle import Table
from tests.paths import published

BOARDS = [
    *(Table(piece, 3, 4) for piece in ("king", "queen", "rook", "bishop", "knight")),
    *(Table("king", 3, 4, "torus"), Table("queen", 3, 4, holes=frozenset({"b2"}))),
]
ALLOWED = ["a1", "b1", "c1", "a2", "c2", "d3", "b3"]


def words(table: Table) -> str:
    board = f"{table.rows}x{table.columns}" + f":{table.topology}" * (table.topology != "plane")
    return f"{table.piece} {board}" + "".join(f" --holes {hole}" for hole in table.holes)


def sizes_of(text: str) -> dict[int, int]:
    found = ask(f"count {text} --by-size", engine="covers", cache=False, workers=0)
    assert found.by_size is not None
    return dict(found.by_size)


@pytest.mark.parametrize("table", BOARDS, ids=words)
def test_sets_of_every_size(table: Table) -> None:
    said = words(table)
    minimal = table.dominating(upper=True)
    assert sizes_of(f"domination {said} --minimal") == Counter(m.bit_count() for m in minimal)
    kernels = table.dominating(independent=True)
    expected = Counter(m.bit_count() for m in kernels)
    assert sizes_of(f"domination {said} --independent --all") == expected
    assert sizes_of(f"independence {said} --maximal") == expected
    for flag, maximal in (("--all", False), ("--maximal", True)):
        sets = table.irredundant(maximal=maximal)
        assert sizes_of(f"irredundance {said} {flag}") == Counter(m.bit_count() for m in sets)


@pytest.mark.parametrize("table", BOARDS, ids=words)
@pytest.mark.parametrize("flags", ["", "--total", "--independent"])
def test_the_fewest(table: Table, flags: str) -> None:
    sets = table.dominating(total="total" in flags, independent="independent" in flags)
    sizes = Counter(mask.bit_count() for mask in sets)
    found = ask(f"count domination {words(table)} {flags}", engine="covers", cache=False, workers=0)
    if not sizes:
        assert found.count == 0
    else:
        assert (found.value, found.count) == min(sizes.items())


@pytest.mark.parametrize("table", BOARDS, ids=words)
@pytest.mark.parametrize("flags", ["", "--total", "--independent"])
def test_the_fewest_are_found_without_counting(table: Table, flags: str) -> None:
    sets = table.dominating(total="total" in flags, independent="independent" in flags)
    question = Question.parse(f"domination {words(table)} {flags}")
    if CoversEngine().objection(Task("solve", question)):
        assert "independent" in flags or not sets, "others always have a cover, of a few pieces"
        return
    found = answer("solve", question, engine="covers", cache=False, workers=0)
    assert found.value == min(mask.bit_count() for mask in sets)
    assert found.placement is not None
    assert not list(question.violations(found.placement))


@pytest.mark.parametrize("flag", ["", "--independent"])
def test_the_fewest_queens_on_rectangles_are_as_published(flag: str) -> None:
    """OEIS A274138 and A299029."""
    rectangles = published("queens_domination")["rectangles"]
    rows = rectangles["independent" if flag else "dominating"]
    for columns, values in enumerate(rows[:10], start=1):
        for side, value in enumerate(values, start=1):
            question = f"domination queen {side}x{columns} {flag}"
            found = ask(f"solve {question}", engine="covers", cache=False, workers=0)
            assert found.value == value, question


@pytest.mark.parametrize(("side", "value"), [(9, 5), (12, 6), (13, 7)])
def test_the_fewest_queens_on_a_torus_are_as_published(side: int, value: int) -> None:
    """OEIS A279402: all squares are one orbit, and one branch is left at the root."""
    question = f"domination queen {side}:torus"
    assert ask(f"solve {question}", engine="covers", cache=False, workers=0).value == value


@pytest.mark.parametrize("more", ["", ",a1,r1,a11,r11"])
def test_a_cover_that_is_its_own_image(more: str) -> None:
    """A queen and its image stand in the same cover: neither is left out for the other's sake."""
    queens = "g1,j3,o4,a6,r6,d8,i9,l11"
    mirrored = "l1,i3,d4,o8,j9,g11"
    question = f"domination queen 11x18 --within {queens},{mirrored}{more}"
    assert ask(f"solve {question}", engine="covers", cache=False, workers=0).value == 8


def test_a_cover_is_guessed_where_walking_to_it_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "LONG_TO_THE_FIRST", 0.0)
    for size, value in (("7", 4), ("8x11", 6), ("9", 5)):
        found = ask(f"solve domination queen {size}", engine="covers", cache=False, workers=0)
        assert found.value == value


def test_boards_of_some_size_are_its_own() -> None:
    wanted = ((8, False), (14, True), (18, False))
    for side, is_its_own in wanted:
        task = Task("solve", Question.parse(f"domination queen {side}"))
        assert (CoversEngine().reluctance(task) is None) == is_its_own
    knights = Task("solve", Question.parse("domination knight 12"))
    assert CoversEngine().objection(knights)


@pytest.mark.parametrize("flags", ["", "--total", "--independent", "--minimal", "--upper"])
@pytest.mark.parametrize("piece", ["king", "rook", "knight"])
def test_only_some_squares_are_allowed(piece: str, flags: str) -> None:
    table, text = Table(piece, 3, 4), f"domination {piece} 3x4 {flags}"
    sets = table.dominating(
        ALLOWED,
        total="total" in flags,
        independent="independent" in flags,
        upper=flags in ("--minimal", "--upper"),
    )
    sizes = Counter(mask.bit_count() for mask in sets)
    found = ask(
        f"count {text} --within {','.join(ALLOWED)}", engine="covers", cache=False, workers=0
    )
    if not sizes or flags == "--minimal":
        assert found.count == len(sets)
    else:
        assert (found.value, found.count) == (max if flags == "--upper" else min)(sizes.items())


@pytest.mark.parametrize(
    "text",
    [
        *("domination king 4", "domination rook 3 --minimal", "independence queen 5 --maximal"),
        *("irredundance knight 3x4", "irredundance king 3x4 --lower", "domination queen 5 --total"),
        *("domination king 4 --upper", "independence king 3x4:torus --maximal --size 2"),
        *("domination rook 3 --target a1,b2", "domination vN 3x4 --minimal", "domination queen 6"),
        *("irredundance rook 3x4:cylinder --maximal", "domination king 4 --size 5 --minimal"),
        *("irredundance queen 4", "irredundance bishop 4", "irredundance knight 4"),
    ],
)
@pytest.mark.parametrize("symmetry", ["", "--up-to-symmetry"])
def test_other_engines_agree(text: str, symmetry: str) -> None:
    ours = ask(f"count {text} {symmetry}", engine="covers", cache=False, workers=0)
    other = ask(f"count {text} {symmetry}", engine="diagram", cache=False, workers=0)
    assert (ours.value, ours.count) == (other.value, other.count)


@pytest.mark.parametrize("symmetry", ["", "--up-to-symmetry"])
@pytest.mark.parametrize(
    "text",
    [
        *("independence queen 5 --maximal", "domination king 3x4 --minimal"),
        *("irredundance king 3 --all", "irredundance rook 3:torus --maximal", "domination queen 6"),
    ],
)
def test_shares_of_branches_are_the_whole(text: str, symmetry: str) -> None:
    question = Question.parse(text)
    task = Task("count", question, up_to_symmetry=bool(symmetry), division=Division.NOW)
    divided = next(e for e in CoversEngine().run(task) if isinstance(e, Divided))
    while (whole := _total(replace(task, claim=divided.claim), divided)) == 0:
        lower = (divided.claim.value or 0) + 1
        again = CoversEngine().run(replace(task, lower=lower))
        divided = next(e for e in again if isinstance(e, Divided))
    found = ask(f"count {text} {symmetry}", engine="covers", cache=False, workers=0)
    assert whole == found.count


def _total(task: Task, divided: Divided) -> Fraction:
    total = Fraction(0)
    for part in divided.parts:
        asked = replace(task, part=part, division=Division.NEVER)
        (outcome,) = (e.outcome for e in CoversEngine().run(asked) if isinstance(e, Settled))
        total += part.times * (outcome.count or 0)
    return total


QUEENS = [(6, 4), (7, 86), (8, 4860), (9, 114), (10, 8), (11, 2), (12, 8)]


@pytest.mark.parametrize(("side", "ways"), QUEENS)
def test_queens_that_dominate(side: int, ways: int) -> None:
    """All placements, not up to symmetry; `sat` lists as many."""
    question = Question.parse(f"domination queen {side}")
    assert answer("count", question, engine="covers", cache=False, workers=0).count == ways


@pytest.mark.parametrize(
    "text",
    [
        *("domination queen 5 --all", "domination queen 5 --size 4", "independence queen 5"),
        *("domination queen 5 --require a1", "irredundance queen 5 --symmetric half"),
        *("domination queen 5 --minimal --size 3..4", "domination queen 5 --lightest centre"),
        "domination queen 5 --independent --all --target a1,b2",
    ],
)
def test_objections(text: str) -> None:
    assert CoversEngine().objection(Task("count", Question.parse(text)))


def test_the_best_is_shown() -> None:
    for text, value in (("irredundance queen 6", 7), ("domination queen 6 --upper", 7)):
        found = ask(f"solve {text}", engine="covers", cache=False, workers=0)
        assert (found.value, len(found.placement or ())) == (value, value)
    found = ask("solve irredundance king 4 --lower", engine="covers", cache=False, workers=0)
    assert (found.value, len(found.placement or ())) == (3, 3)


def test_the_size_of_a_tree_is_estimated() -> None:
    covering = covering_of(Question.parse("irredundance queen 4"))
    assert covering is not None
    assert 300 < expected_nodes(covering) < 700  # 446 sets that are not empty


@pytest.mark.parametrize("symmetry", [False, True])
@pytest.mark.parametrize(
    "text",
    [
        *("domination queen 6", "domination king 4 --minimal", "independence queen 6 --maximal"),
        *("irredundance king 4 --maximal", "irredundance queen 4 --lower", "domination rook 2"),
        *("domination queen 5 --total", "irredundance knight 3 --all", "domination king 1"),
        "domination king 5 --minimal --size 6",
    ],
)
def test_parts_make_up_the_whole(text: str, symmetry: bool) -> None:
    task = Task("count", Question.parse(text), up_to_symmetry=symmetry)
    whole = next(e for e in CoversEngine().run(task) if isinstance(e, Counted))
    divided = replace(task, division=Division.NOW)
    while True:
        division = next(e for e in CoversEngine().run(divided) if isinstance(e, Divided))
        assert CoversEngine().covers(task, division.parts)
        assert not CoversEngine().covers(task, division.parts[1:])
        outcomes = [
            next(
                event.outcome.count * part.times
                for event in CoversEngine().run(replace(task, part=part, claim=division.claim))
                if isinstance(event, Settled) and event.outcome.count is not None
            )
            for part in division.parts
        ]
        if sum(outcomes) or division.claim.value is None:
            break
        divided = replace(divided, lower=division.claim.value + 1)
    assert sum(outcomes) == whole.count


def test_long_work_is_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("satchess.engines.covers.engine.LONG_EXPONENT", 15.0)
    found = ask("count domination queen 9", engine="covers", cache=False, workers=0)
    assert (found.value, found.count) == (5, 114)
    folded = ask(
        "count --up-to-symmetry domination queen 9", engine="covers", cache=False, workers=0
    )
    assert (folded.value, folded.count) == (5, 21)


@pytest.mark.parametrize(
    "text",
    [
        "independence queen 8 --maximal",
        "domination king 4 --minimal",
        "domination queen 6 --minimal",
    ],
)
def test_the_number_of_covers_is_estimated(text: str) -> None:
    """The seed is fixed."""
    covering = covering_of(Question.parse(text))
    assert covering is not None
    found = ask(f"count {text}", engine="covers", cache=False, workers=0).count
    assert found is not None
    assert found / 2 < expected_covers(covering) < 2 * found
