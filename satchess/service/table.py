"""Tables: one question on a range of boards, of several pieces, for ranges of numbers."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import chain, product
from math import prod
from pathlib import Path
from typing import Any, NamedTuple, Unpack

from satchess.answers import Answer, Status
from satchess.domain.notation import join_sizes
from satchess.domain.pieces import split_at_commas
from satchess.errors import BadBoard, BadInput, BadQuestion, NotKnown
from satchess.questions import KindOfQuestion, Question, grammar
from satchess.questions.base import read_words
from satchess.questions.grammar import Word, build, words_of
from satchess.request import PLAIN, Counting, Request
from satchess.service import answer as service
from satchess.service.options import RunOptions, TableOptions, take_counting, take_run_options
from satchess.service.session import Watcher
from satchess.tables import Key, Table

MOST_CELLS = 100_000

_RANGE = r"(\d{1,5})(?:(?:\.\.|-)(\d{1,5}))?"


def parse_range(text: str) -> tuple[range, range | None, str]:
    """Read the boards of a table: `3..8x3..8`, `4..9` (squares only), with `:torus` behind it.

    `4-9` is read as well.
    """
    sizes, colon, topology = " ".join(join_sizes(text.split())).partition(":")
    sides: list[range] = []
    for side in sizes.split("x"):
        if re.fullmatch(_RANGE, side) is None or len(sides) == 2:
            raise BadBoard(f"boards {text!r}: expected a range such as 3..8x3..8 or 4..10")
        sides.append(_range(side, f"boards {text!r}"))
    return sides[0], sides[1] if len(sides) == 2 else None, colon + topology


def _range(text: str, where: str) -> range:
    """Read a range that is well formed; `where` it stands is for the complaint."""
    match = re.fullmatch(_RANGE, text)
    assert match is not None
    first, last = int(match[1]), int(match[2] or match[1])
    if last < first:
        raise BadBoard(f"{where}: the range {text} is empty")
    return range(first, last + 1)


class Axis(NamedTuple):
    """Arguments that vary together: their names, and for each of their values the words said."""

    names: tuple[str, ...]
    steps: tuple[tuple[Key, Mapping[str, str]], ...]


def table_questions(
    kind: KindOfQuestion, said: Mapping[str, object]
) -> tuple[tuple[str, ...], dict[Key, Question]]:
    """Return the arguments that vary, and the question of each cell.

    `board` and whole numbers may be ranges, `piece` may be several.
    """
    words = words_of(kind)
    boards = _boards(words["board"], said.get("board")) if "board" in words else None
    others = [
        axis
        for name, word in words.items()
        if name != "board" and (axis := _axis(name, word, said.get(name))) is not None
    ]
    axes = [axis for axis in (boards, *others) if axis is not None]
    if not axes and "board" not in words:
        raise BadQuestion(
            f"table {kind.kind}: it has a board of its own, expected another question"
        )
    if not axes:
        raise BadQuestion(
            f"table {kind.kind}: nothing varies, expected a range such as 3..8x3..8 or 4..10"
        )
    _ensure_few(prod(len(axis.steps) for axis in axes))
    names = (*(name for axis in others for name in axis.names), *(boards.names if boards else ()))
    questions: dict[Key, Question] = {}
    for steps in product(*(axis.steps for axis in axes)):
        texts = {name: text for _, part in steps for name, text in part.items()}
        values = [key for key, _ in steps]
        if boards:
            values = [*values[1:], values[0]]
        questions[tuple(chain(*values))] = build(kind, {**said, **texts})
    return names, questions


def _ensure_few(cells: int) -> None:
    if cells > MOST_CELLS:
        raise BadQuestion(f"table: {cells} cells, expected at most {MOST_CELLS}")


def _boards(word: Word, said: object) -> Axis | None:
    """Return the boards of a table; None for one that is not a rectangle, or left out."""
    if said is None:
        return None
    try:
        rows, columns, topology = parse_range(str(said))
    except BadBoard as error:
        try:
            word.parse(str(said))
        except BadInput:
            raise error from None
        return None
    _ensure_few(len(rows) * len(columns or [None]))
    sizes = [(m, n) for m in rows for n in columns or [m]]
    texts = ((size, {"board": f"{size[0]}x{size[1]}{topology}"}) for size in sizes)
    return Axis(("rows", "columns"), tuple(texts))


def _axis(name: str, word: Word, said: object) -> Axis | None:
    """Return the values of an argument or option that varies; None if it does not.

    A range that is a value by itself, such as that of `--size`, is one.
    """
    if not isinstance(said, str):
        return None
    if name == "piece":
        pieces = split_at_commas(said)
        several = len(pieces) > 1
        return Axis((name,), tuple(((p,), {name: p}) for p in pieces)) if several else None
    if re.fullmatch(_RANGE, said) is None:
        return None
    try:
        word.parse(said)
    except BadInput:
        numbers = _range(said, f"{name} {said!r}")
        return Axis((name,), tuple(((number,), {name: str(number)}) for number in numbers))
    return None


def table(words: str, *, count: bool = False, **options: Unpack[TableOptions]) -> Table:
    """Answer a question on a range of boards: `table("domination queen,rook 4..8", count=True)`.

    Options are those of `answer`; `timeout` is for each board. Ctrl-C raises `KeyboardInterrupt`,
    or returns what is done by then if `catch_interrupt` is set; it is remembered either way.
    """
    return _tabulated(*read_words(words), count, options)


def table_of(
    question: Question, boards: str, *, count: bool = False, **options: Unpack[TableOptions]
) -> Table:
    """Answer a question on a range of boards instead of its own.

    They are glued as its own board is, unless the range says how, and lack the same squares.
    """
    size = str(question.board).split()[0]
    glued = size[size.index(":") :] if ":" in size and ":" not in boards else ""
    said: dict[str, object] = {**grammar.said_by(question)}
    if "board" in said:
        said["board"] = f"{boards}{glued}"
    if question.board.holes or question.board.walls:
        said |= {"holes": question.board.holes, "walls": question.board.walls}
    return _tabulated(type(question), said, count, options)


def _tabulated(
    kind: KindOfQuestion, said: Mapping[str, object], count: bool, options: TableOptions
) -> Table:
    grammar.ensure_keywords("table", options, ["count", *TableOptions.__annotations__])
    left: dict[str, Any] = {**options}
    work, cache = take_run_options(left), left.pop("cache", True)
    counting = take_counting(left)
    names, questions = table_questions(kind, said)
    verb = "count" if count or counting != PLAIN else "solve"
    cells, complete = fill(
        questions, lambda asked: answer_cell(asked, verb, work, cache, counting=counting)
    )
    if not complete and not left.pop("catch_interrupt", False):
        raise KeyboardInterrupt
    return Table(names, cells)


def fill(
    questions: Mapping[Key, Question],
    answer_for: Callable[[Question], Answer],
    tell: Callable[[str], None] = lambda text: None,
) -> tuple[dict[Key, Answer], bool]:
    """Answer the question of every cell; False if Ctrl-C came between: what is done is kept."""
    cells: dict[Key, Answer] = {}
    try:
        for key, question in questions.items():
            tell(f"{' '.join(map(str, key))}, {len(cells) + 1} of {len(questions)}")
            cells[key] = answer_for(question)
    except KeyboardInterrupt:
        return cells, False
    return cells, True


def answer_cell(
    question: Question,
    verb: str,
    options: RunOptions,
    cache: Path | str | bool,
    *,
    counting: Counting = PLAIN,
    watch: Watcher | None = None,
) -> Answer:
    """Answer one question; the optimum is looked for alone where counting came to nothing."""

    def ask(request: Request) -> Answer:
        try:
            answer, interrupt = service.respond(request, options, cache=cache, watch=watch)
        except NotKnown as error:  # the other boards may be within reach
            return Answer(request, "", Status.UNKNOWN, warnings=(str(error),))
        if interrupt is not None:
            raise interrupt
        return answer

    request = Request(verb, question, counting)
    answer = ask(request)
    is_known = answer.status.is_final or answer.lower == answer.upper is not None
    if is_known or not request.meaning.counts or counting.by_size:
        return answer
    solved = ask(Request("solve", question))
    if solved.status is Status.INFEASIBLE:
        return replace(answer, status=Status.INFEASIBLE, count=0, exact=True)
    nothing = (solved.lower, solved.upper, answer.count) == (None, None, None)
    status = Status.UNKNOWN if nothing else Status.BOUNDED
    return replace(answer, status=status, lower=solved.lower, upper=solved.upper)
