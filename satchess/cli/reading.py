"""Texts from files and from standard input: `@FILE` and `-` instead of what they hold.

This is the border: a question itself never names a file of squares, it holds them.
"""

import sys
from pathlib import Path
from typing import Any

import click

LONGEST_TEXT = 4_000_000
"""Bytes; the drawing of a board of a thousand rows and columns has half of it."""


class Text(click.ParamType[str]):
    """A text, `@FILE` for what a file holds, or `-` for what standard input does."""

    name = "text"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Read the file, if it is one."""
        text = str(value)
        if text == "-" or text.startswith("@"):
            return self.content(text.removeprefix("@"), param)
        return text

    def content(self, name: str, param: click.Parameter | None = None) -> str:
        """Return what a file holds, or standard input."""
        if name == "-":
            return self._decoded(sys.stdin.buffer.read(LONGEST_TEXT + 1), "standard input", param)
        path = Path(name)
        try:
            with path.open("rb") as stream:
                return self._decoded(stream.read(LONGEST_TEXT + 1), f"'{path}'", param)
        except (OSError, ValueError) as error:
            self.fail(f"'{path}': {getattr(error, 'strerror', None) or error}", param)

    def _decoded(self, content: bytes, name: str, param: click.Parameter | None) -> str:
        if len(content) > LONGEST_TEXT:
            self.fail(f"{name}: too long, expected at most {LONGEST_TEXT} bytes", param)
        try:
            return content.decode("utf-8-sig").replace("\r\n", "\n")
        except UnicodeDecodeError:
            self.fail(f"{name}: expected a text in UTF-8", param)


class TextFile(Text):
    """A file whose text is wanted, or `-` for standard input."""

    name = "file"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Read the file, with or without the sign."""
        return self.content(str(value).removeprefix("@"), param)


class TextOrFile(Text):
    """A text, or a file without a sign before its name: for texts that are no names of files."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Read the file, if there is one."""
        text = super().convert(value, param, ctx)
        is_name = text == value and "\n" not in text and "[" not in text and len(text) < 1_000
        return self.content(text, param) if is_name and Path(text).is_file() else text
