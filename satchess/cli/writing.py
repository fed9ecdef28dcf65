"""Files that commands write: refused before the work if they cannot be written."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO, cast

import click

from satchess.render.formats import PICTURES, format_named, format_of_file

STANDARD_OUTPUT = Path("-")


class OutputFile(click.Path):
    """A file to write, tried out when the command line is read; it is left as it was."""

    def __init__(self, *, allow_dash: bool = False) -> None:
        super().__init__(dir_okay=False, allow_dash=allow_dash, path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """Return the path, if something can be written there."""
        path = Path(os.fsdecode(super().convert(value, param, ctx)))
        try:
            if path != STANDARD_OUTPUT or not self.allow_dash:
                _try_out(path)
        except (OSError, ValueError) as error:
            self.fail(f"'{path}': {_problem(error)}", param, ctx)
        return path


class PictureFile(OutputFile):
    """A file for a picture, whose ending says of which format."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """Return the path, if its ending names a format that can be written here."""
        path = Path(os.fsdecode(value))
        if os.path.isfile(path) or not os.path.exists(path):  # a device or a pipe has no ending
            name = format_of_file(path.name)
            if name not in PICTURES:
                expected = ", ".join(f".{picture}" for picture in PICTURES)
                self.fail(f"'{path}': expected an ending among {expected}", param, ctx)
            format_named(name)  # is it installed?
        return super().convert(value, param, ctx)


def _try_out(path: Path) -> None:
    """Raise `OSError` unless a file can be written; whatever is there stays as it is."""
    target = path.resolve()
    if target.is_file():
        target.open("ab").close()
    elif target.exists():  # a device or a pipe: opening it might wait, or be noticed
        if not os.access(target, os.W_OK):
            raise PermissionError("not writable")
    else:
        os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
        target.unlink()


@contextmanager
def written(path: Path, encoding: str = "utf-8") -> Iterator[TextIO]:
    """Open a file to write, - being standard output; a failure is one line."""
    with _one_line(path), click.open_file(str(path), "w", encoding=encoding) as stream:
        yield cast("TextIO", stream)
        stream.flush()


@contextmanager
def _one_line(path: Path) -> Iterator[None]:
    """Make what goes wrong with a file one line."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        name = "standard output" if path == STANDARD_OUTPUT else f"'{path}'"
        raise click.ClickException(f"{name}: {_problem(error)}") from None


def save(path: Path, content: str | bytes) -> None:
    """Write a whole file; a failure is one line."""
    with _one_line(path), click.open_file(str(path), "wb") as stream:
        stream.write(content if isinstance(content, bytes) else content.encode())
        stream.flush()


def _problem(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)
