"""What values look like in a library: printed, as one line, and in a notebook."""

import sys
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import networkx
import pytest
from hypothesis import given

import satchess
from satchess.answers import Answer, Sample, Spread
from satchess.cli.failures import exit_code_of
from satchess.domain.attacks import attack_graph
from satchess.domain.board import Board
from satchess.domain.pieces import Piece
from satchess.domain.placement import Placement
from satchess.errors import MissingLibrary
from satchess.questions import KINDS, Question
from satchess.render.notebook import NotebookProgress
from satchess.service.evidence import Evidence
from satchess.shown import watching
from satchess.task import Task
from tests.strategies import boards, pieces, questions

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def answer() -> Answer:
    return satchess.ask("solve domination queen 6", cache=False)


def test_print_reads_like_the_command_line(capfd: pytest.CaptureFixture[str]) -> None:
    words = ["solve", "domination", "queen", "6"]
    assert exit_code_of(words) == 0
    assert exit_code_of(words) == 0  # both remembered
    said = capfd.readouterr().out
    print(satchess.ask(" ".join(words)))
    assert said.endswith(capfd.readouterr().out)


def test_reprs_are_one_line(answer: Answer) -> None:
    assert repr(answer) == "<Answer to 'solve domination queen 6x6': optimal, value=3>"
    bounded = satchess.ask("solve domination queen 30", cache=False, timeout=0.2)
    assert repr(bounded).startswith("<Answer to 'solve domination queen 30x30': ")
    placed = Placement.parse("a1 b3", Piece.parse("queen"))
    assert repr(placed) == "<Placement of 2 queens: a1 b3>"
    assert repr(Placement(())) == "<Placement of nothing>"


@given(boards())
def test_the_repr_of_a_board_makes_it(board: Board) -> None:
    assert eval(repr(board), {"Board": Board}) == board


@given(pieces())
def test_the_repr_of_a_piece_makes_it(piece: Piece) -> None:
    assert eval(repr(piece), {"Piece": Piece}) == piece
    black = piece.of_army("black")
    assert eval(repr(black), {"Piece": Piece}) == black


@given(questions())
def test_the_repr_of_a_question_makes_it(question: Question) -> None:
    assert "\n" not in repr(question)
    assert eval(repr(question), {"Question": Question}) == question


def test_every_kind_of_question_has_the_short_repr() -> None:
    kinds = [kind for kind in map(KINDS.__getitem__, KINDS) if isinstance(kind, type)]
    assert len(kinds) > 10
    assert all(kind.__repr__ is Question.__repr__ for kind in kinds)


# Notebooks


def shown(value: Any) -> dict[str, str]:
    bundle: dict[str, str] = value._repr_mimebundle_(include=None, exclude=None)
    assert None not in bundle.values()
    return bundle


def pieces_in(picture: str) -> int:
    root = ElementTree.fromstring(picture)
    return sum(1 for e in root.iter(f"{SVG}g") if e.attrib.get("class") == "piece")


def test_an_answer_is_its_sentence_and_a_picture(answer: Answer) -> None:
    bundle = shown(answer)
    assert "3 queens attack every empty square" in bundle["text/html"]
    ElementTree.fromstring(bundle["text/html"])
    assert pieces_in(bundle["image/svg+xml"]) == 3
    nothing = satchess.ask("solve queens 3", cache=False)
    assert set(shown(nothing)) == {"text/html"}
    assert "There is no such placement." in shown(nothing)["text/html"]


def test_placements_boards_and_pieces_are_pictures(answer: Answer) -> None:
    assert answer.placement is not None
    assert pieces_in(shown(answer.placement)["image/svg+xml"]) == 3
    board = shown(Board.parse("3x4 --walls b2"))["image/svg+xml"]
    assert pieces_in(board) == 0
    assert 'class="walls"' in board
    assert shown(Board.parse("9999")) == {}, "too large to draw"


@pytest.mark.parametrize(
    ("piece", "attacked"),
    [("knight", 8), ("queen", 32), ("king", 8), ("(4,1)", 8), ("R3", 12), ("CC", 16)],
)
def test_a_piece_is_its_moves(piece: str, attacked: int) -> None:
    root = ElementTree.fromstring(shown(Piece.parse(piece))["image/svg+xml"])
    shades = [e for e in root.iter(f"{SVG}path") if e.attrib.get("class") == "shade"]
    assert len(shades) == attacked


def test_shown_by_ipython_itself(answer: Answer) -> None:
    formatters = pytest.importorskip("IPython.core.formatters")
    data, _ = formatters.DisplayFormatter().format(answer)
    assert {"text/html", "image/svg+xml"} <= set(data)


def test_an_appraisal_is_its_verdict_and_a_picture(capfd: pytest.CaptureFixture[str]) -> None:
    question = Question.parse("queens 6")
    good = satchess.check(question, "2 4 6 1 3 5", cache=False)
    assert repr(good).endswith("for 'independence queen 6x6 --size 6': holds, is optimal>")
    assert str(good).startswith("It holds, with 6 queens")
    assert exit_code_of(["check", "queens", "6", "--placement", "2 4 6 1 3 5", "--no-cache"]) == 0
    assert capfd.readouterr().out == f"{good}\n"
    bad = satchess.check(question, "1 2 3 4 5 6", cache=False)
    assert repr(bad).endswith(f"{len(bad.violations)} violations>")
    bundle = shown(bad)
    assert bundle["text/html"].count("no: ") == len(bad.violations)
    assert pieces_in(bundle["image/svg+xml"]) == 6
    only = satchess.check(question, "2 4 6 1 3 5", cache=False, rules_only=True)
    assert str(only).startswith("It holds, with 6 queens.\n")


def test_samples_and_spreads_are_sheets() -> None:
    question = Question.parse("queens 4")
    placed = tuple(question.read(text) for text in ("2 4 1 3", "3 1 4 2"))
    sample = Sample(question, placed, 1, 2, "list", 0.0)
    spread = Spread(question, placed, 8, 8, 2, True)
    for several in (sample, spread):
        assert pieces_in(shown(several)["image/svg+xml"]) == 8
        assert repr(several).startswith(f"<{type(several).__name__} of 2 placements of 'indep")
    assert shown(Sample(question, (), 1, 0, "list", 0.0)) == {}


# Graphs


def test_attacks_go_to_networkx() -> None:
    graph = attack_graph(Piece.parse("knight"), Board.parse("8")).to_networkx()
    assert (len(graph), graph.number_of_edges()) == (64, 168)
    assert graph.nodes["c2"]["pos"] == (2, 1)
    assert networkx.is_connected(graph)
    assert set(graph["a1"]) == {"b3", "c2"}


def test_networkx_is_no_dependency(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "networkx", None)
    with pytest.raises(MissingLibrary, match="pip install networkx"):
        attack_graph(Piece.parse("rook"), Board.parse("3")).to_networkx()


# Progress


@pytest.fixture
def displayed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What a notebook shows, one after the other, in place."""
    displayed: list[str] = []
    handle = SimpleNamespace(update=displayed.append)

    def display(line: str, display_id: bool) -> object:
        assert display_id
        displayed.append(line)
        return handle

    fake = SimpleNamespace(HTML=lambda text: text, display=display)
    kernel = SimpleNamespace(kernel=object())
    package = SimpleNamespace(display=fake, get_ipython=lambda: kernel)
    monkeypatch.setitem(sys.modules, "IPython", package)
    monkeypatch.setitem(sys.modules, "IPython.display", fake)
    return displayed


def known() -> Evidence:
    return Evidence.at_first(Task("solve", Question.parse("domination queen 6"), lower=2, upper=4))


def test_progress_in_a_notebook_is_updated_in_place_and_gone_at_the_end(
    displayed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = iter([0.0, 0.1, 1.0, 1.1, 2.0])
    monkeypatch.setattr("satchess.render.notebook.time.monotonic", lambda: next(clock))
    with NotebookProgress() as line:
        for _ in range(4):
            line.show(known())
    assert displayed == [
        "<small>1 s, value between 2 and 4</small>",
        "<small>2 s, value between 2 and 4</small>",
        "",
    ]


def test_who_watches(displayed: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "ipykernel", raising=False)
    with watching(None) as nobody:
        assert nobody is None
    monkeypatch.setitem(sys.modules, "ipykernel", SimpleNamespace())
    with watching(None) as line:
        assert line is not None
    with watching(print) as other:
        assert other is print
    assert displayed == []
