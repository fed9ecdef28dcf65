"""The `rows` engine: placements with one piece in each row, counted by backtracking.

Where a piece attacks along rows, no placement has more pieces than rows; this engine counts those
that have as many. On a plane board, queens and leprechauns are placed row by row with a few words;
all else (tori, walls, other pieces, placements that a symmetry leaves as they are) is a choice of
one square for each row, and for each column where these are as many.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import ClassVar

from satchess.attacks import attacked_squares
from satchess.board import Topology
from satchess.engines.base import Bounded, Counted, Done, Event, Infeasible, Task
from satchess.engines.counting import conjugacy_classes
from satchess.pieces import UNLIMITED, Piece, Step
from satchess.questions import Independence
from satchess.squares import Square
from satchess.turns import Turn

# The kernels are imported when they are used: numba takes a while.

WIDEST = 64
"""Columns that a word has bits for."""

SMALLEST_BOARDS = {1: 4, 2: 10, 3: 16, 4: 28, 5: 36, 6: 52}
"""On smaller n x n boards (n > 1), n leprechauns of a range do not fit.

G. Escamocher, B. O'Sullivan, Leprechauns on the chessboard, Discrete Math. 344 (2021).
"""


_QUEEN = Piece.parse("queen")


class RowsEngine:
    """Counts placements with one piece in each row."""

    name: ClassVar[str] = "rows"
    summary: ClassVar[str] = "Backtracking row by row, for as many queens or the like as rows."

    def objection(self, task: Task) -> str | None:
        """Why this engine cannot do a task."""
        question = task.question
        if not isinstance(question, Independence):
            return "only counts independent placements"
        if question != _plainly(question):
            return "takes no further conditions"
        if task.by_size:
            return "counts one size only"
        number = Rows(question).number
        if number is None:
            return "neither all rows nor all columns are attacked from each of their squares"
        if question.size not in (None, number):
            return f"counts placements of {number} pieces, one in each row or column"
        if question.size is None and _fewer_fit(question, number, task.upper):
            return f"fewer than {number} pieces fit"
        return None

    def reluctance(self, task: Task) -> str | None:
        """Without the diagonals of a queen, there are too many placements to count one by one."""
        question = task.question
        plain = question.kinds[0].without_walls.steps
        if not plain >= _QUEEN.steps and min(question.board.rows, question.board.columns) > 9:
            return "counts placements one by one, and there are likely to be many"
        return None

    def forecast(self, task: Task) -> str:
        """Say how many choices there are, on the whole."""
        assert isinstance(task.question, Independence)
        rows = Rows(task.question)
        return f"{rows.number} pieces, one after the other, on {len(rows.candidates)} squares"

    def run(self, task: Task) -> Iterator[Event]:
        """Count what the task asks for.

        Where the optimum is asked for and is less than one in each row, that is all this engine can
        say: it ends with an upper bound and without a count.
        """
        assert isinstance(task.question, Independence)
        rows = Rows(task.question)
        number = rows.number
        assert number is not None
        classes = list(rows.symmetry_classes()) if task.up_to_symmetry else []
        order = sum(alike for _, alike in classes) or 1
        found = Fraction(0)
        for part in rows.parts():
            if found < 1 <= found + part:
                yield Bounded(number, number)
            found += part
            if found >= 1:
                yield Counted(-(-int(found) // order), exact=False)
        assert found.denominator == 1
        count = int(found)
        if count:
            for turn, alike in classes:
                if not turn.is_identity:
                    count += alike * rows.fixed(turn)
            assert count % order == 0
            yield Counted(count // order, exact=True)
        elif task.question.size is None:
            yield Bounded(None, number - 1)
        else:
            yield Infeasible()
        yield Done()


def _plainly(question: Independence) -> Independence:
    """Return the question with only those options that this engine knows."""
    return Independence(
        question.piece,
        question.board,
        size=question.size,
        within=question.within,
        require=question.require,
        forbid=question.forbid,
    )


def _fewer_fit(question: Independence, number: int, upper: int | None) -> bool:
    """Whether it is known beforehand that so many pieces do not fit."""
    board = question.board
    if upper is not None and upper < number:
        return True
    smallest = SMALLEST_BOARDS.get(_range_of(question.piece) or 0, 0)
    return not board.walls and 1 < number == board.rows == board.columns < smallest


@dataclass(frozen=True)
class Rows:
    """A question, seen as a choice of one square in each row."""

    question: Independence

    @cached_property
    def families(self) -> list[list[frozenset[Square]]]:
        """The squares by rows or by columns, whichever are fewer; both where they are as many."""
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
        """Whether the squares of a line attack each other: only walls can prevent it."""
        board, piece = self.question.board, self.question.piece
        return not board.walls or all(
            line <= attacked_squares(piece, board, square) | {square} for square in line
        )

    @property
    def number(self) -> int | None:
        """How many pieces are placed; None if they need not be one in each row."""
        return len(self.families[0]) if self.families and self.families[0] else None

    @cached_property
    def candidates(self) -> frozenset[Square]:
        """The squares that no required piece attacks; no required ones if they do each other."""
        attacked = (self._attacked(square) for square in self.question.require)
        return self.question.allowed.difference(*attacked)

    def _attacked(self, square: Square) -> frozenset[Square]:
        return attacked_squares(self.question.piece, self.question.board, square)

    # Symmetry

    @cached_property
    def turns(self) -> tuple[Turn, ...]:
        """The symmetries of the question."""
        return tuple(self.question.symmetries())

    def symmetry_classes(self) -> Iterator[tuple[Turn, int]]:
        """Yield a turn of each conjugacy class, with the size of the class."""
        index = {square: i for i, square in enumerate(sorted(self.question.allowed), start=1)}
        turns: dict[tuple[int, ...], Turn] = {}
        for turn in self.turns:  # the identity first; on narrow boards some turns are the same
            turns.setdefault(tuple(index[turn(square)] for square in index), turn)
        for permutation, alike in conjugacy_classes(tuple(turns)):
            yield turns[permutation], alike

    # Counting

    def parts(self) -> Iterator[Fraction]:
        """Yield numbers that add up to the number of placements."""
        turned = self.question
        if turned.board.columns < turned.board.rows:
            turned = turned.turned(Turn(turned.board.rows, turned.board.columns, transposes=True))
        board = turned.board
        reach = _range_of(turned.piece)
        simple = board.topology is Topology.PLANE and not board.walls and board.columns <= WIDEST
        if reach is not None and simple and self.number == board.rows:
            return Rows(turned)._row_by_row(reach)
        squares = [frozenset({square}) for square in sorted(self.candidates)]
        line = min(self.families[0], key=lambda line: len(line & self.candidates))
        return map(Fraction, self._transversals(squares, self._standing_for(line)))

    def fixed(self, turn: Turn) -> int:
        """Return the number of placements that a turn leaves as they are."""
        orbits = [orbit for orbit in _orbits(self.candidates, turn) if self._in_peace(orbit)]
        line = self.families[0][0] & frozenset[Square]().union(*orbits)
        return sum(self._transversals(orbits, dict.fromkeys(line, 1)))

    def _in_peace(self, squares: frozenset[Square]) -> bool:
        return all(squares.isdisjoint(self._attacked(square)) for square in squares)

    def _standing_for(self, line: frozenset[Square]) -> dict[Square, int]:
        """Return squares of a line that stand for all of it, each with how many it stands for.

        Equally many placements use a square and any of its images.
        """
        times: dict[Square, int] = {}
        for square in sorted(line & self.candidates):
            known = next((i for turn in self.turns if (i := turn(square)) in times), square)
            times[known] = times.get(known, 0) + 1
        return times

    def _transversals(
        self, items: list[frozenset[Square]], starts: Mapping[Square, int]
    ) -> Iterator[int]:
        """Yield how many choices of items, one for each line, use each of some squares.

        Each number is multiplied by how many squares that square stands for.
        """
        from satchess.engines.rows_numba import count_transversals, words

        if not starts:
            return
        number = {square: i for i, item in enumerate(items) for square in item}
        lines = [line for family in self.families for line in family]
        friends = []
        for item in items:
            attacked = item.union(*map(self._attacked, item))
            foes = _mask(number[square] for square in attacked if square in number)
            friends.append((1 << len(items)) - 1 & ~foes)
        groups = [_mask(number[square] for square in line if square in number) for line in lines]
        covers = [_mask(i for i, line in enumerate(lines) if line & item) for item in items]
        tables = (
            words(friends, len(items)),
            words(groups, len(items)),
            words(covers, len(lines)),
        )
        for square, times in starts.items():
            yield times * int(count_transversals(*tables, number[square]))

    def _row_by_row(self, reach: int) -> Iterator[Fraction]:
        """Yield how many placements each choice in the first two rows stands for."""
        from satchess.engines.rows_numba import FARTHEST_DEADLINE, SHARES, count_rows, words

        rows, columns = self.question.board.rows, self.question.board.columns
        plain = len(self.candidates) == rows * columns
        deadlines = 3 <= reach <= FARTHEST_DEADLINE and reach < rows == columns
        for job in _by_the_rim(rows) if plain and rows == columns > 1 else self._by_first_row():
            ties = words(job.ties, WIDEST)[:, 0]
            for second in _bits(job.allowed[1]) if rows > 1 else [0]:
                allowed = [job.allowed[0], second, *job.allowed[2:]][:rows]
                found = count_rows(reach, deadlines, words(allowed, WIDEST)[:, 0], ties)
                yield Fraction(job.times * int(found), SHARES)

    def _by_first_row(self) -> Iterator["Job"]:
        rows = range(self.question.board.rows)
        masks = [_mask(s.column for s in self.candidates if s.row == row) for row in rows]
        for square, times in self._standing_for(self.families[0][0]).items():
            yield Job([1 << square.column, *masks[1:]], [0 for _ in rows], times)


@dataclass(frozen=True)
class Job:
    """Arguments for `count_rows`, and how often its result counts."""

    allowed: list[int]
    ties: list[int]
    times: int


def _by_the_rim(size: int) -> Iterator[Job]:
    """Yield jobs that count all placements on a plain n x n board, using its eight symmetries.

    Say that a side of the board has depth d if its piece is d squares from the nearer corner. Of a
    placement whose least deep sides, t of them, have depth d, t of the eight images have depth d
    on the first side, measured from the left, and all of these have t such sides. So each such
    image stands for 8/t placements. (On odd boards, d is not the middle: two pieces would be on
    one column.) With a piece in the first corner (t = 2), the two images are each other's mirror
    at the diagonal, and one of them has its piece on the second row nearer to the corner than the
    one on the second column; the two cannot be equally near, being on a diagonal.
    """
    everything = (1 << size) - 1
    for second in range(2, size):
        late = [everything & ~2 if row <= second else everything for row in range(2, size)]
        yield Job([1, 1 << second, *late], [0] * size, 8)
    sides = 1 | 1 << size - 1
    for depth in range(1, size // 2):
        other = size - 1 - depth
        inner = range(depth, other + 1)
        allowed = [everything if row in inner else everything & ~sides for row in range(size)]
        allowed[0] = 1 << depth
        allowed[-1] = _mask(inner)
        ties = [sides if row in (depth, other) else 0 for row in range(size)]
        ties[-1] = 1 << other
        yield Job(allowed, ties, 8)


def _range_of(piece: Piece) -> int | None:
    """Return the range of a leprechaun, 1 for a queen; None for other pieces."""
    plain = piece.without_walls
    span = plain.span
    if span <= WIDEST and Piece.parse(f"leprechaun:{span}").without_walls == plain:
        return span
    return None


def _orbits(squares: Iterable[Square], turn: Turn) -> Iterator[frozenset[Square]]:
    """Sort squares into those that a turn carries into each other."""
    left = set(squares)
    while left:
        orbit = [min(left)]
        while (image := turn(orbit[-1])) != orbit[0]:
            orbit.append(image)
        left.difference_update(orbit)
        yield frozenset(orbit)


def _mask(bits: Iterable[int]) -> int:
    return sum(1 << bit for bit in set(bits))


def _bits(mask: int) -> Iterator[int]:
    """Yield the bits of a mask, each as a mask."""
    while mask:
        yield mask & -mask
        mask &= mask - 1
