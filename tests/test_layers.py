"""The layers: a room imports from those below it, never from those above, late imports included.

A string such as `"satchess.service.answer"` or `f"satchess.engines.{name}"` is an import too: the
registries import what it names when it is used.
"""

import ast
from collections.abc import Iterator

import pytest

from tests.paths import ROOT

LAYERS = (
    "verify",  # the checker of certificates: it has to be right without the rest
    "errors closable logs shown outside",
    "plugins",
    "domain",
    "model",
    "puzzles",
    "questions",
    "verbs",
    "tuning task request answers tables chains sequences events signature wire",
    "encodings",
    "cache",
    "atlas",
    "engines",
    "processes",
    "service client",
    "certificates",
    "render",
    "cli web conformance",
)
HEIGHT = {room: height for height, rooms in enumerate(LAYERS) for room in rooms.split()}

FACADE = {"satchess", "satchess.__main__"}
"""They are above all layers."""

EXCEPTIONS = {
    ("satchess.questions.base", "answers"),
    ("satchess.questions.base", "service"),
    ("satchess.questions.base", "render"),
    ("satchess.questions.base", "tables"),
    ("satchess.shown", "render"),
}
"""`question.solve()` and its like are what users write; the service does it, and `render` exports.
Notebooks show values of all layers; `render` draws them."""

MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    # two folders are links, which rglob does not follow
    for folder in (ROOT / "satchess").iterdir()
    for path in ([folder] if folder.suffix == ".py" else folder.rglob("*.py"))
}


def imported(source: str) -> Iterator[str]:
    """Yield the names under `satchess` that a source imports, or will import."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names):
                yield from (name.name for name in names)
            case ast.ImportFrom(module=module, names=names, level=0):
                yield from (f"{module}.{name.name}" for name in names)
            case ast.ImportFrom():
                raise AssertionError("relative imports hide where they lead")
            case ast.Constant(str(text)) if text.partition(".")[2].partition(".")[0] in HEIGHT:
                yield text.partition(":")[0]  # others name groups of plugins


def upward(module: str, source: str) -> list[str]:
    """Return what a module imports from above itself."""
    room = module.split(".")[1]
    found = []
    for name in imported(source):
        package, _, rest = name.partition(".")
        target = rest.partition(".")[0]
        if package == "satchess" and target not in ("", "__version__"):
            height = HEIGHT.get(target, len(LAYERS))  # what the facade offers is above all
            if height > HEIGHT[room] or (height == HEIGHT[room] == 0 and target != room):
                found.append(name)
    return [name for name in found if (module, name.split(".")[1]) not in EXCEPTIONS]


@pytest.mark.parametrize("module", sorted(MODULES.keys() - FACADE))
def test_nothing_is_imported_from_above(module: str) -> None:
    assert module.split(".")[1] in HEIGHT, "a new room: put it into the order of layers"
    assert upward(module, MODULES[module].read_text()) == []


@pytest.mark.parametrize(
    "source",
    [
        "import satchess.service.answer",
        "from satchess.service import answer",
        "from satchess import service",
        "from satchess import ask",
        "def late():\n    from satchess.cli import main",
        "if TYPE_CHECKING:\n    from satchess.cli import main",
        "import_module('satchess.service.answer')",
        "HOMES = {'solve': 'satchess.cli.verbs:solve'}",
        "import_module(f'satchess.service.{name}')",
    ],
)
def test_whatever_leads_upwards_is_found(source: str) -> None:
    assert upward("satchess.engines.sat.engine", source)
    assert upward("satchess.verify.checker", source)


def test_what_leads_down_is_fine() -> None:
    below = "from satchess import __version__\nfrom satchess.domain.board import Board\n"
    assert upward("satchess.engines.sat.engine", below) == []
    assert upward("satchess.verify.checker", below) == ["satchess.domain.board.Board"]
    assert upward("satchess.verify.checker", "from satchess.verify import trace") == []


def test_exceptions_are_needed() -> None:
    for module, room in EXCEPTIONS:
        names = imported(MODULES[module].read_text())
        assert any(name.startswith(f"satchess.{room}.") for name in names)
