"""`serve`: the library as a service, with its pages."""

import logging
import os
from pathlib import Path

import click

from satchess.cli.commands import Command
from satchess.cli.failures import ANSWERED
from satchess.cli.log import show_log
from satchess.errors import BadInput, MissingLibrary
from satchess.logs import LOGGER


@click.command(cls=Command)
@click.option("--host", default="127.0.0.1", show_default=True, help="Where to listen.")
@click.option("--port", type=click.IntRange(0, 65_535), default=8000, show_default=True)
@click.option(
    "--cache",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file that remembers answers.",
)
@click.option(
    "--token-file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="A file with the token that clients need; or SATCHESS_TOKEN. Other hosts need one.",
)
@click.option(
    "--name",
    "names",
    multiple=True,
    metavar="NAME",
    help="A name under which it is reached, such as that of a proxy; several times if need be.",
)
@click.option("--behind-proxy", is_flag=True, help="X-Forwarded-For says who the client is.")
@click.option("--cluster", metavar="ADDRESS", help="A Dask cluster that does the work.")
@click.option(
    "--limit",
    "limits",
    multiple=True,
    metavar="NAME=NUMBER",
    help="Another limit than the default, such as seconds=60; several times if need be.",
)
def serve(
    host: str,
    port: int,
    cache: Path | None,
    token_file: Path | None,
    names: tuple[str, ...],
    behind_proxy: bool,
    cluster: str | None,
    limits: tuple[str, ...],
) -> int:
    """Serve questions and answers over HTTP, for programs and in pages.

    docs/reference/service.md has the API and all limits, docs/how-to/deploy.md what a server needs
    that others can reach.
    """
    try:
        from satchess.web.server import serve as run
        from satchess.web.settings import Limits, Settings
    except ImportError as error:
        raise MissingLibrary("serve", error.name or "fastapi", "'satchess[service]'") from None
    from satchess.cache import default_path

    settings = Settings(
        host=host,
        port=port,
        cache=cache or default_path(),
        token=_token(token_file),
        names=names,
        behind_proxy=behind_proxy,
        cluster=cluster,
        limits=Limits.with_changes(limits),
    )
    if (
        LOGGER.level == logging.NOTSET
    ):  # answers to strangers say 'see the log': there has to be one
        show_log("warning", click.get_current_context())
    run(settings, tell=lambda address: click.echo(f"satchess is served at {address}", err=True))
    return ANSWERED


def _token(path: Path | None) -> str | None:
    """Read the token; it stands on no command line, where others could see it."""
    if path is None:
        return os.environ.pop("SATCHESS_TOKEN", None)
    try:
        return path.read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"'{path}': {getattr(error, 'strerror', None) or error}") from None
