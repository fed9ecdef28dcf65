"""What the terminal at hand can show, where output goes, and pictures in files."""

import json
import os
import shutil
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import click

from satchess.cli.writing import save, written
from satchess.domain.placement import Placement
from satchess.errors import NotKnown
from satchess.questions import Question
from satchess.render.formats import Format, Look, format_named, format_of_file


def terminal(*, ascii: bool = False, path: Path | None = None) -> Look:
    """Return what standard output can show, or a file where output goes to one."""
    if path is not None:
        return Look(ascii=ascii)
    encoding = (sys.stdout.encoding or "ascii").lower()
    return Look(
        ascii=ascii or not encoding.startswith("utf"),
        colour=sys.stdout.isatty() and "NO_COLOR" not in os.environ and not ascii,
        width=_width(),
    )


def _width() -> int | None:
    """Return how wide a line may be: of a terminal, or as COLUMNS says of what is none."""
    if sys.stdout.isatty() or os.environ.get("COLUMNS", "").isdigit():
        return shutil.get_terminal_size().columns
    return None


NO_FACTS: Mapping[str, object] = {}


class Print(Protocol):
    """Something that prints one thing after the other."""

    def __call__(self, text: str, /) -> None:
        """Print a text, and end the line."""


@dataclass(frozen=True)
class Output:
    """How to print, and where: into a file, or to standard output."""

    form: Format
    look: Look
    path: Path | None = None

    def ensure_possible(self, question: Question | None = None) -> None:
        """Refuse, before the work, what cannot be printed here."""
        if self.form.binary and self.path is None and sys.stdout.isatty():
            raise click.UsageError(
                f"--format {self.form.name} is not for a terminal, expected --out FILE"
            )
        if question is not None:
            self.form.ensure_possible(question)

    def print(self, content: str | bytes) -> None:
        """Print the whole output."""
        if self.path is not None:
            save(self.path, content if isinstance(content, bytes) else content.rstrip("\n") + "\n")
        elif isinstance(content, bytes):
            click.echo(content, nl=False)
        else:
            click.echo(content.rstrip("\n"))

    @contextmanager
    def opened(self) -> Iterator[Print]:
        """Print one thing after the other; a file is begun with the first."""
        with ExitStack() as stack:
            stream = None

            def append(text: str) -> None:
                nonlocal stream
                if self.path is not None and stream is None:
                    stream = stack.enter_context(written(self.path))
                click.echo(text, file=stream)

            yield append

    @contextmanager
    def listing(self, question: Question) -> Iterator["Listing"]:
        """Print placements as they come, or all at the end where the format gathers them."""
        with self.opened() as print_next:
            listing = Listing(self, question, print_next)
            try:
                yield listing
            finally:
                if listing.gathered:
                    self.print(self.form.gathered(question, listing.gathered, self.look))

    def remark(self, text: str) -> None:
        """Say what belongs to the output as a whole; beside it where programs read it."""
        click.echo(text, err=self.form.name != "text" or self.path is not None)


@dataclass
class Listing:
    """Placements that are being printed."""

    output: Output
    question: Question
    print_next: Print
    number: int = 0
    gathered: list[Placement] = field(default_factory=list)

    def show(self, placement: Placement, facts: Mapping[str, object] = NO_FACTS) -> None:
        """Print the next placement, or keep it; JSON has the facts on every line."""
        self.number += 1
        form = self.output.form
        if form.gathers:
            self.gathered.append(placement)
            return
        text = form.listed(self.question, self.number, placement, self.output.look)
        if facts and form.name == "json":
            text = json.dumps({**json.loads(text), **facts})
        self.print_next(text)

    def ensure_any(self) -> None:
        """Say that there was none."""
        form = self.output.form
        if self.number == 0 and form.name == "text":
            self.output.print("There is no such placement.")
        elif self.number == 0 and form.gathers:
            raise NotKnown(f"format {form.name}: there is no such placement")


def draw_board(question: Question, placement: Placement, *, ascii: bool) -> str:
    """Draw a placement for the terminal at hand."""
    from satchess.render.formats.text import drawing

    return drawing(question, placement, terminal(ascii=ascii))


def save_picture(path: Path, question: Question, placement: Placement | None) -> None:
    """Write a picture of the format that the file is called; the bare board without a placement."""
    from satchess.render.scenes import draw_question
    from satchess.render.svg import picture

    drawn = picture(draw_question(question, placement))
    save(path, format_named(format_of_file(path.name) or "svg").of_picture(drawn))
