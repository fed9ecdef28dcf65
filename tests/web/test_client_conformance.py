"""The library and the client of a server: one suite, the same answers."""

from collections.abc import Callable
from typing import Any

import pytest

import satchess
from satchess.answers import Answer, Trust
from satchess.errors import BadInput, BadQuestion, NotKnown, SatchessError, ServerError
from satchess.questions import Question
from tests.web.serving import ALONE, Server

REQUESTS = (
    "solve domination queen 5x5",
    "count independence king 5x5",
    "count independence king 5x5 --up-to-symmetry",
    "count independence rook 3 --all --by-size",
    "list queens 4",
    "first independence queen 5",
    "solve queens 3",
    "count independence rook 19 --all",
)


class Library:
    """The library itself, with the methods of a client."""

    ask = staticmethod(satchess.ask)
    lookup = staticmethod(satchess.lookup)
    check = staticmethod(satchess.check)
    table = staticmethod(satchess.table)
    answer = staticmethod(satchess.answer)
    placements = staticmethod(satchess.placements)


@pytest.fixture(params=["library", "client"])
def asked(request: pytest.FixtureRequest) -> Any:
    """Whom to ask: the functions of the library, or a server's client."""
    if request.param == "library":
        return Library()
    server: Server = request.getfixturevalue("server")
    return satchess.Client(server.url)


def said(answer: Answer) -> tuple[object, ...]:
    """What an answer says, wherever it was found and however long that took."""
    return (
        str(answer.request),
        *(answer.signature, answer.status, answer.value, answer.lower, answer.upper),
        *(answer.count, answer.exact, answer.by_size, answer.polynomial, answer.trust),
        answer.placement is None,
        None if answer.placements is None else frozenset(answer.placements),
        answer.placement if answer.verb == "first" else None,
    )


@pytest.fixture(scope="module")
def expected() -> dict[str, tuple[object, ...]]:
    """What the library says, from nothing."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in ALONE.items():
            patch.setenv(name, value)
        return {text: said(satchess.ask(text, cache=False)) for text in REQUESTS}


def test_answers_are_the_same(asked: Any, expected: dict[str, tuple[object, ...]]) -> None:
    for text in REQUESTS:
        answer = asked.ask(text)
        assert said(answer) == expected[text]
        if answer.placement is not None:
            assert list(answer.question.violations(answer.placement)) == []


def test_what_was_asked_is_looked_up(asked: Any) -> None:
    question = Question.parse("domination knight 4")
    answer = asked.answer("solve", question)
    assert said(asked.lookup("solve", question)) == said(answer)
    assert asked.lookup("solve", question, trust=Trust.CERTIFIED) is None
    assert asked.lookup("first", Question.parse("domination rook 9")) is None


def test_placements_are_the_same(asked: Any) -> None:
    question = Question.parse("independence queen 5")
    assert len(set(asked.placements(question))) == 10
    assert len(list(asked.placements(question, limit=3))) == 3


def test_tables_are_the_same(asked: Any) -> None:
    table = asked.table("domination king 2..4", count=True)
    assert table.names == ("rows", "columns")
    assert {key: (cell.value, cell.count) for key, cell in table.items()} == {
        (2, 2): (1, 4),
        (3, 3): (1, 1),
        (4, 4): (4, 256),
    }


@pytest.mark.parametrize("placement", ["a1 a2", "2 4 1 3"])
def test_placements_are_judged_alike(asked: Any, placement: str) -> None:
    question = Question.parse("independence queen 4")
    appraisal = asked.check(question, placement, timeout=60)
    assert appraisal == satchess.check(question, placement, timeout=60)


@pytest.mark.parametrize(
    ("ask", "error"),
    [
        (lambda who: who.ask("solve nonsense 4"), BadQuestion),
        (lambda who: who.ask("count domination king 4 --size 99"), BadQuestion),
        (lambda who: who.ask("dance"), BadQuestion),
        (lambda who: who.check(Question.parse("queens 4"), "z9"), BadInput),
        (lambda who: who.table("domination king"), BadQuestion),
        (lambda who: who.lookup("dance", Question.parse("queens 4")), BadQuestion),
        (lambda who: who.ask("count queens 80:torus --up-to-symmetry"), NotKnown),
    ],
)
def test_errors_are_the_same(
    asked: Any, ask: Callable[[Any], object], error: type[SatchessError]
) -> None:
    with pytest.raises(error):
        ask(asked)


def test_no_server_is_an_error_in_one_line() -> None:
    with pytest.raises(ServerError, match=r"^server http://127\.0\.0\.1:9: .*$"):
        satchess.Client("http://127.0.0.1:9").ask("solve queens 4")
    with pytest.raises(BadInput, match="expected an address"):
        satchess.Client("ftp://x")


def test_progress_is_told(server: Server) -> None:
    client = satchess.Client(server.url)
    jobs: list[Any] = []
    client.ask("count domination bishop 5x5", watch=jobs.append)
    assert jobs
    assert jobs[0]["state"] in ("queued", "running")


def test_a_server_has_its_own_limits(server: Server) -> None:
    with pytest.raises(satchess.SatchessError, match="expected at most 1024"):
        satchess.Client(server.url).ask("solve independence rook 40x40")
