"""Catalogues: pieces, engines, solvers, encodings."""

from typing import Any

import click

from satchess.cli.commands import Command
from satchess.plugins import Offered


@click.command(cls=Command)
def pieces() -> None:
    """List the pieces that have a name, with their moves in Betza notation."""
    from satchess.domain.pieces import ALIASES, NAMED, OFFERED, TOKENS

    aliases: dict[str, list[str]] = {}
    for alias, name in ALIASES.items():
        aliases.setdefault(name, []).append(alias)
    for name, betza in NAMED.items():
        also = f"  (also {', '.join(aliases[name])})" if name in aliases else ""
        click.echo(f"{name:14} {betza}{also}")
    for name, betza in OFFERED.items():
        click.echo(f"{name:14} {betza}  (from a plugin)")
    click.echo("leprechaun:K   like a queen, or to any square within K king moves")
    click.echo("Any other piece can be said in Betza notation, such as RNN or W(4,1).")
    tokens = ", ".join(TOKENS)
    click.echo(f"Puzzles also have white:PIECE and black:PIECE, stamps (numbers), and {tokens}.")
    _complain_of(OFFERED)


@click.command(cls=Command)
def engines() -> None:
    """List engines, SAT solvers and encodings; --explain says which engine a question gets."""
    from satchess.encodings.at_most_one import AT_MOST_ONE, DEFAULT_AT_MOST_ONE
    from satchess.encodings.cardinality import CARDINALITY, DEFAULT_CARDINALITY
    from satchess.engines import ENGINES, engine
    from satchess.engines.sat.solver import DEFAULT_SOLVER, SOLVERS

    _list("Engines (--engine)", {name: engine(name).summary for name in ENGINES})
    _list("SAT solvers (--solver)", SOLVERS, DEFAULT_SOLVER)
    _list(
        "Bounds (--cardinality)",
        {name: encoding.paper for name, encoding in CARDINALITY.items()},
        DEFAULT_CARDINALITY,
    )
    _list(
        "Cliques (--at-most-one)",
        {name: encoding.paper for name, encoding in AT_MOST_ONE.items()},
        DEFAULT_AT_MOST_ONE,
    )
    _complain_of(ENGINES.offered, CARDINALITY.offered, AT_MOST_ONE.offered)


def _complain_of(*offered: Offered[Any]) -> None:
    """List the plugins that cannot be used."""
    for fault in (fault for group in offered for fault in group.broken.values()):
        click.echo(f"broken {fault}")


def _list(title: str, entries: dict[str, str], default: str = "") -> None:
    click.echo(title)
    for name, text in entries.items():
        click.echo(f"  {name:20} {text}{'  [default]' if name == default else ''}")
