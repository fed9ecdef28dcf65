"""`solve`: the optimum."""

from satchess.verbs.base import Known, Verb


class Solve(Verb):
    """Find the best value, and a placement that has it."""

    name = "solve"
    summary = "Find the optimum, with a placement."

    def is_answered(self, known: Known) -> bool:
        """A placement, and a proof that none is better."""
        return known.solved
