"""The form of the ask page against the grammar: fields to words and back."""

import pytest

from satchess.questions import KINDS, Question
from satchess.render.asking import asked
from satchess.request import Request
from satchess.web.pages import forms
from satchess.web.pages.lists import listing
from satchess.web.pages.numbers import grouped

TEXTS = (
    "solve queens 8",
    "count domination knight 6x7:torus --holes a1 --walls b2,c3 --total --up-to-symmetry",
    "solve domination queen 9 --shape diamond",
    "solve domination queen 9 --shape diamond --walls e5",
    "list leprechauns 2 12",
    "solve beautiful 6",
    "solve diverse 6",
    "solve puzzle detective",
    "solve independent-set graph:a-b-c,c-d",
    "solve stamps 6",
    "count queens 5 --cross-check",
    "count domination king 4 --all --by-size",
    "solve independence queen 8 --where 'a1 | b2' --symmetric half --size 3..5",
    "solve independence W(4,1) 8 --require a1 --forbid b1",
    "solve domination queen 8 --target border",
    "first separation queen 6 --pawns 2",
    "solve lights 5 --start a1",
)


@pytest.mark.parametrize("text", TEXTS)
def test_the_fields_of_a_request_ask_for_it(text: str) -> None:
    request = Request.parse(text)
    draft = forms.of_words(text, Request.parse)
    again = forms.read_fields(draft.values, Request.parse)
    assert again.request == request, again
    assert not again.faults
    shown = [*forms.arguments(draft), *forms.options(draft, rare=False)]
    shown += [*forms.options(draft, rare=True), *forms.signs(draft)]
    fields = {field.name for field in shown}
    fields |= {"verb", "kind", "rows", "columns", "topology", "shape", *forms.COUNTING}
    said = {name for name, value in draft.values.items() if value}
    assert said <= fields  # nothing is lost that no field shows


@pytest.mark.parametrize("kind", list(KINDS))
def test_every_kind_can_be_asked_by_its_form(kind: str) -> None:
    sent = {"kind": kind, "board": "graph:a-b,b-c", "sheet": "detective"}
    draft = forms.read_fields(sent, Request.parse)
    assert draft.request is not None, draft.faults
    assert asked(draft.request)
    assert any(kind in dict(members) for _, members in forms.kinds())


@pytest.mark.parametrize(
    ("sent", "field", "words"),
    [
        ({"piece": "quen"}, "piece", "did you mean 'queen'?"),
        ({"require": "z9"}, "require", "z9 is not on a 8x8 board"),
        ({"kind": "queens", "rows": "x"}, "rows", "expected a size"),
        ({"rows": ""}, "rows", "expected a size"),
        ({"shape": "diamon"}, "shape", "did you mean 'diamond'?"),
        ({"where": "a1 &"}, "where", "stopped at character 5"),
        ({"kind": "leprechauns", "range": "0"}, "range", "expected a range from 1"),
        ({"size": "99"}, "size", "expected 0 to 64"),
        ({"q": "solve domnation queen 8"}, "q", "did you mean 'domination queen 8'?"),
    ],
)
def test_what_is_wrong_is_said_beside_its_field(
    sent: dict[str, str], field: str, words: str
) -> None:
    draft = forms.read_fields(sent, Request.parse)
    assert draft.request is None
    assert words in draft.faults[field]
    assert list(draft.faults) == [field]


def test_fields_that_are_wrong_only_together_are_said_above_them() -> None:
    draft = forms.read_fields({"require": "a1", "forbid": "a1"}, Request.parse)
    assert draft.faults == {"": "a1 is both required and forbidden"}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "solve domination queen 8",
            "What is the smallest number of queens that attack every empty square of 8x8?",
        ),
        (
            "solve independence king 6:torus --require a1",
            "What is the largest number of kings that fit on the 6x6 torus, none attacking"
            " another, with a1 occupied?",
        ),
        (
            "count queens 8 --up-to-symmetry",
            "In how many ways, up to symmetry, can 8 queens fit on 8x8, none attacking another?",
        ),
        (
            "solve peaceable queen 5",
            "Find: two equal armies as large as possible, neither attacking the other, on 5x5.",
        ),
    ],
)
def test_requests_are_sentences(text: str, sentence: str) -> None:
    assert asked(Request.parse(text)) == sentence


def test_copies_are_grouped_as_burnside_says() -> None:
    question = Question.parse("queens 6")
    placements = tuple(question.placements(cache=False, workers=0))
    found = listing(question, placements)
    assert sorted(map(str, found.placements)) == sorted(map(str, placements))
    assert [len(members) for members in found.classes] == [4]  # one placement, half-turn symmetric
    assert found.class_of(3) == 1


def test_digits_are_grouped_from_the_right() -> None:
    assert [grouped(n).replace("\u202f", " ") for n in (1, 999, 1000, -1234567)] == [
        "1",
        "999",
        "1 000",
        "-1 234 567",
    ]
