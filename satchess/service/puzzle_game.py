"""A puzzle as a game: pieces are put, squares crossed out, and hints give their reasons."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from satchess.domain.phrases import counted, joined
from satchess.domain.pieces import Piece
from satchess.domain.placement import Place, Placement
from satchess.domain.squares import Square, write_squares
from satchess.errors import BadInput, BadPlacement, BadSquare
from satchess.puzzles.rules import Family
from satchess.puzzles.solving import Contradiction, Solver, State, Step, Technique
from satchess.questions.puzzle import Puzzle
from satchess.service.puzzle_proofs import solutions

SELF_EVIDENT = (Technique.ATTACKED, Technique.ENOUGH)
"""What a person sees without being told."""


@dataclass(frozen=True)
class Situation:
    """What has been put and crossed out; the given pieces are among those that are put."""

    put: frozenset[Place]
    crossed: frozenset[Place] = frozenset()


@dataclass(frozen=True)
class Clash:
    """What cannot stand together: in words, and where."""

    text: str
    squares: frozenset[Square]


class Game:
    """A puzzle and what a player has done so far; one that was begun elsewhere goes on."""

    def __init__(self, puzzle: Puzzle, begun: Situation | None = None) -> None:
        self.puzzle = puzzle
        self._solver = Solver(replace(puzzle.sheet, transparent=puzzle.is_transparent))
        self._past = [begun or Situation(puzzle.sheet.given)]

    # What is on the board

    @property
    def now(self) -> Situation:
        """The situation after the last move."""
        return self._past[-1]

    @property
    def placement(self) -> Placement:
        """The pieces on the board."""
        return Placement.of(self.now.put)

    @property
    def crossed_squares(self) -> frozenset[Square]:
        """The squares on which nothing can stand any more."""
        left = {p.square for p in self._solver.rules.places} - {
            p.square for p in set(self._solver.rules.places) - self.now.crossed
        }
        return frozenset(left) - {place.square for place in self.now.put}

    @property
    def is_solved(self) -> bool:
        """Whether the rules hold, and nothing better is possible."""
        if any(True for _ in self.puzzle.violations(self.placement)):
            return False
        return not self.best or self.puzzle.value(self.placement) == self.puzzle.value(self.best[0])

    @cached_property
    def best(self) -> list[Placement]:
        """Two solutions, or one if it is unique, as proved by an engine."""
        return solutions(self.puzzle, 2)

    def clashes(self) -> list[Clash]:
        """Say which pieces exclude each other, and where too many stand."""
        rules, put = self._solver.rules, self.now.put
        found = [
            Clash(
                f"{one.square} and {other.square} attack each other",
                frozenset({one.square, other.square}),
            )
            for one in sorted(put)
            for other in sorted(rules.foes[one] & put)
            if one.square < other.square
        ]
        for group in rules.groups:
            there, most = group.places & put, group.number.most
            if most is not None and len(there) > most and group.family is not Family.SQUARE:
                is_told = group.family in (Family.RANK, Family.FILE) and found
                squares = frozenset(place.square for place in there)
                text = f"{group.name}: {len(there)}, not {group.number}"
                found += [] if is_told else [Clash(text, squares)]
        return found

    def conflicts(self) -> list[str]:
        """Say the clashes in words."""
        return [clash.text for clash in self.clashes()]

    # Moves

    def put(self, square: Square, kind: Piece | None) -> None:
        """Put a piece on a square, or take it away if it stands there."""
        places = [p for p in self._solver.rules.places if p.square == square]
        kinds = [place.piece for place in places]
        there = {place for place in self.now.put if place.square == square}
        if kind is None and len(there) == 1:
            kind = next(iter(there)).piece  # the square alone says what to take away
        if kind is None and len(set(self.puzzle.kinds)) > 1:
            names = ", ".join(map(str, self.puzzle.kinds))
            raise BadPlacement(f"{square}: expected a piece too, such as queen@{square}: {names}")
        kind = kind or self.puzzle.kinds[0]
        self._ensure_free(square)
        if kind not in kinds:
            raise BadPlacement(f"{square}: no {kind} can stand there")
        place = Place(square, kind)
        rest = self.now.put - there
        put = rest if place in there else rest | {place}
        self._past.append(Situation(put, self.now.crossed - {place}))

    def cross(self, squares: Iterable[Square]) -> None:
        """Cross squares out, or take the crosses away where all have one."""
        squares = set(squares)
        for square in sorted(squares):
            self._ensure_free(square)
        places = frozenset(p for p in self._solver.rules.places if p.square in squares)
        crossed = self.now.crossed
        both = crossed - places if places <= crossed else crossed | places
        self._past.append(Situation(self.now.put - places, both))

    def _ensure_free(self, square: Square) -> None:
        if square not in self.puzzle.board:
            raise BadSquare(f"{square} is not on a {self.puzzle.board} board")
        if square in {place.square for place in self.puzzle.sheet.given}:
            raise BadPlacement(f"{square} is given")
        if square not in self.puzzle.sheet.allowed:
            raise BadPlacement(f"{square}: nothing can stand there")

    def undo(self) -> None:
        """Take the last move back."""
        if len(self._past) == 1:
            raise BadInput("there is nothing to take back")
        self._past.pop()

    def solve(self) -> None:
        """Put all pieces of a solution."""
        if not self.best:
            raise BadInput("this puzzle has no solution")
        self._past.append(Situation(frozenset(self.best[0].places)))

    # Help

    def assess(self) -> str:
        """Say whether what has been put can be completed."""
        put = self.now.put - self.puzzle.sheet.given
        if not self.best:
            return "This puzzle has no solution."
        if (meant := self._completion()) is not None:
            left = len(meant) - len(self.now.put)
            number = counted(len(put), "piece")
            right = f"{number} put, all right so far" if put else "Nothing put so far"
            return f"{right}; {left} to go."
        if len(self.best) == 1:
            wrong = {place.square for place in put - set(self.best[0].places)}
            return f"Not right: {write_squares(wrong, ' ')}."
        return "What you have put cannot be completed."

    def _completion(self) -> Placement | None:
        """Return a solution, no worse than the best, that has all that has been put."""
        for placement in self.best:
            if self.now.put <= set(placement.places):
                return placement
        if len(self.best) < 2 or self.conflicts():
            return None
        sheet = replace(self.puzzle.sheet, given=self.now.put)
        found = solutions(replace(self.puzzle, sheet=sheet), 1)
        same = found and self.puzzle.value(found[0]) == self.puzzle.value(self.best[0])
        return found[0] if same else None

    def hint(self) -> str:
        """Make the next step of a person, and give its reason."""
        meant = self._completion()
        if meant is None:
            return self.assess()
        if wrong := self.now.crossed & set(meant.places) if len(self.best) == 1 else frozenset():
            self._past.append(Situation(self.now.put, self.now.crossed - wrong))
            squares = joined(map(str, sorted({place.square for place in wrong})))
            return f"Something stands on {squares}: the cross is taken away."
        state, step = self._next_step()
        if step is not None:
            after = self._solver.after(state, step)
            put = frozenset(self._solver.placement(after).places)
            self._past.append(Situation(put, self.now.crossed.union(step.excluded)))
            said = str(step)
            return f"{said[0].upper()}{said[1:]}"
        missing = sorted(set(meant.places) - self.now.put)
        if not missing:
            return "Everything is there."
        self._past.append(Situation(self.now.put | {missing[0]}, self.now.crossed))
        square, kind = missing[0]
        return f"No technique helps here. In a proved solution, a {kind} stands on {square}."

    def _next_step(self) -> tuple[State, Step | None]:
        """Return the first step that is worth telling, and the state before it."""
        state = self._solver.start(self.now.put, self.now.crossed)
        try:
            for step in self._solver.steps(state):
                if step.technique not in SELF_EVIDENT:
                    return state, step
                state = self._solver.after(state, step)
        except Contradiction:  # a cross that only some of several solutions allow
            pass
        return state, None
