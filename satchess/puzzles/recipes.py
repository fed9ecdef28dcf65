"""The kinds of puzzles that can be made; `satchess.service.puzzle_making` makes them."""

from dataclasses import dataclass

from satchess.domain.board import Board
from satchess.errors import BadQuestion


@dataclass(frozen=True)
class Recipe:
    """A kind of puzzle that can be made: its title, what it asks, and its boards."""

    title: str
    summary: str
    board: str
    smallest: int
    largest: int
    square: bool = True

    def read_board(self, text: str | None) -> Board:
        """Read a size and refuse what the maker cannot do."""
        board = Board.parse(text or self.board)
        shape = f"{self.smallest}x{self.smallest} to {self.largest}x{self.largest}"
        sides = (board.rows, board.columns)
        fits = self.smallest <= min(sides) and max(sides) <= self.largest
        is_plain = len(board) == board.rows * board.columns and ":" not in str(board)
        if not (fits and is_plain and (len({*sides}) == 1 or not self.square)):
            kind = "a square board" if self.square else "a board"
            raise BadQuestion(f"board '{board}': expected {kind} from {shape} to make a puzzle")
        return board


RECIPES = {
    "regions": Recipe(
        "Coloured regions",
        "One queen in each rank, file and region, none touching another.",
        "8x8",
        smallest=4,
        largest=12,
    ),
    "detective": Recipe(
        "Detective chess",
        "Pieces on marked squares, told apart by how many attack other squares.",
        "8x8",
        smallest=3,
        largest=20,
        square=False,
    ),
    "completion": Recipe(
        "Queens to complete",
        "Some queens are given; add the others, none attacking another.",
        "8x8",
        smallest=4,
        largest=20,
    ),
    "lights": Recipe(
        "Lights",
        "Light every square with the fewest presses.",
        "5x5",
        smallest=2,
        largest=9,
        square=False,
    ),
}
"""The recipes by name."""
