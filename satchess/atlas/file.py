"""The file of the atlas: many answers, found by signature without reading the others.

    magic          16 bytes
    head           five numbers of 4 bytes: answers, and the sizes of what follows the index; CRC
    signatures     16 bytes each, sorted
    places         where each record ends, 4 bytes each
    dictionary     text that many records share, for the compressor
    records        each with its own CRC, deflated by itself
    log            what the builder has tried, deflated

It is mapped into memory and searched by halving, so that a look-up touches some pages only. It is
written as a whole, beside the old one, and then renamed.
"""

import json
import mmap
import os
import struct
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from satchess.closable import Closable
from satchess.errors import CacheDamaged

MAGIC = b"satchess atlas 1"
_HEAD = struct.Struct("<5I")
_PLACE = struct.Struct("<I")
_CHECK = struct.Struct("<I")
KEY = 16
"""Bytes of a signature."""

_START = len(MAGIC) + _HEAD.size


class AtlasFile(Closable):
    """An atlas, open for look-ups."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            with path.open("rb") as stream:
                self._map = mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ)
        except (OSError, ValueError) as error:
            raise self._damaged(getattr(error, "strerror", None) or str(error)) from None
        try:
            self._read_head()
        except BaseException:
            self._map.close()
            raise

    def _read_head(self) -> None:
        if self._map[: len(MAGIC)] != MAGIC or len(self._map) < _START:
            raise self._damaged("not an atlas of this version")
        self._number, shared, records, log, check = _HEAD.unpack_from(self._map, len(MAGIC))
        self._places = _START + KEY * self._number
        dictionary = self._places + _PLACE.size * self._number
        self._records = dictionary + shared
        self._log = self._records + records
        if len(self._map) != self._log + log:
            raise self._damaged(f"{len(self._map)} bytes, expected {self._log + log}")
        head = (self._number, shared, records, log)
        self._dictionary = self._map[dictionary : self._records]
        if check != zlib.crc32(self._dictionary, zlib.crc32(repr(head).encode())):
            raise self._damaged("its head is not what was written")

    def close(self) -> None:
        """Unmap the file."""
        self._map.close()

    def __len__(self) -> int:
        return int(self._number)

    def find(self, digest: str) -> bytes | None:
        """Return the record of a signature."""
        key = bytes.fromhex(digest)
        low, high = 0, self._number
        while low < high:
            middle = (low + high) // 2
            if self._key(middle) < key:
                low = middle + 1
            else:
                high = middle
        return self._record(low) if low < self._number and self._key(low) == key else None

    def records(self) -> Iterator[tuple[str, bytes]]:
        """Yield all signatures with their records."""
        for index in range(self._number):
            yield self._key(index).hex(), self._record(index)

    @property
    def log(self) -> dict[str, Any]:
        """What the builder has tried, and what came of it."""
        try:
            said = json.loads(zlib.decompress(self._map[self._log :]))
        except (zlib.error, ValueError):
            raise self._damaged("its log is not what was written") from None
        return dict(said)

    def _key(self, index: int) -> bytes:
        return self._map[_START + KEY * index : _START + KEY * (index + 1)]

    def _end(self, index: int) -> int:
        if index < 0:
            return 0
        (end,) = _PLACE.unpack_from(self._map, self._places + _PLACE.size * index)
        return int(end)

    def _record(self, index: int) -> bytes:
        start, end = self._records + self._end(index - 1), self._records + self._end(index)
        packed = self._map[start:end]
        try:
            (check,) = _CHECK.unpack_from(packed)
            unpacker = zlib.decompressobj(-zlib.MAX_WBITS, self._dictionary)
            record = unpacker.decompress(packed[_CHECK.size :])
        except (struct.error, zlib.error):
            check, record = -1, b""
        if check != zlib.crc32(record):
            raise self._damaged(f"the record of {self._key(index).hex()} is not what was written")
        return record

    def _damaged(self, why: str) -> CacheDamaged:
        return CacheDamaged(
            f"atlas {self.path}: damaged: {why}; SATCHESS_ATLAS=off does without it"
        )


def write(
    path: Path, records: Mapping[str, bytes], log: Mapping[str, Any], dictionary: bytes
) -> None:
    """Write an atlas in one go: a reader sees the old one or the new one."""
    keys, packed, ends, size = sorted(records), [], [], 0
    for key in keys:
        packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS, 9, zdict=dictionary)
        body = packer.compress(records[key]) + packer.flush()
        packed.append(_CHECK.pack(zlib.crc32(records[key])) + body)
        size += len(packed[-1])
        ends.append(_PLACE.pack(size))
    told = zlib.compress(json.dumps(log, sort_keys=True, separators=(",", ":")).encode(), 9)
    head = (len(keys), len(dictionary), size, len(told))
    check = zlib.crc32(dictionary, zlib.crc32(repr(head).encode()))
    beside = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        with beside.open("wb") as stream:
            stream.writelines([MAGIC, _HEAD.pack(*head, check), *map(bytes.fromhex, keys)])
            stream.writelines([*ends, dictionary, *packed, told])
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
