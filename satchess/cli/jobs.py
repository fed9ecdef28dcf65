"""Long work: list, show, resume, cancel."""

from pathlib import Path
from typing import Any

import click

from satchess import asking
from satchess.cache import Store, default_path
from satchess.cache.jobs import Entry, JobRecord, State
from satchess.cli.failures import ANSWERED, NOT_KNOWN
from satchess.cli.options import Memory, Seconds
from satchess.cli.progress import Ticker
from satchess.cli.showing import show_answer
from satchess.errors import BadInput
from satchess.requests import parse_request

SLOWEST_SHOWN = 5


@click.group()
@click.option(
    "--cache",
    "path",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="The file; by default $SATCHESS_CACHE or the user's data folder.",
)
@click.pass_context
def jobs(ctx: click.Context, path: Path | None) -> None:
    """Look after long work, which is remembered part by part."""
    ctx.obj = ctx.with_resource(Store(path or default_path()))


@jobs.command("ls")
@click.pass_obj
def list_jobs(store: Store) -> None:
    """List the jobs, the newest last."""
    for job in store.jobs.all():
        leaves = _leaves(store, job)
        done = sum(entry.outcome is not None for entry in leaves)
        click.echo(f"{job.id}  {job.state:9}  {done} of {len(leaves)} parts  {_request(job)}")


@jobs.command()
@click.argument("job")
@click.pass_obj
def show(store: Store, job: str) -> None:
    """Show how far a JOB has come, and which parts took longest."""
    record = store.jobs.find(job)
    entries = store.jobs.entries(record).values()
    leaves = _leaves(store, record)
    outcomes = [(e.part, e.outcome) for e in leaves if e.outcome is not None]
    seconds = sum(outcome.seconds for _, outcome in outcomes)
    weight = sum(entry.part.weight for entry in leaves)
    share = sum(part.weight for part, _ in outcomes) / weight if weight else 0.0
    lines = {
        "job": record.id,
        "request": _request(record),
        "about": _subject(record),
        "engine": record.engine,
        "state": str(record.state),
        "begun": record.created,
        "parts": f"{len(outcomes)} of {len(leaves)} done, {share:.0%} of the expected work",
        "divided": f"{sum(e.state is State.DIVIDED for e in entries)} parts into smaller ones",
        "computed": f"{record.computed} parts in all runs",
        "seconds": f"{seconds:.1f}",
    }
    for name, text in lines.items():
        if text:
            click.echo(f"{name + ':':10}{text}")
    slowest = sorted(outcomes, key=lambda done: -done[1].seconds)[:SLOWEST_SHOWN]
    for part, outcome in slowest:
        click.echo(f"  {outcome.seconds:8.2f} s  part {part.name}")


@jobs.command()
@click.argument("job")
@click.option("--timeout", type=Seconds(), metavar="SECONDS", help="Stop after so long.")
@click.option("--memory", type=Memory(), metavar="SIZE", help="No more memory for each worker.")
@click.option("--workers", type=click.IntRange(min=0), metavar="N", help="So many processes.")
@click.option("--cluster", metavar="ADDRESS", help="A Dask cluster: tcp://host:8786.")
@click.pass_obj
def resume(store: Store, /, job: str, **limits: Any) -> int:
    """Go on with a JOB, and show the answer."""
    record = store.jobs.find(job)
    if record.state is State.CANCELLED:
        raise BadInput(f"job {record.id}: cancelled; ask '{_request(record)}' to begin anew")
    verb, question, counting = parse_request(_request(record))
    with Ticker() as ticker:
        answer = asking.answer(
            verb,
            question,
            counting=counting,
            cache=store.path,
            engine=record.engine,
            tuning=record.tuning,
            watch=ticker.show,
            catch_interrupt=True,
            **limits,
        )
    show_answer(question, answer, ascii=False)
    return ANSWERED if answer.status.is_final else NOT_KNOWN


@jobs.command()
@click.argument("job")
@click.pass_obj
def cancel(store: Store, job: str) -> None:
    """Stop a JOB wherever it runs, and forget its parts."""
    record = store.jobs.find(job)
    store.jobs.cancel(record)
    click.echo(f"{record.id} cancelled: {_request(record)}")


def _leaves(store: Store, job: JobRecord) -> list[Entry]:
    entries = store.jobs.entries(job).values()
    return [entry for entry in entries if entry.state is not State.DIVIDED]


def _request(job: JobRecord) -> str:
    return f"{job.verb} {job.question}"


def _subject(job: JobRecord) -> str:
    value = "" if job.subject.value is None else f"value {job.subject.value}"
    given = f"given {job.subject.given}" if job.subject.given else ""
    return ", ".join(filter(None, [value, given]))
