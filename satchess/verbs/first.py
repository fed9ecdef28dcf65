"""`first`: the lexicographically first optimal placement."""

from satchess.verbs.base import Known, Verb


class First(Verb):
    """Find the first placement: square by square from a1, row by row, occupied before empty."""

    name = "first"
    summary = "Find the lexicographically first optimal placement."
    details = "Square by square from a1, row by row, occupied before empty."
    oriented = True
    any_placement = False
    byproducts = ("solve",)

    def is_answered(self, known: Known) -> bool:
        """The engine has finished."""
        return known.done and known.solved
