"""Files that cannot be written: found out before the work, in one line, nothing left behind."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from satchess.cli.failures import exit_code_of

UNWRITABLE = "/proc/satchess.out"
"""A file that nobody can make, not even root."""

COMMANDS = [
    "solve queens 6 --svg {}",
    "count queens 6 --svg {}",
    "first queens 6 --svg {}",
    "lookup solve queens 6 --svg {}",
    "check queens 6 --placement b1,d2,f3,a4,c5,e6 --svg {}",
    "puzzle show detective --svg {}",
    "cnf queens 6 --output {}",
    "export queens 6 --out {}",
    "cache export {}",
    "journal export first\0queens\x006 {}",
]


def words_of(command: str, file: object) -> list[str]:
    return [word.replace("\0", " ").replace("{}", str(file)) for word in command.split(" ")]


def complaint(words: list[str], capfd: pytest.CaptureFixture[str]) -> str:
    capfd.readouterr()
    assert exit_code_of(words) == 2
    err = capfd.readouterr().err
    assert re.fullmatch(r"satchess: [^\n]+\n", err), err
    return err


@pytest.fixture
def no_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fail as soon as any work is begun."""

    def work(*_: object, **__: object) -> None:
        pytest.fail("this is work")

    monkeypatch.setattr("satchess.service.answer.respond", work)
    monkeypatch.setattr("satchess.service.answer.lookup", work)
    monkeypatch.setattr("satchess.service.appraisal.answer", work)
    monkeypatch.setattr("satchess.encodings.formula.Formula.__init__", work)
    monkeypatch.setattr("satchess.cache.Store.export_lines", work)
    monkeypatch.setattr("satchess.cli.journal.journal_lines", work)


@pytest.mark.usefixtures("no_work")
@pytest.mark.parametrize("command", COMMANDS)
def test_a_place_that_cannot_be_written_is_refused_before_the_work(
    command: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert UNWRITABLE in complaint(words_of(command, UNWRITABLE), capfd)


@pytest.mark.usefixtures("no_work")
@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("name", ["", "missing/board", "x" * 300])
def test_no_folder_no_file_and_a_name_too_long(
    command: str, name: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    complaint(words_of(command, tmp_path / name), capfd)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "command", [command for command in COMMANDS if not command.startswith(("lookup", "journal"))]
)
def test_a_full_disk_is_one_line(command: str, capfd: pytest.CaptureFixture[str]) -> None:
    exit_code_of(["solve", "queens", "6"])  # something to export
    assert "'/dev/full': No space left" in complaint(words_of(command, "/dev/full"), capfd)


def test_work_that_fails_leaves_files_as_they_were(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    new, old = tmp_path / "new.svg", tmp_path / "old.svg"
    old.write_text("a picture", encoding="utf-8")
    for file in (new, old):
        complaint(["solve", "queens", "6", "--engine", "steam", "--svg", str(file)], capfd)
    assert not new.exists()
    assert old.read_text(encoding="utf-8") == "a picture"


def test_a_link_to_a_file_that_is_not_there_yet(tmp_path: Path) -> None:
    link, target = tmp_path / "link.svg", tmp_path / "board.svg"
    link.symlink_to(target)
    assert exit_code_of(["puzzle", "show", "detective", "--svg", str(link)]) == 0
    assert target.read_text(encoding="utf-8").startswith("<svg")


@pytest.mark.parametrize("words", ["pieces", "cnf queens 4", "solve queens 4"])
def test_standard_output_on_a_full_disk_is_one_line(words: str) -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = subprocess.run(
            [sys.executable, "-m", "satchess", *words.split()],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr == "satchess: standard output: No space left on device\n"
