"""What the atlas that comes with satchess knows, by the words of a request."""

import json
from collections import Counter
from collections.abc import Sequence
from functools import cache

from reference import table

from satchess import atlas
from satchess.answers import Answer, Status
from satchess.atlas.file import AtlasFile
from satchess.atlas.plan import Board
from satchess.atlas.records import read
from satchess.closable import Closable
from satchess.request import Request
from satchess.service.memory import signature_of


class Known(Closable):
    """The atlas, asked in words; boards of one family without a signature for each."""

    def __init__(self) -> None:
        self.file = AtlasFile(atlas.SHIPPED)
        self.digests: dict[str, str] = {}
        """Signatures by the canonical words of their requests."""
        self.verbs: Counter[str] = Counter()
        for digest, record in self.file.records():
            verb, question, *_ = json.loads(record)
            self.digests[f"{verb} {question}"] = digest
            self.verbs[verb] += 1

    def close(self) -> None:
        """Close the file."""
        self.file.close()

    def answer(self, words: str) -> Answer | None:
        """Return the answer to a request in words, if it is there."""
        return self._of(signature_of(Request.parse(words)).digest)

    def on(self, words: str, piece: str, board: Board) -> Answer | None:
        """Return the answer to a request of a family, with `{}` for the piece and the board."""
        canonical = _canonical(words)
        turned = Board(board.columns, board.rows, board.gluing)
        tried = [board] if board.gluing == ":cylinder" else [board, turned]
        for each in tried:
            digest = self.digests.get(canonical.format(f"{piece} {each}"))
            if digest is not None:
                return self._of(digest)
        return None

    def _of(self, digest: str) -> Answer | None:
        record = self.file.find(digest)
        return None if record is None else read(record, digest)


@cache
def _canonical(words: str) -> str:
    """Return the words of a family as records have them."""
    sample = "king 3x4"
    return str(signature_of(Request.parse(words.format(sample))).text).replace(sample, "{}")


def both_of(answer: Answer) -> str:
    """Write a value, and in how many ways it is attained."""
    if answer.status is Status.INFEASIBLE:
        return "none"
    value = "" if answer.value is None else f"{answer.value}: "
    return f"{value}{answer.count:,}"


def seconds_of(seconds: float) -> str:
    """Write seconds, with as many digits as mean something."""
    if seconds >= 100:
        return f"{seconds:,.0f}"
    return f"{seconds:.1f}" if seconds >= 10 else f"{seconds:.2f}"


def how(answer: Answer) -> tuple[str, str, str]:
    """Write the engines, the trust and the seconds of the first engine."""
    return answer.engines, str(answer.trust), seconds_of(answer.seconds)


def details(summary: str, head: Sequence[str], rows: Sequence[Sequence[object]]) -> list[str]:
    """Write a table that is opened on demand."""
    return [f"<details><summary>{summary}</summary>", table(head, rows, numbers=True), "</details>"]


__all__ = ["Known", "both_of", "details", "how", "seconds_of", "table"]
