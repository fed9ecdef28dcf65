"""Certificates that were made here: packed, and named by the signature of what they prove."""

import re
import shutil
import tarfile
from dataclasses import dataclass
from pathlib import Path

from satchess.errors import NotKnown
from satchess.request import Request
from satchess.service.memory import signature_of
from satchess.service.options import RunOptions
from satchess.service.session import Watcher

_NAME = re.compile(r"[0-9a-f]{32}")


@dataclass(frozen=True)
class Packed:
    """A certificate in a file."""

    signature: str
    bytes: int
    path: Path


def make(
    request: Request,
    options: RunOptions,
    folder: Path,
    cache: Path,
    *,
    most: int,
    watch: Watcher | None = None,
) -> dict[str, object]:
    """Prove an answer and pack the proof, unless it is packed already; say what it proves."""
    from satchess.certificates.certify import certify  # it needs solvers

    name = signature_of(request).digest
    rooms = folder / f"{name}.making"
    shutil.rmtree(rooms, ignore_errors=True)
    rooms.mkdir(parents=True)
    try:
        made = certify(request, rooms / "certificate", options, cache=cache, watch=watch)
        if made.size > most:
            raise NotKnown(f"the certificate has {made.size} bytes, expected at most {most}")
        packed = rooms / "packed.tar"
        with tarfile.open(packed, "w") as archive:
            archive.add(made.folder, arcname=f"certificate-{name[:12]}")
        size = packed.stat().st_size
        packed.replace(folder / f"{name}.tar")  # all of it, or nothing
    finally:
        shutil.rmtree(rooms, ignore_errors=True)
    said = made.as_json()
    del said["folder"]
    return {**said, "signature": name, "bytes": size}


def packed(folder: Path) -> list[Packed]:
    """Return the certificates that were made here."""
    found = sorted(folder.glob("*.tar")) if folder.is_dir() else []
    return [Packed(p.stem, p.stat().st_size, p) for p in found if _NAME.fullmatch(p.stem)]


def find(folder: Path, signature: str) -> Packed:
    """Return a certificate; the name is one of ours, or there is none."""
    path = folder / f"{signature}.tar"
    if not _NAME.fullmatch(signature) or not path.is_file():
        raise NotKnown(f"certificate {signature[:40]!r}: none was made here")
    return Packed(signature, path.stat().st_size, path)
