"""Worksheets: pages of puzzles to print."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from satchess.cli.commands import Command
from satchess.cli.failures import ANSWERED
from satchess.cli.puzzle_make import LEVEL, SEED, kind_of, made, named
from satchess.cli.writing import OutputFile, save
from satchess.domain.notation import join_sizes
from satchess.puzzles.recipes import RECIPES
from satchess.puzzles.sheet import Sheet
from satchess.questions.puzzle import Puzzle

if TYPE_CHECKING:
    from satchess.render.worksheet import Exercise, Worksheet

FORMATS = ("pdf", "html", "svg")


@click.command(cls=Command, params=[LEVEL, SEED])
@click.argument("names", metavar="PUZZLE|KIND [SIZE]...", nargs=-1, required=True)
@click.option(
    "--number",
    type=click.IntRange(min=1, max=60),
    default=6,
    show_default=True,
    metavar="K",
    help="So many of each KIND.",
)
@click.option(
    "--title", help="What stands above; by default the kind, or the title of the only puzzle."
)
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True)
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    help="By default what the name of the file says.",
)
@click.option("--out", type=OutputFile(), metavar="FILE", required=True, help="The file to write.")
def sheet(
    names: tuple[str, ...],
    number: int,
    title: str | None,
    paper: str,
    form: str | None,
    out: Path,
    difficulty: str | None,
    seed: int,
) -> int:
    """Write a page of puzzles to print, with the solutions behind.

    A KIND of 'satchess puzzle make', with a SIZE if you like, stands for so many new puzzles; files
    and puzzles that come with satchess can stand beside them; 'detective' is the kind. SVG has a
    file for each page: sheet.svg, sheet-2.svg, ...
    """
    from satchess.render.worksheet import Paper, Worksheet

    form = _format_of(out, form)
    exercises: list[Exercise] = []
    orders = _with_sizes(names)
    for name, size in orders:
        if kind := kind_of(name):
            exercises += (
                _exercise(made(kind, size, each, difficulty)) for each in range(seed, seed + number)
            )
        else:
            exercises.append(_exercise(named(name).sheet))
    heading = title or _heading(orders, exercises)
    for path in _write(Worksheet(heading, tuple(exercises), Paper(paper)), form, out):
        click.echo(path)
    return ANSWERED


def _format_of(out: Path, form: str | None) -> str:
    """Return the format that is wanted, which the name of the file must not deny."""
    said = out.suffix.removeprefix(".").lower()
    if form is None and said not in FORMATS:
        raise click.UsageError(f"--out {out}: expected a name that ends in .pdf, .html or .svg")
    if form is not None and said in FORMATS and said != form:
        raise click.UsageError(f"--out {out}: expected a name that ends in .{form}")
    return form or said


def _with_sizes(words: tuple[str, ...]) -> list[tuple[str, str | None]]:
    """Take a size with the kind before it."""
    orders: list[tuple[str, str | None]] = []
    for word in join_sizes(words):
        if word[0:1].isdigit() and orders and kind_of(orders[-1][0]) and not orders[-1][1]:
            orders[-1] = (orders[-1][0], word)
        else:
            orders.append((word, None))
    return orders


def _heading(orders: list[tuple[str, str | None]], exercises: "list[Exercise]") -> str:
    """Return the title of what is on all pages, if that is one thing."""
    kinds = {kind_of(name) for name, _ in orders}
    kind = kinds.pop()
    if kinds or (kind is None and len(exercises) > 1):
        return "Puzzles"
    return RECIPES[kind].title if kind else exercises[0].sheet.title or "Puzzles"


def _exercise(sheet: Sheet) -> "Exercise":
    """Solve a puzzle, and note what is known of it."""
    from satchess.errors import BadQuestion
    from satchess.render.worksheet import Exercise
    from satchess.service.puzzle_proofs import rate, solutions

    found = solutions(Puzzle(sheet), 2)
    if not found:
        raise BadQuestion(f"{sheet.title or 'the puzzle'} has no solution, expected one to print")
    notes = [sheet.title, str(rate(sheet).difficulty)]
    notes += ["one of several solutions"] * (len(found) > 1)
    return Exercise(sheet, found[0], "; ".join(filter(None, notes)))


def _write(worksheet: "Worksheet", form: str, out: Path) -> list[Path]:
    """Write a worksheet; return the files."""
    from satchess.render.worksheet import html, pages

    if form == "html":
        save(out, html(worksheet))
        return [out]
    drawn = pages(worksheet)
    if form == "pdf":
        from satchess.render.pdf import pdf

        save(out, pdf(drawn))
        return [out]
    paths = [out, *(out.with_stem(f"{out.stem}-{n}") for n in range(2, len(drawn) + 1))]
    for path, page in zip(paths, drawn, strict=True):
        save(path, page)
    return paths
