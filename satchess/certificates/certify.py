"""From a request to a certificate that has been checked."""

import time
from dataclasses import dataclass, replace
from pathlib import Path

from satchess import __version__
from satchess.answers import Answer
from satchess.certificates import maker_of
from satchess.certificates.orders import Claim, Order
from satchess.certificates.readme import page
from satchess.certificates.wording import asked
from satchess.certificates.writing import FolderWriter
from satchess.errors import NotKnown, WrongAnswer
from satchess.request import Request
from satchess.service import answer as service
from satchess.service.memory import opened
from satchess.service.options import RunOptions
from satchess.service.session import Watcher
from satchess.verify.folder import FORMAT, STATEMENT, verify
from satchess.verify.refusal import Believed, Refused
from satchess.verify.statement import state


@dataclass(frozen=True)
class Certified:
    """A certificate: what it proves, how large it is, and how long it took."""

    answer: Answer
    proved: str
    folder: Path
    size: int
    making: float
    checking: float

    def as_json(self) -> dict[str, object]:
        """Return what `--json` prints."""
        return {
            "verb": self.answer.verb,
            "question": str(self.answer.question),
            "proved": self.proved,
            "trust": str(self.answer.trust),
            "certificate": self.answer.certificate or None,
            "folder": str(self.folder),
            "bytes": self.size,
            "seconds_to_make": round(self.making, 3),
            "seconds_to_check": round(self.checking, 3),
        }


def certify(
    request: Request,
    folder: Path,
    options: RunOptions,
    *,
    parts: int = 1,
    cache: Path | str | bool = True,
    watch: Watcher | None = None,
) -> Certified:
    """Answer a request, prove the answer, and check the proof.

    A refutation may have so many `parts`, each a file; those that are there already are kept.
    """
    make = maker_of(request.verb)
    question = asked(request.question)
    formula = state(question)
    answer, interrupt = service.respond(request, options, cache=cache, watch=watch)
    if interrupt is not None:
        raise interrupt
    if not answer.status.is_final:
        raise NotKnown(f"nothing to certify: '{request}' is not answered ({answer.note})")
    writer = FolderWriter(folder)
    writer.ensure_same(request.verb_with_flags, question.text)
    began = time.perf_counter()
    writer.lines(STATEMENT, formula.lines())
    claim = make(Order(answer, question, formula, writer, parts))
    _finish(writer, request, question.text, claim)
    made = time.perf_counter()
    is_certified = True
    try:
        proved = verify(folder)
    except Believed as believed:
        is_certified, proved = False, believed.shown
    except Refused as refusal:
        raise WrongAnswer(f"the certificate of '{request}' does not hold: {refusal}") from None
    checked = time.perf_counter()
    if is_certified:
        answer = replace(answer, certificate=writer.digest())
        with opened(cache) as memory:
            answer = memory.remember(answer)
    return Certified(answer, proved, folder, writer.size(), made - began, checked - made)


def _finish(writer: FolderWriter, request: Request, text: str, claim: Claim) -> None:
    """Write the page for readers, and last what is claimed."""
    said: dict[str, object] = {
        "format": FORMAT,
        "claim": claim.kind,
        "verb": request.verb_with_flags,
        "question": text,
        "answer": claim.answer,
        "made": f"satchess {__version__}",
    }
    if claim.parts:
        said["parts"] = list(map(list, claim.parts))
    if claim.trusted:
        said["trusted"] = claim.trusted
    writer.readme(page(said, claim))
    writer.manifest(said)
