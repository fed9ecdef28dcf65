"""Certificates as a forger would write them, with nothing of satchess in between."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from satchess.certificates.diagrams import diagram_lines
from satchess.verify.folder import FORMAT
from satchess.verify.formula import Constraint
from satchess.verify.question import read_question
from satchess.verify.statement import state
from satchess.verify.system import System


def forged(
    folder: Path,
    claim: str,
    verb: str,
    question: str,
    answer: Mapping[str, object],
    files: Mapping[str, str] | None = None,
    **more: object,
) -> Path:
    """Write a folder that claims something about a question; its statement is the true one."""
    folder.mkdir()
    said = {"format": FORMAT, "claim": claim, "verb": verb, "question": question, "answer": answer}
    (folder / "certificate.json").write_text(json.dumps(said | more))
    statement = "".join(f"{line}\n" for line in state(read_question(question)).lines())
    for name, text in {"formula.opb": statement, **(files or {})}.items():
        (folder / name).write_text(text)
    return folder


def diagram(question: str, more: Sequence[Constraint] = ()) -> str:
    """Return a diagram of the placements of a question, perhaps with further constraints."""
    formula = state(read_question(question))
    system = System(formula.names, [*formula.constraints, *more])
    order = list(range(1, len(formula.names) + 1))
    return "".join(f"{line}\n" for line in diagram_lines(system, order, [], 100_000))
