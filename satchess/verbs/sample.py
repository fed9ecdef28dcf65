"""`sample`: placements by their ranks among all optimal ones, which the service draws."""

from satchess.verbs.base import Known, Verb


class Sample(Verb):
    """Find the placements of given ranks; nothing of it is remembered."""

    name = "sample"
    summary = "Draw optimal placements at random, each equally likely."
    details = "With repetition: a placement may come twice. The same seed gives the same sample."
    divides = False

    def is_answered(self, known: Known) -> bool:
        """The engine has finished."""
        return known.done
