"""Make certificates, check them, and keep size and seconds as data.

    python tools/certificates.py                                      those of REQUESTS
    python tools/certificates.py 'solve domination knight 9x9'        others; they join the data

The seconds are those of `satchess certify`: to make proofs, given the answer, and to check them.
"""

import argparse
import json
import platform
import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import satchess
from satchess.certificates.certify import certify
from satchess.request import Request
from satchess.service.options import RunOptions

HOME = Path(__file__).resolve().parent.parent / "docs" / "results" / "certificates.json"

ABOUT = (
    "Certificates: bytes of the folder, seconds on a clock to make it, given the"
    " answer, and to check it: tools/certificates.py."
)

REQUESTS = (
    *(f"solve domination queen {n}x{n}" for n in range(8, 13)),
    *(f"solve domination knight {n}x{n}" for n in range(7, 11)),
    "solve domination king 9x9",
    "solve domination rook 8x8",
    "solve domination bishop 8x8",
    "solve independence queen 30x30",
    "solve independence king 8x8",
    "solve independence bishop 8x8",
    "solve independence knight 8x8",
    "solve domination knight 5x8",
    *(f"solve leprechauns 3 {n}" for n in range(11, 16)),
    "solve leprechauns 2 9",
    "solve crowded-board",
    "count domination knight 5x8",
    "count domination bishop 5x8",
    "count domination knight 8x8",
    "count domination knight 10x10",
    "count domination king 12x12",
    "count domination rook 6x6",
    "count domination queen 6x6",
    "count queens 8",
    "count independence king 8x8 --up-to-symmetry",
    "count independence king 12x12",
    "count independence king 12x12 --by-size",
    "count independence king 14x14",
    "list domination knight 5x8",
    *(f"first queens {n}" for n in range(24, 41) if n not in (34, 36)),  # minutes each
    "first domination knight 6x6",
    *(f"solve beautiful {n}" for n in (8, 16, 24, 32)),
    "solve puzzle detective",
)


def measured(request: str) -> dict[str, object]:
    """Make one certificate and check it."""
    with tempfile.TemporaryDirectory() as folder:
        made = certify(Request.parse(request), Path(folder) / "out", RunOptions(), cache=False)
    said = made.as_json()
    return {
        "request": request,
        "proved": said["proved"],
        "trust": said["trust"],
        "bytes": said["bytes"],
        "seconds_to_make": said["seconds_to_make"],
        "seconds_to_check": said["seconds_to_check"],
        "date": datetime.now(UTC).date().isoformat(),
        "version": satchess.__version__,
        "machine": platform.machine(),
    }


def main(words: Sequence[str] | None = None) -> None:
    """Measure, and write the data."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("requests", nargs="*", default=REQUESTS)
    wanted = parser.parse_args(words).requests
    known = json.loads(HOME.read_text())["certificates"] if HOME.exists() else []
    entries = {entry["request"]: entry for entry in known}
    for request in wanted:
        entries[request] = measured(request)
        print(json.dumps(entries[request]), flush=True)
        said = {"about": ABOUT, "certificates": list(entries.values())}
        HOME.write_text(json.dumps(said, indent=1) + "\n")


if __name__ == "__main__":
    main()
