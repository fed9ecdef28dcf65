"""The atlas: answers that come with satchess; how it is built, and what it has."""

import json
from collections import Counter
from pathlib import Path

import click

from satchess import atlas as shipped
from satchess.atlas.file import AtlasFile
from satchess.atlas.records import FIELDS, SOURCE, read, row_of
from satchess.cli.commands import Group
from satchess.cli.failures import ANSWERED, CHECK_FAILED
from satchess.cli.options import Seconds
from satchess.cli.progress import Ticker
from satchess.cli.writing import OutputFile, written
from satchess.domain.phrases import counted
from satchess.errors import CacheDamaged, NotKnown
from satchess.request import Request


@click.group(cls=Group)
@click.option(
    "--file",
    "path",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="The atlas; by default $SATCHESS_ATLAS or the one that comes with satchess.",
)
@click.pass_context
def atlas(ctx: click.Context, path: Path | None) -> None:
    """Look into the answers that come with satchess, or add to them.

    Each is confirmed by two engines that share no method. Whatever asks satchess finds them there
    if the cache does not know better; SATCHESS_ATLAS=off does without.
    """
    ctx.obj = path


def _opened(path: Path | None) -> AtlasFile:
    chosen = path or shipped.chosen()
    if chosen is None:
        raise NotKnown("there is no atlas here, or SATCHESS_ATLAS=off does without it")
    return AtlasFile(chosen)


@atlas.command()
@click.option("--check", is_flag=True, help="Check every answer: exit code 1 if one is wrong.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_obj
def status(path: Path | None, check: bool, as_json: bool) -> int:
    """Say how many answers there are, of which verbs and kinds."""
    verbs: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    problems = []
    with _opened(path) as file:
        for digest, record in file.records():
            fields = json.loads(record)
            verbs[fields[0]] += 1
            kinds[fields[1].partition(" ")[0]] += 1
            if check:
                try:
                    read(record, digest, thorough=True)
                except ValueError as error:
                    problems.append(f"{fields[0]} {fields[1]}: {error}")
        told: dict[str, object] = {
            "path": str(file.path),
            "bytes": file.path.stat().st_size,
            "answers": len(file),
            "entries": len(file.log),
            "verbs": dict(verbs.most_common()),
            "kinds": dict(kinds.most_common()),
        }
    if check:
        told["problems"] = problems
    if as_json:
        click.echo(json.dumps(told))
    else:
        for name, value in told.items():
            if isinstance(value, dict):
                value = ", ".join(f"{number} {key}" for key, number in value.items())
            if not isinstance(value, list):
                click.echo(f"{name}: {value}")
        for problem in problems:
            click.echo(problem)
        if check:
            click.echo(counted(len(problems), "problem"))
    return CHECK_FAILED if problems else ANSWERED


@atlas.command()
@click.argument("request")
@click.pass_obj
def show(path: Path | None, request: str) -> int:
    """Show all that the atlas has of a REQUEST, such as 'count domination king 8x8'."""
    from satchess.service.memory import signature_of

    signature = signature_of(Request.parse(request))
    with _opened(path) as file:
        record = file.find(signature.digest)
        if record is None:
            raise NotKnown(f"not in the atlas: {signature.text}")
        try:
            answer = read(record, signature.digest)
        except ValueError as error:
            raise CacheDamaged(f"atlas {file.path}: {signature.digest}: {error}") from None
    click.echo(json.dumps({**answer.as_json(), "source": SOURCE}, indent=2))
    return ANSWERED


@atlas.command()
@click.argument("file", type=OutputFile(allow_dash=True), default="-")
@click.pass_obj
def export(path: Path | None, file: Path) -> None:
    """Write all answers to FILE as JSON lines, the fields named: - is standard output."""
    with _opened(path) as opened, written(file) as stream:
        for digest, record in opened.records():
            row = row_of(record, digest)
            fields = {"signature": digest, **{name: row[name] for name in FIELDS}}
            stream.write(f"{json.dumps(fields)}\n")


@atlas.command()
@click.option("--workers", type=click.IntRange(min=1), metavar="N", help="Number of processes.")
@click.option("--cluster", metavar="ADDRESS", help="A Dask cluster: tcp://host:8786.")
@click.option(
    "--limit", type=Seconds(), metavar="SECONDS", help="For each engine at each question."
)
@click.option("--timeout", type=Seconds(), metavar="SECONDS", help="Save and stop after this long.")
@click.option("--only", metavar="TEXT", help="Only what has this in its name: 'domination king'.")
@click.pass_obj
def build(
    path: Path | None,
    workers: int | None,
    cluster: str | None,
    limit: float | None,
    timeout: float | None,
    only: str | None,
) -> int:
    """Answer what is missing; Ctrl-C saves, and the same command goes on.

    What took longer than the limit is tried again with a longer one only.
    """
    from satchess.atlas.plan import entries
    from satchess.service import atlas_building

    target = path or shipped.SHIPPED
    chosen = [entry for entry in entries() if only is None or only in entry.name]
    with Ticker() as ticker:

        def tell(advance: atlas_building.Advance) -> None:
            left = "" if advance.left is None else f", about {advance.left / 60:.0f} min left"
            done = f"{advance.done} of {advance.entries}"
            ticker.tell(f"{advance.entry}, {done}, {advance.answers} answers{left}")

        try:
            made = atlas_building.build(
                target,
                chosen,
                limit=limit or atlas_building.LIMIT,
                timeout=timeout,
                workers=workers,
                cluster=cluster,
                tell=tell,
            )
        except KeyboardInterrupt:
            raise NotKnown(f"interrupted: {target} keeps what is done") from None
    missing = sum(not made.is_done(entry, limit or atlas_building.LIMIT) for entry in chosen)
    click.echo(f"{counted(len(made.records), 'answer')} in {target}; {missing} entries to do")
    return ANSWERED
