"""Sequences as values: terms with the answers they rest on, and how they compare with a table."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from satchess.answers import Answer, Status
from satchess.sequences.known import Known
from satchess.sequences.pattern import Pattern
from satchess.shown import Shown, looks


@dataclass(frozen=True)
class Term:
    """The number for one N; `value` is None where it is not known, or where there is none.

    Without an answer, it is a convention of the table (`given`), or the time in all was over before
    its turn.
    """

    n: int
    value: int | None
    answer: Answer | None = None
    beyond: bool = False
    """Whether the table of the same sequence ends before it."""

    @classmethod
    def of(cls, n: int, answer: Answer, known: Known | None) -> "Term":
        """Return the term that an answer gives."""
        value = answer.value
        if answer.request.meaning.counts:
            value = answer.count if answer.exact else None
        value = value if answer.status.is_final else None
        return cls(n, value, answer, known is not None and n > known.until)

    @property
    def is_none(self) -> bool:
        """Whether it is proved that there is no placement, and so no number."""
        is_final = self.answer is not None and self.answer.status is Status.INFEASIBLE
        return is_final and self.value is None

    @property
    def remark(self) -> str:
        """What is to be said of it beside its value."""
        if self.answer is None:
            return "" if self.value is not None else "not begun: out of time"
        if self.is_none:
            return "there is no placement"
        if self.value is None:
            return self._unknown(self.answer)
        return f"new: {self.answer.trust}, {self.answer.engines}" if self.beyond else ""

    def _unknown(self, answer: Answer) -> str:
        if answer.request.meaning.counts:
            found = f"at least {answer.count}" if answer.count else "not known"
        elif answer.lower is None and answer.upper is None:
            found = "not known"
        else:
            least, most = answer.lower, answer.upper
            found = f"from {0 if least is None else least} to {'?' if most is None else most}"
        return f"{found}; {answer.note}" if answer.note else found

    def as_json(self) -> dict[str, object]:
        """Return what `--format json` prints of it."""
        fields: dict[str, object] = {"n": self.n, "value": self.value, "beyond": self.beyond}
        if self.answer is not None:
            answered = self.answer.as_json()
            names = ("question", "status", "lower", "upper", "trust", "engine", "seconds", "note")
            fields |= {name: answered[name] for name in names}
        return fields


@dataclass(frozen=True)
class Sequence(Shown):
    """The terms of a pattern for consecutive N; `known` is what the same is called elsewhere."""

    pattern: Pattern
    terms: tuple[Term, ...]
    known: Known | None = None

    def __iter__(self) -> Iterator[Term]:
        return iter(self.terms)

    def __len__(self) -> int:
        return len(self.terms)

    def __str__(self) -> str:
        """Return what the command line prints."""
        text: str = looks().text(self)
        return text

    def __repr__(self) -> str:
        known = sum(value is not None for value in self.values)
        return f"<Sequence '{self.pattern}': {known} of {len(self)} terms known>"

    @property
    def values(self) -> tuple[int | None, ...]:
        """The numbers; None for one that is not known."""
        return tuple(term.value for term in self.terms)

    @property
    def is_complete(self) -> bool:
        """Whether every term is known."""
        return None not in self.values

    @property
    def beginning(self) -> tuple[Term, ...]:
        """The terms before the first one that is not known."""
        values = self.values
        return self.terms[: values.index(None)] if None in values else self.terms

    def bfile(self) -> str:
        """Return the terms as a b-file of OEIS, up to the first one that is not known."""
        return self._written("bfile")

    def oeis(self) -> str:
        """Return the terms in the internal format of OEIS, to be completed by who submits them."""
        return self._written("oeis")

    def _written(self, form: str) -> str:
        text: str = looks().sequence(self, form)
        return text

    def compared(self, table: Mapping[int, int]) -> "Comparison":
        """Compare the terms with a table such as `read_table` returns."""
        ours = {term.n: term.value for term in self.terms}
        common = [n for n in ours if n in table]
        return Comparison(
            tuple(n for n in common if ours[n] == table[n]),
            tuple((n, v, table[n]) for n in common if (v := ours[n]) not in (None, table[n])),
            tuple(n for n in common if ours[n] is None),
            tuple(n for n in ours if n not in table),
        )

    def as_json(self) -> dict[str, object]:
        """Return what `--format json` prints."""
        return {
            "pattern": str(self.pattern),
            "sequence": None if self.known is None else self.known.number,
            "complete": self.is_complete,
            "terms": [term.as_json() for term in self.terms],
        }


@dataclass(frozen=True)
class Comparison:
    """How terms compare with a table: by N where they agree, differ, or cannot be compared."""

    agree: tuple[int, ...]
    differ: tuple[tuple[int, int | None, int], ...]
    """N, our term, and that of the table."""
    unknown: tuple[int, ...]
    """In the table, but not known to us."""
    missing: tuple[int, ...]
    """Ours, but not in the table."""

    def as_json(self) -> dict[str, object]:
        """Return what `--format json` prints."""
        return {
            "agree": list(self.agree),
            "differ": [
                {"n": n, "satchess": ours, "table": theirs} for n, ours, theirs in self.differ
            ],
            "unknown": list(self.unknown),
            "missing": list(self.missing),
        }
