"""Commands that make puzzles, and the options by which other commands make theirs."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from satchess.cli.commands import Command, Group
from satchess.cli.failures import ANSWERED
from satchess.cli.writing import written
from satchess.domain.notation import join_sizes
from satchess.errors import BadQuestion, or_rather
from satchess.puzzles.recipes import RECIPES
from satchess.puzzles.sheet import Sheet
from satchess.puzzles.solving import Difficulty
from satchess.questions.puzzle import Puzzle

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


LEVEL, SEED = MAKING[:2]


def _one_size(ctx: click.Context, parameter: click.Parameter, words: tuple[str, ...]) -> str | None:
    """Read a size that may be several words, such as 6 x 6."""
    sizes = join_sizes(words)
    if len(sizes) > 1:
        raise click.UsageError(f"size '{' '.join(words)}': expected one, such as 6x6", ctx)
    return sizes[0] if sizes else None


SIZE = click.Argument(["size"], nargs=-1, metavar="[SIZE]", callback=_one_size)


def kind_of(name: str) -> str | None:
    """Return the KIND of puzzles that a word names, in whatever letters; None if it names none."""
    return name.lower() if name.lower() in RECIPES else None


def named(name: str) -> Puzzle:
    """Return a puzzle that has a name or a file, where a KIND might stand too."""
    from satchess.puzzles.files import built_in_names

    known = list(dict.fromkeys([*RECIPES, *built_in_names()]))
    if name not in known and not name.startswith("{") and not Path(name).exists():
        raise BadQuestion(
            f"puzzle {name!r}: expected a file, or one of {', '.join(known)}"
            f"{or_rather(name, known)}"
        )
    return Puzzle.of(name)


def made(kind: str, size: str | None, seed: int, difficulty: str | None) -> Sheet:
    """Make a puzzle of a kind of `RECIPES`."""
    from satchess.service import puzzle_making

    level = Difficulty(difficulty) if difficulty else None
    return puzzle_making.make(kind, size, seed, level)


@click.group(cls=Group)
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
        return _make(kind, lambda seed: made(kind, size, seed, difficulty), **options)

    text = f"{recipe.title}: {recipe.summary}\n\nSIZE is {recipe.board} if not said."
    return Command(kind, callback=handle, params=[SIZE, *MAKING], help=text)


for _kind in ("regions", "completion", "lights"):
    make.add_command(_plain_maker(_kind))


@make.command(params=[SIZE, *MAKING])
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
