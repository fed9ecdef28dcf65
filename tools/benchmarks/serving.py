"""The service, where it is installed: what a request over HTTP takes in a warm server.

Empty unless `satchess serve` exists and its libraries are there.
"""

from importlib.util import find_spec

from benchmarks.contest import Contest
from satchess.cli.root import COMMANDS


def is_available() -> bool:
    """Whether there is a service to be measured."""
    return "serve" in COMMANDS and find_spec("uvicorn") is not None


CONTESTS: tuple[Contest, ...] = ()
"""A contest of requests; none as long as no service exists."""
