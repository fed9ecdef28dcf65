"""The load of tools/load.py, for a moment: no errors, and look-ups go on in a flood."""

from typing import Any

import load


def test_many_clients_meet_no_error() -> None:
    figures: Any = load.measure(seconds=1, clients=10)
    assert figures["lookups"]["errors"] == 0
    assert figures["lookups"]["requests"] > 0
    assert figures["flood"]["lookups"]["errors"] == 0
    assert figures["flood"]["lookups"]["requests"] > 0
    assert set(figures["flood"]["hard_questions"]["statuses"]) <= {"202", "429", "503"}
    assert "look-ups in a flood" in load.table(figures)
