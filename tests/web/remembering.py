"""A cache that knows something, filled by the library in a process of its own."""

import os
import subprocess
import sys
from pathlib import Path

from tests.web.serving import ALONE

_ANSWER = """
import sys
from pathlib import Path
from satchess.request import Request
from satchess.service.answer import respond
from satchess.service.options import RunOptions
for text in sys.argv[2:]:
    respond(Request.parse(text), RunOptions(), cache=Path(sys.argv[1]))
"""


def remember(cache: Path, *requests: str) -> None:
    """Have the library answer requests in a process of its own, so that a server knows them."""
    command = [sys.executable, "-c", _ANSWER, str(cache), *requests]
    subprocess.run(command, check=True, env={**os.environ, **ALONE})
