"""The rules of a sheet in words, for those who solve it."""

from collections.abc import Iterator

from satchess.domain.phrases import joined
from satchess.domain.pieces import Piece
from satchess.model import Sense
from satchess.puzzles.piece_counts import Number
from satchess.puzzles.sheet import Peace, Sheet

TOUCHING_ROOK = Piece.parse("RF")


def rules_in_words(sheet: Sheet) -> list[str]:
    """Return sentences that say all that a solver has to know."""
    return [*_pieces(sheet), *_light(sheet), *_peace(sheet), *_numbers(sheet), *_goal(sheet)]


def pieces_in_words(sheet: Sheet) -> str:
    """Name the pieces of a puzzle, the given ones among them."""
    return joined(number.named(kind) for kind, number in sheet.pieces.entries)


def _pieces(sheet: Sheet) -> Iterator[str]:
    if sheet.lit is not None:
        return
    if sheet.marked is not None:
        yield f"On the marked squares stand {pieces_in_words(sheet)}, one on each. Which is where?"
    elif sheet.given:
        yield f"Some pieces are given. Add others until there are {pieces_in_words(sheet)}."
    else:
        yield f"Place {pieces_in_words(sheet)}."
    if sheet.empty:
        yield f"Nothing stands on {joined(map(str, sorted(sheet.empty)))}."


def _light(sheet: Sheet) -> Iterator[str]:
    if sheet.lit is None:
        return
    for kind in sheet.kinds:
        moving = sheet.moving(kind)
        beside = moving == Piece.parse("wazir")
        others = "those beside it" if beside else f"those that a {moving} attacks from there"
        yield f"A {kind} changes the light of its square and of {others}. Light every square."


def _peace(sheet: Sheet) -> Iterator[str]:
    for kind, moving in sheet.moves if sheet.lit is None else ():
        if moving != TOUCHING_ROOK:
            yield f"Here a {kind} moves like a {moving}."
    touching = dict(sheet.moves) == dict.fromkeys(sheet.kinds, TOUCHING_ROOK)
    if touching and sheet.peace is not Peace.NONE:
        yield "No two share a rank or a file, and no two touch, not even at a corner."
    elif sheet.peace is Peace.ALL:
        yield "No piece attacks another."
    elif sheet.peace is Peace.KIND:
        yield "No piece attacks another of its kind."


def _numbers(sheet: Sheet) -> Iterator[str]:
    if sheet.regions:
        number = "one piece" if sheet.each == Number(1, 1) else f"{sheet.each} pieces"
        yield f"Each region holds {number}."
    if sheet.attacks:
        blocked = "do not block lines" if sheet.transparent else "block lines, as in chess"
        yield f"A number says how many pieces attack its square; pieces {blocked}."
    for count in sorted(sheet.count, key=lambda count: sorted(count.squares)):
        what = f"{count.number} pieces" if count.kind is None else count.number.named(count.kind)
        yield f"Of {joined(map(str, sorted(count.squares)))}, {what} stand there."
    if sheet.where is not None:
        yield f"It holds that {sheet.where}."


def _goal(sheet: Sheet) -> Iterator[str]:
    if sheet.sense is None:
        return
    much = "much" if sheet.sense is Sense.MOST else "little"
    if all(weight == 1 for _, weight in sheet.weights):
        many = "many" if sheet.sense is Sense.MOST else "few"
        yield f"Use as {many} {joined(kind.plural for kind, _ in sheet.weights)} as possible."
    else:
        points = joined(f"a {kind} {weight}" for kind, weight in sheet.weights)
        yield f"Together they are worth as {much} as possible: {points}."
