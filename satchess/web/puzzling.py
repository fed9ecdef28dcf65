"""What a helper does: a process that looks at puzzles, to be killed if one is beyond it.

`helpers.py` is the other end: it starts these processes, asks them, and replaces them.

It reads a question for each line of standard input, as JSON, and writes an answer on a line. What
it does is quick for puzzles of people, but nobody knows what a stranger sends.
"""

import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from satchess.domain.placement import Place, Placement
from satchess.domain.squares import Square
from satchess.errors import BadInput, SatchessError, TooLarge, expected_one_of
from satchess.outside import from_outside
from satchess.puzzles.recipes import RECIPES
from satchess.puzzles.sheet import Sheet
from satchess.puzzles.solving import Difficulty, Rating
from satchess.puzzles.writing import write_file, write_inline
from satchess.questions.puzzle import Puzzle
from satchess.web.starting import settle_in

Said = Mapping[str, Any]

LARGEST_SEED = 2**53


def _sheet(said: Said) -> Sheet:
    return Sheet.parse(str(said["puzzle"]))


def describe(sheet: Sheet) -> dict[str, object]:
    """Return a sheet as JSON: what programs need to show it, and both of its texts."""
    from satchess.render.scenes import draw_question
    from satchess.render.svg import picture

    board, question = sheet.board, Puzzle(sheet)
    scene = question.scene(Placement.of(sheet.given))
    return {
        "puzzle": write_inline(sheet),
        "toml": write_file(sheet),
        "title": sheet.title,
        "source": sheet.source,
        "board": str(board),
        "rows": board.rows,
        "columns": board.columns,
        "squares": [str(square) for square in board.squares],
        "pieces": [
            {"piece": str(kind), "number": str(number)} for kind, number in sheet.pieces.entries
        ],
        "given": _words(sheet.given),
        "allowed": [str(square) for square in sheet.allowed],
        "marks": {str(square): mark for square, mark in scene.marks.items()},
        "regions": [[str(square) for square in sorted(region)] for region in scene.regions],
        "lit": None if sheet.lit is None else [str(square) for square in sorted(sheet.lit)],
        "svg": picture(draw_question(question, Placement.of(sheet.given))),
    }


def _words(places: Any) -> list[str]:
    return [f"{piece}@{square}" for square, piece in sorted(places, key=lambda p: p.square)]


def _show(said: Said) -> dict[str, object]:
    sheet = _sheet(said)
    return {**describe(sheet), "difficulty": str(Rating.of(sheet).difficulty)}


def _make(said: Said) -> dict[str, object]:
    from satchess.service.puzzle_making import make

    kind, wanted, seed = str(said["kind"]), said.get("difficulty"), int(said.get("seed", 1))
    if kind not in RECIPES:
        raise BadInput(f"puzzle {kind!r}: {expected_one_of(kind, RECIPES)}")
    if wanted is not None and wanted not in list(Difficulty):
        raise BadInput(f"difficulty {wanted!r}: {expected_one_of(str(wanted), Difficulty)}")
    if not 0 <= seed <= LARGEST_SEED:
        raise BadInput(f"seed {seed}: expected 0 to {LARGEST_SEED}")
    difficulty = None if wanted is None else Difficulty(wanted)
    sheet = make(kind, said.get("size"), seed, difficulty)
    return {
        **describe(sheet),
        "kind": kind,
        "seed": seed,
        "difficulty": str(difficulty or Rating.of(sheet).difficulty),
    }


def _game(said: Said) -> Any:
    """Return a game in which some pieces are put and some squares are crossed out."""
    from satchess.service.puzzle_game import Game, Situation

    puzzle = Puzzle(_sheet(said))
    placed = puzzle.read(" ".join(said.get("put", ())))
    puzzle.board.check_squares(frozenset(placed.squares), "put")
    squares = [Square.parse(text) for text in said.get("crossed", ())]
    puzzle.board.check_squares(frozenset(squares), "crossed")
    crossed = frozenset(
        Place(square, kind) for square in squares for kind in puzzle.kinds
    ) & frozenset(puzzle.places())
    put = frozenset(placed.places) | puzzle.sheet.given
    return Game(puzzle, Situation(put, crossed - put))


def _check(said: Said) -> dict[str, object]:
    """Say what is wrong, and whether it is solved."""
    game = _game(said)
    broken = list(game.puzzle.violations(game.placement))
    clashes = game.clashes()
    return {
        "solved": not broken and game.is_solved,
        "conflicts": [clash.text for clash in clashes],
        "squares": sorted({str(square) for clash in clashes for square in clash.squares}),
        "violations": broken[:100],
        "assessment": game.assess() if said.get("assess") else None,
    }


def _hint(said: Said) -> dict[str, object]:
    """Make the next step, and give its reason."""
    game = _game(said)
    before = game.now
    text = game.hint()
    after = game.now
    return {
        "hint": text,
        "put": _words(after.put - game.puzzle.sheet.given),
        "crossed": [str(square) for square in sorted(game.crossed_squares)],
        "new": _words(after.put - before.put),
        "removed": _words(before.put - after.put),
        "new_crossed": sorted({str(p.square) for p in after.crossed - before.crossed}),
    }


def _solution(said: Said) -> dict[str, object]:
    """Return a solution, and whether it is the only one."""
    game = _game({"puzzle": said["puzzle"]})
    best: Sequence[Placement] = game.best
    return {
        "solution": _words(best[0].places) if best else None,
        "unique": len(best) == 1,
    }


TASKS: Mapping[str, Callable[[Said], dict[str, object]]] = {
    "show": _show,
    "make": _make,
    "check": _check,
    "hint": _hint,
    "solution": _solution,
}
"""What a helper can be asked."""


def main() -> None:
    """Answer the lines of standard input until it ends."""
    first = json.loads(sys.stdin.buffer.readline())
    settle_in(int(first["parent"]))
    _limit_memory(int(first["memory"]))
    out = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)  # what a library prints goes elsewhere
    for line in sys.stdin.buffer:
        said = json.loads(line)
        try:
            with from_outside(int(first["squares"])):
                answer: dict[str, object] = {"done": TASKS[said["task"]](said)}
        except TooLarge as error:
            answer = {"too_large": str(error)}
        except SatchessError as error:
            answer = {"bad": str(error)}
        except (RecursionError, MemoryError, OverflowError):
            answer = {"bad": "these words are too deeply nested to be read"}
        out.write(json.dumps(answer).encode() + b"\n")


def _limit_memory(memory: int) -> None:
    try:
        import resource
    except ImportError:  # not on Windows
        return
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (memory, most))
