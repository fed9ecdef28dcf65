"""Playing a puzzle in a terminal, line by line; a pipe will do as well."""

import sys
from collections.abc import Callable

import click

from satchess.cli.showing import terminal
from satchess.domain.phrases import joined
from satchess.domain.pieces import Piece
from satchess.domain.squares import Square, is_square, parse_squares
from satchess.errors import BadInput, or_rather
from satchess.render.text import draw
from satchess.service.puzzle_game import Game

HELP = """\
  c3        put a piece on c3, or take it away; of several kinds: queen c3, Qc3 or queen@c3
  x c3 d4   cross squares out, or take the crosses away
  undo      take the last move back
  hint      make the next step, with its reason
  check     say whether all is right so far
  solve     show the solution
  board     draw the board
  quit      leave"""


class Player:
    """Reads moves and answers them."""

    def __init__(self, game: Game, *, ascii: bool) -> None:
        self._game = game
        self._look = terminal(ascii=ascii)
        self._has_given_up = False
        self._commands: dict[str, Callable[[], None]] = {
            "help": lambda: click.echo(HELP),
            "undo": self._undo,
            "hint": self._hint,
            "check": lambda: click.echo(game.assess()),
            "solve": self._solve,
            "board": self._draw,
        }

    def play(self) -> None:
        """Play until the puzzle is solved, or the player leaves."""
        self._draw()
        click.echo("Type a move such as c3, 'hint', 'help' or 'quit'.")
        try:
            while not self._game.is_solved:
                line = _next_line()
                if line is None or line.strip().lower() in ("quit", "exit", "q"):
                    click.echo("Bye.")
                    return
                try:
                    self._obey(line.split())
                except BadInput as error:
                    click.echo(error)
        except (KeyboardInterrupt, click.Abort):
            click.echo("\nBye.")
            return
        click.echo("This is a solution." if self._has_given_up else "Solved!")

    def _obey(self, words: list[str]) -> None:
        if not words:
            return
        word = words[0].lower()
        if word in self._commands:
            if len(words) > 1:
                raise BadInput(f"{' '.join(words)!r}: expected {word!r} alone")
            self._commands[word]()
        elif word == "x":
            self._game.cross(parse_squares(" ".join(words[1:])))
            self._draw()
        else:
            self._put(words)
            self._draw()

    def _put(self, words: list[str]) -> None:
        kind: Piece | None = None
        places: list[tuple[Square, Piece | None]] = []
        for word in words:
            name, at, square = word.rpartition("@")
            if at:
                places.append((Square.parse(square), self._kind(name)))
            elif is_square(word.lower()) and not (word[0].isupper() and is_square(word[1:])):
                places.append((Square.parse(word.lower()), kind))
            elif is_square(word[1:]):
                places.append((Square.parse(word[1:]), self._kind(word[0])))
            else:
                kind = self._kind(word)
        if not places:
            raise BadInput(f"{' '.join(words)!r}: expected a square too, such as c3")
        for place in places:
            self._game.put(*place)

    def _kind(self, name: str) -> Piece:
        kinds = self._game.puzzle.kinds
        letters = {str(kind).lower(): kind for kind in kinds}
        letters |= {Piece.parse(str(k)).betza.lower(): k for k in kinds if k.steps}
        if name.lower() in letters:
            return letters[name.lower()]
        if (kind := _kind_of_letter(name)) in kinds:
            return kind
        words = [*self._commands, "quit", *letters]
        expected = f"expected a square, {joined(map(str, kinds))} or 'help'"
        raise BadInput(f"{name!r}: {expected}{or_rather(name, words)}")

    def _undo(self) -> None:
        self._game.undo()
        self._draw()

    def _hint(self) -> None:
        click.echo(self._game.hint())
        self._draw()

    def _solve(self) -> None:
        self._game.solve()
        self._has_given_up = True
        self._draw()

    def _draw(self) -> None:
        game, placement = self._game, self._game.placement
        scene = game.puzzle.scene(placement)
        marks = dict(scene.marks)
        if game.puzzle.sheet.lit is not None:
            marks = dict.fromkeys(game.puzzle.lights(placement), "*")
        marks |= dict.fromkeys(game.crossed_squares, "x")
        look = self._look
        click.echo(
            draw(
                game.puzzle.board,
                placement,
                ascii=look.ascii,
                colour=look.colour,
                marks=marks,
                regions=scene.regions,
            )
        )
        for conflict in game.conflicts():
            click.echo(f"! {conflict}")


def _kind_of_letter(letter: str) -> Piece | None:
    """Return the piece that a letter such as Q stands for, which need not be its Betza notation."""
    try:
        return Piece.parse(letter.upper()) if len(letter) == 1 else None
    except BadInput:
        return None


def _next_line() -> str | None:
    """Return the next line; None at the end. What comes from a pipe is shown, as if typed."""
    if sys.stdin.isatty():
        try:
            return input("> ")
        except EOFError:
            click.echo()
            return None
    line = sys.stdin.readline()
    if line:
        click.echo(f"> {line.rstrip()}")
    return line or None
