"""Scenes: what a question shows on a board beside its pieces."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from satchess.domain.squares import Square

Regions = tuple[frozenset[Square], ...]
"""Disjoint sets of squares, drawn with borders around them."""


@dataclass(frozen=True)
class Scene:
    """Marks and shades of squares, and regions with borders around them.

    A mark is a short text on an empty square, or in the corner of one that is occupied; a shade
    goes from 0 (none) to 1. Numbers stand in the corners of squares, in pictures only.
    """

    marks: Mapping[Square, str] = field(default_factory=dict)
    shade: Mapping[Square, float] = field(default_factory=dict)
    regions: Regions = ()
    numbers: Mapping[Square, int] = field(default_factory=dict)


NOTHING = Scene()
