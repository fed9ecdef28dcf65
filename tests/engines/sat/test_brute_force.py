"""The SAT engine against all subsets of small boards."""

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from satchess.engines.sat.engine import SatEngine
from satchess.events import Listed
from satchess.questions import Question
from satchess.service.evidence import Evidence
from satchess.task import Task
from tests.oracle import BOARDS_UP_TO_4X5, STANDARD_PIECES, Table, best

Region = Callable[[int, int, Table], bool]

REGIONS: dict[str, Region] = {
    "diagonal": lambda r, c, table: r == c,
    "border": lambda r, c, table: r in (0, table.rows - 1) or c in (0, table.columns - 1),
    "dark": lambda r, c, table: (r + c) % 2 == 0,
    "light": lambda r, c, table: (r + c) % 2 == 1,
}


@dataclass(frozen=True)
class Variant:
    """A question, in satchess' words and in those of the oracle."""

    kind: str
    flags: frozenset[str] = field(default=frozenset())
    within: str | None = None

    @property
    def options(self) -> str:
        words = [f"--{flag}" for flag in sorted(self.flags)]
        return " ".join([*words, f"--within {self.within}"] if self.within else words)

    def optimal(self, table: Table) -> list[int]:
        allowed = None
        if self.within:
            region = REGIONS[self.within]
            allowed = [
                n for n, (r, c) in zip(table.names, table.cells, strict=True) if region(r, c, table)
            ]
        if self.kind == "independence":
            return best(table.independent(allowed), max)
        found = table.dominating(allowed, **dict.fromkeys(self.flags, True))
        return best(found, max if "upper" in self.flags else min)


VARIANTS = {
    " ".join(filter(None, (kind, *flags, within))): Variant(kind, frozenset(flags), within)
    for kind, flags, within in [
        ("independence", (), None),
        ("independence", (), "border"),
        ("domination", (), None),
        ("domination", ("total",), None),
        ("domination", ("independent",), None),
        ("domination", ("upper",), None),
        ("domination", ("total", "upper"), None),
        ("domination", ("independent", "upper"), None),
        ("domination", (), "diagonal"),
        ("domination", (), "border"),
        ("domination", (), "dark"),
        ("domination", (), "light"),
        ("domination", ("total",), "diagonal"),
        ("domination", ("upper",), "border"),
        ("domination", ("independent",), "diagonal"),
    ]
}


def counted(question: Question) -> tuple[int | None, int | None]:
    """What the engine says: the optimum (None: there is no placement), in how many ways."""
    known = Evidence(task := Task("count", question), "sat")
    for event in SatEngine().run(task):
        known = known.learn(event)
    assert known.infeasible or (known.solved and known.exact)
    return (None, 0) if known.infeasible else (known.value, known.count)


def listed(question: Question) -> list[tuple[str, ...]]:
    return [
        placement.words
        for event in SatEngine().run(Task("list", question))
        if isinstance(event, Listed)
        for placement in event.placements
    ]


def first(question: Question) -> tuple[str, ...]:
    known = Evidence(task := Task("first", question), "sat")
    for event in SatEngine().run(task):
        known = known.learn(event)
    assert known.placement is not None
    return known.placement.words


def expected_count(optimal: list[int]) -> tuple[int | None, int]:
    return (optimal[0].bit_count() if optimal else None, len(optimal))


def assert_agrees(question: Question, table: Table, optimal: list[int]) -> None:
    """Compare the optimum, the count, the placements themselves and the first of them."""
    assert counted(question) == expected_count(optimal), question
    placements = listed(question)
    assert len(placements) == len(optimal), question
    assert set(placements) == table.named(optimal), question
    if optimal:
        assert first(question) == table.first(optimal), question


@pytest.mark.parametrize("piece", STANDARD_PIECES)
@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS.keys())
def test_every_board_up_to_4x5(piece: str, variant: Variant) -> None:
    for rows, columns in BOARDS_UP_TO_4X5:
        table = Table(piece, rows, columns)
        optimal = variant.optimal(table)
        question = Question.parse(f"{variant.kind} {piece} {rows}x{columns} {variant.options}")
        if rows * columns <= 12:
            assert_agrees(question, table, optimal)
        else:
            assert counted(question) == expected_count(optimal), question


MAIN_VARIANTS = ["independence", "domination", "domination total", "domination independent"]


@pytest.mark.parametrize("piece", STANDARD_PIECES)
@pytest.mark.parametrize("variant", MAIN_VARIANTS)
@pytest.mark.parametrize("topology", ["torus", "cylinder"])
def test_glued_boards(piece: str, variant: str, topology: str) -> None:
    sizes = [(m, n) for m in range(1, 5) for n in range(1, 6) if m * n <= 12]
    for rows, columns in sizes:
        table = Table(piece, rows, columns, topology)
        asked = VARIANTS[variant]
        question = Question.parse(
            f"{asked.kind} {piece} {rows}x{columns}:{topology} {asked.options}"
        )
        assert_agrees(question, table, asked.optimal(table))


BROKEN_BOARDS = [
    # rows, columns, holes, walls
    (3, 4, "b2", ""),
    (3, 4, "", "b2"),
    (4, 4, "b2 c3", "c2"),
    (3, 5, "e3", "c1 c2"),
    (1, 9, "c1", "f1"),
    (4, 4, "a1 d4", "b3 c2"),
]


@pytest.mark.parametrize("piece", STANDARD_PIECES)
@pytest.mark.parametrize("variant", [*MAIN_VARIANTS, "domination upper", "domination dark"])
def test_holes_are_passed_over_and_walls_stop(piece: str, variant: str) -> None:
    for rows, columns, holes, walls in BROKEN_BOARDS:
        table = Table(
            piece, rows, columns, "plane", frozenset(holes.split()), frozenset(walls.split())
        )
        missing = [("--holes", holes), ("--walls", walls)]
        words = " ".join(f"{option}={','.join(s.split())}" for option, s in missing if s)
        asked = VARIANTS[variant]
        question = Question.parse(f"{asked.kind} {piece} {rows}x{columns} {words} {asked.options}")
        assert_agrees(question, table, asked.optimal(table))


Wish = Callable[[set[str]], bool]

WISHES: list[tuple[str, Wish]] = [
    ("--require a1,c2", lambda s: {"a1", "c2"} <= s),
    ("--require b2 --forbid a1,d3", lambda s: "b2" in s and not s & {"a1", "d3"}),
    ("--where 'a1 | b2 => ~c3'", lambda s: not s & {"a1", "b2"} or "c3" not in s),
    ("--where 'a1 ^ b1 ^ c1 ^ d1'", lambda s: len(s & {"a1", "b1", "c1", "d1"}) % 2 == 1),
    ("--where 'a1 <=> d3' --require c1", lambda s: ("a1" in s) == ("d3" in s) and "c1" in s),
    ("--where 'OneHot(a1, b2, c3)'", lambda s: len(s & {"a1", "b2", "c3"}) == 1),
    (
        "--where 'Majority(a1, b1, d3)' --forbid c3",
        lambda s: len(s & {"a1", "b1", "d3"}) >= 2 and "c3" not in s,
    ),
    ("--where 'a1 & ~a1'", lambda s: False),
    ("--size 0", lambda s: not s),
    ("--size 3", lambda s: len(s) == 3),
    ("--size 4 --forbid b2", lambda s: len(s) == 4 and "b2" not in s),
    ("--size 12", lambda s: len(s) == 12),
]


@pytest.mark.parametrize("piece", STANDARD_PIECES)
@pytest.mark.parametrize(("options", "wish"), WISHES, ids=[options for options, _ in WISHES])
def test_conditions_and_sizes(piece: str, options: str, wish: Wish) -> None:
    table = Table(piece, 3, 4)
    rules: dict[str, tuple[list[int], Callable[..., int]]] = {
        "independence": (table.independent(), max),
        "domination": (table.dominating(), min),
        "domination --total": (table.dominating(total=True), min),
        "domination --upper": (table.dominating(upper=True), max),
    }
    for kind, (placements, choose) in rules.items():
        wanted = [mask for mask in placements if wish(set(table.squares(mask)))]
        word, _, flag = kind.partition(" ")
        question = Question.parse(f"{word} {piece} 3x4 {flag} {options}")
        assert_agrees(question, table, best(wanted, choose))
