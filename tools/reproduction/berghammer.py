"""Tables of R. Berghammer, Relation-algebraic modeling and solution of chessboard independence and
domination problems, J. Logic Algebr. Program. 81 (2012): figures 3, 5, 7, 9, and numbers of the
text. Entries are 'pieces: arrangements'; (!) marks a misprint of the paper.
"""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from reproduction.claims import Claim, Figure, Numbers
from reproduction.command import reproduce

DATA = Path(__file__).parents[2] / "tests" / "published" / "berghammer.json"
KINDS = ("independence", "domination")
PIECES = ("rook", "king", "knight", "bishop")

UP_TO_SYMMETRY = (
    Claim("independence queen 8x8 --up-to-symmetry", ((8, 12),)),
    Claim("independence king 8x8 --up-to-symmetry", ((16, 35312),)),
)
"""Not Berghammer's: the first is classical (A002562), the second follows by Burnside's lemma."""


def figures() -> Iterator[Figure]:
    """Yield a figure for each piece, and one of all other numbers."""
    published: dict[str, Any] = json.loads(DATA.read_text())
    misprints: dict[str, Any] = published["misprints"]
    for piece in PIECES:
        boards = published[KINDS[0]][piece]
        rows = {
            board: tuple(
                _cell(f"{kind} {piece} {board}", published[kind][piece][board], misprints)
                for kind in KINDS
            )
            for board in boards
        }
        yield Figure(f"Independence and domination: {piece}s", "board", KINDS, rows)
    others = [_other(entry) for entry in published["other"]]
    rows = {claim.question: (claim,) for claim in (*others, *UP_TO_SYMMETRY)}
    yield Figure("Other numbers", "question", ("",), rows)


def _cell(question: str, entry: list[int], misprints: dict[str, Any]) -> Claim:
    misprint = misprints.get(question)
    if misprint is None:
        return Claim(question, _pair(entry))
    return Claim(question, _pair(entry), _pair(misprint["true"]), misprint["how"])


def _pair(entry: list[int]) -> Numbers:
    pieces, arrangements = entry
    return ((pieces, arrangements),)


def _other(entry: dict[str, Any]) -> Claim:
    question, _, holes = entry["question"].partition(" with holes ")
    if holes:
        question += f" --holes {','.join(holes.split())}"
    if "by_size" in entry:
        sizes = tuple((int(size), int(count)) for size, count in entry["by_size"].items())
        return Claim(f"{question} --by-size", sizes)
    return Claim(question, _pair([entry["pieces"], entry["arrangements"]]))


def main(arguments: Sequence[str]) -> int:
    """Reproduce the tables."""
    return reproduce(
        arguments, name="berghammer", description=__doc__ or "", figures=list(figures())
    )
