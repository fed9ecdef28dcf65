"""The mutation run (`tools/mutate.py`): which changes it makes, and what it says of them."""

import ast
import sys
from pathlib import Path

import pytest

from tests.paths import ROOT, TOOLS

sys.path.insert(0, str(TOOLS))

import mutate

sys.path.remove(str(TOOLS))


def changed(source: str) -> set[str]:
    return {
        mutant.apply(source.encode()).decode()
        for mutant in mutate.mutants_of("it.py", source.encode())
    }


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("f(a < b)", {"f(a <= b)", "pass"}),
        ("x = [a is not b]\ny: int = 1", set()),  # constants of a module are left alone
        ("if a == b != c: f = a", {"if a != b != c: f = a", "if a == b == c: f = a"}),
        ("if (a) < (b): f = a", {"if (a) <= (b): f = a"}),
        ("if a and b: f = a", {"if a or b: f = a"}),
        ("if not (a): f = a", {"if   (a): f = a"}),
        ("if a not in b: f = a", {"if a in b: f = a"}),
        ("for v in w: v += f", {"for v in w: v -= f"}),
        ("for v in w: v = -f << g", {"for v in w: v =  f << g", "for v in w: v = -f >> g"}),
        ("for v in w: v = 7", {"for v in w: v = 8", "for v in w: v = (6)"}),
        ("for v in w: continue", {"for v in w: break"}),
        ("for v in w: v = max(v)", {"for v in w: v = min(v)"}),
        ("for v in w: v = True", {"for v in w: v = False"}),
        ("def f(a: T[int] = 1): ...", {"def f(a: T[int] = 2): ...", "def f(a: T[int] = (0)): ..."}),
        ("def f(a): return a", {"def f(a): return None"}),
        ("def f():\n    'Is 1 < 2?'\n    return None", set()),
        ("assert a < 1\nraise E(f'{a + 1}')", set()),
        ("@d(1)\ndef f(a: T[1]) -> T[2]: ...", set()),
    ],
)  # fmt: skip
def test_changes_of_small_sources(source: str, expected: set[str]) -> None:
    assert changed(source) == expected


def test_positions_are_those_of_the_source_even_behind_letters_of_two_bytes() -> None:
    source = "for v in 'é', w:\n    v = 'é' + w\n".encode()
    (mutant,) = mutate.mutants_of("it.py", source)
    assert str(mutant) == "it.py:2: '+' -> '-'"
    assert mutant.apply(source).decode() == "for v in 'é', w:\n    v = 'é' - w\n"


def test_every_mutant_of_the_tree_is_a_programme_that_differs() -> None:
    for name in ("order", "bounds"):
        file = ROOT / "satchess/engines/frontier" / f"{name}.py"
        source = file.read_bytes()
        before = ast.dump(ast.parse(source))
        for mutant in mutate.mutants_of(file.name, source):
            assert ast.dump(ast.parse(mutant.apply(source))) != before, str(mutant)


def test_every_room_has_tests() -> None:
    assert all((ROOT / path).exists() for path in mutate.SOURCES)
    for home, tests in mutate.TESTS.items():
        assert (ROOT / home).exists(), home
        for test in tests:
            assert (ROOT / test.partition("::")[0]).exists(), test
    assert mutate.tests_of("satchess/engines/frontier/order.py") == ("tests/engines/frontier",)
    assert mutate.tests_of("encodings/totalizer.py")[0] == "tests/encodings"


def test_kernels_can_be_left_out() -> None:
    paths = {m.path for m in mutate.mutants_in(ROOT, ["satchess/engines/rows"], kernels=False)}
    assert "satchess/engines/rows/prefixes.py" in paths
    assert "satchess/engines/rows/kernels.py" not in paths


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A tree of its own: one function that is tested well, one that is not, one that may hang."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # for speed
    root = tmp_path / "tree"
    root.mkdir()
    (root / "planted.py").write_text(
        "def watched(a):\n    return a + 2\n\n\n"
        "def ignored(a):\n    return a - 2\n\n\n"
        "def loop(a):\n    while a > 0:\n        a -= 1\n"
    )
    (root / "test_planted.py").write_text(
        "from planted import ignored, loop, watched\n\n\n"
        "def test_it():\n    assert watched(3) == 5\n    loop(3)\n    ignored(3)\n"
    )
    return root


def verdicts(tree: Path, lines: set[int]) -> dict[str, str]:
    trial = mutate.Trial(tree, tree.with_name("copy"), patience=1, grace=1, memory=4 << 30)
    mutants = [
        m for m in mutate.mutants_in(tree, ["planted.py"]) if m.line in lines and m.before in "+-"
    ]
    judged = list(mutate.run(trial, mutants, {}, lambda path: (f"test_{path}",)))
    assert (trial.copy / "planted.py").read_text() == (tree / "planted.py").read_text()
    return {f"{v.mutant.line}: {v.mutant.before} -> {v.mutant.after}": v.how for v in judged}


def test_a_planted_survivor_is_reported_and_a_killed_one_is_not(tree: Path) -> None:
    found = verdicts(tree, {2, 6})
    assert found == {"2: + -> -": "test failed", "6: - -> +": "survived"}


def test_a_mutant_that_hangs_is_killed(tree: Path) -> None:
    assert verdicts(tree, {11}) == {"11: - -> +": "out of time"}


def test_tests_that_fail_anyway_are_refused(tree: Path) -> None:
    (tree / "planted.py").write_text("def watched(a):\n    return a + 1\n")
    with pytest.raises(SystemExit, match="fails without any change"):
        verdicts(tree, {2})


def test_the_report_has_survivors_and_a_score_and_verdicts_can_be_kept(tmp_path: Path) -> None:
    killed, survivor = (mutate.Mutant("it.py", "d", line, 0, 1, "<", "<=") for line in (1, 2))
    both = [
        mutate.Tried(killed, survived=False, how="test failed", seconds=1.0),
        mutate.Tried(survivor, survived=True, how="survived", seconds=2.0),
    ]
    text = mutate.report(both)
    assert text == "survivors:\n  it.py:2: '<' -> '<='\nscore: 1 of 2 killed (50%)"
    file = tmp_path / "verdicts.json"
    assert mutate.load(file) == {}
    mutate.save(file, both)
    assert mutate.load(file) == {killed: both[0], survivor: both[1]}
