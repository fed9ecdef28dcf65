"""The reference says what the code says, and leaves nothing out."""

from collections.abc import Iterator

import click
import pytest
import reference

import satchess
from satchess import errors
from satchess.answers import Answer, Status, Stop, Trust
from satchess.cli import failures
from satchess.cli.questions import QuestionGroup
from satchess.cli.root import root
from satchess.domain.pieces import ALIASES, NAMED, TOKENS
from satchess.domain.region_words import REGIONS
from satchess.encodings.at_most_one import AT_MOST_ONE
from satchess.encodings.cardinality import CARDINALITY
from satchess.engines import ENGINES
from satchess.engines.sat.solver import SOLVERS
from satchess.questions import KINDS, Question
from satchess.render.formats import FORMATS
from satchess.request import Request
from satchess.service.appraisal import check
from tests.docs.pages import DOCS, everything


def text_of(name: str) -> str:
    return (DOCS / "reference" / f"{name}.md").read_text(encoding="utf-8")


def test_generated_parts_are_those_of_the_code() -> None:
    stale = [str(page) for page in reference.stale_pages(write=False)]
    assert not stale, "'make reference' writes them anew"


def test_every_part_stands_on_a_page() -> None:
    pages = everything()
    assert [name for name in reference.PARTS if f"<!-- generated: {name} -->" not in pages] == []


def commands(command: click.Command, path: str) -> Iterator[tuple[str, click.Command]]:
    """Yield every command below one, those of the questions as one."""
    yield path, command
    if isinstance(command, QuestionGroup) or not isinstance(command, click.Group):
        return
    context = click.Context(command)
    for name in command.list_commands(context):
        inner = command.get_command(context, name)
        assert inner is not None
        yield from commands(inner, f"{path} {name}")


COMMANDS = dict(commands(root, "satchess"))


@pytest.mark.parametrize("path", [path for path in COMMANDS if path != "satchess"])
def test_every_command_is_documented(path: str) -> None:
    assert f"# `{path}`\n" in text_of("cli")


def options(command: click.Command) -> Iterator[str]:
    kinds = KINDS if isinstance(command, QuestionGroup) else {"": None}
    for kind in kinds:
        leaf = command
        if isinstance(command, QuestionGroup):
            made = command.get_command(click.Context(command), kind)
            assert made is not None
            leaf = made
        for parameter in leaf.params:
            if isinstance(parameter, click.Option):
                yield from parameter.opts


@pytest.mark.parametrize("path", [path for path in COMMANDS if path != "satchess"])
def test_every_option_is_documented(path: str) -> None:
    section = text_of("cli").partition(f"# `{path}`\n")[2].partition("\n## ")[0]
    known = section + text_of("questions")
    assert [o for o in set(options(COMMANDS[path])) if f"`{o}" not in known] == []


@pytest.mark.parametrize(
    ("page", "names"),
    [
        ("questions", list(KINDS)),
        ("engines", list(ENGINES)),
        ("encodings", [*CARDINALITY, *AT_MOST_ONE, *SOLVERS]),
        ("python", satchess.__all__),
        ("betza", [*NAMED, *TOKENS]),
        ("boards", list(REGIONS)),
        ("json", [*Status, *Stop, *Trust, *FORMATS]),
    ],
)
def test_every_name_is_documented(page: str, names: list[str]) -> None:
    text = text_of(page)
    assert [name for name in names if f"`{name}`" not in text] == []


def test_every_alias_of_a_piece_is_documented() -> None:
    assert [alias for alias in ALIASES if alias not in text_of("betza")] == []


def test_every_field_of_an_answer_is_documented() -> None:
    request = Request.parse("list queens 4")
    answer = Answer(request, "", Status.UNKNOWN, placements=())
    assert [field for field in answer.as_json() if f"`{field}`" not in text_of("json")] == []


def test_every_field_of_a_check_is_documented() -> None:
    appraisal = check(Question.parse("queens 4"), "b1 d2 a3 c4", cache=False, rules_only=True)
    assert [field for field in appraisal.as_json() if f"`{field}`" not in text_of("json")] == []


def test_every_exit_code_is_documented() -> None:
    numbers = {value for value in vars(failures).values() if isinstance(value, int)}
    codes = {number for number in numbers if number < 256}  # a process can exit with no other
    codes |= {e.exit_code for e in vars(errors).values() if hasattr(e, "exit_code")}
    assert [code for code in codes if f"\n| {code} | " not in text_of("json")] == []


def test_every_error_is_documented() -> None:
    names = [name for name in vars(errors) if hasattr(getattr(errors, name), "exit_code")]
    assert [name for name in names if name not in text_of("python")] == []
