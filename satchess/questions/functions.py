"""A function for every kind of question: `domination("queen", 8, total=True)`.

Pieces, boards and squares are values or the words of the command line; options are its options.
"""

from typing import Unpack

from satchess.domain import attacks
from satchess.puzzles.sheet import Sheet
from satchess.questions import Question
from satchess.questions.abbots_window import AbbotsWindow
from satchess.questions.crowded_board import CrowdedBoard
from satchess.questions.diverse import Diverse
from satchess.questions.domination import Domination
from satchess.questions.equal_vision import EqualVision
from satchess.questions.graph_sets import DominatingSet, IndependentSet, IrredundantSet
from satchess.questions.independence import Independence
from satchess.questions.irredundance import Irredundance
from satchess.questions.keywords import (
    AbbotsWindowOptions,
    AnyBoard,
    AnyGraph,
    AnyPiece,
    BeautifulOptions,
    CrowdedBoardOptions,
    DiverseOptions,
    DominatingSetOptions,
    DominationOptions,
    EqualVisionOptions,
    IndependenceOptions,
    IndependentSetOptions,
    IrredundanceOptions,
    IrredundantSetOptions,
    LightsOptions,
    NonDominatingOptions,
    NoThreeInLineOptions,
    PeaceableOptions,
    PuzzleOptions,
    QueensOptions,
    SeparationOptions,
    StampsOptions,
)
from satchess.questions.leprechauns import BEAUTIFUL, LEPRECHAUNS, QUEENS
from satchess.questions.lights import Lights
from satchess.questions.no_three_in_line import NoThreeInLine
from satchess.questions.non_dominating import NonDominating
from satchess.questions.peaceable import Peaceable
from satchess.questions.puzzle import Puzzle
from satchess.questions.separation import Separation
from satchess.questions.stamps import Stamps


def independence(
    piece: AnyPiece, board: AnyBoard, **options: Unpack[IndependenceOptions]
) -> Independence:
    """Ask for the most pieces, none attacking another: `independence("queen", 8, size=7)`."""
    return Independence.of(piece, board, **options)


def domination(
    piece: AnyPiece, board: AnyBoard, **options: Unpack[DominationOptions]
) -> Domination:
    """Ask for the fewest pieces that attack every empty square: `domination("king", (5, 7))`."""
    return Domination.of(piece, board, **options)


def irredundance(
    piece: AnyPiece, board: AnyBoard, **options: Unpack[IrredundanceOptions]
) -> Irredundance:
    """Ask for the most pieces, each covering a square that no other covers, or with `lower=True`
    for the fewest to which none can be added: `irredundance("queen", 6)`.
    """
    return Irredundance.of(piece, board, **options)


def independent_set(graph: AnyGraph, **options: Unpack[IndependentSetOptions]) -> IndependentSet:
    """Ask for the most vertices of a graph, none adjacent to another."""
    return IndependentSet.of(graph, **options)


def dominating_set(graph: AnyGraph, **options: Unpack[DominatingSetOptions]) -> DominatingSet:
    """Ask for the fewest vertices of a graph that dominate it."""
    return DominatingSet.of(graph, **options)


def irredundant_set(graph: AnyGraph, **options: Unpack[IrredundantSetOptions]) -> IrredundantSet:
    """Ask for the most vertices of a graph, each dominating one that no other does."""
    return IrredundantSet.of(graph, **options)


def queens(side: AnyBoard, **options: Unpack[QueensOptions]) -> Question:
    """Ask for n queens on n x n, none attacking another: `queens(8, require="c1")`."""
    return QUEENS.of(side, **options)


def leprechauns(range: int | str, side: AnyBoard, **options: Unpack[QueensOptions]) -> Question:
    """Ask for n leprechauns of a range on n x n, none attacking another: `leprechauns(3, 16)`."""
    return LEPRECHAUNS.of(range, side, **options)


def beautiful(side: AnyBoard, **options: Unpack[BeautifulOptions]) -> Question:
    """Ask for n queens on n x n, none attacking another, closest to the centre: `beautiful(12)`."""
    return BEAUTIFUL.of(side, **options)


def diverse(side: AnyBoard, **options: Unpack[DiverseOptions]) -> Diverse:
    """Ask for n queens on n x n, the two closest as far apart as can be: `diverse(12)`."""
    return Diverse.of(side, **options)


def non_dominating(
    piece: AnyPiece, board: AnyBoard, **options: Unpack[NonDominatingOptions]
) -> NonDominating:
    """Ask for pieces that leave the most squares unattacked: `non_dominating("queen", 8)`."""
    return NonDominating.of(piece, board, **options)


def peaceable(piece: AnyPiece, board: AnyBoard, **options: Unpack[PeaceableOptions]) -> Peaceable:
    """Ask for the largest equal armies that do not attack each other: `peaceable("queen", 5)`."""
    return Peaceable.of(piece, board, **options)


def separation(
    piece: AnyPiece, board: AnyBoard, **options: Unpack[SeparationOptions]
) -> Separation:
    """Ask for the most pieces with pawns between them: `separation("queen", 8, pawns=2)`."""
    return Separation.of(piece, board, **options)


def crowded_board(board: AnyBoard = "8x8", **options: Unpack[CrowdedBoardOptions]) -> CrowdedBoard:
    """Ask for pieces, none attacking another of its kind: `crowded_board(5, pieces="queen=5")`."""
    return CrowdedBoard.of(board, **options)


def no_three_in_line(board: AnyBoard, **options: Unpack[NoThreeInLineOptions]) -> NoThreeInLine:
    """Ask for the most points, no three of them on a straight line: `no_three_in_line(6)`."""
    return NoThreeInLine.of(board, **options)


def stamps(board: AnyBoard = "4x4", **options: Unpack[StampsOptions]) -> Stamps:
    """Ask for the dearest card, no equal stamps in line: `stamps(4, values="1..5")`."""
    return Stamps.of(board, **options)


def lights(board: AnyBoard = "5x5", **options: Unpack[LightsOptions]) -> Lights:
    """Ask for the fewest presses that light every square: `lights(5, start="c3")`."""
    return Lights.of(board, **options)


def equal_vision(board: AnyBoard = "4x4", **options: Unpack[EqualVisionOptions]) -> EqualVision:
    """Ask for the most watchmen who each see as many empty squares: `equal_vision(4, sees=6)`."""
    return EqualVision.of(board, **options)


def abbots_window(board: AnyBoard = "8x8", **options: Unpack[AbbotsWindowOptions]) -> AbbotsWindow:
    """Ask for the fewest shutters, an even number of squares left on a line: `abbots_window(8)`."""
    return AbbotsWindow.of(board, **options)


def puzzle(sheet: str | Sheet, **options: Unpack[PuzzleOptions]) -> Puzzle:
    """Ask for the solution of a puzzle, from a file or by its name: `puzzle("detective")`."""
    return Puzzle.of(sheet, **options)


def attack_graph(piece: AnyPiece, board: AnyBoard) -> attacks.AttackGraph:
    """Return which squares attack each other: `attack_graph("queen", 8)`."""
    return Independence.of(piece, board).graph
