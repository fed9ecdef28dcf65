"""How answers are shown to people."""

import os
import sys
from pathlib import Path

import click

from satchess.answers import Answer, Status
from satchess.cli.writing import written
from satchess.domain.phrases import between, counted
from satchess.domain.placement import Placement
from satchess.domain.weights import Fingerprint, write_fingerprint
from satchess.questions import Question


def show_answer(question: Question, answer: Answer, *, ascii: bool) -> None:
    """Print the number in a sentence, the board, and how it was found."""
    click.echo(_sentence(question, answer))
    if answer.placement is not None:
        click.echo(draw_board(question, answer.placement, ascii=ascii))
    if answer.fingerprint is not None:
        click.echo(describe_fingerprint(answer.fingerprint, answer.symmetry))
    click.echo(_provenance(answer))


def _sentence(question: Question, answer: Answer) -> str:
    match answer.status:
        case Status.INFEASIBLE:
            return "There is no such placement."
        case Status.UNKNOWN:
            return "Not known."
        case Status.BOUNDED:
            return _bounds(answer) + _known_beginning(answer)
        case Status.OPTIMAL:
            if answer.by_size is not None:
                return _sizes(answer.by_size)
            if answer.count is not None:
                folded = answer.request.counting.up_to_symmetry
                return question.count_statement(answer.count, answer.value, up_to_symmetry=folded)
            sentence = question.statement(answer.value)
            if answer.request.verb == "first":
                sentence = f"{sentence} The first placement is {answer.placement}."
            return sentence


def _sizes(by_size: tuple[tuple[int, int], ...]) -> str:
    """Write the number of placements of each size, one a line."""
    sizes = [counted(size, "piece") for size, _ in by_size]
    numbers = [counted(number, "way") for _, number in by_size]
    width = max((text.index(" ") for text in sizes), default=0)
    lines = [
        f"{' ' * (width - size.index(' '))}{size}: {number}"
        for size, number in zip(sizes, numbers, strict=True)
    ]
    total = counted(sum(number for _, number in by_size), "way")
    return "\n".join([*lines, f"{total} in all"])


def _bounds(answer: Answer) -> str:
    if answer.count is not None and answer.request.counting.approximate is not None:
        return f"About {counted(answer.count, 'way')}."
    if answer.count is not None:
        return f"At least {counted(answer.count, 'way')}; not all are counted."
    bounds = between(answer.lower, answer.upper)
    if answer.lower is not None and answer.lower == answer.upper:
        return f"The optimum is {bounds}; the rest is not known."
    return f"{bounds.capitalize()}; not decided."


def _known_beginning(answer: Answer) -> str:
    """Say how the smallest fingerprint begins, as far as that is proved."""
    if answer.beginning is None:
        return ""
    if not answer.beginning:
        return " Nothing is known of the smallest fingerprint."
    beginning = write_fingerprint(answer.beginning, LONGEST_FINGERPRINT)
    return f" The smallest fingerprint begins with {beginning}."


LONGEST_FINGERPRINT = 20
"""Different weights that are shown."""


def describe_fingerprint(fingerprint: Fingerprint, symmetry: str | None) -> str:
    """Write a fingerprint, and whether the placement is symmetric."""
    weights = write_fingerprint(fingerprint, LONGEST_FINGERPRINT) or "empty"
    return "; ".join(filter(None, [f"fingerprint {weights}", symmetry]))


def _provenance(answer: Answer) -> str:
    how = f"{f'engine {answer.engines}' if answer.engine else 'no engine'}, {answer.seconds:.2f} s"
    if answer.cached:
        how = f"remembered ({how}, version {answer.version})"
    return f"{how}; {answer.note}" if answer.note else how


LARGEST_DRAWING = 80
"""Rows or columns of a board that a terminal may have room for."""


def draw_board(question: Question, placement: Placement, *, ascii: bool) -> str:
    """Draw a placement for the terminal at hand; name its squares where the board is too large."""
    from satchess.render.text import draw

    if max(question.board.rows, question.board.columns) > LARGEST_DRAWING:
        columns = placement.permutation(question.board)
        if columns is None:
            return str(placement)
        return f"columns, row by row: {' '.join(map(str, columns))}"
    scene = question.scene(placement)
    encoding = (sys.stdout.encoding or "ascii").lower()
    colour = sys.stdout.isatty() and "NO_COLOR" not in os.environ and not ascii
    return draw(
        question.board,
        placement,
        ascii=ascii or not encoding.startswith("utf"),
        colour=colour,
        marks=scene.marks,
        regions=scene.regions,
    )


def save_svg(path: Path, question: Question, placement: Placement | None) -> None:
    """Write a picture; the bare board where there is no placement."""
    from satchess.render.svg import svg

    placed = placement or Placement(())
    picture = svg(question.board, placed, title=str(question), **vars(question.scene(placed)))
    with written(path) as stream:
        stream.write(picture)
