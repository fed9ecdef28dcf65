"""Commands to begin with, by kind of user."""

from typing import NamedTuple

import click

from satchess.cli.commands import Command


class Example(NamedTuple):
    """A command line without `satchess`, and what it does."""

    words: str
    does: str


EXAMPLES: dict[str, list[Example]] = {
    "For a classroom": [
        Example("solve queens 8", "eight queens, none attacking another"),
        Example("count queens 8 --up-to-symmetry", "how many really different ones there are"),
        Example(
            "check queens 8 --placement '3 7 2 8 5 1 4 6'",
            "is this a solution? Columns row by row, squares, FEN or a drawing",
        ),
        Example("solve puzzle detective", "a puzzle that comes with satchess"),
        Example("help knight", "what a word means; pieces are drawn with their moves"),
    ],
    "For an engineer": [
        Example(
            "solve domination queen 8x8 --json", "the fewest that see everything, for a program"
        ),
        Example(
            "solve domination king 7x9 --holes corners --require e5",
            "missing squares, and one that has to be taken",
        ),
        Example(
            "solve independence knight 8x8 --within border",
            "only on some squares: names, lists, drawings, @FILE",
        ),
        Example(
            "solve independence queen 8 --where 'a1 | (b2 => h8)'",
            "any condition on squares",
        ),
        Example("cnf domination queen 5x5", "the formula, for any SAT solver"),
    ],
    "For research": [
        Example("table domination king 3..6x3..6", "a question on a range of boards"),
        Example("count independence king 6x6 --all --by-size", "independent sets of each size"),
        Example("count queens 7:torus --cross-check", "a torus, and a second engine that agrees"),
        Example("list queens 6", "all placements, as they are found"),
        Example("first queens 20", "the lexicographically first one"),
        Example("solve domination queen 11x11 --explain", "which engine would do it, and why"),
    ],
}
"""Each is run by a test."""


@click.command(cls=Command)
def examples() -> None:
    """Show commands to begin with, by kind of user."""
    for title, commands in EXAMPLES.items():
        click.echo(f"{title}\n")
        for example in commands:
            click.echo(f"  satchess {example.words}")
            click.echo(f"      {example.does}")
        click.echo("")
    click.echo("'satchess help WORD' explains any word of these.")
