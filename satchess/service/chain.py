"""The chain of a board: six questions, of which each bounds the others.

What is proved of one number narrows the next: a lower bound holds for all that follow in the chain,
an upper bound for all before. The numbers that are easiest to prove are asked for first.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Unpack

from satchess.answers import Answer, Status
from satchess.chains import MEANINGS, Chain
from satchess.errors import BadQuestion, NotKnown
from satchess.events import UNBOUNDED, Bounded
from satchess.questions.domination import Domination
from satchess.questions.grammar import ensure_keywords
from satchess.questions.independence import Independence
from satchess.questions.irredundance import Irredundance
from satchess.questions.keywords import AnyBoard, AnyPiece
from satchess.questions.placing import PlacingQuestion
from satchess.request import Request
from satchess.service.answer import respond
from satchess.service.options import ChainOptions, RunOptions, take_run_options
from satchess.service.session import Watcher

QUESTIONS: dict[str, tuple[type[PlacingQuestion], dict[str, bool]]] = {
    "gamma": (Domination, {}),
    "alpha": (Independence, {}),
    "i": (Domination, {"independent": True}),
    "ir": (Irredundance, {"lower": True}),
    "Gamma": (Domination, {"upper": True}),
    "IR": (Irredundance, {}),
}
"""What each number answers, in the order in which they are asked for."""

ORDER = list(MEANINGS)


def chain(piece: AnyPiece, board: AnyBoard, **options: Unpack[ChainOptions]) -> Chain:
    """Answer the six questions of a chain: `chain("queen", 8)["IR"].value`.

    `holes`, `walls` and `shape` are squares that the board lacks. Other options are those of
    `answer`; `timeout` is for each number. What is not proved by then is bounded, by the other
    numbers too.
    """
    ensure_keywords("chain", options, ChainOptions.__annotations__)
    said: dict[str, Any] = {**options}
    work, cache = take_run_options(said), said.pop("cache", True)
    missing = {name: said.pop(name) for name in ("holes", "walls", "shape") if name in said}
    made = {
        name: kind.of(piece, board, **missing, **flags) for name, (kind, flags) in QUESTIONS.items()
    }
    return link(made, work, cache=cache)


def link(
    questions: Mapping[str, PlacingQuestion],
    options: RunOptions,
    *,
    cache: Path | str | bool = True,
    watch: Watcher | None = None,
    tell: Callable[[str], None] = lambda text: None,
) -> Chain:
    """Answer the questions of a chain, in the order of `QUESTIONS`."""
    graph = questions["gamma"].graph
    if graph.attackers != graph.neighbours:
        raise BadQuestion(
            f"piece '{questions['gamma'].piece}': the chain is of pieces that attack both ways"
        )
    answers: dict[str, Answer] = {}

    def ask(name: str) -> None:
        tell(f"{MEANINGS[name]}, {list(QUESTIONS).index(name) + 1} of {len(QUESTIONS)}")
        request = Request("solve", questions[name])
        known = bounds(name, answers)
        try:
            answer, interrupt = respond(request, options, cache=cache, watch=watch, known=known)
        except NotKnown as error:  # the other numbers may be within reach
            answer, interrupt = Answer(request, "", Status.UNKNOWN, warnings=(str(error),)), None
        if interrupt is not None:
            raise interrupt
        answers[name] = answer

    for name in QUESTIONS:
        ask(name)
    for name in QUESTIONS:
        known = bounds(name, answers)
        if not answers[name].status.is_final and known.lower == known.upper is not None:
            ask(name)  # the others leave one value, and it has to be shown only
    return Chain({name: _narrowed(name, answers) for name in ORDER})


def bounds(name: str, answers: Mapping[str, Answer]) -> Bounded:
    """Return what the answers so far say of a number."""
    place = ORDER.index(name)
    before = [answers[other].lower for other in ORDER[: place + 1] if other in answers]
    if name == "ir" and "gamma" in answers:
        before.append(_least_irredundance(answers["gamma"].lower))
    after = (answers[other].upper for other in ORDER[place:] if other in answers)
    return Bounded(
        max((bound for bound in before if bound is not None), default=None),
        min((bound for bound in after if bound is not None), default=None),
    )


def _least_irredundance(gamma: int | None) -> int | None:
    """Bound ir by gamma < 2 ir.

    B. Bollobas, E. J. Cockayne, Graph-theoretic parameters concerning domination, independence,
    and irredundance, J. Graph Theory 3 (1979).
    """
    return None if gamma is None else gamma // 2 + 1


def _narrowed(name: str, answers: Mapping[str, Answer]) -> Answer:
    """Return an answer with the bounds that the others give."""
    answer, known = answers[name], bounds(name, answers)
    if answer.status.is_final or known == UNBOUNDED:
        return answer
    return replace(answer, status=Status.BOUNDED, lower=known.lower, upper=known.upper)
