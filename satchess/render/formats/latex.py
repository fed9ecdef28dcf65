"""LaTeX: documents that pdflatex compiles as they are, with TikZ and nothing else to install."""

from collections.abc import Iterable, Sequence

from satchess.answers import Answer
from satchess.domain.placement import Placement
from satchess.questions.base import Question
from satchess.render.formats.base import Format, Look
from satchess.render.layout import entry, heat, lay_out
from satchess.render.tikz import board_picture, said
from satchess.tables import Table

_DRAWING = r"""% Compiles with pdflatex and TikZ. In a paper, copy the tikzpicture and load:
%   \usepackage{tikz}
\documentclass{article}
\usepackage{tikz}
\pagestyle{empty}
\begin{document}
"""

_TABLE = r"""% Compiles with pdflatex. In a paper, copy the tabular and load:
%   \usepackage[table]{xcolor}
\documentclass{article}
\usepackage[table]{xcolor}
\pagestyle{empty}
\begin{document}
"""

_END = r"\end{document}"


class LatexFormat(Format):
    """A TikZ picture of a board, or a tabular with coloured cells."""

    name = "latex"
    gathers = True

    def ensure_possible(self, question: Question) -> None:
        """Refuse boards that are too large to draw."""
        from satchess.render.svg import ensure_drawable

        ensure_drawable(question.board)

    def answer(self, answer: Answer, look: Look) -> str:
        """Write a document with the placement of the answer."""
        return _document(answer.question, [self.placement_of(answer)])

    def gathered(self, question: Question, placements: Sequence[Placement], look: Look) -> str:
        """Write a document with all placements of a list."""
        return _document(question, placements)

    def table(self, table: Table) -> str:
        """Write a document with a tabular."""
        layout, warmth = lay_out(table), heat(table)
        columns = "l" * len(layout.corner) + "r" * len(layout.across)
        lines = [
            f"\\begin{{tabular}}{{{columns}}}",
            _row(map(said, (*layout.corner, *layout.across))),
        ]
        for line in layout.lines:
            cells = (_warm(entry(answer), warmth(answer)) for answer in line.cells)
            lines.append(_row((*map(said, line.heads), *cells)))
        return "\n".join([_TABLE + lines[0], *lines[1:], r"\end{tabular}", _END])


def _document(question: Question, placements: Iterable[Placement]) -> str:
    pictures = [board_picture(question, placed) for placed in placements]
    return _DRAWING + f"% {question}\n" + "\n\\bigskip\n\n".join([*pictures]) + f"\n{_END}"


def _row(cells: Iterable[str]) -> str:
    return " & ".join(cells) + r" \\"


def _warm(text: str, warmth: float | None) -> str:
    colour = "" if warmth is None else rf"\cellcolor{{red!{5 + 45 * warmth:.0f}}}"
    return colour + said(text)
