"""Turns: rotations and reflections of a board in the plane that leave a statement as it is.

Those that exchange rows and columns are turns of a square board only: on any other one they would
move squares off the board, and those that stay by chance would make no group.
"""

from collections import Counter
from collections.abc import Callable, Iterator

from satchess.verify.chess import Square, read_square, square_name
from satchess.verify.formula import Constraint, Formula, clause
from satchess.verify.question import Asked
from satchess.verify.refusal import Refused

Permutation = tuple[int, ...]
"""Entry v - 1 is the image of variable v."""

Turn = Callable[[int, int, int, int], Square]
"""Where a square goes on a board whose last row and column have these numbers."""

TURNS: tuple[Turn, ...] = (
    lambda row, column, rows, columns: (row, column),
    lambda row, column, rows, columns: (rows - row, column),
    lambda row, column, rows, columns: (row, columns - column),
    lambda row, column, rows, columns: (rows - row, columns - column),
)
"""Turns of any board."""

TURNS_OF_SQUARES: tuple[Turn, ...] = (
    lambda row, column, rows, columns: (column, row),
    lambda row, column, rows, columns: (columns - column, row),
    lambda row, column, rows, columns: (column, rows - row),
    lambda row, column, rows, columns: (columns - column, rows - row),
)
"""Turns that exchange rows and columns."""


def turns(asked: Asked, formula: Formula) -> list[Permutation]:
    """Return the turns of the board that leave the statement as it is, the identity first.

    Turns that move all squares alike are listed once. They are a group: all turns of the board are
    one, and one after the other, two that leave the statement as it is do so too.
    """
    if asked.board.topology != "plane":
        raise Refused("the checker turns boards in the plane only")
    stated = Counter(map(_unordered, formula.constraints))
    objective = set(formula.objective or ())
    found: dict[Permutation, None] = {}
    for permutation in _permutations(asked, formula):
        moved = (_unordered(constraint, permutation) for constraint in formula.constraints)
        same = {(weight, permutation[v - 1]) for weight, v in objective} == objective
        if same and Counter(moved) == stated:
            found[permutation] = None
    if any(_composed(one, other) not in found for one in found for other in found):
        raise Refused("the turns of the board are no group")
    return list(found)


def _composed(one: Permutation, other: Permutation) -> Permutation:
    """Move by one, then by the other."""
    return tuple(other[image - 1] for image in one)


def fixing(permutation: Permutation) -> list[Constraint]:
    """State that a turn moves a placement to itself."""
    moved = ((v, image) for v, image in enumerate(permutation, start=1) if v != image)
    return [clause((-v, image)) for v, image in moved]


def _unordered(constraint: Constraint, permutation: Permutation | None = None) -> object:
    """Return a constraint whatever the order of its literals, perhaps moved."""
    literals, weights, degree = constraint
    if permutation is not None:
        literals = tuple(permutation[x - 1] if x > 0 else -permutation[-x - 1] for x in literals)
    return frozenset(Counter(zip(literals, weights, strict=True)).items()), degree


def _permutations(asked: Asked, formula: Formula) -> Iterator[Permutation]:
    """Yield what turns do to the variables, where they keep to the squares of the board."""
    rows, columns = asked.board.rows - 1, asked.board.columns - 1
    for turn in (*TURNS, *TURNS_OF_SQUARES) if rows == columns else TURNS:
        images = []
        for name in formula.names:
            square, _, kind = name.partition("_")
            moved = square_name(turn(*read_square(square), rows, columns))
            images.append(formula.variable.get(f"{moved}_{kind}" if kind else moved, 0))
        if all(images):
            yield tuple(images)
