"""Signs of pieces: the letter and the symbol that stand for a kind on a drawn board."""

from collections.abc import Iterable
from string import ascii_uppercase

from satchess.domain.pieces import Piece

STANDARD = {
    Piece.parse_any(name): letters
    for name, letters in {
        "king": ("K", "♚"),
        "queen": ("Q", "♛"),
        "rook": ("R", "♜"),
        "bishop": ("B", "♝"),
        "knight": ("N", "♞"),
        "white:king": ("K", "♔"),
        "white:queen": ("Q", "♕"),
        "white:rook": ("R", "♖"),
        "white:bishop": ("B", "♗"),
        "white:knight": ("N", "♘"),
        "black:king": ("k", "♚"),
        "black:queen": ("q", "♛"),
        "black:rook": ("r", "♜"),
        "black:bishop": ("b", "♝"),
        "black:knight": ("n", "♞"),
        "pawn": ("P", "♟"),
        "fF": ("P", "♟"),
        "press": ("X", "●"),
        "shutter": ("X", "■"),
        "watchman": ("W", "W"),
        "point": ("X", "●"),
    }.items()
}
"""Letter and symbol of the pieces that have a symbol of their own."""


def letters_of(kinds: Iterable[Piece]) -> dict[Piece, str]:
    """Assign each kind of piece a capital letter, if possible one of its name."""
    kinds = set(kinds)
    letters = {piece: letter for piece, (letter, _) in STANDARD.items() if piece in kinds}
    letters |= {piece: piece.label for piece in kinds if piece.label.isdigit()}
    for piece in sorted(kinds - letters.keys(), key=_nameless_last):
        free = (letter for letter in _letters_for(piece) if letter not in letters.values())
        letters[piece] = next(free, "?")
    return letters


def _nameless_last(piece: Piece) -> tuple[bool, str]:
    return str(piece).startswith("("), str(piece)


def _letters_for(piece: Piece) -> Iterable[str]:
    """Yield letters for a piece, those of its name first; a black one has small letters."""
    name = str(piece).rpartition(":")[2] if piece.label else str(piece)
    letters = [letter for letter in name.upper() + ascii_uppercase if letter in ascii_uppercase]
    return map(str.lower, letters) if piece.label == "black" else letters
