"""A certificate: a folder with a claim, the statement, and proofs.

    certificate.json   what is claimed: verb, question, answer
    formula.opb        the question as a formula; regenerated here, and compared byte by byte
    README.md          the same in plain words
    proof.pbp, ...     what proves it, as the kind of claim has it

All but the first and the README may be compressed (`.gz`, `.xz`).
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest
from pathlib import Path
from typing import Any

from satchess.verify import files
from satchess.verify.formula import Formula
from satchess.verify.question import Asked, read_question
from satchess.verify.refusal import Refused
from satchess.verify.statement import state

MANIFEST = "certificate.json"
STATEMENT = "formula.opb"
FORMAT = "satchess certificate 1"

LONGEST_COUNT = 4_000
"""Digits of a number."""
LONGEST_TEXT = 2_000
"""Characters of what is believed."""
LONGEST_MANIFEST = 1 << 26
KEYS = {"format", "claim", "verb", "question", "answer", "parts", "trusted", "made"}


@dataclass(frozen=True)
class Certificate:
    """What a folder claims."""

    folder: Path
    claim: str
    verb: str
    question: Asked
    answer: dict[str, Any]
    parts: tuple[tuple[str, ...], ...] = ()
    """The literals that each part assumes, where the proof has parts."""
    trusted: str = ""
    """What is believed and not checked, such as a theorem."""

    @classmethod
    def read(cls, folder: Path) -> "Certificate":
        """Read the manifest of a folder."""
        try:
            return cls._read(folder)
        except Refused as refusal:
            raise refusal.at(MANIFEST) from None
        except RecursionError:
            raise Refused("it is nested too deeply", MANIFEST) from None

    @classmethod
    def _read(cls, folder: Path) -> "Certificate":
        said = _read_json(folder / MANIFEST)
        if said.get("format") != FORMAT:
            raise Refused(f"expected a {FORMAT!r}")
        if unknown := said.keys() - KEYS:
            raise Refused(f"unknown key {min(unknown)!r}")
        for key in ("claim", "verb", "question"):
            if not isinstance(said.get(key), str):
                raise Refused(f"no {key}")
        answer, parts = said.get("answer"), said.get("parts", [])
        if not isinstance(answer, dict):
            raise Refused("no answer")
        if not isinstance(parts, list) or not all(_is_words(part) for part in parts):
            raise Refused("parts: expected lists of literals")
        trusted = said.get("trusted", "")
        if not isinstance(trusted, str) or not trusted.isprintable() or len(trusted) > LONGEST_TEXT:
            raise Refused(f"trusted: expected a text of {LONGEST_TEXT} characters at most")
        if trusted and said["claim"] != "placement":
            raise Refused("trusted: the claim has a proof, and nothing to be believed")
        return cls(
            folder,
            said["claim"],
            said["verb"],
            read_question(said["question"]),
            answer,
            tuple(map(tuple, parts)),
            trusted,
        )

    @cached_property
    def formula(self) -> Formula:
        """The statement, as it follows from the question."""
        return state(self.question)

    def check_statement(self) -> None:
        """Raise `Refused` unless the file says, byte by byte, what follows from the question."""
        self.compare(STATEMENT, self.formula)

    def compare(self, name: str, formula: Formula) -> None:
        """Raise `Refused` unless a file holds a formula, byte by byte."""
        pairs = zip_longest(self.lines(name), formula.lines())
        for number, (line, expected) in enumerate(pairs, start=1):
            if line != expected:
                wanted = "the end" if expected is None else repr(expected[:80])
                raise Refused(f"not what the question says, expected {wanted}", name, number)

    def lines(self, name: str) -> Iterator[str]:
        """Yield the lines of a file of the folder."""
        return files.lines(self.folder, name)

    def has(self, name: str) -> bool:
        """Whether there is such a file, perhaps compressed."""
        return files.find(self.folder, name) is not None

    def ensure_only(self, *keys: str) -> None:
        """Raise `Refused` if the answer says more: what is not checked must not be claimed.

        A value is known only where something is optimised.
        """
        known = {key for key in keys if key != "value" or self.formula.objective is not None}
        if unknown := self.answer.keys() - known:
            raise Refused(f"answer: {min(unknown)[:40]!r} is not what is proved", MANIFEST)

    def number(self, key: str) -> int:
        """Return a whole number of the answer."""
        value = self.answer.get(key)
        if not isinstance(value, int) or isinstance(value, bool):
            raise Refused(f"answer: expected a whole number as {key!r}", MANIFEST)
        return value

    def placement(self) -> frozenset[int]:
        """Return the variables of the placement of the answer; it has to keep the rules."""
        words = self.answer.get("placement")
        if not isinstance(words, list) or not _is_words(words):
            raise Refused("answer: expected a list of places as 'placement'", MANIFEST)
        return self.taken(words)

    def taken(self, words: list[str]) -> frozenset[int]:
        """Return the variables of a placement, which has to keep the rules."""
        missing = [word for word in words if word not in self.formula.variable]
        if missing:
            raise Refused(f"no piece may stand on {missing[0][:20]!r}", MANIFEST)
        taken = frozenset(self.formula.variable[word] for word in words)
        if len(taken) < len(words):
            raise Refused("a place is named twice", MANIFEST)
        broken = self.formula.broken(taken)
        if broken is not None:
            raise Refused(f"the placement breaks constraint {broken} of {STATEMENT}", MANIFEST)
        return taken


def _is_words(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(word, str) for word in value)


def _whole(text: str) -> int:
    """Read a number of the manifest: counts may be long, but not without end."""
    if len(text) > LONGEST_COUNT or not text.lstrip("-").isdigit():
        raise Refused(f"{text[:40]!r}: expected a whole number")
    return int(text)


def _table(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Make an object of the manifest: readers differ on which of two equal keys counts."""
    table = dict(pairs)
    if len(table) < len(pairs):
        raise Refused("a key is there twice")
    return table


def _read_json(path: Path) -> dict[str, Any]:
    try:
        if not files.is_there(path):
            raise Refused("there is no such file")
        with path.open("rb") as stream:
            text = stream.read(min(path.stat().st_size, LONGEST_MANIFEST) + 1)
        if len(text) > LONGEST_MANIFEST:
            raise Refused("it is too long")
        said = json.loads(
            text.decode("ascii"),
            parse_int=_whole,
            parse_float=_whole,
            object_pairs_hook=_table,
        )
    except OSError as error:
        raise Refused(f"cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError):
        raise Refused("not JSON in plain ASCII") from None
    if not isinstance(said, dict):
        raise Refused("expected an object")
    return said


def verify(folder: Path, part: int | None = None) -> str:
    """Check a certificate, or one part of it; return what is proved, or raise `Refused`.

    `Believed` is raised where the placement holds, but a theorem says that it is the best.
    """
    try:
        return _verify(folder, part)
    except RecursionError:
        raise Refused("it is nested too deeply") from None
    except MemoryError:
        raise Refused("it needs more memory than there is") from None


def _verify(folder: Path, part: int | None) -> str:
    from satchess.verify.claims import ANSWERS, CLAIMS, FLAGS

    certificate = Certificate.read(folder)
    if certificate.claim not in CLAIMS:
        raise Refused(f"claim {certificate.claim[:40]!r}: unknown", MANIFEST)
    verb, *flags = certificate.verb.split(" ")
    if certificate.claim not in ANSWERS.get(verb, ()):
        raise Refused(f"verb {certificate.verb[:40]!r}: the claim does not answer it", MANIFEST)
    if len(set(flags)) < len(flags) or not FLAGS.get(verb, frozenset()).issuperset(flags):
        raise Refused(f"verb {certificate.verb[:40]!r}: expected {verb!r}", MANIFEST)
    if "bottleneck" in certificate.question.options and certificate.claim != "beautiful":
        raise Refused(f"the claim of a {certificate.claim} says nothing of weights", MANIFEST)
    certificate.check_statement()
    return CLAIMS[certificate.claim](certificate, part)
