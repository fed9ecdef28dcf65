"""Leprechauns, queens and diverse queens: words, constructions, refutations, distances."""

import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import satchess
from satchess.answers import Status
from satchess.cli.failures import exit_code_of
from satchess.domain.attacks import attacked_squares, attacking_pairs
from satchess.domain.board import Board
from satchess.domain.pieces import Piece
from satchess.domain.placement import Placement
from satchess.domain.squares import Square
from satchess.engines import engine
from satchess.engines.delegate import ask_others
from satchess.engines.kernels.status import FOUND, REFUTED, UNDECIDED
from satchess.engines.leprechauns.constructions import in_runs, known
from satchess.engines.leprechauns.kernels import WIDEST, complete
from satchess.engines.leprechauns.lattices import grown
from satchess.engines.leprechauns.patterns import PatternsEngine
from satchess.engines.rows.backtrack import BacktrackEngine
from satchess.engines.rows.engine import Rows, RowsEngine
from satchess.engines.sat.engine import SatEngine
from satchess.errors import BadQuestion, NotKnown, SatchessError
from satchess.events import Counted, Divided, Done, Event, Infeasible
from satchess.questions import Question
from satchess.service.evidence import Evidence
from satchess.signature import sign
from satchess.task import Division, Task
from tests.paths import published
from tests.strategies import boards, pieces, square_sets

PUBLISHED: dict[str, Any] = published("leprechauns")
"""G. Escamocher, B. O'Sullivan, Leprechauns on the chessboard, Discrete Math. 344 (2021)."""


def in_peace(reach: int, columns: tuple[int, ...]) -> bool:
    """Whether n leprechauns, one in each row, are in peace; says so without satchess."""
    return sorted(columns) == list(range(len(columns))) and all(
        abs(columns[i] - columns[j]) != j - i and max(abs(columns[i] - columns[j]), j - i) > reach
        for i, j in combinations(range(len(columns)), 2)
    )


@cache
def placements_of(reach: int, side: int) -> list[tuple[int, ...]]:
    """All placements, by plain backtracking, row by row."""
    begun: list[tuple[int, ...]] = [()]
    for row in range(side):
        begun = [
            (*columns, column)
            for columns in begun
            for column in range(side)
            if all(
                column != c and abs(column - c) != row - r and max(abs(column - c), row - r) > reach
                for r, c in enumerate(columns)
            )
        ]
    return begun


def all_leprechauns(reach: int, side: int) -> int:
    """Count them."""
    return len(placements_of(reach, side))


def concluded(name: str, verb: str, text: str) -> Evidence:
    """What one engine finds out."""
    task = Task(verb, Question.parse(text))
    asked = engine(name)
    assert asked.objection(task) is None
    learned = Evidence(task, name)
    for event in asked.run(task):
        learned = learned.learn(event)
    return learned


# Words


@pytest.mark.parametrize(
    ("short", "long"),
    [
        ("queens 8", "independence queen 8 --size 8"),
        ("leprechauns 1 8", "independence queen 8 --size 8"),
        ("leprechauns 3 17", "independence leprechaun:3 17x17 --size 17"),
        ("leprechauns 2 12", "independence superqueen 12 --size 12"),
        ("queens 5:torus --require a1", "independence queen 5:torus --size 5 --require a1"),
        ("leprechauns 2 10 --forbid a1,b2", "independence amazon 10 --size 10 --forbid b2,a1"),
        ("queens 6 --holes a1", "independence queen 6 --holes a1 --size 6"),
        ("queens 6 --where 'a1 | b2'", "independence queen 6 --size 6 --where 'a1 | b2'"),
    ],
)
def test_abbreviations_have_the_signature_of_what_they_stand_for(short: str, long: str) -> None:
    one, other = Question.parse(short), Question.parse(long)
    assert Question.parse(str(one)) == one
    for verb in ("solve", "count", "first"):
        assert sign(verb, one) == sign(verb, other)


def test_the_library_says_the_same() -> None:
    assert satchess.queens(8) == Question.parse("queens 8")
    assert satchess.leprechauns(3, 16, require="c1") == Question.parse(
        "leprechauns 3 16 --require c1"
    )
    assert str(satchess.diverse(12)) == "diverse 12x12"
    assert satchess.leprechauns(2, 10).count(cache=False).count == 4


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("queens 5x6", "expected a square one"),
        ("queens 3 --holes a1,a2,a3,b1,b2,b3,c1", "expected at least 3 squares"),
        ("queens", "expected N"),
        ("queens 8 --size 7", "unknown option '--size'"),
        ("leprechauns 16", "expected K N"),
        ("leprechauns x 16", "expected a range"),
        ("leprechauns 141 20000", "expected a range"),
        ("diverse 1", "from 2 on"),
        ("diverse 5x6", "plain square board"),
        ("diverse 8:torus", "plain square board"),
    ],
)
def test_bad_words(text: str, complaint: str) -> None:
    with pytest.raises(SatchessError, match=complaint):
        Question.parse(text)


def test_too_many_arguments() -> None:
    with pytest.raises(BadQuestion, match="leprechauns: expected 2 arguments, got 3"):
        satchess.questions.LEPRECHAUNS.of(3, 16, 16)


# The checker that does not walk the board


@given(st.data())
def test_attacks_are_seen_however_they_are_looked_for(data: st.DataObject) -> None:
    board = data.draw(boards())
    piece = data.draw(pieces())
    occupied = data.draw(square_sets(board, 8))
    walked = {
        (one, other)
        for one in occupied
        for other in attacked_squares(piece, board, one) & occupied
        if one < other
    }
    assert attacking_pairs(piece, board, occupied) == sorted(walked)


def test_a_huge_board_is_checked_piece_by_piece() -> None:
    question = Question.parse("queens 10000")
    placement = Placement.parse("a1 b10000 c3", Piece.parse("queen"))
    assert list(question.violations(placement)) == [
        "3 pieces, not 10000",
        "a1 and c3 attack each other",
    ]


# Constructions


def constructed(reach: int, side: int) -> None:
    theorem = known(reach, side)
    assert theorem is not None
    assert theorem.columns is not None
    squares = [Square(row, column) for row, column in enumerate(theorem.columns)]
    assert sorted(theorem.columns) == list(range(side))
    piece, board = Piece.parse(f"leprechaun:{reach}"), Board(side, side)
    assert attacking_pairs(piece, board, squares) == [], (reach, side)


@pytest.mark.parametrize("reach", [1, 2])
def test_constructions_of_small_boards(reach: int) -> None:
    smallest = PUBLISHED["smallest_board"][str(reach)]
    for side in range(smallest, 100):
        theorem = known(reach, side)
        assert theorem is not None
        assert theorem.columns is not None
        assert in_peace(reach, theorem.columns), (reach, side)


@pytest.mark.parametrize("reach", [1, 2])
def test_constructions_of_all_kinds_of_large_boards(reach: int) -> None:
    for side in (*range(500, 512), *range(1988, 2001)):
        constructed(reach, side)


@pytest.mark.slow
@pytest.mark.parametrize("reach", [1, 2])
def test_constructions_of_all_boards(reach: int) -> None:
    for side in range(10, 2001):
        constructed(reach, side)


@pytest.mark.parametrize("key", PUBLISHED["solutions"])
def test_the_printed_algorithm_gives_the_printed_placements(key: str) -> None:
    reach, side = map(int, key.split(","))
    theorem = known(reach, side)
    assert theorem is not None
    assert theorem.columns == tuple(column - 1 for column in PUBLISHED["solutions"][key])


def test_theorem_2() -> None:
    for reach in range(1, 10):
        square = (reach + 1) ** 2
        for side in range(2, square):
            theorem = known(reach, side)
            assert theorem is not None
            assert theorem.columns is None
        theorem = known(reach, square)
        assert theorem is not None
        if reach % 2:
            assert theorem.columns is not None
            assert in_peace(reach, theorem.columns)
        else:
            assert theorem.columns is None


@pytest.mark.parametrize(
    ("request_", "reason"),
    [
        ("solve queens 3", "3 < 2^2, so 3 queens do not fit"),
        ("solve leprechauns 2 9", "9 = 3^2, so 9 leprechauns of range 2 do not fit"),
        ("solve leprechauns 3 16", "16 = 4^2"),
    ],
)
def test_theorem_2_is_said_of_the_board_in_question(request_: str, reason: str) -> None:
    note = satchess.ask(request_, cache=False).note
    assert f"theorem 2 of Escamocher and O'Sullivan: {reason}" in note


def test_theorem_2_by_backtracking() -> None:
    for reach, sides in {1: range(2, 6), 2: range(2, 11)}.items():
        for side in sides:
            theorem = known(reach, side)
            assert theorem is not None
            assert (theorem.columns is not None) == (all_leprechauns(reach, side) > 0)


@pytest.mark.parametrize("reach", range(3, 10))
def test_linear_congruences(reach: int) -> None:
    square = (reach + 1) ** 2
    prime = [n for n in range(2, 2 * square) if all(n % d for d in range(2, n))]
    for modulus in prime:
        for side in (modulus - 1, modulus):
            if side > square:
                theorem = known(reach, side)
                assert theorem is not None, (reach, side)
                assert theorem.columns is not None
                assert in_peace(reach, theorem.columns)


@pytest.mark.parametrize(("reach", "side"), [(3, 21), (3, 33), (5, 48), (6, 63)])
def test_runs_of_equal_steps(reach: int, side: int) -> None:
    found = next(in_runs(reach, side, 1000))
    assert found.columns is not None
    assert in_peace(reach, found.columns)


def test_runs_are_given_up() -> None:
    assert list(in_runs(3, 26, 100)) == []


def test_a_large_board_at_once(tmp_path: Path) -> None:
    cache = tmp_path / "cache.db"
    answer = satchess.ask("solve leprechauns 2 5000", cache=cache)
    assert (answer.status, answer.engine) == (Status.OPTIMAL, "construct")
    assert answer.note == "theorem 1 of Escamocher and O'Sullivan"
    again = satchess.ask("solve independence superqueen 5000 --size 5000", cache=cache)
    assert again.cached
    assert again.permutation == answer.permutation
    assert again.note == answer.note
    assert cache.stat().st_size < 200_000


def test_the_optimum_by_a_construction() -> None:
    answer = satchess.ask("solve independence queen 300", cache=False)
    assert (answer.value, answer.engine) == (300, "construct")
    assert satchess.ask("solve independence queen 3", cache=False).value == 2


def test_conditions_are_not_for_constructions() -> None:
    answer = satchess.ask("solve queens 12 --require a1", cache=False)
    assert answer.status is Status.OPTIMAL
    assert answer.engine != "construct"
    assert answer.placement is not None
    assert "a1" in answer.placement.words


# Existence


@pytest.mark.parametrize("name", ["patterns", "backtrack", "sat"])
@pytest.mark.parametrize("text", ["queens 8", "leprechauns 2 12", "leprechauns 3 20"])
def test_engines_that_find(name: str, text: str) -> None:
    found = concluded(name, "solve", text)
    assert found.status is Status.OPTIMAL  # and the placement has been checked


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("queens 3", "backtrack"),
        ("leprechauns 2 9", "backtrack"),
        ("leprechauns 3 15", "backtrack"),
        ("leprechauns 4 26", "backtrack"),
        ("leprechauns 4 27", "backtrack"),
        ("leprechauns 5 38", "backtrack"),
        ("leprechauns 2 9", "sat"),
        ("leprechauns 3 15", "sat"),
    ],
)
def test_refutations(text: str, name: str) -> None:
    assert concluded(name, "solve", text).status is Status.INFEASIBLE


def test_backtracking_grows_placements_where_the_work_is_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delattr("satchess.engines.rows.backtrack._found")  # it would take minutes
    known = concluded("backtrack", "solve", "leprechauns 6 56")
    assert known.status is Status.OPTIMAL
    assert known.reason.startswith("grown from steps of")


def test_patterns_prove_nothing() -> None:
    for text in ("queens 6", "leprechauns 3 18", "leprechauns 2 9"):
        task = Task("solve", Question.parse(text))
        assert not any(isinstance(event, Infeasible) for event in engine("patterns").run(task))


def test_an_engine_that_ends_without_an_answer_is_followed_by_others() -> None:
    answer = satchess.ask("solve leprechauns 3 18", cache=False)
    assert answer.status is Status.OPTIMAL
    assert satchess.ask("count leprechauns 3 18", cache=False).count == 4


@pytest.mark.parametrize("reach", range(1, 10))
def test_table_4(reach: int) -> None:
    smallest = PUBLISHED["smallest_board"][str(reach)]
    for side in range((reach + 1) ** 2 - 1, smallest):
        answer = satchess.ask(f"solve leprechauns {reach} {side}", cache=False)
        assert answer.status is Status.INFEASIBLE, side
    answer = satchess.ask(f"solve leprechauns {reach} {smallest}", cache=False)
    assert answer.status is Status.OPTIMAL


# Growing from lattices

SMALLEST = PUBLISHED["smallest_board"]


def completed(reach: int, side: int, opened: list[int], seed: int = 1) -> tuple[int, list[int]]:
    """Search without a limit; return the verdict and the columns."""
    columns = np.zeros(side, np.int64)
    board = np.array(opened + [0] * (WIDEST - side), np.uint64)
    chance = np.array([seed], np.uint64)
    verdict, _ = complete(reach, side, board, 10**9, chance, columns)
    return verdict, columns.tolist()


@pytest.mark.parametrize(("reach", "sides"), [(1, range(1, 9)), (2, range(3, 12))])
def test_completing_an_empty_board(reach: int, sides: range) -> None:
    for side in sides:
        verdict, columns = completed(reach, side, [(1 << side) - 1] * side)
        assert (verdict == FOUND) == (all_leprechauns(reach, side) > 0), side
        assert verdict == REFUTED or in_peace(reach, tuple(columns))


@given(st.data())
def test_completing_some_rows(data: st.DataObject) -> None:
    """Some placement agrees with the open columns, or none does: by all placements."""
    reach, side = data.draw(st.sampled_from([(1, 6), (1, 7), (2, 10)]))
    opened = data.draw(
        st.lists(st.integers(0, (1 << side) - 1), min_size=side, max_size=side).map(
            lambda masks: [mask | mask >> 1 for mask in masks]
        )
    )
    fits = any(
        all(opened[row] >> column & 1 for row, column in enumerate(columns))
        for columns in placements_of(reach, side)
    )
    verdict, found = completed(reach, side, opened, data.draw(st.integers(1, 2**64 - 1)))
    assert verdict == (FOUND if fits else REFUTED)
    if fits:
        assert in_peace(reach, tuple(found))
        assert all(opened[row] >> column & 1 for row, column in enumerate(found))


@pytest.mark.parametrize("reach", [3, 4, 6, 7])
def test_no_part_of_a_placement_is_refuted(reach: int) -> None:
    side = 64 if reach == 7 else SMALLEST[str(reach)] + 1
    theorem = known(reach, side)
    assert theorem is not None
    assert theorem.columns is not None
    choice = random.Random(reach)
    for _ in range(5):
        kept = choice.sample(range(side), 3 * side // 4)
        opened = [1 << theorem.columns[r] if r in kept else (1 << side) - 1 for r in range(side)]
        verdict, columns = completed(reach, side, opened)
        assert verdict == FOUND
        assert in_peace(reach, tuple(columns))


def test_a_budget_is_kept() -> None:
    columns = np.zeros(27, np.int64)
    board = np.array([(1 << 27) - 1] * 27 + [0] * (WIDEST - 27), np.uint64)
    verdict, nodes = complete(4, 27, board, 50, np.array([1], np.uint64), columns)
    assert (verdict, nodes) == (UNDECIDED, 50)


@pytest.mark.parametrize(("reach", "side"), [(3, 18), (3, 26), (4, 38), (5, 39), (6, 56)])
def test_growing_from_lattices(reach: int, side: int) -> None:
    theorem = grown(reach, side, 100_000)
    assert theorem is not None
    assert theorem.columns is not None
    assert in_peace(reach, theorem.columns)
    assert theorem == grown(reach, side, 100_000)


@pytest.mark.parametrize(("reach", "side"), [(1, 3), (2, 9), (4, 26), (3, 65)])
def test_where_nothing_grows(reach: int, side: int) -> None:
    assert grown(reach, side, 2_000) is None


# Counting

QUICKLY_COUNTED = {(3, n) for n in range(16, 22)} | {(4, 28), (4, 29), (5, 36), (5, 37), (5, 38)}


@pytest.mark.parametrize(
    ("reach", "side", "count"),
    [
        pytest.param(
            int(reach),
            int(side),
            count,
            marks=[] if (int(reach), int(side)) in QUICKLY_COUNTED else [pytest.mark.slow],
        )
        for reach, sides in PUBLISHED["counts"].items()
        for side, count in sides.items()
        if count < 1_000_000
    ],
)
def test_table_5(reach: int, side: int, count: int) -> None:
    answer = satchess.ask(f"count leprechauns {reach} {side}", cache=False)
    assert answer.count == count


SUPERQUEENS = {10: (4, 1), 11: (44, 6), 12: (156, 22), 13: (1876, 239), 14: (5180, 653)}
SUPERQUEENS |= {15: (32516, 4089), 16: (202900, 25411)}
"""All placements, and those up to symmetry: OEIS A051223 and A051224."""


@pytest.mark.parametrize("side", SUPERQUEENS)
def test_superqueens(side: int) -> None:
    question = satchess.leprechauns(2, side)
    everything, up_to_symmetry = SUPERQUEENS[side]
    assert question.count(cache=False).count == everything
    counting = satchess.Counting(up_to_symmetry=True)
    assert question.count(cache=False, counting=counting).count == up_to_symmetry


@pytest.mark.parametrize("side", range(1, 12))
def test_superqueens_by_backtracking(side: int) -> None:
    assert satchess.leprechauns(2, side).count(cache=False).count == all_leprechauns(2, side)


# Diverse queens


def farthest(side: int) -> tuple[int, int]:
    """The largest distance of n queens, and how many placements have it, by all permutations."""
    distances = [
        min(max(j - i, abs(columns[i] - columns[j])) for i, j in combinations(range(side), 2))
        for columns in permutations(range(side))
        if in_peace(1, columns)
    ]
    return max(distances), distances.count(max(distances))


@pytest.mark.parametrize("side", range(4, 9))
def test_diverse_by_all_permutations(side: int) -> None:
    distance, number = farthest(side)
    question = satchess.diverse(side)
    assert question.solve(cache=False).value == distance
    for name in ("distance", "sat"):
        counted = question.count(cache=False, engine=name)
        assert (counted.value, counted.count) == (distance, number)
    placements = list(question.placements())
    assert len(placements) == len(set(map(str, placements))) == number
    assert {question.value(placement) for placement in placements} == {distance}
    first = question.first(cache=False)
    assert first.permutation == min(p.permutation(question.board) or () for p in placements)


@pytest.mark.parametrize("side", [2, 3])
def test_no_queens_no_distance(side: int) -> None:
    for verb in ("solve", "count", "first"):
        answer = satchess.ask(f"{verb} diverse {side}", cache=False)
        assert answer.status is Status.INFEASIBLE


def test_diverse_by_sat_alone() -> None:
    for side in (9, 10, 12):
        by_sat = concluded("sat", "solve", f"diverse {side}")
        assert by_sat.value == satchess.diverse(side).solve(cache=False).value


@pytest.mark.parametrize(
    ("side", "distance"),
    [(15, 3), (16, 4), (25, 4), (27, 4), (28, 5), (36, 6), (38, 5), (56, 7), (64, 8)],
)
def test_diverse_follows_the_smallest_boards(side: int, distance: int) -> None:
    assert satchess.diverse(side).solve(cache=False).value == distance


def test_diverse_counts_are_those_of_table_5() -> None:
    for side, count in {16: 2, 17: 34, 28: 10, 36: 2}.items():
        assert satchess.diverse(side).count(cache=False).count == count


@pytest.mark.slow
def test_diverse_up_to_64() -> None:
    for side in range(4, 65):
        answer = satchess.diverse(side).solve(cache=False)
        assert answer.status is Status.OPTIMAL, side


def test_bounds_of_a_distance_are_known_at_once() -> None:
    events = engine("distance").run(Task("solve", satchess.diverse(56)))
    known = Evidence(Task("solve", satchess.diverse(56)))
    while known.upper is None:
        known = known.learn(next(events))
    assert (known.lower, known.upper) == (4, 7)


def test_an_undecided_distance_is_the_best_that_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """27 queens stand 4 apart: here nobody refutes 5, and no construction is known for 4."""

    def ask_nobody(task: Task, without: object) -> Iterator[Event]:
        raise NotKnown("nobody")

    monkeypatch.setattr("satchess.engines.leprechauns.distance.ask_others", ask_nobody)
    known = Evidence(Task("solve", satchess.diverse(27)))
    with suppress(NotKnown):
        for event in engine("distance").run(known.task):
            known = known.learn(event)
    assert known_by_construction(27) == 3
    assert (known.lower, known.upper, known.status) == (4, 5, Status.BOUNDED)
    assert not known.done


def known_by_construction(side: int) -> int:
    """The largest distance that needs no search."""
    theorems = {reach: known(reach, side) for reach in range(1, 10)}
    return max(reach + 1 for reach, told in theorems.items() if told and told.columns)


def test_patterns_are_not_tried_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[int] = []

    def finds_nothing(_self: object, task: Task) -> list[Done]:
        tried.append(task.question.kinds[0].range_as_leprechaun or 0)
        return [Done()]

    monkeypatch.setattr(PatternsEngine, "run", finds_nothing)
    known = Evidence(Task("solve", satchess.diverse(20)))
    for event in engine("distance").run(known.task):
        known = known.learn(event)
    assert (known.value, tried) == (4, [3])


@pytest.fixture
def no_searches(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """From when it is called, nobody looks for leprechauns; theorems may be applied."""

    def refuse(_self: object, task: Task) -> list[Done]:
        raise AssertionError(f"a search for {task.question}")

    def forbid() -> None:
        for searching in (PatternsEngine, BacktrackEngine, RowsEngine, SatEngine):
            monkeypatch.setattr(searching, "run", refuse)

    return forbid


@pytest.mark.parametrize("flags", ["", " --up-to-symmetry"])
def test_counts_of_leprechauns_are_counts_of_diverse_queens(
    flags: str, no_searches: Callable[[], None]
) -> None:
    """24 is such a board, too, and takes minutes."""
    fresh = satchess.ask(f"count diverse 17{flags}", cache=False, workers=0)
    leprechauns = satchess.ask(f"count leprechauns 3 17{flags}", workers=0)
    no_searches()
    with pytest.raises(AssertionError, match="a search for"):
        satchess.ask(f"count diverse 17{flags}", cache=False, workers=0)
    answer = satchess.ask(f"count diverse 17{flags}", workers=0)
    assert (answer.status, answer.value, answer.count) == (Status.OPTIMAL, 4, leprechauns.count)
    assert (answer.value, answer.count, answer.exact) == (fresh.value, fresh.count, True)
    assert not answer.cached


def test_what_is_known_to_be_too_far_apart_is_not_tried_again(
    no_searches: Callable[[], None],
) -> None:
    """27 queens are not 5 apart; 4 apart they are found by no theorem, but remembered."""
    assert satchess.ask("solve leprechauns 4 27", workers=0).status is Status.INFEASIBLE
    found = satchess.ask("solve leprechauns 3 27", workers=0).placement
    no_searches()
    answer = satchess.ask("solve diverse 27", workers=0)
    assert (answer.status, answer.value) == (Status.OPTIMAL, 4)
    assert found is not None
    assert answer.placement is not None
    assert answer.placement.squares == found.squares


def test_a_count_alone_is_no_placement() -> None:
    """A count says that leprechauns fit, not where: those who ask for queens get some."""
    satchess.ask("count leprechauns 3 16", workers=0)
    answer = satchess.ask("solve diverse 16", workers=0)
    assert (answer.value, answer.placement is None) == (4, False)


def test_a_cross_check_is_told_nothing_of_what_is_remembered(
    no_searches: Callable[[], None],
) -> None:
    satchess.ask("count leprechauns 3 16", workers=0)
    no_searches()
    with pytest.raises(AssertionError, match="a search for"):
        satchess.ask("count diverse 16 --cross-check", workers=0)


def test_a_distance_is_what_a_placement_has() -> None:
    question = satchess.diverse(4)
    placement = Placement.parse("b1 d2 a3 c4", question.piece)
    assert question.value(placement) == 2
    assert list(question.violations(placement)) == []
    attacked = Placement.parse("a1 b2 c3 d4", question.piece)
    assert "a1 and b2 attack each other" in list(question.violations(attacked))


# The command line


def said(capfd: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    capfd.readouterr()
    code = exit_code_of(list(words))
    out, err = capfd.readouterr()
    return code, out + err


def test_large_boards_are_named_not_drawn(
    capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code, text = said(capfd, "solve", "queens", "600", "--no-cache")
    assert code == 0
    _, columns, provenance = text.splitlines()
    head, _, numbers = columns.partition(": ")
    assert head == "columns, row by row"
    assert in_peace(1, tuple(int(number) - 1 for number in numbers.split()))
    assert "construct" in provenance
    picture = tmp_path / "board.svg"
    code, text = said(capfd, "solve", "queens", "600", "--no-cache", "--svg", str(picture))
    assert (code, picture.exists()) == (2, False)
    assert text == "satchess: board '600x600': expected at most 250000 squares to draw\n"


def test_all_verbs_of_the_short_ways_to_ask(capfd: pytest.CaptureFixture[str]) -> None:
    for words in (
        "list queens 6 --limit 2",
        "first queens 8 --no-cache",
        "check leprechauns 2 10 --placement a1",
        "table leprechauns 2 9..11 --count --no-cache",
        "table diverse 4..9 --no-cache",
        "cnf leprechauns 2 6",
        "cnf diverse 5",
        "count queens 6 --explain",
        "list diverse 5 --limit 1",
    ):
        code, text = said(capfd, *words.split())
        assert code == (1 if words.startswith("check") else 0), text
        assert text
    code, text = said(capfd, "check", "diverse", "4", "--placement", "b1 d2 a3 c4")
    assert code == 0
    assert text.startswith("It holds, with 4 queens, and its value is 2; no placement has more.")


def test_those_who_ask_others_want_no_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine that divides the work would leave the one that asks it with nothing."""
    monkeypatch.setattr(Rows, "long_work", lambda rows: rows.parts())
    task = Task("count", Question.parse("leprechauns 2 10"), division=Division.IF_LONG)
    assert any(isinstance(event, Divided) for event in engine("rows").run(task))
    events = list(ask_others(task))
    assert not any(isinstance(event, Divided) for event in events)
    assert Counted(all_leprechauns(2, 10), exact=True) in events
