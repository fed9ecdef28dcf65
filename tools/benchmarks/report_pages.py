"""What pages show of the report: generated parts, by the names that `tools/reference.py` knows."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import isfinite

from benchmarks.kept import HOME, Measured, Scored, behind_first, mean_ratio, read

TITLES = {
    "optimum": "optimum with proof",
    "counting": "counting",
    "first": "first queens",
    "beautiful": "most beautiful queens",
    "leprechauns": "leprechauns",
    "commands": "whole commands and look-ups",
}
"""The contests, in the order of the pages."""

Parts = dict[str, Callable[[], Iterator[str]]]


def parts() -> Parts:
    """Return the writer of each part."""
    every: Parts = {"bench-summary": summary, "bench-circumstances": circumstances}
    every["bench-report"] = report
    every |= {f"bench-{name}": partial(contest, name) for name in TITLES}
    return every


def summary() -> Iterator[str]:
    """Tabulate the contests: how many rows, on how many we are behind, the mean ratio."""
    kept = read()
    lines = []
    for name, title in TITLES.items():
        rows = behind_first(kept.of(name))
        if rows:
            behind = [row for row in rows if _value(row) < 1]
            worst = f"`{rows[0].question}` {_ratio(rows[0])}"
            lines.append([title, len(rows), len(behind), f"{mean_ratio(rows):.2g}", worst])
    heads = ["contest", "questions", "behind", "ratio to the best peer, mean", "least"]
    yield _table(heads, lines)


def circumstances() -> Iterator[str]:
    """Say when, where and with what it was measured."""
    kept = read()
    dates = sorted({row.date for row in kept.rows})
    loads = sorted(float(row.load) for row in kept.rows if row.load[:1].isdigit())
    limits = sorted({row.limit for row in kept.rows})
    if not dates:
        yield "Nothing has been measured."
        return
    when = dates[0] if len(dates) == 1 else f"{dates[0]} to {dates[-1]}"
    busy = f"load {loads[0]:.1f} to {loads[-1]:.1f}" if loads else "load unknown"
    said = " or ".join(f"{limit:g}" for limit in limits)
    versions = ", ".join(f"{peer.name} ({peer.package} {peer.version})" for peer in kept.peers)
    yield (
        f"Measured {when} on {kept.machine}, {busy}; limit {said} processor seconds for each run."
        f" Versions: {versions}."
    )


def report() -> Iterator[str]:
    """Write a section for each contest, with all contenders, and its picture."""
    kept = read()
    for name, title in TITLES.items():
        rows = behind_first(kept.of(name))
        rest = [row for row in kept.of(name) if row not in rows]
        if not rows and not rest:
            continue
        yield f"## {title[0].upper()}{title[1:]}"
        yield _in_full([*rows, *rest])
        if (HOME / f"growth-{name}.svg").exists():
            yield f"![{title}: seconds by the side of the board](growth-{name}.svg)"


def contest(name: str) -> Iterator[str]:
    """Tabulate a contest beside the best peer, what we lose first."""
    rows = behind_first(read().of(name))
    yield _table(
        ["question", "answer", "satchess", "best peer", "ratio"],
        [
            [f"`{row.question}`", row.answer, _cell(row.scores[0]), _best(row), _ratio(row)]
            for row in rows
        ],
    )


def _in_full(rows: Sequence[Measured]) -> str:
    names = list(dict.fromkeys(score.name for row in rows for score in row.scores))

    def cell(row: Measured, name: str) -> str:
        return next((_cell(score) for score in row.scores if score.name == name), "")

    return _table(
        ["question", "answer", *names, "ratio"],
        [
            [f"`{row.question}`", row.answer, *(cell(row, n) for n in names), _ratio(row)]
            for row in rows
        ],
    )


def _table(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Write a Markdown table, all columns but the first to the right."""
    rule = ["---", *["--:"] * (len(heads) - 1)]
    lines = [list(heads), rule, *([str(c).replace("|", "\\|") for c in row] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _value(row: Measured) -> float:
    comparison = row.comparison
    return comparison.value if comparison else 0.0


def _ratio(row: Measured) -> str:
    """Write the ratio, and its spread if both sides have one."""
    c = row.comparison
    if c is None:
        return "?"
    value = f"{c.mark}{c.value:.2g}" if c.value < 10 else f"{c.mark}{c.value:.0f}"
    if c.mark or (c.least, c.most) == (c.value, c.value):
        return value
    return f"{value} ({c.least:.2g}..{c.most:.2g})"


def _cell(score: Scored) -> str:
    """Write the median and the setting or method."""
    if score.failed:
        return "failed"
    seconds = score.median
    how = f" {score.setting}" if score.setting else ""
    return f"{_seconds(seconds)}{how}" if isfinite(seconds) else f"> {_seconds(score.limit)}"


def _best(row: Measured) -> str:
    c = row.comparison
    assert c is not None
    return f"{_cell(c.peer)}" if c.mark == ">" else f"{_cell(c.peer)} ({c.peer.name})"


def _seconds(seconds: float) -> str:
    return f"{seconds:.2g} s" if seconds < 10 else f"{seconds:.0f} s"
