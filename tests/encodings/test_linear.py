"""Integer programmes: rows mean what the constraints mean, whatever is nested or repeated."""

from itertools import product

from hypothesis import example, given
from hypothesis import strategies as st

from satchess.domain.pieces import Piece
from satchess.domain.placement import Place
from satchess.domain.squares import Square
from satchess.encodings.linear import LinearProgramme, bits
from satchess.model import (
    AtLeast,
    AtMost,
    Clause,
    Constraint,
    Exactly,
    Model,
    Objective,
    Parity,
    Sense,
    When,
)
from tests.encodings.truth import holds

SIZE = 4
PLACES = tuple(Place(Square(0, column), Piece.parse("king")) for column in range(SIZE))

literals = st.lists(
    st.integers(1, SIZE).flatmap(lambda v: st.sampled_from([v, -v])), max_size=5
).map(tuple)
bounds = st.integers(-1, 6)
plain = (
    st.builds(Clause, literals)
    | st.builds(AtMost, bounds, literals)
    | st.builds(AtLeast, bounds, literals)
    | st.builds(Exactly, bounds, literals)
    | st.builds(Parity, st.booleans(), literals)
)
one_literal = st.integers(1, SIZE).flatmap(lambda v: st.sampled_from([v, -v]))
constraints = st.recursive(plain, lambda then: st.builds(When, one_literal, then), max_leaves=3)


def satisfiable(programme: LinearProgramme, values: tuple[int, ...]) -> bool:
    """Whether further variables can be chosen so that every row holds."""
    further = list(programme.most)[len(values) :]
    ranges = [range(1, 2) if v == programme.one else range(programme.most[v] + 1) for v in further]
    for rest in product(*ranges):
        value = dict(zip(programme.most, (*values, *rest), strict=True))
        sums = [(sum(c * value[v] for v, c in r.coefficients.items()), r) for r in programme.rows]
        if all(s == r.least if r.is_equation else s >= r.least for s, r in sums):
            return True
    return False


@given(st.lists(constraints, max_size=2))
@example([When(1, When(-2, Parity(True, (1, 2, -3, 3, 4))))])
@example([When(1, Exactly(2, (-2, 2, 3)))])
@example([Clause(())])
def test_rows_mean_what_constraints_mean(stated: list[Constraint]) -> None:
    programme = LinearProgramme.of(Model(PLACES, tuple(stated)))
    for values in product((0, 1), repeat=SIZE):
        expected = all(holds(constraint, tuple(map(bool, values))) for constraint in stated)
        assert satisfiable(programme, values) == expected


@given(literals, st.sampled_from(Sense))
def test_objectives_count_repeated_and_negative_terms(terms: tuple[int, ...], sense: Sense) -> None:
    objective = Objective(sense, terms)
    programme = LinearProgramme.of(Model(PLACES, (), objective))
    assert programme.maximises == (sense is Sense.MOST)
    for values in product((0, 1), repeat=SIZE):
        value = dict(enumerate(values, start=1))
        total = sum(c * value.get(v, 1) for v, c in programme.objective.items())
        assert total == objective.value({v for v, bit in enumerate(values, start=1) if bit})


@given(st.integers(0, 200))
def test_bits_make_every_number_up_to_the_largest(most: int) -> None:
    weights = list(bits(most))
    reached = {0}
    for weight in weights:
        reached |= {number + weight for number in reached}
    assert reached == set(range(most + 1))
