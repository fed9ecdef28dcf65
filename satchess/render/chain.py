"""The six numbers of a chain, as text and as a sheet of boards."""

from itertools import zip_longest

from satchess.answers import Answer
from satchess.chains import MEANINGS, Chain
from satchess.render.formats.base import Look
from satchess.render.formats.text import board_drawing
from satchess.render.scenes import draw_question
from satchess.render.svg import Drawing, contact_sheet

LETTERS = {
    "gamma": "\N{GREEK SMALL LETTER GAMMA}",
    "alpha": "\N{GREEK SMALL LETTER ALPHA}",
    "Gamma": "\N{GREEK CAPITAL LETTER GAMMA}",
}
"""How mathematicians write the numbers, where that can be shown."""

GAP = 4
"""Spaces between two boards."""

WIDTH = 100
"""Characters of a line where no terminal says how many fit."""


def in_text(chain: Chain, look: Look) -> str:
    """Write the numbers on a line, their boards side by side, and who proved them."""
    sign = "<=" if look.ascii else "≤"
    names = f" {sign} ".join(_letter(name, look) for name in chain)
    numbers = f" {sign} ".join(map(_number, chain.values()))
    said = [
        f"{names} of {chain.subject}: {numbers}{'' if chain.is_proved else ', not all proved'}."
    ]
    said += _rows([_block(name, answer, look) for name, answer in chain.items()], look)
    width = max(map(len, MEANINGS.values()))
    for name, answer in chain.items():
        engine = answer.engines or "no engine"
        note = f"; {answer.note}" if answer.note else ""
        how = "remembered" if answer.cached else f"{answer.seconds:.2f} s"
        said.append(f"{MEANINGS[name]:{width}}  {_number(answer):>5}  {engine}, {how}{note}")
    return "\n".join(said)


def sheet(chain: Chain) -> Drawing:
    """Draw the six boards, each above its number; an empty board where there is no placement."""
    drawings = [
        draw_question(
            answer.question, answer.placement, f"{LETTERS.get(name, name)} = {_number(answer)}"
        )
        for name, answer in chain.items()
    ]
    return contact_sheet(drawings, title=f"The chain of {chain.subject}")


def _letter(name: str, look: Look) -> str:
    return name if look.ascii else LETTERS.get(name, name)


def _number(answer: Answer) -> str:
    if answer.value is not None:
        return str(answer.value)
    low, high = ("?" if bound is None else str(bound) for bound in (answer.lower, answer.upper))
    return low if low == high else f"{low}..{high}"


def _block(name: str, answer: Answer, look: Look) -> list[str]:
    """Return the lines of a board below its number; of one that is too large, the number alone."""
    head = f"{_letter(name, look)} = {_number(answer)}"
    plain = Look(ascii=look.ascii, width=look.width)
    drawn = answer.placement and board_drawing(answer.question, answer.placement, plain)
    rows = answer.question.board.rows
    return [head, *(drawn or "").splitlines()[: rows + 1]]


def _rows(blocks: list[list[str]], look: Look) -> list[str]:
    """Put blocks side by side, as many as fit."""
    width = max(len(line) for block in blocks for line in block)
    across = max(1, ((look.width or WIDTH) + GAP) // (width + GAP))
    lines = []
    for start in range(0, len(blocks), across):
        for parts in zip_longest(*blocks[start : start + across], fillvalue=""):
            lines.append((" " * GAP).join(part.ljust(width) for part in parts).rstrip())
    return lines
