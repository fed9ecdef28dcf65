"""A most beautiful placement: no other has a smaller fingerprint.

The fingerprint is the list of the weights of the occupied squares, the largest first. A smaller one
agrees in how many pieces stand on squares of the heaviest weights, and has fewer on those of the
next. So for each weight, from the heaviest, `beautiful.tree` refutes that with as many pieces as
the placement has on heavier squares there could be fewer on squares of this one. Weights for which
that contradicts an inequality at once are left out.

    satchess beautiful 1
    clique a1 b1 ...        further inequalities, as in `system`
    weight 226              its tree follows, as in `tree`
    ...
    end

The inequality to be refuted gets the next number while its tree is read. After it, two inequalities
stay: at least and at most as many pieces as the placement has on squares of this weight.
"""

from collections.abc import Callable, Iterator

from satchess.verify.chess import Board, Square, read_square
from satchess.verify.folder import MANIFEST, Certificate
from satchess.verify.formula import Formula, at_least, at_most
from satchess.verify.position import Position
from satchess.verify.question import Asked
from satchess.verify.reader import Reader
from satchess.verify.refusal import Refused
from satchess.verify.system import System
from satchess.verify.tree import assumed, check_refuted

HEADING = "satchess beautiful 1"
TREE = "beautiful.tree"


def _from_centre(board: Board, square: Square) -> int:
    """Return the square of twice the distance from the centre of the board."""
    return sum(
        (2 * place + 1 - length) ** 2
        for place, length in zip(square, (board.rows, board.columns), strict=True)
    )


def _from_corner(board: Board, square: Square) -> int:
    """Return the square of the distance from the nearest corner."""
    return sum(
        min(place, length - 1 - place) ** 2
        for place, length in zip(square, (board.rows, board.columns), strict=True)
    )


WEIGHTS: dict[str, Callable[[Board, Square], int]] = {
    "centre": _from_centre,
    "corner": _from_corner,
}


def check(certificate: Certificate, part: int | None) -> str:
    """Check that no placement has a smaller fingerprint."""
    if part is not None:
        raise Refused("the proof has no parts", MANIFEST)
    certificate.ensure_only("placement")
    formula, taken = certificate.formula, certificate.placement()
    if formula.objective is not None:
        raise Refused("expected a question that gives the number of pieces", MANIFEST)
    system = System(formula.names, formula.constraints)
    reader = Reader(certificate.lines(TREE), TREE)
    reader.expect(HEADING)
    words = system.read(reader)
    position = Position(system.followed, len(system.names))
    for weight, squares in by_weight(certificate.question, formula):
        pieces = len(taken.intersection(squares))
        with assumed(position, system, at_most(pieces - 1, squares)) as is_open:
            if pieces and is_open:
                if words != ["weight", str(weight)]:
                    raise reader.refusal(f"expected the weight {weight}")
                check_refuted(reader, position, system)
                words = reader.next()
        for demand in (at_least(pieces, squares), at_most(pieces, squares)):
            if not position.add(system.push(demand)):
                raise Refused(f"weight {weight}: the placement contradicts a rule", MANIFEST)
    if words != ["end"]:
        raise reader.refusal("expected 'end'")
    reader.ensure_end()
    return f"the placement has the smallest fingerprint of '{certificate.question.text}'"


def by_weight(asked: Asked, formula: Formula) -> Iterator[tuple[int, list[int]]]:
    """Yield the weights from the heaviest, each with the variables of its squares."""
    name = asked.options.get("bottleneck")
    if name not in WEIGHTS:
        raise Refused(f"--bottleneck: the checker knows {', '.join(WEIGHTS)}", MANIFEST)
    groups: dict[int, list[int]] = {}
    for variable, square in enumerate(map(read_square, formula.names), start=1):
        groups.setdefault(WEIGHTS[name](asked.board, square), []).append(variable)
    yield from sorted(groups.items(), reverse=True)
