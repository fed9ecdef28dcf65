"""Runs a command line in this process, and prints which functions it calls, in order.

python -m tests.docs.traced WORD...
"""

import io
import os
import re
import sys
from contextlib import redirect_stdout
from pathlib import Path
from types import FrameType

from satchess.cli.failures import exit_code_of
from tests.paths import ROOT


def main(words: list[str]) -> int:
    """Print `file:function` for each function of the tree, when it is first called."""
    called: dict[str, None] = {}

    def note(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(str(ROOT)):
            file = os.path.relpath(Path(code.co_filename).resolve(), ROOT)
            file = re.sub(r"^satchess/(?=cache/|encodings/)", "", file)  # links in a checkout
            called[f"{file}:{code.co_qualname.replace('.<locals>', '')}"] = None

    sys.setprofile(note)
    try:
        with redirect_stdout(io.StringIO()):
            status = exit_code_of(words)
    finally:
        sys.setprofile(None)
    print("\n".join(called))
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
