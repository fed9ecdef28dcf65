"""Exports: other solvers read the files, and find what satchess finds."""

import json
import re
import shutil
import subprocess
import sys
from functools import cache
from importlib.util import find_spec
from io import StringIO
from pathlib import Path

import pytest
from pysat.examples.rc2 import RC2
from pysat.formula import CNF, WCNF
from pysat.solvers import Cadical153

import satchess
from satchess import Answer, Placement, Question
from satchess.cli.failures import exit_code_of
from satchess.domain.pieces import Piece
from satchess.domain.placement import Place
from satchess.domain.squares import Square
from satchess.errors import BadInput, BadKeyword, BadQuestion, NotKnown
from satchess.model import Model
from satchess.questions import KINDS
from satchess.render.exports import EXPORTS
from satchess.render.exports.base import variable_names

QUESTIONS = [
    "domination queen 5",
    "domination queen 4 --upper",
    "domination rook 3 --where '(a1 | b2) & ~c3' --total",
    "domination king 4x5 --holes b2 --require a1 --forbid d4",
    "independence queen 5 --size 5 --within 'border c3 b4 d2 d4 b2'",
    "independence king 4 --maximal --all",
    "independence knight 3x4:torus",
    "irredundance rook 3",
    "irredundance king 3 --lower",
    "irredundant-set graph:a1-b1-c1,b1-c1,c1-d1",
    "independent-set graph:a1-b1-c1,b1-c1,c1-d1",
    "dominating-set graph:a1-b1-c1,b1-c1,c1-d1 --total",
    "queens 5 --bottleneck centre --fingerprint '20 x4,0'",
    "diverse 5",
    "non-dominating queen 4",
    "peaceable queen 4",
    "separation queen 4 --pawns 1",
    "crowded-board 4 --pieces queen=2,rook=3,bishop",
    "no-three-in-line 4",
    "stamps 3 --values 1,2,5",
    "lights 3x4 --start a1,b2",
    "lights 4 --size 4",
    "equal-vision 3 --sees 2",
    "abbots-window 4",
    "puzzle court",
    "puzzle detective",
]
"""Of each constraint that models have, with all kinds of options."""

INFEASIBLE = [
    "queens 3",
    "domination queen 3 --within none",
    "lights 4 --start a1",
    "independence king 2 --within none --size 0 --where a1",
]

HIGHS = r"""
import json, re, sys
import highspy

def read_opb(highs, path):
    "Read the competition's format: comments, an objective that is minimised, rows."
    lines = [line for line in open(path).read().splitlines() if not line.startswith("*")]
    number = int(re.search(r"#variable= (\d+)", open(path).readline())[1])
    costs = [0] * number
    rows = []
    for line in lines:
        goal = re.fullmatch(r"min: ((?:[+-]\d+ x\d+ )+);", line)
        row = re.fullmatch(r"((?:[+-]\d+ x\d+ )+)(>=|=) (-?\d+) ;", line)
        assert goal or row, line
        terms = [(int(c), int(x) - 1) for c, x in re.findall(r"([+-]\d+) x(\d+)", line)]
        if goal:
            for c, x in terms:
                costs[x] += c
        else:
            rows.append((terms, row[2], int(row[3])))
    for x, cost in enumerate(costs):
        highs.addVar(0, 1)
        highs.changeColCost(x, cost)
        highs.changeColIntegrality(x, highspy.HighsVarType.kInteger)
        highs.passColName(x, f"x{x + 1}")
    for terms, relation, bound in rows:
        upper = bound if relation == "=" else highspy.kHighsInf
        highs.addRow(bound, upper, len(terms), [x for c, x in terms], [c for c, x in terms])

found = {}
for path in sys.argv[1:]:
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    highs.setOptionValue("threads", 1)
    if path.endswith(".opb"):
        read_opb(highs, path)
    else:
        assert highs.readModel(path) == highspy.HighsStatus.kOk, path
    highs.run()
    status = highs.getModelStatus()
    assert status in (highspy.HighsModelStatus.kOptimal, highspy.HighsModelStatus.kInfeasible)
    lp, values = highs.getLp(), highs.getSolution().col_value
    chosen = [name for name, value in zip(lp.col_names_, values) if value > 0.5]
    value = round(highs.getInfo().objective_function_value, 6)
    found[path] = [value, chosen] if status == highspy.HighsModelStatus.kOptimal else None
print(json.dumps(found))
"""

CP_SAT = r"""
import json, sys
from ortools.linear_solver.python import model_builder

found = {}
for path in sys.argv[1:]:
    model = model_builder.Model()
    assert model.import_from_mps_file(path), path
    solver = model_builder.Solver("sat")
    status = solver.solve(model)
    if status == model_builder.SolveStatus.INFEASIBLE:
        found[path] = None
        continue
    assert status == model_builder.SolveStatus.OPTIMAL, (path, status)
    chosen = [v.name for v in model.get_variables() if solver.value(v) > 0.5]
    found[path] = [round(solver.objective_value, 6), chosen]
print(json.dumps(found))
"""


@cache
def answered(text: str) -> Answer:
    return satchess.ask(f"solve {text}", cache=False, timeout=120)


def compare(text: str, value: float | None, taken: list[int]) -> None:
    """Compare an optimum and its placement, by board variables, with what satchess says."""
    question = Question.parse(text)
    model = question.model()
    placement = Placement(tuple(model.places[v - 1] for v in taken if v in model.board_variables))
    assert list(question.violations(placement)) == [], text
    if question.goal is not None:
        assert value == question.value(placement) == answered(text).value, text


def solved_by(
    script: str, form: str, folder: Path, texts: list[str] = QUESTIONS
) -> dict[str, tuple[float, list[str]] | None]:
    """Write a file for each question, and have a solver in a process of its own read them."""
    paths = {text: folder / f"{number}.{form}" for number, text in enumerate(texts)}
    for text, path in paths.items():
        Question.parse(text).export(form, path)
    done = subprocess.run(
        [sys.executable, "-c", script, *map(str, paths.values())],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout.splitlines()[-1])
    return {text: found[str(path)] for text, path in paths.items()}


def test_every_kind_is_exported() -> None:
    kinds = {text.split()[0] for text in QUESTIONS}
    assert {*KINDS} - kinds == {"leprechauns", "beautiful"}  # short for independence


@pytest.mark.parametrize(
    ("script", "form"),
    [
        pytest.param(HIGHS, "lp", id="highs-lp"),
        pytest.param(HIGHS, "mps", id="highs-mps"),
        pytest.param(
            CP_SAT,
            "mps",
            id="cp-sat-mps",
            marks=pytest.mark.skipif(find_spec("ortools") is None, reason="no OR-tools here"),
        ),
    ],
)
def test_integer_programmes(script: str, form: str, tmp_path: Path) -> None:
    for text, found in solved_by(script, form, tmp_path, [*QUESTIONS, *INFEASIBLE]).items():
        assert (found is None) == (text in INFEASIBLE), text
        if found is None:
            continue
        value, chosen = found
        model = Question.parse(text).model()
        number = {name: n for n, name in enumerate(variable_names(model), start=1)}
        is_turned = (
            form == "mps" and model.objective is not None and model.objective.sense == "most"
        )
        taken = sorted(number[name] for name in chosen if name in number)
        compare(text, -value if is_turned else value, taken)


def test_opb(tmp_path: Path) -> None:
    for text, found in solved_by(HIGHS, "opb", tmp_path, [*QUESTIONS, *INFEASIBLE]).items():
        assert (found is None) == (text in INFEASIBLE), text
        if found is not None:
            value, chosen = found
            is_turned = "* value = -min\n" in Question.parse(text).export("opb")
            compare(text, -value if is_turned else value, sorted(int(x[1:]) for x in chosen))


@pytest.mark.parametrize("text", QUESTIONS)
def test_wcnf_by_rc2(text: str) -> None:
    exported = Question.parse(text).export("wcnf")
    with RC2(WCNF(from_string=exported)) as solver:
        model = solver.compute()
        assert model is not None
        value = None
        if said := re.search(r"^c value = (-?\d+) ([+-]) cost$", exported, re.MULTILINE):
            value = int(said[1]) + (1 if said[2] == "+" else -1) * solver.cost
        compare(text, value, [v for v in model if v > 0])


@pytest.mark.parametrize("text", INFEASIBLE)
def test_clauses_without_a_placement(text: str) -> None:
    question = Question.parse(text)
    with RC2(WCNF(from_string=question.export("wcnf"))) as solver:
        assert solver.compute() is None
    with Cadical153(CNF(from_string=question.cnf())) as solver:
        assert not solver.solve()


@pytest.mark.skipif(shutil.which("minizinc") is None, reason="MiniZinc is not installed")
@pytest.mark.parametrize("text", [*QUESTIONS, *INFEASIBLE])
def test_minizinc(text: str, tmp_path: Path) -> None:
    file = tmp_path / "question.mzn"
    question = Question.parse(text)
    question.export("minizinc", file)
    done = subprocess.run(
        ["minizinc", "--solver", "Gecode", str(file)],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    if text in INFEASIBLE:
        assert "=====UNSATISFIABLE=====" in done.stdout
        return
    values = re.findall(r"^value = (-?\d+)$", done.stdout, re.MULTILINE)
    last = done.stdout.split("----------")[-2]
    places = re.findall(r"^(\S.*) ([a-z]+\d+)$", last, re.MULTILINE)
    number = {(str(p.piece), str(p.square)): n for n, p in enumerate(question.model().places, 1)}
    compare(text, int(values[-1]) if values else None, [number[place] for place in places])


# Names


@pytest.mark.parametrize("text", QUESTIONS)
def test_variables_have_names_that_every_reader_takes(text: str) -> None:
    model = Question.parse(text).model()
    names = variable_names(model)
    assert len(set(names)) == len(names) == model.top
    for name in names:
        assert re.fullmatch(r"[xy]_[A-Za-z0-9_]+", name)


def test_names_that_look_alike_are_told_apart() -> None:
    places = [Place(Square(0, n), Piece.parse_any(name)) for n, name in enumerate(["1", "2", "1"])]
    model = Model((*places, Place(Square(0, 0), Piece.parse("queen"))), ())
    assert variable_names(model) == ["x_1_a1", "x_2_b1", "x_1_c1", "x_queen_a1"]
    twice = Model((places[0], places[1], places[0]), ())
    assert variable_names(twice) == ["x_1_a1", "x_2_b1", "x_1_a1_3"]


# The command


def test_the_ending_of_the_file_says_the_format(tmp_path: Path) -> None:
    for form, home in EXPORTS.items():
        for suffix in home.suffixes:
            file = tmp_path / f"kings{suffix}"
            assert exit_code_of(["export", "domination", "king", "4", "--out", str(file)]) == 0
            assert file.read_text() == satchess.domination("king", 4).export(form)


def test_cnf_is_one_of_the_exports(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["queens", "5", "--cardinality", "totalizer", "--break-symmetry"]
    assert exit_code_of(["cnf", *words]) == 0
    said = capsys.readouterr().out
    assert exit_code_of(["export", *words, "--format", "cnf"]) == 0
    assert capsys.readouterr().out == said
    assert exit_code_of(["export", *words]) == 0
    assert capsys.readouterr().out == said
    assert satchess.queens(5).cnf(cardinality="totalizer", break_symmetry=True) == said


def test_a_stream_is_written_and_the_text_returned() -> None:
    stream = StringIO()
    assert satchess.queens(4).export("lp", stream) == stream.getvalue() != ""


def test_what_cannot_be_exported() -> None:
    queens = satchess.queens(4)
    with pytest.raises(BadInput, match="format 'xls': expected one of cnf, wcnf, opb"):
        queens.export("xls")
    with pytest.raises(BadQuestion, match="format lp: has no clauses to encode"):
        queens.export("lp", break_symmetry=True)
    with pytest.raises(BadQuestion, match="cardinality 'steam': expected one of"):
        queens.export("wcnf", cardinality="steam")
    with pytest.raises(BadQuestion, match="which fingerprint is the smallest"):
        satchess.beautiful(4).export("mps")
    with pytest.raises(NotKnown):
        satchess.queens(3000).export("minizinc")
    with pytest.raises(BadKeyword, match="did you mean 'cardinality'"):
        queens.export("cnf", cardinalty="x")  # type: ignore[call-arg]


@pytest.mark.parametrize(
    "words",
    [
        "export queens 4 --format xls",
        "export queens 4 --format lp --cardinality totalizer",
        "export queens 4 --out missing/queens.lp",
        "export beautiful 4",
    ],
)
def test_bad_commands(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code_of(words.split()) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err
