"""Examples: those in Python and TOML are run here, those of a console by `make check`."""

import doctest
import sys
from pathlib import Path

import pytest
import readme

from satchess.answers import Status
from satchess.logs import LOGGER
from satchess.questions.puzzle import Puzzle
from tests.docs.pages import PAGES, blocks, title

IN_PYTHON = [page for page in PAGES if ">>> " in page.read_text(encoding="utf-8")]
IN_A_CONSOLE = [page for page in PAGES if blocks(page, "console")]
PUZZLES = [
    pytest.param(text, id=f"{title(page)}-{number}")
    for page in PAGES
    for number, text in enumerate(blocks(page, "toml"), start=1)
    if "board = " in text
]


def test_there_are_examples() -> None:
    assert len(IN_PYTHON) >= 3
    assert len(IN_A_CONSOLE) >= 8
    assert len(PUZZLES) >= 5


@pytest.mark.parametrize("page", IN_PYTHON, ids=title)
def test_python(page: Path, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(LOGGER.level, LOGGER.name):  # a page tells how to change it
        failed, tried = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert tried > 0
    assert failed == 0


@pytest.mark.parametrize("page", IN_A_CONSOLE, ids=title)
def test_every_console_has_a_command_and_its_output(page: Path) -> None:
    for block in blocks(page, "console"):
        lines = block.splitlines()
        assert lines[0].startswith("$ ")
        assert not lines[-1].startswith("$ "), "'make readme' has not filled it in"


@pytest.mark.parametrize("page", IN_A_CONSOLE, ids=title)
def test_consoles_are_those_that_are_run(page: Path) -> None:
    assert page in list(readme.pages())


@pytest.mark.parametrize("text", PUZZLES)
def test_puzzles_are_solved(text: str, tmp_path: Path) -> None:
    file = tmp_path / "puzzle.toml"
    file.write_text(text, encoding="utf-8")
    assert Puzzle.of(str(file)).solve(cache=False).status is Status.OPTIMAL


# The tool itself

PAGE = """# A page

<!-- file: words.txt -->
```text
hello
```

```console
$ cat words.txt
{output}
```
"""


def test_examples_are_run_in_a_folder_with_the_files_of_the_page() -> None:
    assert readme.renewed(PAGE.format(output="stale")) == PAGE.format(output="hello")


def test_seconds_may_differ_and_nothing_else() -> None:
    one, other = "engine sat, {0:.2f} s\n5 queens", "engine sat, 12.00 s\n6 queens"
    assert readme.same(one.format(0.5), one.format(0.7))
    assert not readme.same(one.format(12), other)


def test_a_command_that_is_not_there_is_named() -> None:
    with pytest.raises(readme.CannotRun, match="no-such-command"):
        readme.renewed("```console\n$ no-such-command\n```")


@pytest.mark.parametrize(("output", "code"), [("hello", 0), ("stale", 1)])
def test_check_fails_on_a_stale_page_and_changes_nothing(
    output: str, code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "page.md"
    page.write_text(PAGE.format(output=output))
    monkeypatch.setattr(sys, "argv", ["readme.py", "--check", str(page)])
    assert readme.main() == code
    assert page.read_text() == PAGE.format(output=output)
