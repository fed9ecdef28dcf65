"""The command greedy: the greedy queens of the infinite board."""

import json
from pathlib import Path

import click

from satchess.cli.commands import Command
from satchess.cli.failures import ANSWERED
from satchess.domain.phrases import counted
from satchess.service.greedy_queens import GreedyQueens, greedy_queens

MOST_ROWS = 10_000_000


@click.command(cls=Command)
@click.argument("rows", metavar="N", type=click.IntRange(1, MOST_ROWS))
@click.option(
    "--cache",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Look into this file for the first placement of N queens.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def greedy(rows: int, cache: Path | None, as_json: bool) -> int:
    """List the greedy queens of the infinite board, row by row (OEIS A065188).

    In each of the first N rows, a queen stands in the least column that no queen before attacks.
    If the lexicographically first placement of N queens is remembered ('satchess first queens N'
    finds it), it is told how many rows it begins with the same columns.
    """
    queens = greedy_queens(rows, cache=cache or True)
    if as_json:
        said = {"rows": rows, "columns": queens.columns, "agreement": queens.agreement}
        click.echo(json.dumps(said))
    else:
        click.echo(" ".join(map(str, queens.columns)))
        click.echo(_compared(queens))
    return ANSWERED


def _compared(queens: GreedyQueens) -> str:
    number = len(queens.columns)
    first = f"The first placement of {counted(number, 'queen')} on {number}x{number}"
    if queens.agreement is None:
        return f"{first} is not remembered: 'satchess first queens {number}' looks for it."
    if queens.agreement == number:
        return f"{first} is the same."
    return f"{first} is the same for {counted(queens.agreement, 'row')}."
