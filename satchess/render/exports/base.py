"""What every export has: an optional encoding, names of variables, and what they mean."""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TextIO, TypedDict

from satchess import __version__
from satchess.engines.plan import choose_engine, ensure_known
from satchess.errors import BadQuestion
from satchess.model import Model
from satchess.questions.base import Question
from satchess.task import Task, Tuning


@dataclass(frozen=True)
class Encoding:
    """How constraints become clauses, in the formats that have clauses."""

    cardinality: str | None = None
    at_most_one: str | None = None
    break_symmetry: bool = False


DEFAULT_ENCODING = Encoding()


class EncodingOptions(TypedDict, total=False):
    """The fields of an encoding as keywords."""

    cardinality: str | None
    at_most_one: str | None
    break_symmetry: bool


class Export(ABC):
    """A format for other solvers."""

    def prepare(self, question: Question, encoding: Encoding) -> None:
        """Refuse what no file of a sensible size says, before anything is written."""
        ensure_known(
            None, Tuning(cardinality=encoding.cardinality, at_most_one=encoding.at_most_one)
        )
        if question.asks_for_fingerprint:
            raise BadQuestion(
                "no formula says which fingerprint is the smallest;"
                " expected --fingerprint too, or no --bottleneck"
            )
        choose_engine(Task("solve", question), "sat")  # refuses a board that is too large

    @abstractmethod
    def write(self, stream: TextIO, question: Question, encoding: Encoding) -> None:
        """Write a question."""


def title(question: Question) -> str:
    """Say in one line what is in the file."""
    return " ".join(f"satchess {__version__}: {question}".split())


def meanings(model: Model, name: Iterable[str]) -> Iterator[str]:
    """Say what each board variable means."""
    for variable, place in zip(name, model.places, strict=False):
        yield f"{variable} {place.piece} {place.square}"


def variable_names(model: Model) -> list[str]:
    """Name the variables of a model so that people and all solvers read them: `x_a1`, `y_1`.

    Squares alone will not do: `e1` is a number to some readers.
    """
    kinds = {place.piece for place in model.places}
    names: dict[str, None] = {}
    for number, (square, piece) in enumerate(model.places, start=1):
        kind = f"{piece}_" if len(kinds) > 1 else ""
        name = re.sub("[^A-Za-z0-9]+", "_", f"x_{kind}{square}")
        names[f"{name}_{number}" if name in names else name] = None
    return [*names, *(f"y_{number}" for number in range(1, model.auxiliaries + 1))]
