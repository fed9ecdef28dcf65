"""A placement: it keeps the rules, and where nothing is optimised that is the whole answer.

Where something is, that nothing is better is said by a theorem. It is named, in whatever words, and
not checked: what is shown then is less than what is claimed (`Believed`).
"""

from satchess.verify.folder import MANIFEST, Certificate
from satchess.verify.refusal import Believed, Refused


def check(certificate: Certificate, part: int | None) -> str:
    """Check the placement."""
    if part is not None:
        raise Refused("the proof has no parts", MANIFEST)
    certificate.ensure_only("placement", "value")
    taken = certificate.placement()
    asked = certificate.question.text
    if certificate.formula.objective is None:
        if certificate.trusted:
            raise Refused("trusted: there is nothing to be believed", MANIFEST)
        return f"'{asked}' has a placement"
    if not certificate.trusted:
        raise Refused("nothing shows that no placement is better", MANIFEST)
    value = abs(certificate.formula.value(taken))
    if certificate.number("value") != value:
        raise Refused(f"the placement has the value {value}", MANIFEST)
    raise Believed(
        f"'{asked}' has a placement with {value}; that it is the best is believed, not checked",
        certificate.trusted,
    )
