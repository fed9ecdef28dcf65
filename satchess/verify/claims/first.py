"""A first placement: it keeps the rules, and none comes before it.

Squares are read in the order of the statement, occupied before empty. What comes before the
placement agrees with it up to some square, which is empty in the placement and occupied in the
other. So for each empty square, in order, `first.tree` refutes this beginning: all squares before
as in the placement, and this one occupied. Beginnings that contradict an inequality at once are
left out. Where something is optimised, `proof.pbp` proves the optimum, and only placements that are
no worse are refuted.

    satchess first 1
    clique a1 b1 ...        further inequalities, as in `system`
    beginning c1            its tree follows, as in `tree`
    ...
    end
"""

from satchess.verify.claims import optimum
from satchess.verify.claims.count import no_worse
from satchess.verify.folder import MANIFEST, Certificate
from satchess.verify.position import Position
from satchess.verify.reader import Reader
from satchess.verify.refusal import Refused
from satchess.verify.system import System
from satchess.verify.tree import check_refuted

HEADING = "satchess first 1"
TREE = "first.tree"


def check(certificate: Certificate, part: int | None) -> str:
    """Check that a placement comes first."""
    if part is not None:
        raise Refused("the proof has no parts", MANIFEST)
    certificate.ensure_only("placement", "value")
    if certificate.formula.objective is not None:
        optimum.check(certificate, None)
    taken = certificate.placement()
    formula = certificate.formula
    system = System(formula.names, [*formula.constraints, *no_worse(certificate)])
    reader = Reader(certificate.lines(TREE), TREE)
    reader.expect(HEADING)
    words = system.read(reader)
    position = Position(system.followed, len(system.names))
    for variable, name in enumerate(system.names, start=1):
        if variable not in taken:
            here = position.mark()
            if position.is_open and position.decide(variable):
                if words != ["beginning", name]:
                    raise reader.refusal(f"expected the beginning with {name}")
                check_refuted(reader, position, system)
                words = reader.next()
            position.back(here)
        if not position.decide(variable if variable in taken else -variable):
            raise Refused(f"{name}: the placement contradicts an inequality", MANIFEST)
    if words != ["end"]:
        raise reader.refusal("expected 'end'")
    reader.ensure_end()
    return f"the placement is the first of '{certificate.question.text}'"
