"""No question, puzzle, file of weights, journal or cache can name code that is then run."""

import ast
import json
import os
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path

import pytest

from satchess import __version__
from satchess.task import Tuning
from tests.paths import ROOT

RUNS_CODE = {
    "eval": set[str](),
    "exec": set[str](),
    "compile": set[str](),
    "__import__": set[str](),
    "runpy": set[str](),
    "marshal": set[str](),
    "shelve": set[str](),
    "import_module": {  # each with names of its own, never with those of an input
        "certificates/__init__.py",
        "__init__.py",
        "cli/root.py",
        "engines/__init__.py",
        "questions/__init__.py",
        "questions/base.py",
        "render/exports/__init__.py",
        "render/formats/__init__.py",
        "shown.py",
        "verbs/__init__.py",
        "web/pages/explore.py",
        "web/starting.py",
    },
    "pickle": {  # over pipes of their own; the suite tries whether questions can travel there
        "conformance.py",
        "processes/pool.py",
        "processes/worker.py",
    },
}
"""What can run code that data names, and the modules that may use it."""


def names_in(tree: ast.AST) -> set[str]:
    """The builtins, imported modules and imported functions that a module uses."""
    names = {
        n.func.id
        for n in ast.walk(tree)
        if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names |= {(node.module or "").partition(".")[0], *(alias.name for alias in node.names)}
    return names


def test_what_can_run_named_code_is_used_by_few() -> None:
    package = ROOT / "satchess"
    for folder, _, files in os.walk(package, followlinks=True):
        for file in (Path(folder) / name for name in files if name.endswith(".py")):
            used = names_in(ast.parse(file.read_text(encoding="utf-8")))
            here = file.relative_to(package).as_posix()
            assert {
                name for name in RUNS_CODE.keys() & used if here not in RUNS_CODE[name]
            } == set()


SPY = "from pathlib import Path\nPath('spied').touch()\n"

CALL = "__import__('spy')"

PUZZLE = f"""board = "3x3"
where = "{CALL}"
[pieces]
queen = 1
"""


def answer_by(engine: str) -> str:
    """A line that looks like a remembered answer."""
    return json.dumps(
        {"verb": "solve", "question": "queens 6", "status": "optimal", "engine": engine}
    )


JOURNAL = "\n".join(
    [
        "satchess journal 1",
        "request\tfirst independence queen 6x6 --size 6",
        f"written\t2026-11-16T12:00:00+00:00\t{__version__}",
        f"engine\tspy\t{__version__}",
        f"job\tspy\t6\t-\t{json.dumps(asdict(Tuning()))}",
        "part\topen\t1\t1\tspy",
        "",
    ]
)

INPUTS = {
    "bad.toml": PUZZLE,
    "weights.txt": f"{CALL} 1\n1 1\n",
    "answers.jsonl": f"{answer_by('spy')}\n",
    "journal.txt": JOURNAL,
    "spy.py": SPY,
    "spy": SPY,
}
"""Files in the folder in which satchess is run, with a module that leaves a trace."""

COMMANDS = [
    ["solve", "puzzle", "bad.toml"],
    ["solve", "puzzle", "spy"],
    ["solve", "puzzle", "spy.py"],
    ["solve", "puzzle", f"{{board = '3x3', pieces = {{'{CALL}' = 1}}}}"],
    ["solve", "domination", "queen", "2", "--bottleneck", "weights.txt"],
    ["solve", "domination", "queen", "2", "--bottleneck", "spy.py"],
    ["solve", "domination", "queen", "2", "--where", CALL],
    ["solve", "domination", "spy", "2"],
    ["solve", "spy", "queen", "2"],
    ["solve", "domination", "queen", "2", "--engine", "spy"],
    ["solve", "domination", "queen", "2", "--engine", "../spy"],
    ["solve", "domination", "queen", "2", "--solver", "spy"],
    ["solve", "domination", "queen", "2", "--at-most-one", "spy"],
    ["spy", "domination", "queen", "2"],
    ["journal", "import", "journal.txt"],
    ["journal", "show", "spy queens 6"],
    ["cache", "import", "answers.jsonl"],
    ["cache", "import", "spy.py"],
]


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_names_in_inputs_are_names_of_ours_or_refused(words: list[str], tmp_path: Path) -> None:
    for name, content in INPUTS.items():
        (tmp_path / name).write_text(content, encoding="utf-8")
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "import sys; from satchess.cli.failures import exit_code_of;"
            " sys.path.insert(0, ''); sys.exit(exit_code_of(sys.argv[1:]))",
            *words,
        ],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert not (tmp_path / "spied").exists()
    assert done.returncode == 2
    assert done.stderr.startswith("satchess: ")
    assert done.stderr.count("\n") == 1
