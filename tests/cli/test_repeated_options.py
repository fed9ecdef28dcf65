"""Options that are given more than once: they unite, or are refused; none is dropped."""

from collections.abc import Iterator

import click
import pytest

import satchess
from satchess.cli.failures import exit_code_of
from satchess.cli.root import root
from satchess.errors import BadInput
from satchess.questions import KINDS, Question
from satchess.questions.grammar import Form, words_of


def shell(words: list[str], capfd: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    capfd.readouterr()
    code = exit_code_of(words)
    return code, *capfd.readouterr()


UNITED = [
    # what is said in several options, and in one
    ("queens 8 --require a1 --require h8", "queens 8 --require a1,h8"),
    ("queens 8 --forbid a1 --require h8 --forbid b2,c3", "queens 8 --forbid a1,b2,c3 --require h8"),
    (
        "independence king 8 --within diagonal --within b1",
        "independence king 8 --within diagonal,b1",
    ),
    ("independence king 8 --within a1 --within b1", "independence king 8 --within a1,b1"),
    (
        "independence king 4 --where a1|b1 --where c1|d1",
        "independence king 4 --where '(a1 | b1) & (c1 | d1)'",
    ),
    (
        "domination rook 4 --holes a1 --walls b1 --holes b2",
        "domination rook 4 --holes a1,b2 --walls b1",
    ),
    ("lights 4 --walls a1 --walls b1", "lights 4 --walls a1,b1"),
]


@pytest.mark.parametrize(("several", "one"), UNITED)
def test_repeated_options_unite_in_the_text_of_a_question(several: str, one: str) -> None:
    assert Question.parse(several) == Question.parse(one)


@pytest.mark.parametrize(("several", "one"), UNITED)
def test_repeated_options_unite_on_the_command_line(
    several: str, one: str, capfd: pytest.CaptureFixture[str]
) -> None:
    words = ["lookup", "solve", *several.split()]
    assert shell(words, capfd) == (3, "", f"satchess: not known: solve {Question.parse(one)}\n")


def test_no_required_queen_is_forgotten(capfd: pytest.CaptureFixture[str]) -> None:
    request = "count queens 8 --require a1 --require h8"
    assert satchess.ask(request, cache=False).count == 0
    code, out, _ = shell([*request.split(), "--no-cache"], capfd)
    assert (code, out.splitlines()[0]) == (0, "There is no such placement.")


def test_lists_unite_in_the_library() -> None:
    assert satchess.queens(8, require=["a1", "h8"]) == satchess.queens(8, require="a1 h8")
    assert satchess.queens(8, forbid=("a1", "b1 c1")) == satchess.queens(8, forbid="a1 b1 c1")
    king = satchess.independence("king", "5", holes=["a1", "b2"], walls={"c3"})
    assert king == satchess.independence("king", "5", holes="a1,b2", walls="c3")
    somewhere = satchess.independence("king", "5", within=["diagonal", "a2"])
    assert str(somewhere) == "independence king 5x5 --within a1,a2,b2,c3,d4,e5"
    both = satchess.independence("king", "5", where=["a1 | b1", "c1 | d1"])
    assert both == satchess.independence("king", "5", where="(a1 | b1) & (c1 | d1)")


def test_empty_lists_say_what_they_hold() -> None:
    assert satchess.queens(5, require=[], forbid=[], where=[], holes=[]) == satchess.queens(5)
    nowhere = satchess.independence("king", "5", within=[])
    assert nowhere == satchess.independence("king", "5", within="none")


def test_each_condition_has_to_be_one_by_itself() -> None:
    with pytest.raises(BadInput, match=r"a1\) & \(b1"):
        satchess.independence("king", "5", where=["a1) & (b1", "c1"])


@pytest.mark.parametrize("kind", KINDS)
def test_what_does_not_unite_is_refused_in_the_text_of_a_question(kind: str) -> None:
    table = words_of(KINDS[kind])
    needed = [word.metavar for word in table.values() if word.form is Form.ARGUMENT]
    for name, word in table.items():
        if word.form is not Form.ARGUMENT and word.unite is None:
            option = f"--{name} 1" if word.form is Form.OPTION else f"--{name}"
            with pytest.raises(BadInput, match=f"--{name} is given twice"):
                Question.parse(" ".join([kind, *needed, option, option]))


def commands_under(
    command: click.Command, path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Yield all commands with the words that call them."""
    yield path, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            under = command.get_command(context, name)
            assert under is not None
            yield from commands_under(under, (*path, name))


OTHER_QUESTIONS = KINDS.keys() - {"domination", "lights", "queens", "puzzle"}
"""Kinds whose commands are made as those of the four are."""


def test_every_command_refuses_what_does_not_unite(capfd: pytest.CaptureFixture[str]) -> None:
    tried = 0
    for path, command in commands_under(root):
        if OTHER_QUESTIONS.intersection(path):
            continue
        for option in command.params:
            if not isinstance(option, click.Option) or option.multiple or option.is_eager:
                continue
            name = option.opts[0]
            words = [name] * 2 if option.is_flag else [name, "1"] * 2
            code, out, err = shell([*path, *words], capfd)
            assert (code, out) == (2, ""), path
            assert err.startswith(f"satchess: {name} is given twice, expected once ("), path
            assert err.count("\n") == 1
            tried += 1
    assert tried > 700
