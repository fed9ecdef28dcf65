"""Sights: who attacks a square when pieces block each other, as literals of a draft."""

from collections.abc import Iterator

from satchess.domain.attacks import walk
from satchess.domain.pieces import Piece
from satchess.domain.squares import Square
from satchess.model import Clause, Constraint
from satchess.puzzles.sheet import Peace, Sheet
from satchess.questions.drafting import Draft

Way = tuple[Square, ...]
"""The squares between two squares in line, in order."""


class Sights:
    """Literals of a draft that say what a square holds and what attacks it.

    `transparent` pieces do not stand in the way. A leap has no squares between.
    """

    def __init__(self, draft: Draft, sheet: Sheet, *, transparent: bool) -> None:
        self._draft = draft
        self._sheet = sheet
        self._transparent = transparent
        self._certain = sheet.marked or frozenset()
        self._occupied: dict[Square, int] = {}
        self._clear: dict[Way, int] = {}
        for square in sheet.allowed:
            self._occupied[square] = draft.any_of(draft.on(square))

    @property
    def occupied(self) -> dict[Square, int]:
        """For each allowed square, the literal that it is occupied."""
        return self._occupied

    def attackers(self, target: Square) -> list[int]:
        """Return literals, one true per piece that attacks a square."""
        found = []
        ways: dict[tuple[Square, frozenset[Way]], list[int]] = {}
        for kind in self._sheet.kinds:
            for square, between in self._ways(kind, target).items():
                variables = self._draft.of(kind, [square])
                if variables:
                    ways.setdefault((square, frozenset(between)), []).extend(variables)
        for (_, joining), kinds in ways.items():
            here = self._draft.any_of(kinds)
            if () in joining:  # nothing can stand in the way
                found.append(here)
            else:
                clear = self._draft.any_of(self._is_clear(way) for way in sorted(joining))
                found.append(self._draft.all_of((here, clear)))
        return found

    def peace(self, peace: Peace) -> Iterator[Constraint]:
        """State that no piece attacks another, or another of its own kind."""
        for kind in self._sheet.kinds if peace is not Peace.NONE else ():
            for square in self._sheet.allowed:
                for other, ways in self._ways(kind, square).items():
                    if other not in self._occupied:
                        continue
                    of_kind = self._draft.of(kind, [other])
                    there = of_kind if peace is Peace.KIND else (self._occupied[other],)
                    for way in ways:
                        blocked = [self._occupied[s] for s in way]
                        for here in self._draft.of(kind, [square]):
                            yield from (Clause((-here, -one, *blocked)) for one in there)

    def _ways(self, kind: Piece, square: Square) -> dict[Square, list[Way]]:
        """Return the squares from which a kind may attack a square, with the ways to it.

        Attacks are symmetric, so these are the squares that it would attack from there.
        """
        ways: dict[Square, list[Way]] = {}
        for step in sorted(self._sheet.moving(kind).steps):
            between: list[Square] = []
            for other in walk(self._sheet.board, square, step):
                ways.setdefault(other, []).append(tuple(between))
                if not self._transparent and other in self._occupied:
                    if other in self._certain:
                        break  # whatever stands there is in the way of all behind it
                    between.append(other)
        return ways

    def _is_clear(self, way: Way) -> int:
        """Return the literal that all squares of a way are empty."""
        if way not in self._clear:
            *before, last = way
            known = [self._is_clear(tuple(before))] if before else []
            self._clear[way] = self._draft.all_of([*known, -self._occupied[last]])
        return self._clear[way]
