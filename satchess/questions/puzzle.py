"""Puzzles from files: several kinds of pieces, clues, regions, and whatever a sheet says.

Detective chess (J. Poniachik; M. Gardner, Puzzles from Other Worlds, 1984; Chlond and Toase,
IP modeling of chessboard placements, section 4.5) is one of them.
"""

import shlex
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, Self

from satchess.domain.attacks import walk
from satchess.domain.board import Board
from satchess.domain.phrases import counted
from satchess.domain.pieces import Piece
from satchess.domain.placement import Place, Placement
from satchess.domain.scene import Scene
from satchess.domain.squares import Square, write_squares
from satchess.model import Clause, Constraint, Exactly, Objective, Parity, Sense
from satchess.puzzles.sheet import Peace, Sheet
from satchess.puzzles.writing import entry
from satchess.questions.demands import Demand
from satchess.questions.drafting import Draft, DraftedQuestion
from satchess.questions.grammar import argument, flag
from satchess.questions.placing import all_hold
from satchess.questions.sights import Sights

_CLUES = ("given", "empty", "attacks", "regions", "count")
"""What a sheet says in sets, each member of which is a condition."""


@dataclass(frozen=True)
class Puzzle(DraftedQuestion):
    """`puzzle FILE` or `puzzle NAME`."""

    kind: ClassVar[str] = "puzzle"
    summary: ClassVar[str] = "A puzzle from a file, or one that comes with satchess."

    sheet: Sheet = argument(
        "PUZZLE",
        "A file, or a name ('satchess puzzle list' lists them).",
        Sheet.parse,
        write=lambda sheet, question: shlex.quote(str(sheet)),
    )
    transparent: bool = flag("Pieces do not stand in each other's way.", restricts=False)

    @property
    def board(self) -> Board:
        """The board of the puzzle."""
        return self.sheet.board

    @property
    def kinds(self) -> tuple[Piece, ...]:
        """The kinds of pieces of the puzzle."""
        return self.sheet.kinds

    def normalised(self) -> Self:
        """Say on the sheet what the flag says, and its condition plainly."""
        where, sheet = self.sheet.where, self.worded().sheet
        if where is not None:
            occupied = (sheet.marked or frozenset()) | {place.square for place in sheet.given}
            where = where.normalised(occupied, where.squares.difference(sheet.allowed))
        return replace(self, sheet=replace(sheet, where=where), transparent=False)

    def worded(self) -> Self:
        """Say on the sheet what the flag says."""
        where = self.sheet.where and self.sheet.where.worded
        sheet = replace(self.sheet, transparent=self.is_transparent, where=where)
        return replace(self, sheet=sheet, transparent=False)

    @property
    def goes_by_wording(self) -> bool:
        """Whether the sheet has a condition, of which no meaning is known."""
        return self.sheet.where is not None and self.sheet.where.meaning is None

    @property
    def is_transparent(self) -> bool:
        """Whether pieces do not stand in each other's way, as the flag or the sheet says."""
        return self.transparent or self.sheet.transparent

    def demands(self) -> tuple[Demand, ...]:
        """Return the clues of the sheet, one by one."""
        sheet = self.sheet
        parts: list[tuple[str, Any, Sheet]] = []
        for key in _CLUES:
            for clue in getattr(sheet, key):
                alone: dict[str, Any] = {key: frozenset({clue})}
                parts.append((key, clue, replace(sheet, **alone)))
        if sheet.where is not None:
            parts += (("where", part, replace(sheet, where=part)) for part in sheet.where.conjuncts)
        demands = [Demand(key, clue, entry(reduced, key)) for key, clue, reduced in parts]
        return tuple(sorted(demands, key=lambda demand: (demand.field, demand.text)))

    def keeping(self, kept: Collection[Demand]) -> Self:
        """Leave clues out."""
        changed: dict[str, Any] = {
            key: frozenset(demand.value for demand in kept if demand.field == key) for key in _CLUES
        }
        conditions = [demand.value for demand in kept if demand.field == "where"]
        changed["where"] = all_hold(conditions)
        return replace(self, sheet=replace(self.sheet, **changed))

    def any_placement(self) -> Self:
        """Ask for a placement, whatever it is worth."""
        return replace(self, sheet=replace(self.sheet, sense=None, weights=()))

    @property
    def goal(self) -> Sense | None:
        """What the sheet says."""
        return self.sheet.sense

    def places(self) -> Iterator[Place]:
        """Yield the places; a given square holds only what is given."""
        given = {place.square: place.piece for place in self.sheet.given}
        for square in self.sheet.allowed:
            for kind in self.kinds:
                if given.get(square, kind) == kind:
                    yield Place(square, kind)

    # Constraints

    def draft(self, draft: Draft) -> Objective | None:
        """Add the rules of the sheet."""
        sheet = self.sheet
        draft.add(*self._numbers(draft))
        sights = Sights(draft, sheet, transparent=self.is_transparent)
        draft.add(*sights.peace(sheet.peace))
        for target, number in sorted(sheet.attacks, key=lambda clue: clue[0]):
            draft.add(*number.of(tuple(sights.attackers(target))))
        if sheet.where is not None:
            clauses, draft.top = sheet.where.clauses(sights.occupied, draft.top)
            draft.add(*map(Clause, clauses))
        if sheet.sense is None:
            return None
        terms = (
            variable
            for kind, weight in sheet.weights
            for variable in draft.of(kind)
            for _ in range(weight)
        )
        return Objective(sheet.sense, tuple(terms))

    def _numbers(self, draft: Draft) -> Iterator[Constraint]:
        sheet = self.sheet
        for square in sorted(sheet.marked or ()):
            yield Exactly(1, draft.on(square))
        for place in sorted(sheet.given):
            yield Clause((draft.variable[place],))
        for kind, number in sheet.pieces.entries:
            yield from number.of(draft.of(kind))
        for region in sheet.region_list:
            yield from sheet.each.of(self._within(draft, region))
        for count in sheet.count:
            yield from count.number.of(self._within(draft, count.squares, count.kind))

        if sheet.lit is not None:
            switches: dict[Square, list[int]] = {square: [] for square in self.board.squares}
            for place, variable in draft.variable.items():
                for toggled in sheet.toggled(place.piece, place.square):
                    switches[toggled].append(variable)
            for square, variables in switches.items():
                yield Parity(square not in sheet.lit, tuple(variables))

    def _within(
        self, draft: Draft, squares: frozenset[Square], kind: Piece | None = None
    ) -> tuple[int, ...]:
        kinds = self.kinds if kind is None else (kind,)
        return tuple(v for each in kinds for v in draft.of(each, sorted(squares)))

    # Rules

    def value(self, placement: Placement) -> int | None:
        """The weight of the pieces, where it is optimised."""
        if self.goal is None:
            return None
        weights = dict(self.sheet.weights)
        return sum(weights.get(place.piece, 0) for place in placement.places)

    @cached_property
    def _name(self) -> str:
        return self.sheet.title or "The puzzle"

    def statement(self, value: int | None) -> str:
        """Say that it is solved."""
        told = self.transparent and not self.sheet.transparent
        through = ", pieces not standing in each other's way" * told
        if self.goal is None:
            return f"{self._name} is solved{through}."
        assert value is not None
        better = "more" if self.goal is Sense.MOST else "fewer"
        return f"{self._name} is solved with {self._weight(value)}{through}, and not with {better}."

    def _weight(self, value: int) -> str:
        """Name what is optimised: pieces where all weigh 1, otherwise points."""
        kinds = [kind for kind, _ in self.sheet.weights]
        if any(weight != 1 for _, weight in self.sheet.weights):
            return counted(value, "point")
        return kinds[0].named(value) if len(kinds) == 1 else counted(value, "piece")

    def ways(self, count: int) -> str:
        """Say whether the solution is unique."""
        return "1 way: the solution is unique" if count == 1 else super().ways(count)

    def scene(self, placement: Placement) -> Scene:
        """Clues as marks, marked squares shaded, regions with borders."""
        unknown = (self.sheet.marked or frozenset()).difference(placement.squares)
        clues = {square: str(number) for square, number in self.sheet.attacks}
        lit = self.sheet.lit or frozenset()
        return Scene(
            marks={**dict.fromkeys(lit, "*"), **dict.fromkeys(unknown, "?"), **clues},
            shade={**dict.fromkeys(lit, 0.5), **dict.fromkeys(self.sheet.marked or (), 0.35)},
            regions=self.sheet.region_list,
        )

    def broken_rules(self, placement: Placement) -> Iterator[str]:
        """Yield violations of the sheet."""
        sheet = self.sheet
        yield from sheet.pieces.violations(placement)
        occupied = frozenset(placement.squares)
        if missing := (sheet.marked or frozenset()) - occupied:
            yield f"nothing stands on {write_squares(missing, ' ')}"
        for square, piece in sorted(sheet.given - set(placement.places)):
            yield f"the {piece} on {square} is missing"
        for one, other in self._attacks(placement):
            if sheet.peace is Peace.ALL or (sheet.peace is Peace.KIND and one.piece == other.piece):
                yield f"{one.piece} {one.square} attacks {other.piece} {other.square}"
        attacked = self.attack_numbers(placement)
        for target, number in sorted(sheet.attacks, key=lambda clue: clue[0]):
            if attacked[target] not in number:
                yield f"{target} is attacked {counted(attacked[target], 'time')}, not {number}"
        for region in sheet.region_list:
            if len(region & occupied) not in sheet.each:
                held = counted(len(region & occupied), "piece")
                yield f"the region of {min(region)} holds {held}, not {sheet.each}"
        for count in sheet.count:
            kinds = self.kinds if count.kind is None else (count.kind,)
            there = sum(s in count.squares and p in kinds for s, p in placement.places)
            if there not in count.number:
                yield f"{there} on {write_squares(count.squares, ' ')}, not {count.number}"
        if sheet.lit is not None:
            for square in sorted(set(self.board.squares) - self.lights(placement)):
                yield f"{square} is not lit in the end"
        if sheet.where is not None and not sheet.where.holds(occupied):
            yield f"the condition {sheet.where} does not hold"

    def lights(self, placement: Placement) -> frozenset[Square]:
        """The squares that are lit, after all that stands there has toggled its squares."""
        lit = self.sheet.lit or frozenset()
        for square, kind in placement.places:
            lit ^= self.sheet.toggled(kind, square)
        return lit

    def attack_numbers(self, placement: Placement) -> dict[Square, int]:
        """How many pieces attack each square."""
        numbers = dict.fromkeys(self.board.squares, 0)
        for square, piece in placement.places:
            for seen in self._seen_from(square, piece, frozenset(placement.squares)):
                numbers[seen] += 1
        return numbers

    def _attacks(self, placement: Placement) -> Iterator[tuple[Place, Place]]:
        """Yield each piece with each piece that it attacks."""
        at = {place.square: place for place in placement.places}
        for place in placement.places:
            for square in sorted(self._seen_from(*place, frozenset(at))):
                if square in at:
                    yield place, at[square]

    def _seen_from(
        self, square: Square, kind: Piece, occupied: frozenset[Square]
    ) -> frozenset[Square]:
        """The squares that a piece attacks, given what stands on the board."""
        seen: set[Square] = set()
        for step in self.sheet.moving(kind).steps:
            for other in walk(self.board, square, step):
                seen.add(other)
                if other in occupied and not self.is_transparent:
                    break
        return frozenset(seen)
