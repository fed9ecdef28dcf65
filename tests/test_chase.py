"""The chase: first queens against SAT, the paper and brute force; proofs against all placements."""

import json
import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from pathlib import Path

import numpy as np
import pytest

import satchess
from satchess import Status
from satchess.engines import chase, chase_decisions, chase_linear
from satchess.engines import engine as engine_of
from satchess.engines.base import Decided, Divided, Division, Found, Settled, Task
from satchess.engines.chase_board import Cell, Corner, Opening
from satchess.engines.chase_decisions import BEGINNING, Effort, Tree, decider
from satchess.errors import WrongAnswer
from satchess.parts import Fact, Part, Subject
from satchess.questions import Question

PUBLISHED = json.loads((Path(__file__).parent / "published/first_queens.json").read_text())


def queens(side: int) -> Question:
    return Question.parse(f"queens {side}")


def first(side: int, engine: str, **options: object) -> list[int]:
    answer = queens(side).first(engine=engine, cache=False, **options)
    assert answer.status is Status.OPTIMAL
    assert answer.placement is not None
    return [place.square.column + 1 for place in sorted(answer.placement.places)]


def completions(opening: Opening) -> Iterator[dict[int, int]]:
    """All placements, without a kernel."""
    if not opening.open:
        yield dict(opening.queens)
        return
    for cell in opening.row(min(opening.open)):
        yield from completions(opening.with_queen(cell))


def openings(side: int, number: int, seed: int) -> Iterator[Opening]:
    """Random queens on random rows, as many as leave a few rows open."""
    chance = random.Random(seed)
    while number:
        opening = Opening.of(side)
        for _ in range(chance.randrange(side // 4, side // 2)):
            cells = [cell for row in opening.open for cell in opening.row(row)]
            if not cells:
                break
            opening = opening.with_queen(chance.choice(cells))
        if not opening.is_stuck:
            number -= 1
            yield opening


# The boundary


@pytest.mark.parametrize("side", range(4, 23))
def test_sat_and_chase_agree(side: int) -> None:
    assert first(side, "chase") == first(side, "sat")


@pytest.mark.slow
@pytest.mark.parametrize("side", range(23, 34))
def test_sat_and_chase_agree_on_larger_boards(side: int) -> None:
    assert first(side, "chase") == first(side, "sat")


def test_a_published_board() -> None:
    assert first(57, "chase") == PUBLISHED["solutions"]["57"]


@pytest.mark.slow
@pytest.mark.parametrize("side", [56, 58, 60, 61, 63, 65, 67, 69, 71, 73, 77, 79])
def test_more_published_boards(side: int) -> None:
    assert first(side, "chase") == PUBLISHED["solutions"][str(side)]


@pytest.mark.parametrize("side", [int(side) for side in PUBLISHED["solutions"]])
def test_the_last_rows_of_published_boards(side: int) -> None:
    """Boards of one word and of two: where the published queens end, none comes before them."""
    columns = [column - 1 for column in PUBLISHED["solutions"][str(side)]]
    for row in range(side - 16, side):
        opening = Opening.of(side, columns[:row])
        for cell in opening.row(row):
            verdict = decider(side).decide(opening.with_queen(cell), BEGINNING)
            assert verdict is not None
            if cell.column == columns[row]:
                assert verdict.columns is not None
                assert verdict.columns[: row + 1] == tuple(columns[: row + 1])
                break
            assert verdict.columns is None


@pytest.mark.parametrize(
    ("question", "why"),
    [
        ("queens 12x12:torus", "plain"),
        ("queens 12 --forbid a1", "plain"),
        ("independence rook 12x12 --size 12", "plain"),
        ("leprechauns 2 12", "plain"),
        ("beautiful 12", "plain"),
        ("queens 129", "128"),
        ("queens 3", "4"),
    ],
)
def test_what_it_does_not_know(question: str, why: str) -> None:
    objection = chase.ChaseEngine().objection(Task("first", Question.parse(question)))
    assert objection is not None
    assert why in objection


def test_the_optimum_is_said_where_it_is_asked_for() -> None:
    answer = satchess.independence("queen", "12x12").first(engine="chase", cache=False)
    assert (answer.status, answer.value) == (Status.OPTIMAL, 12)
    assert answer.placement == queens(12).first(engine="sat", cache=False).placement


# Decisions


@pytest.mark.parametrize("side", [8, 11, 14])
def test_decisions_are_those_of_brute_force(side: int) -> None:
    for opening in openings(side, 60, seed=side):
        verdict = decider(side).decide(opening, BEGINNING)
        assert verdict is not None
        assert (verdict.columns is None) == (next(completions(opening), None) is None)
        if verdict.columns is not None:
            assert set(opening.queens) <= {Cell(*cell) for cell in enumerate(verdict.columns)}
            assert Opening.of(side, verdict.columns).open == {}


@pytest.mark.parametrize("side", [9, 12, 66])
def test_a_tree_that_stops_at_every_node_decides_the_same(side: int) -> None:
    """A tree that stops at every node, and goes on."""
    known = PUBLISHED["solutions"]["67"] if side == 66 else None
    for opening in openings(side, 20, seed=side) if known is None else _ends(67, known):
        tree = Tree(opening.side)
        tree.forget(b"")
        tree.begin(opening)
        verdict = None
        while verdict is None:
            verdict = tree.go_on(nodes=1)
        assert verdict == (next(completions(opening), None) is not None)


def _ends(side: int, columns: Sequence[int]) -> Iterator[Opening]:
    """Openings of a large board that leave so few rows that brute force gets through."""
    for row in (side - 14, side - 12, side - 10):
        opening = Opening.of(side, [column - 1 for column in columns[:row]])
        yield opening
        for cell in opening.row(row):
            yield opening.with_queen(cell)


def test_the_widest_board_has_room_for_all_its_rows() -> None:
    from satchess.engines.chase_tree_room_numba import make_room

    room = make_room(chase.WIDEST, chase.WIDEST)
    assert {len(seen) for seen in room.habits} == {chase.WIDEST + 1}


# Proofs


NOTHING = chase_linear.Prices({}, {}, {})


def with_corners(side: int, number: int) -> Iterator[tuple[Opening, list[dict[int, int]]]]:
    """Random openings, most of them with a corner, and what completes them."""
    chance = random.Random(-side)
    for opening in openings(side, number, seed=side):
        placements = list(completions(opening))
        yield opening, placements
        for _ in range(3):
            edge = chance.randrange(1 - side, side)
            least = chance.randrange(len(opening.open) + 1)
            most = chance.randrange(least, len(opening.open) + 1)
            yield (
                opening.after(Corner(edge, least, most)),
                [each for each in placements if least <= in_corner(opening, each, edge) <= most],
            )


def in_corner(opening: Opening, placement: dict[int, int], edge: int) -> int:
    return sum(placement[row] - row >= edge for row in opening.open)


def diagonals(placement: dict[int, int], side: int) -> set[tuple[str, int]]:
    """The diagonals of queens, by their bits in the room of a tree."""
    return {("down", column + side - 1 - row) for row, column in placement.items()} | {
        ("up", column + row) for row, column in placement.items()
    }


def filled_words(lines: Iterable[tuple[str, int]], side: int) -> list[int]:
    """Words that say which diagonals are filled: as the room of a tree has them."""
    half = 2 * -(-side // 64) + 1
    words = [0] * (2 * half)
    for direction, bit in lines:
        words[(bit >> 6) + half * (direction == "up")] |= 1 << (bit & 63)
    return words


def lines_of(words: Sequence[int], side: int) -> set[tuple[str, int]]:
    """What `filled_words` writes."""
    bits = range(2 * side - 1)
    lines = {(direction, bit) for direction, bit in product(("down", "up"), bits)}
    return {
        line
        for line in lines
        if all(a & b == b for a, b in zip(words, filled_words([line], side), strict=True))
    }


@pytest.mark.parametrize("side", [8, 10])
def test_no_prices_refute_or_remove_what_there_is(side: int) -> None:
    """Whatever is proposed, right or wrong: a square of a placement stays open.

    Nor is a diagonal taken for filled that a placement leaves empty.
    """
    from satchess.engines import chase_prices_numba as prices
    from satchess.engines.chase_corner_numba import fit_corner
    from satchess.engines.chase_diagonals_numba import narrow
    from satchess.engines.chase_tree_numba import set_up
    from satchess.engines.chase_tree_room_numba import make_room

    chance = np.random.default_rng(side)
    removed_in_all = dict.fromkeys(("prices", "filled prices", "diagonals", "corner"), 0)
    filled_in_all = 0
    for opening, placements in with_corners(side, 80):
        rows = sorted(opening.open)
        count = len(rows)
        masks = np.array([[opening.open[row]] for row in rows], np.uint64)
        corner = opening.corner or Corner(side, 0, count)
        to_come = [{row: placement[row] for row in rows} for placement in placements]
        common = set.intersection(*(diagonals(each, side) for each in to_come or [{}]))
        for method, spread in (
            *(("prices", spread) for spread in (0.0, 3.0, 300.0, 1e7, 1e8)),
            *(("filled prices", spread) for spread in (0.0, 3.0, 300.0, 1e7, 1e8)),
            ("diagonals", 0.0),
            ("corner", 0.0),
        ):
            room = make_room(side, side)
            set_up((0,), room, np.array(rows, np.int64), masks, *corner)
            if method == "filled prices":
                room.nodes.filled[: len(room.desk.used)] = filled_words(common, side)
            if method.endswith("prices"):
                prices.scale(room.size, room.nodes, room.desk, 0, count, 40)
                prices.take_logs(room.size, room.nodes, room.desk, 0)
                room.desk.logs[:] += chance.normal(0, spread, len(room.desk.logs))
                refuted, _, removed = prices.prove((0,), room.size, room.nodes, room.desk, 0, count)
            elif method == "diagonals":
                refuted, removed = narrow((0,), room.size, room.nodes, room.desk, 0, count)
            else:
                refuted, removed = fit_corner((0,), room.size, room.nodes, 0, count)
            removed_in_all[method] += removed
            assert not (refuted and placements)
            for placement, (place, row) in product(placements, enumerate(rows)):
                assert int(room.nodes.open[place]) >> placement[row] & 1
            if not refuted:
                filled = lines_of(list(map(int, room.nodes.filled[: len(room.desk.used)])), side)
                assert filled <= common or not placements
                filled_in_all += len(filled) if method == "prices" else 0
    assert all(removed_in_all.values())
    assert filled_in_all


def test_a_linear_programme_refutes_and_wrong_prices_do_not() -> None:
    beginning = "1 3 5 2 4 9 11 13 15 6 8 19 7 22 10 25 27 29 31 12 14 35 44"
    opening = Opening.of(61, chase.columns_of(beginning))
    tree = Tree(61)
    tree.begin(opening)
    right = chase_linear.relax(opening).prices
    assert right is not None
    assert tree.is_refuted_by(right)
    tree.begin(opening)
    assert not tree.is_refuted_by(NOTHING)
    # what refutes one beginning does not refute another one that can be completed
    tree.begin(Opening.of(61, [column - 1 for column in PUBLISHED["solutions"]["61"][:23]]))
    assert not tree.is_refuted_by(right)


# The corner


@pytest.mark.parametrize("side", [8, 11])
def test_decisions_with_a_corner_are_those_of_brute_force(side: int) -> None:
    for opening, placements in with_corners(side, 30):
        verdict = decider(side).decide(opening, BEGINNING)
        assert verdict is not None
        assert (verdict.columns is not None) == bool(placements)
        if verdict.columns is not None:
            assert dict(enumerate(verdict.columns)) in placements


@pytest.mark.parametrize("side", [8, 11])
def test_trees_with_a_corner_and_kept_prices_are_those_of_brute_force(side: int) -> None:
    for opening, placements in with_corners(side, 20):
        if opening.is_stuck:
            continue
        tree = Tree(side)
        tree.forget(b"")
        tree.begin(opening)
        found = False if tree.fill() else None
        while found is None:
            tree.tighten()
            found = tree.go_on(nodes=1)
        assert found == bool(placements)


@pytest.mark.parametrize("side", [8, 11, 66])
def test_what_is_known_of_diagonals_loses_no_placement(side: int) -> None:
    """A tree that is told of a diagonal that it is filled finds a placement that fills it."""
    from satchess.engines.chase_tree_numba import filled_of

    found_in_all = {True: 0, False: 0}
    known = PUBLISHED["solutions"]["67"] if side == 66 else None
    for opening in openings(side, 30, seed=-side) if known is None else _ends(67, known):
        placements = list(completions(opening))
        top, left, across = opening.window
        to_come = [{row - top: each[row] - left for row in opening.open} for each in placements]
        lines = {line for each in to_come for line in diagonals(each, across)}
        for line in sorted(lines)[:12] or [("down", across - 1)]:
            tree = Tree(opening.side)
            tree.forget(b"")
            tree.begin(opening)
            filled_of(tree._room)[:] = filled_words([line], across)
            found = tree.go_on()
            assert found == bool(placements)
            if found:
                assert dict(enumerate(tree.columns)) in placements
            found_in_all[bool(found)] += 1
    assert all(found_in_all.values())


def test_a_window_has_all_open_squares_and_no_more() -> None:
    for opening in openings(12, 40, seed=1):
        top, left, side = opening.window
        cells = [cell for row in opening.open for cell in opening.row(row)]
        rows, columns = ({cell[at] for cell in cells} for at in (0, 1))
        assert (min(rows), min(columns)) == (top, left)
        assert max(max(rows) - top, max(columns) - left) == side - 1
        for corner in (Corner(edge, 0, 1) for edge in range(-11, 13)):
            within = opening.window.corner(corner)
            assert -side < within.edge <= side
            for row, column in cells:
                is_inside = (column - left) - (row - top) >= within.edge
                assert is_inside == (column - row >= corner.edge)


def test_linear_programmes_fill_diagonals() -> None:
    """75 rows: with 21 queens in the corner, 48 diagonals of one direction have all 48 queens."""
    beginning = "1 3 5 2 4 9 11 13 15 6 8 19 7 22 10 25 27 29 31 12 14 35 37 39 41 16 18"
    opening = Opening.of(75, chase.columns_of(beginning))
    assert opening.edge == 17
    tree = Tree(75)
    tree.begin(opening.after(Corner(17, 21, 21)))
    assert tree.filled == 0
    assert not tree.fill()
    assert tree.filled == 48
    tree.begin(opening.after(Corner(17, 20, 20)))
    assert tree.filled == 0


def test_no_whole_number_of_queens_fits_into_the_corner() -> None:
    """46 rows: linear programmes place 14.2 to 14.8 queens there, if they may be divided."""
    opening = Opening.of(46, chase.columns_of("1 3 5 2 4 9 11 13 15 6 8 19 7 22 10"))
    assert opening.edge == 9
    relaxed = chase_linear.relax(opening, opening.edge)
    assert relaxed.prices is None
    assert 14 < relaxed.in_corner < 15
    verdict = decider(46).decide(opening, (Effort(0, 0, linear=True),))
    assert verdict is not None
    assert verdict.columns is None
    assert verdict.method.startswith("linear programme")


def test_parts_by_the_number_of_queens_in_the_corner_cover() -> None:
    beginning = "1 3 5 2 4 9 11 13 15 6 8 19"
    task = Task("first", queens(36), subject=Subject(None, beginning))
    engine = chase.ChaseEngine()
    steps = decider(36).steps(Opening.of(36, chase.columns_of(beginning)))
    assert all(isinstance(step, Corner) for step in steps)
    names = [chase.part_name([step]) for step in steps]
    assert [chase.steps_of(name) for name in names] == [(step,) for step in steps]

    def is_all(*names: str) -> bool:
        return engine.covers(task, [Part(name) for name in names])

    assert is_all(*names)
    assert not is_all(*names[1:])
    assert not is_all(*names[:-1])
    assert is_all("8/0-10", "8/11-24")
    assert not is_all("8/0-11", "8/11-24")
    assert not is_all("8/0-9", "8/11-24")
    assert not is_all("8/0-10", "7/11-24")
    assert not is_all("8/0-10", "8/11-23")
    # the corner is on the board, and settled once
    assert not is_all("-36/0-10", "-36/11-24")
    assert not is_all("8/0-10", "8/11-24,8/0-5", "8/11-24,8/6-24")
    first_row = Opening.of(36, chase.columns_of(beginning)).row(12)
    assert is_all("8/0-10", *("8/11-24," + chase.part_name([cell]) for cell in first_row))
    assert not is_all("8/0-10", *("8/11-24," + chase.part_name([cell]) for cell in first_row[1:]))


# Parts


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let everything but the shortest trees be divided."""
    monkeypatch.setattr(chase, "BEGINNING", (Effort(0, 1000),))
    monkeypatch.setattr(chase, "PART", (Effort(0, 2000),))
    monkeypatch.setattr(chase_decisions, "PART", (Effort(0, 2000),))


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("side", [16, 20])
def test_divided_work_comes_to_the_same(side: int, tmp_path: Path) -> None:
    answer = queens(side).first(engine="chase", cache=tmp_path / "cache.db", workers=0)
    assert answer.placement == queens(side).first(engine="sat", cache=False).placement
    with satchess.cache.Store(tmp_path / "cache.db") as store:
        jobs = store.jobs.all()
        assert jobs
        assert any(len(store.jobs.entries(job)) > 1 for job in jobs)


@pytest.mark.usefixtures("impatient")
def test_what_may_not_be_divided_is_gone_through() -> None:
    task = Task("first", queens(18), division=Division.NEVER)
    events = list(chase.ChaseEngine().run(task))
    assert not [event for event in events if isinstance(event, Divided)]
    assert any(isinstance(e, Decided) and e.method.startswith("parts: ") for e in events)
    last = [event for event in events if isinstance(event, Found)][-1]
    assert last.placement == queens(18).first(engine="sat", cache=False).placement


@pytest.mark.usefixtures("impatient")
def test_parts_are_settled_or_divided_and_cover() -> None:
    subject = Subject(None, "1 3 5 2")
    task = Task("first", queens(20), subject=subject)
    engine = chase.ChaseEngine()

    def events(part: str, division: Division) -> list[object]:
        there = Task("first", queens(20), subject=subject, part=Part(part), division=division)
        return list(engine.run(there))

    (divided,) = (e for e in events("", Division.NOW) if isinstance(e, Divided))
    parts = list(divided.parts)
    assert len(parts) > 1
    assert engine.covers(task, parts)
    assert not engine.covers(task, parts[1:])
    assert not engine.covers(task, [])
    assert not engine.covers(task, [*parts, Part("")])
    (again,) = (e for e in events(parts[0].name, Division.NOW) if isinstance(e, Divided))
    assert engine.covers(task, [*again.parts, *parts[1:]])
    assert not engine.covers(task, [*again.parts[1:], *parts[1:]])
    assert not engine.covers(task, [*again.parts, *parts])
    assert sum(part.weight for part in again.parts) == pytest.approx(1.0)
    (settled,) = (e for e in events(parts[0].name, Division.NEVER) if isinstance(e, Settled))
    assert settled.outcome.method


def test_a_walk_that_is_told_facts_does_not_find_them_out_again() -> None:
    events = list(chase.ChaseEngine().run(Task("first", queens(24))))
    facts = tuple(event.fact for event in events if isinstance(event, Decided))
    assert facts
    again = list(chase.ChaseEngine().run(Task("first", queens(24), facts=facts)))
    assert not [event for event in again if isinstance(event, Decided)]
    assert [e for e in again if isinstance(e, Found)][-1] == [
        e for e in events if isinstance(e, Found)
    ][-1]


@pytest.mark.parametrize("engine", ["chase", "sat"])
@pytest.mark.parametrize("question", ["queens 12", "independence queen 12x12"])
def test_a_walk_is_not_led_astray_by_a_placement_that_begins_otherwise(
    engine: str, question: str
) -> None:
    """As a journal may say that was written by hand."""
    asked = Question.parse(question)
    placement = asked.first(engine="sat", cache=False).placement
    assert placement is not None
    value = 12 if engine == "sat" and asked.goal is not None else None
    given = "2" if engine == "chase" else "-1 2"
    task = Task("first", asked, facts=(Fact(Subject(value, given), placement),))
    with pytest.raises(WrongAnswer, match="begins with"):
        list(engine_of(engine).run(task))


def test_what_is_said_of_fewer_queens_is_no_fact_of_all_of_them() -> None:
    asked = Question.parse("independence queen 12x12")
    facts = (Fact(Subject(11, "1"), None),)
    events = list(chase.ChaseEngine().run(Task("first", asked, facts=facts)))
    last = [event for event in events if isinstance(event, Found)][-1]
    assert last.placement == queens(12).first(engine="sat", cache=False).placement


def test_a_placement_of_fewer_queens_is_not_walked_over() -> None:
    asked = Question.parse("independence queen 12x12")
    facts = (Fact(Subject(None, "1"), asked.read("a1")),)
    with pytest.raises(WrongAnswer, match="begins with '1'"):
        list(chase.ChaseEngine().run(Task("first", asked, facts=facts)))
