"""`count`: how many optimal placements there are."""

from satchess.verbs.base import Known, Verb


class Count(Verb):
    """Count the optimal placements."""

    name = "count"
    summary = "Count the optimal placements."
    counts = True
    flags = True
    byproducts = ("solve",)

    def is_answered(self, known: Known) -> bool:
        """An exact number."""
        return known.counted
