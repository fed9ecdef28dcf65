#!/usr/bin/env python3
"""Mutation testing: change the code in small ways and report the changes that no test notices.

    python tools/mutate.py --number 100 --seed 1
    python tools/mutate.py --number 20 --only satchess/engines/frontier --json frontier.json

Works on a copy of the tree. Each change (a *mutant*) faces only the tests of its package, see
`TESTS`; a mutant that makes them fail, crash or time out is killed. The score is the share of
killed mutants. With `--json`, verdicts are saved as they come, and the same command resumes where
it stopped. Not part of `make check`: a hundred mutants take most of an hour. A survivor is not
always a gap in the tests: it may affect only running time.
"""

import argparse
import ast
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

SOURCES = ("encodings", "cache", "satchess/signature.py", "satchess/engines")
"""What is changed unless `--only` says otherwise."""

TESTS: dict[str, tuple[str, ...]] = {
    "encodings": (
        "tests/encodings",
        "tests/engines/sat",
        "tests/test_conformance.py::test_every_encoding",
    ),
    "cache": ("tests/cache",),
    "satchess/signature.py": ("tests/domain", "tests/cache"),
    "satchess/engines": ("tests/engines/counting", "tests/cli/test_counting.py"),
    "satchess/engines/bottleneck": ("tests/engines/bottleneck",),
    "satchess/engines/counting": ("tests/engines/counting",),
    "satchess/engines/delegate.py": ("tests/questions/test_leprechauns.py",),
    "satchess/engines/first_queens": ("tests/engines/first_queens",),
    "satchess/engines/frontier": ("tests/engines/frontier",),
    "satchess/engines/highs.py": ("tests/engines/most_beautiful",),
    "satchess/engines/kernels": ("tests/engines/kernels", "tests/engines/rows"),
    "satchess/engines/leprechauns": ("tests/questions/test_leprechauns.py",),
    "satchess/engines/most_beautiful": ("tests/engines/most_beautiful",),
    "satchess/engines/parity": ("tests/questions/test_cabinet.py",),
    "satchess/engines/rows": ("tests/engines/rows", "tests/questions/test_leprechauns.py"),
    "satchess/engines/sat": ("tests/engines/sat", "tests/encodings"),
}
"""The tests that belong to a file: those of the longest path here that it lies in."""

COMPARISONS = {
    "<": "<=",
    "<=": "<",
    ">": ">=",
    ">=": ">",
    "==": "!=",
    "!=": "==",
    "in": "not in",
    "not in": "in",
    "is": "is not",
    "is not": "is",
}
OPERATORS = {
    "+": "-",
    "-": "+",
    "*": "+",
    "//": "*",
    "/": "*",
    "%": "+",
    "&": "|",
    "|": "&",
    "^": "|",
    "<<": ">>",
    ">>": "<<",
}
NAMES = {"min": "max", "max": "min", "any": "all", "all": "any", "True": "False", "False": "True"}

SKIPPED_FOLDERS = (".git", ".venv", "build", "dist", ".*_cache", ".hypothesis", "*.egg-info")


@dataclass(frozen=True)
class Mutant:
    """A change of one file: `after` instead of the text from `start` to `end`, in bytes."""

    path: str
    digest: str
    """Of the unchanged file: editing it invalidates the verdicts on its mutants."""
    line: int
    start: int
    end: int
    before: str
    after: str

    def apply(self, source: bytes) -> bytes:
        """Return the changed source."""
        return source[: self.start] + self.after.encode() + source[self.end :]

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.before!r} -> {self.after!r}"


@dataclass(frozen=True)
class Tried:
    """The verdict on a mutant."""

    mutant: Mutant
    survived: bool
    how: str
    seconds: float


# Making mutants


def mutants_of(path: str, source: bytes) -> list[Mutant]:
    """Return every change of a file worth trying, in file order."""
    text = _Text(source)
    digest = sha256(source).hexdigest()[:16]
    found = set(_changes(ast.parse(source), text))
    return [
        Mutant(path, digest, text.line(start), start, end, source[start:end].decode(), after)
        for start, end, after in sorted(found)
    ]


Change = tuple[int, int, str]


class _Text:
    """Positions of syntax-tree nodes in the source, in bytes."""

    def __init__(self, source: bytes) -> None:
        self.source = source
        self._starts = [0]
        for line in source.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))

    def span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return (
            self._starts[node.lineno - 1] + node.col_offset,
            self._starts[node.end_lineno - 1] + node.end_col_offset,
        )

    def line(self, position: int) -> int:
        return self.source.count(b"\n", 0, position) + 1

    def word_between(
        self, left: ast.expr, right: ast.expr, words: dict[str, str]
    ) -> Iterator[Change]:
        """Exchange the operator between two expressions, unless a comment is in the way."""
        start, end = self.span(left)[1], self.span(right)[0]
        between = self.source[start:end].decode()
        word = between.strip(" ()\n\\=" if words is OPERATORS else " ()\n\\")
        if word in words and between.count(word) == 1:
            start += between.index(word)
            yield start, start + len(word), words[word]


def _changes(node: ast.AST, text: _Text) -> Iterator[Change]:
    """Yield the changes of a node and its descendants."""
    yield from _changes_here(node, text)
    for child in _children(node):
        yield from _changes(child, text)


def _children(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the children of a node that affect results.

    Not annotations, decorators, assertions and strings, nor module constants, which are mostly
    limits that affect running time.
    """
    match node:
        case ast.Assert() | ast.JoinedStr() | ast.Raise():
            return
        case ast.FunctionDef(args=arguments, body=body):
            yield from (default for default in arguments.defaults)
            yield from (default for default in arguments.kw_defaults if default is not None)
            yield from body
        case ast.ClassDef(body=body):
            yield from body
        case ast.AnnAssign(value=value):
            yield from [value] if value is not None else []
        case ast.Module(body=body):
            yield from (s for s in body if not isinstance(s, ast.Assign | ast.AnnAssign))
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return
        case _:
            yield from ast.iter_child_nodes(node)


def _changes_here(node: ast.AST, text: _Text) -> Iterator[Change]:
    """Yield the changes of a node itself."""
    match node:
        case ast.Compare(left=left, comparators=others):
            for one, other in pairwise([left, *others]):
                yield from text.word_between(one, other, COMPARISONS)
        case ast.BinOp(left=left, right=right):
            yield from text.word_between(left, right, OPERATORS)
        case ast.AugAssign(target=target, value=value):
            yield from text.word_between(target, value, OPERATORS)
        case ast.BoolOp(values=values):
            for one, other in pairwise(values):
                yield from text.word_between(one, other, {"and": "or", "or": "and"})
        case ast.UnaryOp(op=ast.Not() | ast.Invert() | ast.USub() as sign):
            start, _ = text.span(node)
            yield start, start + (3 if isinstance(sign, ast.Not) else 1), " "
        case ast.Constant(value=bool() as value):
            yield *text.span(node), str(not value)
        case ast.Constant(value=int() as value):
            yield *text.span(node), str(value + 1)
            yield *text.span(node), f"({value - 1})"
        case ast.Name(id=name) if name in NAMES:
            yield *text.span(node), NAMES[name]
        case ast.Return(value=ast.expr() as value) if not _is_none(value):
            yield *text.span(value), "None"
        case ast.Expr(value=ast.Call()):
            yield *text.span(node), "pass"
        case ast.Continue():
            yield *text.span(node), "break"
        case ast.Break():
            yield *text.span(node), "continue"


def _is_none(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and value.value is None


def mutants_in(root: Path, paths: Sequence[str], *, kernels: bool = True) -> list[Mutant]:
    """Return all mutants of the files at or below `paths`, with or without compiled code."""
    mutants = []
    for path in paths:
        place = root / path
        for file in sorted(place.rglob("*.py")) if place.is_dir() else [place]:
            source = file.read_bytes()
            if kernels or b"@kernel" not in source:
                mutants += mutants_of(file.relative_to(root).as_posix(), source)
    return mutants


# Trying them


def tests_of(path: str) -> tuple[str, ...]:
    """Return the tests that belong to a file."""
    homes = [home for home in TESTS if path == home or path.startswith(f"{home}/")]
    return TESTS[max(homes, key=len)] if homes else ("tests",)


class Trial:
    """A copy of the tree in which mutants are tried."""

    def __init__(
        self, root: Path, copy: Path, *, patience: float, grace: float, memory: int
    ) -> None:
        self.copy = copy
        self._patience = patience
        self._grace = grace
        self._memory = memory
        self._usual: dict[tuple[str, ...], float] = {}
        # Keep symlinks and file times, so that compiled caches stay valid.
        shutil.copytree(root, copy, symlinks=True, ignore=shutil.ignore_patterns(*SKIPPED_FOLDERS))

    def judge(self, mutant: Mutant, tests: tuple[str, ...]) -> Tried:
        """Run the tests on a mutant."""
        limit = self._patience * self.usual(tests) + self._grace
        file = self.copy / mutant.path
        kept = file.with_name(f"{file.name}.kept")
        shutil.copy2(file, kept)
        file.write_bytes(mutant.apply(file.read_bytes()))
        started = time.monotonic()
        try:
            code = self._run(tests, limit)
        finally:
            kept.replace(file)
        how = {None: "out of time", 0: "survived", 1: "test failed"}.get(code, f"exit {code}")
        return Tried(mutant, code == 0, how, round(time.monotonic() - started, 1))

    def usual(self, tests: tuple[str, ...]) -> float:
        """Return how long the tests take on unchanged code, which must pass."""
        if tests not in self._usual:
            started = time.monotonic()
            code = self._run(tests, None)
            if code != 0:
                raise SystemExit(f"{' '.join(tests)}: fails without any change (exit {code})")
            self._usual[tests] = time.monotonic() - started
        return self._usual[tests]

    def _run(self, tests: tuple[str, ...], limit: float | None) -> int | None:
        """Return the exit code of the tests; None if they time out."""
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
        environment = os.environ | {
            "PYTHONPATH": str(self.copy),
            "PYTHONDONTWRITEBYTECODE": "1",  # else a change within the same second goes unnoticed
        }
        running = subprocess.Popen(
            command,
            cwd=self.copy,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # so that its workers end with it
            preexec_fn=self._limit_memory,
        )
        try:
            return running.wait(limit)
        except subprocess.TimeoutExpired:
            return None
        finally:
            _end(running)

    def _limit_memory(self) -> None:
        resource.setrlimit(resource.RLIMIT_DATA, (self._memory, self._memory))


def _end(running: "subprocess.Popen[bytes]") -> None:
    """End a run and its child processes."""
    with suppress(ProcessLookupError):
        os.killpg(running.pid, signal.SIGKILL)
    running.wait()


def run(
    trial: Trial,
    mutants: Sequence[Mutant],
    known: dict[Mutant, Tried],
    tests: Callable[[str], tuple[str, ...]],
) -> Iterator[Tried]:
    """Yield a verdict on each mutant, known ones without running."""
    for mutant in mutants:
        yield known[mutant] if mutant in known else trial.judge(mutant, tests(mutant.path))


# Verdicts


def report(verdicts: Sequence[Tried]) -> str:
    """Return the survivors and the score."""
    survivors = [verdict.mutant for verdict in verdicts if verdict.survived]
    killed = len(verdicts) - len(survivors)
    share = f" ({100 * killed / len(verdicts):.0f}%)" if verdicts else ""
    lines = ["survivors:", *(f"  {mutant}" for mutant in survivors)] if survivors else []
    return "\n".join([*lines, f"score: {killed} of {len(verdicts)} killed{share}"])


def load(file: Path | None) -> dict[Mutant, Tried]:
    """Return the verdicts in a file; none if there is no file yet."""
    if file is None or not file.exists():
        return {}
    verdicts = (
        Tried(**{**record, "mutant": Mutant(**record["mutant"])})
        for record in json.loads(file.read_text())
    )
    return {verdict.mutant: verdict for verdict in verdicts}


def save(file: Path, verdicts: Sequence[Tried]) -> None:
    """Write verdicts to a file."""
    file.write_text(json.dumps([asdict(verdict) for verdict in verdicts], indent=1) + "\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Try some mutants, print each verdict, and the score at the end."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--number", type=int, default=100, help="how many (default 100)")
    parser.add_argument("--seed", type=int, default=1, help="which ones (default 1)")
    parser.add_argument("--only", action="append", metavar="PATH", help="a file or a folder")
    parser.add_argument("--json", type=Path, metavar="FILE", help="keep the verdicts there")
    parser.add_argument("--minutes", type=float, help="stop after so long")
    parser.add_argument("--without-kernels", action="store_true", help="leave out compiled code")
    parser.add_argument("--patience", type=float, default=3, help="in multiples of the usual time")
    parser.add_argument("--memory", type=int, default=64, help="gigabytes (default 64)")
    said = parser.parse_args(arguments)

    everything = mutants_in(ROOT, said.only or SOURCES, kernels=not said.without_kernels)
    chosen = random.Random(said.seed).sample(everything, min(said.number, len(everything)))
    print(f"{len(chosen)} of {len(everything)} mutants", flush=True)
    known = load(said.json)
    verdicts: list[Tried] = []
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="mutate-") as folder:
        copy = Path(folder) / "tree"
        trial = Trial(ROOT, copy, patience=said.patience, grace=10, memory=said.memory << 30)
        for verdict in run(trial, chosen, known, tests_of):
            verdicts.append(verdict)
            print(f"{verdict.how:12} {verdict.seconds:6.1f} s  {verdict.mutant}", flush=True)
            if said.json is not None:
                save(said.json, list((known | {v.mutant: v for v in verdicts}).values()))
            if said.minutes is not None and time.monotonic() - started > 60 * said.minutes:
                break
    print(report(verdicts))
    return 0


if __name__ == "__main__":
    sys.exit(main())
