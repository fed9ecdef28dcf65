"""The verbs that ask: solve, count, list, first, lookup."""

from pathlib import Path
from typing import Any

import click

from satchess.answers import Answer, Spread, Trust
from satchess.cli import remote
from satchess.cli.commands import Group
from satchess.cli.failures import ANSWERED, NOT_KNOWN
from satchess.cli.options import (
    COUNTING,
    REMEMBERING,
    SHOWING,
    WORKING,
    cache_choice,
    format_options,
    output_choice,
)
from satchess.cli.progress import Ticker
from satchess.cli.questions import QuestionGroup, verb_group
from satchess.cli.showing import Output, PrintedList, ensure_picture, save_picture
from satchess.domain.phrases import counted
from satchess.errors import BadQuestion, NotKnown
from satchess.questions import Question
from satchess.request import Request
from satchess.service import answer as service
from satchess.service.options import take_counting, take_run_options
from satchess.verbs import VERBS, Verb


def __getattr__(name: str) -> QuestionGroup:
    """Make the command of a verb when it is called."""
    if name not in VERBS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return _listing(VERBS[name]) if VERBS[name].streams else _answering(VERBS[name])


def _answering(verb: Verb) -> QuestionGroup:
    """Make the command of a verb that gives one answer."""

    def handle(question: Question, picture: Path | None, explain: bool, **rest: Any) -> int:
        output = output_choice(rest, "answer")
        request = Request(verb.name, question, take_counting(rest))
        options, cache = take_run_options(rest), cache_choice(rest)
        if explain:
            click.echo(service.forecast(request, options))
            return ANSWERED
        output.ensure_possible(question)
        ensure_picture(picture, question.board)
        with Ticker() as ticker:
            answer, _ = remote.respond(request, options, cache, ticker)
        code = _show(answer, output, picture)
        if request.counting.cross_check and answer.trust is Trust.SINGLE:
            return NOT_KNOWN
        return ANSWERED if request.counting.approximate and answer.count is not None else code

    handle.__doc__ = verb.description
    flags = COUNTING if verb.flags else []
    return verb_group(
        verb.name,
        handle,
        [*flags, _EXPLAIN, *WORKING, *REMEMBERING, *format_options("answer"), *SHOWING],
    )


_EXPLAIN = click.Option(
    ["--explain"], is_flag=True, help="Say which engine would be used, and why."
)


def _show(answer: Answer, output: Output, picture: Path | None) -> int:
    output.print(output.form.answer(answer, output.look))
    if picture is not None:
        save_picture(picture, answer.question, answer.placement)
    return ANSWERED if answer.status.is_final else NOT_KNOWN


def _list(
    question: Question, limit: int | None, up_to_symmetry: bool, diverse: int | None, **rest: Any
) -> int:
    output = output_choice(rest, "list")
    options, cache = take_run_options(rest), cache_choice(rest)
    output.ensure_possible(question)
    if diverse is not None and (up_to_symmetry or limit is not None):
        raise click.UsageError(
            "--diverse chooses from all placements: neither --limit nor --up-to-symmetry applies"
        )
    with output.listing(question) as printed:
        try:
            with Ticker() as ticker:
                if diverse is not None and remote.server() is not None:
                    raise BadQuestion("--diverse: no server does this")
                if diverse is not None:
                    from satchess.service.spreading import choose  # it needs a solver

                    spread = choose(question, diverse, options, cache=cache, watch=ticker.show)
                    return _show_spread(spread, printed)
                for placement in remote.stream(
                    question,
                    options,
                    limit=limit,
                    up_to_symmetry=up_to_symmetry,
                    cache=cache,
                    ticker=ticker,
                ):
                    printed.show(placement)
        except (TimeoutError, MemoryError) as error:
            raise NotKnown(str(error)) from None
        except KeyboardInterrupt:
            raise NotKnown(f"interrupted after {counted(printed.number, 'placement')}") from None
        if printed.number == 0 and limit != 0:
            if output.form.gathers:
                raise NotKnown(f"format {output.form.name}: there is no such placement")
            printed.add("There is no such placement.")
    return ANSWERED


def _show_spread(spread: Spread, printed: PrintedList) -> int:
    for placement in spread:
        printed.show(placement, spread.as_json())
    printed.add(_how_different(spread), aside=True)
    return ANSWERED


def _how_different(spread: Spread) -> str:
    """Say how different the placements of a spread are, and whether others differ more."""
    placements = counted(spread.chosen_from, "placement")
    if not spread:
        return "There is no such placement."
    if spread.distance is None:
        return f"{len(spread)} of {placements}."
    those = placements if spread.complete else f"the first {placements} that are found"
    squares = counted(spread.distance, "square")
    said = f"Any two of these {len(spread)} differ in at least {squares}"
    if len(spread) == 2:
        said = f"These two differ in {squares}"
    if spread.distance == spread.bound:
        return f"{said}; of {those}, no {len(spread)} differ more."
    return f"{said}; of {those}, no {len(spread)} differ in more than {spread.bound}."


def _listing(verb: Verb) -> QuestionGroup:
    """Make the command of a verb that gives placements as they are found."""
    limit = click.Option(["--limit"], type=click.IntRange(min=0), help="Stop after this many.")
    folded = click.Option(
        ["--up-to-symmetry"], is_flag=True, help="Of symmetric placements, only the first."
    )
    diverse = click.Option(
        ["--diverse"],
        type=click.IntRange(min=1),
        metavar="K",
        help="Only so many, pairwise as different as can be.",
    )
    showing = [option for option in SHOWING if option.name != "picture"]
    _list.__doc__ = verb.description
    own = [limit, folded, diverse]
    return verb_group(
        verb.name, _list, [*own, *WORKING, *REMEMBERING, *format_options("list"), *showing]
    )


TRUST = click.Option(
    ["--trust"],
    type=click.Choice(list(map(str, Trust))),
    default=str(Trust.SINGLE),
    show_default=True,
    help="Only what is known at least like that.",
)
"""How well what is looked up has to be known."""


def _looking_up(verb: str) -> QuestionGroup:
    def handle(question: Question, picture: Path | None, trust: str, **rest: Any) -> int:
        output = output_choice(rest, "answer")
        output.ensure_possible(question)
        counting = take_counting(rest)
        choice = cache_choice({**rest, "no_cache": False})
        answer = remote.lookup(verb, question, counting, choice, trust)
        if answer is None:
            so = f", {trust} at least" * (trust != Trust.SINGLE)
            raise NotKnown(f"not known{so}: {counting.with_flags(verb)} {question}")
        return _show(answer, output, picture)

    handle.__doc__ = f"Show what is remembered of '{verb}', without computing."
    cache_file = [option for option in REMEMBERING if option.name == "cache"]
    flags = [o for o in COUNTING if o.name in ("by_size", "up_to_symmetry") and VERBS[verb].flags]
    own = [*flags, TRUST, *cache_file]
    return verb_group(verb, handle, [*own, *format_options("answer"), *SHOWING])


lookup = Group(
    "lookup",
    help="Show what is remembered, without computing; exit code 3 if nothing is.",
    commands={verb: _looking_up(verb) for verb in VERBS},
)
