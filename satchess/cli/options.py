"""Options that several verbs share: how to work, what to remember, how to show."""

import math
from pathlib import Path
from typing import Any

import click

from satchess.cache import Store, default_path
from satchess.cli.showing import Output, terminal
from satchess.cli.writing import OutputFile, PictureFile
from satchess.errors import BadQuestion
from satchess.render.formats import fits_file, format_named, format_of_file, formats_for
from satchess.service.options import parse_memory


class Memory(click.ParamType[int]):
    """An amount of memory such as 500M or 2G."""

    name = "size"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Read the amount in bytes."""
        try:
            return parse_memory(str(value))
        except BadQuestion as error:
            self.fail(str(error).removeprefix("memory "), param, ctx)


class Seconds(click.ParamType[float]):
    """A positive number of seconds such as 0.5 or 60."""

    name = "seconds"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Read the number; without limit is said by leaving the option out."""
        try:
            seconds = float(value)
        except ValueError:
            seconds = math.nan
        if not (0 < seconds < math.inf):
            self.fail(f"{value!r}: expected a number of seconds above 0", param, ctx)
        return seconds


class Approximation(click.ParamType[tuple[float, float]]):
    """An accuracy and a risk such as 0.8,0.2."""

    name = "eps,delta"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[float, float]:
        """Read two numbers."""
        try:
            epsilon, delta = map(float, str(value).split(","))
        except ValueError:
            epsilon, delta = 0.0, 0.0
        if not (0 < epsilon < 1_000 and 0 < delta < 1):
            self.fail(f"{value!r}: expected EPS,DELTA such as 0.8,0.2", param, ctx)
        return epsilon, delta


COUNTING: list[click.Parameter] = [
    click.Option(["--by-size"], is_flag=True, help="The number of placements of each size."),
    click.Option(["--up-to-symmetry"], is_flag=True, help="Count symmetric placements once."),
    click.Option(["--cross-check"], is_flag=True, help="Let a second engine count too."),
    click.Option(
        ["--approximate"],
        type=Approximation(),
        metavar="EPS,DELTA",
        help="A number within a factor 1+EPS with probability 1-DELTA will do.",
    ),
]
WORKING: list[click.Parameter] = [
    click.Option(
        ["--timeout"],
        type=Seconds(),
        metavar="SECONDS",
        help="Stop after this long and report what is known.",
    ),
    click.Option(
        ["--memory"],
        type=Memory(),
        metavar="SIZE",
        help="Memory limit of each process, such as 2G.",
    ),
    click.Option(
        ["--workers"],
        type=click.IntRange(min=0),
        metavar="N",
        help="Number of processes for long work; default: one per core.",
    ),
    click.Option(
        ["--cluster"], metavar="ADDRESS", help="A Dask cluster does long work: tcp://host:8786."
    ),
    click.Option(["--engine"], metavar="NAME", help="Use this engine."),
    click.Option(["--solver"], metavar="NAME", help="Use this SAT solver."),
    click.Option(["--cardinality"], metavar="NAME", help="Encode bounds this way."),
    click.Option(["--at-most-one"], metavar="NAME", help="Encode cliques this way."),
    click.Option(
        ["--again"],
        is_flag=True,
        help="Work it out even if it is remembered; both must agree.",
    ),
]
REMEMBERING: list[click.Parameter] = [
    click.Option(
        ["--cache"],
        type=click.Path(dir_okay=False, path_type=Path),
        metavar="FILE",
        help="Remember answers in this file.",
    ),
    click.Option(["--no-cache"], is_flag=True, help="Neither look up nor remember."),
]


def _open_store(ctx: click.Context, param: click.Parameter, path: Path | None) -> None:
    if path is not None or ctx.obj is None:
        ctx.obj = ctx.with_resource(Store(path or default_path()))


STORE = click.option(
    "--cache",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    callback=_open_store,
    expose_value=False,
    help="The file; by default $SATCHESS_CACHE or the user's data folder.",
)
"""For commands that look into the cache: a group and its commands take it, the latter wins."""


def format_options(what: str) -> list[click.Parameter]:
    """Return the options that say how to print an answer, a list or a table, and where."""
    return [
        click.Option(
            ["--format", "form"],
            type=click.Choice(formats_for(what)),
            help="How to print; text by default.",
        ),
        click.Option(
            ["--out"],
            type=OutputFile(),
            metavar="FILE",
            help="Print into this file; its ending says the format, unless --format does.",
        ),
    ]


SHOWING: list[click.Parameter] = [
    click.Option(["--json", "as_json"], is_flag=True, help="Print JSON, one object a line."),
    click.Option(["--ascii"], is_flag=True, help="Draw with ASCII characters only."),
    click.Option(
        ["--picture", "--svg", "picture"],
        type=PictureFile(),
        metavar="FILE",
        help="Write a picture of the placement too: FILE.svg, FILE.png or FILE.pdf.",
    ),
]


def output_choice(values: dict[str, Any], what: str) -> Output:
    """Take how and where to print out of the values of a command.

    `--json` is short for a format; the ending of a file names one too.
    """
    form, as_json, path = values.pop("form"), values.pop("as_json", False), values.pop("out")
    if as_json and form not in (None, "json"):
        raise click.UsageError(f"--json and --format {form} exclude each other")
    form = "json" if as_json else form
    meant = None if path is None else format_of_file(path.name)
    if path is not None and form is not None and fits_file(form, path.name):
        meant = form
    if meant is not None and form not in (None, meant):
        raise click.UsageError(f"--format {form} and --out {path.name} exclude each other")
    if meant is not None and meant not in formats_for(what):
        raise click.UsageError(
            f"--out {path.name}: {meant} is no format here, expected one of"
            f" {', '.join(formats_for(what))}"
        )
    chosen = format_named(form or meant or "text")
    return Output(chosen, terminal(ascii=values.pop("ascii", False), path=path), path)


def cache_choice(values: dict[str, Any]) -> Path | bool:
    """Take the choice of a cache out of the values of a command."""
    path, off = values.pop("cache"), values.pop("no_cache")
    if path is not None and off:
        raise click.UsageError("--cache and --no-cache exclude each other")
    return False if off else path or True
