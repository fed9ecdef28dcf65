"""Requests: a verb, a question, and what is to be counted."""

from dataclasses import dataclass

from satchess.errors import BadInput, BadQuestion, NotKnown, close_to
from satchess.questions import KINDS, Question
from satchess.questions.wording import kind_named
from satchess.verbs import TASKS, VERBS, Verb, verb_named

BY_SIZE = "--by-size"
UP_TO_SYMMETRY = "--up-to-symmetry"
CROSS_CHECK = "--cross-check"


@dataclass(frozen=True)
class Counting:
    """What `count` counts, and with how much certainty.

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


@dataclass(frozen=True)
class Request:
    """What is asked: `count domination king 8x8 --up-to-symmetry`."""

    verb: str
    question: Question
    counting: Counting = PLAIN

    @classmethod
    def parse(cls, text: str) -> "Request":
        """Read a verb, a question, and the flags of the verb.

        >>> str(Request.parse("count queens 8 --up-to-symmetry"))
        'count --up-to-symmetry independence queen 8x8 --size 8'
        """
        name, _, rest = text.strip().partition(" ")
        name = name if name in VERBS else name.lower()
        if name not in VERBS:
            raise BadQuestion(
                f"request {text!r}: expected one of {', '.join(VERBS)} to begin with"
                f"{_verb_that_was_meant(name, text, rest)}"
            )
        if not VERBS[name].flags:
            return cls(name, Question.parse(rest))
        rest, counting = split_flags(rest)
        return cls(name, Question.parse(rest), counting)

    def __str__(self) -> str:
        """Return the request in normal form, as the journal and jobs name it.

        >>> str(Request.parse("first queens 8"))
        'first independence queen 8x8 --size 8'
        """
        return f"{self.verb_with_flags} {self.question}"

    @property
    def verb_with_flags(self) -> str:
        """The verb with the flags that change what the answer means."""
        return self.counting.with_flags(self.verb)

    @property
    def meaning(self) -> Verb:
        """What the verb asks for."""
        return TASKS[self.verb] if self.verb in TASKS else verb_named(self.verb)

    def ensure_askable(self) -> None:
        """Raise `BadQuestion` or `NotKnown` for flags that do not apply to the question."""
        verb_named(self.verb)
        counting, question = self.counting, self.question
        if counting != PLAIN and not self.meaning.flags:
            raise BadQuestion(f"{self.verb}: takes no counting flags")
        if counting.by_size and not question.has_sizes:
            raise BadQuestion(
                f"'{question}' has placements of one size only: --by-size says nothing"
            )
        if counting.approximate is not None and not _is_accuracy(counting.approximate):
            raise BadQuestion(
                f"approximate {counting.approximate!r}: expected a pair such as (0.8, 0.2)"
            )
        if counting.approximate and (counting.by_size or counting.cross_check):
            raise BadQuestion("--approximate gives one number that no other engine can confirm")
        if counting.approximate and question.asks_for_fingerprint:
            raise BadQuestion("--approximate needs --fingerprint too, to know what it counts")
        if counting.up_to_symmetry and question.board.graph is not None:
            raise NotKnown("the automorphisms of a graph are not known, expected a board")
        if counting.up_to_symmetry and not question.board.knows_all_turns:
            raise NotKnown(f"the symmetries of {question.board} are too many to count by")


def split_flags(text: str) -> tuple[str, Counting]:
    """Take the flags of counting out of the words of a request."""
    words = text.split()
    counting = Counting(
        by_size=BY_SIZE in words,
        up_to_symmetry=UP_TO_SYMMETRY in words,
        cross_check=CROSS_CHECK in words,
    )
    for flag in (BY_SIZE, UP_TO_SYMMETRY, CROSS_CHECK):
        text = f" {text} ".replace(f" {flag} ", " ")
    return text, counting


def _is_accuracy(pair: object) -> bool:
    """Whether this is an accuracy and a risk; callers need not check types."""
    return (
        isinstance(pair, tuple)
        and len(pair) == 2
        and all(isinstance(number, int | float) for number in pair)
        and 0 < pair[0] < 1_000
        and 0 < pair[1] < 1
    )


def _verb_that_was_meant(name: str, text: str, rest: str) -> str:
    """Return the end of a message: the request with a verb, if one is missing or mistyped."""
    without = f"; did you mean {f'solve {text.strip()}'!r}?"
    if kind_named(name, KINDS):
        return without
    if not any(kind_named(word, KINDS) for word in rest.split()[:1]):
        return ""
    if meant := close_to(name, VERBS):
        return f"; did you mean {f'{meant} {rest}'!r}?"
    try:
        Question.parse(text)
    except BadInput:
        return ""  # another command's name, perhaps: no verb before it helps
    return without
