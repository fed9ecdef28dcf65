"""Chains: the six domination numbers of a board, each at most the next.

E. J. Cockayne, S. T. Hedetniemi, D. J. Miller, Properties of hereditary hypergraphs and middle
graphs, Canad. Math. Bull. 21 (1978): in every graph ir <= gamma <= i <= alpha <= Gamma <= IR. A
smallest dominating set is a maximal irredundant one, a maximal independent set is a minimal
dominating one, and that is irredundant.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from satchess.answers import Answer
from satchess.shown import Shown, looks

MEANINGS = {
    "ir": "lower irredundance",
    "gamma": "domination",
    "i": "independent domination",
    "alpha": "independence",
    "Gamma": "upper domination",
    "IR": "upper irredundance",
}
"""The numbers of a chain, from the least, and what they are called."""


@dataclass(frozen=True)
class Chain(Shown, Mapping[str, Answer]):
    """The answers of a chain by the names of its numbers: `chain["gamma"].value`."""

    answers: Mapping[str, Answer]

    def __post_init__(self) -> None:
        if list(self.answers) != list(MEANINGS):
            raise ValueError(f"the answers of a Chain are those to {', '.join(MEANINGS)}")

    def __getitem__(self, name: str) -> Answer:
        return self.answers[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.answers)

    def __len__(self) -> int:
        return len(self.answers)

    def __hash__(self) -> int:
        return hash(tuple(self.answers.items()))

    def __str__(self) -> str:
        """Return what the command line prints."""
        text: str = looks().text(self)
        return text

    def __repr__(self) -> str:
        said = (f"{name} {'?' if a.value is None else a.value}" for name, a in self.items())
        return f"<Chain of {self.subject}: {' <= '.join(said)}>"

    @property
    def subject(self) -> str:
        """What is placed where: `queens on 8x8`."""
        question = self.answers["gamma"].question
        return f"{question.kinds[0].plural} on {question.board.described}"

    @property
    def numbers(self) -> tuple[int | None, ...]:
        """The six numbers from the least; None where one is not proved."""
        return tuple(answer.value for answer in self.values())

    @property
    def is_proved(self) -> bool:
        """Whether all six are known."""
        return all(answer.status.is_final for answer in self.values())

    def as_json(self) -> dict[str, object]:
        """Return what `--json` prints."""
        return {name: answer.as_json() for name, answer in self.items()}
