"""What is proved of puzzles: whether a solution is the only one, and how hard it is to find."""

from collections.abc import Iterable
from contextlib import closing

from satchess.closable import Closable
from satchess.domain.placement import Place, Placement
from satchess.encodings.formula import Formula
from satchess.engines.sat.solver import SatSolver
from satchess.puzzles.sheet import Sheet
from satchess.puzzles.solving import Rating
from satchess.questions.puzzle import Puzzle
from satchess.service.answer import stream
from satchess.service.options import RunOptions


class Rivals(Closable):
    """Asks a SAT solver for solutions besides the one that is meant, which a clause blocks."""

    def __init__(self, sheet: Sheet, meant: Placement) -> None:
        model = Puzzle(sheet).model()
        places = set(meant.places)
        self._variable = {model.places[v - 1]: v for v in model.board_variables}
        self._solver = SatSolver(Formula(model).collector.clauses)
        self._solver.add([[-v if p in places else v for p, v in self._variable.items()]])

    def close(self) -> None:
        """Give the solver's memory back."""
        self._solver.close()

    def exist(self, given: Iterable[Place] = ()) -> bool:
        """Whether there is another solution in which these places are taken."""
        return bool(self._solver.solve(self._variable[place] for place in given))


def is_unique(sheet: Sheet, meant: Placement) -> bool:
    """Whether a sheet has no solution but the one that is meant."""
    with Rivals(sheet, meant) as rivals:
        return not rivals.exist()


def solutions(puzzle: Puzzle, most: int) -> list[Placement]:
    """Return up to so many solutions: the best ones, where something is optimised."""
    with closing(stream(puzzle, RunOptions(workers=0), limit=most, cache=False)) as found:
        return list(found)


def rate(sheet: Sheet) -> Rating:
    """Rate a sheet; how many presses lights need is for an engine to say."""
    if sheet.lit is None or sheet.sense is None:
        return Rating.of(sheet)
    best = solutions(Puzzle(sheet), 1)
    return Rating.of_lights(sheet, len(best[0])) if best else Rating.of(sheet)
