"""What every question has: a text, turns, a model, rules, and the verbs."""

import shlex
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from string import ascii_lowercase
from typing import TYPE_CHECKING, Any, ClassVar, Self, TextIO, Unpack

from satchess.domain.board import Board
from satchess.domain.phrases import counted
from satchess.domain.pieces import Piece
from satchess.domain.placement import Placement
from satchess.domain.quoting import split_quoted
from satchess.domain.scene import NOTHING, Scene
from satchess.domain.squares import Square
from satchess.domain.turns import Turn
from satchess.domain.weights import Bottleneck, Fingerprint
from satchess.errors import BadInput, BadQuestion
from satchess.model import Model, Sense
from satchess.questions import grammar
from satchess.questions.demands import Demand, demands_of, keeping

if TYPE_CHECKING:
    from satchess.answers import Answer, Sample, Spread, Why
    from satchess.questions import KindOfQuestion
    from satchess.render.exports.base import EncodingOptions
    from satchess.service.appraisal import Appraisal
    from satchess.service.options import (
        CountOptions,
        ListOptions,
        LookupOptions,
        TableOptions,
        WorkOptions,
    )
    from satchess.tables import Table

_LONGEST_GUESS = 80
"""Characters of a question that a message offers: a longer one says nothing at a glance."""


@dataclass(frozen=True)
class Question(ABC):
    """A question. Subclasses are frozen dataclasses whose fields come from `grammar`."""

    kind: ClassVar[str]
    """The word that names this kind of question."""
    summary: ClassVar[str]
    """One line of help."""

    if TYPE_CHECKING:  # fields of every question, declared by the subclasses in their own order

        @property
        def board(self) -> Board:
            """Where the pieces stand."""

    # Words

    @staticmethod
    def parse(text: str) -> "Question":
        """Read a question of any kind: `Question.parse(str(question)) == question`."""
        words = _split(text)
        try:
            return grammar.build(*_read(words))
        except BadInput:
            again = _understood(words)
            if again is None or again == words:
                raise
            return grammar.build(*_read(again))

    @classmethod
    def of(cls, *arguments: object, **options: object) -> Self:
        """Make a question from values or their texts."""
        return grammar.build_of(cls, arguments, options)

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.__repr__ = Question.__repr__  # type: ignore[method-assign]  # not a dataclass's own

    def __repr__(self) -> str:
        return f"Question.parse({str(self)!r})"

    def __str__(self) -> str:
        return grammar.write(self)

    # Pieces

    @property
    @abstractmethod
    def kinds(self) -> tuple[Piece, ...]:
        """What may stand on a square."""

    def read(self, text: str) -> Placement:
        """Read a placement in any form; squares suffice where there is only one kind of piece."""
        return Placement.read(text, self.board, self.kinds, self._background)

    def _background(self) -> frozenset[str]:
        """The signs that a drawing has on empty squares, if there are any."""
        scene = self.scene(Placement(()))
        return frozenset({*scene.marks.values(), *ascii_lowercase[: len(scene.regions)]})

    def words(self, placement: Placement) -> tuple[str, ...]:
        """Write a placement so that `read` reads it."""
        return placement.words if len(self.kinds) == 1 else placement.full_words

    def respelt(self, placement: Placement) -> Placement:
        """Translate a placement from a question with the same signature, respelling its piece."""
        return placement

    # Turns

    @abstractmethod
    def normalised(self) -> Self:
        """Return the canonical question with the same placements."""

    def worded(self) -> Self:
        """Return the plainest question, but with its condition as it is worded.

        Answers of before conditions were compared by their meaning are remembered by this.
        """
        return self.normalised()

    @property
    def goes_by_wording(self) -> bool:
        """Whether a normalised question has a condition that is too large to compare by meaning."""
        return False

    @property
    def edition(self) -> str:
        """A word that keeps answers apart from wrong ones that earlier versions have stored."""
        return ""

    def turned(self, turn: Turn) -> Self:
        """Return the question on the turned board: its placements are the turned placements."""
        if turn.is_identity:
            return self
        return replace(self, **{f.name: _turned(getattr(self, f.name), turn) for f in fields(self)})

    @property
    def turns(self) -> Iterable[Turn]:
        """The turns of the board that turn the question's rules with it, the identity first."""
        return self.board.turns

    def symmetries(self, *, shifts: bool = True) -> Iterator[Turn]:
        """Yield the turns that leave the question as it is, the identity first."""
        plain = self.normalised()
        values = [getattr(plain, field.name) for field in fields(plain) if field.compare]
        for turn in self.turns:
            if turn.shifts and not shifts:
                continue
            if all(_turned(value, turn) == value for value in values):  # as `turned` does it
                yield turn

    # Demands

    def demands(self) -> tuple[Demand, ...]:
        """Return the conditions of the question, one by one: what its options demand."""
        return demands_of(self)

    def keeping(self, kept: Collection[Demand]) -> Self:
        """Return the question with some of its demands only."""
        return keeping(self, kept, self.demands())

    def any_placement(self) -> Self:
        """Ask for a placement with the same demands, the best or not."""
        return self.without_bottleneck() if self.asks_for_fingerprint else self

    # Meaning

    def model(self, *, all_symmetries: bool = False) -> Model:
        """Return the constraints and the objective; the last few models are cached.

        The shifts of a large torus are too many for search: `all_symmetries` includes them, which
        counting up to symmetry needs.
        """
        return _model(self, all_symmetries)

    @abstractmethod
    def stated(self, *, all_symmetries: bool) -> Model:
        """Build the constraints and the objective."""

    @property
    @abstractmethod
    def goal(self) -> Sense | None:
        """Which way the value is optimised; None where all placements are equal."""

    @property
    def given_value(self) -> int | None:
        """The value of every placement, where the question itself fixes it, as `--size` does."""
        return None

    @property
    def has_value(self) -> bool:
        """Whether placements have a value at all: what `value` and every engine's bounds tell."""
        return self.goal is not None or self.given_value is not None

    @property
    @abstractmethod
    def has_sizes(self) -> bool:
        """Whether there are placements of different sizes, once nothing is optimised."""

    @abstractmethod
    def value(self, placement: Placement) -> int | None:
        """Return the number that the question asks for, as one placement has it.

        None just if the question has no value (`has_value`).
        """

    @abstractmethod
    def statement(self, value: int | None) -> str:
        """Say in a sentence that the answer is this value; None where no number is asked for.

        Every option that narrows the question stands in it.
        """

    def count_statement(self, count: int, value: int | None, *, up_to_symmetry: bool) -> str:
        """Say how many placements there are, and of what."""
        symmetry = " up to symmetry" * up_to_symmetry
        return f"{self.ways(count)}{symmetry}. {self.statement(value)}"

    def ways(self, count: int) -> str:
        """Say in how many ways."""
        return counted(count, "way")

    @property
    def refutation(self) -> str:
        """A one-line reason why there is no placement, for a question without one; may be empty."""
        return ""

    def scene(self, placement: Placement) -> Scene:
        """What a drawing shows besides the pieces."""
        return NOTHING

    @abstractmethod
    def violations(self, placement: Placement) -> Iterator[str]:
        """Yield the rules that a placement breaks, checked without the model."""

    def related(self, verb: str) -> "Iterator[tuple[str, Question]]":
        """Yield requests whose answers, if they are remembered, help to answer this one.

        An engine gets them as `Task.remembered`.
        """
        yield from ()

    # Weights

    @property
    def bottleneck(self) -> Bottleneck | None:
        """The weights of squares, if they have any."""
        return None

    @property
    def asks_for_fingerprint(self) -> bool:
        """Whether the optimal placements with the smallest fingerprint are asked for."""
        return False

    def fingerprint_of(self, placement: Placement) -> Fingerprint | None:
        """Return the weights of the occupied squares, from the largest; None without weights."""
        return None

    def without_bottleneck(self) -> Self:
        """Ask for any optimal placement."""
        return self

    def with_fingerprint(self, fingerprint: Fingerprint) -> Self:
        """Ask for the placements with this fingerprint."""
        raise NotImplementedError(f"'{self}' has no weights")

    def confined(self, model: Model) -> Model:
        """Restrict the model to the given fingerprint, if any."""
        return model

    # Verbs

    def solve(self, **options: "Unpack[WorkOptions]") -> "Answer":
        """Find the optimum, and a placement that has it. Options as in `satchess.answer`."""
        return _answer("solve", self, options)

    def count(self, **options: "Unpack[CountOptions]") -> "Answer":
        """Count the optimal placements. Options as in `satchess.answer`."""
        return _answer("count", self, options)

    def first(self, **options: "Unpack[WorkOptions]") -> "Answer":
        """Find the lexicographically first optimal placement. Options as in `satchess.answer`."""
        return _answer("first", self, options)

    def placements(
        self,
        *,
        limit: int | None = None,
        up_to_symmetry: bool = False,
        **options: "Unpack[ListOptions]",
    ) -> Iterator[Placement]:
        """Yield the optimal placements as they are found. Options as in `satchess.placements`."""
        service = import_module("satchess.service.answer")
        listed: Iterator[Placement] = service.placements(
            self, limit=limit, up_to_symmetry=up_to_symmetry, **options
        )
        return listed

    def table(
        self, boards: str, *, count: bool = False, **options: "Unpack[TableOptions]"
    ) -> "Table":
        """Ask the same on a range of boards, such as "4..8": see `satchess.table`."""
        service = import_module("satchess.service.table")
        table: Table = service.table_of(self, boards, count=count, **options)
        return table

    def lookup(self, verb: str = "solve", **options: "Unpack[LookupOptions]") -> "Answer | None":
        """Return what is remembered of a verb, without computing."""
        service = import_module("satchess.service.answer")
        found: Answer | None = service.lookup(verb, self, **options)
        return found

    def explain(self, verb: str = "solve", **options: "Unpack[CountOptions]") -> str:
        """Say which engine would answer, and what the others object to: a line for each."""
        service = import_module("satchess.service.answer")
        return str(service.explain(verb, self, **options))

    def cnf(self, **encoding: "Unpack[EncodingOptions]") -> str:
        """Return the rules as clauses in DIMACS, as `export("cnf")` does."""
        return self.export("cnf", **encoding)

    def export(
        self,
        form: str = "cnf",
        file: "Path | str | TextIO | None" = None,
        **encoding: "Unpack[EncodingOptions]",
    ) -> str:
        """Return the question as a file for other solvers, and write it if there is a `file`.

        `form` is cnf, wcnf, opb, lp, mps or minizinc. `cardinality`, `at_most_one` and
        `break_symmetry` say how clauses are made, where there are clauses.
        """
        text: str = import_module("satchess.render.exports").exported(self, form, encoding)
        if isinstance(file, str | Path):
            Path(file).write_text(text, encoding="utf-8")
        elif file is not None:
            file.write(text)
        return text

    def check(
        self,
        placement: Placement | str | Iterable[object],
        *,
        cache: Path | str | bool = True,
        timeout: float | None = None,
        rules_only: bool = False,
    ) -> "Appraisal":
        """Say whether a placement keeps the rules, and how good it is, as `satchess.check` does."""
        service = import_module("satchess.service.appraisal")
        seconds = service.BUDGET if timeout is None else timeout
        appraisal: Appraisal = service.check(
            self, placement, cache=cache, timeout=seconds, rules_only=rules_only
        )
        return appraisal

    def sample(
        self, number: int = 10, *, seed: int = 1, **options: "Unpack[ListOptions]"
    ) -> "Sample":
        """Draw optimal placements, each equally likely. Options as in `satchess.sample`."""
        service = import_module("satchess.service.sampling")
        sample: Sample = service.sample(self, number, seed=seed, **options)
        return sample

    def spread(self, number: int, **options: "Unpack[ListOptions]") -> "Spread":
        """Choose so many optimal placements, pairwise as different as can be.

        Options as in `satchess.placements`.
        """
        service = import_module("satchess.service.spreading")
        spread: Spread = service.spread(self, number, **options)
        return spread

    def why(self, **options: "Unpack[ListOptions]") -> "Why":
        """Say which conditions leave no placement. Options as in `satchess.answer`."""
        service = import_module("satchess.service.contradiction")
        why: Why = service.why(self, **options)
        return why


def read_words(text: str) -> "tuple[KindOfQuestion, dict[str, object]]":
    """Return the kind of a question, and its words by the names of their fields."""
    words = _split(text)
    return _read(_understood(words) or words)


def _split(text: str) -> list[str]:
    try:
        return split_quoted(text) or [""]
    except ValueError as error:
        raise BadQuestion(f"question {text!r}: {error}") from None


def _read(words: list[str]) -> "tuple[KindOfQuestion, dict[str, object]]":
    from satchess.questions import KINDS

    name, *rest = words if words[0] in KINDS else _reworded(words)
    return KINDS[name], grammar.read(KINDS[name], name, rest)


@lru_cache(maxsize=4)
def _model(question: Question, all_symmetries: bool) -> Model:
    return question.confined(question.stated(all_symmetries=all_symmetries))


def _understood(words: list[str]) -> list[str] | None:
    """Return the words with the kind first and its arguments in order, if that can be done."""
    from satchess.questions import KINDS, wording

    def valued(name: str) -> frozenset[str]:
        return wording.options_with_values(KINDS[name])

    return wording.reworded(words, KINDS, KINDS.__getitem__, valued)


def _reworded(words: list[str]) -> list[str]:
    """Return words that the grammar understands, for some that it does not."""
    from satchess.questions import KINDS, wording

    if (found := _understood(words)) is not None:
        return found
    guess = shlex.join(wording.meant(words, KINDS, KINDS.__getitem__))
    meant = f"; did you mean {guess!r}?" if len(guess) <= _LONGEST_GUESS else ""
    raise BadQuestion(f"question {words[0]!r}: expected one of {', '.join(KINDS)}{meant}")


def _answer(verb: str, question: Question, options: Mapping[str, Any]) -> "Answer":
    """Have the service answer: a layer above, so imported late."""
    answer: Answer = import_module("satchess.service.answer").answer(verb, question, **options)
    return answer


def _turned(value: Any, turn: Turn) -> Any:
    if isinstance(value, frozenset):
        return frozenset(turn(square) if isinstance(square, Square) else square for square in value)
    return value.turned(turn) if hasattr(value, "turned") else value
