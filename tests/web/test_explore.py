"""The explore page: what is remembered of a question on many boards, and nothing else."""

import re
from collections.abc import Iterator
from html import unescape
from itertools import combinations, product
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest

from tests.web.html import Page
from tests.web.remembering import remember
from tests.web.serving import Server

BROWSER = "text/html,*/*;q=0.8"
KINGS = "count independence king 1..4x1..3"


def most_kings(rows: int, columns: int) -> int:
    """Count the largest sets of kings at peace, by trying all sets of squares."""
    squares = list(product(range(rows), range(columns)))
    for size in range(len(squares), 0, -1):
        found = sum(
            all(max(abs(a[0] - b[0]), abs(a[1] - b[1])) > 1 for a, b in combinations(chosen, 2))
            for chosen in combinations(squares, size)
        )
        if found:
            return found
    return 0


KNOWN = (
    *(
        f"count independence king {m}x{n}"
        for m, n in product(range(1, 5), range(1, 4))
        if m + n < 7
    ),
    "count --by-size independence king 3x3",
    "count independence knight 2x2",
    "count independence king 2:torus",
    "solve domination amazon 3x3",
)


@pytest.fixture(scope="module")
def known(server: Server) -> Server:
    """A server that remembers some answers, written by the library."""
    remember(server.cache, *KNOWN)
    return server


def page(server: Server, query: str) -> str:
    """Return a page that has to be sound."""
    reply = server.get(f"/explore{query}", Accept=BROWSER)
    text = reply.body.decode()
    assert reply.status == 200, text
    assert Page(text).faults == []
    return text


def cells(text: str) -> Iterator[tuple[str, str, str]]:
    """Yield where each cell of the heat map leads, what it is called, and what it shows."""
    table = text.partition('<table class="heat"')[2].partition("</table>")[0]
    for link, label, shown in re.findall(
        r'<td[^>]*><a href="([^"]*)" aria-label="([^"]*)"[^>]*>([^<]*)</a>', table
    ):
        yield unescape(link), unescape(label), unescape(shown)


def test_a_heat_map_has_the_numbers_that_are_remembered(known: Server) -> None:
    found = list(cells(page(known, f"?{urlencode({'q': KINGS})}")))
    assert len(found) == 12
    for (rows, columns), (link, label, shown) in zip(
        product(range(1, 5), range(1, 4)), found, strict=True
    ):
        where, asked = urlsplit(link).path, parse_qs(urlsplit(link).query)["q"]
        assert asked == [f"count independence king {rows}x{columns}"]
        if (rows, columns) == (4, 3):
            assert (where, shown) == ("/", "·")
            assert label == "4\N{MULTIPLICATION SIGN}3: not known yet, ask"
        else:
            number = most_kings(rows, columns)
            assert (where, shown, label) == (
                "/answer",
                f"{number}",
                f"{rows}\N{MULTIPLICATION SIGN}{columns}: {number}",
            )


def test_the_twin_has_the_same_numbers(known: Server) -> None:
    said = known.get("/explore", {"q": KINGS, "format": "json"}).json
    numbers = {(cell["rows"], cell["columns"]): cell["number"] for cell in said["cells"]}
    assert numbers == {
        (m, n): None if (m, n) == (4, 3) else most_kings(m, n)
        for m, n in product(range(1, 5), range(1, 4))
    }
    assert said["known"] == 11
    assert said["diagonal"]["terms"] == [most_kings(n, n) for n in (1, 2, 3)]
    assert {"name": "knight", "question": KINGS.replace("king", "knight"), "answers": 1} in said[
        "like"
    ]
    torus = next(like for like in said["like"] if like["name"] == "torus")
    assert torus["answers"] == 1


def test_a_polynomial_is_a_plot_and_a_table(known: Server) -> None:
    said = known.get("/explore", {"q": KINGS, "format": "json"}).json
    # kings at peace on 3x3 by number: 1, 9 squares, 16 pairs, 8 triples, the 4 corners
    assert said["polynomial"] == {
        "board": "3x3",
        "by_size": [[0, 1], [1, 9], [2, 16], [3, 8], [4, 1]],
    }
    text = page(known, f"?{urlencode({'q': KINGS})}")
    assert text.count('<rect class="bar"') == 5
    assert re.findall(r'<th scope="row">(\d)</th><td class="amount">(\d+)</td>', text) == [
        ("0", "1"),
        ("1", "9"),
        ("2", "16"),
        ("3", "8"),
        ("4", "1"),
    ]


def test_looking_starts_nothing(known: Server) -> None:
    before = known.jobs()
    page(known, "?q=count+domination+queen+1..9x1..9")
    assert known.jobs() == before


def test_one_board_stands_for_those_around_it(known: Server) -> None:
    said = known.get("/explore", {"q": "solve domination amazon 3x3", "format": "json"}).json
    assert said["question"] == "solve domination amazon 1..8x1..8"
    assert sum(cell["number"] == 1 for cell in said["cells"]) == 1


def test_the_form_makes_an_address(server: Server) -> None:
    form: dict[str, object] = {
        "verb": "count --up-to-symmetry",
        "kind": "domination",
        "piece": "king",
    }
    form |= {"rows": "4", "columns": "5", "topology": "torus", "options": "--total"}
    reply = server.get("/explore", form)
    assert reply.status == 303
    (asked,) = parse_qs(urlsplit(reply.headers["location"]).query)["q"]
    assert asked == "count --up-to-symmetry domination king 1..4x1..5:torus --total"
    text = page(server, f"?{urlencode({'q': asked})}")
    assert '<option value="count --up-to-symmetry" selected>' in text
    assert 'name="options" value="--total"' in text


def test_squares_alone_are_one_line(server: Server) -> None:
    assert len(list(cells(page(server, "?q=count+queens+4..9")))) == 6


def test_boards_that_are_no_question_have_no_link(server: Server) -> None:
    text = page(server, "?q=solve+independence+queen+1..3x1..3+--require+c1")
    assert len(list(cells(text))) == 3  # those with a file c


@pytest.mark.parametrize(
    "asked",
    [
        "count foo 8x8",
        "list queens 8",
        "puzzle detective",
        "independent-set graph:a-b",
        "count domination king 1..99x1..99",
        "count domination king 0..3",
        "solve domination queen 4..3",
        "solve independence queen 8:ball",
        "solve puzzle /etc/passwd",
        "x" * 5_000,
        "--",
    ],
)
def test_what_is_no_question_is_said_to_be_none(server: Server, asked: str) -> None:
    query = urlencode({"q": asked})
    reply = server.get(f"/explore?{query}", Accept=BROWSER)
    assert reply.status == 422
    text = reply.body.decode()
    assert Page(text).faults == []
    assert 'role="alert"' in text
    twin = server.get(f"/explore?{query}&format=json")
    assert (twin.status, twin.headers["content-type"]) == (422, "application/problem+json")


def test_words_of_strangers_stay_words(server: Server) -> None:
    text = server.get("/explore", {"q": "<script>x</script>"}, Accept=BROWSER).body.decode()
    assert "<script>x" not in text


def test_a_diagonal_is_named_where_the_catalogue_is_there(server: Server) -> None:
    pytest.importorskip("satchess.sequences.known")
    said = server.get("/explore", {"q": "count queens 4..8", "format": "json"}).json
    assert said["diagonal"]["sequence"]["number"] == "A000170"
