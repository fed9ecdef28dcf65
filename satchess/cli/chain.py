"""The command chain: the six domination numbers of a board side by side."""

from typing import Any

from satchess.cli.commands import Command
from satchess.cli.failures import ANSWERED, NOT_KNOWN
from satchess.cli.options import (
    REMEMBERING,
    SHOWING,
    WORKING,
    cache_choice,
    format_options,
    output_choice,
)
from satchess.cli.progress import Ticker
from satchess.cli.questions import question_parameters
from satchess.errors import NotKnown
from satchess.questions import Domination
from satchess.questions.grammar import build, words_of
from satchess.service.chain import QUESTIONS, link
from satchess.service.options import take_run_options

_WORDS = {name: words_of(Domination)[name] for name in ("piece", "board")}
_NAMES = {*_WORDS, *(part for word in _WORDS.values() for part, *_ in word.suboptions)}
_OWN = [own for own in question_parameters(Domination) if own.name in _NAMES]
_SHOWN = [option for option in SHOWING if option.name != "picture"]


def _chain(**values: Any) -> int:
    output = output_choice(values, "chain")
    options, cache = take_run_options(values), cache_choice(values)
    questions = {
        name: build(kind, {**values, **flags}) for name, (kind, flags) in QUESTIONS.items()
    }
    output.ensure_possible(questions["gamma"])
    try:
        with Ticker() as ticker:
            found = link(questions, options, cache=cache, watch=ticker.show, tell=ticker.begin)
    except KeyboardInterrupt:
        raise NotKnown("interrupted: what is proved is remembered") from None
    output.print(output.form.chain(found, output.look))
    return ANSWERED if found.is_proved else NOT_KNOWN


chain = Command(
    "chain",
    callback=_chain,
    params=[*_OWN, *format_options("chain"), *_SHOWN, *WORKING, *REMEMBERING],
    help="Prove the six domination numbers of a board, each at most the next: lower irredundance,"
    " domination, independent domination, independence, upper domination, upper irredundance.",
    epilog="PIECE attacks both ways. --timeout is for each number; what is not proved by then is"
    " bounded, by the other numbers too.",
)
