"""What the terminal at hand can show, and pictures in files."""

import os
import sys
from pathlib import Path

from satchess.cli.writing import written
from satchess.domain.placement import Placement
from satchess.questions import Question
from satchess.render.formats import Look


def terminal(*, ascii: bool = False) -> Look:
    """Return what standard output can show."""
    encoding = (sys.stdout.encoding or "ascii").lower()
    return Look(
        ascii=ascii or not encoding.startswith("utf"),
        colour=sys.stdout.isatty() and "NO_COLOR" not in os.environ and not ascii,
    )


def draw_board(question: Question, placement: Placement, *, ascii: bool) -> str:
    """Draw a placement for the terminal at hand."""
    from satchess.render.formats.text import drawing

    return drawing(question, placement, terminal(ascii=ascii))


def save_svg(path: Path, question: Question, placement: Placement | None) -> None:
    """Write a picture; the bare board where there is no placement."""
    from satchess.render.svg import svg

    placed = placement or Placement(())
    picture = svg(question.board, placed, title=str(question), **vars(question.scene(placed)))
    with written(path) as stream:
        stream.write(picture)
