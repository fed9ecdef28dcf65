"""Tables of terms as people have them: b-files, and the internal format of OEIS."""

import re

from satchess.errors import BadInput

_PAIR = r"(-?\d{1,9})[ \t]+(-?\d+)"
_DATA = r"%[STU] A\d{6} ?([-\d, ]*)"
_OFFSET = r"%O A\d{6} (-?\d{1,9})"
MOST_DIGITS = 4_000
"""Of a number; Python reads no longer ones from a text."""


def read_table(text: str, name: str = "table") -> dict[int, int]:
    """Read terms by their index, from a b-file or from lines %S, %T, %U and %O.

    Comments (`#`) and empty lines are passed over. The indices of a b-file have to be consecutive.

    >>> read_table("1 1\\n2 4\\n3 79\\n")
    {1: 1, 2: 4, 3: 79}
    """
    if re.search("^%[A-Za-z] A", text, re.MULTILINE):
        return _read_internal(text, name)
    table: dict[int, int] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        plain = line.partition("#")[0].strip()
        if not plain:
            continue
        pair = re.fullmatch(_PAIR, plain)
        where = f"{name}: line {number} {line[:60]!r}"
        if pair is None or len(plain) > MOST_DIGITS:
            raise BadInput(f"{where}: expected an index and a term, such as '4 3600'")
        index = int(pair[1])
        if table and index != next(reversed(table)) + 1:
            raise BadInput(f"{where}: expected index {next(reversed(table)) + 1}")
        table[index] = int(pair[2])
    if not table:
        raise BadInput(f"{name}: no terms, expected lines such as '4 3600'")
    return table


def _read_internal(text: str, name: str) -> dict[int, int]:
    data = ",".join(match[1] for match in re.finditer(_DATA, text))
    offset = re.search(_OFFSET, text)
    terms = [term.strip() for term in data.split(",") if term.strip()]
    if offset is None or not terms or not all(re.fullmatch(r"-?\d+", term) for term in terms):
        raise BadInput(f"{name}: expected terms in lines %S, %T, %U and their offset in %O")
    return {int(offset[1]) + place: int(term) for place, term in enumerate(terms)}
