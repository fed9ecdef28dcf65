"""Bottlenecks: the smallest fingerprint, against brute force, published boards, and itself."""

import json
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import satchess
from satchess.answers import Answer, Status
from satchess.cache import Store
from satchess.cli.failures import exit_code_of
from satchess.domain.board import Board
from satchess.domain.placement import Placement
from satchess.domain.squares import Square
from satchess.domain.weights import Bottleneck, parse_fingerprint, write_fingerprint
from satchess.engines import ENGINES, engine
from satchess.errors import BadQuestion, CacheConflict, WrongAnswer
from satchess.events import Bounded, Counted, Done, Fingerprinted, Found, Sized
from satchess.questions import Question
from satchess.request import Request
from satchess.service.evidence import Evidence
from satchess.signature import sign
from satchess.task import Task
from tests.oracle import Table, best
from tests.paths import published
from tests.strategies import boards

PUBLISHED: dict[str, Any] = published("beautiful_queens")
"""M. Fischetti, D. Salvagnin, Finding first and most-beautiful queens by integer programming."""

Weigh = Callable[[int, int], int]
"""The weight of a square, by its row and column from 0."""


def from_centre(rows: int, columns: int) -> Weigh:
    return lambda r, c: (2 * r + 1 - rows) ** 2 + (2 * c + 1 - columns) ** 2


def from_corner(rows: int, columns: int) -> Weigh:
    corners = [(r, c) for r in (0, rows - 1) for c in (0, columns - 1)]
    return lambda r, c: min((r - i) ** 2 + (c - j) ** 2 for i, j in corners)


def at_random(rows: int, columns: int, seed: int = 1) -> Weigh:
    chance = Random(seed)
    weights = [[chance.randint(-3, 5) for _ in range(columns)] for _ in range(rows)]
    return lambda r, c: weights[r][c]


def weights_text(rows: int, columns: int, weigh: Weigh) -> str:
    """What a file of weights holds: the top rank first."""
    ranks = ([weigh(row, column) for column in range(columns)] for row in reversed(range(rows)))
    return "".join(" ".join(map(str, rank)) + "\n" for rank in ranks)


def print_of(names: Iterable[str], weigh: Weigh) -> list[int]:
    cells = ((int(name[1:]) - 1, ord(name[0]) - ord("a")) for name in names)
    return sorted((weigh(*cell) for cell in cells), reverse=True)


def queens(side: int, columns: tuple[int, ...] = ()) -> list[tuple[str, ...]]:
    """All placements of n queens on n x n, by plain backtracking, in lexicographic order."""
    row = len(columns)
    if row == side:
        return [tuple(f"{'abcdefghi'[c]}{r + 1}" for r, c in enumerate(columns))]
    return [
        found
        for column in range(side)
        if all(column != c and abs(column - c) != row - r for r, c in enumerate(columns))
        for found in queens(side, (*columns, column))
    ]


def assert_answers(text: str, weigh: Weigh, placements: Iterable[tuple[str, ...]]) -> None:
    """Compare every verb with all placements that the question without weights has."""
    everything = list(placements)
    question = Question.parse(text)
    least = min((print_of(names, weigh) for names in everything), default=None)
    optimal = [names for names in everything if print_of(names, weigh) == least]
    answer, counted, first = question.solve(), question.count(), question.first()
    listed = [placement.words for placement in question.placements()]
    if least is None:
        assert {answer.status, counted.status, first.status} == {Status.INFEASIBLE}
        assert (counted.count, answer.fingerprint, listed) == (0, None, [])
        return
    assert {answer.status, counted.status, first.status} == {Status.OPTIMAL}
    for one in (answer, counted, first):
        assert one.placement is not None
        assert one.fingerprint == one.beginning == tuple(least)
    assert answer.placement is not None
    assert answer.placement.words in optimal
    assert counted.count == len(optimal)
    assert sorted(listed) == sorted(optimal)
    order = [str(square) for square in question.board.squares]
    assert first.placement is not None
    assert first.placement.words == max(optimal, key=lambda p: [name in p for name in order])


# Against brute force


@pytest.mark.parametrize("side", range(1, 10))
def test_beautiful_queens_by_brute_force(side: int) -> None:
    assert_answers(f"beautiful {side}", from_centre(side, side), queens(side))


WEIGHTS: dict[str, Callable[[int, int], Weigh]] = {
    "centre": from_centre,
    "corner": from_corner,
    "FILE": at_random,
}


@pytest.mark.parametrize("weights", WEIGHTS)
@pytest.mark.parametrize(
    ("piece", "rows", "columns", "topology"),
    [
        ("king", 4, 4, "plane"),
        ("queen", 4, 5, "plane"),
        ("knight", 3, 4, "plane"),
        ("rook", 4, 4, "plane"),
        ("bishop", 3, 5, "plane"),
        ("king", 3, 4, "torus"),
        ("rook", 3, 4, "cylinder"),
    ],
)
def test_other_pieces_by_brute_force(
    weights: str, piece: str, rows: int, columns: int, topology: str, tmp_path: Path
) -> None:
    weigh = WEIGHTS[weights](rows, columns)
    if weights == "FILE":
        path = tmp_path / "weights.txt"
        path.write_text(weights_text(rows, columns, weigh))
        weights = str(path)
    table = Table(piece, rows, columns, topology)
    board = f"{rows}x{columns}" + (f":{topology}" if topology != "plane" else "")
    end = f"{piece} {board} --bottleneck {weights}"
    peaceful, covering = table.independent(), table.dominating()
    assert_answers(f"independence {end}", weigh, table.named(best(peaceful, max)))
    assert_answers(f"domination {end}", weigh, table.named(best(covering, min)))


@pytest.mark.parametrize(
    ("options", "masks"),
    [
        ("--all", lambda table: table.dominating()),
        ("--minimal", lambda table: table.dominating(upper=True)),
        ("--upper", lambda table: best(table.dominating(upper=True), max)),
        ("--total", lambda table: best(table.dominating(total=True), min)),
        ("--size 5", lambda table: [m for m in table.dominating() if m.bit_count() == 5]),
        ("--forbid b2", lambda table: best(table.dominating(set(table.names) - {"b2"}), min)),
    ],
)
def test_it_goes_with_other_options(options: str, masks: Callable[[Table], list[int]]) -> None:
    table = Table("knight", 3, 4)
    found = table.named(masks(table))
    assert_answers(f"domination knight 3x4 {options} --bottleneck corner", from_corner(3, 4), found)


def test_holes_need_no_weight(tmp_path: Path) -> None:
    (tmp_path / "w").write_text("# a comment\n1, 2, 3\n\n4 . 5\n-6 7 8\n")
    grid = [[-6, 7, 8], [4, 0, 5], [1, 2, 3]]
    table = Table("king", 3, 3, holes=frozenset({"b2"}))
    text = f"independence king 3x3 --holes b2 --size 2 --bottleneck {tmp_path / 'w'}"
    pairs = [mask for mask in table.independent() if mask.bit_count() == 2]
    assert_answers(text, lambda r, c: grid[r][c], table.named(pairs))


def lit_by(presses: int, side: int) -> bool:
    """Whether presses, as bits, light every square: each toggles its cross."""
    lit = 0
    for i in range(side * side):
        if presses >> i & 1:
            r, c = divmod(i, side)
            for x, y in ((r, c), (r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)):
                if 0 <= x < side and 0 <= y < side:
                    lit ^= 1 << x * side + y
    return lit == (1 << side * side) - 1


def test_lights_have_a_fingerprint_too() -> None:
    presses = [mask for mask in range(1 << 16) if lit_by(mask, 4)]
    table = Table("king", 4, 4)
    for options, masks in (("", best(presses, min)), ("--all", presses)):
        found = table.named(masks)
        assert_answers(f"lights 4x4 {options} --bottleneck centre", from_centre(4, 4), found)


def test_many_placements_are_not_listed_to_be_counted() -> None:
    alike = [[1] * 8] * 8
    answer = satchess.independence("rook", "8", bottleneck=alike).count()
    assert (answer.count, answer.fingerprint) == (40320, (1,) * 8)


def test_no_pieces_have_the_smallest_fingerprint() -> None:
    answer = satchess.independence("king", "4", all=True, bottleneck="centre").count()
    assert (answer.count, answer.fingerprint, answer.placement) == (1, (), Placement(()))


# A fingerprint that is given


def test_a_given_fingerprint_makes_a_plain_question() -> None:
    weigh = from_centre(7, 7)
    for fingerprint in sorted({tuple(print_of(names, weigh)) for names in queens(7)}):
        given = write_fingerprint(fingerprint)
        having = [names for names in queens(7) if tuple(print_of(names, weigh)) == fingerprint]
        question = satchess.queens(7, bottleneck="centre", fingerprint=given)
        assert Question.parse(str(question)) == question
        assert question.count().count == len(having)
        assert sorted(p.words for p in question.placements()) == having
        wrong = next(names for names in queens(7) if names not in having)
        (violation,) = question.violations(question.read(" ".join(wrong)))
        assert "the fingerprint is" in violation


@pytest.mark.parametrize(
    "text",
    [
        "independence king 4x4 --bottleneck centre --fingerprint '18 x2, 10 x2'",
        "independence rook 4x4 --bottleneck centre --fingerprint '18 x2, 2 x2'",
        "domination queen 4x4 --bottleneck corner --fingerprint '2, 1'",
        "domination knight 4x4 --bottleneck corner --size 5 --fingerprint '2 x2, 1, 0 x2'",
        "lights 4x4 --bottleneck centre --fingerprint '18 x2, 10 x2'",
        "independence king 3x3 --bottleneck centre --fingerprint 77",
    ],
)
def test_every_counting_engine_heeds_the_fingerprint(text: str) -> None:
    """Each engine that takes the question counts what listing finds."""
    question = Question.parse(text)
    listed = len(list(question.placements()))
    heeding = []
    for name, home in ENGINES.items():
        task = Task("count", question)
        if "count" in home.verbs and engine(name).objection(task) is None:
            events = list(engine(name).run(task))
            counts = [event.count for event in events if isinstance(event, Counted)]
            assert not any(isinstance(event, Sized) for event in events)
            assert (counts or [0])[-1] == listed, name
            heeding.append(name)
    assert {"sat", "ganak", "diagram"} <= set(heeding)


# Published boards


def shown_by(columns: list[int]) -> tuple[int, ...]:
    side = len(columns)
    names = [(2 * row - side - 1, 2 * column - side - 1) for row, column in enumerate(columns, 1)]
    return tuple(sorted((r * r + c * c for r, c in names), reverse=True))


@pytest.mark.parametrize("side", [16, 32])
def test_published_fingerprints(side: int) -> None:
    answer = satchess.beautiful(side).solve()
    assert answer.status is Status.OPTIMAL
    assert answer.fingerprint == shown_by(PUBLISHED["solutions"][str(side)])
    assert answer.permutation is not None
    assert shown_by(list(answer.permutation)) == answer.fingerprint


@pytest.mark.parametrize("side", PUBLISHED["solutions"])
def test_published_boards_are_placements(side: str) -> None:
    question = satchess.beautiful(side)
    columns = PUBLISHED["solutions"][side]
    squares = (str(Square(row, column - 1)) for row, column in enumerate(columns))
    placement = question.read(" ".join(squares))
    assert not list(question.violations(placement))
    assert question.fingerprint_of(placement) == shown_by(columns)


# Words


def test_beautiful_is_short_for_independence() -> None:
    long = "independence queen 12x12 --size 12 --bottleneck centre"
    for verb in ("solve", "count", "first"):
        assert sign(verb, satchess.beautiful(12)) == sign(verb, Question.parse(long))
    assert satchess.beautiful(12) == satchess.queens(12, bottleneck="centre")
    assert satchess.beautiful(12) != satchess.queens(12)


def test_a_file_is_remembered_by_what_it_says(tmp_path: Path) -> None:
    path = tmp_path / "weights.txt"
    path.write_text(weights_text(4, 4, from_centre(4, 4)))
    named = Question.parse("independence queen 4x4 --bottleneck centre")
    assert Question.parse(f"independence queen 4x4 --bottleneck {path}") == named
    path.write_text(weights_text(4, 4, at_random(4, 4)))
    question = Question.parse(f"independence queen 4x4 --bottleneck {path}")
    path.unlink()
    assert Question.parse(str(question)) == question != named
    rows = [[at_random(4, 4)(r, c) for c in range(4)] for r in reversed(range(4))]
    assert satchess.independence("queen", "4", bottleneck=rows) == question


@settings(max_examples=25)
@given(boards(), st.data())
def test_texts_and_turns_of_weights(board: Board, data: st.DataObject) -> None:
    weights = st.integers(-9, 9)
    grid = tuple(tuple(data.draw(weights) for _ in range(board.columns)) for _ in range(board.rows))
    question = satchess.independence("king", str(board), bottleneck=Bottleneck(grid=grid))
    assert Question.parse(str(question)) == question
    turn = data.draw(st.sampled_from(board.turns))
    assert question.turned(turn).turned(turn.inverse) == question
    turned = question.turned(turn)
    assert question.bottleneck is not None
    assert turned.bottleneck is not None
    for square in board.squares:
        here = question.bottleneck.weight(board, square)
        assert turned.bottleneck.weight(turned.board, turn(square)) == here
    assert sign("solve", turned).text == sign("solve", question).text


def test_named_weights_are_no_symmetry_of_shifts() -> None:
    torus = Question.parse("independence king 4x4:torus --bottleneck centre")
    assert len(list(torus.symmetries())) == 8
    assert len(list(torus.without_bottleneck().symmetries())) == 128


@given(st.lists(st.integers(-50, 50), max_size=12))
def test_fingerprints_are_read_as_written(weights: list[int]) -> None:
    fingerprint = tuple(sorted(weights, reverse=True))
    assert parse_fingerprint(write_fingerprint(fingerprint)) == fingerprint


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("1 2 3\n4 x 6\n7 8 9\n", "line 2: 'x', expected an integer"),
        ("1 2 3\n4 5.0 6\n7 8 9\n", "line 2: '5.0', expected an integer"),
        ("1 2 3\n4 5 6\n", "2 ranks of 3 weights, expected 3 ranks of 3"),
        ("1 2 3\n4 5\n7 8 9\n", "3 ranks of 2 or 3 weights"),
        ("# nothing\n\n", "it holds no weights"),
        ("1 2 3\n4 . 6\n7 8 9\n", "b2 has no weight"),
        (f"1 2 3\n4 {10**30} 6\n7 8 9\n", "at most 18 digits"),
        ("\udcff", "UTF-8"),
        (None, "No such file"),
    ],
)
def test_bad_files(
    content: str | None, expected: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "weights.txt"
    if content is not None:
        path.write_text(content, errors="surrogateescape")
    code = exit_code_of(["solve", "independence", "king", "3", "--bottleneck", str(path)])
    assert (code, capsys.readouterr().out) == (2, "")
    with pytest.raises(BadQuestion) as error:
        satchess.independence("king", "3", bottleneck=str(path))
    assert expected in str(error.value)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("solve independence king 3 --fingerprint 3", "needs --bottleneck"),
        ("solve independence king 3 --bottleneck centre --fingerprint a", "expected an integer"),
        ("solve independence king 3 --bottleneck [1 --no-cache", "expected ranks"),
        ("count beautiful 6 --by-size", "one size only"),
        ("count beautiful 6 --approximate 0.8,0.2", "--fingerprint"),
        ("cnf beautiful 6", "--fingerprint"),
        ("solve beautiful 6 --engine sat", "knows no fingerprints"),
        ("solve queens 6 --engine bottleneck", "nothing but fingerprints"),
        ("solve peaceable queen 4 --bottleneck centre", "--bottleneck"),
        ("solve beautiful 6x7", "expected a square one"),
    ],
)
def test_what_cannot_be_asked(
    words: str, expected: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert exit_code_of(words.split()) == 2
    assert expected in capsys.readouterr().err


# Answers


def shell(words: str, capsys: pytest.CaptureFixture[str]) -> str:
    assert exit_code_of(words.split()) == 0
    return capsys.readouterr().out


def test_what_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    out = shell("solve beautiful 6 --ascii", capsys)
    assert "no such placement has a smaller fingerprint" in out
    assert "fingerprint 34 x2, 26 x2, 10 x2; point-symmetric" in out
    assert "4 ways." in shell("count beautiful 6", capsys)
    assert "1 way up to symmetry." in shell("count beautiful 6 --up-to-symmetry", capsys)
    assert shell("list beautiful 6 --ascii", capsys).count("fingerprint") == 1
    out = shell("check beautiful 4 --placement b1,d2,a3,c4", capsys)
    assert "fingerprint 10 x4; doubly centrosymmetric" in out
    assert "\nremembered" in shell("lookup solve beautiful 6", capsys)


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    said = json.loads(shell("solve beautiful 6 --json", capsys))
    assert said["fingerprint"] == said["beginning"] == [34, 34, 26, 26, 10, 10]
    assert shown_by(said["permutation"]) == tuple(said["fingerprint"])
    assert said["symmetry"] == "point-symmetric"
    for line in shell("list beautiful 6 --json", capsys).splitlines():
        assert json.loads(line)["fingerprint"] == said["fingerprint"]
    plain = json.loads(shell("solve queens 6 --json", capsys))
    assert (plain["fingerprint"], plain["beginning"]) == (None, None)


@pytest.mark.parametrize(
    ("squares", "board", "expected"),
    [
        ("a1", "3", "mirror-symmetric"),
        ("b2", "3", "doubly centrosymmetric, mirror-symmetric"),
        ("a1 d3", "3x4", "point-symmetric"),
        ("a1 b1 a2", "3x4", None),
        ("b1 d2 a3 c4", "4", "doubly centrosymmetric"),
    ],
)
def test_symmetries_have_names(squares: str, board: str, expected: str | None) -> None:
    question = satchess.independence("king", board, all=True)
    assert question.read(squares).symmetry(question.board) == expected


def test_pictures_are_shaded_by_weight() -> None:
    question = satchess.beautiful(6)
    shade = question.scene(Placement(())).shade
    assert shade[Square.parse("a1")] == shade[Square.parse("f6")] == 1
    assert shade[Square.parse("c3")] == shade[Square.parse("d4")] == 0
    assert 0 < shade[Square.parse("b3")] < shade[Square.parse("a3")] < 1


def test_a_small_picture_says_the_weights(tmp_path: Path) -> None:
    for side in (6, 24):
        path = tmp_path / f"{side}.svg"
        assert exit_code_of(["solve", "beautiful", str(side), "--svg", str(path)]) == 0
        texts = ElementTree.parse(path).iter("{http://www.w3.org/2000/svg}text")
        numbers = [int(text.text or "") for text in texts if text.get("class") == "number"]
        weigh = from_centre(side, side)
        weights = sorted(weigh(row, column) for row in range(side) for column in range(side))
        assert sorted(numbers) == (weights if side == 6 else [])


def test_an_answer_is_found_again_in_any_orientation(tmp_path: Path, own_cache: Path) -> None:
    weigh = at_random(3, 4)
    path = tmp_path / "weights.txt"
    path.write_text(weights_text(3, 4, weigh))
    question = Question.parse(f"independence king 3x4 --bottleneck {path}")
    answer = question.solve()
    for turn in question.board.turns:
        again = question.turned(turn).solve()
        assert again.cached
        assert again.fingerprint == answer.fingerprint
        assert again.placement is not None
        assert not list(question.turned(turn).violations(again.placement))
    with Store(own_cache) as store:
        assert not list(store.check())


@settings(max_examples=6)
@given(st.integers(0, 1000))
def test_mirrored_weights_have_mirrored_answers(seed: int) -> None:
    weigh = at_random(4, 4, seed)
    rows = [[weigh(r, c) for c in range(4)] for r in range(4)]
    answers = [
        satchess.domination("king", "4", bottleneck=weights).count(cache=False)
        for weights in (rows, rows[::-1], [row[::-1] for row in rows])
    ]
    assert len({(answer.fingerprint, answer.count) for answer in answers}) == 1


def test_an_interrupt_keeps_what_is_settled_and_work_goes_on() -> None:
    question = satchess.beautiful(12)
    whole = question.solve(cache=False).fingerprint

    def stop(known: Evidence) -> None:
        if len(known.beginning) >= 2:
            raise KeyboardInterrupt

    answer = question.solve(watch=stop, catch_interrupt=True, engine="bottleneck")
    assert answer.status is Status.BOUNDED
    assert whole is not None
    assert answer.beginning == whole[: len(answer.beginning or ())]
    assert answer.fingerprint is not None
    assert answer.fingerprint >= whole
    stored = satchess.lookup("solve", question)
    assert stored is not None
    assert (stored.beginning, stored.placement) == (answer.beginning, answer.placement)
    seen: list[Evidence] = []
    assert question.solve(watch=seen.append).fingerprint == whole
    assert seen[0].beginning == answer.beginning
    assert seen[0].placement == answer.placement


def test_out_of_time(capsys: pytest.CaptureFixture[str]) -> None:
    words = "solve beautiful 112 --engine bottleneck --timeout 3"
    published = list(shown_by(PUBLISHED["solutions"]["112"]))
    assert exit_code_of(f"{words} --json".split()) == 3
    said = json.loads(capsys.readouterr().out)
    assert said["status"] in ("bounded", "unknown")
    beginning = said["beginning"]
    assert beginning == published[: len(beginning)] != published
    assert exit_code_of(["lookup", "solve", "beautiful", "112", "--ascii"]) == 3
    shown = f"smallest fingerprint begins with {published[0]} x4" if beginning else "not known"
    assert shown in "".join(capsys.readouterr())


def test_the_engine_goes_on_from_any_beginning() -> None:
    question = satchess.beautiful(12)
    answer = question.solve()
    assert answer.fingerprint is not None
    poor = satchess.queens(12).solve().placement
    for known in range(len(answer.fingerprint) + 1):
        for best_one in (None, poor, answer.placement):
            task = Task("count", question, beginning=answer.fingerprint[:known], best=best_one)
            knowledge = Evidence.at_first(task)
            for event in engine("bottleneck").run(task):
                knowledge = knowledge.learn(event)
            assert knowledge.status is Status.OPTIMAL
            assert knowledge.beginning == answer.fingerprint
            assert knowledge.count == 8


# What is learned


def worked(*events: Any) -> Evidence:
    known = Evidence(Task("solve", satchess.beautiful(6)))
    for event in events:
        known = known.learn(event)
    return known


def six(number: int) -> Placement:
    return satchess.beautiful(6).read(" ".join(queens(6)[number]))


def test_only_a_proved_fingerprint_is_an_answer() -> None:
    known = worked(Found(six(1)), Fingerprinted((34, 34)), Done())
    assert known.status is Status.BOUNDED
    assert known.learn(Fingerprinted((34, 34, 26, 26, 10, 10))).status is Status.OPTIMAL
    assert worked(Found(six(1)), Bounded(6, 6), Done()).status is Status.BOUNDED


def test_an_engine_that_lies_is_found_out() -> None:
    with pytest.raises(WrongAnswer):
        worked(Fingerprinted((34, 34)), Fingerprinted((34, 26)))
    with pytest.raises(WrongAnswer):
        worked(Found(six(1)), Fingerprinted((50,)))
    with pytest.raises(WrongAnswer):
        worked(Fingerprinted((34, 34, 34)), Found(six(1)))


def test_the_best_placement_is_kept() -> None:
    question = satchess.queens(8, bottleneck="centre")
    known = Evidence(Task("solve", question))
    seen = []
    for names in queens(8):
        known = known.learn(Found(question.read(" ".join(names))))
        seen.append(print_of(names, from_centre(8, 8)))
        assert known.placement is not None
        assert question.fingerprint_of(known.placement) == tuple(min(seen))


def test_what_two_runs_have_settled_is_joined(own_cache: Path) -> None:
    question = satchess.beautiful(6)
    answer = question.solve(cache=False)
    canonical = sign("solve", question)
    request = Request("solve", canonical.question)
    so_far = replace(answer, request=request, status=Status.BOUNDED, value=None, placement=None)
    with Store(own_cache) as store:
        store.put(replace(so_far, beginning=(34, 34)))
        assert store.put(replace(so_far, beginning=(34,))).beginning == (34, 34)
        joined: Answer = store.put(replace(so_far, beginning=(34, 34, 26)))
        assert joined.beginning == (34, 34, 26)
        with pytest.raises(CacheConflict):
            store.put(replace(so_far, beginning=(34, 26)))
