"""The root command. Each command is imported only when it is used, so that starting is instant."""

import os
from collections.abc import Sequence
from importlib import import_module

import click

from satchess import __version__
from satchess.cli.commands import Group
from satchess.errors import close_to
from satchess.verbs import TASKS, VERBS

COMMANDS = {
    **{name: (f"satchess.cli.verbs:{name}", verb.summary) for name, verb in VERBS.items()},
    "sample": ("satchess.cli.sampling:sample", TASKS["sample"].summary),
    "why": ("satchess.cli.why:why", "Say which conditions leave no placement."),
    "greedy": ("satchess.cli.greedy:greedy", "List the greedy queens of the infinite board."),
    "check": (
        "satchess.cli.check:check",
        "Check a placement: the rules, and whether it is the best.",
    ),
    "certify": (
        "satchess.cli.certifying:certify",
        "Write a proof of an answer that anyone can check.",
    ),
    "verify": ("satchess.cli.certifying:verify", "Check a certificate."),
    "lookup": (
        "satchess.cli.verbs:lookup",
        "Show what is remembered, without computing.",
    ),
    "table": ("satchess.cli.table:table", "Answer a question on a range of boards."),
    "chain": (
        "satchess.cli.chain:chain",
        "Prove the six domination numbers of a board, side by side.",
    ),
    "sequence": (
        "satchess.cli.sequence:sequence",
        "Print the terms of a sequence: a question for N = 1, 2, 3, ...",
    ),
    "export": (
        "satchess.cli.formula:export",
        "Write a question for other solvers: cnf, wcnf, opb, lp, mps, minizinc.",
    ),
    "cnf": ("satchess.cli.formula:cnf", "Write the formula of a question in DIMACS."),
    "graph": ("satchess.cli.graph:graph", "Write or draw which squares attack each other."),
    "puzzle": ("satchess.cli.puzzles:puzzle", "Make, check, rate, print and play puzzles."),
    "cache": ("satchess.cli.memory:cache", "Look into the remembered answers."),
    "atlas": ("satchess.cli.atlas:atlas", "Look into the answers that come with satchess."),
    "jobs": ("satchess.cli.jobs:jobs", "List, show, resume and cancel long work."),
    "journal": (
        "satchess.cli.journal:journal",
        "Show, export and import what is decided of a request.",
    ),
    "serve": ("satchess.cli.serve:serve", "Serve it over HTTP, with pages for a browser."),
    "pieces": ("satchess.cli.catalogues:pieces", "List the pieces that have a name."),
    "warm": ("satchess.cli.warm:warm", "Compile every kernel now, which happens once."),
    "engines": ("satchess.cli.catalogues:engines", "List engines, solvers and encodings."),
    "help": (
        "satchess.cli.help:help_",
        "Explain any word: a question, a piece, an option, an engine, a term.",
    ),
    "glossary": ("satchess.cli.help:glossary_", "List the words and what they mean."),
    "examples": ("satchess.cli.examples:examples", "Show commands to begin with."),
}
"""Where each command lives, and its line of help."""


class LazyGroup(Group):
    """A group whose commands are imported when they are called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order of `COMMANDS`."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import one command."""
        if cmd_name not in COMMANDS:
            return None
        module, _, attribute = COMMANDS[cmd_name][0].partition(":")
        command: click.Command = getattr(import_module(module), attribute)
        return command

    def guess(self, ctx: click.Context, args: Sequence[str]) -> list[str] | None:
        """Return the words with a verb before them, where it is missing."""
        from satchess.questions import KINDS, wording

        guess = super().guess(ctx, args)
        nearest = close_to(args[0], [*self.list_commands(ctx), *KINDS])
        if wording.kind_named(args[0], KINDS) or (nearest in KINDS and nearest not in COMMANDS):
            return ["solve", *wording.meant(args, KINDS, KINDS.__getitem__)]
        return guess

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, help) for name, (_, help) in COMMANDS.items()])


@click.command(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="satchess", message="%(prog)s %(version)s")
@click.option("--verbose", is_flag=True, help="Show what is done on standard error.")
@click.option(
    "--server",
    metavar="URL",
    help="Ask a server, as 'satchess serve' starts one; or SATCHESS_SERVER.",
)
@click.pass_context
def root(ctx: click.Context, verbose: bool, server: str | None) -> None:
    """Solve and count chessboard placement problems: exact, checked, remembered.

    \b
      satchess solve domination queen 8x8
      satchess count independence king 6x6
      satchess list independence queen 6

    'satchess solve --help' lists the questions, 'satchess solve domination --help' the options
    of one of them; 'satchess help WORD' explains any word, 'satchess examples' shows more commands.
    """
    if server is not None or "SATCHESS_SERVER" in os.environ:
        from satchess.cli.remote import choose_server

        choose_server(ctx, server)
    if verbose or "SATCHESS_LOG" in os.environ:
        from satchess.cli.log import level_asked_for, show_log

        level = level_asked_for(verbose=verbose)
        if level is not None:
            show_log(level, ctx)
