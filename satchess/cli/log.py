"""What the command line shows of the log: nothing, unless it is asked for."""

import logging
import os
import sys

import click

from satchess.logs import LOGGER

VARIABLE = "SATCHESS_LOG"
LEVELS = ("debug", "info", "warning", "error")


def level_asked_for(*, verbose: bool) -> str | None:
    """Return the level that the environment names, or `info` for a verbose run."""
    said = os.environ.get(VARIABLE, "").strip().lower()
    if said and said not in LEVELS:
        raise click.UsageError(f"{VARIABLE}={said!r}: expected one of {', '.join(LEVELS)}")
    return said or ("info" if verbose else None)


def show_log(level: str, ctx: click.Context) -> None:
    """Write the log to standard error until the command ends."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(asctime)s %(name)s: %(message)s", "%H:%M:%S"))
    before = LOGGER.level
    LOGGER.addHandler(handler)
    LOGGER.setLevel(level.upper())

    def end() -> None:
        LOGGER.removeHandler(handler)
        LOGGER.setLevel(before)

    ctx.call_on_close(end)
