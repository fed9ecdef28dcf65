"""How far a run over the steps has come, and how long it may take yet."""

from dataclasses import dataclass, field
from time import monotonic
from typing import Any

import numpy as np

from satchess.engines import advance
from satchess.task import Progress

Array = Any

WORDS_OF_A_LOOKUP = 100
"""To look a state up takes as long as to add so many words."""

SECONDS_BETWEEN = 0.5


@dataclass
class Pace:
    """Tells of the steps that are done, now and then.

    Steps to come are reckoned with as many states as the largest so far, which is too few for as
    long as there are squares that no state tells of: until `settled` steps are done, nothing is
    said of the time left.
    """

    settled: int
    turns: int = 1
    turn: int = -1
    start: float = field(default_factory=monotonic)
    told: float = field(default_factory=monotonic)

    def next_turn(self, turns: int) -> None:
        """Begin one of several runs, each of which takes as long."""
        self.turn, self.turns = self.turn + 1, turns

    def after(self, step: int, states: Array, words: Array) -> None:
        """Tell of a step, if it is time; `words` are those of a state's counts after each step."""
        now = monotonic()
        if now < self.told + SECONDS_BETWEEN:
            return
        self.told = now
        effort = WORDS_OF_A_LOOKUP + words
        done = float(np.dot(states[:step], effort[:step]))
        to_come = float(states[:step].max()) * float(effort[step:].sum())
        share = (self.turn + done / (done + to_come)) / self.turns
        steps = self.turn * len(states) + step
        passed = now - self.start
        early = step < self.settled and self.turn == 0
        left = None if early else passed * (1 - share) / share
        parts = self.turns * len(states)
        advance.tell(Progress(steps, parts, share, steps / passed, left))
