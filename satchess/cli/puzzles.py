"""Puzzles: list and draw them, check and rate them, make new ones."""

from itertools import zip_longest
from pathlib import Path

import click

from satchess.cli.commands import Group
from satchess.cli.failures import ANSWERED, CHECK_FAILED
from satchess.cli.options import SHOWING
from satchess.cli.puzzle_make import LEVEL, SEED, SIZE, kind_of, made, make, named
from satchess.cli.puzzle_sheet import sheet
from satchess.cli.showing import draw_board, save_picture
from satchess.domain.phrases import counted, joined
from satchess.domain.placement import Placement
from satchess.domain.squares import write_squares
from satchess.puzzles.recipes import RECIPES
from satchess.questions.puzzle import Puzzle


@click.group(cls=Group)
def puzzle() -> None:
    """List and draw puzzles; make, check, rate, print and play them.

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
    given = Placement.of(question.sheet.given)
    click.echo(f"{question.sheet.title or name}: {question.sheet.pieces}")
    click.echo(draw_board(question, given, ascii=ascii))
    if picture is not None:
        save_picture(picture, question, given)
    return ANSWERED


@puzzle.command(params=[option for option in SHOWING if option.name == "ascii"])
@click.argument("name", metavar="PUZZLE")
def check(name: str, ascii: bool) -> int:
    """Say whether a puzzle has one solution; show two where it has more.

    The exit code is 0 if there is exactly one, else 1.
    """
    from satchess.service.puzzle_proofs import solutions

    question = Puzzle.of(name)
    called = question.sheet.title or name
    found = solutions(question, 2)
    if not found:
        click.echo(f"{called} has no solution.")
    elif len(found) == 1:
        click.echo(f"{called} has exactly one solution: proved.")
    else:
        click.echo(f"{called} has more than one solution. Here are two:")
        drawn = [draw_board(question, placement, ascii=ascii) for placement in found]
        click.echo(_side_by_side(*drawn))
        one, other = (set(placement.places) for placement in found)
        differ = sorted({place.square for place in one ^ other})
        click.echo(f"They differ on {write_squares(differ, ' ')}.")
    return ANSWERED if len(found) == 1 else CHECK_FAILED


def _side_by_side(left: str, right: str) -> str:
    """Put two drawings beside each other; colours take no room on the screen."""
    lines = list(zip_longest(left.splitlines(), right.splitlines(), fillvalue=""))
    width = max(len(click.unstyle(line)) for line, _ in lines) + 4
    return "\n".join(
        f"{one}{' ' * (width - len(click.unstyle(one)))}{other}".rstrip() for one, other in lines
    )


@puzzle.command()
@click.argument("name", metavar="PUZZLE")
def rate(name: str) -> int:
    """Say how difficult a puzzle is for a person, and which techniques it takes.

    Easy puzzles yield to looking at one region, line or clue at a time; medium ones need several
    at once, or one guess; hard ones need more guesses. Lights are rated by their presses.
    """
    from satchess.service.puzzle_proofs import rate as rated

    question = Puzzle.of(name)
    rating = rated(question.sheet)
    click.echo(f"{question.sheet.title or name}: {rating.difficulty}")
    if rating.presses is not None:
        click.echo(f"{counted(rating.presses, 'press', 'presses')} on {rating.squares} squares")
    for technique, times in rating.steps:
        click.echo(f"{times:4} {technique:9} {technique.meaning}")
    for rule in rating.unread:
        click.echo(f"This solver does not understand {rule}.")
    if not rating.solved:
        click.echo("These techniques do not solve it.")
    return ANSWERED


@puzzle.command(
    params=[
        click.Argument(["name"], metavar="PUZZLE|KIND"),
        SIZE,
        *(option for option in SHOWING if option.name == "ascii"),
        LEVEL,
        SEED,
    ]
)
def play(name: str, ascii: bool, size: str | None, difficulty: str | None, seed: int) -> int:
    """Play a puzzle in the terminal, with hints that give their reasons.

    A KIND of 'satchess puzzle make', with a SIZE if you like, is a new puzzle. 'detective' is the
    kind; the puzzle of that name is played from its file.
    """
    from satchess.cli.puzzle_play import Player
    from satchess.puzzles.wording import rules_in_words
    from satchess.service.puzzle_game import Game

    kind = kind_of(name)
    if size is not None and kind is None:
        kinds = joined(RECIPES)
        raise click.UsageError(f"{name} {size}: expected a size only behind a kind: {kinds}")
    question = Puzzle(made(kind, size, seed, difficulty)) if kind else named(name)
    click.echo(question.sheet.title or name)
    for sentence in rules_in_words(question.sheet):
        click.echo(sentence)
    if question.sheet.lit is not None:
        click.echo("An asterisk is a square that is lit.")
    Player(Game(question), ascii=ascii).play()
    return ANSWERED


puzzle.add_command(make)
puzzle.add_command(sheet)
