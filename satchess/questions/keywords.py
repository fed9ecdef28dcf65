"""The options of each kind of question as keywords, for those who check types.

A test keeps them equal to the grammar, which is what counts when a program runs.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, TypedDict, Union

from satchess.domain.board import Board
from satchess.domain.graphs import Edge, Graph, NetworkxGraph
from satchess.domain.pieces import Piece
from satchess.domain.squares import Square
from satchess.domain.symmetry import Symmetry
from satchess.domain.weights import Bottleneck, Fingerprint
from satchess.puzzles.piece_counts import PieceCounts

if TYPE_CHECKING:
    from satchess.domain.conditions import Condition

AnyPiece = str | Piece
AnyBoard = int | str | tuple[int, int] | list[int] | Board
AnyGraph = str | Graph | NetworkxGraph | Iterable[Edge]
Squares = str | Square | Iterable[str | Square | int | Iterable[int]]
"""Squares in any form: texts, squares, the columns of rows 1, 2, ..., or a matrix."""
Conditions = Union[str, "Condition", Iterable["str | Condition"]]


class BoardOptions(TypedDict, total=False):
    """Squares that a board lacks."""

    holes: Squares | None
    walls: Squares | None
    shape: Squares | None


class WeightOptions(TypedDict, total=False):
    """Weights of squares."""

    lightest: str | Bottleneck | list[list[int]] | None
    heaviest: str | Bottleneck | list[list[int]] | None
    bottleneck: str | Bottleneck | list[list[int]] | None
    fingerprint: str | Fingerprint | None


class SymmetryOptions(TypedDict, total=False):
    """Turns that placements are equal to their images under."""

    symmetric: str | Symmetry | None


class SizeOptions(BoardOptions, WeightOptions, SymmetryOptions, total=False):
    """How many things are placed."""

    size: int | str | None
    all: bool


class ConditionOptions(TypedDict, total=False):
    """Where pieces may, must and must not stand."""

    within: Squares | None
    require: Squares | None
    forbid: Squares | None
    where: Conditions | None


class IndependenceOptions(SizeOptions, ConditionOptions, total=False):
    """Of `independence`."""

    maximal: bool


class DominationOptions(SizeOptions, ConditionOptions, total=False):
    """Of `domination`."""

    total: bool
    independent: bool
    minimal: bool
    upper: bool
    target: Squares | None


class IrredundanceOptions(SizeOptions, ConditionOptions, total=False):
    """Of `irredundance`."""

    maximal: bool
    lower: bool


class VerticesOptions(TypedDict, total=False):
    """How many vertices, and which."""

    size: int | str | None
    all: bool
    within: Squares | None
    require: Squares | None
    forbid: Squares | None


class IndependentSetOptions(VerticesOptions, total=False):
    """Of `independent_set`."""

    maximal: bool


class DominatingSetOptions(VerticesOptions, total=False):
    """Of `dominating_set`."""

    total: bool
    independent: bool
    minimal: bool
    upper: bool
    target: Squares | None


class IrredundantSetOptions(VerticesOptions, total=False):
    """Of `irredundant_set`."""

    maximal: bool
    lower: bool


class QueensOptions(BoardOptions, ConditionOptions, WeightOptions, SymmetryOptions, total=False):
    """Of `queens` and `leprechauns`."""


class BeautifulOptions(BoardOptions, ConditionOptions, SymmetryOptions, total=False):
    """Of `beautiful`."""


class DiverseOptions(TypedDict, total=False):
    """Of `diverse`: there are none."""


class NonDominatingOptions(BoardOptions, total=False):
    """Of `non_dominating`."""

    pieces: int | str | None


class PeaceableOptions(BoardOptions, total=False):
    """Of `peaceable`."""


class SeparationOptions(BoardOptions, total=False):
    """Of `separation`."""

    pawns: int | str | None


class CrowdedBoardOptions(BoardOptions, total=False):
    """Of `crowded_board`."""

    pieces: str | PieceCounts | None


class NoThreeInLineOptions(SizeOptions, total=False):
    """Of `no_three_in_line`."""


class StampsOptions(BoardOptions, total=False):
    """Of `stamps`."""

    values: str | list[int] | None
    moves: AnyPiece | None


class LightsOptions(SizeOptions, total=False):
    """Of `lights`."""

    moves: AnyPiece | None
    start: Squares | None


class EqualVisionOptions(SizeOptions, total=False):
    """Of `equal_vision`."""

    sees: int | str | None
    moves: AnyPiece | None


class AbbotsWindowOptions(SizeOptions, total=False):
    """Of `abbots_window`."""

    moves: AnyPiece | None


class PuzzleOptions(TypedDict, total=False):
    """Of `puzzle`."""

    transparent: bool
