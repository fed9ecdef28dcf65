"""`warm`: compile all kernels now, so that no question has to wait for them."""

import os
import time

import click

from satchess.cli.commands import Command
from satchess.cli.failures import ANSWERED, NOT_KNOWN
from satchess.cli.progress import Ticker
from satchess.domain.phrases import counted


@click.command(cls=Command)
def warm() -> int:
    """Compile every kernel now: some minutes, once.

    Without it, each kernel is compiled when a question first needs it. What is compiled already is
    left as it is; Ctrl-C keeps what is done by then.
    """
    from satchess.engines.kernels import notices
    from satchess.engines.kernels.warm import kernel_folders, warmings

    started = time.monotonic()
    families = list(warmings())
    compiled = 0
    done = 0

    def heard(kernel: str, over: bool) -> None:
        nonlocal compiled
        compiled += not over
        ticker.tell(f"{family.name}, {done + 1} of {len(families)}: {kernel.lstrip('_')}")

    notices.listen(heard)
    try:
        with Ticker() as ticker:
            for done, family in enumerate(families):
                ticker.tell(f"{family.name}, {done + 1} of {len(families)}")
                family.compile()
    except KeyboardInterrupt:
        click.echo(f"Interrupted: {done} of {len(families)} families of kernels compiled.")
        return NOT_KNOWN
    finally:
        notices.listen(None)
    seconds = time.monotonic() - started
    told = f"{counted(compiled, 'kernel')} compiled in {seconds:.0f} s"
    click.echo(told if compiled else "All kernels are compiled already")
    if folders := kernel_folders():
        click.echo(f"kept in {os.path.commonpath(folders)}")
    return ANSWERED
