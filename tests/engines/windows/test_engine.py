"""The windows engine beside others that know nothing of windows, and published numbers."""

import pytest

import satchess

QUESTIONS = [
    *(f"domination queen {n}" for n in (3, 4, 5, 6, 7, 8)),
    *(f"domination queen {size}" for size in ("5x7", "7x6", "7x9")),
    *(f"domination queen {n} --independent" for n in (5, 6, 7, 8)),
    *(f"domination queen {size} --total" for size in ("5", "6", "5x7", "7")),
    "domination queen 7x8 --independent",
]


def counted(
    question: str, flag: str, engine: str
) -> tuple[satchess.Status, int | None, int | None]:
    found = satchess.ask(f"count {flag} {question}", engine=engine, cache=False, workers=0)
    assert found.engine == engine
    return found.status, found.value, found.count


@pytest.mark.parametrize("flag", ["", "--up-to-symmetry"])
@pytest.mark.parametrize("question", QUESTIONS)
def test_counts_are_those_of_covers(question: str, flag: str) -> None:
    assert counted(question, flag, "windows") == counted(question, flag, "covers")


@pytest.mark.parametrize(
    ("question", "number", "classes"),
    [
        ("domination queen 9", 114, 21),
        ("domination queen 10", 8, 1),
        ("domination queen 11", 2, 1),
        ("domination queen 12", 8, 1),
        ("domination queen 11 --independent", 2, 1),
    ],
)
def test_counts_are_as_published(question: str, number: int, classes: int) -> None:
    """OEIS A002564, A002563 and A002568."""
    assert counted(question, "", "windows")[2] == number
    assert counted(question, "--up-to-symmetry", "windows")[2] == classes


# The fewest queens


@pytest.mark.parametrize(
    "question",
    [
        *(f"domination queen {size}" for size in (5, 6, 7, 8, 9, 10, "5x7", "6x9", "9x7", "8x11")),
        *(f"domination queen {n} --independent" for n in (7, 8, 9)),
        *(f"domination queen {size} --total" for size in ("7", "8", "7x9")),
    ],
)
def test_the_fewest_are_those_of_sat(question: str) -> None:
    ours, theirs = (
        satchess.ask(f"solve {question}", engine=engine, cache=False, workers=0)
        for engine in ("windows", "sat")
    )
    assert (ours.engine, ours.value) == ("windows", theirs.value)


@pytest.mark.parametrize(("size", "value"), [(12, 6), (13, 7), (16, 9), (18, 9), (19, 10)])
def test_the_fewest_are_as_published(size: int, value: int) -> None:
    """OEIS A075458."""
    answer = satchess.ask(f"solve domination queen {size}", cache=False, workers=0)
    assert answer.status is satchess.Status.OPTIMAL
    assert (answer.engine, answer.value) == ("covers" if size < 16 else "windows", value)
