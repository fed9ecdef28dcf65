"""Tables: one question on a range of boards, or of several pieces on square boards."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Unpack

from satchess.answers import Answer, Status
from satchess.domain.notation import join_sizes
from satchess.domain.pieces import split_at_commas
from satchess.errors import BadBoard, BadQuestion, NotKnown
from satchess.questions import KindOfQuestion, Question, grammar
from satchess.questions.base import read_words
from satchess.questions.grammar import build
from satchess.request import Request
from satchess.service import answer as service
from satchess.service.options import RunOptions, TableOptions, take_run_options
from satchess.tables import Key, Table

_RANGE = re.compile(r"(\d{1,5})(?:(?:\.\.|-)(\d{1,5}))?")


def parse_range(text: str) -> tuple[range, range | None, str]:
    """Read the boards of a table: `3..8x3..8`, `4..9` (squares only), with `:torus` behind it.

    `4-9` is read as well.
    """
    sizes, colon, topology = " ".join(join_sizes(text.split())).partition(":")
    sides: list[range] = []
    for side in sizes.split("x"):
        match = _RANGE.fullmatch(side)
        if match is None or len(sides) == 2:
            raise BadBoard(f"boards {text!r}: expected a range such as 3..8x3..8 or 4..10")
        first, last = int(match[1]), int(match[2] or match[1])
        if last < first:
            raise BadBoard(f"boards {text!r}: the range {side} is empty")
        sides.append(range(first, last + 1))
    return sides[0], sides[1] if len(sides) == 2 else None, colon + topology


def table_questions(
    kind: KindOfQuestion, said: Mapping[str, object]
) -> tuple[tuple[str, ...], dict[Key, Question]]:
    """Return the arguments that vary, and the question of each cell.

    `board` is a range, `piece` may be several.
    """
    if "board" not in said:
        raise BadQuestion(
            f"table {kind.kind}: it has a board of its own, expected another question"
        )
    if said["board"] is None:
        raise BadBoard("a table needs a range of boards, such as 3..8x3..8 or 4..10")
    rows, columns, topology = parse_range(str(said["board"]))
    pieces = split_at_commas(str(said.get("piece", "")))
    if len(pieces) > 1 and columns is not None:
        raise BadBoard(f"boards {said['board']!r}: expected squares, such as 4..10, for {pieces}")
    several = len(pieces) > 1
    questions: dict[Key, Question] = {}
    for m in rows:
        for n in columns or [m]:
            for piece in pieces:
                words = {**said, "board": f"{m}x{n}{topology}"} | (
                    {"piece": piece} if piece else {}
                )
                questions[(*[piece] * several, m, n)] = build(kind, words)
    return (*["piece"] * several, "rows", "columns"), questions


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
    names, questions = table_questions(kind, said)
    verb = "count" if count else "solve"
    cells, complete = fill(questions, lambda asked: answer_cell(asked, verb, work, cache))
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
            tell(f"{question.board}, {len(cells) + 1} of {len(questions)}")
            cells[key] = answer_for(question)
    except KeyboardInterrupt:
        return cells, False
    return cells, True


def answer_cell(
    question: Question, verb: str, options: RunOptions, cache: Path | str | bool
) -> Answer:
    """Answer one question; the optimum is looked for alone where counting came to nothing."""

    def ask(verb: str) -> Answer:
        request = Request(verb, question)
        try:
            answer, interrupt = service.respond(request, options, cache=cache)
        except NotKnown as error:  # the other boards may be within reach
            return Answer(request, "", Status.UNKNOWN, warnings=(str(error),))
        if interrupt is not None:
            raise interrupt
        return answer

    answer = ask(verb)
    if verb == "solve" or answer.status.is_final or answer.lower == answer.upper is not None:
        return answer
    solved = ask("solve")
    if solved.status is Status.INFEASIBLE:
        return replace(answer, status=Status.INFEASIBLE, count=0, exact=True)
    nothing = (solved.lower, solved.upper, answer.count) == (None, None, None)
    status = Status.UNKNOWN if nothing else Status.BOUNDED
    return replace(answer, status=status, lower=solved.lower, upper=solved.upper)
