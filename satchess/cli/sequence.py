"""The command sequence: the terms of a pattern, as they are found."""

import json
import re
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from typing import Any

import click

from satchess.cli.commands import Command
from satchess.cli.failures import ANSWERED, CHECK_FAILED, NOT_KNOWN
from satchess.cli.options import (
    COUNTING,
    REMEMBERING,
    WORKING,
    Seconds,
    cache_choice,
    format_options,
    output_choice,
)
from satchess.cli.progress import Ticker
from satchess.cli.reading import TextFile
from satchess.cli.showing import Output
from satchess.cli.writing import written
from satchess.domain.phrases import counted
from satchess.sequences.known import all_known
from satchess.sequences.reading import read_table
from satchess.sequences.values import Comparison, Sequence
from satchess.service.options import take_run_options
from satchess.service.sequence import Terms, follow, parse_range

_RANGE = r"\d+(\.\.\d*|-\d+)?"


def _sequence(
    words: tuple[str, ...],
    listed: bool,
    compare: str | None,
    deadline: float | None,
    cross_check: bool,
    **values: Any,
) -> int:
    output = output_choice(values, "sequence")
    options, cache = take_run_options(values), cache_choice(values)
    if listed:
        return _list(words, output)
    output.ensure_possible()
    table = None if compare is None else read_table(compare, "--compare")
    terms = _terms(words, table)
    if cross_check:
        terms = replace(terms, pattern=terms.pattern.confirmed())
    found = Sequence(terms.pattern, (), terms.known)
    interrupted = False
    with _Printer(output, streams=table is None) as printer:
        try:
            with Ticker() as ticker:
                for term in follow(
                    terms,
                    options,
                    deadline=deadline,
                    cache=cache,
                    watch=ticker.show,
                    tell=ticker.begin,
                ):
                    found = replace(found, terms=(*found.terms, term))
                    if output.form.ends_unknown and term.value is None:
                        click.echo(f"the terms end before N = {term.n}: {term.remark}", err=True)
                        break
                    printer.line(output.form.term(term) if printer.streams else "")
        except KeyboardInterrupt:
            interrupted = True
            click.echo("interrupted: what is found is remembered", err=True)
        comparison = None if table is None else found.compared(table)
        printer.finish(found, comparison)
    if comparison is not None and comparison.differ:
        return CHECK_FAILED
    answered = all(term.value is not None or term.is_none for term in found)
    return ANSWERED if answered and not interrupted else NOT_KNOWN


def _terms(words: tuple[str, ...], table: dict[int, int] | None) -> Terms:
    """Read a pattern and the range behind it; a table to compare with has a range of its own."""
    if len(words) > 1 and re.fullmatch(_RANGE, words[-1]):
        indices, is_open = parse_range(words[-1])
        return Terms.of(" ".join(words[:-1]), indices, is_open=is_open)
    if not words:
        raise click.UsageError("expected a pattern such as 'count domination king NxN' 1..8")
    return Terms.of(" ".join(words), None if table is None else range(min(table), max(table) + 1))


def _list(words: tuple[str, ...], output: Output) -> int:
    if words:
        raise click.UsageError(
            f"--list names all sequences: expected nothing beside it, got {' '.join(words)!r}"
        )
    if output.form.name == "json":
        output.print(json.dumps([known.as_json() for known in all_known().values()]))
    else:
        width = max(len(str(known.pattern)) for known in all_known().values())
        output.print(
            "\n".join(
                f"{number}  {str(known.pattern).ljust(width)}  {known.name}"
                for number, known in all_known().items()
            )
        )
    return ANSWERED


class _Printer(ExitStack):
    """Prints terms as they come where the format is made of terms, all of them at the end if not.

    What compares with a table is told at the end too.
    """

    def __init__(self, output: Output, *, streams: bool) -> None:
        super().__init__()
        self._output = output
        self._stream: Any = None
        self.streams = streams and output.form.by_term

    def line(self, text: str) -> None:
        """Print a line, if there is anything on it."""
        if not text:
            return
        if self._output.path is not None and self._stream is None:
            self._stream = self.enter_context(written(self._output.path))
        click.echo(text, file=self._stream)

    def finish(self, found: Sequence, comparison: Comparison | None) -> None:
        """Print what is printed as a whole, or behind the terms."""
        form = self._output.form
        if comparison is not None and form.name == "json":
            said = {**found.as_json(), "comparison": comparison.as_json()}
            self._output.print(json.dumps(said))
        elif comparison is not None:
            self._output.print("\n".join(_compared(comparison)))
        elif self.streams:
            self.line(form.closing(found))
        else:
            self._output.print(form.sequence(found))


def _compared(comparison: Comparison) -> Iterator[str]:
    """Name every difference, then say how much could be compared."""
    for n, ours, theirs in comparison.differ:
        yield f"N = {n}: satchess {ours}, the table {theirs}"
    differ = f", {len(comparison.differ)} not" if comparison.differ else ""
    yield f"{counted(len(comparison.agree), 'term')} as in the table{differ}."
    if comparison.unknown:
        yield f"Not known: N = {_listed(comparison.unknown)}."
    if comparison.missing:
        yield f"Not in the table: N = {_listed(comparison.missing)}."


def _listed(numbers: tuple[int, ...]) -> str:
    return ", ".join(map(str, numbers))


_OWN: list[click.Parameter] = [
    click.Argument(["words"], metavar="PATTERN [RANGE]", nargs=-1),
    click.Option(["--list", "listed"], is_flag=True, help="List the sequences with a number."),
    click.Option(
        ["--compare"],
        type=TextFile(),
        metavar="FILE",
        help="Compare with a b-file, term by term; exit code 1 at a difference.",
    ),
    click.Option(
        ["--deadline"],
        type=Seconds(),
        metavar="SECONDS",
        help="Stop after this long in all; --timeout is for each term.",
    ),
    *(option for option in COUNTING if option.name == "cross_check"),
]

sequence = Command(
    "sequence",
    callback=_sequence,
    params=[*_OWN, *format_options("sequence"), *WORKING, *REMEMBERING],
    context_settings={"ignore_unknown_options": True},
    help="Print the terms of a sequence as they are found: a question for N = 1, 2, 3, ...\n\n"
    "PATTERN is a verb, solve or count, and a question with N in its board or numbers: NxN, 2xN,"
    " Nx(N+1), 2Nx2N:torus, --size 2N. Or the number of a sequence of OEIS, such as A018807.",
    epilog="RANGE is 1..16, 7, or 1.. without an end. A term that is not found in time is a"
    " question mark, with what is known; bfile and oeis end before it. The same command goes on"
    " from there.",
)
