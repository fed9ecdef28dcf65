"""Requests: a verb, a question, and what else is wanted of the answer."""

from dataclasses import dataclass

from satchess.errors import BadQuestion
from satchess.questions import Question

VERBS = ("solve", "count", "first")
"""What can be asked and remembered."""

BY_SIZE = "--by-size"
UP_TO_SYMMETRY = "--up-to-symmetry"
CROSS_CHECK = "--cross-check"


@dataclass(frozen=True)
class Counting:
    """What `count` counts, and how surely.

    `approximate` is a pair (epsilon, delta); with `cross_check`, a second engine has to agree.
    """

    by_size: bool = False
    up_to_symmetry: bool = False
    approximate: tuple[float, float] | None = None
    cross_check: bool = False

    def with_flags(self, verb: str) -> str:
        """Return the verb with the flags that change what the answer means."""
        flags = {BY_SIZE: self.by_size, UP_TO_SYMMETRY: self.up_to_symmetry}
        return " ".join([verb, *(flag for flag, said in flags.items() if said)])


PLAIN = Counting()


def normal_request(request: str) -> str:
    """Return a request in normal words, as the journal and jobs name it.

    >>> normal_request("first queens 8")
    'first independence queen 8x8 --size 8'
    """
    verb, question, counting = parse_request(request)
    return f"{counting.with_flags(verb)} {question}"


def parse_request(request: str) -> tuple[str, Question, Counting]:
    """Read a verb, a question, and the flags of the verb."""
    verb, _, rest = request.strip().partition(" ")
    if verb not in VERBS:
        raise BadQuestion(f"request {request!r}: expected one of {', '.join(VERBS)} to begin with")
    words = rest.split()
    counting = PLAIN
    if verb == "count":
        counting = Counting(
            by_size=BY_SIZE in words,
            up_to_symmetry=UP_TO_SYMMETRY in words,
            cross_check=CROSS_CHECK in words,
        )
        for flag in (BY_SIZE, UP_TO_SYMMETRY, CROSS_CHECK):
            rest = f" {rest} ".replace(f" {flag} ", " ")
    return verb, Question.parse(rest), counting
