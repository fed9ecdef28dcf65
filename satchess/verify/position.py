"""Positions: some variables are decided, and what follows from that at once.

The slack of an inequality is what its literals that are not false add up to, beyond what they have
to. Below 0 it cannot be paid any more; an open literal that weighs more than the slack is true.
"""

from collections.abc import Iterable, Mapping

from satchess.verify.inequalities import Inequality


class Position:
    """The values of variables and the slack of inequalities, with a way back."""

    def __init__(self, inequalities: Iterable[Inequality], variables: int) -> None:
        inequalities = list(inequalities)
        self._inequalities = inequalities
        self.value: list[bool | None] = [None] * (variables + 1)
        self.slack = [inequality.total - inequality.least for inequality in inequalities]
        self._largest = [max(i.coefficients.values(), default=0) for i in inequalities]
        self._having: dict[int, list[tuple[int, int]]] = {}
        for number, inequality in enumerate(inequalities):
            for literal, coefficient in inequality.coefficients.items():
                self._having.setdefault(literal, []).append((number, coefficient))
        self._trail: list[int] = []
        self.is_open = self._follow_all()
        """Whether nothing is wrong before anything is decided."""

    def _follow_all(self) -> bool:
        queue: list[int] = []
        for number in range(len(self._inequalities)):
            if not self._force(number, queue):
                return False
        return self._settle(queue)

    def holds(self, literal: int) -> bool | None:
        """Whether a literal is true; None if it is open."""
        value = self.value[abs(literal)]
        return value if value is None or literal > 0 else not value

    def open_literals(self, number: int) -> list[int]:
        """Return the open literals of an inequality, in the order of their variables."""
        literals = self._inequalities[number].coefficients
        return sorted((x for x in literals if self.value[abs(x)] is None), key=abs)

    def is_paid(self, number: int) -> bool:
        """Whether the true literals of an inequality are enough."""
        inequality = self._inequalities[number]
        held = (n for literal, n in inequality.coefficients.items() if self.holds(literal))
        return sum(held) >= inequality.least

    def decide(self, literal: int) -> bool:
        """Make a literal true with all that follows; return whether nothing is contradicted."""
        return self._settle([literal])

    def add(self, inequality: Inequality) -> bool:
        """Demand one more inequality; return whether nothing is contradicted."""
        number = len(self._inequalities)
        self._inequalities.append(inequality)
        paying = (n for x, n in inequality.coefficients.items() if self.holds(x) is not False)
        self.slack.append(sum(paying) - inequality.least)
        self._largest.append(max(inequality.coefficients.values(), default=0))
        for literal, coefficient in inequality.coefficients.items():
            self._having.setdefault(literal, []).append((number, coefficient))
        queue: list[int] = []
        return self._force(number, queue) and self._settle(queue)

    def drop(self) -> None:
        """Forget the inequality that was added last; all that followed has to be undone before."""
        for literal in self._inequalities.pop().coefficients:
            self._having[literal].pop()
        self.slack.pop()
        self._largest.pop()

    def mark(self) -> int:
        """Return what `back` needs to come back here."""
        return len(self._trail)

    def back(self, mark: int) -> None:
        """Undo whatever was decided after a mark."""
        while len(self._trail) > mark:
            literal = self._trail.pop()
            self.value[abs(literal)] = None
            for number, coefficient in self._having.get(-literal, ()):
                self.slack[number] += coefficient

    def is_refuted_by(self, multipliers: Mapping[int, int]) -> bool:
        """Whether a sum of inequalities cannot be paid by the literals that are not false.

        A literal and its negation cannot both pay.
        """
        left = sum(times * self.slack[number] for number, times in multipliers.items())
        pays: dict[int, int] = {}
        for number, times in multipliers.items():
            for literal, coefficient in self._inequalities[number].coefficients.items():
                if self.value[abs(literal)] is None:
                    pays[literal] = pays.get(literal, 0) + times * coefficient
        return left < sum(min(pay, pays.get(-x, 0)) for x, pay in pays.items() if x > 0)

    def _settle(self, queue: list[int]) -> bool:
        while queue:
            literal = queue.pop()
            held = self.holds(literal)
            if held is not None:
                if not held:
                    return False
                continue
            self.value[abs(literal)] = literal > 0
            self._trail.append(literal)
            lacking = self._having.get(-literal, ())
            for number, coefficient in lacking:
                self.slack[number] -= coefficient
            for number, _ in lacking:
                if not self._force(number, queue):
                    return False
        return True

    def _force(self, number: int, queue: list[int]) -> bool:
        """Queue what an inequality forces; return whether it can still be paid."""
        slack = self.slack[number]
        if slack < 0:
            return False
        if slack < self._largest[number]:
            for literal, coefficient in self._inequalities[number].coefficients.items():
                if coefficient > slack and self.value[abs(literal)] is None:
                    queue.append(literal)
        return True
