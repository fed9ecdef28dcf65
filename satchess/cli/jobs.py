"""Long work: list, show, resume, cancel."""

import json
from functools import partial
from typing import Any

import click

from satchess.cache import Store
from satchess.cache.jobs import JobRecord, State
from satchess.cli.commands import Group
from satchess.cli.failures import ANSWERED, NOT_KNOWN
from satchess.cli.options import STORE, Memory, Seconds
from satchess.cli.progress import Ticker
from satchess.cli.showing import terminal
from satchess.errors import BadInput, NotKnown
from satchess.render.formats import format_named
from satchess.request import Request
from satchess.service import answer as service

SLOWEST_SHOWN = 5

_JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


@click.group(cls=Group)
@STORE
def jobs() -> None:
    """Look after long work, which is remembered part by part."""


@jobs.command("ls")
@STORE
@_JSON
@click.pass_obj
def list_jobs(store: Store, as_json: bool) -> None:
    """List the jobs, the newest last."""
    summaries = [_summary(store, job) for job in store.jobs.all()]
    if as_json:
        click.echo(json.dumps(summaries))
        return
    for job in summaries:
        parts = f"{job['done']} of {job['parts']} parts"
        click.echo(f"{job['job']}  {job['state']:9}  {parts}  {job['request']}")


@jobs.command()
@STORE
@_JSON
@click.argument("job")
@click.pass_obj
def show(store: Store, job: str, as_json: bool) -> None:
    """Show how far a JOB has come, and which parts took longest."""
    summary = _summary(store, store.jobs.find(job))
    if as_json:
        click.echo(json.dumps(summary))
        return
    slowest = summary.pop("slowest")
    for name, content in summary.items():
        if content not in (None, ""):
            click.echo(f"{name + ':':10}{content}")
    for part in slowest:
        click.echo(f"  {part['seconds']:8.2f} s  part {part['name']}{_how(part['method'])}")


def _how(method: str) -> str:
    return f" ({method})" if method else ""


def _summary(store: Store, job: JobRecord) -> dict[str, Any]:
    """Say how far a job has come; `computed` counts parts twice that were computed twice."""
    entries = store.jobs.entries(job).values()
    leaves = [entry for entry in entries if entry.state is not State.DIVIDED]
    done = [(entry.part, entry.outcome) for entry in leaves if entry.outcome is not None]
    weight = sum(entry.part.weight for entry in leaves)
    slowest = sorted(done, key=lambda settled: -settled[1].seconds)[:SLOWEST_SHOWN]
    return {
        "job": job.id,
        "request": _request(job),
        "value": job.claim.value,
        "given": job.claim.given,
        "engine": job.engine,
        "state": str(job.state),
        "begun": job.created,
        "parts": len(leaves),
        "done": len(done),
        "share": round(sum(part.weight for part, _ in done) / weight if weight else 0.0, 4),
        "divided": len(entries) - len(leaves),
        "computed": job.computed,
        "seconds": round(sum(outcome.seconds for _, outcome in done), 2),
        "slowest": [
            {"name": part.name, "seconds": o.seconds, "method": o.method} for part, o in slowest
        ],
    }


@jobs.command()
@STORE
@click.argument("job")
@click.option("--timeout", type=Seconds(), metavar="SECONDS", help="Time limit.")
@click.option("--memory", type=Memory(), metavar="SIZE", help="Memory limit of each worker.")
@click.option("--workers", type=click.IntRange(min=0), metavar="N", help="Number of processes.")
@click.option("--cluster", metavar="ADDRESS", help="A Dask cluster: tcp://host:8786.")
@click.pass_obj
def resume(store: Store, /, job: str, **limits: Any) -> int:
    """Go on with a JOB, and show the answer."""
    record = store.jobs.find(job)
    if record.state is State.CANCELLED:
        raise BadInput(f"job {record.id}: cancelled; ask '{_request(record)}' to begin anew")
    request = Request.parse(_request(record))
    verb, question, counting = request.verb, request.question, request.counting
    with Ticker() as ticker:
        ask = partial(
            service.answer,
            verb,
            question,
            counting=counting,
            cache=store.path,
            tuning=record.tuning,
            watch=ticker.show,
            catch_interrupt=True,
            **limits,
        )
        try:
            answer = ask(engine=record.engine)
            stopped = answer.stopped
            is_over = answer.status.is_final or (stopped is not None and stopped.kind.from_outside)
        except NotKnown:
            is_over = False
        if not is_over:  # what this engine cannot answer, another one may
            answer = ask()
    click.echo(format_named("text").answer(answer, terminal()))
    return ANSWERED if answer.status.is_final else NOT_KNOWN


@jobs.command()
@STORE
@click.argument("job")
@click.pass_obj
def cancel(store: Store, job: str) -> None:
    """Stop a JOB wherever it runs, and forget its parts."""
    record = store.jobs.find(job)
    store.jobs.cancel(record)
    click.echo(f"{record.id} cancelled: {_request(record)}")


def _request(job: JobRecord) -> str:
    return f"{job.verb} {job.question}"
