"""Commands that refuse an option given twice, where click would silently keep the last."""

from collections import Counter
from typing import Any

import click


class Command(click.Command):
    """A command of satchess: an option stands once, unless it takes several values."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Count the options as they are given, then parse as usual."""
        _, _, given = self.make_parser(ctx).parse_args(args=list(args))
        for parameter, times in Counter(given).items():
            is_single = isinstance(parameter, click.Option) and not parameter.multiple
            if times > 1 and is_single and not parameter.is_eager:
                raise click.UsageError(f"{parameter.opts[0]} is given twice, expected once", ctx)
        return super().parse_args(ctx, args)


class Group(Command, click.Group):
    """A group of such commands."""

    command_class = Command
    group_class = type


class Repeatable(click.Option):
    """An option whose values unite when it is given more than once; None if it is not given."""

    def __init__(self, declarations: list[str], *, metavar: str, help: str) -> None:
        super().__init__(declarations, metavar=metavar, help=help, multiple=True)

    def process_value(self, ctx: click.Context, value: Any) -> Any:
        """Tell an option that is not given from one without values."""
        return super().process_value(ctx, value) or None
