"""The `rows` engine: placements with one piece in each row, counted by backtracking.

Where a piece attacks along rows, no placement has more pieces than rows; this engine counts those
with exactly one per row. Queens and leprechauns on a plane board use the bit-parallel kernel; all
else (tori, walls, other pieces, placements fixed by symmetries) is an exact cover of the rows, and
of the columns too if there are equally many.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from math import ceil
from typing import ClassVar

from satchess.domain.attacks import attacked_squares
from satchess.domain.board import Topology
from satchess.domain.pieces import UNLIMITED, Piece, Step
from satchess.domain.placement import Place, Placement
from satchess.domain.squares import Square
from satchess.domain.turns import Turn
from satchess.engines.counting.base import MOST_SQUARES, conjugacy_classes
from satchess.engines.rows.prefixes import (
    WIDEST,
    PlacementClass,
    Prefixes,
    by_the_rim,
    mask_of,
    singles,
)
from satchess.events import Bounded, Counted, Divided, Done, Drawn, Event, Infeasible, Settled
from satchess.questions import Independence
from satchess.task import Claim, Division, Outcome, Part, Task

# The kernels are imported on use: numba is slow to load.

FROM = "from "
FIXED = "fixed by "

LITTLE = 0.001
"""Weight of a part that counts symmetric placements: next to none of the work."""

SMALLEST_BOARDS = {1: 4, 2: 10, 3: 16, 4: 28, 5: 36, 6: 52}
"""On smaller n x n boards (n > 1), n leprechauns of a range do not fit.

G. Escamocher, B. O'Sullivan, Leprechauns on the chessboard, Discrete Math. 344 (2021).
"""


_QUEEN = Piece.parse("queen")


class RowsEngine:
    """Counts placements with one piece in each row."""

    name: ClassVar[str] = "rows"
    revision: ClassVar[int] = 1
    summary: ClassVar[str] = "Backtracking row by row, for as many queens or the like as rows."

    def objection(self, task: Task) -> str | None:
        """Why this engine cannot do a task."""
        question = task.question
        if not isinstance(question, Independence):
            return "only counts independent placements"
        if question != plainly(question):
            return "takes no further conditions"
        if task.by_size:
            return "counts one size only"
        if not question.piece.is_symmetric:
            return "attacks are one-sided"
        if question.board.topology.is_twisted:
            return "a twist makes one line of two rows"
        if len(question.board) > MOST_SQUARES:
            return f"the board has more than {MOST_SQUARES} squares"
        rows = _rows(question, task.up_to_symmetry)
        if task.verb == "sample" and rows.by_columns is None:
            return "samples on plane boards only, one piece in each row, not symmetric"
        number = rows.number
        if number is None:
            return "neither all rows nor all columns are attacked from each of their squares"
        if question.size not in (None, number):
            return f"counts placements of {number} pieces, one in each row or column"
        if question.size is None and _fewer_fit(question, number, task.upper):
            return f"fewer than {number} pieces fit"
        return None

    def reluctance(self, task: Task) -> str | None:
        """Without a queen's diagonals there are too many placements to enumerate."""
        question = task.question
        plain = question.kinds[0].without_walls.steps
        if not plain >= _QUEEN.steps and min(question.board.rows, question.board.columns) > 9:
            return "counts placements one by one, and there are likely to be many"
        return None

    def forecast(self, task: Task) -> str:
        """Give the number of pieces and of candidate squares."""
        assert isinstance(task.question, Independence)
        rows = _rows(task.question, task.up_to_symmetry)
        return f"{rows.number} pieces, row by row, on {len(rows.candidates)} squares"

    def run(self, task: Task) -> Iterator[Event]:
        """Count what the task asks for.

        If the optimum is below one piece per row, the engine can only prove that: it ends with an
        upper bound and no count.
        """
        assert isinstance(task.question, Independence)
        rows = _rows(task.question, task.up_to_symmetry)
        if task.verb == "sample":
            yield Drawn(tuple(rows.ranked(task.ranks)))
            yield Done()
            return
        match task.division, task.part:
            case Division.NOW, Part() as part:
                yield Divided(rows.divided(part), task.claim)
            case _, Part() as part:
                yield Settled(Outcome(count=rows.count(part)))
            case Division.IF_LONG, None if parts := rows.long_work():
                yield Divided(parts, Claim(rows.number))
            case _:
                yield from self._count(rows)
        yield Done()

    def _count(self, rows: "Rows") -> Iterator[Event]:
        number = rows.number
        assert number is not None
        found = Fraction(0)
        for part in rows.parts():
            for piece in rows.divided(part) or [part]:
                found += piece.times * rows.count(piece)
                if found > 0:
                    yield Bounded(number, number)
                    yield Counted(ceil(found), exact=False)
        assert found.denominator == 1
        if found:
            yield Counted(int(found), exact=True)
        elif rows.question.size is None:
            yield Bounded(None, number - 1)
        else:
            yield Infeasible()

    def covers(self, task: Task, parts: Collection[Part]) -> bool:
        """Whether the parts partition the task's placements."""
        assert isinstance(task.question, Independence)
        return _rows(task.question, task.up_to_symmetry).is_divided_into(parts)


def plainly(question: Independence) -> Independence:
    """Return the question reduced to the options this engine supports."""
    return Independence(
        question.piece,
        question.board,
        size=question.size,
        within=question.within,
        require=question.require,
        forbid=question.forbid,
        symmetric=question.symmetric,
    )


def _fewer_fit(question: Independence, number: int, upper: int | None) -> bool:
    """Whether `number` pieces are known not to fit, without a search."""
    board = question.board
    if upper is not None and upper < number:
        return True
    smallest = SMALLEST_BOARDS.get(question.piece.range_as_leprechaun or 0, 0)
    return not board.walls and 1 < number == board.rows == board.columns < smallest


@dataclass(frozen=True)
class Rows:
    """A question viewed as choosing one square per row.

    Its parts are named `2`, `2.5`, `2.5.9,11` (the third class of placements of `Prefixes`, a piece
    in column 5 of the second row, in column 9 or 11 of the third), `from c1` (pieces on that
    square) and `fixed by 4` (by the fourth class of symmetries, where placements are counted up to
    symmetry).
    """

    question: Independence
    up_to_symmetry: bool = False

    @cached_property
    def families(self) -> list[list[frozenset[Square]]]:
        """The squares grouped by rows or columns, whichever are fewer; both on a tie."""
        families = []
        for axis, step in enumerate((Step(0, 1, UNLIMITED), Step(1, 0, UNLIMITED))):
            if step in self.question.piece.steps:
                lines: dict[int, set[Square]] = {}
                for square in sorted(self.question.allowed):
                    lines.setdefault(square[axis], set()).add(square)
                if all(map(self._attack_each_other, lines.values())):
                    families.append([frozenset(line) for line in lines.values()])
        fewest = min(map(len, families), default=0)
        return [family for family in families if len(family) == fewest]

    def _attack_each_other(self, line: set[Square]) -> bool:
        """Whether the squares of a line attack each other; only walls can prevent that."""
        board, piece = self.question.board, self.question.piece
        return not board.walls or all(
            line <= attacked_squares(piece, board, square) | {square} for square in line
        )

    @property
    def number(self) -> int | None:
        """How many pieces are placed; None if one per row is not forced."""
        return len(self.families[0]) if self.families and self.families[0] else None

    @cached_property
    def candidates(self) -> frozenset[Square]:
        """The squares no required piece attacks; conflicting required squares drop out too."""
        attacked = (self._attacked(square) for square in self.question.require)
        candidates = self.question.allowed.difference(*attacked)
        if self.question.symmetry is None:
            return candidates
        return frozenset().union(*self._orbits_in_peace(candidates))

    def _attacked(self, square: Square) -> frozenset[Square]:
        return attacked_squares(self.question.piece, self.question.board, square)

    # Symmetry

    @cached_property
    def turns(self) -> tuple[Turn, ...]:
        """The symmetries of the question."""
        return tuple(self.question.symmetries())

    @cached_property
    def symmetry_classes(self) -> list[tuple[Turn, int]]:
        """A turn of each conjugacy class, with the size of the class; the identity first."""
        index = {square: i for i, square in enumerate(sorted(self.question.allowed), start=1)}
        turns: dict[tuple[int, ...], Turn] = {}
        for turn in self.turns:  # the identity first; on narrow boards some turns are the same
            turns.setdefault(tuple(index[turn(square)] for square in index), turn)
        return [(turns[mover], alike) for mover, alike in conjugacy_classes(tuple(turns))]

    # Parts

    def parts(self) -> list[Part]:
        """Return parts that make up all the work; up to symmetry, by Burnside's lemma."""
        parts = self._counting_parts()
        if not self.up_to_symmetry:
            return parts
        order = sum(alike for _, alike in self.symmetry_classes)
        parts = [replace(part, times=part.times / order) for part in parts]
        for number, (turn, alike) in enumerate(self.symmetry_classes):
            if not turn.is_identity:
                parts.append(Part(f"{FIXED}{number}", Fraction(alike, order)))
        return parts

    def _counting_parts(self) -> list[Part]:
        if self._prefixes is not None:
            return self._prefixes.parts()
        line = min(self.families[0], key=lambda line: len(line & self.candidates))
        return [
            Part(f"{FROM}{square}", Fraction(times))
            for square, times in self._standing_for(line).items()
        ]

    def divided(self, part: Part) -> tuple[Part, ...]:
        """Split a part; empty if it is indivisible."""
        if self._prefixes is None or part.name.startswith(FIXED):
            return ()
        return self._prefixes.divided(part)

    def long_work(self) -> tuple[Part, ...]:
        """Return parts of about equal work; empty if there is too little to divide."""
        if self._prefixes is None:
            return ()
        whole = self.parts()
        if not (balanced := self._prefixes.balanced([p for p in whole if _is_prefix(p)])):
            return ()
        fixed = (replace(part, weight=LITTLE) for part in whole if not _is_prefix(part))
        return (*balanced, *fixed)

    def is_divided_into(self, parts: Collection[Part]) -> bool:
        """Whether `parts` are the leaves of some division tree of the whole work."""
        alone = [each for part in parts for each in singles(part)]
        left = {part.name: part.times for part in alone}
        if len(left) < len(alone):
            return False
        waiting = self.parts()
        while waiting:
            part = waiting.pop()
            if part.name in left:
                if left.pop(part.name) != part.times:
                    return False
            elif not any(name.startswith(f"{part.name}.") for name in left):
                return False
            else:
                waiting += self.divided(part)
        return not left

    # Counting

    def count(self, part: Part) -> int:
        """Count the placements of a part, before weighting by `part.times`."""
        if part.name.startswith(FIXED):
            turn, _ = self.symmetry_classes[int(part.name.removeprefix(FIXED))]
            return self.fixed(turn)
        if part.name.startswith(FROM):
            orbits = self._orbits_in_peace(self.candidates)
            return self._transversals(orbits, Square.parse(part.name.removeprefix(FROM)))
        assert self._prefixes is not None
        return self._prefixes.count(part)

    def columns(self, part: Part) -> tuple[int, ...]:
        """Return the columns of the pieces of a part that fixes every row."""
        assert self._prefixes is not None
        return self._prefixes.columns_of(part)

    @cached_property
    def _prefixes(self) -> Prefixes | None:
        """The row-by-row search for queens and leprechauns on a plane; None for all else."""
        turned = self.question
        if turned.board.columns < turned.board.rows:
            turned = turned.turned(Turn(turned.board.rows, turned.board.columns, transposes=True))
        board = turned.board
        reach = turned.piece.range_as_leprechaun
        simple = board.topology is Topology.PLANE and not board.walls and board.columns <= WIDEST
        if reach is None or not simple or self.number != board.rows or turned.symmetry:
            return None
        return Rows(turned)._row_by_row(reach)

    @property
    def _masks(self) -> list[int]:
        """The candidates of each row, as bits."""
        rows = range(self.question.board.rows)
        return [mask_of(s.column for s in self.candidates if s.row == row) for row in rows]

    def _row_by_row(self, reach: int) -> Prefixes:
        rows, columns = self.question.board.rows, self.question.board.columns
        plain = len(self.candidates) == rows * columns
        if plain and rows == columns > 1:
            return Prefixes(reach, columns, tuple(by_the_rim(rows)))
        masks = self._masks
        return Prefixes(
            reach,
            columns,
            tuple(
                PlacementClass([1 << square.column, *masks[1:]], [0] * rows, times)
                for square, times in self._standing_for(self.families[0][0]).items()
            ),
        )

    @cached_property
    def by_columns(self) -> Prefixes | None:
        """All placements as they are ranked, by columns; None where the rows are not swept."""
        board, reach = self.question.board, self.question.piece.range_as_leprechaun
        simple = board.topology is Topology.PLANE and not board.walls and board.columns <= WIDEST
        if reach is None or not simple or self.number != board.rows != 0:
            return None
        if self.question.symmetry is not None:
            return None  # the rows are not swept one by one
        if len({square.column for square in self.question.allowed}) > board.rows:
            return None  # it is wide: files are swept
        masks = self._masks
        return Prefixes(
            reach,
            board.columns,
            tuple(
                PlacementClass([1 << column, *masks[1:]], [0] * board.rows, 1)
                for column in range(board.columns)
                if masks[0] >> column & 1
            ),
        )

    def ranked(self, ranks: Iterable[int]) -> Iterator[Placement]:
        """Yield the placements of ranks."""
        assert self.by_columns is not None
        piece = self.question.piece
        for columns in self.by_columns.ranked(ranks):
            yield Placement.of(Place(Square(row, c), piece) for row, c in enumerate(columns))

    def fixed(self, turn: Turn) -> int:
        """Count the placements fixed by a turn."""
        orbits = self._orbits_in_peace(self.candidates, turn)
        line = self.families[0][0] & frozenset[Square]().union(*orbits)
        return sum(self._transversals(orbits, square) for square in sorted(line))

    def _orbits_in_peace(
        self, squares: frozenset[Square], *further: Turn
    ) -> list[frozenset[Square]]:
        """Return the orbits among some squares, under the symmetry asked for and further turns."""
        symmetry = self.question.symmetry
        turns = (*(symmetry.generators if symmetry else ()), *further)
        orbits = _orbits(squares, turns)
        return [orbit for orbit in orbits if orbit <= squares and self._in_peace(orbit)]

    def _in_peace(self, squares: frozenset[Square]) -> bool:
        return all(squares.isdisjoint(self._attacked(square)) for square in squares)

    def _standing_for(self, line: frozenset[Square]) -> dict[Square, int]:
        """Return one square of each symmetry orbit on a line, with the size of the orbit.

        A square and its images are used by equally many placements.
        """
        times: dict[Square, int] = {}
        for square in sorted(line & self.candidates):
            known = next((i for turn in self.turns if (i := turn(square)) in times), square)
            times[known] = times.get(known, 0) + 1
        return times

    def _transversals(self, items: list[frozenset[Square]], start: Square) -> int:
        """Count the ways to pick one item per line that use the square `start`."""
        from satchess.engines.rows.kernels import count_transversals, words

        number = {square: i for i, item in enumerate(items) for square in item}
        lines = [line for family in self.families for line in family]
        friends = []
        for item in items:
            attacked = item.union(*map(self._attacked, item))
            foes = mask_of(number[square] for square in attacked if square in number)
            friends.append((1 << len(items)) - 1 & ~foes)
        groups = [mask_of(number[square] for square in line if square in number) for line in lines]
        covers = [mask_of(i for i, line in enumerate(lines) if line & item) for item in items]
        tables = (
            words(friends, len(items)),
            words(groups, len(items)),
            words(covers, len(lines)),
        )
        return int(count_transversals(*tables, number[start]))


@lru_cache(maxsize=2)
def _rows(question: Independence, up_to_symmetry: bool) -> Rows:
    """Return a question as rows, cached for the next part of the same task."""
    return Rows(question, up_to_symmetry)


def _orbits(squares: Iterable[Square], turns: Collection[Turn]) -> Iterator[frozenset[Square]]:
    """Yield the orbits of squares under turns."""
    left = set(squares)
    while left:
        orbit = {min(left)}
        waiting = list(orbit)
        while waiting:
            square = waiting.pop()
            new = {turn(square) for turn in turns} - orbit
            orbit |= new
            waiting += new
        left -= orbit
        yield frozenset(orbit)


def _is_prefix(part: Part) -> bool:
    return part.name[0].isdigit()
