"""Making puzzles with a unique solution: one maker for each kind, equal seeds make equal puzzles.

A maker yields sheets, or None where chance has led nowhere; the first sheet that is as difficult as
wanted is taken. What a maker does depends on chance and on what is proved, never on what a solver
happens to find.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice

from satchess.domain.board import Board
from satchess.domain.pieces import Piece
from satchess.domain.placement import Place, Placement
from satchess.domain.squares import Square
from satchess.errors import BadQuestion, EnginesDisagree
from satchess.model import Sense
from satchess.puzzles.chance import Chance
from satchess.puzzles.piece_counts import Number, PieceCounts
from satchess.puzzles.queens import Regions, do_not_attack, do_not_touch, random_queens
from satchess.puzzles.recipes import RECIPES
from satchess.puzzles.sheet import Peace, Sheet
from satchess.puzzles.solving import Difficulty, Rating, difficulty_of_lights
from satchess.questions.puzzle import Puzzle
from satchess.service.puzzle_proofs import Rivals, is_unique

MOST_ATTEMPTS = 200
"""Sheets to try before giving up."""

QUEEN, PRESS = Piece.parse("queen"), Piece.parse_any("press")

Attempts = Iterator[tuple[Sheet, Difficulty] | None]
"""Sheets with their difficulty; None where an attempt has failed."""

Maker = Callable[[Board, Chance, Difficulty | None], Attempts]
"""Makes sheets of a kind; it may aim at a difficulty, or leave that to chance."""


def make(
    kind: str, size: str | None = None, seed: int = 1, difficulty: Difficulty | None = None
) -> Sheet:
    """Make a puzzle of a kind of `RECIPES`."""
    recipe = RECIPES[kind]
    board = recipe.read_board(size)
    attempts = MAKERS[kind](board, Chance(seed), difficulty)
    sheet = _first(attempts, difficulty, f"{kind} on {board} with seed {seed}")
    command = f"satchess puzzle make {kind} {board.rows}x{board.columns}"
    return _signed(sheet, recipe.title, command, seed, difficulty)


def _first(attempts: Attempts, difficulty: Difficulty | None, what: str) -> Sheet:
    for attempt in islice(attempts, MOST_ATTEMPTS):
        if attempt is not None and difficulty in (None, attempt[1]):
            return attempt[0]
    wanted = f"{difficulty} " if difficulty else ""
    raise BadQuestion(
        f"no {wanted}puzzle of {what} in {MOST_ATTEMPTS} attempts;"
        " expected another size, seed or difficulty"
    )


def _signed(
    sheet: Sheet, title: str, command: str, seed: int, difficulty: Difficulty | None
) -> Sheet:
    """Say on a sheet how it can be made again."""
    hardness = f" --difficulty {difficulty}" if difficulty else ""
    return replace(
        sheet, title=f"{title}, seed {seed}", source=f"{command}{hardness} --seed {seed}"
    )


# Coloured regions


def _make_regions(board: Board, chance: Chance, wanted: Difficulty | None) -> Attempts:
    """One queen in each rank, file and region, none touching another."""
    size = board.rows
    while True:
        regions = Regions(random_queens(size, chance, do_not_touch), chance)
        if not regions.make_unique():
            yield None
            continue
        sheet = Sheet(
            board,
            PieceCounts.of([(QUEEN, Number(size, size))]),
            moves=((QUEEN, Piece.parse("RF")),),
            peace=Peace.ALL,
            regions=regions.as_sets(),
        )
        difficulty = Rating.of(sheet).difficulty
        if wanted in (None, difficulty):
            _ensure_unique(sheet, _queens(regions.queens))
        yield sheet, difficulty


def _ensure_unique(sheet: Sheet, solution: Placement) -> None:
    """Prove by SAT what a search of another kind has found."""
    if not is_unique(sheet, solution):
        raise EnginesDisagree(f"SAT finds a second solution of {sheet}, the search does not")


def _queens(columns: Sequence[int]) -> Placement:
    return Placement.of(Place(Square(r, c), QUEEN) for r, c in enumerate(columns))


# Completion of n queens


def _make_completion(board: Board, chance: Chance, wanted: Difficulty | None) -> Attempts:
    """Take queens away while the rest can be completed in one way, and is not too hard."""
    size = board.rows
    ranks = list(Difficulty)
    bare = Sheet(board, PieceCounts.of([(QUEEN, Number(size, size))]), peace=Peace.ALL)
    while True:
        solution = _queens(random_queens(size, chance, do_not_attack))
        given = set(solution.places)
        with Rivals(bare, solution) as rivals:
            for place in chance.shuffled(solution.places):
                fewer = replace(bare, given=frozenset(given - {place}))
                too_hard = wanted is not None and ranks.index(wanted) < ranks.index(
                    Rating.of(fewer).difficulty
                )
                if not too_hard and not rivals.exist(fewer.given):
                    given = set(fewer.given)
        sheet = replace(bare, given=frozenset(given))
        yield sheet, Rating.of(sheet).difficulty


# Lights


def _make_lights(board: Board, chance: Chance, wanted: Difficulty | None) -> Attempts:
    """Choose presses that no others undo with as few."""
    squares = len(board)
    numbers = [
        number
        for number in range(2, max(3, squares // 2 + 1))
        if wanted in (None, difficulty_of_lights(number, squares))
    ]
    while numbers:
        number = chance.choice(numbers)
        solution = Placement.of(Place(s, PRESS) for s in chance.sample(board.squares, number))
        sheet = Sheet(
            board,
            PieceCounts.of([(PRESS, Number(0, number))]),
            moves=((PRESS, Piece.parse("wazir")),),
            lit=frozenset(),
        )
        dark = frozenset(board.squares) - Puzzle(sheet).lights(solution)
        sheet = replace(sheet, lit=dark)  # the same presses light what they would put out
        if is_unique(sheet, solution):
            pieces = PieceCounts.of([(PRESS, Number())])
            open_ended = replace(sheet, pieces=pieces, sense=Sense.FEWEST, weights=((PRESS, 1),))
            yield open_ended, difficulty_of_lights(number, squares)
        else:
            yield None


# Detective chess


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


COURT = parse_pieces("KQRBN")
"""The pieces of detective chess, unless others are said."""


def make_detective(
    board: Board,
    pieces: PieceCounts,
    seed: int,
    *,
    transparent: bool = False,
    all_numbers: bool = False,
    difficulty: Difficulty | None = None,
) -> Sheet:
    """Make a puzzle of detective chess.

    The squares of the pieces are marked, and a minimal set of others have a number: dropping any of
    them would admit a second solution. With `all_numbers`, every square has its number and none is
    marked.
    """
    number = pieces.total or 0
    if not 1 <= number <= len(board):
        raise BadQuestion(f"{number} pieces on {board}: expected 1 to {len(board)}")
    bare = Sheet(board, pieces, transparent=transparent)
    detect = partial(_all_numbers if all_numbers else _detective, bare)
    what = f"{pieces} on {board}, whose pieces can often be confused,"
    sheet = _first(detect(board, Chance(seed), difficulty), difficulty, what)
    flags = f" --pieces {pieces}" * (pieces != COURT)
    flags += " --transparent" * transparent + " --all-numbers" * all_numbers
    command = f"satchess puzzle make detective {board}{flags}"
    return _signed(sheet, "Detective chess", command, seed, difficulty)


def _detective(bare: Sheet, board: Board, chance: Chance, wanted: Difficulty | None) -> Attempts:
    while True:
        solution = _scattered(board, bare.pieces, chance)
        sheet = replace(bare, board=board, marked=frozenset(solution.squares))
        clues = _telling_clues(sheet, solution, Puzzle(sheet).attack_numbers(solution), chance)
        full = _with_clues(sheet, clues)
        yield (full, Rating.of(full).difficulty) if clues else None


def _all_numbers(bare: Sheet, board: Board, chance: Chance, wanted: Difficulty | None) -> Attempts:
    while True:
        solution = _scattered(board, bare.pieces, chance)
        full = _with_clues(bare, Puzzle(bare).attack_numbers(solution))
        unique = is_unique(full, solution)
        yield (full, Rating.of(full).difficulty) if unique else None


def _scattered(board: Board, pieces: PieceCounts, chance: Chance) -> Placement:
    """Put the pieces on squares at random."""
    kinds = [kind for kind, number in pieces.entries for _ in range(number.least)]
    squares = chance.sample(board.squares, len(kinds))
    return Placement.of(map(Place, squares, kinds))


def _telling_clues(
    sheet: Sheet, solution: Placement, numbers: dict[Square, int], chance: Chance
) -> dict[Square, int]:
    """Return clues that exclude every other solution, none of them superfluous; {} if none do."""
    silent = [square for square in numbers if square not in (sheet.marked or ())]
    silent = chance.shuffled(silent)

    def tell(squares: Sequence[Square]) -> bool:
        clues = {square: numbers[square] for square in squares}
        return is_unique(_with_clues(sheet, clues), solution)

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


MAKERS: dict[str, Maker] = {
    "regions": _make_regions,
    "detective": partial(_detective, Sheet(Board(8, 8), COURT)),
    "completion": _make_completion,
    "lights": _make_lights,
}
"""The maker of each recipe."""
