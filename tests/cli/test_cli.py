"""The command line: what each command prints, and how it ends."""

import csv
import io
import json
import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from pysat.formula import CNF
from pysat.solvers import Solver

from satchess import __version__
from satchess.cli.failures import exit_code_of
from satchess.cli.root import COMMANDS
from satchess.domain.pieces import ALIASES, NAMED
from satchess.encodings.at_most_one import AT_MOST_ONE
from satchess.encodings.cardinality import CARDINALITY
from satchess.engines import ENGINES
from satchess.engines.sat.solver import SOLVERS
from satchess.questions import KINDS

EIGHT_QUEENS = "a1 b5 c8 d6 e3 f7 g2 h4"


@dataclass(frozen=True)
class Ending:
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Run = Callable[..., Ending]


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str]) -> Run:
    """Run a command line in this process."""

    def run(*words: object) -> Ending:
        capfd.readouterr()
        code = exit_code_of([str(word) for word in words])
        out, err = capfd.readouterr()
        return Ending(code, out, err)

    return run


def run_apart(*words: object, **variables: str) -> Ending:
    """Run a command line in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "satchess", *map(str, words)],
        capture_output=True,
        text=True,
        timeout=20,
        env={**os.environ, **variables},
        check=False,
    )
    return Ending(done.returncode, done.stdout, done.stderr)


def ask(run: Run, words: str) -> Ending:
    """Run words that have no blanks inside."""
    return run(*words.split())


# Answers


def test_solve_says_it_in_words_draws_it_and_says_how(run: Run) -> None:
    ended = ask(run, "solve domination queen 8x8")
    assert (ended.code, ended.err) == (0, "")
    sentence, *board, provenance = ended.out.splitlines()
    assert sentence == "5 queens attack every empty square of 8x8, and no fewer do."
    assert len(board) == 9
    assert ended.out.count("♛") == 5
    assert re.fullmatch(r"engine sat, \d+\.\d\d s", provenance)


def test_ascii_draws_with_letters(run: Run) -> None:
    ended = ask(run, "solve independence knight 3x4 --ascii")
    assert ended.out.isascii()
    assert ended.out.count("N") == 6


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("count independence king 4x4", "79 ways. 4 kings fit on 4x4, none attacking another"),
        ("count independence queen 6 --size 7", "There is no such placement."),
        ("first independence queen 6", "The first placement is b1 d2 f3 a4 c5 e6."),
        ("solve independence queen 3 --size 3", "There is no such placement."),
        ("solve domination rook 2 --require a1,b2", "2 rooks attack every empty square of 2x2"),
    ],
)
def test_sentences(run: Run, words: str, sentence: str) -> None:
    ended = ask(run, words)
    assert ended.code == 0, "a proof that there is none is an answer"
    assert sentence in ended.out.splitlines()[0]


def test_json_has_what_was_promised(run: Run) -> None:
    answer = ask(run, "count independence queen 6 --engine sat --json").json
    promised = {
        "question": "independence queen 6x6",
        "status": "optimal",
        "value": 6,
        "lower": 6,
        "upper": 6,
        "count": 4,
        "exact": True,
        "engine": "sat",
        "cached": False,
        "version": __version__,
    }
    assert {name: answer[name] for name in promised} == promised
    assert re.fullmatch("[0-9a-f]{32}", answer["signature"])
    assert isinstance(answer["seconds"], float)
    columns = {square[0]: int(square[1]) for square in answer["placement"]}
    assert sorted(answer["permutation"]) == [1, 2, 3, 4, 5, 6] == sorted(columns.values())


@pytest.mark.parametrize(
    ("words", "permutation"),
    [
        ("first independence queen 6 --json", [2, 4, 6, 1, 3, 5]),
        ("first independence king 3 --json", None),
        ("solve independence queen 3 --size 3 --json", None),
    ],
)
def test_permutation_where_there_is_one_piece_a_row(
    run: Run, words: str, permutation: list[int] | None
) -> None:
    assert ask(run, words).json["permutation"] == permutation


def test_list_gives_every_placement_once(run: Run) -> None:
    ended = ask(run, "list independence queen 6 --json")
    lines = [json.loads(line) for line in ended.out.splitlines()]
    assert [line["number"] for line in lines] == [1, 2, 3, 4]
    assert {tuple(line["permutation"]) for line in lines} == {
        (2, 4, 6, 1, 3, 5),
        (3, 6, 2, 5, 1, 4),
        (4, 1, 5, 2, 6, 3),
        (5, 3, 1, 6, 4, 2),
    }


@pytest.mark.parametrize(("limit", "listed"), [(0, 0), (2, 2), (4, 4), (9, 4)])
def test_list_stops_at_its_limit(run: Run, limit: int, listed: int) -> None:
    ended = ask(run, f"list independence queen 6 --ascii --limit {limit}")
    assert ended.code == 0
    assert len(re.findall(r"^\d+: [a-f]1 ", ended.out, re.MULTILINE)) == listed


def test_list_of_nothing(run: Run) -> None:
    ended = ask(run, "list independence queen 3 --size 3")
    assert (ended.code, ended.out) == (0, "There is no such placement.\n")


@pytest.mark.parametrize(
    ("question", "placement", "violation"),
    [
        ("independence queen 8x8", EIGHT_QUEENS, None),
        ("independence queen 8x8", "a1,b5", None),
        ("independence queen 8x8", "a1 b5 h8", "a1 and h8 attack each other"),
        ("domination rook 3x3", "a1 b2 c3", None),
        ("domination rook 3x3", "a1 b2", "c3 is not attacked"),
        ("domination rook 3x3 --size 4", "a1 b2 c3", "3 pieces, not 4"),
        ("domination rook 3x3 --require a2", "a1 b2 c3", "a2 must be occupied"),
    ],
)
def test_check(run: Run, question: str, placement: str, violation: str | None) -> None:
    ended = run("check", *question.split(), "--placement", placement)
    assert ended.code == (1 if violation else 0)
    assert ended.out.startswith(f"no: {violation}" if violation else "It holds, with")
    told = run("check", *question.split(), "--placement", placement, "--json")
    assert told.code == ended.code
    assert told.json["holds"] is (violation is None)
    assert (violation in told.json["offences"]) is (violation is not None)


@pytest.mark.parametrize("verb", ["solve", "check"])
def test_svg_writes_a_picture(run: Run, tmp_path: Path, verb: str) -> None:
    picture = tmp_path / "queens.svg"
    extra = ["--placement", EIGHT_QUEENS] if verb == "check" else []
    assert run(verb, "independence", "queen", "8", "--svg", picture, *extra).code == 0
    assert ElementTree.parse(picture).getroot().tag.endswith("svg")


# Tables

TABLE_WORDS = "table domination king 3..4x3..5 --count"
TABLE = {(3, 3): (1, 1), (3, 4): (2, 4), (3, 5): (2, 3), (4, 4): (4, 256), (4, 5): (4, 144)}


@pytest.fixture
def expected_cells() -> dict[tuple[int, int], str]:
    """The entries of the table, with 4x3 as 3x4."""
    cells = {(m, n): TABLE[min(m, n), max(m, n)] for m in (3, 4) for n in (3, 4, 5)}
    return {size: f"{value}/{count}" for size, (value, count) in cells.items()}


def test_table_as_text_and_markdown(run: Run, expected_cells: dict[tuple[int, int], str]) -> None:
    text = ask(run, TABLE_WORDS)
    grid = [["3", "4", "5"]] + [
        [str(m), *(expected_cells[m, n] for n in (3, 4, 5))] for m in (3, 4)
    ]
    assert text.code == 0
    assert [line.split() for line in text.out.splitlines()] == grid
    head, rule, *rows = ask(run, f"{TABLE_WORDS} --format markdown").out.splitlines()
    assert head.split() == ["|", "|", "3", "|", "4", "|", "5", "|"]
    assert rule == "| ---: | ---: | ---: | ---: |"
    assert [row.strip("| ").split(" | ") for row in rows] == grid[1:]


def test_table_as_csv_and_json(run: Run, expected_cells: dict[tuple[int, int], str]) -> None:
    rows = list(csv.DictReader(io.StringIO(ask(run, f"{TABLE_WORDS} --format csv").out)))
    assert {
        (int(row["rows"]), int(row["columns"])): f"{row['value']}/{row['count']}" for row in rows
    } == expected_cells
    answers = ask(run, f"{TABLE_WORDS} --format json").json
    assert [f"{a['value']}/{a['count']}" for a in answers] == list(expected_cells.values())


def test_table_of_squares_only(run: Run) -> None:
    ended = ask(run, "table independence queen 1..4:torus")
    assert [line.split() for line in ended.out.splitlines()] == [
        ["board", "answer"],
        *([f"{n}x{n}", value] for n, value in [(1, "1"), (2, "1"), (3, "1"), (4, "2")]),
    ]


def test_table_with_a_cell_without_placement(run: Run) -> None:
    ended = ask(run, "table domination bishop 1..2x2..2 --total")
    assert ended.code == 0
    assert "none" in ended.out


# What is remembered


def test_lookup_knows_only_what_was_asked_before(run: Run) -> None:
    ended = ask(run, "lookup count domination king 4x5")
    assert (ended.code, ended.out) == (3, "")
    assert ended.err == "satchess: not known: count domination king 4x5\n"
    told = ask(run, "count domination king 4x5 --json").json
    found = ask(run, "lookup count domination king 4x5 --json")
    assert found.code == 0
    assert found.json == {**told, "cached": True}
    assert ask(run, "count domination king 4x5 --json").json == found.json
    assert "remembered" in ask(run, "lookup count domination king 4x5").out


def test_lookup_turns_the_placement_to_the_asked_board(run: Run) -> None:
    question = "independence knight {} --require {}"
    told = ask(run, f"solve {question.format('3x5', 'a1')} --json").json
    found = ask(run, f"lookup solve {question.format('5x3', 'a1')} --json").json
    assert found["question"] == "independence knight 5x3 --require a1"
    assert (found["value"], found["signature"]) == (told["value"], told["signature"])
    placement = " ".join(found["placement"])
    assert run("check", "independence", "knight", "5x3", "--placement", placement).code == 0
    assert any(square.endswith("5") or square.endswith("4") for square in found["placement"])


def test_solving_is_remembered_under_every_spelling(run: Run) -> None:
    ask(run, "solve independence queen 4x6 --holes b2,c3")
    for spelling in ["RB 4x6 --holes c3,b2", "Q 6x4 --holes b2,c3"]:
        assert ask(run, f"lookup solve independence {spelling}").code == 0


def test_first_is_not_shared_between_orientations(run: Run) -> None:
    ask(run, "first independence knight 3x4")
    assert ask(run, "lookup first independence knight 4x3").code == 3


def test_no_cache_leaves_nothing(run: Run, own_cache: Path) -> None:
    assert ask(run, "solve independence queen 5 --no-cache").code == 0
    assert not own_cache.exists()


def test_cache_option_names_the_file(run: Run, tmp_path: Path, own_cache: Path) -> None:
    other = tmp_path / "new folder" / "other.db"
    assert run("solve", "independence", "queen", "5", "--cache", other).code == 0
    assert other.exists()
    assert not own_cache.exists()
    assert run("cache", "--cache", other, "ls").out == "solve independence queen 5x5: 5\n"


def test_cache_that_cannot_be_written_does_not_cost_the_answer(run: Run) -> None:
    ended = ask(run, "solve independence queen 5 --cache /proc/satchess/answers.db")
    assert ended.code == 0
    assert ended.out.splitlines()[0].startswith("5 queens")
    assert "not stored: cache /proc/satchess/answers.db" in ended.out.splitlines()[-1]


def test_cache_commands(run: Run, tmp_path: Path) -> None:
    ask(run, "count independence queen 6 --engine sat")
    ask(run, "solve domination bishop 2 --total")
    listed = ask(run, "cache ls").out.splitlines()
    assert "count independence queen 6x6: 6 in 4 ways" in listed
    assert "solve independence queen 6x6: 6" in listed, "found on the way"
    assert ask(run, "cache ls bishop").out == "solve domination bishop 2x2 --total: 4\n"
    signature = ask(run, "lookup count independence queen 6 --json").json["signature"]
    assert run("cache", "show", signature).json["count"] == 4
    assert "count" in ask(run, "cache stats").out
    assert ask(run, "cache check").out == "0 problems\n"

    copy, other = tmp_path / "answers.jsonl", tmp_path / "other.db"
    assert run("cache", "export", copy).code == 0
    assert len(copy.read_text().splitlines()) == len(listed)
    taken = run("cache", "--cache", other, "import", copy)
    assert taken.out == f"{len(listed)} added, 0 improved, 0 known already\n"
    assert run("cache", "--cache", other, "ls").out.splitlines() == listed
    assert run("cache", "--cache", other, "import", copy).out.startswith("0 added")


def test_cache_show_of_an_unknown_signature(run: Run) -> None:
    ended = ask(run, "cache show 0123")
    assert (ended.code, ended.out, ended.err.count("\n")) == (3, "", 1)


@pytest.mark.parametrize(
    "change", [{"value": 5}, {"placement": "a1 b2"}, {"signature": "0" * 32}, {"status": "sure"}]
)
def test_cache_import_refuses_what_is_wrong(
    run: Run, tmp_path: Path, change: dict[str, object]
) -> None:
    ask(run, "solve independence queen 6")
    row = json.loads(ask(run, "cache export").out)
    wrong, other = tmp_path / "wrong.jsonl", tmp_path / "other.db"
    wrong.write_text(json.dumps({**row, **change}))
    assert_one_line(run("cache", "--cache", other, "import", wrong), 2)
    assert run("cache", "--cache", other, "ls").out == ""


# Formulas and catalogues


def models_of(text: str, squares: list[str], size: int) -> set[frozenset[str]]:
    """Solve DIMACS with another library's parser; models by the squares of the comment map."""
    named = dict(re.findall(r"^c (\d+) \w+ ([a-z]\d)$", text, re.MULTILINE))
    assert sorted(named.values()) == sorted(squares)
    found = set()
    with Solver("minisat22", bootstrap_with=CNF(from_string=text).clauses) as solver:
        while solver.solve():
            true = [v for v in solver.get_model() if v > 0 and str(v) in named]
            found.add(frozenset(named[str(v)] for v in true))
            solver.add_clause([-v if v in true else v for v in map(int, named)])
    return {placement for placement in found if len(placement) == size}


@pytest.mark.parametrize("options", ["", *(f"--cardinality {name}" for name in CARDINALITY)])
def test_cnf_has_the_placements_of_the_question(run: Run, options: str) -> None:
    ended = ask(run, f"cnf independence queen 5 --size 5 {options}")
    squares = [f"{file}{rank}" for file in "abcde" for rank in range(1, 6)]
    assert (ended.code, ended.err) == (0, "")
    assert len(models_of(ended.out, squares, 5)) == 10


TURNS: list[Callable[[int, int], tuple[int, int]]] = [
    lambda x, y: (x, y),
    lambda x, y: (3 - x, y),
    lambda x, y: (x, 3 - y),
    lambda x, y: (3 - x, 3 - y),
    lambda x, y: (y, x),
    lambda x, y: (3 - y, x),
    lambda x, y: (y, 3 - x),
    lambda x, y: (3 - y, 3 - x),
]
"""The eight turns of a 4x4 board."""


def turned(
    placement: frozenset[str], turn: Callable[[int, int], tuple[int, int]]
) -> frozenset[str]:
    cells = (turn("abcd".index(square[0]), int(square[1]) - 1) for square in placement)
    return frozenset(f"{'abcd'[x]}{y + 1}" for x, y in cells)


@pytest.mark.parametrize("question", ["domination king 4 --size 4", "domination queen 4 --size 3"])
def test_cnf_with_broken_symmetry_keeps_some_of_every_class(
    run: Run, tmp_path: Path, question: str
) -> None:
    file = tmp_path / "broken.cnf"
    ended = run("cnf", *question.split(), "--break-symmetry", "--output", file)
    assert (ended.code, ended.out) == (0, "")
    squares = [f"{name}{rank}" for name in "abcd" for rank in range(1, 5)]
    size = int(question[-1])
    everything = models_of(ask(run, f"cnf {question}").out, squares, size)
    kept = models_of(file.read_text(), squares, size)
    assert kept < everything
    assert {turned(placement, turn) for placement in kept for turn in TURNS} == everything


def test_pieces_lists_every_name(run: Run) -> None:
    out = ask(run, "pieces").out
    for name, betza in NAMED.items():
        assert re.search(rf"^{re.escape(name)} +{re.escape(betza)}( |$)", out, re.MULTILINE)
    assert all(alias in out for alias in [*ALIASES, "leprechaun:K"])


def test_engines_lists_every_choice(run: Run) -> None:
    out = ask(run, "engines").out
    for registry in (ENGINES, SOLVERS, CARDINALITY, AT_MOST_ONE):
        assert all(re.search(rf"^  {re.escape(name)} ", out, re.MULTILINE) for name in registry)
    assert out.count("[default]") == 3


@pytest.mark.parametrize("choice", [f"--solver {name}" for name in SOLVERS])
def test_every_solver_can_be_chosen(run: Run, choice: str) -> None:
    assert ask(run, f"solve domination queen 6 --no-cache --json {choice}").json["value"] == 3


VERBS_WITH_KINDS = ["solve", "count", "list", "first", "check", "table", "cnf", "export"]
HELP_OF = [
    "",
    *COMMANDS,
    *(f"{verb} {kind}" for verb in VERBS_WITH_KINDS for kind in KINDS),
    *(f"lookup {verb} {kind}" for verb in ("solve", "count", "first") for kind in KINDS),
    *(f"cache {command}" for command in ("ls", "show", "export", "import", "stats", "check")),
]


@pytest.mark.parametrize("command", HELP_OF)
def test_help(run: Run, command: str) -> None:
    ended = ask(run, f"{command} --help")
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.startswith(f"Usage: satchess {command}".rstrip())
    assert ask(run, f"{command} -h").out == ended.out


# Bad input


def assert_one_line(ended: Ending, code: int, naming: str = "") -> None:
    """Nothing but one line on standard error, which names what is wrong."""
    assert ended.code == code, ended
    assert ended.out == ""
    assert re.fullmatch(r"satchess: [^\n]+\n", ended.err), ended.err
    assert "Traceback" not in ended.err
    assert naming in ended.err


SOLVE = "solve domination queen 8"

BAD_WORDS = [
    # command line, what the complaint names
    ("solve domination queen 0x8", "0x8"),
    ("solve domination queen 8x0", "8x0"),
    ("solve domination queen 8x", "8x"),
    ("solve domination queen x8", "x8"),
    ("solve domination queen eight", "eight"),
    ("solve domination queen -8", "-8"),
    ("solve domination queen 8x8x8", "8x8x8"),
    ("solve domination queen 99999x99999", "99999x99999"),
    (f"solve domination queen {'9' * 500}", "999"),
    ("solve domination queen 8x8:sphere", "sphere"),
    ("solve domination queen 1 --holes a1", "no square is left"),
    ("solve domination queen 8 --holes i9", "i9"),
    ("solve domination queen 8 --holes a1 --walls a1", "a1"),
    ("solve domination queen 8 --holes ,", "at least one square"),
    ("solve domination quen 8", "quen"),
    ("solve domination pN 8", "pN"),
    ("solve domination X 8", "X"),
    ("solve domination (0,0) 8", "(0,0)"),
    ("solve domination leprechaun:0 8", "leprechaun:0"),
    ("solve domination leprechaun:x 8", "leprechaun:x"),
    (f"{SOLVE} --require z9", "z9"),
    (f"{SOLVE} --require 11", "11"),
    (f"{SOLVE} --forbid i1", "i1"),
    (f"{SOLVE} --within a1,a9", "a9"),
    (f"{SOLVE} --within middle", "middle"),
    (f"{SOLVE} --holes b2 --require b2", "b2"),
    (f"{SOLVE} --require a1 --forbid a1", "a1"),
    (f"{SOLVE} --require a1 --within b1", "a1"),
    (f"{SOLVE} --total --independent", "--total"),
    (f"{SOLVE} --size 65", "65"),
    (f"{SOLVE} --size -1", "-1"),
    (f"{SOLVE} --size many", "many"),
    (f"{SOLVE} --where a1&", "a1&"),
    (f"{SOLVE} --where (a1", "(a1"),
    (f"{SOLVE} --where a1&z9", "z9"),
    (f"{SOLVE} --where queen", "queen"),
    (f"{SOLVE} --timeout 0", "--timeout"),
    (f"{SOLVE} --timeout -1", "--timeout"),
    (f"{SOLVE} --timeout soon", "soon"),
    (f"{SOLVE} --timeout nan", "nan"),
    (f"{SOLVE} --timeout inf", "inf"),
    (f"{SOLVE} --memory 0", "--memory"),
    (f"{SOLVE} --memory lots", "lots"),
    (f"{SOLVE} --memory -5M", "-5M"),
    (f"{SOLVE} --engine steam", "steam"),
    (f"{SOLVE} --solver steam", "steam"),
    (f"{SOLVE} --cardinality steam", "steam"),
    (f"{SOLVE} --at-most-one steam", "steam"),
    (f"{SOLVE} --cache a.db --no-cache", "--no-cache"),
    (f"{SOLVE} --svg missing/board.svg", "missing"),
    (f"{SOLVE} --colour", "--colour"),
    (f"{SOLVE} again", "again"),
    ("solve domination queen", "BOARD"),
    ("solve domination", "PIECE"),
    ("solve peace queen 8", "peace"),
    ("ponder domination queen 8", "ponder"),
    ("solve independence queen 8 --total", "--total"),
    ("list domination queen 4 --limit -1", "--limit"),
    ("list domination queen 4 --limit few", "few"),
    ("list domination queen 4 --engine steam", "steam"),
    ("list domination queen 4 --at-most-one steam", "steam"),
    ("check independence queen 8", "--placement"),
    ("check independence queen 8 --placement a1,a1", "a1"),
    ("check independence queen 8 --placement a1,i9", "i9"),
    ("check independence queen 8 --placement prawn@a1", "prawn"),
    ("check independence queen 8 --placement a1 --svg missing/board.svg", "missing"),
    ("table domination queen 8..3", "8..3"),
    ("table domination queen 3..x", "3..x"),
    ("table domination queen 3..4x3..4x3..4", "3..4x3..4x3..4"),
    ("table domination queen 0..3", "0x0"),
    ("table domination queen 3..4 --format xml", "xml"),
    ("table domination queen 3..4 --require d4", "d4"),
    ("lookup ponder domination queen 8", "ponder"),
    ("lookup count domination queen 0", "0x0"),
    ("cnf domination queen 4 --cardinality steam", "steam"),
    ("cnf domination queen 4 --at-most-one steam", "steam"),
    ("cnf domination queen 4 --output missing/queens.cnf", "missing"),
    ("cache forget", "forget"),
    ("cache show", "SIGNATURE"),
    ("cache import missing.jsonl", "missing.jsonl"),
    ("cache export missing/answers.jsonl", "missing"),
]


@pytest.mark.parametrize(("words", "naming"), BAD_WORDS, ids=[words[:60] for words, _ in BAD_WORDS])
def test_bad_input_is_one_line(
    run: Run, words: str, naming: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert_one_line(ask(run, words), 2, naming)


@pytest.mark.parametrize("verb", ["solve", "list", "cnf", "lookup solve"])
def test_boards_out_of_reach_are_refused_at_once(verb: str) -> None:
    ended = run_apart(*verb.split(), "domination", "queen", "5000")
    assert_one_line(ended, 3, "5000")


@pytest.mark.parametrize("command", [SOLVE, "lookup solve domination queen 8", "cache ls"])
@pytest.mark.parametrize("place", ["folder", "text", "foreign"])
def test_cache_that_is_no_cache(run: Run, tmp_path: Path, command: str, place: str) -> None:
    path = tmp_path / place
    match place:
        case "folder":
            path.mkdir()
        case "text":
            path.write_text("Dear diary, today I placed five queens. " * 100)
        case "foreign":
            connection = sqlite3.connect(path)
            connection.execute("CREATE TABLE recipes (name TEXT)")
            connection.close()
    before = path.read_bytes() if path.is_file() else None
    first, *rest = command.split()
    words = [first, "--cache", path, *rest] if first == "cache" else [first, *rest, "--cache", path]
    assert_one_line(run(*words), 2, str(path))
    assert before is None or path.read_bytes() == before, "left as it was"


# As a process


def test_version_in_a_process() -> None:
    assert run_apart("--version") == Ending(0, f"satchess {__version__}\n", "")


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("solve domination king 3", 0),
        ("check independence rook 2 --placement a1,a2", 1),
        ("solve domination quen 8", 2),
        ("lookup solve domination king 3", 3),
    ],
)
def test_exit_codes_of_a_process(words: str, code: int) -> None:
    ended = run_apart(*words.split())
    assert ended.code == code
    assert "Traceback" not in ended.err


def test_without_arguments_help_is_shown() -> None:
    ended = run_apart()
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith("Usage: satchess")


def test_a_plain_terminal_gets_plain_letters() -> None:
    ended = run_apart("solve", "domination", "king", "3", PYTHONIOENCODING="ascii")
    assert (ended.code, ended.err) == (0, "")
    assert "K" in ended.out


def test_a_reader_that_has_seen_enough() -> None:
    command = f"{sys.executable} -m satchess list independence rook 5 --ascii | head -1"
    done = subprocess.run(
        command, shell=True, capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.startswith("1: ")
    assert done.stderr == ""
