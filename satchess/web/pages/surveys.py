"""Surveys: one question on a range of boards, as far as its answers are remembered.

A survey is said like a table, `count domination king 1..8x1..8`; of one board, those around it are
meant. Nothing is computed: what is missing stays missing.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from shlex import quote

from satchess.answers import Answer
from satchess.domain.board import Topology
from satchess.errors import BadBoard, BadInput, BadQuestion, TooLarge, expected_one_of
from satchess.questions import KindOfQuestion
from satchess.questions.base import read_words
from satchess.questions.grammar import GRAPH, Form, build, words_of
from satchess.render.layout import heat
from satchess.request import BY_SIZE, UP_TO_SYMMETRY, Counting, Request
from satchess.service.table import parse_range
from satchess.tables import Key, Table
from satchess.verbs import VERBS as ALL_VERBS
from satchess.web.pages.numbers import grouped

VERBS = ("solve", "count")
"""The verbs whose answers are numbers."""

SIDES = 8
"""The boards that are shown around one that is asked for."""

Recall = Callable[[Request], Answer | None]
"""Returns what is remembered of a request."""


@dataclass(frozen=True)
class Survey:
    """A verb, the words of a question, and the boards that it is asked on."""

    verb: str
    counting: Counting
    kind: KindOfQuestion
    said: Mapping[str, object]
    """The words of the question by name, but for its board."""
    rows: range
    columns: range | None
    """None where only square boards are asked for."""
    topology: Topology = Topology.PLANE

    @classmethod
    def parse(cls, text: str, most: int, verbs: Sequence[str] = VERBS) -> "Survey":
        """Read a survey of so many boards at most.

        >>> survey = Survey.parse("count domination king 1..4x1..6:torus --total", 100)
        >>> str(survey), str(survey.request(4, 6))
        ('count domination king 1..4x1..6:torus --total', 'count domination king 4x6:torus --total')
        >>> str(Survey.parse("queens 12", 100))
        'solve queens 5..12'
        """
        verb, _, rest = text.strip().partition(" ")
        if verb.lower() not in verbs:
            if verb.lower() in ALL_VERBS:
                raise BadQuestion(f"survey {text!r}: {expected_one_of(verb, verbs)}")
            verb, rest = "solve", text.strip()
        verb = verb.lower()
        flags = set(rest.split())
        counting = Counting(up_to_symmetry=verb == "count" and UP_TO_SYMMETRY in flags)
        for flag in (UP_TO_SYMMETRY, BY_SIZE) if verb == "count" else ():
            rest = f" {rest} ".replace(f" {flag} ", " ")
        kind, read = read_words(rest.strip())
        word = words_of(kind).get("board")
        if word is None or word.metavar == GRAPH:
            raise BadQuestion(f"{kind.kind}: expected a question on boards, such as domination")
        said = dict(read)
        rows, columns, topology = _boards(str(said.pop("board", word.default)))
        survey = cls(verb, counting, kind, said, rows, columns, topology)
        if word.metavar == "N" or survey.is_square_only:
            survey = replace(survey, columns=None)
        if survey.size > most:
            raise TooLarge(f"survey: {survey.size} boards, expected at most {most}")
        survey.ensure_asks()
        return survey

    def __str__(self) -> str:
        """Return the survey as it can be read again."""
        across = "" if self.columns is None else f"x{_written(self.columns)}"
        return self._on(f"{_written(self.rows)}{across}")

    def _on(self, sizes: str) -> str:
        glued = "" if self.topology is Topology.PLANE else f":{self.topology}"
        arguments = (
            f"{sizes}{glued}" if name == "board" else str(self.said.get(name, ""))
            for name, word in words_of(self.kind).items()
            if word.form is Form.ARGUMENT
        )
        words = [self.counting.with_flags(self.verb), self.kind.kind, *arguments, self.options]
        return " ".join(filter(None, words))

    @property
    def options(self) -> str:
        """The options of the question, as they are said."""
        words = words_of(self.kind)
        said: list[str] = []
        for name, value in self.said.items():
            if name in words and words[name].form is Form.ARGUMENT:
                continue
            for each in value if isinstance(value, list) else [value]:
                said.append(f"--{name}" if each is True else f"--{name} {quote(str(each))}")
        return " ".join(said)

    @property
    def pattern(self) -> str:
        """The squares of the diagonal as a pattern of N: `count domination king NxN`."""
        return self._on("NxN")

    @property
    def is_square_only(self) -> bool:
        """Whether a range without a second one was said."""
        return self.columns is None

    @property
    def size(self) -> int:
        """How many boards there are."""
        return len(self.rows) * len(self.columns or [None])

    @property
    def piece(self) -> str:
        """The piece, if the question has one."""
        return str(self.said.get("piece", ""))

    def ensure_asks(self) -> None:
        """Raise `BadInput` if there is no board on which this is a question."""
        complaint: BadInput | None = None
        for rows, columns in reversed(self.boards):
            try:
                self.request(rows, columns)
            except BadInput as error:
                complaint = complaint or error
            else:
                return
        if complaint is not None:
            raise complaint

    @cached_property
    def boards(self) -> list[tuple[int, int]]:
        """The boards, row by row."""
        return [(m, n) for m in self.rows for n in (self.columns or [m])]

    @property
    def diagonal(self) -> list[int]:
        """The sides of the square boards."""
        return [m for m, n in self.boards if m == n]

    def request(self, rows: int, columns: int, *, by_size: bool = False) -> Request:
        """Return the request of one board; `BadInput` where it is no question."""
        glued = "" if self.topology is Topology.PLANE else f":{self.topology}"
        question = build(self.kind, {**self.said, "board": f"{rows}x{columns}{glued}"})
        if by_size:
            request = Request("count", question, Counting(by_size=True))
        else:
            request = Request(self.verb, question, self.counting)
        request.ensure_askable()
        return request

    def on(self, topology: Topology) -> "Survey":
        """Ask the same on boards that are glued in another way."""
        return replace(self, topology=topology)

    def of(self, piece: str) -> "Survey":
        """Ask the same of another piece."""
        return replace(self, said={**self.said, "piece": piece})

    def asking(self, verb: str) -> "Survey":
        """Ask another verb."""
        return replace(self, verb=verb, counting=Counting())


def _boards(text: str) -> tuple[range, range | None, Topology]:
    """Read boards; one board stands for those up to it, or around it if it is large."""
    rows, columns, glued = parse_range(text)
    name = glued.removeprefix(":") or "plane"
    if name not in list(Topology):
        raise BadBoard(f"boards {text!r}: {expected_one_of(name, list(Topology))}")
    if rows.start < 1 or (columns is not None and columns.start < 1):
        raise BadBoard(f"boards {text!r}: expected sides from 1")
    if len(rows) == 1 and (columns is None or len(columns) == 1):
        rows = _around(rows.start)
        columns = None if columns is None else _around(columns.start)
    return rows, columns, Topology(name)


def _around(side: int) -> range:
    return range(1, SIDES + 1) if side <= SIDES else range(side - SIDES + 1, side + 1)


def _written(sides: range) -> str:
    return f"{sides.start}..{sides[-1]}" if len(sides) > 1 else str(sides.start)


@dataclass(frozen=True)
class Cell:
    """One board of a survey: what is asked there, and what is remembered of it."""

    rows: int
    columns: int
    request: Request | None
    """None where it is no question: a board that is too small for its options."""
    answer: Answer | None
    warmth: float | None
    """How large its number is among the others, from 0 to 1."""

    @property
    def text(self) -> str:
        """The number, short enough for a cell."""
        return "" if self.answer is None else written(self.answer)

    @property
    def exactly(self) -> str:
        """The number with all its digits."""
        return "" if self.answer is None else written(self.answer, in_full=True)

    @property
    def step(self) -> int | None:
        """Which of the ten colours it has; None without one."""
        return None if self.warmth is None else min(9, int(10 * self.warmth))

    @property
    def number(self) -> int | None:
        """The number, if it is proved."""
        return None if self.answer is None else number_of(self.answer)


def number_of(answer: Answer) -> int | None:
    """Return the number that an answer proves: a count, or a value."""
    if answer.request.meaning.counts:
        return answer.count if answer.exact else None
    return answer.value if answer.status.is_final else None


MOST_DIGITS = 7
"""Longer numbers are rounded where room is short."""

_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def written(answer: Answer, *, in_full: bool = False) -> str:
    """Write an answer in a cell: `5`, `9..12`, `at least 40`, `none`, `1.3·10¹²`."""
    if answer.status == "infeasible":
        return "none"
    number = number_of(answer)
    if number is not None:
        return shortened(number) if not in_full else grouped(number)
    if answer.request.meaning.counts:
        return f"≥ {shortened(answer.count)}" if answer.count else "?"
    low, high = ("?" if bound is None else str(bound) for bound in (answer.lower, answer.upper))
    return "?" if low == high == "?" else f"{low}..{high}"


def shortened(number: int) -> str:
    """Write a number in a few characters.

    >>> shortened(1234567), shortened(14772512), shortened(10**9)
    ('1234567', '1.48·10⁷', '1.00·10⁹')
    """
    digits = str(number)
    if len(digits) <= MOST_DIGITS:
        return digits
    power, lead = len(digits) - 1, (int(digits[:4]) + 5) // 10
    if lead == 1000:
        power, lead = power + 1, 100
    return f"{lead // 100}.{lead % 100:02}·10{str(power).translate(_RAISED)}"


@dataclass(frozen=True)
class HeatMap:
    """A survey with what is remembered of it."""

    survey: Survey
    lines: tuple[tuple[Cell, ...], ...]

    @classmethod
    def of(cls, survey: Survey, recall: Recall) -> "HeatMap":
        """Look up every cell."""
        requests: dict[tuple[int, int], Request | None] = {}
        for board in survey.boards:
            try:
                requests[board] = survey.request(*board)
            except BadInput:
                requests[board] = None
        answers: dict[Key, Answer] = {
            board: answer
            for board, request in requests.items()
            if request is not None and (answer := recall(request)) is not None
        }
        warmth = heat(Table(("rows", "columns"), answers))
        cells = {
            (m, n): Cell(m, n, request, answers.get((m, n)), warmth(answers.get((m, n))))
            for (m, n), request in requests.items()
        }
        if survey.columns is None:
            return cls(survey, (tuple(cells.values()),))
        lines = (tuple(cells[m, n] for n in survey.columns) for m in survey.rows)
        return cls(survey, tuple(lines))

    @property
    def cells(self) -> list[Cell]:
        """All cells, row by row."""
        return [cell for line in self.lines for cell in line]

    @property
    def known(self) -> int:
        """How many cells have a proved number."""
        return sum(cell.answer is not None and cell.answer.status.is_final for cell in self.cells)

    @property
    def diagonal(self) -> list[Cell]:
        """The cells of the square boards."""
        return [cell for cell in self.cells if cell.rows == cell.columns]
