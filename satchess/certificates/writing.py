"""Writing a folder: compressed files that appear when they are whole, the manifest last."""

import json
import lzma
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from hashlib import file_digest, sha256
from itertools import zip_longest
from pathlib import Path
from typing import Any, TextIO

from satchess.errors import BadInput
from satchess.verify.folder import MANIFEST

PRESET = 3
"""How hard xz tries: beyond this it takes much longer and saves little."""


class FolderWriter:
    """A folder that a certificate is written to; what is whole already is kept."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadInput(f"--out {folder}: {error.strerror}") from None

    def has(self, name: str) -> bool:
        """Whether a file is whole."""
        return self._path(name).exists()

    def holds(self, name: str, lines: Iterable[str]) -> bool:
        """Whether a file is whole and has these lines."""
        if not self.has(name):
            return False
        with lzma.open(self._path(name), "rt", encoding="ascii", newline="\n") as stream:
            return all(
                line == f"{expected}\n"
                for line, expected in zip_longest(stream, lines, fillvalue="")
            )

    def ensure_same(self, verb: str, question: str) -> None:
        """Raise `BadInput` if there is a certificate of something else."""
        path = self.folder / MANIFEST
        if not path.exists():
            return
        try:
            said = json.loads(path.read_text("ascii"))
            is_same = (said["verb"], said["question"]) == (verb, question)
        except (ValueError, KeyError, TypeError):
            is_same = False
        if not is_same:
            raise BadInput(f"--out {self.folder}: expected a new folder, not another certificate")

    def size(self) -> int:
        """Return the bytes of all files."""
        return sum(path.stat().st_size for path in self.folder.iterdir() if path.is_file())

    def digest(self) -> str:
        """Return a digest of all files, by name and content."""
        total = sha256()
        for path in sorted(self.folder.iterdir()):
            if path.is_file():
                with path.open("rb") as stream:
                    content = file_digest(stream, "sha256").hexdigest()
                total.update(f"{path.name} {content}\n".encode())
        return total.hexdigest()

    @contextmanager
    def stream(self, name: str) -> Iterator[TextIO]:
        """Open a file to be written; it gets its name when all of it is there."""
        path = self._path(name)
        partial = path.with_name(f"{path.name}.partial")
        with lzma.open(partial, "wt", preset=PRESET, encoding="ascii", newline="\n") as stream:
            yield stream
        partial.replace(path)

    def discard(self, name: str) -> None:
        """Remove a file."""
        self._path(name).unlink()

    def lines(self, name: str, lines: Iterable[str]) -> None:
        """Write a file of lines."""
        with self.stream(name) as stream:
            for line in lines:
                stream.write(f"{line}\n")

    def manifest(self, said: dict[str, Any]) -> None:
        """Write what is claimed."""
        self._plain(MANIFEST, json.dumps(said, indent=1) + "\n")

    def readme(self, text: str) -> None:
        """Write the page for readers."""
        self._plain("README.md", text)

    def _path(self, name: str) -> Path:
        return self.folder / f"{name}.xz"

    def _plain(self, name: str, text: str) -> None:
        (self.folder / name).write_text(text, encoding="ascii", newline="\n")
