"""A count: there are so many placements, as a decision diagram shows.

`count.diagram` is proved equal to the statement, and counted. Where something is optimised, it is
equal to the statement with 'no worse than `value`', and all placements that it has must have that
very value: so it proves the optimum too. With `--by-size` nothing is optimised, and all sizes are
told. With `--up-to-symmetry` there is a diagram for each turn of the board, of the placements that
it moves to themselves; the number of classes is the mean of their counts (Burnside's lemma).
"""

from satchess.verify.diagram import Ways, count_by_value
from satchess.verify.folder import MANIFEST, Certificate
from satchess.verify.formula import Constraint
from satchess.verify.reader import Reader
from satchess.verify.refusal import Refused, written
from satchess.verify.system import System
from satchess.verify.turns import Permutation, fixing, turns
from satchess.verify.veripb.arithmetic import normal

BY_SIZE = "--by-size"
UP_TO_SYMMETRY = "--up-to-symmetry"


def check(certificate: Certificate, part: int | None) -> str:
    """Check a number of placements, or of each size."""
    if part is not None:
        raise Refused("the proof has no parts", MANIFEST)
    by_size, by_class = (flag in certificate.verb for flag in (BY_SIZE, UP_TO_SYMMETRY))
    certificate.ensure_only("count", "by_size" if by_size else "value")
    more = [] if by_size else no_worse(certificate)
    ways = _classes(certificate, more) if by_class else _ways(certificate, more)
    if by_size:
        claimed = certificate.answer.get("by_size")
        is_numbers = isinstance(claimed, dict) and {*map(type, claimed.values())} <= {int}
        if not is_numbers or claimed != {str(size): ways[size] for size in sorted(ways)}:
            raise Refused("the diagrams have other numbers for some size", MANIFEST)
    elif ways and not more and certificate.formula.objective is not None:
        raise Refused("answer: expected the value of the best placements", MANIFEST)
    count = sum(ways.values())
    if count != certificate.number("count"):
        raise Refused(f"the diagrams have {written(count)} placements", MANIFEST)
    placements = f"{count} placement{'s' * (count != 1)}"
    kind = " of any size" * by_size + " up to symmetry" * by_class
    best = f" with {certificate.number('value')}, and none is better" if more else ""
    return f"'{certificate.question.text}' has {placements}{kind}{best}"


def no_worse(certificate: Certificate) -> list[Constraint]:
    """State that a placement is no worse than what is claimed to be the best."""
    objective = certificate.formula.objective
    if objective is None or "value" not in certificate.answer:
        return []
    return [normal(((-weight, variable) for weight, variable in objective), -_cost(certificate))]


def _cost(certificate: Certificate) -> int:
    """Return what the objective is if the value is as claimed."""
    value = certificate.number("value")
    is_negative = any(weight < 0 for weight, _ in certificate.formula.objective or ())
    return -value if is_negative else value


def _classes(certificate: Certificate, more: list[Constraint]) -> Ways:
    """Count placements up to the turns of the board."""
    group = turns(certificate.question, certificate.formula)
    sums: Ways = {}
    for number, permutation in enumerate(group):
        for value, count in _ways(certificate, more, number, permutation).items():
            sums[value] = sums.get(value, 0) + count
    if any(count % len(group) for count in sums.values()):
        raise Refused("the placements that turns fix do not make whole classes", MANIFEST)
    return {value: count // len(group) for value, count in sums.items()}


def _ways(
    certificate: Certificate,
    more: list[Constraint],
    number: int = 0,
    permutation: Permutation = (),
) -> Ways:
    """Count the placements of one diagram by their size; all of them have to be the best."""
    name = diagram_name(number)
    formula = certificate.formula
    system = System(formula.names, [*formula.constraints, *more, *fixing(permutation)])
    sizes = dict.fromkeys(range(1, len(formula.names) + 1), 1)
    weights = sizes if not more else {v: weight for weight, v in formula.objective or ()}
    ways = count_by_value(Reader(certificate.lines(name), name), system, weights)
    if more and ways.keys() - {_cost(certificate)}:
        raise Refused("it has a placement that is better than the best", name)
    if more and not ways and not number:
        raise Refused("it has no placement of the value that is claimed", name)
    return ways


def diagram_name(number: int) -> str:
    """Return the file of a turn; the first is the identity."""
    return f"count-{number}.diagram" if number else "count.diagram"
