"""What a page tells of an answer: its number, how it is known, what it was asked beside."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import quote_plus

from satchess.answers import Answer, Status, Trust
from satchess.domain.phrases import between
from satchess.errors import SatchessError
from satchess.questions.grammar import words_of
from satchess.render.formats.text import sentence
from satchess.request import Request
from satchess.verbs import VERBS
from satchess.web.pages.forms import BOARD, SIDE, VERB_NAMES, Reader, values_of, words, written
from satchess.web.pages.numbers import grouped, size_class

NEAR = (-3, -2, -1, 1, 2, 3)
"""How much larger the boards are that an answer is compared with."""

TRUST = {
    Trust.SINGLE: ("One engine", "says so, having finished an exact argument"),
    Trust.CONFIRMED: ("Confirmed", "by a second engine, which shares no method with the first"),
    Trust.CERTIFIED: ("Certified", "by a proof, which a separate checker has verified"),
}
"""How trust is called on a page, and what it means."""


@dataclass(frozen=True)
class Headline:
    """The number of an answer, or the words that stand for it."""

    text: str
    digits: str = ""
    """The number as it is copied; empty where there is none."""
    look: str = ""
    """How large it is set."""


def address(request: Request, **more: object) -> str:
    """Return the address of the page of a request."""
    rest = "".join(f"&{name}={in_query(value)}" for name, value in more.items())
    return f"/answer?q={in_query(written(request))}{rest}"


def in_query(value: object) -> str:
    """Write a value as part of an address that people can read."""
    return quote_plus(str(value), safe=":,()@|~/=")


def headline(answer: Answer) -> Headline:
    """Return what an answer comes to.

    >>> answer = Answer(Request.parse("count queens 8"), "", Status.OPTIMAL, count=92, exact=True)
    >>> headline(answer).text
    '92'
    """
    match answer.status:
        case Status.INFEASIBLE:
            return Headline("None")
        case Status.UNKNOWN:
            return Headline("Not known")
        case Status.BOUNDED if answer.count is not None:
            return Headline(f"at least {grouped(answer.count)}", str(answer.count))
        case Status.BOUNDED:
            return Headline(between(answer.lower, answer.upper))
    number = _number(answer)
    if number is None:
        return Headline("Found")
    return Headline(grouped(number), str(number), size_class(number))


def _number(answer: Answer) -> int | None:
    if answer.request.verb == "list" and answer.placements is not None:
        return len(answer.placements)
    if answer.by_size is not None:
        return sum(number for _, number in answer.by_size)
    return answer.count if answer.request.meaning.counts else answer.value


def said(answer: Answer) -> str:
    """Return the answer as a sentence; sizes have a table of their own."""
    if answer.by_size is not None and answer.status is Status.OPTIMAL:
        return f"{grouped(_number(answer) or 0)} placements of all sizes together."
    text = sentence(answer)
    number = _number(answer)
    return text if number is None else text.replace(str(number), grouped(number), 1)


def grounds(answer: Answer) -> Iterator[str]:
    """Say in plain words what an answer rests on."""
    if answer.placement is not None or answer.placements:
        yield (
            "Every placement shown here was checked square by square against the rules of the"
            " question, by code that knows nothing of solvers. You can check it by eye."
        )
    if answer.status is Status.OPTIMAL and answer.request.verb in ("solve", "first"):
        if answer.value is not None and answer.question.goal is not None:
            yield "That nothing is better cannot be seen on a board: it has to be proved."
    elif answer.status is Status.INFEASIBLE:
        yield "That there is no placement at all cannot be seen on a board: it has to be proved."
    elif answer.exact:
        yield "That none is missing, and none counted twice, cannot be seen: it has to be proved."
    yield from _proof(answer)
    if answer.reason:
        yield f"It rests on this: {answer.reason}."
    if not answer.status.is_final:
        yield "The work is not finished. What is said here stays true, and more work may add to it."


def _proof(answer: Answer) -> Iterator[str]:
    """Say who has proved it."""
    if not answer.status.is_final:
        return
    match answer.trust:
        case Trust.CERTIFIED:
            yield (
                "A proof of it was written to a file, and checked by a separate program of a few"
                " thousand lines, which trusts none of the engines. You can check it too."
            )
        case Trust.CONFIRMED:
            yield (
                f"Two engines, {answer.engine} and {answer.confirmed_by}, share no method and were"
                " told nothing of each other. Both came to this."
            )
        case Trust.SINGLE if answer.engine:
            yield (
                f"The engine {answer.engine} has completed an exact argument: no guess, and no"
                " rounding that decides. You have its word for it, until a second engine confirms"
                " it or a proof is written."
            )


@dataclass(frozen=True)
class Similar:
    """Another question: what it is called, where it is asked, and what is known of it."""

    name: str
    request: Request
    answer: Answer | None

    @property
    def address(self) -> str:
        """Its page."""
        return address(self.request)

    @property
    def known(self) -> str:
        """What is known of it; empty if nothing is."""
        if self.answer is None or self.answer.status is Status.UNKNOWN:
            return ""
        return headline(self.answer).text


def other_verbs(request: Request, read: Reader) -> Iterator[tuple[str, Request]]:
    """Yield the same question with other verbs."""
    for verb in VERBS:
        if verb != request.verb:
            yield from _read(VERB_NAMES[verb][0], f"{verb} {request.question}", read)
    if request.counting.up_to_symmetry or request.counting.by_size or request.verb != "count":
        return
    yield from _read("Up to symmetry", f"{request} --up-to-symmetry", read)
    yield from _read("For each size", f"{request} --by-size", read)


def neighbours(request: Request, read: Reader) -> Iterator[tuple[str, Request]]:
    """Yield the same question on boards a little smaller and larger."""
    values = values_of(request)
    word = words_of(type(request.question)).get("board")
    given = any(values.get(name) for name in ("holes", "walls", "require", "forbid", "where"))
    if word is None or word.metavar not in (BOARD, SIDE) or given:
        return
    rows, columns = request.question.board.rows, request.question.board.columns
    for more in NEAR:
        if rows + more < 1 or columns + more < 1:
            continue
        changed = {"rows": str(rows + more), "columns": str(columns + more)}
        if values.get("size") == values["rows"] == values["columns"]:
            changed["size"] = changed["rows"]  # n pieces on n x n
        name = f"{rows + more} x {columns + more}"
        yield from _read(name, words({**values, **changed}), read)


def _read(name: str, text: str, read: Reader) -> Iterator[tuple[str, Request]]:
    try:
        yield name, read(text)
    except SatchessError:
        return


def sizes(answer: Answer) -> list[Mapping[str, str]]:
    """Return the rows of a table of sizes."""
    return [
        {"size": grouped(size), "count": grouped(number), "digits": str(number)}
        for size, number in answer.by_size or ()
    ]
