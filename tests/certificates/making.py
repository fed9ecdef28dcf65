"""Certificates as a user makes them, and what somebody who cheats would claim."""

import json
from collections.abc import Callable
from pathlib import Path

from click.testing import CliRunner

from satchess.cli.root import root


def certify(words: str, folder: Path) -> str:
    """Return what the command prints."""
    said = ["certify", *words.split(), "--out", str(folder), "--no-cache", "--workers", "0"]
    result = CliRunner().invoke(root, said, standalone_mode=False)
    assert result.exception is None, result.exception
    return result.output


def claiming(**changes: object) -> Callable[[Path], None]:
    """Alter what a certificate says of its answer, or of itself."""

    def change(folder: Path) -> None:
        manifest = folder / "certificate.json"
        said = json.loads(manifest.read_text())
        for key, value in changes.items():
            (said["answer"] if key in said["answer"] else said)[key] = value
        manifest.write_text(json.dumps(said))

    return change
