"""Generate the parts of docs that follow from the code and the data.

    python tools/reference.py            write them
    python tools/reference.py --check    fail if one of them is stale

A part is enclosed by the lines `<!-- generated: NAME -->` and `<!-- end -->`; the text around it is
written by hand. `PARTS` has a writer for each name.
"""

import argparse
import dataclasses
import importlib
import inspect
import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from pathlib import Path
from typing import Any

import click  # noqa: TID251 - it reads the command line, it is none
import queens_pages
from benchmarks import report_pages

import satchess
from satchess import errors
from satchess.chains import MEANINGS
from satchess.cli.glossary import GLOSSARY
from satchess.cli.questions import QuestionGroup, question_parameters
from satchess.cli.root import COMMANDS, root
from satchess.domain.pieces import ALIASES, NAMED
from satchess.encodings.at_most_one import AT_MOST_ONE, DEFAULT_AT_MOST_ONE
from satchess.encodings.cardinality import CARDINALITY, DEFAULT_CARDINALITY
from satchess.engines import ENGINES, engine
from satchess.engines.sat.solver import DEFAULT_SOLVER, SOLVERS
from satchess.questions import KINDS
from satchess.questions.grammar import Abbreviation, Form, words_of
from satchess.render.chain import LETTERS
from satchess.sequences.known import all_known

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
RESULTS = DOCS / "results"

_PART = re.compile(
    r"(?P<begin><!-- generated: (?P<name>[a-z-]+) -->\n).*?(?P<end><!-- end -->)", re.DOTALL
)


def table(head: Sequence[str], rows: Iterable[Sequence[object]], numbers: bool = False) -> str:
    """Write a Markdown table."""
    rule = ["--:" if numbers else "---"] * len(head)
    lines = [list(head), rule, *([_cell(cell) for cell in row] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _cell(content: object) -> str:
    return str(content).replace("|", "\\|").replace("\n", " ")


# Commands


def commands() -> Iterator[str]:
    """Describe every command with its options; those of the questions are on their own page."""
    context = click.Context(root, info_name="satchess")
    yield table(
        ["command", ""], ([f"[`{name}`](#satchess-{name})", COMMANDS[name][1]] for name in COMMANDS)
    )
    for name in COMMANDS:
        command = root.get_command(context, name)
        assert command is not None
        yield from _command(command, ("satchess", name))


def _command(command: click.Command, path: tuple[str, ...]) -> Iterator[str]:
    yield f"{'#' * min(len(path), 4)} `{' '.join(path)}`"
    yield _help(command.help or "")
    if isinstance(command, QuestionGroup):
        yield f"    {' '.join(path)} QUESTION [OPTIONS]"
        yield _options(_own_parameters(command))
    elif isinstance(command, click.Group):
        yield _options(command.params)
        context = click.Context(command, info_name=path[-1])
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            assert inner is not None
            yield from _command(inner, (*path, name))
    else:
        arguments = [p.make_metavar(click.Context(command)) for p in _arguments(command)]
        yield f"    {' '.join([*path, *arguments])}"
        yield _options(command.params)


def _own_parameters(group: QuestionGroup) -> list[click.Parameter]:
    """Return the options of the verb itself, those of questions excluded."""
    kind = KINDS["queens"]
    of_question = {parameter.name for parameter in question_parameters(kind)}
    command = group.get_command(click.Context(group), "queens")
    assert command is not None
    return [p for p in command.params if p.name not in of_question]


def _arguments(command: click.Command) -> list[click.Argument]:
    return [p for p in command.params if isinstance(p, click.Argument)]


def _options(parameters: Iterable[click.Parameter]) -> str:
    options = [p for p in parameters if isinstance(p, click.Option)]
    if not options:
        return ""
    return table(["option", ""], ([_spelt(o), _with_default(o)] for o in options))


def _spelt(option: click.Option) -> str:
    """Write each name of an option with what it takes."""
    value = "" if option.is_flag else f" {_taken(option)}"
    return ", ".join(f"`{name}{value}`" for name in option.opts)


def _taken(option: click.Option) -> str:
    if isinstance(option.type, click.Choice):
        return "|".join(map(str, option.type.choices))
    number = isinstance(option.type, click.types.IntParamType)
    return option.metavar or ("N" if number else option.type.name.upper())


def _with_default(option: click.Option) -> str:
    text = option.help or ""
    if option.show_default and isinstance(option.default, str | int | float):
        text = f"{text} [default: {option.default}]".strip()
    return text


def _help(text: str) -> str:
    """Write a help text; paragraphs that click would not wrap become blocks."""
    paragraphs = []
    for paragraph in inspect.cleandoc(text).split("\n\n"):
        if paragraph.startswith("\b"):
            paragraph = "\n".join(f"    {line.strip()}" for line in paragraph.splitlines()[1:])
        paragraphs.append(paragraph)
    return "\n\n".join(paragraphs)


# Questions


def questions() -> Iterator[str]:
    """Describe every kind of question with its arguments and options."""
    yield table(
        ["question", ""],
        ([f"[`{name}`](#{name})", kind.summary] for name, kind in KINDS.items()),
    )
    for name, kind in KINDS.items():
        words = words_of(kind)
        arguments = [w for w in words.values() if w.form is Form.ARGUMENT]
        shown = [w.metavar if w.default is None else f"[{w.metavar}]" for w in arguments]
        yield f"## `{name}`"
        yield kind.summary
        yield f"    satchess VERB {' '.join([name, *shown])} [OPTIONS]"
        if not isinstance(kind, Abbreviation):
            yield _module_text(kind.__module__)
        rows = []
        for field, word in words.items():
            if word.form is Form.ARGUMENT:
                default = "" if word.default is None else f" [default: {word.default}]"
                rows.append([f"`{word.metavar}`", word.help + default])
            else:
                rows.append([f"`--{field} {word.metavar}`".replace(" `", "`"), word.help])
            rows += [[f"`--{part} {shown}`", help] for part, help, shown in word.suboptions]
        yield table(["word", ""], rows)


def _module_text(name: str) -> str:
    """Return a module's docstring: what it is about, and the papers behind it."""
    return inspect.cleandoc(importlib.import_module(name).__doc__ or "")


# Engines, encodings, pieces


def engines() -> Iterator[str]:
    """Describe every engine."""
    yield table(
        ["engine", "verbs", ""],
        (
            [f"[`{name}`](#{name})", ", ".join(sorted(home.verbs)), _sentence(engine(name).summary)]
            for name, home in ENGINES.items()
        ),
    )
    for name in ENGINES:
        made = engine(name)
        yield f"## `{name}`"
        yield _module_text(type(made).__module__)
        yield f"In `{_file_of(type(made))}`."


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:].rstrip(".") + "."


def _file_of(thing: type) -> str:
    module = sys.modules[thing.__module__]
    return str(Path(str(module.__file__)).resolve().relative_to(ROOT))


def _marked(name: str, default: str) -> str:
    return f"`{name}`" + (" (default)" if name == default else "")


def encodings() -> Iterator[str]:
    """List encodings and solvers."""
    yield "## Bounds: `--cardinality`"
    yield table(
        ["encoding", "paper"],
        ([_marked(name, DEFAULT_CARDINALITY), e.paper] for name, e in CARDINALITY.items()),
    )
    yield "## Cliques: `--at-most-one`"
    yield table(
        ["encoding", "paper"],
        ([_marked(name, DEFAULT_AT_MOST_ONE), e.paper] for name, e in AT_MOST_ONE.items()),
    )
    yield "## SAT solvers: `--solver`"
    yield table(
        ["solver", ""], ([_marked(name, DEFAULT_SOLVER), text] for name, text in SOLVERS.items())
    )


def pieces() -> Iterator[str]:
    """List the pieces that have a name."""
    also: dict[str, list[str]] = {}
    for alias, name in ALIASES.items():
        also.setdefault(name, []).append(alias)
    yield table(
        ["name", "moves", "also"],
        (
            [f"`{name}`", f"`{moves}`", ", ".join(also.get(name, []))]
            for name, moves in NAMED.items()
        ),
    )


# Python


def python() -> Iterator[str]:
    """Describe every public name by its signature and docstring."""
    for name in satchess.__all__:
        thing = getattr(satchess, name)
        yield f"## `{name}`"
        if inspect.isclass(thing):
            yield _text(thing)
            yield from _members(thing)
        else:
            yield f"```python\n{name}{_signature(thing)}\n```"
            yield _text(thing)


def _members(owner: type) -> Iterator[str]:
    if issubclass(owner, Enum):
        yield f"Values: {', '.join(f'`{member.value}`' for member in owner)}."
    if fields := [f"`{name}`" for name in _fields(owner)]:
        yield f"Fields: {', '.join(fields)}."
    if issubclass(owner, satchess.Question) and owner is not satchess.Question:
        yield "A [`Question`](#question); what else it has is for those who add questions."
        return
    rows = []
    for name, member in vars(owner).items():
        if name.startswith("_") or name in _fields(owner):
            continue
        plain = getattr(owner, name) if isinstance(member, classmethod | staticmethod) else member
        if inspect.isfunction(plain) or inspect.ismethod(plain):
            rows.append([f"`{name}{_signature(plain)}`", _first_line(plain)])
        elif isinstance(member, property) or hasattr(member, "func"):
            rows.append([f"`{name}`", _first_line(member)])
    if rows:
        yield table(["member", ""], rows)


def _fields(owner: type) -> list[str]:
    if dataclasses.is_dataclass(owner):
        return [field.name for field in dataclasses.fields(owner)]
    return list(getattr(owner, "_fields", ()))


def _signature(thing: Callable[..., Any]) -> str:
    signature = inspect.signature(thing)
    kept = [
        p.replace(annotation=inspect.Parameter.empty)
        for p in signature.parameters.values()
        if p.name not in ("self", "cls")
    ]
    written = re.sub(r"=[A-Z]\w*\(.*?\)(?=[,)])", "=...", str(inspect.Signature(kept)))
    return re.sub(r"='([^'\"]*)'", r'="\1"', written)  # as `ruff format` wants it on pages


def _text(thing: object) -> str:
    return inspect.cleandoc(getattr(thing, "__doc__", None) or "")


def _first_line(thing: object) -> str:
    return _text(thing).split("\n\n")[0]


def contract() -> Iterator[str]:
    """State what a plugin promises, from the module's docstring."""
    yield _module_text("satchess.plugins").partition("------------\n")[2].strip()


def error_tree() -> Iterator[str]:
    """Draw the tree of errors, from the module's docstring."""
    yield _drawn(errors.__doc__ or "")


def journal_format() -> Iterator[str]:
    """Show the lines of a journal file, from the module's docstring."""
    yield _drawn(importlib.import_module("satchess.service.journal_files").__doc__ or "")


def _drawn(text: str) -> str:
    """Return the indented lines of a text as a block."""
    drawn = re.search(r"(?:^    .*\n)+", text, re.MULTILINE)
    assert drawn is not None
    return f"```text\n{inspect.cleandoc(drawn[0])}\n```"


# Results


def _data(name: str, key: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads((RESULTS / f"{name}.json").read_text())[key]
    return rows


def _whole_commands() -> dict[str, float]:
    """Return the processor seconds of whole commands."""
    return {entry["request"]: entry["processor"] for entry in _data("commands", "commands")}


def _published_seconds() -> dict[int, float]:
    """Return the best seconds of the paper for each board."""
    path = ROOT / "tests" / "published" / "first_queens.json"
    seconds: dict[str, dict[str, float | None]] = json.loads(path.read_text())["seconds"]
    best = {}
    for side, methods in seconds.items():
        if known := [value for value in methods.values() if value is not None]:
            best[int(side)] = min(known)
    return best


def _seconds(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:.2f}" if value < 10 else f"{value:,.0f}"


def first_queens() -> Iterator[str]:
    """Tabulate the first queens beside the paper, and say where the paper is ahead."""
    boards = {row["n"]: row for row in _data("first_queens", "boards")}
    paper, whole = _published_seconds(), _whole_commands()
    ours = {n: whole.get(f"first queens {n}") for n in boards}
    yield table(
        ["n", "whole command", "the answer alone", "the paper", "engine"],
        (
            [
                n,
                _seconds(ours[n]),
                _seconds(row["seconds"] + row["earlier"]),
                _seconds(paper.get(n)),
                row["engine"],
            ]
            for n, row in boards.items()
        ),
        numbers=True,
    )
    timed = {n: seconds for n, seconds in ours.items() if seconds is not None and n in paper}
    ahead = [n for n, seconds in timed.items() if paper[n] < seconds]
    even = [n for n in timed if n not in ahead and paper[n] < 1.1 * timed[n]]

    def listed(sides: list[int]) -> str:
        return f"{len(sides)} ({', '.join(map(str, sides))})" if sides else "none"

    yield (
        f"Of the {len(timed)} boards of which both times are known, the paper is ahead on"
        f" {listed(ahead)}, and about even on {listed(even)}: starting takes us longer there than"
        " the work."
    )


def beautiful_queens() -> Iterator[str]:
    """Tabulate the boards of the paper that are published, and what we need."""
    boards = {row["side"]: row for row in _data("beautiful_queens", "boards")}
    path = ROOT / "tests" / "published" / "beautiful_queens.json"
    published: dict[str, Any] = json.loads(path.read_text())
    whole = _whole_commands()
    yield table(
        ["n", "placements", "whole command", "the proof alone", "the paper"],
        (
            [
                n,
                f"{boards[n]['placements']:,}",
                _seconds(whole.get(f"solve beautiful {n}")),
                _seconds(boards[n]["seconds"]),
                _seconds(seconds),
            ]
            for n, seconds in ((int(n), s) for n, s in published["seconds"].items())
            if n in boards
        ),
        numbers=True,
    )


def armies() -> Iterator[str]:
    """Tabulate both questions about armies of queens, side by side; what no table has is bold."""
    published = {"non-dominating": 16, "peaceable": 15}
    boards = _data("armies", "boards")
    found = {(board["question"], board["side"]): board for board in boards}

    def cells(name: str, side: int) -> list[str]:
        board = found[name, side]
        value = f"{board['value']}" if side <= published[name] else f"**{board['value']}**"
        return [value, board["whole"], board["parts"]]

    yield table(
        ["n", *(f"{name}{part}" for name in published for part in ("", ": whole", ": in parts"))],
        (
            [f"{side}", *(cell for name in published for cell in cells(name, side))]
            for side in sorted({side for _, side in found})
        ),
        numbers=True,
    )


def knights_domination() -> Iterator[str]:
    """Tabulate the fewest knights, each by quarters of two sizes; what no table has is bold."""
    published = 21
    boards = _data("knights_domination", "boards")
    sizes = sorted({entry["overlap"] for board in boards for entry in board["proofs"]})

    def cells(board: dict[str, Any]) -> Iterator[str]:
        rows, columns, value = (board[key] for key in ("rows", "columns", "value"))
        yield f"{rows}x{columns}"
        yield f"**{value}**" if rows == columns > published else f"{value}"
        seconds = {entry["overlap"]: f"{entry['seconds']} s" for entry in board["proofs"]}
        yield from (seconds.get(size, "") for size in sizes)

    yield table(["board", "knights", *map(str, sizes)], map(list, map(cells, boards)), numbers=True)


def chains() -> Iterator[str]:
    """Tabulate the six domination numbers of each piece, board by board."""
    yield table(
        ["piece", "n", *(LETTERS.get(name, name) for name in MEANINGS)],
        (
            [board["piece"], f"{board['side']}", *map(str, board["numbers"])]
            for board in _data("sets", "chains")
        ),
        numbers=True,
    )


def counts_of_sets() -> Iterator[str]:
    """Tabulate numbers of sets, with the two engines that have counted each."""
    yield table(
        ["question", "sets", "engines", "seconds"],
        (
            [
                f"`{entry['question']}`",
                f"{int(entry['count']):,}",
                " and ".join(f"`{engine}`" for engine in entry["engines"]),
                " and ".join(f"{seconds:.1f}" for seconds in entry["seconds"]),
            ]
            for entry in _data("sets", "counts")
        ),
    )


def sequences() -> Iterator[str]:
    """List the sequences that are known to ask the same as a pattern."""
    yield table(
        ["sequence", "pattern", "", "table goes to", "seen"],
        (
            [
                f"[{number}](https://oeis.org/{number})",
                f"`{known.pattern}`",
                known.name,
                f"{known.until}{f', by {known.extended}' * bool(known.extended)}",
                known.seen,
            ]
            for number, known in all_known().items()
        ),
    )


def new_terms() -> Iterator[str]:
    """Tabulate terms that no table has, with what each rests on."""
    if not _data("sequences", "terms"):
        yield "None yet: no term beyond its table has been found by two engines."
        return
    yield table(
        ["sequence", "n", "term", "found by", "seconds", "certificate"],
        (
            [
                f"[{found['sequence']}](https://oeis.org/{found['sequence']})",
                f"{found['n']}",
                f"{int(found['value']):,}",
                " and ".join(f"`{engine}`" for engine in found["engines"]),
                " and ".join(f"{seconds:.1f}" for seconds in found["seconds"]),
                found["certificate"] or "",
            ]
            for found in _data("sequences", "terms")
        ),
    )


def whole_commands() -> Iterator[str]:
    """Tabulate whole commands, but for those that have tables of their own."""
    yield table(
        ["command", "seconds"],
        (
            [f"`{request}`", _seconds(seconds)]
            for request, seconds in _whole_commands().items()
            if not request.startswith(("first queens", "solve beautiful"))
        ),
    )


def race_costs() -> Iterator[str]:
    """Tabulate what the race costs where the first choice is right."""

    def told(seconds: dict[str, float]) -> list[str]:
        return [_seconds(seconds["clock"]), _seconds(seconds["processor"])]

    yield table(
        ["command", "alone: clock", "processor", "in a race: clock", "processor"],
        (
            [f"`{found['request']}`", *told(found["alone"]), *told(found["in a race"])]
            for found in _data("race_costs", "races")
        ),
    )


def certificates() -> Iterator[str]:
    """Tabulate the certificates that were made."""
    yield table(
        ["request", "bytes", "seconds to make", "seconds to check", "trust"],
        (
            [
                f"`{entry['request']}`",
                f"{entry['bytes']:,}",
                f"{entry['seconds_to_make']:.2f}",
                f"{entry['seconds_to_check']:.2f}",
                entry["trust"],
            ]
            for entry in _data("certificates", "certificates")
        ),
    )


def counting_growth() -> Iterator[str]:
    """Tabulate the largest board of each series that is within the limit, and one before."""
    series: dict[str, list[dict[str, Any]]] = {}
    for point in _data("counting_growth", "points"):
        series.setdefault(point["series"], []).append(point)

    def cell(point: dict[str, Any]) -> str:
        return f"{point['side']}: {_seconds(point['seconds'])} s, {point['megabytes']:,.0f} MB"

    yield table(
        ["question", "before", "largest board", "engine"],
        (
            [
                f"`{name.replace('{0}x{0}', 'n').replace('{0}', 'n')}`",
                *map(cell, points[-2:]),
                points[-1]["engine"],
            ]
            for name, points in series.items()
            if len(points) > 1
        ),
    )


def glossary() -> Iterator[str]:
    """Write the words that `satchess help` explains."""
    yield table(["word", ""], ([f"**{term}**", meaning] for term, meaning in GLOSSARY.items()))


PARTS: dict[str, Callable[[], Iterator[str]]] = {
    "commands": commands,
    "questions": questions,
    "engines": engines,
    "encodings": encodings,
    "pieces": pieces,
    "python": python,
    "errors": error_tree,
    "journal": journal_format,
    "glossary": glossary,
    "contract": contract,
    "first-queens": first_queens,
    "beautiful-queens": beautiful_queens,
    "armies": armies,
    "knights-domination": knights_domination,
    **queens_pages.parts(),
    "chains": chains,
    "counts-of-sets": counts_of_sets,
    "sequences": sequences,
    "new-terms": new_terms,
    "whole-commands": whole_commands,
    "race-costs": race_costs,
    "certificates": certificates,
    "counting-growth": counting_growth,
    **report_pages.parts(),
}
"""The writer of each part."""


def renewed(text: str) -> str:
    """Return a page with its generated parts up to date."""

    def rewrite(part: re.Match[str]) -> str:
        blocks = "\n\n".join(filter(None, PARTS[part["name"]]()))
        return f"{part['begin']}\n{blocks}\n\n{part['end']}"

    return _PART.sub(rewrite, text)


def stale_pages(*, write: bool) -> Iterator[Path]:
    """Yield the pages whose generated parts are stale; update them if `write`."""
    for page in sorted([ROOT / "README.md", *DOCS.rglob("*.md")]):
        if "_build" in page.parts:
            continue
        old = page.read_text(encoding="utf-8")
        new = renewed(old)
        if new != old:
            if write:
                page.write_text(new, encoding="utf-8")
            yield page


def main() -> int:
    """Write or check; return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="change nothing, fail if stale")
    check = parser.parse_args().check
    pages = list(stale_pages(write=not check))
    for page in pages:
        state = "stale: 'make reference' writes it anew" if check else "written"
        print(f"{page.relative_to(ROOT)}: {state}", file=sys.stderr)
    return int(check and bool(pages))


if __name__ == "__main__":
    sys.exit(main())
