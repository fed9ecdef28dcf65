"""The remembered answers: list, show, export, import, statistics, check; and who won races."""

import json
from pathlib import Path
from typing import TextIO

import click

from satchess.answers import Answer, Status
from satchess.cache import Store, default_path
from satchess.cli.commands import Group
from satchess.cli.failures import CHECK_FAILED
from satchess.cli.writing import OutputFile, written
from satchess.domain.phrases import counted
from satchess.errors import BadInput, NotKnown


@click.group(cls=Group)
@click.option(
    "--cache",
    "path",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="The file; by default $SATCHESS_CACHE or the user's data folder.",
)
@click.pass_context
def cache(ctx: click.Context, path: Path | None) -> None:
    """Inspect and share the remembered answers."""
    ctx.obj = ctx.with_resource(Store(path or default_path()))


@cache.command("ls")
@click.argument("pattern", required=False)
@click.pass_obj
def list_answers(store: Store, pattern: str | None) -> None:
    """List the answers, all or those whose request contains PATTERN."""
    for answer in store.rows(pattern):
        click.echo(f"{answer.verb} {answer.question}: {_brief(answer)}")
    for request in store.foreign(pattern):
        click.echo(f"{request}: the plugin of this question is not installed")


def _brief(answer: Answer) -> str:
    if answer.status is Status.INFEASIBLE:
        return "none"
    texts = []
    if answer.value is not None:
        texts.append(str(answer.value))
    elif answer.lower is not None or answer.upper is not None:
        low, high = ("?" if bound is None else bound for bound in (answer.lower, answer.upper))
        texts.append(f"{low}..{high}")
    if answer.count is not None:
        exactly = counted(answer.count, "way")
        texts.append(exactly if answer.exact else f"{answer.count}+ ways")
    return " in ".join(texts) or "known"


@cache.command()
@click.argument("signature")
@click.pass_obj
def show(store: Store, signature: str) -> int:
    """Show all that is stored under a SIGNATURE (the key that --json prints)."""
    answer = store.get(signature)
    if answer is None:
        raise NotKnown(f"not known: signature {signature}")
    click.echo(json.dumps(answer.as_json(), indent=2))
    return 0


@cache.command()
@click.argument("file", type=OutputFile(allow_dash=True), default="-")
@click.pass_obj
def export(store: Store, file: Path) -> None:
    """Write all answers to FILE, as JSON lines."""
    with written(file) as stream:
        stream.writelines(f"{line}\n" for line in store.export_lines())


@cache.command("import")
@click.argument("file", type=click.File("r", encoding="utf-8"))
@click.pass_obj
def import_answers(store: Store, file: TextIO) -> None:
    """Import answers from FILE, each of them checked; all or nothing."""
    name = getattr(file, "name", "standard input")
    try:
        report = store.import_lines(file, name)
    except UnicodeDecodeError:
        raise BadInput(f"{name}: expected text, one answer in JSON a line") from None
    click.echo(f"{report.added} added, {report.improved} improved, {report.known} known already")


@cache.command()
@click.pass_obj
def stats(store: Store) -> None:
    """Say how much is remembered."""
    for name, value in store.stats().items():
        if isinstance(value, dict):
            for verb, statuses in value.items():
                counts = ", ".join(f"{number} {status}" for status, number in statuses.items())
                click.echo(f"{verb}: {counts}")
        else:
            click.echo(f"{name}: {value}")


@cache.command()
@click.pass_obj
def check(store: Store) -> int:
    """Check every stored answer again: exit code 1 if anything is wrong."""
    problems = list(store.check())
    for problem in problems:
        click.echo(problem)
    click.echo(counted(len(problems), "problem"))
    return CHECK_FAILED if problems else 0


@cache.command()
@click.option("--forget", is_flag=True, help="Forget all of them.")
@click.pass_obj
def races(store: Store, forget: bool) -> None:
    """List which engine won where several had joined: it goes first the next time."""
    if forget:
        click.echo(f"{counted(store.races.forget(), 'winner')} forgotten")
        return
    for win in store.races.wins():
        solver = f" with {win.solver}" if win.solver else ""
        click.echo(f"{win.sort}: {win.engine}{solver}, {win.seconds:.1f} s")
