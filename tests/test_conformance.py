"""The conformance suite on all that is built in, and on faults that it has to find."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import ClassVar

import pytest

from satchess.conformance import (
    ConformanceError,
    ensure_encoding,
    ensure_engine,
    ensure_piece,
    ensure_question,
)
from satchess.domain.pieces import ALIASES, NAMED, Piece
from satchess.domain.placement import Placement
from satchess.domain.squares import Square
from satchess.domain.turns import Turn
from satchess.encodings.at_most_one import AT_MOST_ONE
from satchess.encodings.cardinality import CARDINALITY
from satchess.encodings.collector import ClauseCollector
from satchess.encodings.conformance import faults
from satchess.encodings.kinds import AtMostOneEncoding, CardinalityEncoding
from satchess.engines import BUILT_IN, Home
from satchess.engines.protocol import Engine
from satchess.events import (
    Bounded,
    Counted,
    Divided,
    Done,
    Event,
    Explained,
    Found,
    Infeasible,
    Listed,
)
from satchess.questions import KINDS, Independence, Question
from satchess.signature import sign
from satchess.task import Part, Task

SMALL = [
    *("independence king 2x3", "independence queen 3 --all", "independence knight 3:torus"),
    *("independence vN 2x3", "independence RB 2x4:cylinder --maximal", "independence W 1x4:torus"),
    *("independence queen 3 --size 2 --require a1", "independence queen 3 --where 'a1 ^ b2'"),
    *("independence R 3 --holes a2 --walls c2 --forbid a3", "independence king 1x3 --size 3"),
    *("independence king 3 --within border", "independence rook 3 --bottleneck centre"),
    *("independence king 3 --symmetric diagonal", "independence rook 4 --symmetric half"),
    *("independence king 3 --all --symmetric vertical", "lights 3 --symmetric antidiagonal --all"),
    *("queens 4 --symmetric quarter", "queens 4 --symmetric half --bottleneck centre"),
    *("domination king 2x4 --symmetric all", "independence king 2x3:torus --symmetric half+1+0"),
    *("domination king 3 --symmetric quarter --within border --require a1",),
    *("no-three-in-line 3 --symmetric half", "independence knight 3:torus --symmetric diagonal"),
    *("independence king 3 --size 2..3", "independence rook 3 --size ..2 --all"),
    *("domination king 2x4 --size 3..", "independence queen 2x3 --size 2.. --maximal"),
    *("domination rook 3 --size 4..5 --bottleneck centre", "lights 2x3 --all --size 2..3"),
    *("independence king 3 --where 'count(rank1) >= 1'", "queens 4 --where 'count(border) != 4'"),
    "domination rook 2x3 --where 'count(light) == 1 | 2*a1 + b1 > c2' --all",
    *("independence king 3 --heaviest centre", "domination rook 2x3 --lightest corner"),
    *("queens 4 --lightest '[9 2 3 4] [1 2 3 4] [4 0 2 1] [1 1 1 7]'",),
    *("lights 2x3 --heaviest '[1 2 3] [4 5 6]'", "domination king 3 --minimal --lightest centre"),
    "independence king 2x3 --size 1..2 --heaviest '[900 200 30] [4 5000 601]'",
    "independence king 2x3 --symmetric half --heaviest '[900 200 30] [30 200 900]'",
    "domination king 2x3:torus --lightest '[700 200 30] [4 5000 601]'",
    *("domination king 2x4", "domination queen 2x3 --total", "domination sR2 2x3 --upper"),
    *("domination knight 3 --within a1,b1,c1,a2 --forbid a1", "domination bishop 3 --independent"),
    *("domination king 3 --minimal --all", "domination rook 3 --bottleneck corner"),
    *("irredundance king 2x3", "irredundance rook 2x3 --lower", "irredundance queen 3 --maximal"),
    *("irredundance vN 2x3 --lower", "irredundance king 3 --within border --maximal --size 2.."),
    *("irredundance W 1x4:torus --all", "irredundant-set graph:1-2-4,2-3,3-4,5-1 --lower"),
    *("independent-set graph:a-b-c,b-c,d", "independent-set graph:1-2-4,2-3,3-4 --maximal"),
    *("dominating-set graph:1-2-4,2-3,3-4,5-1 --total", "dominating-set graph:a-b-c,b-c,d-c,e"),
    *("queens 4", "queens 3", "leprechauns 2 3", "beautiful 4", "diverse 4"),
    *("non-dominating queen 2x3", "non-dominating knight 3 --pieces 2", "non-dominating R2 2x4"),
    *("peaceable queen 2x4", "peaceable knight 2x3", "peaceable king 2x3:torus"),
    *("separation rook 1x4:torus --pawns 2", "separation queen 2x3:cylinder"),
    *("separation queen 2x3", "separation rook 2x4 --pawns 2", "separation knight 2x3"),
    *("crowded-board 2x3 --pieces queen=1,rook=2", "crowded-board 2x3 --pieces knight,king=1"),
    *("no-three-in-line 3", "no-three-in-line 3 --all", "no-three-in-line 2x4 --size 3"),
    *("stamps 2x3 --values 1,3", "stamps 2 --values 1..3 --moves rook"),
    *("lights 3", "lights 2x4 --all", "lights 2x3 --moves rook --start a1,b2", "lights 3 --size 5"),
    *("lights 2x3:torus", "lights 3 --holes b2 --moves king", "lights 2x4 --start a1"),
    *("equal-vision 3 --sees 3", "equal-vision 3 --sees 2 --all", "equal-vision 2x4 --sees 9"),
    *("abbots-window 3 --moves rook", "abbots-window 3x4 --all --holes b2,c2"),
    "abbots-window 3:torus --moves rook --holes b2",
    'puzzle \'{board = "2x3", pieces = {queen = 1, knight = "1..2"}, attacks = {a1 = 1}}\'',
    'puzzle \'{board = "2x3", pieces = {rook = 2, king = 1}, peace = "all"}\'',
    'puzzle \'{board = "1x5", pieces = {rook = 2, king = 1}, peace = "all"}\'',
    'puzzle \'{board = "1x5", pieces = {rook = "any", knight = "any"}, peace = "kind",'
    ' most = {rook = 2, knight = 1}, attacks = {c1 = "even"}}\'',
    'puzzle \'{board = "3x3", pieces = {queen = "any"}, regions = "aab/acb/ccb",'
    ' moves = {queen = "F"}, where = "a1 ^ c1"}\'',
    'puzzle \'{board = "2x3", pieces = {rook = "any", bishop = 1}, fewest = "pieces",'
    ' count = [{squares = "a1 b1 c1", piece = "rook", number = "odd"}], empty = "b2"}\'',
    'puzzle \'{board = "2x3", marked = "a1 c1 b2", pieces = {rook = 2, queen = 1},'
    ' attacks = {b1 = 3}, given = {a1 = "rook"}}\' --transparent',
    "puzzle '{board = \"1x6:torus\", pieces = {rook = 1, W = 2}, attacks = {a1 = 2}}'",
]
"""Small questions of every kind, with options that name squares, directions, sizes and weights."""


@pytest.mark.parametrize("text", SMALL)
def test_every_question(text: str) -> None:
    ensure_question(text)


def test_every_kind_is_tested() -> None:
    assert {text.split()[0] for text in SMALL} == set(KINDS.built_in)


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_engine(name: str) -> None:
    ensure_engine(name)


@pytest.mark.parametrize("name", sorted({*AT_MOST_ONE.built_in, *CARDINALITY.built_in}))
def test_every_encoding(name: str) -> None:
    ensure_encoding(name)


@pytest.mark.parametrize("name", [*NAMED, *ALIASES, "leprechaun:3", "vN", "sR2"])
def test_every_piece(name: str) -> None:
    ensure_piece(name)


# Faults that it has to find


@dataclass(frozen=True)
class Unturned(Independence):
    """Leaves required squares where they are when the board is turned."""

    kind = "faulty"

    def turned(self, turn: Turn) -> "Unturned":
        return replace(super().turned(turn), require=self.require)


@dataclass(frozen=True)
class Forgetful(Independence):
    """Has a normal form that asks for less."""

    kind = "faulty"

    def normalised(self) -> "Forgetful":
        return replace(super().normalised(), require=frozenset())


@dataclass(frozen=True)
class Restless(Independence):
    """Has a normal form of a normal form."""

    kind = "faulty"

    def normalised(self) -> "Restless":
        return replace(self, size=None if self.given_value is None else self.given_value - 1)


@dataclass(frozen=True)
class Wordless(Independence):
    """Has a field that is not a word."""

    kind = "faulty"
    hidden: int = field(default=1, kw_only=True)

    def broken_rules(self, occupied: frozenset[Square]) -> Iterator[str]:
        yield from super().broken_rules(occupied)
        if len(occupied) < self.hidden:
            yield "too few"


@dataclass(frozen=True)
class Valueless(Independence):
    """Has no value where it says that it has one."""

    kind = "faulty"

    def value(self, placement: Placement) -> int | None:
        return None


@dataclass(frozen=True)
class Lenient(Independence):
    """Has rules that allow more than the model."""

    kind = "faulty"

    def broken_rules(self, occupied: frozenset[Square]) -> Iterator[str]:
        return iter(())


@dataclass(frozen=True)
class Deaf(Independence):
    """Reads another placement than it writes."""

    kind = "faulty"

    def read(self, text: str) -> Placement:
        return super().read("a1")


@pytest.mark.parametrize(
    ("kind", "options", "complaint"),
    [
        (Unturned, "--require a1", "expected the same of"),
        (Forgetful, "--require a1", "expected the same of"),
        (Restless, "--size 2", "has another normal form"),
        (Valueless, "", "has_value is True"),
        (Lenient, "", "expected"),
        (Deaf, "", "is read as another"),
    ],
)
def test_faulty_questions_are_found(
    kind: type[Question], options: str, complaint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(KINDS, "built_in", {**KINDS.built_in, "faulty": kind})
    with pytest.raises(ConformanceError, match=complaint):
        ensure_question(f"faulty king 2x3 {options}")


def test_fields_without_words_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(KINDS, "built_in", {**KINDS.built_in, "faulty": Wordless})
    with pytest.raises(ConformanceError, match="is read back as"):
        ensure_question(replace(Wordless.of("king", "2x3"), hidden=2))


def test_one_signature_for_two_questions_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    same = sign("count", Question.parse("independence king 2x3"))
    monkeypatch.setattr("satchess.conformance.sign", lambda verb, question: same)
    with pytest.raises(ConformanceError, match="one signature, but 4 and 11 placements"):
        ensure_question("independence king 2x3", "independence king 2x3 --all")


def test_large_questions_are_refused() -> None:
    with pytest.raises(ConformanceError, match="too large for brute force"):
        ensure_question("independence king 5")


# `independence king 1x3 --all` has the placements '', a1, b1, c1 and a1 c1; without `--all`, a1 c1
A1, B1, BOTH = (Placement.parse(text, Piece.parse("king")) for text in ("a1", "b1", "a1 c1"))
ADJACENT = Placement.parse("a1 b1", Piece.parse("king"))
SOLVED = [Found(BOTH), Bounded(2, 2)]


class Scripted:
    """An engine that says what it is told to say."""

    name: ClassVar[str] = "scripted"
    revision: ClassVar[int] = 1
    summary: ClassVar[str] = "for tests"
    script: ClassVar[dict[str, list[Event]]] = {}

    def objection(self, task: Task) -> str | None:
        return None if task.verb in self.script and not task.by_size else "not in the script"

    def reluctance(self, task: Task) -> str | None:
        return None

    def forecast(self, task: Task) -> str:
        return "little"

    def run(self, task: Task) -> Iterator[Event]:
        yield from self.script[task.verb]


def scripted() -> Engine:
    return Scripted()


def play(verb: str, script: list[Event], monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the suite judge an engine that says just this."""
    monkeypatch.setattr(Scripted, "script", {verb: script})
    home = Home("", "", frozenset({verb}), made_by=scripted)
    monkeypatch.setitem(BUILT_IN, "scripted", home)
    ensure_engine("scripted", ["independence king 1x3"])


@pytest.mark.parametrize(
    ("verb", "script"),
    [
        ("solve", [Found(A1), Bounded(1, 3), *SOLVED, Done()]),
        ("count", [*SOLVED, Counted(0, exact=False), Counted(1, exact=True), Done()]),
        ("list", [*SOLVED, Listed((BOTH,)), Done()]),
        ("first", [*SOLVED, Done()]),
    ],
)
def test_right_engines_pass(
    verb: str, script: list[Event], monkeypatch: pytest.MonkeyPatch
) -> None:
    play(verb, script, monkeypatch)


@pytest.mark.parametrize(
    ("verb", "script", "complaint"),
    [
        ("solve", [Found(ADJACENT), Done()], "finds a1 b1, which is illegal"),
        ("solve", [Found(A1), Bounded(1, 1), Done()], "between 1 and 1, expected 2"),
        ("solve", [Infeasible(), Done()], "but there is one"),
        ("solve", SOLVED, "ends without Done"),
        ("solve", [*SOLVED, Done(), Found(BOTH)], "after Done"),
        ("solve", [Done()], "never answers 'solve'"),
        ("solve", [Divided((Part("x"),)), Done()], "was not asked to divide"),
        ("count", [*SOLVED, Counted(2, exact=True), Done()], "expected 1"),
        ("count", [*SOLVED, Counted(2, exact=False), Done()], "expected 1"),
        ("list", [*SOLVED, Listed((BOTH,)), Listed((BOTH,)), Done()], "lists one twice"),
        ("list", [*SOLVED, Listed((A1,)), Done()], "not all of them answers"),
        ("list", [*SOLVED, Counted(1, exact=True), Done()], "lists 0 placements, expected 1"),
        ("first", [Explained("two\nlines"), *SOLVED, Done()], "a reason of one line"),
    ],
)
def test_wrong_engines_are_found(
    verb: str, script: list[Event], complaint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(ConformanceError, match=complaint):
        play(verb, script, monkeypatch)


def test_a_wrong_first_placement_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Scripted, "script", {"first": [Found(B1), Bounded(1, 1), Done()]})
    monkeypatch.setitem(BUILT_IN, "scripted", Home("", "", frozenset({"first"}), made_by=scripted))
    with pytest.raises(ConformanceError, match="says b1, expected a1"):
        ensure_engine("scripted", ["independence king 1x2"])


def all_but_one_pair(collector: ClauseCollector, literals: Sequence[int]) -> None:
    for one, other in list(combinations(literals, 2))[1:]:
        collector.add((-one, -other))


def with_a_foreign_variable(collector: ClauseCollector, literals: Sequence[int]) -> None:
    AT_MOST_ONE["pairwise"].encode(collector, literals)
    collector.add((15, -15))


def too_much_on_long_lists(collector: ClauseCollector, literals: Sequence[int], bound: int) -> None:
    CARDINALITY["totalizer"].at_most(collector, literals, bound + (len(literals) > 30))


@pytest.mark.parametrize(
    ("encoding", "complaint"),
    [
        (AtMostOneEncoding("", all_but_one_pair), "2 literals: [1, 2] is allowed"),
        (AtMostOneEncoding("", with_a_foreign_variable), "variable 15 belongs to others"),
        (CardinalityEncoding("", too_much_on_long_lists), "are allowed"),
    ],
)
def test_wrong_encodings_are_found(
    encoding: AtMostOneEncoding | CardinalityEncoding, complaint: str
) -> None:
    assert any(complaint in fault for fault in faults(encoding))
