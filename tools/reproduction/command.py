"""The command line of a reproduction: recomputes all claims and prints both numbers."""

import argparse
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from benchmarks.tables import FORMATS, Table

from reproduction.claims import Claim, Figure, Finding, Means, Verdict, written
from satchess.answers import Trust

SLOWEST_SHOWN = 5
MARKS = {Verdict.AGREES: "", Verdict.MISPRINT: " (!)", Verdict.DIFFERS: " (differs)"}


@dataclass(frozen=True)
class Options:
    """What the command line says."""

    rows: str
    format: str
    means: Means

    @classmethod
    def parse(cls, arguments: Sequence[str], name: str, description: str) -> "Options":
        """Read the command line of a reproduction."""
        parser = argparse.ArgumentParser(prog=f"tables {name}", description=description)
        parser.add_argument("--rows", default="", metavar="PATTERN", help="only such questions")
        parser.add_argument("--format", default="text", choices=list(FORMATS))
        parser.add_argument("--cache", type=Path, metavar="FILE", help="remember answers there")
        parser.add_argument("--cross-check", action="store_true", help="by a second engine")
        parser.add_argument("--timeout", type=float, metavar="SECONDS", help="for each question")
        said = parser.parse_args(arguments)
        try:
            re.compile(said.rows)
        except re.error as error:
            parser.error(f"--rows {said.rows!r}: {error}")
        if said.timeout is not None and not said.timeout > 0:
            parser.error("--timeout: expected a positive number of seconds")
        return cls(
            said.rows, said.format, Means(said.cache or False, said.cross_check, said.timeout)
        )


def reproduce(
    arguments: Sequence[str], *, name: str, description: str, figures: Sequence[Figure]
) -> int:
    """Check all claims of the figures as the command line says; return the exit code.

    It is 1 if anything but marked misprints differs, if nothing was selected, or on an interrupt.
    """
    options = Options.parse(arguments, name, description)
    asked = list(_selected(figures, options.rows))
    total = sum(len(row) for figure in asked for row in figure.rows.values())
    if not asked:
        print(f"tables {name}: no question matches {options.rows!r}", file=sys.stderr)
        return 1
    started = time.perf_counter()
    findings: list[Finding] = []
    with suppress(KeyboardInterrupt):
        for figure in asked:
            found = {}
            for label, claims in figure.rows.items():
                found[label] = tuple(
                    _shown(claim, options.means, len(findings) + number, total)
                    for number, claim in enumerate(claims, start=1)
                )
                findings += found[label]
            _end_progress()
            table = Table(_headings(figure), [_cells(k, v) for k, v in found.items()])
            seconds = sum(finding.seconds for row in found.values() for finding in row)
            print(_title(f"{figure.title} ({seconds:.1f} s)", options.format), end="\n\n")
            print(FORMATS[options.format](table), flush=True)
    seconds = time.perf_counter() - started
    bullet = "- " if options.format == "markdown" else ""
    print("", *(bullet + note for note in _notes(findings, total, seconds, options)), sep="\n")
    sound = all(finding.verdict is not Verdict.DIFFERS for finding in findings)
    return int(not sound or len(findings) < total)


def _selected(figures: Sequence[Figure], pattern: str) -> Iterator[Figure]:
    """Yield the figures restricted to rows with matching questions."""
    for figure in figures:
        rows = {
            label: claims
            for label, claims in figure.rows.items()
            if any(re.search(pattern, claim.question) for claim in claims)
        }
        if rows:
            yield replace(figure, rows=rows)


def _shown(claim: Claim, means: Means, number: int, total: int) -> Finding:
    """Check a claim with a progress line; in a log, print only deviations."""
    if sys.stderr.isatty():
        print(f"\r\033[K[{number}/{total}] {claim.question}", end="", file=sys.stderr, flush=True)
    finding = claim.find(means)
    if finding.verdict is Verdict.DIFFERS:
        _end_progress()
        print(f"DIFFERS: {_story(finding)}", file=sys.stderr)
    return finding


def _end_progress() -> None:
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr, flush=True)


def _title(title: str, format_: str) -> str:
    return f"### {title}" if format_ == "markdown" else f"\n{title}"


def _headings(figure: Figure) -> list[str]:
    pairs = ((f"{column} published", "ours") for column in figure.columns)
    return [figure.corner, *(heading.strip() for pair in pairs for heading in pair)]


def _cells(label: str, findings: Sequence[Finding]) -> list[str]:
    pairs = ((written(f.claim.printed), written(f.ours) + MARKS[f.verdict]) for f in findings)
    return [label, *(cell for pair in pairs for cell in pair)]


def _story(finding: Finding) -> str:
    text = f"{finding.claim.question}: printed {written(finding.claim.printed)}"
    text += f", ours {written(finding.ours)}"
    details = "; ".join(filter(None, [finding.claim.evidence, finding.note]))
    return f"{text} ({details})" if details else text


def _notes(
    findings: Sequence[Finding], total: int, seconds: float, options: Options
) -> Iterator[str]:
    verdicts = Counter(finding.verdict for finding in findings)
    yield f"{len(findings)} of {total} questions in {seconds:.1f} s: " + ", ".join(
        f"{verdicts[verdict]} {verdict}" for verdict in Verdict
    )
    for finding in findings:
        if finding.verdict is not Verdict.AGREES:
            yield f"{finding.verdict}: {_story(finding)}"
        elif finding.note:
            yield f"note: {finding.claim.question}: {finding.note}"
    engines = Counter(finding.engine for finding in findings if finding.engine)
    yield "engines: " + ", ".join(f"{engine} {times}" for engine, times in engines.most_common())
    slowest = sorted(findings, key=lambda finding: -finding.seconds)[:SLOWEST_SHOWN]
    yield "slowest: " + ", ".join(
        f"{f.claim.question} {f.seconds:.2f} s ({f.engine or 'no answer'})" for f in slowest
    )
    if options.means.cross_check:
        alone = sum(finding.trust is Trust.SINGLE for finding in findings)
        yield f"cross-checked by a second engine: {len(findings) - alone} of {len(findings)}"
