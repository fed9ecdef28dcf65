"""`list`: all optimal placements, in no particular order."""

from satchess.verbs.base import Known, Verb


class List(Verb):
    """List the optimal placements as they are found."""

    name = "list"
    summary = "List the optimal placements."
    details = "In no particular order, as they are found."
    counts = True
    streams = True
    divides = False
    byproducts = ("solve", "count")

    def is_answered(self, known: Known) -> bool:
        """All of them, which the engine knows when it has finished."""
        return known.done and known.counted
