"""Words that forgive, on the command line and in the library; and the command that was meant."""

import io
import shlex
from pathlib import Path

import pytest

import satchess
from satchess.cli.failures import exit_code_of
from satchess.errors import BadInput
from satchess.questions import Question
from satchess.request import Request

SAME = {
    "solve domination queen 5x5": [
        "solve domination queens 5x5",
        "solve queen domination 5x5",
        "solve 5x5 queen domination",
        "solve domination 5x5 queen",
        "solve domination Queen 5X5",
        "SOLVE DOMINATION QUEENS 5 x 5",
        "solve domination queen 5 by 5",
        "solve queens domination 5\N{MULTIPLICATION SIGN}5",
        "solve queens 5 x5 domination",
    ],
    "solve independence archbishop 4x4": ["solve 4 independence BN", "solve BN independence 4x4"],
    "solve independence knight 4x4": ["solve independence N 4", "solve independence Knights 4"],
    "solve independence dragon-king 3x3": [
        "solve independence 'dragon king' 3",
        "solve independence 3x3 Dragon_Kings",
    ],
    "solve domination king 4x5:torus --total": [
        "solve king domination --total 4 x 5:Torus",
        "solve domination king 4*5:torus --TOTAL",
        "solve --total 4x5:torus kings domination",
    ],
    "solve independence queen 4x4 --size 4": ["solve queens 4", "solve QUEENS 4 x 4"],
    "solve independence queen 4x4 --size 3 --require a1": [
        "solve queen --size 3 independence --require A1 4x4",
        "solve independence queen 4 --size=3 --require '1 - - -'",
    ],
    "solve puzzle detective": ["Solve Puzzle Detective", "solve detective puzzle"],
    "solve no-three-in-line 3x3": ["solve No_Three_In_Line 3 x 3"],
    "solve independence leprechaun:2 5x5 --size 5": [
        "solve leprechauns 2 5",
        "solve 2 5 Leprechauns",
    ],
}  # fmt: skip
CASES = [(plain, other) for plain, others in SAME.items() for other in others]


@pytest.mark.parametrize(("plain", "other"), CASES, ids=[other for _, other in CASES])
def test_the_library_understands(plain: str, other: str) -> None:
    assert Request.parse(other) == Request.parse(plain)
    assert Question.parse(other.partition(" ")[2]) == Request.parse(plain).question


@pytest.mark.parametrize(("plain", "other"), CASES, ids=[other for _, other in CASES])
def test_the_command_line_understands(
    plain: str, other: str, capfd: pytest.CaptureFixture[str]
) -> None:
    said = [shlex.split(plain), shlex.split(other)]
    outputs = []
    for words in said:
        assert exit_code_of([*words, "--explain"]) == 0
        outputs.append(capfd.readouterr().out)
    assert outputs[0] == outputs[1]
    assert exit_code_of(["cnf", *said[0][1:]]) == exit_code_of(["cnf", *said[1][1:]]) == 0


def test_both_answer_alike() -> None:
    assert satchess.ask("Solve queens domination 5 x 5", cache=False).value == 3
    assert satchess.domination("Queens", "5 X 5").solve(cache=False).value == 3


@pytest.mark.parametrize(
    ("betza", "name"),
    [("BN", "archbishop"), ("N", "knight"), ("WF", "king"), ("R", "rook"), ("NN", "nightrider")],
)
def test_betza_is_never_misread(betza: str, name: str) -> None:
    assert Question.parse(f"{betza} domination 4") == Question.parse(f"domination {name} 4x4")
    with pytest.raises(BadInput):
        Question.parse(f"domination {betza.lower()} 4")


def test_ranges_of_a_table(capfd: pytest.CaptureFixture[str]) -> None:
    outputs = []
    for words in ("table domination king 3..4x3..5", "table 3-4 x 3-5 kings domination"):
        assert exit_code_of([*words.split(), "--no-cache"]) == 0
        outputs.append(capfd.readouterr().out)
    assert outputs[0] == outputs[1]


MEANT = {
    "solve domination": "satchess solve domination queen 8x8",
    "solve domination queen": "satchess solve domination queen 8x8",
    "solve domination 6x6": "satchess solve domination queen 6x6",
    "solve dominaton queen 5x5": "satchess solve domination queen 5x5",
    "solve dominaton quen 5x5 --total": "satchess solve domination queen 5x5 --total",
    "solve queen 5x5": "satchess solve independence queen 5x5",
    "solve domination queen 5 7": "satchess solve domination queen 5",
    "solve leprechauns 5": "satchess solve leprechauns 5 8",
    "solve puzzel detectiv": "satchess solve puzzle detective",
    "solv domination queen 5x5": "satchess solve domination queen 5x5",
    "solv quens 6": "satchess solve queens 6",
    "conut dominaton quen 5x5 --total": "satchess count domination queen 5x5 --total",
    "lokup slove quens 8": "satchess lookup solve queens 8",
    "puzle mak regoins 6": "satchess puzzle make regions 6",
    "solv puzzle mine.toml": "satchess solve puzzle mine.toml",
    "domination queen 5x5": "satchess solve domination queen 5x5",
    "queens 5": "satchess solve queens 5",
    "tabel queens 4..6": "satchess table queens 4..6",
    "puzzle lst": "satchess puzzle list",
    "lookup slove queens 8": "satchess lookup solve queens 8",
    "solve domination quen 5x5": "queen",
    "solve domination queen 5x5:toru": "torus",
    "solve domination queen 5 --engine fronteir": "frontier",
    "solve domination queen 5 --solver cadicl195": "cadical195",
    "solve domination queen 5 --cardinality totalizr": "totalizer",
    "solve domination queen 5 --at-most-one pairwis": "pairwise",
    "solve domination queen 5 --within bordr": "border",
    "solve domination queen 5 --require diagnal": "diagonal",
    "solve domination queen 5 --holes corner": "corners",
    "solve puzzle detctive": "detective",
    "quens 5": "satchess solve queens 5",
    "solve queens 5 --format jsn": "json",
    "solve domination queen 5 --shape diamnd": "diamond",
    "solve queens 6 --symmetric hlf": "half",
    "solve queens 6 --bottleneck center": "centre",
    "check queens 4 2 4 1 3": "satchess check queens 4 --placement '2 4 1 3'",
    "solve domination queen 5 --indepedent": "--independent",
}


@pytest.mark.parametrize(("words", "meant"), MEANT.items(), ids=MEANT)
def test_what_was_meant(words: str, meant: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert exit_code_of(words.split()) == 2
    told = capfd.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
    assert "id you mean" in told.err
    assert f"'{meant}'" in told.err


LIBRARY_MEANT = {
    "domination queen 5x5": "solve domination queen 5x5",
    "slove domination queen 5x5": "solve domination queen 5x5",
    "solve dominaton queen 5x5": "domination queen 5x5",
    "solve domination queen 5 --siz 3": "--size",
    "solve domination quene 5": "queen",
}


@pytest.mark.parametrize(("text", "meant"), LIBRARY_MEANT.items(), ids=LIBRARY_MEANT)
def test_what_was_meant_in_the_library(text: str, meant: str) -> None:
    with pytest.raises(BadInput, match=r"expected .*; did you mean") as caught:
        satchess.ask(text)
    assert f"did you mean '{meant}'?" in str(caught.value)


def test_options_in_python_are_corrected() -> None:
    with pytest.raises(BadInput, match="did you mean 'independent'"):
        satchess.domination("queen", "5", independant=True)  # type: ignore[call-arg]
    with pytest.raises(BadInput, match="did you mean 'frontier'"):
        satchess.domination("queen", "5").solve(engine="frontir", cache=False)


def test_placements_in_python() -> None:
    numpy = pytest.importorskip("numpy")
    question = satchess.queens(4)
    matrix = [[0, 0, 1, 0], [1, 0, 0, 0], [0, 0, 0, 1], [0, 1, 0, 0]]
    for placement in (
        question.read("b1 d2 a3 c4"),
        "B1 D2 A3 C4",
        "2 4 1 3",
        "2Q1/Q3/3Q/1Q2",
        [2, 4, 1, 3],
        (2, 4, 1, 3),
        ["b1", "d2", "a3", "c4"],
        [satchess.Square.parse(name) for name in ("b1", "d2", "a3", "c4")],
        matrix,
        numpy.array(matrix),
        numpy.array(matrix) == 1,
        numpy.array([2, 4, 1, 3]),
    ):
        assert question.check(placement, rules_only=True).holds
        assert satchess.check(question, placement, rules_only=True).holds
    with pytest.raises(BadInput, match="3 columns, expected 4"):
        question.check([1, 2, 3])


def test_squares_in_python() -> None:
    numpy = pytest.importorskip("numpy")
    plain = satchess.domination("king", "2x3", require="a1 b2", holes="c1")
    matrix, hole = [[0, 1, 0], [1, 0, 0]], [[0, 0, 0], [0, 0, 1]]
    for require, holes in (
        ([1, 2], "c1"),
        (matrix, hole),
        (numpy.array(matrix), numpy.array(hole)),
        (["a1", "b2"], ["C1"]),
        ("1 2", "3/2x"),
    ):
        assert satchess.domination("king", "2x3", require=require, holes=holes) == plain


def test_tables_in_python() -> None:
    plain = satchess.table("domination king 3..4", cache=False)
    for words in ("domination 3..4 king", "kings 3-4 Domination"):
        assert str(satchess.table(words, cache=False)) == str(plain)


# Squares and placements in files and from standard input

EIGHT = "3 7 2 8 5 1 4 6"


def checked(words: list[str], capfd: pytest.CaptureFixture[str]) -> str:
    assert exit_code_of(["check", "queens", "8", *words, "--rules-only", "--no-cache"]) == 0
    return capfd.readouterr().out


def test_placements_from_anywhere(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = checked(["--placement", "c1 g2 b3 h4 e5 a6 d7 f8"], capfd)
    assert checked(["--placement", EIGHT], capfd) == plain
    assert checked(["--placement", "5Q2/3Q4/Q7/4Q3/7Q/1Q6/6Q1/2Q5 w - - 0 1"], capfd) == plain
    file = tmp_path / "eight queens.txt"
    file.write_text(plain, "utf-8")
    assert checked(["--from", str(file)], capfd) == plain
    assert checked(["--placement", f"@{file}"], capfd) == plain
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(plain.encode()), "utf-8"))
    assert checked(["--placement", "-"], capfd) == plain
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(plain.encode()), "utf-8"))
    assert checked(["--from", "-"], capfd) == plain


def test_an_answer_is_checked_as_it_was_printed(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    question = ["domination", "knight", "4x5", "--holes", "centre", "--no-cache"]
    assert exit_code_of(["solve", *question]) == 0
    file = tmp_path / "answer"
    file.write_text(capfd.readouterr().out, "utf-8")
    assert exit_code_of(["check", *question, "--from", str(file), "--timeout", "60"]) == 0
    assert "no placement has fewer" in capfd.readouterr().out


def test_squares_from_files(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "squares"
    outputs = []
    for content in ("a4 d4", "x..x\n....\n....\n....\n", "x2x/4/4/4", "1001;0000;0000;0000"):
        file.write_text(content)
        for option in ("--require", "--forbid", "--within", "--holes", "--walls"):
            assert exit_code_of(["cnf", "domination", "king", "4", option, f"@{file}"]) == 0
        outputs.append(capfd.readouterr().out)
    assert len(set(outputs)) == 1


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (None, "No such file"),
        (b"\xff\xfe\x00", "UTF-8"),
        (b"", "at least one square"),
        (b"x" * 4_000_001, "too long"),
        (b"....\n....\n", "no drawing of 4 ranks"),
    ],
)
def test_bad_files(
    content: bytes | None, says: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "squares"
    if content is not None:
        file.write_bytes(content)
    for words in (
        ["solve", "domination", "king", "4", "--require", f"@{file}"],
        ["check", "domination", "king", "4", "--placement", f"@{file}"],
    ):
        if content == b"" and words[0] == "check":  # no piece at all is a placement
            continue
        assert exit_code_of(words) == 2
        told = capfd.readouterr().err
        assert told.count("\n") == 1
        assert says in told


def test_check_takes_one_placement(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "placement"
    file.write_text(EIGHT)
    for words in ([], ["--placement", EIGHT, "--from", str(file)]):
        assert exit_code_of(["check", "queens", "8", *words]) == 2
        assert "one of --placement and --from" in capfd.readouterr().err
    assert exit_code_of(["check", "queens", "8", "--from", str(tmp_path / "missing")]) == 2


def test_a_question_opens_no_file(tmp_path: Path) -> None:
    file = tmp_path / "squares"
    file.write_text("a1")
    for option in ("require", "forbid", "within", "holes", "walls"):
        with pytest.raises(BadInput):
            Question.parse(f"domination king 4 --{option} @{file}")
    with pytest.raises(BadInput):
        Question.parse("domination king 4").read(f"@{file}")
