"""What a maker is given, and what it returns."""

from dataclasses import dataclass, field
from typing import Any

from satchess.answers import Answer
from satchess.certificates.writing import FolderWriter
from satchess.domain.placement import Place
from satchess.verify.formula import Formula
from satchess.verify.question import Asked


@dataclass(frozen=True)
class Order:
    """An answer to be proved, and where the proofs go.

    `asked` and `formula` are the question and its statement as the checker reads them: what the
    proofs are about.
    """

    answer: Answer
    asked: Asked
    formula: Formula
    writer: FolderWriter
    parts: int = 1
    """How many parts a refutation may have."""

    @property
    def taken(self) -> frozenset[int]:
        """The variables of the answer's placement in the statement."""
        assert self.answer.placement is not None
        return frozenset(map(self.formula.variable.__getitem__, self.places))

    @property
    def places(self) -> list[str]:
        """The names of the variables of the answer's placement."""
        assert self.answer.placement is not None
        return [self.name(place) for place in self.answer.placement.places]

    def name(self, place: Place) -> str:
        """Name a place as the statement does; several kinds of pieces are numbered."""
        kinds = sorted(map(str, self.answer.question.kinds))
        end = f"_{kinds.index(str(place.piece)) + 1}" if len(kinds) > 1 else ""
        return f"{place.square}{end}"


@dataclass(frozen=True)
class Claim:
    """What the proofs prove: the kind, and the fields of `certificate.json`."""

    kind: str
    answer: dict[str, Any]
    parts: tuple[tuple[str, ...], ...] = ()
    trusted: str = ""
    notes: tuple[str, ...] = field(default=())
    """Paragraphs for the README: how the proof goes."""
    is_veripb: bool = True
    """Whether the proof is for VeriPB, and not in a format of our own."""
