"""Questions on the command line: one command for each kind, made from the kind's own grammar."""

from collections.abc import Callable, Iterable
from typing import Any

import click

from satchess.cli.commands import Command, Group, Repeatable
from satchess.questions import KINDS, KindOfQuestion
from satchess.questions.grammar import Form, build, words_of

Handler = Callable[..., int | None]
"""What a verb does with a question and the values of the verb's own options."""


class QuestionGroup(Group):
    """A verb: a group with one command for each kind of question, made when it is called."""

    def __init__(
        self, name: str, help: str, command_for: Callable[[KindOfQuestion], click.Command]
    ) -> None:
        super().__init__(name=name, help=help, no_args_is_help=True)
        self._command_for = command_for

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the kinds of questions."""
        return list(KINDS)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the kinds, then the plugins that cannot be used."""
        super().format_commands(ctx, formatter)
        if broken := KINDS.offered.broken:
            with formatter.section("Broken plugins"):
                formatter.write_dl(list(broken.items()))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Make the command of one kind."""
        kind = KINDS.get(cmd_name)
        return None if kind is None else self._command_for(kind)


def verb_group(name: str, handler: Handler, params: Iterable[click.Parameter]) -> QuestionGroup:
    """Make a verb that builds the question and hands it to `handler` with the verb's options."""

    def command_for(kind: KindOfQuestion) -> click.Command:
        own = question_parameters(kind)

        def run(**values: Any) -> int | None:
            said = {parameter.name: values.pop(parameter.name) for parameter in own}
            return handler(build(kind, said), **values)

        return Command(
            kind.kind,
            callback=run,
            params=[*own, *params],
            help=kind.summary,
            epilog=_arguments_help(kind),
        )

    return QuestionGroup(name, handler.__doc__ or "", command_for)


def question_parameters(kind: KindOfQuestion) -> list[click.Parameter]:
    """Return the arguments and options of a kind of question."""
    parameters: list[click.Parameter] = []
    for name, word in words_of(kind).items():
        match word.form:
            case Form.ARGUMENT:
                shown = word.metavar if word.default is None else f"[{word.metavar}]"
                parameters.append(
                    click.Argument([name], metavar=shown, required=word.default is None)
                )
            case Form.OPTION:
                made = click.Option if word.unite is None else Repeatable
                parameters.append(made([f"--{name}"], metavar=word.metavar, help=word.help))
            case Form.FLAG:
                parameters.append(click.Option([f"--{name}"], is_flag=True, help=word.help))
        for part, help, metavar in word.suboptions:
            parameters.append(Repeatable([f"--{part}"], metavar=metavar, help=help))
    return parameters


def _arguments_help(kind: KindOfQuestion) -> str:
    """Explain the arguments, which click leaves to us."""
    return "  ".join(
        f"{word.metavar}: {word.help}"
        for word in words_of(kind).values()
        if word.form is Form.ARGUMENT
    )
