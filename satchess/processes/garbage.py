"""Garbage in cycles: Python looks for it as often as 700 objects are new.

What is loaded is made to stay, and looking through it takes long: 30 ms where kernels are loaded,
more than many an answer. Processes of ours look seldom.
"""

import gc

NEW_OBJECTS = 20_000
"""How many there are before the youngest ones are looked through."""


def look_seldom() -> None:
    """Look for garbage seldom from now on, and never among what there is already."""
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS)


def look_no_more() -> None:
    """Take all that is left for needed: it ends with the process."""
    gc.freeze()
