"""`python -m satchess.verify DIR [--part N]`."""

import argparse
import sys
from pathlib import Path

from satchess.verify.folder import verify
from satchess.verify.refusal import Refused


def main() -> int:
    """Check a certificate; 0 if it proves what it claims, 1 if it does not."""
    parser = argparse.ArgumentParser("python -m satchess.verify", description=main.__doc__)
    parser.add_argument("folder", type=Path, help="a certificate")
    parser.add_argument("--part", type=int, help="check this part of the proof only")
    said = parser.parse_args()
    if not said.folder.is_dir():
        parser.error(f"{said.folder}: expected a folder")
    try:
        proved = verify(said.folder, said.part)
    except Refused as refusal:
        print(f"REFUSED {refusal}", file=sys.stderr)
        return 1
    print(f"VERIFIED {proved}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
