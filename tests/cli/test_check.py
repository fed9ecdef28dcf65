"""`satchess check`: what it says of placements that are not the best, and how it ends."""

import json
from typing import Any

import pytest

from satchess.cli.failures import exit_code_of

EIGHT_QUEENS = "a1 e2 h3 f4 c5 g6 b7 d8"


def check(
    question: str, placement: str, capfd: pytest.CaptureFixture[str], *more: str
) -> tuple[int, str]:
    capfd.readouterr()
    words = ["check", *question.split(), "--placement", placement, "--timeout", "60", *more]
    return exit_code_of(words), capfd.readouterr().out


@pytest.mark.parametrize(
    ("question", "placement", "verdict"),
    [
        (
            "beautiful 8",
            EIGHT_QUEENS,
            "It holds, with 8 queens; its fingerprint is not the smallest: weight 1 is 98, not 58.",
        ),
        (
            "beautiful 6",
            "d1 a2 e3 b4 f5 c6",
            "It holds, with 6 queens; no placement has a smaller fingerprint. The lexicographically"
            " first placement is b1 d2 f3 a4 c5 e6.",
        ),
        (
            "diverse 10",
            "a1 c2 f3 h4 j5 e6 i7 b8 d9 g10",
            "It holds, with 10 queens, and its value is 2; it is not an optimum: that is 3,"
            " 1 more.",
        ),
        (
            "domination queen 8",
            "a1 c2 f3 h4 b5 d6 g7 e8",
            "It holds, with 8 queens; it is not an optimum: that is 5, 3 fewer.",
        ),
        (
            "independence king 4",
            "a1 c1",
            "It holds, with 2 kings; it is not an optimum: that is 4, 2 more.",
        ),
        (
            "independence king 4",
            "a1 c1 a3 c3",
            "It holds, with 4 kings; no placement has more. It is the lexicographically first"
            " placement.",
        ),
        (
            "queens 6",
            "e1 c2 a3 f4 d5 b6",
            "It holds, with 6 queens. The lexicographically first placement is b1 d2 f3 a4 c5 e6.",
        ),
    ],
)
def test_how_good_it_is(
    question: str, placement: str, verdict: str, capfd: pytest.CaptureFixture[str]
) -> None:
    code, out = check(question, placement, capfd)
    assert (code, out.splitlines()[0]) == (0, verdict)


def test_json_says_how_far_off_it_is(capfd: pytest.CaptureFixture[str]) -> None:
    code, out = check("domination queen 8", "a1 c2 f3 h4 b5 d6 g7 e8", capfd, "--json")
    told: dict[str, Any] = json.loads(out)
    assert code == 0
    assert (told["holds"], told["offences"], told["value"]) == (True, [], 8)
    assert (told["is_optimal"], told["optimum"], told["distance"]) == (False, 5, 3)
    assert (told["is_first"], told["first_placement"]) == (False, None)


def test_the_rules_alone(capfd: pytest.CaptureFixture[str]) -> None:
    code, out = check("beautiful 8", EIGHT_QUEENS, capfd, "--rules-only")
    assert (code, out.splitlines()[0]) == (0, "It holds, with 8 queens.")


def test_what_breaks_the_rules_is_not_compared(capfd: pytest.CaptureFixture[str]) -> None:
    code, out = check("domination queen 8", "a1", capfd)
    assert code == 1
    assert "no: c2 is not attacked" in out
    assert "optimum" not in out
