"""A complete list: these are all the placements, or all the best ones.

`list.opb` is the statement, with 'no worse than `value`' where something is optimised; `list.pbp`
lists its solutions, and proves that there are no others. All must have the value that is claimed.
"""

from satchess.verify.claims.count import no_worse
from satchess.verify.folder import MANIFEST, Certificate
from satchess.verify.formula import Constraint, Formula
from satchess.verify.refusal import Refused
from satchess.verify.veripb.checker import check_proof

FORMULA = "list.opb"
PROOF = "list.pbp"


def check(certificate: Certificate, part: int | None) -> str:
    """Check that the placements of the proof are all there are."""
    if part is not None:
        raise Refused("the proof has no parts", MANIFEST)
    certificate.ensure_only("count", "value")
    more = no_worse(certificate)
    if certificate.formula.objective is not None and not more:
        raise Refused("answer: expected the value of the best placements", MANIFEST)
    formula = list_formula(certificate.formula, more)
    certificate.compare(FORMULA, formula)
    proved = check_proof(formula, certificate.lines(PROOF), PROOF)
    if proved.kind != "ENUMERATION_COMPLETE":
        raise Refused("it does not conclude ENUMERATION_COMPLETE", PROOF)
    count = len(proved.solutions)
    if count != certificate.number("count"):
        raise Refused(f"{count} placements are listed", MANIFEST)
    values = {abs(certificate.formula.value(solution)) for solution in proved.solutions}
    if more and values != {certificate.number("value")}:
        raise Refused("not all placements have the value that is claimed", MANIFEST)
    best = f" with {certificate.number('value')}, and none is better" if more else ""
    placements = f"{count} placement{'s' * (count != 1)}"
    return f"'{certificate.question.text}' has just the {placements} that are listed{best}"


def list_formula(formula: Formula, more: list[Constraint]) -> Formula:
    """Return the formula whose solutions are listed."""
    return Formula(formula.names, (*formula.constraints, *more), None, formula.title, True)
