"""Questions on the command line: one command for each kind, made from the kind's own grammar."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import click

from satchess.cli.commands import Command, Group, Repeatable, meant
from satchess.cli.reading import Text, TextOrFile
from satchess.questions import KINDS, KindOfQuestion, wording
from satchess.questions.grammar import GRAPH, SQUARES, WEIGHTS, Form, build, words_of

Handler = Callable[..., int | None]
"""What a verb does with a question and the values of the verb's own options."""


class QuestionGroup(Group):
    """A verb: a group with one command for each kind of question, made when it is called."""

    member = "question"

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

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the kind of question among the words, and put its arguments in order."""
        args = _about_a_graph(args)
        return super().resolve_command(ctx, self._reworded(args) or args)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Take options before the kind of question for its own."""
        if args and args[0].startswith("--") and args[0] not in ctx.help_option_names:
            args = self._reworded(args) or args
        return super().parse_args(ctx, args)

    def _reworded(self, args: list[str]) -> list[str] | None:
        def valued(name: str) -> frozenset[str]:
            return _options_with_values(self._command_for(KINDS[name]))

        return wording.reworded(args, KINDS, KINDS.__getitem__, valued)

    def guess(self, ctx: click.Context, args: Sequence[str]) -> list[str] | None:
        """Return a question that can be asked."""
        return wording.meant(args, KINDS, KINDS.__getitem__)

    def corrected(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Return a question that can be asked, also where only its arguments are misspelt."""
        return wording.meant(args, KINDS, KINDS.__getitem__)


_OF_GRAPHS = {
    "independence": "independent-set",
    "domination": "dominating-set",
    "irredundance": "irredundant-set",
}


def _about_a_graph(args: list[str]) -> list[str]:
    """Read `independence --graph FILE` as `independent-set @FILE`, and others likewise."""
    kind, *rest = args or [""]
    kind = _OF_GRAPHS.get(kind, kind)
    for place, word in enumerate(rest):
        option, equals, path = word.partition("=")
        if option == "--graph" and kind in _OF_GRAPHS.values() and (equals or rest[place + 1 :]):
            end = place + 1 if equals else place + 2
            return [kind, *rest[:place], f"@{path or rest[place + 1]}", *rest[end:]]
    return args


class QuestionCommand(Command):
    """A kind of question: where its arguments are not there, a question with them is named."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse as usual; name the command that was meant."""
        words = list(args)
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            misses = isinstance(error, click.MissingParameter) and isinstance(
                error.param, click.Argument
            )
            if ctx.parent is None or not (misses or "extra argument" in error.format_message()):
                raise
            guess = self._guess(words)
            text = error.format_message().rstrip(".") + meant(ctx.parent, guess)
            raise click.UsageError(text, ctx) from None

    def _guess(self, words: list[str]) -> list[str]:
        """Return the question that may have been meant; words too many are the placement."""
        assert self.name is not None
        of_question = sum(isinstance(parameter, click.Argument) for parameter in self.params)
        end = next((i for i, word in enumerate(words) if word.startswith("-")), len(words))
        placed = " ".join(words[of_question:end])
        guess = wording.meant([self.name, *words], KINDS, KINDS.__getitem__)
        if placed and any(parameter.name == "placement" for parameter in self.params):
            return [*guess, "--placement", placed]
        return guess


def _options_with_values(command: click.Command) -> frozenset[str]:
    return frozenset(
        name
        for parameter in command.params
        if isinstance(parameter, click.Option) and not parameter.is_flag
        for name in parameter.opts
    )


def verb_group(name: str, handler: Handler, params: Iterable[click.Parameter]) -> QuestionGroup:
    """Make a verb that builds the question and hands it to `handler` with the verb's options."""

    def command_for(kind: KindOfQuestion) -> click.Command:
        own = question_parameters(kind)

        def run(**values: Any) -> int | None:
            said = {parameter.name: values.pop(parameter.name) for parameter in own}
            return handler(build(kind, said), **values)

        return QuestionCommand(
            kind.kind,
            callback=run,
            params=[*own, *params],
            help=kind.summary,
            epilog=_arguments_help(kind),
        )

    return QuestionGroup(name, handler.__doc__ or "", command_for)


_READERS: dict[str, Text] = {SQUARES: Text(), WEIGHTS: TextOrFile(), GRAPH: Text()}
"""How words are read that may be in a file, by what they hold."""


def question_parameters(kind: KindOfQuestion) -> list[click.Parameter]:
    """Return the arguments and options of a kind of question."""
    parameters: list[click.Parameter] = []
    for name, word in words_of(kind).items():
        match word.form:
            case Form.ARGUMENT:
                shown = word.metavar if word.default is None else f"[{word.metavar}]"
                parameters.append(
                    click.Argument(
                        [name],
                        metavar=shown,
                        required=word.default is None,
                        type=_READERS.get(word.metavar),
                    )
                )
            case Form.OPTION:
                made = click.Option if word.unite is None else Repeatable
                read = _READERS.get(word.metavar)
                parameters.append(
                    made([f"--{name}"], metavar=word.metavar, help=word.help, type=read)
                )
            case Form.FLAG:
                parameters.append(click.Option([f"--{name}"], is_flag=True, help=word.help))
        for part, help, metavar in word.suboptions:
            parameters.append(Repeatable([f"--{part}"], metavar=metavar, help=help, type=Text()))
    return parameters


def _arguments_help(kind: KindOfQuestion) -> str:
    """Explain the arguments, which click leaves to us."""
    return "  ".join(
        f"{word.metavar}: {word.help}"
        for word in words_of(kind).values()
        if word.form is Form.ARGUMENT
    )
