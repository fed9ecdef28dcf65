"""`--lightest` and `--heaviest`: the sum of the weights of occupied squares."""

import json
import random
import subprocess
import sys
from itertools import permutations
from pathlib import Path

import pytest

import satchess
from satchess import Question
from satchess.cli.failures import exit_code_of
from satchess.encodings.adder import BinarySum
from satchess.encodings.collector import ClauseCollector
from satchess.engines.sat.solver import SatSolver
from satchess.errors import BadQuestion
from satchess.questions.placing import PlacingQuestion
from satchess.signature import sign


def grid(side: int, largest: int, seed: int) -> list[list[int]]:
    """Random weights by rows from rank 1."""
    chance = random.Random(seed)
    return [[chance.randint(0, largest) for _ in range(side)] for _ in range(side)]


def written(rows: list[list[int]]) -> str:
    return " ".join(f"[{' '.join(map(str, row))}]" for row in reversed(rows))


def queen_sums(rows: list[list[int]]) -> list[int]:
    """The sums of all placements of n queens."""
    side = len(rows)
    return [
        sum(rows[r][c] for r, c in enumerate(columns))
        for columns in permutations(range(side))
        if len({c + r for r, c in enumerate(columns)}) == side
        and len({c - r for r, c in enumerate(columns)}) == side
    ]


@pytest.mark.parametrize("largest", [3, 10_000])
@pytest.mark.parametrize(("option", "best"), [("lightest", min), ("heaviest", max)])
def test_queens(largest: int, option: str, best: object) -> None:
    rows = grid(7, largest, seed=largest)
    sums = queen_sums(rows)
    expected = min(sums) if option == "lightest" else max(sums)
    question = Question.parse(f"queens 7 --{option} '{written(rows)}'")
    solved = question.solve(cache=False, workers=0)
    assert solved.value == expected
    assert solved.placement is not None
    assert sum(rows[s.row][s.column] for s in solved.placement.squares) == expected
    for engine in (None, "sat"):
        counted = question.count(cache=False, workers=0, engine=engine)
        assert (counted.value, counted.count) == (expected, sums.count(expected))
    assert len(list(question.placements(cache=False))) == sums.count(expected)


CP_SAT = """
import json, sys
from ortools.sat.python import cp_model
cliques, clauses, weights, most = json.load(sys.stdin)
programme = cp_model.CpModel()
x = [programme.new_bool_var("") for _ in weights]
for clique in cliques:
    programme.add_at_most_one(x[v] for v in clique)
for clause in clauses:
    programme.add_bool_or(x[v] for v in clause)
value = sum(weight * v for weight, v in zip(weights, x))
(programme.maximize if most else programme.minimize)(value)
solver = cp_model.CpSolver()
solver.parameters.num_workers = 1
assert solver.solve(programme) == cp_model.OPTIMAL
print(round(solver.objective_value))
"""


@pytest.mark.parametrize(
    ("words", "option"),
    [
        ("independence king 8", "heaviest"),
        ("independence knight 6", "heaviest"),
        ("domination queen 6", "lightest"),
        ("domination king 7", "lightest"),
    ],
)
@pytest.mark.parametrize("largest", [9, 10_000])
def test_against_cp_sat(words: str, option: str, largest: int) -> None:
    pytest.importorskip("ortools")
    plain = Question.parse(words)
    assert isinstance(plain, PlacingQuestion)
    side = plain.board.rows
    rows = grid(side, largest, seed=side)
    neighbours = plain.graph.neighbours
    pairs = [(v, w) for v, near in enumerate(neighbours) for w in near if v < w]
    covers = [[v, *near] for v, near in enumerate(neighbours)]
    most = option == "heaviest"
    weights = [weight for row in rows for weight in row]
    stated = json.dumps([pairs if most else [], [] if most else covers, weights, most])
    done = subprocess.run(
        [sys.executable, "-c", CP_SAT], input=stated, capture_output=True, text=True, check=True
    )
    question = Question.parse(f"{words} --{option} '{written(rows)}'")
    assert question.solve(cache=False, workers=0).value == int(done.stdout)


@pytest.mark.parametrize("bound", range(-1, 18))
def test_sums_in_binary(bound: int) -> None:
    weights = {1: 5, 2: 3, -3: 7, 4: 1}
    for at_least in (False, True):
        found = set()
        collector = ClauseCollector(4)
        total = BinarySum(collector, weights)
        assumed = total.at_least(bound) if at_least else total.at_most(bound)
        with SatSolver(collector.clauses) as solver:
            while solver.solve([] if assumed is None else [assumed]):
                true = {v for v in solver.true_variables() if v <= 4}
                found.add(frozenset(true))
                solver.add([[-v if v in true else v for v in range(1, 5)]])
        values = {frozenset(v for v in range(1, 5) if n >> v & 1) for n in range(0, 32, 2)}
        expected = {
            true
            for true in values
            for value in [sum(w for x, w in weights.items() if (abs(x) in true) == (x > 0))]
            if (value >= bound if at_least else value <= bound)
        }
        assert found == expected


def test_text_holds_the_weights_or_their_name() -> None:
    by_name = Question.parse("independence king 3 --heaviest centre")
    spelled = Question.parse("independence king 3 --heaviest '[8 4 8] [4 0 4] [8 4 8]'")
    assert by_name == spelled
    assert str(by_name) == "independence king 3x3 --heaviest centre"
    other = Question.parse("independence king 2x3 --lightest '[1 2 3] [4 5 6]'")
    assert str(other) == "independence king 2x3 --lightest '[1 2 3] [4 5 6]'"
    assert Question.parse(str(other)) == other
    turned = Question.parse("independence king 3x2 --lightest '[1 4] [2 5] [3 6]'")
    assert sign("solve", turned).text == sign("solve", other).text


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--lightest /etc/passwd", "expected weights such as"),
        ("--lightest weights.txt", "expected weights such as"),
        ("--lightest '[1 2] [3 -4]'", "b1 weighs -4, expected 0 or more"),
        ("--lightest '[1 2 3] [3 4 5]'", "2 ranks of 3 weights, expected 2 ranks of 2"),
        ("--lightest '[1 2] [3 .]'", "b1 has no weight"),
        ("--lightest '[1 2] [3 x]'", "expected an integer"),
        ("--lightest '[1 2] [3 4000000]'", "add up to 4000006, expected at most 1000000"),
        ("--lightest centre --heaviest centre", "expected one of them"),
        ("--lightest centre --bottleneck centre", "expected one of them"),
        ("--heaviest centre --all", "asks for the best sum, --all for any placement"),
    ],
)
def test_bad_weights(words: str, message: str) -> None:
    with pytest.raises(BadQuestion, match=message):
        Question.parse(f"independence king 2 {words}")


def test_sizes_are_still_counted_where_nothing_is_weighed() -> None:
    assert Question.parse("lights 3 --all").has_sizes
    assert Question.parse("no-three-in-line 3").has_sizes
    assert not Question.parse("independence king 3 --heaviest centre").has_sizes


@pytest.mark.parametrize("name", ["weights.txt", "@weights.txt"])
def test_command_line(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "weights.txt").write_text("# the top rank first\n1 2 3\n40 5 6\n7 8 9\n")
    monkeypatch.chdir(tmp_path)
    words = ["independence", "king", "3", "--heaviest", name]
    assert exit_code_of(["solve", *words, "--no-cache", "--format", "json"]) == 0
    answer = json.loads(capfd.readouterr().out)
    assert answer["question"] == "independence king 3x3 --heaviest '[1 2 3] [40 5 6] [7 8 9]'"
    assert answer["value"] == 52
    assert exit_code_of(["check", *words, "--placement", "a2 c2", "--no-cache"]) == 0
    assert "its value is 46; it is not an optimum: that is 52, 6 more" in capfd.readouterr().out
    assert exit_code_of(["first", *words, "--no-cache"]) == 0
    assert "weigh 52 by the given weights, and none weigh more" in capfd.readouterr().out
    assert exit_code_of(["count", *words, "--by-size", "--no-cache"]) == 2
    assert exit_code_of(["solve", *words[:-1], "nowhere.txt"]) == 2
    assert "expected weights such as" in capfd.readouterr().err


def test_library() -> None:
    question = satchess.independence("king", 3, heaviest="[1 2 3] [40 5 6] [7 8 9]")
    assert question.solve(cache=False).value == 52
    assert question.first(cache=False).placement == question.read("c1 a2 c3")


@pytest.mark.parametrize("engine", ["diagram", "sat"])
def test_engines_agree_on_a_larger_board(engine: str) -> None:
    answer = Question.parse("domination queen 8 --lightest centre").count(
        engine=engine, cache=False, workers=0
    )
    assert (answer.value, answer.count) == (34, 8)
