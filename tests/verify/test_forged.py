"""Claims that are false, or say more than is proved: refused."""

from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import pytest

from satchess.verify import turns as turning
from satchess.verify.claims.count import diagram_name
from satchess.verify.folder import verify
from satchess.verify.question import read_question
from satchess.verify.refusal import Refused
from satchess.verify.statement import state
from satchess.verify.turns import turns
from tests.verify.forging import diagram, forged

SQUARE_IN_A_RECTANGLE = "independence (3,3) 3x4 --all --holes d1,d2,d3"


def classes_of_sets(turn: Callable[[int, int], tuple[int, int]]) -> int:
    """Count the sets of squares of 3x3 up to one turn, which is its own inverse."""
    squares = [(row, column) for row in range(3) for column in range(3)]
    sets = (set(s) for size in range(10) for s in combinations(squares, size))
    return len({min(tuple(sorted(s)), tuple(sorted(turn(*x) for x in s))) for s in sets})


def test_classes_are_those_of_the_turns_of_the_board(tmp_path: Path) -> None:
    """Four turns move the squares of 3x4 that are left here to themselves, and are no group."""
    asked = read_question(SQUARE_IN_A_RECTANGLE)
    group = turns(asked, state(asked))
    files = {diagram_name(n): diagram(SQUARE_IN_A_RECTANGLE, p) for n, p in enumerate(group)}
    right = classes_of_sets(lambda row, column: (2 - row, column))
    for count in (right, 162, 102):
        claimed = "count", "count --up-to-symmetry", SQUARE_IN_A_RECTANGLE, {"count": count}
        folder = forged(tmp_path / str(count), *claimed, files)
        if count == right:
            assert f"has {right} placements up to symmetry" in verify(folder)
        else:
            with pytest.raises(Refused, match=f"have {right} placements"):
                verify(folder)


def test_turns_that_are_no_group_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turning, "TURNS", (*turning.TURNS, *turning.TURNS_OF_SQUARES))
    asked = read_question(SQUARE_IN_A_RECTANGLE)
    with pytest.raises(Refused, match="no group"):
        turns(asked, state(asked))
