"""The rules of a sheet as a person reads them: groups of places, and places that exclude another.

A group says how many of its places are taken: one queen in a rank, two attackers of a clue. What
cannot be said in this way is named in `unread` and left out, so that whatever follows from the rest
is still true.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from satchess.domain.attacks import attacked_squares, walk
from satchess.domain.phrases import named_squares
from satchess.domain.placement import Place
from satchess.domain.squares import Square, file_name
from satchess.puzzles.piece_counts import ANY, Number
from satchess.puzzles.sheet import Peace, Sheet

ONE = Number(1, 1)


class Family(StrEnum):
    """What a group is; groups of one family have no place in common where that matters."""

    REGION = "region"
    RANK = "rank"
    FILE = "file"
    SQUARE = "square"
    KIND = "kind"
    CLUE = "clue"
    LIGHT = "light"
    COUNT = "count"


DISJOINT = (Family.REGION, Family.RANK, Family.FILE, Family.SQUARE)
"""Families whose groups share no place."""


@dataclass(frozen=True)
class Group:
    """So many of these places are taken; `name` is how a sentence calls them."""

    family: Family
    name: str
    places: frozenset[Place]
    number: Number


class Rules:
    """The groups of a sheet, which places exclude which, and the rules that are not read."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        given = {place.square: place.piece for place in sheet.given}
        self.places = tuple(
            Place(square, kind)
            for square in sheet.allowed
            for kind in sheet.kinds
            if given.get(square, kind) == kind
        )
        self.unread = tuple(self._unread())

    @cached_property
    def foes(self) -> dict[Place, frozenset[Place]]:
        """For each place, those that cannot be taken together with it."""
        found: dict[Place, set[Place]] = {place: set() for place in self.places}
        on: dict[Square, list[Place]] = {}
        for place in self.places:
            on.setdefault(place.square, []).append(place)
        for place in self.places:
            rivals = [other for other in on[place.square] if other != place]
            for square in self._disturbed(place):
                rivals += [
                    other
                    for other in on.get(square, ())
                    if self.sheet.peace is Peace.ALL or other.piece == place.piece
                ]
            for other in rivals:
                found[place].add(other)
                found[other].add(place)
        return {place: frozenset(others) for place, others in found.items()}

    def _disturbed(self, place: Place) -> frozenset[Square]:
        """The squares that a piece attacks whatever else stands on the board."""
        sheet, piece = self.sheet, self.sheet.moving(place.piece)
        if sheet.peace is Peace.NONE:
            return frozenset()
        # a piece of its foes that stood in between would itself be attacked
        if sheet.transparent or sheet.peace is Peace.ALL or len(sheet.kinds) == 1:
            return attacked_squares(piece, sheet.board, place.square)
        nearest = (next(walk(sheet.board, place.square, step), None) for step in piece.steps)
        return frozenset(square for square in nearest if square is not None)

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        """What is said of how many places are taken, the easiest to see first."""
        sheet = self.sheet
        found = [
            Group(Family.REGION, f"the region of {min(region)}", self._on(region), sheet.each)
            for region in sheet.region_list
        ]
        found += self._lines() if sheet.marked is None else ()
        found += (
            Group(Family.SQUARE, str(square), self._on({square}), ONE)
            for square in sorted(sheet.marked or ())
        )
        for kind, number in sheet.pieces.entries:
            places = frozenset(place for place in self.places if place.piece == kind)
            name = f"the {kind}" if number == ONE else f"the {kind.plural}"
            found.append(Group(Family.KIND, name, places, number))
        for count in sorted(sheet.count, key=str):
            there = self._on(count.squares)
            if count.kind is not None:
                there = frozenset(place for place in there if place.piece == count.kind)
            found.append(Group(Family.COUNT, named_squares(count.squares), there, count.number))
        found += self._clues()
        found += self._lights()
        return tuple(group for group in found if group.number != ANY)

    def _on(self, squares: frozenset[Square] | set[Square]) -> frozenset[Place]:
        return frozenset(place for place in self.places if place.square in squares)

    def _lines(self) -> Iterator[Group]:
        """Ranks or files that hold one piece each, since there are as many pieces as lines."""
        total = self.sheet.pieces.total
        for family, names in (
            (Family.RANK, {s: f"rank {s.row + 1}" for s in self.sheet.allowed}),
            (Family.FILE, {s: f"file {file_name(s.column)}" for s in self.sheet.allowed}),
        ):
            lines: dict[str, set[Square]] = {}
            for square, name in names.items():
                lines.setdefault(name, set()).add(square)
            groups = [Group(family, name, self._on(lines[name]), ONE) for name in lines]
            if len(groups) == total and all(map(self._holds_one_at_most, groups)):
                yield from groups

    def _holds_one_at_most(self, group: Group) -> bool:
        return all(group.places - {place} <= self.foes[place] for place in group.places)

    @property
    def _blocks_unforeseeably(self) -> bool:
        """Whether lines may be blocked by pieces whose squares are not known beforehand."""
        sheet = self.sheet
        return bool(sheet.attacks) and not sheet.transparent and sheet.marked is None

    def _clues(self) -> Iterator[Group]:
        """The attackers of each clue, where it is known beforehand what stands in whose way."""
        if self._blocks_unforeseeably:
            return
        seen = {place: self._seen_from(place) for place in self.places}
        for target, number in sorted(self.sheet.attacks, key=lambda clue: clue[0]):
            attackers = frozenset(place for place in self.places if target in seen[place])
            yield Group(Family.CLUE, f"the clue on {target}", attackers, number)

    def _seen_from(self, place: Place) -> frozenset[Square]:
        sheet = self.sheet
        stops = frozenset() if sheet.transparent else sheet.marked or frozenset()
        seen: set[Square] = set()
        for step in sheet.moving(place.piece).steps:
            for square in walk(sheet.board, place.square, step):
                seen.add(square)
                if square in stops:
                    break
        return frozenset(seen)

    def _lights(self) -> Iterator[Group]:
        sheet = self.sheet
        if sheet.lit is None:
            return
        toggled = {place: sheet.toggled(place.piece, place.square) for place in self.places}
        for square in sheet.board.squares:
            switches = frozenset(place for place in self.places if square in toggled[place])
            number = Number(odd=square not in sheet.lit)
            yield Group(Family.LIGHT, f"the light of {square}", switches, number)

    def _unread(self) -> Iterator[str]:
        sheet = self.sheet
        if self._blocks_unforeseeably:
            yield "clues, where pieces on unknown squares may stand in the way"
        if sheet.peace is Peace.KIND and len(sheet.kinds) > 1 and not sheet.transparent:
            yield "peace between pieces that others may part"
        if sheet.where is not None:
            yield "the condition"
        if sheet.sense is not None:
            yield f"what is to be {sheet.sense}"
