"""A question answered as the papers do it: one short programme for one library, of its own.

    python tools/benchmarks/plain.py highs domination queen 8

It shares nothing with satchess: whole commands are compared with it. Domination: a square or one
that attacks it is occupied. Independence: a line of a rider has at most one piece, and so has a
pair of squares that a leaper connects.
"""

import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

LEAPS = {
    "king": [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if r or c],
    "knight": [(r, c) for r in (-2, -1, 1, 2) for c in (-2, -1, 1, 2) if abs(r) != abs(c)],
}
RIDES = {
    "rook": [(0, 1), (1, 0)],
    "bishop": [(1, 1), (1, -1)],
    "queen": [(0, 1), (1, 0), (1, 1), (1, -1)],
}


def groups(question: str, piece: str, side: int) -> list[list[int]]:
    """Return what has to be occupied, or may be once."""
    squares = {(r, c): r * side + c for r in range(side) for c in range(side)}

    def ray(square: tuple[int, int], step: tuple[int, int]) -> list[int]:
        found, (row, column) = [], square
        while (row := row + step[0], column := column + step[1]) and (row, column) in squares:
            found.append(squares[row, column])
        return found

    def attacked(square: tuple[int, int]) -> list[int]:
        if piece in LEAPS:
            near = ((square[0] + r, square[1] + c) for r, c in LEAPS[piece])
            return [squares[other] for other in near if other in squares]
        both = [step for r, c in RIDES[piece] for step in ((r, c), (-r, -c))]
        return [other for step in both for other in ray(square, step)]

    if question == "domination":
        return [[number, *attacked(square)] for square, number in squares.items()]
    if piece in LEAPS:
        return [[v, w] for square, v in squares.items() for w in attacked(square) if v < w]
    return [
        [number, *line]
        for square, number in squares.items()
        for step in RIDES[piece]
        if (square[0] - step[0], square[1] - step[1]) not in squares and (line := ray(square, step))
    ]


def cp_sat(sets: Sequence[Sequence[int]], size: int, *, fewest: bool) -> int:
    """Optimise with CP-SAT."""
    cp_model: Any = import_module("ortools.sat.python.cp_model")
    model = cp_model.CpModel()
    x = [model.new_bool_var("") for _ in range(size)]
    for squares in sets:
        state = model.add_bool_or if fewest else model.add_at_most_one
        state([x[v] for v in squares])
    (model.minimize if fewest else model.maximize)(sum(x))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.linearization_level = 2
    assert solver.solve(model) == cp_model.OPTIMAL
    value: float = solver.objective_value
    return round(value)


def highs(sets: Sequence[Sequence[int]], size: int, *, fewest: bool) -> int:
    """Optimise with HiGHS."""
    highspy: Any = import_module("highspy")
    model = highspy.Highs()
    for option, value in {"output_flag": False, "threads": 1, "mip_rel_gap": 0.0}.items():
        model.setOptionValue(option, value)
    model.addVars(size, [0.0] * size, [1.0] * size)
    model.changeColsIntegrality(size, list(range(size)), [highspy.HighsVarType.kInteger] * size)
    for v in range(size):
        model.changeColCost(v, 1.0)
    for squares in sets:
        least, most = (1.0, float(size)) if fewest else (0.0, 1.0)
        model.addRow(least, most, len(squares), list(squares), [1.0] * len(squares))
    if not fewest:
        model.changeObjectiveSense(highspy.ObjSense.kMaximize)
    model.run()
    assert model.getModelStatus() == highspy.HighsModelStatus.kOptimal
    optimum: float = model.getInfo().objective_function_value
    return round(optimum)


def rc2(sets: Sequence[Sequence[int]], size: int, *, fewest: bool) -> int:
    """Optimise with RC2 of python-sat, pairs stated one by one."""
    formulas: Any = import_module("pysat.formula")
    rc2_module: Any = import_module("pysat.examples.rc2")
    formula = formulas.WCNF()
    for squares in sets:
        if fewest:
            formula.append([v + 1 for v in squares])
        else:
            formula.extend([[-v - 1, -w - 1] for i, v in enumerate(squares) for w in squares[:i]])
    for v in range(size):
        formula.append([-v - 1 if fewest else v + 1], weight=1)
    with rc2_module.RC2Stratified(formula, solver="g4", exhaust=True, minz=True) as solver:
        model = solver.compute()
    return sum(literal > 0 for literal in model[:size])


def clingo(sets: Sequence[Sequence[int]], size: int, *, fewest: bool) -> int:
    """Optimise with clingo, by unsatisfiable cores."""
    library: Any = import_module("clingo")
    rules = [f"{{ x(0..{size - 1}) }}."]
    for squares in sets:
        atoms = "; ".join(f"x({v})" for v in squares)
        rules.append(f":- {{ {atoms} }} 0." if fewest else f":- 2 {{ {atoms} }}.")
    rules.append(f"#{'minimize' if fewest else 'maximize'} {{ 1,V: x(V) }}.")
    control = library.Control(["--opt-strategy=usc"])
    control.add("base", [], "\n".join(rules))
    control.ground([("base", [])])
    control.solve()
    cost = int(control.statistics["summary"]["costs"][0])
    return abs(cost)


WAYS: dict[str, Callable[..., int]] = {
    "cp-sat": cp_sat,
    "highs": highs,
    "rc2": rc2,
    "clingo": clingo,
}
"""The library of each programme."""


def main(words: Sequence[str]) -> int:
    """Answer one question, and print its optimum."""
    way, question, piece, board = words
    side = int(board)
    print(WAYS[way](groups(question, piece, side), side**2, fewest=question == "domination"))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
