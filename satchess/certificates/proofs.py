"""Writing a proof in the language of VeriPB 3.0, line by line."""

from collections.abc import Iterable, Sequence
from typing import TextIO

from satchess.verify.formula import Constraint, Formula, write_constraint, write_literal
from satchess.verify.veripb.checker import END, HEADER


class ProofLog:
    """A proof that is being written. Rules return the id of the constraint they add."""

    def __init__(self, stream: TextIO, formula: Formula) -> None:
        self._stream = stream
        self.formula = formula
        self.names = list(formula.names)
        self.last = len(formula.constraints)
        self._write(HEADER)
        self._write(f"f {self.last} ;")

    def fresh(self) -> int:
        """Return a new variable."""
        self.names.append(f"y{len(self.names) + 1 - len(self.formula.names)}")
        return len(self.names)

    def pol(self, *words: object) -> int:
        """Add up constraints, in reverse Polish notation."""
        return self._derive(f"pol {' '.join(map(str, words))} ;")

    def rup(self, literals: Iterable[int], hints: Iterable[int]) -> int:
        """Add a clause that follows by propagation over the hinted constraints."""
        terms = "".join(f"1 {write_literal(literal, self.names)} " for literal in literals)
        return self._derive(f"rup {terms}>= 1 : ~ {' '.join(map(str, hints))} ;")

    def red(self, constraint: Constraint, variable: int, *, value: bool) -> int:
        """Add a constraint that a new variable makes true."""
        said = write_constraint(constraint, self.names)
        return self._derive(f"red {said} : {self.names[variable - 1]} -> {int(value)} ;")

    def delete(self, numbers: Iterable[int]) -> None:
        """Forget constraints."""
        if said := " ".join(map(str, numbers)):
            self._write(f"del id {said} ;")

    def improve(self, true: Iterable[int]) -> int:
        """Log a solution; only better ones count from now on."""
        return self._derive(f"soli {self._assignment(true)} ;")

    def exclude(self, true: Iterable[int]) -> int:
        """List a solution; only others count from now on."""
        return self._derive(f"solx {self._assignment(true)} ;")

    def conclude(self, conclusion: str) -> None:
        """End the proof."""
        self._write("output NONE ;")
        self._write(f"conclusion {conclusion} ;")
        self._write(f"{END} ;")

    def conclude_optimum(self, value: int, proof: int, true: Iterable[int]) -> None:
        """End with an optimum: the id of a contradiction, and a solution."""
        self.conclude(f"BOUNDS {value} : {proof} {value} : {self._assignment(true)}")

    def _assignment(self, true: Iterable[int]) -> str:
        taken = set(true)
        names: Sequence[str] = self.formula.names
        return " ".join(
            name if variable in taken else f"~{name}"
            for variable, name in enumerate(names, start=1)
        )

    def _derive(self, line: str) -> int:
        self._write(line)
        self.last += 1
        return self.last

    def _write(self, line: str) -> None:
        self._stream.write(f"{line}\n")
