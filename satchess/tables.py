"""Tables: the answers to one question for several values of its arguments."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from satchess.answers import Answer
from satchess.errors import MissingLibrary
from satchess.shown import Shown, looks

Key = tuple[int | str, ...]
"""The values of the arguments that vary, in the order of `Table.names`."""


@dataclass(frozen=True)
class Table(Shown, Mapping[Key, Answer]):
    """Answers by the values of the arguments that vary.

    `names` are those arguments, such as `("rows", "columns")` or `("piece", "rows", "columns")`.
    """

    names: tuple[str, ...]
    cells: Mapping[Key, Answer]

    def __post_init__(self) -> None:
        if any(len(key) != len(self.names) for key in self.cells):
            raise ValueError(f"the keys of a Table have a value for each of {self.names}")

    def __getitem__(self, key: Key | int | str) -> Answer:
        """Return an answer: `table[6, 8]`, or `table[6]` where one argument varies."""
        return self.cells[key if isinstance(key, tuple) else (key,)]

    def __iter__(self) -> Iterator[Key]:
        return iter(self.cells)

    def __len__(self) -> int:
        return len(self.cells)

    def __hash__(self) -> int:
        return hash((self.names, frozenset(self.cells.items())))

    def __str__(self) -> str:
        """Return what the command line prints."""
        text: str = looks().text(self)
        return text

    def __repr__(self) -> str:
        final = sum(answer.status.is_final for answer in self.values())
        return f"<Table over {', '.join(self.names)}: {final} of {len(self)} cells known>"

    def records(self) -> list[dict[str, object]]:
        """Return a flat record for each cell, as `--format csv` prints them."""
        return [
            {
                **dict(zip(self.names, key, strict=True)),
                "status": str(answer.status),
                "value": answer.value,
                "lower": answer.lower,
                "upper": answer.upper,
                "count": answer.count,
                "exact": answer.exact,
                **({"polynomial": answer.polynomial} if self.is_by_size else {}),
            }
            for key, answer in self.items()
        ]

    @property
    def is_by_size(self) -> bool:
        """Whether placements of each size are counted."""
        return any(answer.request.counting.by_size for answer in self.values())

    @property
    def fields(self) -> tuple[str, ...]:
        """What a record says beside the values of the arguments."""
        return (*FIELDS, "polynomial") if self.is_by_size else FIELDS

    def as_json(self) -> list[dict[str, object]]:
        """Return what `--format json` prints."""
        return [answer.as_json() for answer in self.values()]

    def to_pandas(self) -> Any:
        """Return the records as a `pandas.DataFrame`."""
        try:
            import pandas
        except ImportError:
            raise MissingLibrary("Table.to_pandas", "pandas") from None
        return pandas.DataFrame(self.records(), columns=[*self.names, *self.fields]).set_index(
            list(self.names)
        )


FIELDS = ("status", "value", "lower", "upper", "count", "exact")
"""What a record says beside the values of the arguments."""
