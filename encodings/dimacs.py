"""DIMACS files: clauses for other tools, with the projection as model counters read it.

`c p show` is the format of the Model Counting Competition, https://mccompetition.org.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
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


def write_weighted_dimacs(
    stream: TextIO,
    hard: Collection[Iterable[int]],
    soft: Mapping[int, int],
    top: int,
    comments: Iterable[str] = (),
) -> None:
    """Write hard clauses, and literals with what it costs if they are false."""
    for line in "\n".join(comments).splitlines():
        stream.write(f"c {line}\n")
    forbidding = sum(soft.values()) + 1
    stream.write(f"p wcnf {top} {len(hard) + len(soft)} {forbidding}\n")
    stream.writelines(f"{forbidding} {_line(clause)}" for clause in hard)
    stream.writelines(f"{weight} {_line([literal])}" for literal, weight in soft.items())
