"""Making puzzles: detective chess with a unique solution and no redundant clue."""

import random
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace

from satchess.domain.board import Board
from satchess.domain.pieces import Piece
from satchess.domain.placement import Place, Placement
from satchess.domain.squares import Square
from satchess.encodings.formula import Formula
from satchess.engines.sat.solver import SatSolver
from satchess.errors import BadQuestion
from satchess.puzzles.piece_counts import Number, PieceCounts
from satchess.puzzles.sheet import Sheet
from satchess.questions.puzzle import Puzzle

MOST_ATTEMPTS = 200
"""Placements to try before giving up."""


def parse_pieces(text: str) -> PieceCounts:
    """Read a letter for each piece, such as KQRBNN, or a list such as king=1,amazon=2."""
    if not (text.isascii() and text.isalpha() and text.isupper()):
        counts = PieceCounts.parse(text)
    else:
        kinds = [Piece.parse(letter) for letter in text]
        counts = PieceCounts.of(
            (kind, Number(kinds.count(kind), kinds.count(kind))) for kind in dict.fromkeys(kinds)
        )
    if counts.total is None:
        raise BadQuestion(f"pieces {text!r}: expected how many there are of each kind")
    return counts


def make_detective(
    board: Board,
    pieces: PieceCounts,
    seed: int,
    *,
    transparent: bool = False,
    all_numbers: bool = False,
) -> Sheet:
    """Make a puzzle of detective chess; equal seeds make equal puzzles.

    The squares of the pieces are marked, and a minimal set of others have a number: dropping any of
    them would admit a second solution. With `all_numbers`, every square has its number and none is
    marked.
    """
    chance = random.Random(seed)
    number = pieces.total or 0
    if not 1 <= number <= len(board):
        raise BadQuestion(f"{number} pieces on {board}: expected 1 to {len(board)}")
    for _ in range(MOST_ATTEMPTS):
        solution = _scattered(board, pieces, chance)
        sheet = Sheet(
            board,
            pieces,
            marked=None if all_numbers else frozenset(solution.squares),
            transparent=transparent,
            title=f"Detective chess, seed {seed}",
        )
        numbers = Puzzle(sheet).attack_numbers(solution)
        if all_numbers:
            full = _with_clues(sheet, numbers)
            if _is_unique(full, solution):
                return full
        elif clues := _telling_clues(sheet, solution, numbers, chance):
            return _with_clues(sheet, clues)
    raise BadQuestion(
        f"no puzzle with {pieces} on {board}: {MOST_ATTEMPTS} placements could all be confused with"
        " another; expected more different pieces, or another board"
    )


def _scattered(board: Board, pieces: PieceCounts, chance: random.Random) -> Placement:
    """Put the pieces on squares at random."""
    kinds = [kind for kind, number in pieces.entries for _ in range(number.least)]
    squares = chance.sample(board.squares, len(kinds))
    return Placement.of(map(Place, squares, kinds))


def _telling_clues(
    sheet: Sheet, solution: Placement, numbers: dict[Square, int], chance: random.Random
) -> dict[Square, int]:
    """Return clues that exclude every other solution, none of them superfluous; {} if none do."""
    silent = [square for square in numbers if square not in (sheet.marked or ())]
    chance.shuffle(silent)

    # decide by uniqueness alone, never by what a solver happens to find: seeds stay reproducible
    def tell(squares: Sequence[Square]) -> bool:
        clues = {square: numbers[square] for square in squares}
        return _is_unique(_with_clues(sheet, clues), solution)

    if not tell(silent):
        return {}  # another placement looks the same from everywhere
    enough = bisect_left(range(len(silent)), True, key=lambda length: tell(silent[:length]))
    telling = silent[:enough]
    for square in silent[:enough]:
        fewer = [other for other in telling if other != square]
        if tell(fewer):
            telling = fewer
    return {square: numbers[square] for square in telling}


def _with_clues(sheet: Sheet, clues: dict[Square, int]) -> Sheet:
    attacks = frozenset((square, Number(number, number)) for square, number in clues.items())
    return replace(sheet, attacks=attacks)


def _is_unique(sheet: Sheet, solution: Placement) -> bool:
    """Whether a sheet has no solution but the one that is meant."""
    model = Puzzle(sheet).model()
    meant = set(solution.places)
    with SatSolver(Formula(model).collector.clauses) as solver:
        # of equally many pieces, no other placement has all of these
        solver.add([[-v for v in model.board_variables if model.places[v - 1] in meant]])
        return not solver.solve()
