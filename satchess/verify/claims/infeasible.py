"""An infeasible question: there is no placement at all."""

from satchess.verify.claims.parts import check_parts
from satchess.verify.folder import Certificate
from satchess.verify.refusal import Refused
from satchess.verify.veripb.checker import check_proof

PROOF = "proof.pbp"


def check(certificate: Certificate, part: int | None) -> str:
    """Check that the statement has no solution."""
    certificate.ensure_only()
    claimed = f"'{certificate.question.text}' has no placement"
    if certificate.parts or part is not None:
        return check_parts(certificate, part, [], claimed)
    proved = check_proof(certificate.formula, certificate.lines(PROOF), PROOF)
    if proved.kind != "UNSAT":
        raise Refused("it does not conclude UNSAT", PROOF)
    return claimed
