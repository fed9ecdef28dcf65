"""`--server`: the same commands, answered by another machine."""

import os
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from satchess.answers import Answer, Status, Trust
from satchess.domain.placement import Placement
from satchess.errors import BadQuestion, NotKnown
from satchess.questions import Question
from satchess.request import Counting, Request
from satchess.service import answer as service
from satchess.service.options import RunOptions

if TYPE_CHECKING:
    from satchess.cli.progress import Ticker
    from satchess.client import Client
    from satchess.service.appraisal import Appraisal

ASKING = ("solve", "count", "list", "first", "lookup", "table", "check")
"""Commands that a server answers."""

AT_HOME = (
    *("verify", "export", "cnf", "graph", "pieces", "warm", "engines", "help", "glossary"),
    *("examples", "serve", "greedy"),
)
"""Commands that ask nobody, and work as ever."""

_KEY = "satchess.server"


def choose_server(ctx: click.Context, url: str | None) -> None:
    """Note the server of this command line, `--server` or SATCHESS_SERVER."""
    url = url or os.environ.get("SATCHESS_SERVER") or None
    command = ctx.invoked_subcommand
    if url is None or command in AT_HOME:
        return
    if command is not None and command not in ASKING:
        raise click.UsageError(
            f"{command}: no server does this, expected one of {', '.join(ASKING)}"
            " (leave out --server and SATCHESS_SERVER)"
        )
    ctx.meta[_KEY] = url


def server() -> "Client | None":
    """Return the server of this command line, if there is one."""
    ctx = click.get_current_context(silent=True)
    url = None if ctx is None else ctx.meta.get(_KEY)
    if url is None:
        return None
    from satchess.client import Client

    return Client.from_environment(url)


def respond(
    request: Request, options: RunOptions, cache: Path | bool, ticker: "Ticker"
) -> tuple[Answer, KeyboardInterrupt | None]:
    """Answer a request here, or have the server answer it."""
    client = server()
    if client is None:
        return service.respond(request, options, cache=cache, watch=ticker.show)
    timeout = seconds_for(options, cache)
    return client.respond(request, timeout=timeout, watch=_teller(ticker)), None


def lookup(
    verb: str, question: Question, counting: Counting, cache: Path | bool, trust: str
) -> Answer | None:
    """Return what is remembered here, or on the server."""
    client = server()
    if client is None:
        return service.lookup(verb, question, counting=counting, cache=cache, trust=trust)
    seconds_for(RunOptions(), cache)
    return client.lookup(verb, question, counting=counting, trust=Trust(trust))


def stream(
    question: Question,
    options: RunOptions,
    *,
    limit: int | None,
    up_to_symmetry: bool,
    cache: Path | bool,
    ticker: "Ticker",
) -> Iterator[Placement]:
    """List placements here, or have the server list them."""
    client = server()
    if client is None:
        return service.stream(
            question,
            options,
            limit=limit,
            up_to_symmetry=up_to_symmetry,
            cache=cache,
            watch=ticker.show,
        )
    timeout = seconds_for(options, cache)
    if not up_to_symmetry:
        return client.placements(question, limit=limit, timeout=timeout, watch=_teller(ticker))
    Request("count", question, Counting(up_to_symmetry=True)).ensure_askable()
    from satchess.service.listing import representatives

    found = client.placements(question, timeout=timeout, watch=_teller(ticker))
    return islice(representatives(question, found), limit)


def fill_cell(
    question: Question,
    verb: str,
    options: RunOptions,
    cache: Path | bool,
    counting: Counting,
    ticker: "Ticker",
) -> Answer:
    """Answer the question of a cell of a table, here or there."""
    client = server()
    if client is None:
        from satchess.service.table import answer_cell

        return answer_cell(question, verb, options, cache, counting=counting, watch=ticker.show)
    request, timeout = Request(verb, question, counting), seconds_for(options, cache)
    try:
        return client.respond(request, timeout=timeout, watch=_teller(ticker))
    except NotKnown as error:  # the other boards may be within reach
        return Answer(request, "", Status.UNKNOWN, warnings=(str(error),))


def check(
    question: Question, text: str, *, cache: Path | bool, timeout: float, rules_only: bool
) -> "Appraisal":
    """Check a placement here, or compare it with the optimum that the server knows."""
    client = server()
    if client is None:
        from satchess.service.appraisal import check as appraise

        return appraise(question, text, cache=cache, timeout=timeout, rules_only=rules_only)
    seconds_for(RunOptions(), cache)
    return client.check(question, text, timeout=timeout, rules_only=rules_only)


def seconds_for(options: RunOptions, cache: Path | bool) -> float | None:
    """Return the limit of time; how to work, and where to remember, are the server's to choose."""
    said = {
        "--engine": options.engine,
        "--memory": options.memory,
        "--workers": options.workers,
        "--cluster": options.cluster,
        "--again": options.again or None,
        "--solver": options.tuning.solver,
        "--cardinality": options.tuning.cardinality,
        "--at-most-one": options.tuning.at_most_one,
        "--cache": None if cache is True else "said",
    }
    for name, value in said.items():
        if value is not None:
            raise BadQuestion(f"{name} and --server: the server chooses, expected one of them")
    return options.timeout


def _teller(ticker: "Ticker") -> Any:
    def tell(job: Mapping[str, Any]) -> None:
        waits = f"{job['place']} jobs before it" if job["place"] else job["state"]
        ticker.tell(f"job {job['id']}: {job['text'] or waits}")

    return tell
