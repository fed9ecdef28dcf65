"""Counts of exported formulas: over the board variables, which need not determine the others."""

import pytest
from pysat.formula import CNF

from satchess.cli.failures import exit_code_of
from satchess.encodings.at_most_one import AT_MOST_ONE
from satchess.encodings.cardinality import CARDINALITY
from satchess.encodings.collector import ClauseCollector
from satchess.engines.counting import ganak

COUNTS = {
    "independence queen 5 --size 4": 82,
    "domination rook 3 --size 4": 117,
    "independence king 4 --all": 314,
    "crowded-board 3x3 --pieces rook=2,king=1,knight=1": 756,
    "lights 3 --size 5": 1,
}
ENCODINGS = [
    *(("--cardinality", name) for name in CARDINALITY),
    *(("--at-most-one", name) for name in AT_MOST_ONE),
]


@pytest.mark.parametrize(("option", "name"), ENCODINGS)
def test_projected_counts_of_every_encoding(
    capsys: pytest.CaptureFixture[str], option: str, name: str
) -> None:
    for question, count in COUNTS.items():
        assert exit_code_of(["cnf", *question.split(), option, name]) == 0
        formula = CNF(from_string=capsys.readouterr().out)
        (shown,) = [line for line in formula.comments if line.startswith("c p show ")]
        collector = ClauseCollector(formula.nv)
        collector.clauses = formula.clauses
        projection = [int(word) for word in shown.split()[3:-1]]
        assert ganak._projected(collector, projection) == count, question
