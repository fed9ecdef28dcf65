"""Facets: older files get them, and one query of an index finds what is wanted."""

from pathlib import Path

import pytest

import satchess
from satchess.cache import Store, migrations
from satchess.cache.facets import DERIVED, FACETS, Filter
from satchess.errors import CacheUnwritable

TEXTS = (
    "solve domination queen 4",
    "count domination king 3x4",
    "solve independence knight 4:torus",
    "solve queens 3",
    "count independence rook 3 --all --by-size",
    "solve independent-set graph:a-b,b-c",
)


@pytest.fixture
def filled(own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file as an earlier version left it."""
    with Store(own_cache) as store:
        for text in TEXTS:
            store.put(satchess.ask(text, cache=own_cache))
    with Store(own_cache) as store:
        writer = store.writing()
        writer.execute("DROP INDEX answers_by_facets")
        for name in DERIVED:
            writer.execute(f'ALTER TABLE answers DROP COLUMN "{name}"')
        writer.execute("DROP TABLE orders")
        earlier = [step.__name__ for step in migrations.STEPS].index("add_facets")
        names = ("add_facets", "create_orders")
        writer.execute("DELETE FROM _sqlite_migrations WHERE name IN (?, ?)", names)
        writer.execute(f"PRAGMA user_version = {earlier}")
    return own_cache


def test_an_older_file_gets_its_facets(filled: Path) -> None:
    with Store(filled) as store:
        found = store.found()
        assert found.total == len(TEXTS)
        assert found.numbers["asked"] == {"count": 2, "solve": 4}
        assert found.numbers["topology"] == {"graph": 1, "plane": 4, "torus": 1}
        assert found.numbers["piece"] == {"king": 1, "knight": 1, "queen": 2, "rook": 1}
        assert found.numbers["rows"] == {3: 3, 4: 2}
        assert found.numbers["status"] == {"infeasible": 1, "optimal": 5}
        assert store.orders.all() == []


def test_facets_are_as_a_search_through_all_answers_says(filled: Path) -> None:
    with Store(filled) as store:
        everything = list(store.rows())
        for wanted in (
            Filter(piece="queen"),
            Filter(rows=3),
            Filter(kind="independence", topology="torus"),
            Filter(asked="count"),
            Filter(text="queen"),
            Filter(piece="nobody"),
        ):
            expected = [answer for answer in everything if _fits(answer, wanted)]
            assert store.found(wanted).total == len(expected)
            found = store.page(wanted, 100)
            assert {a.signature for a in found} == {a.signature for a in expected}
            pages = [store.page(wanted, 1, n) for n in range(len(expected) + 1)]
            assert [answer for page in pages for answer in page] == found


def _fits(answer: satchess.Answer, wanted: Filter) -> bool:
    question, text = answer.question, f"{answer.verb} {answer.question}"
    return (
        wanted.piece in (None, str(getattr(question, "piece", None)))
        and wanted.rows in (None, question.board.rows if question.board.graph is None else None)
        and wanted.kind in (None, question.kind)
        and wanted.topology in (None, str(question.board.topology))
        and wanted.asked in (None, answer.verb.partition(" ")[0])
        and (wanted.text or "") in text
    )


def test_an_index_answers_without_the_rows(filled: Path) -> None:
    with Store(filled) as store:
        store.found()
        for name in FACETS:
            sql = f'EXPLAIN QUERY PLAN SELECT "{name}", count(*) FROM answers GROUP BY 1'
            assert "COVERING INDEX answers_by_facets" in store.query(sql)[0][-1]


def test_who_only_reads_cannot_write(filled: Path) -> None:
    with Store(filled) as store:
        store.found()  # migrated now
    with Store(filled, read_only=True) as store:
        (answer, *_) = store.rows()
        with pytest.raises(CacheUnwritable, match="reading only"):
            store.orders.place("x", "answer", "solve queens 4", {}, "")
        assert store.get(answer.signature) == answer
