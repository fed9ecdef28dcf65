"""Tables as values: what they hold, print and show, and how they are laid out."""

import csv
import io
import pickle
import sys
from xml.etree import ElementTree

import pytest

import satchess
from satchess.answers import Answer, Status
from satchess.errors import MissingLibrary
from satchess.questions import Question
from satchess.render.formats import format_named
from satchess.render.layout import lay_out
from satchess.request import Request
from satchess.tables import Key, Table


def answer(question: str, value: int | None, count: int | None = None) -> Answer:
    request = Request("solve" if count is None else "count", Question.parse(question))
    status = Status.UNKNOWN if value is None else Status.OPTIMAL
    return Answer(request, "", status, value, value, value, count=count, exact=count is not None)


def kings(sizes: list[tuple[int, int]]) -> Table:
    cells: dict[Key, Answer] = {
        (m, n): answer(f"domination king {m}x{n}", -(-m // 3) * -(-n // 3)) for m, n in sizes
    }
    return Table(("rows", "columns"), cells)


RECTANGLE = kings([(3, 3), (3, 4), (4, 3), (4, 4)])


def test_a_rectangle_of_boards_is_a_grid() -> None:
    assert [line.split() for line in str(RECTANGLE).splitlines()] == [
        ["3", "4"],
        ["3", "1", "2"],
        ["4", "2", "4"],
    ]


def test_squares_are_a_list_of_boards() -> None:
    layout = lay_out(kings([(3, 3), (4, 4)]))
    assert (layout.corner, layout.across) == (("board",), ("answer",))
    assert [line.heads for line in layout.lines] == [("3x3",), ("4x4",)]


def test_pieces_go_across() -> None:
    pieces = ("king", "queen")
    cells: dict[Key, Answer] = {
        (p, n, n): answer(f"domination {p} {n}", n) for n in (3, 4) for p in pieces
    }
    table = Table(("piece", "rows", "columns"), cells)
    assert [line.split() for line in str(table).splitlines()] == [
        ["board", "king", "queen"],
        ["3x3", "3", "3"],
        ["4x4", "4", "4"],
    ]


def test_any_arguments() -> None:
    cells: dict[Key, Answer] = {
        (k, n): answer(f"leprechauns {k} {n}", n) for k in (1, 2) for n in (4, 5)
    }
    del cells[2, 5]
    table = Table(("range", "side"), cells)
    assert [line.split() for line in str(table).splitlines()] == [
        ["range/side", "4", "5"],
        ["1", "4", "5"],
        ["2", "4"],
    ]
    one = Table(("side",), {(4,): answer("queens 4", 4)})
    assert [line.split() for line in str(one).splitlines()] == [["side", "answer"], ["4", "4"]]
    assert one[4] is one[4,]


def test_a_table_is_a_mapping_with_a_short_repr() -> None:
    assert RECTANGLE[3, 4].value == 2
    assert list(RECTANGLE) == [(3, 3), (3, 4), (4, 3), (4, 4)]
    assert repr(RECTANGLE) == "<Table over rows, columns: 4 of 4 cells known>"
    with pytest.raises(ValueError, match="rows"):
        Table(("rows",), {(3, 3): RECTANGLE[3, 3]})


def test_equal_tables_have_equal_hashes() -> None:
    some = satchess.table("domination king 2..3", cache=False, workers=0)
    copy = pickle.loads(pickle.dumps(some))
    other = Table(some.names, dict(reversed(list(some.cells.items()))))
    assert some == copy == other
    assert len({some, copy, other}) == 1
    assert len({some, Table(some.names, {})}) == 2


def test_records_csv_json_and_pandas_say_the_same() -> None:
    records = RECTANGLE.records()
    rows = list(csv.DictReader(io.StringIO(str(format_named("csv").table(RECTANGLE)))))
    texts = [{k: "" if v is None else str(v) for k, v in each.items()} for each in records]
    assert rows == texts
    assert [each["value"] for each in RECTANGLE.as_json()] == [1, 2, 2, 4]
    frame = RECTANGLE.to_pandas()
    assert frame.loc[(3, 4), "value"] == 2
    assert list(frame.index.names) == ["rows", "columns"]


def test_pandas_is_no_dependency(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(MissingLibrary, match="pip install pandas"):
        RECTANGLE.to_pandas()


def test_html_is_a_heat_map() -> None:
    html = RECTANGLE._repr_html_()
    assert html is not None
    table = ElementTree.fromstring(html)
    cells = [cell for cell in table.iter("td")]
    assert [cell.text for cell in cells] == ["1", "2", "2", "4"]
    coldest, _, _, hottest = (cell.attrib["style"].rpartition(",")[2] for cell in cells)
    assert float(coldest.strip(") ")) < float(hottest.strip(") "))


def test_unknown_and_counted_cells() -> None:
    cells: dict[Key, Answer] = {(1,): answer("queens 4", 4, 2), (2,): answer("queens 5", None)}
    table = Table(("side",), cells)
    assert [line.split() for line in str(table).splitlines()[1:]] == [["1", "4/2"], ["2", "?"]]
    html = table._repr_html_()
    assert html is not None
    assert html.count("rgba") == 1
