"""Puzzles: list them, draw them, make new ones."""

from pathlib import Path
from typing import Any

import click

from satchess.cli.commands import Group
from satchess.cli.failures import ANSWERED
from satchess.cli.options import SHOWING
from satchess.cli.showing import draw_board, save_picture
from satchess.domain.placement import Placement
from satchess.questions.puzzle import Puzzle


@click.group(cls=Group)
def puzzle() -> None:
    """List the puzzles that come with satchess, draw one, or make a new one.

    'satchess solve puzzle NAME' solves it, 'satchess count puzzle NAME' says whether its solution
    is unique.
    """


@puzzle.command("list")
def list_() -> int:
    """List the puzzles that come with satchess."""
    from satchess.puzzles.files import built_in_names, find

    for name in built_in_names():
        click.echo(f"{name:18} {find(name).title}")
    return ANSWERED


@puzzle.command(params=[option for option in SHOWING if option.name != "as_json"])
@click.argument("name", metavar="PUZZLE")
def show(name: str, ascii: bool, picture: Path | None) -> int:
    """Draw a puzzle with its clues, but not its solution."""
    question = Puzzle.of(name)
    nothing = Placement(())
    click.echo(f"{question.sheet.title or name}: {question.sheet.pieces}")
    click.echo(draw_board(question, nothing, ascii=ascii))
    if picture is not None:
        save_picture(picture, question, nothing)
    return ANSWERED


@puzzle.group()
def make() -> None:
    """Make a new puzzle, and print it as a file."""


@make.command()
@click.option("--board", default="8x8", show_default=True, help="A size, such as 6x8.")
@click.option(
    "--pieces",
    default="KQRBN",
    show_default=True,
    help="A letter for each piece, or a list such as king=1,amazon=2.",
)
@click.option("--seed", type=click.IntRange(min=0), default=1, show_default=True)
@click.option("--transparent", is_flag=True, help="Pieces do not stand in each other's way.")
@click.option("--all-numbers", is_flag=True, help="Every square has its number, none is marked.")
def detective(board: str, pieces: str, seed: int, **options: Any) -> int:
    """Make detective chess with one solution and no superfluous clue."""
    from satchess.domain.board import Board
    from satchess.puzzles.writing import write_file
    from satchess.service.puzzle_making import make_detective, parse_pieces

    sheet = make_detective(Board.parse(board), parse_pieces(pieces), seed, **options)
    click.echo(write_file(sheet), nl=False)
    return ANSWERED
