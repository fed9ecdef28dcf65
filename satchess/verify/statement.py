"""The statement: what a question asks, as constraints over the squares alone.

A variable is named like its square; where there are several kinds of pieces, `c4_2` is a piece of
the second kind on c4. Pairs that attack each other are stated one by one, squares to be covered one
by one: nothing is clever here, so that the link from chess to the formula can be read.

>>> for line in state(read_question("domination rook 1x2")).lines():
...     print(line)
* #variable= 2 #constraint= 2
* domination rook 1x2
min: 1 a1 1 b1 ;
1 a1 1 b1 >= 1 ;
1 a1 1 b1 >= 1 ;
"""

from collections.abc import Callable, Container, Iterable, Iterator
from itertools import combinations
from math import gcd

from satchess.verify.chess import Piece, Square, attacked, square_name
from satchess.verify.formula import Constraint, Formula, at_least, at_most, clause
from satchess.verify.question import Asked, read_question
from satchess.verify.refusal import Refused

__all__ = ["read_question", "state"]

MOST_SQUARES = 20_000
"""Squares, times the kinds of pieces where there are several."""
MOST_STEPS = 10_000_000
"""Squares times the steps that pieces have on each."""
MOST_PASSED = 16_000_000
"""Squares that all lines from all squares pass: so many terms are stated at most."""
MOST_SQUARES_IN_PAIRS = 2_500


def state(asked: Asked) -> Formula:
    """Return the formula whose models are the placements that a question asks about."""
    squares, pieces = len(asked.board.squares), asked.pieces
    if squares * len(pieces) > MOST_SQUARES or squares * sum(map(len, pieces)) > MOST_STEPS:
        raise Refused(f"question '{asked.text[:80]}': too large for the checker")
    return KINDS[asked.kind](asked)


def _attacked(
    asked: Asked, piece: Piece, square: Square, blockers: Container[Square] = ()
) -> list[Square]:
    """Return what a piece attacks; each square has its share of what may be stated."""
    most = MOST_PASSED // (len(asked.board.squares) * len(asked.pieces))
    return attacked(piece, asked.board, square, blockers, most)


def _independence(asked: Asked) -> Formula:
    variable = _one_kind(asked)
    rules = [*_peace(asked, asked.piece, variable)]
    if "maximal" in asked.flags:
        around = _neighbours(asked, asked.piece)
        for square in variable:
            rules.append(clause(_among(variable, [square, *around[square]])))
    is_free = "all" in asked.flags or "maximal" in asked.flags
    return _sized(asked, variable, rules, -1, is_free=is_free)


def _domination(asked: Asked) -> Formula:
    variable = _one_kind(asked)
    attackers: dict[Square, list[Square]] = {square: [] for square in asked.board.squares}
    for square in asked.board.squares:
        for other in _attacked(asked, asked.piece, square):
            attackers[other].append(square)
    rules = []
    targets = asked.options.get("target")
    for square in asked.board.squares:
        if targets is None or square in targets:
            own = [] if "total" in asked.flags else [square]
            rules.append(clause(_among(variable, sorted([*own, *attackers[square]]))))
    if "independent" in asked.flags:
        rules += _peace(asked, asked.piece, variable)
    return _sized(asked, variable, rules, 1, is_free="all" in asked.flags)


def _no_three_in_line(asked: Asked) -> Formula:
    """At most two points on each straight line through three squares or more."""
    squares = asked.board.squares
    if asked.board.topology != "plane" or len(squares) > MOST_SQUARES_IN_PAIRS:
        raise Refused(f"question '{asked.text[:80]}': expected a smaller board in the plane")
    variable = _one_kind(asked)
    lines: dict[tuple[int, int, int], set[Square]] = {}
    for (row, column), (other_row, other_column) in combinations(squares, 2):
        rows, columns = other_row - row, other_column - column
        parts = gcd(rows, columns)
        rows, columns = rows // parts, columns // parts
        line = lines.setdefault((rows, columns, rows * column - columns * row), set())
        line.update([(row, column), (other_row, other_column)])
    rules = [at_most(2, _among(variable, sorted(line))) for line in lines.values() if len(line) > 2]
    return _sized(asked, variable, rules, -1, is_free="all" in asked.flags)


def _crowded_board(asked: Asked) -> Formula:
    """None attacks another of its own kind; the kind without a number is to be maximised."""
    counts = asked.counts
    names, places = _several_kinds(asked.board.squares, len(counts))
    rules = [at_most(1, [own[square] for own in places]) for square in asked.board.squares]
    objective = None
    for (_, number), piece, variable in zip(counts, asked.pieces, places, strict=True):
        rules += _peace(asked, piece, variable)
        if number is not None:
            rules += _exactly(number, variable.values())
        elif objective is None:
            objective = tuple((-1, v) for v in variable.values())
        else:
            raise Refused(f"question '{asked.text}': expected numbers for all kinds but one")
    return Formula(tuple(names), rules, objective, asked.text)


def _puzzle(asked: Asked) -> Formula:
    """One piece on each marked square; so many of each kind; so many attackers of some squares.

    Every marked square is occupied, and no other: so it is known what stands in whose way.
    """
    sheet = asked.sheet
    assert sheet is not None
    if len(sheet.marked) * len(sheet.pieces) * len(sheet.attacks) > MOST_STEPS:
        raise Refused(f"question '{asked.text[:80]}': too large for the checker")
    names, places = _several_kinds(sheet.marked, len(sheet.pieces))
    rules: list[Constraint] = []
    for square in sheet.marked:
        rules += _exactly(1, [own[square] for own in places])
    for (_, number), variable in zip(sheet.pieces, places, strict=True):
        rules += _exactly(number, variable.values())
    reached = [
        (variable[square], frozenset(_attacked(asked, piece, square, sheet.marked)))
        for piece, variable in zip(asked.pieces, places, strict=True)
        for square in sheet.marked
    ]
    for target, number in sheet.attacks:
        attackers = [variable for variable, squares in reached if target in squares]
        rules += _exactly(number, attackers)
    return Formula(tuple(names), rules, None, asked.text)


KINDS: dict[str, Callable[[Asked], Formula]] = {
    "independence": _independence,
    "domination": _domination,
    "no-three-in-line": _no_three_in_line,
    "crowded-board": _crowded_board,
    "puzzle": _puzzle,
}
"""How each kind of question is stated."""


def _one_kind(asked: Asked) -> dict[Square, int]:
    """Number the squares on which a piece may stand."""
    within = asked.options.get("within", frozenset(asked.board.squares))
    forbidden = asked.options.get("forbid", frozenset())
    allowed = (s for s in asked.board.squares if s in within and s not in forbidden)
    return {square: number for number, square in enumerate(allowed, start=1)}


def _several_kinds(
    squares: Iterable[Square], kinds: int
) -> tuple[list[str], list[dict[Square, int]]]:
    """Name and number places, kind by kind on each square."""
    names: list[str] = []
    places: list[dict[Square, int]] = [{} for _ in range(kinds)]
    for square in squares:
        for number, variable in enumerate(places, start=1):
            names.append(square_name(square) + f"_{number}" * (kinds > 1))
            variable[square] = len(names)
    return names, places


def _neighbours(asked: Asked, piece: Piece) -> dict[Square, list[Square]]:
    return {square: _attacked(asked, piece, square) for square in asked.board.squares}


def _among(variable: dict[Square, int], squares: Iterable[Square]) -> list[int]:
    return [variable[square] for square in squares if square in variable]


def _peace(asked: Asked, piece: Piece, variable: dict[Square, int]) -> Iterator[Constraint]:
    """Of two squares, one of which attacks the other, at most one is taken."""
    around = _neighbours(asked, piece)
    for square, number in variable.items():
        for other in around[square]:
            if square < other and other in variable:
                yield at_most(1, (number, variable[other]))


def _sized(
    asked: Asked,
    variable: dict[Square, int],
    rules: list[Constraint],
    weight: int,
    *,
    is_free: bool,
) -> Formula:
    """Add what the options say, and the objective unless the number is given or free."""
    rules += (clause([variable[s]]) for s in sorted(_required(asked, variable)))
    least, most = asked.options.get("size", (0, None))
    rules += _between(least, most, variable.values())
    is_given = least == most
    objective = None
    if not is_given and not is_free:
        objective = tuple((weight, number) for number in variable.values())
    return Formula(tuple(map(square_name, variable)), rules, objective, asked.text)


def _required(asked: Asked, variable: dict[Square, int]) -> frozenset[Square]:
    required: frozenset[Square] = asked.options.get("require", frozenset())
    if not required <= variable.keys():
        raise Refused(f"question '{asked.text}': a required square must stay empty")
    return required


def _between(least: int, most: int | None, variables: Iterable[int]) -> Iterator[Constraint]:
    variables = tuple(variables)
    if least:
        yield at_least(least, variables)
    if most is not None:
        yield at_most(most, variables)


def _exactly(number: int, variables: Iterable[int]) -> Iterator[Constraint]:
    yield from _between(number, number, tuple(variables))
