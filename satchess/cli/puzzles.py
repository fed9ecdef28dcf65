"""Puzzles: list and draw them, check and rate them, make new ones."""

from collections.abc import Callable
from itertools import zip_longest
from pathlib import Path
from typing import Any

import click

from satchess.cli.commands import Command, Group
from satchess.cli.failures import ANSWERED, CHECK_FAILED
from satchess.cli.options import SHOWING
from satchess.cli.showing import draw_board, save_svg
from satchess.cli.writing import written
from satchess.domain.phrases import counted
from satchess.domain.placement import Placement
from satchess.domain.squares import write_squares
from satchess.puzzles.recipes import RECIPES
from satchess.puzzles.sheet import Sheet
from satchess.puzzles.solving import Difficulty
from satchess.questions.puzzle import Puzzle


@click.group(cls=Group)
def puzzle() -> None:
    """List, draw, check and rate puzzles, and make new ones.

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
def show(name: str, ascii: bool, svg: Path | None) -> int:
    """Draw a puzzle with its clues, but not its solution."""
    question = Puzzle.of(name)
    nothing = Placement(())
    click.echo(f"{question.sheet.title or name}: {question.sheet.pieces}")
    click.echo(draw_board(question, nothing, ascii=ascii))
    if svg is not None:
        save_svg(svg, question, nothing)
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


MAKING: list[click.Parameter] = [
    click.Option(
        ["--difficulty"],
        type=click.Choice([str(level) for level in Difficulty]),
        help="As 'satchess puzzle rate' says it; any by default.",
    ),
    click.Option(
        ["--seed"],
        type=click.IntRange(min=0, max=10**18),
        default=1,
        show_default=True,
        help="Equal seeds make equal puzzles.",
    ),
    click.Option(
        ["--number"],
        type=click.IntRange(min=1, max=1000),
        default=1,
        show_default=True,
        metavar="K",
        help="So many, with this seed and those that follow.",
    ),
    click.Option(
        ["--out"],
        type=click.Path(file_okay=False, path_type=Path),
        metavar="DIR",
        help="A folder for the files; by default one puzzle is printed.",
    ),
]
"""The options of all makers."""


@puzzle.group()
def make() -> None:
    """Make new puzzles with exactly one solution, as files."""


def _make(kind: str, one: Callable[[int], Sheet], seed: int, number: int, out: Path | None) -> int:
    """Make puzzles with consecutive seeds; print one, or write them into a folder."""
    from satchess.puzzles.writing import write_file

    if out is None and number > 1:
        raise click.UsageError(f"--number {number}: expected --out DIR for so many files")
    for each in range(seed, seed + number):
        sheet = one(each)
        if out is None:
            click.echo(write_file(sheet), nl=False)
            continue
        path = out / f"{kind}-{sheet.board.rows}x{sheet.board.columns}-{each}.toml"
        try:
            out.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise click.ClickException(f"'{out}': {error.strerror}") from None
        with written(path) as stream:
            stream.write(write_file(sheet))
        click.echo(path)
    return ANSWERED


def _plain_maker(kind: str) -> click.Command:
    """Return the command of a maker that has no options of its own."""
    recipe = RECIPES[kind]

    def handle(size: str | None, difficulty: str | None, **options: Any) -> int:
        from satchess.service import puzzle_making

        level = Difficulty(difficulty) if difficulty else None
        return _make(kind, lambda seed: puzzle_making.make(kind, size, seed, level), **options)

    params: list[click.Parameter] = [click.Argument(["size"], required=False, metavar="[SIZE]")]
    text = f"{recipe.title}: {recipe.summary}\n\nSIZE is {recipe.board} if not said."
    return Command(kind, callback=handle, params=[*params, *MAKING], help=text)


for _kind in ("regions", "completion", "lights"):
    make.add_command(_plain_maker(_kind))


@make.command(params=list(MAKING))
@click.argument("size", required=False)
@click.option("--board", help="The size; another way to say SIZE, 8x8 if not said.")
@click.option(
    "--pieces",
    default="KQRBN",
    show_default=True,
    help="A letter for each piece, or a list such as king=1,amazon=2.",
)
@click.option("--transparent", is_flag=True, help="Pieces do not stand in each other's way.")
@click.option("--all-numbers", is_flag=True, help="Every square has its number, none is marked.")
def detective(
    size: str | None,
    board: str | None,
    pieces: str,
    difficulty: str | None,
    transparent: bool,
    all_numbers: bool,
    **options: Any,
) -> int:
    """Make detective chess with one solution and no superfluous clue."""
    from satchess.domain.board import Board
    from satchess.service.puzzle_making import make_detective, parse_pieces

    if size and board:
        raise click.UsageError("SIZE and --board say the same: expected one of them")
    area, counts = Board.parse(size or board or RECIPES["detective"].board), parse_pieces(pieces)

    def one(seed: int) -> Sheet:
        return make_detective(
            area,
            counts,
            seed,
            transparent=transparent,
            all_numbers=all_numbers,
            difficulty=Difficulty(difficulty) if difficulty else None,
        )

    return _make("detective", one, **options)
