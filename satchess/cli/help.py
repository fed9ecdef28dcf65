"""`satchess help WORD`: what any word means that can be typed, shown where it can be drawn."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache

import click

from satchess.cli import glossary
from satchess.cli.commands import Command
from satchess.cli.questions import QuestionGroup, question_parameters
from satchess.cli.showing import terminal
from satchess.domain.board import Board, Topology
from satchess.domain.pieces import ALIASES, NAMED, OFFERED, Piece
from satchess.domain.placement import Place, Placement
from satchess.domain.region_words import ALIASES as REGION_ALIASES
from satchess.domain.region_words import FURTHER, LINES, REGIONS, is_region, squares_named
from satchess.domain.squares import Square, is_square
from satchess.errors import BadInput, or_rather
from satchess.questions import KINDS
from satchess.questions.grammar import words_of
from satchess.questions.wording import EXAMPLES, kind_named

Explanation = Iterator[str]

_SMALLEST_BOARD, _LARGEST_BOARD, _RIDES = 7, 21, 2
"""Sides of the board on which moves are drawn, and how many steps of a rider it must hold."""


@click.command("help", cls=Command, context_settings={"ignore_unknown_options": True})
@click.argument("words", nargs=-1, metavar="[WORD]...")
@click.option("--ascii", is_flag=True, help="Draw with ASCII characters only.")
@click.pass_context
def help_(ctx: click.Context, words: tuple[str, ...], ascii: bool) -> None:
    """Explain a word: a command, a question, a piece, an option, an engine, a region, a term."""
    assert ctx.parent is not None
    if not words:
        click.echo(ctx.parent.get_help())
        return
    if (text := _help_of_command(ctx.parent, words)) is not None:
        click.echo(text)
        if len(words) > 1:
            return
    word = " ".join(words)
    found = ["\n".join(lines) for explain in _SOURCES if (lines := list(explain(word, ascii)))]
    if found:
        click.echo(("\n\n" if text is not None else "") + "\n\n".join(found))
    elif text is None:
        raise BadInput(
            f"help {word!r}: expected a command, question, piece, option, engine, region or term"
            f"{or_rather(word, _all_words())}"
        )


def _help_of_command(ctx: click.Context, words: Sequence[str]) -> str | None:
    """Return what `--help` says of a command; None if there is no such command."""
    command: click.Command | None = ctx.command
    for word in words:
        if not isinstance(command, click.Group):
            return None
        command = command.get_command(ctx, word.lower())
        if command is None:
            return None
        ctx = click.Context(command, ctx, word.lower())
    return ctx.get_help()


def _question(word: str, ascii: bool) -> Explanation:
    name = kind_named(word, KINDS)
    if name is None:
        return
    yield f"{name}, a question: {KINDS[name].summary}"
    needed = []
    for field in words_of(KINDS[name]).values():
        if field.form.name == "ARGUMENT":
            yield f"  {field.metavar}: {field.help}"
            needed += [EXAMPLES.get(field.metavar, "")] if field.default is None else []
    yield f"  Such as 'satchess solve {' '.join([name, *needed])}';"
    yield f"  'satchess help solve {name}' lists its options."


def _piece(word: str, ascii: bool) -> Explanation:
    try:
        piece = Piece.parse(word)
    except BadInput:
        return
    names = [alias for alias, name in ALIASES.items() if name == str(piece)]
    also = f", also called {', '.join(names)}" if names else ""
    yield f"{piece}, a piece: {piece.betza} in Betza notation{also}"
    side = min(max(2 * piece.reach(_RIDES) + 1, _SMALLEST_BOARD), _LARGEST_BOARD)
    board, middle = Board(side, side), Square(side // 2, side // 2)
    yield _drawing(board, _moves(piece, board, middle), Place(middle, piece), ascii)


def _moves(piece: Piece, board: Board, square: Square) -> frozenset[Square]:
    from satchess.domain.attacks import attacked_squares

    return attacked_squares(piece, board, square)


def _drawing(board: Board, marked: frozenset[Square], place: Place | None, ascii: bool) -> str:
    from satchess.render.text import draw

    look = terminal(ascii=ascii)
    placement = Placement(() if place is None else (place,))
    marks = dict.fromkeys(marked, "x")
    return draw(board, placement, ascii=look.ascii, colour=look.colour, marks=marks)


def _region(word: str, ascii: bool) -> Explanation:
    if not is_region(word):
        return
    name = REGION_ALIASES.get(word.lower(), word.lower())
    told = {**REGIONS, **FURTHER}[name][0] if name in {*REGIONS, *FURTHER} else "a line"
    yield f"{name}, a region: {told}"
    yield "  For --within, --require, --forbid, --holes and --walls; on 6x6:"
    board = Board(6, 6)
    squares = frozenset(square for square in squares_named(word, 6, 6) if square in board)
    yield _drawing(board, squares, None, ascii)


def _topology(word: str, ascii: bool) -> Explanation:
    from satchess.render.text import GLUED

    if word.lower() in [*Topology]:
        name = Topology(word.lower())
        glued = GLUED.get(name, f"{name}: not at all").partition(": ")[2]
        yield f"{name}, a way to glue the edges of a board: {glued}"
        yield f"  Such as 'satchess solve domination queen 8x8:{name}'."


def _one_of(title: str, entries: Callable[[], Mapping[str, str]]) -> "Source":
    def explain(word: str, ascii: bool) -> Explanation:
        known = entries()
        if word.lower() in known:
            yield f"{word.lower()}, {title}: {known[word.lower()]}"

    return explain


def _engines() -> Mapping[str, str]:
    from satchess.engines import ENGINES, engine

    return {name: engine(name).summary for name in ENGINES}


def _solvers() -> Mapping[str, str]:
    from satchess.engines.sat.solver import SOLVERS

    return SOLVERS


def _bounds() -> Mapping[str, str]:
    from satchess.encodings.cardinality import CARDINALITY

    return {name: encoding.paper for name, encoding in CARDINALITY.items()}


def _cliques() -> Mapping[str, str]:
    from satchess.encodings.at_most_one import AT_MOST_ONE

    return {name: encoding.paper for name, encoding in AT_MOST_ONE.items()}


def _puzzles() -> Mapping[str, str]:
    from satchess.puzzles.files import built_in_names, find

    return {name: find(name).title for name in built_in_names()}


def _recipes() -> Mapping[str, str]:
    from satchess.puzzles.recipes import RECIPES

    return {name: recipe.summary for name, recipe in RECIPES.items()}


def _techniques() -> Mapping[str, str]:
    from satchess.puzzles.solving import Technique

    return {str(technique): technique.meaning for technique in Technique}


def _difficulties() -> Mapping[str, str]:
    from satchess.puzzles.solving import Difficulty

    return {str(level): "'satchess help puzzle rate' says how it is told" for level in Difficulty}


def _puzzle_commands() -> Mapping[str, str]:
    from satchess.cli.puzzles import puzzle

    return {
        name: f"{command.get_short_help_str(200)}\n  'satchess help puzzle {name}' says more."
        for name, command in puzzle.commands.items()
    }


def _formats() -> Mapping[str, str]:
    from satchess.render.formats import FORMATS

    return {
        name: f"for {', '.join(f'{what}s' for what in sorted(home.writes))}"
        for name, home in FORMATS.items()
    }


def _shape(word: str, ascii: bool) -> Explanation:
    from satchess.domain.shapes import SHAPES

    if word.lower() in SHAPES:
        yield f"{word.lower()}, a shape of boards (--shape); of 7x7:"
        yield _drawing(Board.parse(f"7 --shape {word.lower()}"), frozenset(), None, ascii)


def _symmetries() -> Mapping[str, str]:
    from satchess.domain.symmetry import ALIASES as OTHERS
    from satchess.domain.symmetry import WORDS

    return {**WORDS, **{alias: WORDS[word] for alias, word in OTHERS.items()}}


def _square(word: str, ascii: bool) -> Explanation:
    if is_square(word) and word == word.lower() and not is_region(word):
        square = Square.parse(word)
        file = word.rstrip("0123456789")
        yield f"{square}, a square: where the file {file} and the rank {square.row + 1} meet"


def _option(word: str, ascii: bool) -> Explanation:
    """Explain an option, once for each meaning it has."""
    plain = word.lstrip("-").lower().replace("_", "-")
    for (spelt, text), commands in _options().items():
        if spelt.partition(" ")[0] == f"--{plain}":
            shown = ", ".join(commands[:4]) + (", ..." if len(commands) > 4 else "")
            yield f"{spelt}, an option of {shown}: {text}"


@cache
def _options() -> dict[tuple[str, str], list[str]]:
    """Return every option with its text, and the commands and questions that have it."""
    from satchess.cli.root import root

    found: dict[tuple[str, str], list[str]] = {}
    context = click.Context(root, info_name="satchess")

    def visit(command: click.Command, name: str, kind: str = "") -> None:
        of_kind = {p.name for p in question_parameters(KINDS[kind])} if kind else set()
        for parameter in command.params:
            if isinstance(parameter, click.Option):
                spelt = " ".join(filter(None, [parameter.opts[0], parameter.metavar]))
                owners = found.setdefault((spelt, parameter.help or ""), [])
                owner = kind if parameter.name in of_kind else name
                if owner not in owners:
                    owners.append(owner)
        if isinstance(command, click.Group):
            for inner in command.list_commands(context):
                if (made := command.get_command(context, inner)) is None:
                    continue
                if isinstance(command, QuestionGroup):
                    visit(made, name, inner)
                else:
                    visit(made, f"{name} {inner}".strip())

    visit(root, "")
    return found


def _term(word: str, ascii: bool) -> Explanation:
    is_explained = kind_named(word, KINDS) or word.lower() in [*Topology]
    if (term := glossary.entry(word)) is not None and not is_explained:
        yield f"{term}: {glossary.GLOSSARY[term]}"


Source = Callable[[str, bool], Explanation]

_SOURCES: tuple[Source, ...] = (
    _question,
    _piece,
    _region,
    _topology,
    _one_of("an engine (--engine)", _engines),
    _one_of("a SAT solver (--solver)", _solvers),
    _one_of("an encoding of bounds (--cardinality)", _bounds),
    _one_of("an encoding of cliques (--at-most-one)", _cliques),
    _one_of("a format (--format)", _formats),
    _shape,
    _square,
    _one_of("a symmetry (--symmetric)", _symmetries),
    _one_of("a puzzle ('satchess solve puzzle NAME')", _puzzles),
    _one_of("a kind of puzzle ('satchess puzzle make')", _recipes),
    _one_of("a technique ('satchess puzzle rate')", _techniques),
    _one_of("how hard a puzzle is (--difficulty)", _difficulties),
    _one_of("a command of 'satchess puzzle'", _puzzle_commands),
    _option,
    _term,
)


def _all_words() -> Iterator[str]:
    from satchess.cli.root import COMMANDS

    yield from (*COMMANDS, *KINDS, *NAMED, *ALIASES, *OFFERED, *REGIONS, *FURTHER, *LINES)
    yield from (*Topology, *glossary.GLOSSARY)
    for entries in (_engines, _solvers, _bounds, _cliques, _formats, _puzzles, _recipes):
        yield from entries()
    for entries in (_techniques, _difficulties, _puzzle_commands):
        yield from entries()
    yield from (spelt.partition(" ")[0] for spelt, _ in _options())


@click.command("glossary", cls=Command)
def glossary_() -> None:
    """List the words of chessboard problems and of satchess, with what they mean."""
    for title, terms in (
        ("Problems", glossary.OF_PROBLEMS),
        ("satchess", glossary.OF_SATCHESS),
    ):
        click.echo(title)
        for term, meaning in terms.items():
            click.echo(f"  {term:22} {meaning}")
