"""The journal: what engines have decided on their way to an answer."""

import json
from dataclasses import asdict
from itertools import groupby
from pathlib import Path
from typing import TextIO

import click

from satchess.cache import Store
from satchess.cache.journal import JournalEntry, MethodTotal, made_by, totals
from satchess.cli.commands import Group
from satchess.cli.options import STORE
from satchess.cli.writing import OutputFile, written
from satchess.domain.phrases import counted
from satchess.errors import BadInput, NotKnown
from satchess.questions import Question
from satchess.render.progress import end_of
from satchess.request import Request
from satchess.service.journal_files import journal_lines, take_up

LONGEST_PREFIX = 60
"""How much of a prefix there is room for."""


@click.group(cls=Group)
@STORE
def journal() -> None:
    """Show what is decided of a request, prefix by prefix, and carry it elsewhere.

    \b
      satchess journal show 'first queens 36'
      satchess journal export 'first queens 36' first36.txt
      satchess journal import first36.txt
    """


@journal.command()
@STORE
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.argument("request")
@click.pass_obj
def show(store: Store, request: str, as_json: bool) -> None:
    """Show the prefixes that are decided of a REQUEST, how, and how long that took."""
    request = str(Request.parse(request))
    entries = store.journal.entries(request)
    if as_json:
        question = Request.parse(request).question
        told = {
            "request": request,
            "prefixes": [_as_json(entry, question) for entry in entries],
            "totals": [asdict(total) for total in totals(entries)],
        }
        click.echo(json.dumps(told))
        return
    if not entries:
        raise NotKnown(f"not known: no prefix of '{request}' is decided")
    for (engine, revision, version), group in groupby(entries, made_by):
        click.echo(f"engine {engine}, revision {revision}, version {version}")
        _print_table(list(group))
    for total in totals(entries):
        click.echo(_total(total))


def _as_json(entry: JournalEntry, question: Question) -> dict[str, object]:
    placement = entry.fact.placement
    return {
        "prefix": entry.fact.claim.given,
        "value": entry.fact.claim.value,
        "refuted": placement is None,
        "placement": None if placement is None else list(question.words(placement)),
        **{name: getattr(entry, name) for name in ("method", "seconds", "engine", "version")},
        **{name: getattr(entry, name) for name in ("created", "source", "revision")},
    }


def _print_table(entries: list[JournalEntry]) -> None:
    prefixes = [end_of(entry.fact.claim.given, LONGEST_PREFIX) for entry in entries]
    width = max(len(prefix) for prefix in prefixes)
    for prefix, entry in zip(prefixes, entries, strict=True):
        verdict = "refuted" if entry.fact.placement is None else "placed"
        source = f" (from {entry.source})" if entry.source else ""
        method = f"{entry.method}{source}"
        click.echo(f"  {prefix:{width}}  {verdict:7}  {entry.seconds:9.3f} s  {method}")


def _total(total: MethodTotal) -> str:
    numbers = {"refuted": total.refuted, "placed": total.placed}
    verdicts = ", ".join(f"{number} {verdict}" for verdict, number in numbers.items() if number)
    return f"{total.method or 'no method'}: {verdicts}, {total.seconds:.2f} s"


@journal.command()
@STORE
@click.argument("request")
@click.argument("file", type=OutputFile(allow_dash=True))
@click.pass_obj
def export(store: Store, request: str, file: Path) -> None:
    """Write what is decided of a REQUEST to FILE, with its open jobs; - is standard output."""
    request = str(Request.parse(request))
    lines = list(journal_lines(store, request))  # or a complaint, before the file is touched
    with written(file) as stream:
        stream.writelines(f"{line}\n" for line in lines)


@journal.command()
@STORE
@click.argument("request")
@click.pass_obj
def forget(store: Store, request: str) -> None:
    """Forget what is decided of a REQUEST: the next run starts from scratch."""
    request = str(Request.parse(request))
    forgotten = counted(store.journal.forget(request), "prefix", "prefixes")
    click.echo(f"{request}: {forgotten} forgotten")


@journal.command("import")
@STORE
@click.argument("file", type=click.File("r", encoding="utf-8"))
@click.pass_obj
def import_journal(store: Store, file: TextIO) -> None:
    """Import the journal in FILE; all or nothing."""
    name = getattr(file, "name", "standard input")
    try:
        report = take_up(store, file, Path(name).name)
    except UnicodeDecodeError:
        raise BadInput(f"{name}: expected text, a journal that satchess wrote") from None
    added = counted(report.added, "prefix", "prefixes")
    click.echo(f"{report.request}: {added} added, {report.known} known already")
    if report.jobs:
        jobs, parts = counted(report.jobs, "open job"), counted(report.parts, "part")
        click.echo(f"{jobs} taken up, {parts} done")
    if report.refused:
        click.echo(report.refused)
