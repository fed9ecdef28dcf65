"""Text: what a person reads in a terminal."""

from textwrap import fill
from typing import TYPE_CHECKING

from satchess.answers import Answer, Status
from satchess.domain.board import Board
from satchess.domain.phrases import between, counted
from satchess.domain.placement import Placement
from satchess.domain.squares import write_squares
from satchess.domain.weights import Fingerprint, write_fingerprint
from satchess.questions.base import Question
from satchess.render.formats.base import Format, Look
from satchess.render.text import board_width, draw

if TYPE_CHECKING:
    from satchess.chains import Chain
    from satchess.sequences.values import Sequence, Term
    from satchess.tables import Table

LONGEST_FINGERPRINT = 20
"""The most distinct weights shown."""

LARGEST_DRAWING = 80
"""The most rows or columns that a terminal is assumed to fit."""


class TextFormat(Format):
    """Sentences, drawings and aligned columns."""

    name = "text"
    by_term = True

    def answer(self, answer: Answer, look: Look) -> str:
        """Write the answer as a sentence, the board, and the provenance."""
        lines = [sentence(answer)]
        if answer.placement is not None:
            lines.append(drawing(answer.question, answer.placement, look))
        if answer.fingerprint is not None:
            lines.append(describe_fingerprint(answer.fingerprint, answer.symmetry))
        return "\n".join([*lines, provenance(answer)])

    def listed(self, question: Question, number: int, placement: Placement, look: Look) -> str:
        """Write a placement with its drawing; the fingerprint, which all share, once."""
        drawn = ""
        if question.board.graph is None:
            drawn = board_drawing(question, placement, look) or _columns(question, placement)
        lines = [f"{number}: {placement}", *filter(None, [drawn])]
        if number == 1 and (fingerprint := question.fingerprint_of(placement)) is not None:
            lines.append(describe_fingerprint(fingerprint, None))
        return "\n".join(lines)

    def table(self, table: "Table") -> str:
        """Write the cells in aligned columns."""
        from satchess.render.layout import grid  # only tables need it

        rows = grid(table)
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        if table.is_by_size:  # polynomials begin at the left
            widths[-1] = 0
        return "\n".join(
            "  ".join(entry.rjust(width) for entry, width in zip(row, widths, strict=True))
            for row in rows
        )

    def chain(self, chain: "Chain", look: Look) -> str:
        """Write the numbers on a line, above their boards."""
        from satchess.render.chain import in_text  # only chains need it

        return in_text(chain, look)

    def term(self, term: "Term") -> str:
        """Write N, the term or a question mark, and what is to be said of it."""
        value = "-" if term.is_none else "?" if term.value is None else f"{term.value}"
        return f"{term.n} {value}  {term.remark}".rstrip()

    def closing(self, sequence: "Sequence") -> str:
        """Say which sequence it is, and how far its table goes."""
        known = sequence.known
        if known is None:
            return ""
        return f"{known.number}: {known.name} Its table goes to N = {known.until}."


def sentence(answer: Answer) -> str:
    """Write the answer as a sentence."""
    question = answer.question
    match answer.status:
        case Status.INFEASIBLE:
            return "There is no such placement."
        case Status.UNKNOWN:
            return f"Not known{': nothing is counted yet' * answer.request.meaning.counts}."
        case Status.BOUNDED:
            return _bounds(answer) + _known_beginning(answer)
        case Status.OPTIMAL:
            if answer.by_size is not None:
                return _sizes(answer.by_size)
            if answer.count is not None:
                folded = answer.request.counting.up_to_symmetry
                return question.count_statement(answer.count, answer.value, up_to_symmetry=folded)
            said = question.statement(answer.value)
            if answer.request.verb == "first":
                said = f"{said} The first placement is {answer.placement}."
            return said


def _sizes(by_size: tuple[tuple[int, int], ...]) -> str:
    """Write the number of placements of each size, one per line."""
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
    uncounted = " Nothing is counted yet." if answer.request.meaning.counts else ""
    if answer.lower is not None and answer.lower == answer.upper:
        return f"The optimum is {bounds}; the rest is not known.{uncounted}"
    return f"{bounds.capitalize()}; not decided.{uncounted}"


def _known_beginning(answer: Answer) -> str:
    """Write the proved beginning of the smallest fingerprint."""
    if answer.beginning is None:
        return ""
    if not answer.beginning:
        return " Nothing is known of the smallest fingerprint."
    beginning = write_fingerprint(answer.beginning, LONGEST_FINGERPRINT)
    return f" The smallest fingerprint begins with {beginning}."


def describe_fingerprint(fingerprint: Fingerprint, symmetry: str | None) -> str:
    """Write a fingerprint, and whether the placement is symmetric."""
    weights = write_fingerprint(fingerprint, LONGEST_FINGERPRINT) or "empty"
    return "; ".join(filter(None, [f"fingerprint {weights}", symmetry]))


def provenance(answer: Answer) -> str:
    """Say who answered, in which time, and what to mind."""
    how = f"{f'engine {answer.engines}' if answer.engine else 'no engine'}, {answer.seconds:.2f} s"
    how += ", certified" * bool(answer.certificate)
    if answer.cached:
        known = f"from the {answer.source}" if answer.source else "remembered"
        how = f"{known} ({how}, version {answer.version})"
    return f"{how}; {answer.note}" if answer.note else how


def drawing(question: Question, placement: Placement, look: Look) -> str:
    """Draw a placement; where the board is too large, name what would be on it."""
    drawn = board_drawing(question, placement, look)
    return in_words(question, placement, look) if drawn is None else drawn


def board_drawing(question: Question, placement: Placement, look: Look) -> str | None:
    """Draw a placement; None where the board is too large, or too wide for the terminal."""
    if _is_large(question.board):
        return None
    scene = question.scene(placement)
    for airy in (True, False):
        drawn = draw(
            question.board,
            placement,
            ascii=look.ascii,
            colour=look.colour,
            airy=airy,
            marks=scene.marks,
            regions=scene.regions,
        )
        if look.width is None or board_width(drawn, question.board) <= look.width:
            return drawn
    return None


def _is_large(board: Board) -> bool:
    return max(board.rows, board.columns) > LARGEST_DRAWING


def _columns(question: Question, placement: Placement) -> str:
    """Write a permutation of a large board, which is shorter than its squares; may be empty."""
    columns = placement.permutation(question.board) if _is_large(question.board) else None
    return "" if columns is None else f"columns, row by row: {' '.join(map(str, columns))}"


def in_words(question: Question, placement: Placement, look: Look) -> str:
    """Name the squares of a placement and what else a drawing would show, in lines that fit."""
    scene = question.scene(placement)
    said = [
        _columns(question, placement) or str(placement) or f"nothing on the {question.board} board"
    ]
    if scene.marks:
        marks = (f"{square}={mark}" for square, mark in sorted(scene.marks.items()))
        said.append(f"marks: {', '.join(marks)}")
    for number, region in enumerate(scene.regions, start=1):
        said.append(f"region {number}: {write_squares(region, ' ')}")
    if look.width is None:
        return "\n".join(said)
    return "\n".join(
        fill(line, max(look.width, 1), break_long_words=False, break_on_hyphens=False)
        for line in said
    )
