"""What the terminal at hand can show, where output goes, and pictures in files."""

import json
import os
import shutil
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

import click

from satchess.cli.writing import save, written
from satchess.domain.board import Board
from satchess.domain.placement import Placement
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
    def listing(self, question: Question) -> "Iterator[PrintedList]":
        """Print placements one after the other, or as a whole at the end, whatever ends it."""
        with ExitStack() as stack:
            printed = PrintedList(self, question, stack)
            try:
                yield printed
            finally:
                printed.finish()


class PrintedList:
    """A list that is being printed; a file is begun with the first placement."""

    def __init__(self, output: Output, question: Question, stack: ExitStack) -> None:
        self._output, self._question, self._stack = output, question, stack
        self._stream: TextIO | None = None
        self._gathered: list[Placement] = []
        self.number = 0

    def show(self, placement: Placement, more: Mapping[str, object] | None = None) -> None:
        """Print the next placement; JSON says `more` of it."""
        form = self._output.form
        self.number += 1
        if form.gathers:
            self._gathered.append(placement)
            return
        text = form.listed(self._question, self.number, placement, self._output.look)
        if more and form.name == "json":
            text = json.dumps({**json.loads(text), **more})
        self._print(text)

    def add(self, text: str, *, aside: bool = False) -> None:
        """Print what a person reads; where programs read, on standard error if `aside`."""
        if self._output.form.name == "text":
            self._print(text)
        elif aside:
            click.echo(text, err=True)

    def finish(self) -> None:
        """Print what is printed as a whole."""
        if self._gathered:
            form, look = self._output.form, self._output.look
            self._output.print(form.gathered(self._question, self._gathered, look))

    def _print(self, text: str) -> None:
        if self._output.path is not None and self._stream is None:
            self._stream = self._stack.enter_context(written(self._output.path))
        click.echo(text, file=self._stream)


def draw_board(question: Question, placement: Placement, *, ascii: bool) -> str:
    """Draw a placement for the terminal at hand."""
    from satchess.render.formats.text import drawing

    return drawing(question, placement, terminal(ascii=ascii))


def ensure_picture(path: Path | None, board: Board) -> None:
    """Refuse a board too large to draw, if a picture is wanted: before the work, not after it."""
    if path is not None:
        from satchess.render.svg import ensure_drawable

        ensure_drawable(board)


def save_picture(path: Path, question: Question, placement: Placement | None) -> None:
    """Write a picture of the format that the file is called; the bare board without a placement."""
    from satchess.render.scenes import draw_question
    from satchess.render.svg import picture

    drawn = picture(draw_question(question, placement))
    save(path, format_named(format_of_file(path.name) or "svg").of_picture(drawn))
