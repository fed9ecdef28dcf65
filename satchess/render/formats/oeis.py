"""The internal format of OEIS: what a submission begins with, to be completed by its author."""

from collections.abc import Iterator

from satchess import __version__
from satchess.errors import NotKnown
from satchess.render.formats.base import Format
from satchess.sequences.values import Sequence, Term

MOST_DATA = 260
"""Characters of terms that OEIS shows, with a comma and a space between them."""

LINE = 80
"""Characters of a line of terms, if three lines are enough then."""

PLACEHOLDER = "A000000"


class OeisFormat(Format):
    """Lines %I, %S, %T, %U, %N, %C, %o, %K, %O and %A, up to the first term that is not known."""

    name = "oeis"
    ends_unknown = True

    def sequence(self, sequence: Sequence) -> str:
        """Write a draft; without a known sequence, number and author are placeholders."""
        terms = sequence.beginning
        if not terms:
            raise NotKnown(f"format oeis: no term of '{sequence.pattern}' is known to begin with")
        number = PLACEHOLDER if sequence.known is None else sequence.known.number
        return "\n".join(
            f"%{tag} {number} {text}".rstrip() for tag, text in _lines(sequence, terms)
        )


def _lines(sequence: Sequence, terms: tuple[Term, ...]) -> Iterator[tuple[str, str]]:
    shown = data(terms)
    yield "I", ""
    yield from zip("STU", wrapped(shown), strict=False)
    yield "N", _title(sequence)
    yield "C", _trust(terms)
    asked = f"satchess sequence '{sequence.pattern}' {terms[0].n}..{terms[-1].n}"
    yield "o", f"(satchess {__version__}) {asked}"
    full = len(shown) < len(terms) or len(", ".join(shown)) > MOST_DATA // 2
    yield "K", ("nonn" if min(map(int, shown)) >= 0 else "sign") + ",more" * (not full)
    yield "O", f"{terms[0].n},{_first_large(terms)}"
    if sequence.known is None:
        yield "A", "_Your Name_"


def data(terms: tuple[Term, ...]) -> list[str]:
    """Return the first terms, as many as OEIS shows."""
    shown = [str(term.value) for term in terms]
    while len(shown) > 1 and len(", ".join(shown)) > MOST_DATA:
        shown.pop()
    return shown


def wrapped(shown: list[str], width: int = LINE - len("%S A000000 ")) -> list[str]:
    """Break terms into three lines at most; each but the last ends with a comma."""
    while len(lines := _broken(shown, width)) > 3:
        width += 1
    return lines


def _broken(shown: list[str], width: int) -> list[str]:
    lines = [""]
    for place, term in enumerate(shown, start=1):
        text = f"{term}," if place < len(shown) else term
        if lines[-1] and len(lines[-1] + text) > width:
            lines.append("")
        lines[-1] += text
    return lines


def _first_large(terms: tuple[Term, ...]) -> int:
    """Return which term, counted from 1, is the first beyond -1, 0 and 1; 1 if none is."""
    places = (place for place, term in enumerate(terms, start=1) if abs(term.value or 0) > 1)
    return next(places, 1)


def _title(sequence: Sequence) -> str:
    if sequence.known is not None:
        return sequence.known.name
    pattern = sequence.pattern
    number = "Number of placements" if pattern.verb == "count" else "Optimum"
    folded = " up to symmetry" * pattern.counting.up_to_symmetry
    return f"{number}{folded}: {pattern.words}. {pattern.kind.summary}"


def _trust(terms: tuple[Term, ...]) -> str:
    """Say what the terms rest on, from one N to another."""
    said: list[tuple[str, int, int]] = []
    for term in terms:
        what = "by convention" if term.answer is None else f"{term.answer.trust}"
        if said and said[-1][0] == what:
            said[-1] = (what, said[-1][1], term.n)
        else:
            said.append((what, term.n, term.n))
    parts = (f"n = {a}: {what}" if a == b else f"n = {a}..{b}: {what}" for what, a, b in said)
    return f"Trust in the terms, {'; '.join(parts)}."
