"""States: symmetry is broken without losing the last placement."""

from collections import Counter
from dataclasses import replace
from itertools import product

import pytest

from satchess.engines.most_beautiful.board import WeightedBoard
from satchess.engines.most_beautiful.budgets import (
    DEFAULT,
)
from satchess.engines.most_beautiful.decisions import Placed
from satchess.engines.most_beautiful.rounds import SatRounds
from satchess.engines.most_beautiful.state import (
    State,
    pinwheels,
    with_a_line_chosen,
    without_symmetry,
)
from tests.beautiful_boards import (
    some_states,
)


def test_the_queen_of_the_first_row_is_fixed_for_free() -> None:
    board = WeightedBoard.centred(16)
    state = State.first(board).on(board.weights <= 15**2 + 1)
    fixed = with_a_line_chosen(board, state, 4)
    assert fixed is not None
    assert fixed.alive[0].sum() == fixed.alive[:, 0].sum() == 1
    assert len(fixed.symmetries) == 4
    assert with_a_line_chosen(board, State.first(board), 1) is None


def has_placement(board: WeightedBoard, plain: State | None) -> bool:
    """Whether a state has a placement, by SAT."""
    if plain is None:
        return False
    rounds = SatRounds(board, plain, DEFAULT.rounds)
    decision = next(decision for number in range(20) if (decision := rounds.round(number)))
    return isinstance(decision, Placed)


def test_the_mirror_image_of_a_pinwheel_takes_its_place() -> None:
    answers = set()
    fewer = 0
    for board, right in some_states(20):
        for change in (-1, 0, 1):  # the last number is too small, right, or too large
            last = max(right.numbers, default=0)
            changed = {last: right.numbers[last] + change} if right.numbers else {}
            state = replace(right, numbers={**right.numbers, **changed})
            usual = without_symmetry(board, state)
            less = without_symmetry(board, state, exchanging=board.cells)
            answer = has_placement(board, usual)
            assert has_placement(board, less) == answer
            if usual is not None and less is not None and less.alive.sum() < usual.alive.sum():
                fewer += 1
                answers.add(answer)
            if less is not None:
                wheels = pinwheels(board, less)
                assert (board.propagated(less.alive & ~wheels) is None) == wheels.any()
                sizes = Counter(board.groups[wheels].tolist())
                assert set(sizes.values()) <= {4}, "all are turned one way"
    assert fewer
    assert answers == {False, True}


@pytest.mark.parametrize("side", [5, 8, 9])
def test_pinwheels_use_the_lines_of_their_mirror_images(side: int) -> None:
    board = WeightedBoard.centred(side)
    cells = product(range(side), repeat=2)
    seen = 0
    for row, column in cells:
        wheel = {int(turn[side * row + column]) for turn in board.symmetries[:4]}
        mirrored = {int(mirror[side * row + column]) for mirror in board.symmetries[4:]}
        if len(wheel | mirrored) == 8:
            for line in board.lines:
                on_line = set(line.cells.tolist())
                assert len(on_line & wheel) == len(on_line & mirrored) <= 1
            seen += 1
    assert seen
