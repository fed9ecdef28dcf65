"""DIMACS files: CNF for other tools, with the projection as model counters read it.

`c p show` is the format of the Model Counting Competition, https://mccompetition.org.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import TextIO


def write_dimacs(
    stream: TextIO,
    clauses: Collection[Iterable[int]],
    top: int,
    comments: Iterable[str] = (),
    projection: Sequence[int] | None = None,
) -> None:
    """Write clauses over the variables 1 to `top`; counts are over `projection`, if given."""
    for line in "\n".join(comments).splitlines():
        stream.write(f"c {line}\n")
    stream.write(f"p cnf {top} {len(clauses)}\n")
    if projection is not None:
        stream.write(f"c p show {_line(projection)}")
    stream.writelines(map(_line, clauses))


def _line(numbers: Iterable[int]) -> str:
    return " ".join(map(str, (*numbers, 0))) + "\n"
