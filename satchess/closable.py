"""What has to be closed: `with` closes it, however the block ends."""

from abc import ABC, abstractmethod
from types import TracebackType
from typing import Self


class Closable(ABC):
    """A context manager that closes itself."""

    @abstractmethod
    def close(self) -> None:
        """Give back what is held."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
