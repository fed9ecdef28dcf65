"""An optimum: a placement has this value, and none has a better one.

`proof.pbp` concludes both. Where the proof has parts, part 17 refutes whatever is better than the
placement and has the literals of `parts[16]`: `part-17.pbp` proves that `part-17.opb` has no
solution; and `join.pbp` proves that these cases are all there are.
"""

from satchess.verify.claims.parts import check_parts
from satchess.verify.folder import MANIFEST, Certificate
from satchess.verify.refusal import Refused
from satchess.verify.veripb.arithmetic import normal
from satchess.verify.veripb.checker import check_proof

PROOF = "proof.pbp"


def check(certificate: Certificate, part: int | None) -> str:
    """Check both sides of an optimum."""
    if certificate.formula.objective is None:
        raise Refused("the question has nothing to be optimised", MANIFEST)
    certificate.ensure_only("value", "placement")
    value = certificate.number("value")
    taken = certificate.placement()
    if abs(certificate.formula.value(taken)) != value:
        raise Refused(f"the placement does not have the value {value}", MANIFEST)
    cost = certificate.formula.value(taken)
    claimed = f"the optimum of '{certificate.question.text}' is {value}"
    if certificate.parts or part is not None:
        terms = ((-weight, variable) for weight, variable in certificate.formula.objective)
        better = normal(terms, 1 - cost)
        return check_parts(certificate, part, [better], claimed)
    proved = check_proof(certificate.formula, certificate.lines(PROOF), PROOF)
    if (proved.kind, proved.lower, proved.upper) != ("BOUNDS", cost, cost):
        raise Refused(f"it does not conclude BOUNDS {cost} {cost}", PROOF)
    return claimed
