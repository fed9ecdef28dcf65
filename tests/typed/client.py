"""A client program: what a user may write, checked as strictly as mypy can and run by a test."""

import asyncio
from collections.abc import Iterator

import satchess
from satchess import Answer, Board, Piece, Placement, Question, SatchessError, Square, Status


def kinds() -> Iterator[Question]:
    """A question of every kind, with pieces, boards and squares as words and as values."""
    yield satchess.independence("queen", 5, size=5, within="border c3 b4 d2 d4 b2")
    yield satchess.independence(Piece.parse("king"), Board.parse("3x4"), maximal=True)
    yield satchess.domination("queen", (4, 5), total=True, holes="a1", walls=["b2", "c3"])
    yield satchess.domination("rook", 3, require=Square(0, 0), forbid={"b1", Square(1, 1)})
    yield satchess.domination("king", "3x3:torus", where=["~a1", "b2 => ~c3"])
    yield satchess.independent_set("graph:a-b-c,b-c", size=1)
    yield satchess.dominating_set("graph:a-b-c,b-c", total=True, forbid=["a"])
    yield satchess.irredundance("rook", 3, lower=True)
    yield satchess.irredundant_set("graph:a-b-c,b-c", maximal=True)
    yield satchess.queens(6, require=frozenset({"d1"}))
    yield satchess.leprechauns(1, 5)
    yield satchess.beautiful(4)
    yield satchess.diverse(5)
    yield satchess.non_dominating("queen", 3, pieces=2)
    yield satchess.peaceable("queen", 3)
    yield satchess.separation("queen", 3, pawns=1)
    yield satchess.crowded_board(3, pieces="queen=1,rook")
    yield satchess.no_three_in_line(3)
    yield satchess.stamps(2, values=[1, 2, 3], moves="rook")
    yield satchess.lights(3, start="dark")
    yield satchess.equal_vision(3, sees=2)
    yield satchess.abbots_window(4)
    yield satchess.puzzle("detective", transparent=False)


def best(question: Question) -> int | None:
    """The value, or None where it is not found in time."""
    answer: Answer = question.solve(timeout=60, memory="2G", cache=False)
    return answer.value if answer.status is Status.OPTIMAL else None


def counted(question: Question) -> tuple[int | None, int | None]:
    """How many placements there are, and how many up to symmetry."""
    plain = question.count(cross_check=True, cache=False)
    folded = question.count(up_to_symmetry=True, engine=None, workers=1, cache=False)
    return plain.count, folded.count


def judged(question: Question, placement: Placement | str) -> str:
    """What is wrong with a placement."""
    return "; ".join(question.check(placement, rules_only=True).violations)


async def several(questions: list[Question]) -> list[Answer]:
    """Answer questions at once, each in a thread that waits for a process."""
    return await asyncio.gather(
        *(satchess.to_thread(question.solve, timeout=60, cache=False) for question in questions)
    )


def misspelt() -> str:
    """What a program that nobody has checked is told."""
    try:
        return str(satchess.Domination.of("queen", 8, independant=True))
    except (TypeError, SatchessError) as error:
        return str(error)
