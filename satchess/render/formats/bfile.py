"""b-files: a term on a line, as OEIS takes them."""

from satchess.render.formats.base import Format
from satchess.sequences.values import Sequence, Term


class BFileFormat(Format):
    """Index, one space, term, line feed; it ends before the first term that is not known."""

    name = "bfile"
    by_term = True
    ends_unknown = True

    def term(self, term: Term) -> str:
        """Write index and term."""
        return f"{term.n} {term.value}"

    def sequence(self, sequence: Sequence) -> str:
        """Write the terms up to the first one that is not known."""
        return "".join(f"{self.term(term)}\n" for term in sequence.beginning)
