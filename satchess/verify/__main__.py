"""`python -m satchess.verify DIR [--part N]`."""

import argparse
import sys
from pathlib import Path

from satchess.verify.folder import verify
from satchess.verify.refusal import Believed, Refused

PROVED, REFUSED, BELIEVED = 0, 1, 3
"""Exit codes; 2 is for a command line that is wrong."""


def main() -> int:
    """Check a certificate; 0 if it proves what it claims, 1 if not, 3 if it names a theorem."""
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
        return REFUSED
    except Believed as believed:
        print(f"BELIEVED {believed}")
        return BELIEVED
    print(f"VERIFIED {proved}")
    return PROVED


if __name__ == "__main__":
    sys.exit(main())
