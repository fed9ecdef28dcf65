"""Commands that refuse an option given twice, and name the command that was meant."""

import shlex
from collections import Counter
from collections.abc import Sequence
from typing import Any

import click

from satchess.errors import close_to


class Command(click.Command):
    """A command of satchess: an option stands once, unless it takes several values."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Count the options as they are given, then parse as usual."""
        args[:] = [self._spelt(word) for word in args]
        _, _, given = self.make_parser(ctx).parse_args(args=list(args))
        for parameter, times in Counter(given).items():
            is_single = isinstance(parameter, click.Option) and not parameter.multiple
            if times > 1 and is_single and not parameter.is_eager:
                raise click.UsageError(f"{parameter.opts[0]} is given twice, expected once", ctx)
        return super().parse_args(ctx, args)

    def _spelt(self, word: str) -> str:
        """Return an option as it is spelt, for one in capitals or with underscores."""
        name, equals, value = word.partition("=")
        plain = name.lower().replace("_", "-")
        known = {option for parameter in self.params for option in parameter.opts}
        is_option = name.startswith("--") and name not in known and plain in known
        return f"{plain}{equals}{value}" if is_option else word


class Group(Command, click.Group):
    """A group of such commands; their names are read in capitals too."""

    command_class = Command
    group_class = type
    member = "command"
    """What a word of this group is called in messages."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; a word that is none is answered with what was meant."""
        word, *rest = args
        for name in (word, word.lower()):
            if self.get_command(ctx, name) is not None:
                return super().resolve_command(ctx, [name, *rest])
        if word.startswith("-"):
            return super().resolve_command(ctx, args)
        known = self.list_commands(ctx)
        raise click.UsageError(
            f"{self.member} {word!r}: expected one of {', '.join(known)}"
            f"{meant(ctx, self.guess(ctx, args))}",
            ctx,
        )

    def guess(self, ctx: click.Context, args: Sequence[str]) -> list[str] | None:
        """Return the words that may have been meant."""
        word, *rest = args
        near = close_to(word, self.list_commands(ctx))
        if near is None:
            return None
        inner = self.get_command(ctx, near)
        if isinstance(inner, Group) and rest and not rest[0].startswith("-"):
            rest = inner.corrected(ctx, rest)
        return [near, *rest]

    def corrected(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Return words for this group as they may have been meant."""
        is_known = self.get_command(ctx, args[0].lower()) is not None
        return args if is_known else self.guess(ctx, args) or args


def meant(ctx: click.Context, words: Sequence[str] | None) -> str:
    """Return the end of a message that says which command was meant; empty if that is unknown."""
    return f"; did you mean '{ctx.command_path} {shlex.join(words)}'?" if words else ""


class Repeatable(click.Option):
    """An option whose values unite when it is given more than once; None if it is not given."""

    def __init__(
        self,
        declarations: list[str],
        *,
        metavar: str,
        help: str,
        type: click.ParamType[str] | None = None,
    ) -> None:
        super().__init__(declarations, metavar=metavar, help=help, type=type, multiple=True)

    def process_value(self, ctx: click.Context, value: Any) -> Any:
        """Tell an option that is not given from one without values."""
        return super().process_value(ctx, value) or None
