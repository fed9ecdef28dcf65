"""Reading files of a certificate: compressed or not, line by line, within limits.

Nothing is held in memory but a line. A file that grows beyond measure when it is unpacked, has a
line without end, or ends too early is refused; so are links, pipes and devices in place of files.
"""

import lzma
import stat
import zlib
from collections.abc import Iterator
from pathlib import Path

from satchess.verify.refusal import Refused

SUFFIXES = ("", ".gz", ".xz")

LONGEST_LINE = 1 << 26
MOST_EXPANSION = 200
"""How many times its size a file may have when unpacked, beyond `FREE_EXPANSION` bytes."""
FREE_EXPANSION = 1 << 24
DECODER_MEMORY = 1 << 28

_CHUNK = 1 << 16


class _Gzip:
    """One gzip stream."""

    def __init__(self) -> None:
        self._decoder = zlib.decompressobj(31)

    @property
    def eof(self) -> bool:
        return self._decoder.eof

    @property
    def has_more(self) -> bool:
        return bool(self._decoder.unconsumed_tail)

    @property
    def unused(self) -> bytes:
        return self._decoder.unused_data

    def feed(self, data: bytes) -> bytes:
        return self._decoder.decompress(self._decoder.unconsumed_tail + data, _CHUNK)


class _Xz:
    """One xz stream."""

    def __init__(self) -> None:
        self._decoder = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=DECODER_MEMORY)

    @property
    def eof(self) -> bool:
        return self._decoder.eof

    @property
    def has_more(self) -> bool:
        return not self._decoder.needs_input and not self._decoder.eof

    @property
    def unused(self) -> bytes:
        return self._decoder.unused_data

    def feed(self, data: bytes) -> bytes:
        return self._decoder.decompress(data, _CHUNK)


def is_there(path: Path) -> bool:
    """Whether there is a file; what is something else is refused."""
    try:
        mode = path.lstat().st_mode
    except OSError:
        return False
    if not stat.S_ISREG(mode):
        raise Refused("not a plain file", path.name)
    return True


def find(folder: Path, name: str) -> Path | None:
    """Return the file of this name, perhaps compressed; None if there is none."""
    found = [path for end in SUFFIXES if is_there(path := folder / f"{name}{end}")]
    if len(found) > 1:
        raise Refused("there is more than one, compressed and not", name)
    return found[0] if found else None


def lines(folder: Path, name: str) -> Iterator[str]:
    """Yield the lines of a file, without their ends."""
    path = find(folder, name)
    if path is None:
        raise Refused("there is no such file", name)
    number = 0
    try:
        for line in _split(path):
            number += 1
            yield line.decode("ascii")
    except Refused as refusal:
        raise refusal.at(path.name, number + 1) from None
    except UnicodeDecodeError:
        raise Refused("not plain ASCII", path.name, number) from None
    except (zlib.error, lzma.LZMAError, OSError) as error:
        raise Refused(f"cannot be unpacked: {error}", path.name) from None


def _split(path: Path) -> Iterator[bytes]:
    tail = b""
    for chunk in _chunks(path):
        first, *rest = chunk.split(b"\n")
        tail += first
        if len(tail) > LONGEST_LINE:
            raise Refused(f"a line is longer than {LONGEST_LINE} characters")
        if rest:
            yield tail
            yield from rest[:-1]
            tail = rest[-1]
    if tail:
        yield tail


def _chunks(path: Path) -> Iterator[bytes]:
    with path.open("rb") as stream:
        if path.suffix not in (".gz", ".xz"):
            while data := stream.read(_CHUNK):
                yield data
            return
        unpacker = _Gzip() if path.suffix == ".gz" else _Xz()
        read = written = 0
        while not unpacker.eof:
            data = b"" if unpacker.has_more else stream.read(_CHUNK)
            if not data and not unpacker.has_more:
                raise Refused("it ends too early")
            read += len(data)
            piece = unpacker.feed(data)
            written += len(piece)
            if written > FREE_EXPANSION + MOST_EXPANSION * read:
                raise Refused(f"it grows more than {MOST_EXPANSION} times when it is unpacked")
            if piece:
                yield piece
        if unpacker.unused or stream.read(1):
            raise Refused("something follows after its end")
