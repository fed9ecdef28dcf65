"""Solving like a person: every step is sound, easy puzzles need no guess, reasons are told."""

from itertools import combinations, pairwise, permutations

import pytest
from hypothesis import given, settings

from satchess.domain.board import Board
from satchess.domain.placement import Place, Placement
from satchess.domain.squares import Square, parse_squares
from satchess.puzzles.chance import Chance
from satchess.puzzles.files import find
from satchess.puzzles.queens import Regions, do_not_attack, do_not_touch, random_queens
from satchess.puzzles.reading import read_file
from satchess.puzzles.recipes import RECIPES
from satchess.puzzles.sheet import Sheet
from satchess.puzzles.solving import Contradiction, Difficulty, Rating, Solver, Technique
from satchess.questions.puzzle import Puzzle
from satchess.service.puzzle_making import QUEEN, make, make_detective, parse_pieces
from satchess.service.puzzle_proofs import rate, solutions
from tests.questions.test_puzzles import sheets

SMALL = {"regions": "6", "completion": "7", "detective": "5", "lights": "4"}


def assert_sound(sheet: Sheet, known: list[Placement]) -> None:
    """No step excludes a place of a solution, or takes one that is empty in one."""
    solver = Solver(sheet)
    state = solver.start()
    try:
        for step in solver.steps(state):
            assert str(step).endswith(".")
            for solution in known:
                there = set(solution.places)
                assert not there.intersection(step.excluded), step
                assert there.issuperset(step.taken), step
            state = solver.after(state, step)
    except Contradiction:
        assert not known


@pytest.mark.parametrize("kind", RECIPES)
@pytest.mark.parametrize("seed", range(4))
def test_steps_are_sound_for_made_puzzles(kind: str, seed: int) -> None:
    sheet = make(kind, SMALL[kind], seed)
    assert_sound(sheet, solutions(Puzzle(sheet), 2))


@settings(max_examples=20)
@given(sheets())
def test_steps_are_sound_for_any_sheet(sheet: Sheet) -> None:
    known = solutions(Puzzle(sheet), 30)
    assert_sound(sheet, known)


@pytest.mark.parametrize("name", ["coloured-regions", "detective", "court", "treasure"])
def test_steps_are_sound_for_built_in_puzzles(name: str) -> None:
    assert_sound(find(name), solutions(Puzzle(find(name)), 50))


@pytest.mark.parametrize("kind", ["regions", "completion", "detective"])
@pytest.mark.parametrize("seed", [1, 2])
def test_easy_puzzles_are_solved_without_a_guess(kind: str, seed: int) -> None:
    sheet = make(kind, SMALL[kind], seed, Difficulty.EASY)
    solver = Solver(sheet)
    state = solver.start()
    for step in solver.steps(state):
        assert step.technique not in (Technique.GUESS, Technique.SETS)
        state = solver.after(state, step)
    assert [solver.placement(state)] == solutions(Puzzle(sheet), 2)


@pytest.mark.parametrize(
    ("kind", "size"), [("regions", "6"), ("completion", "7"), ("detective", "6"), ("lights", "5")]
)
@pytest.mark.parametrize("difficulty", Difficulty)
def test_puzzles_are_as_difficult_as_wanted(kind: str, size: str, difficulty: Difficulty) -> None:
    assert rate(make(kind, size, 1, difficulty)).difficulty is difficulty


ROOKS = 'board = "4x4"\npieces = {rook = 4}\npeace = "all"\n'


def first_of(technique: Technique, text: str) -> str:
    sheet = read_file(text, "text")
    solver = Solver(sheet)
    assert_sound(sheet, solutions(Puzzle(sheet), 100))
    return next(str(step) for step in solver.steps(solver.start()) if step.technique is technique)


def test_a_region_within_a_rank_confines_it() -> None:
    told = first_of(Technique.CONFINED, ROOKS + 'regions = "aabb/ccbb/ccdd/ccdd"\n')
    assert told == "what is left for the region of a4 is all in rank 4: no rook on c4 d4."


def test_two_regions_in_two_files() -> None:
    told = first_of(Technique.SETS, ROOKS + 'regions = "aacc/accc/bbdd/bbdd"\n')
    assert told == (
        "the region of a1 and the region of a3 share file a and file b between them,"
        " and nothing else fits there: no rook on b3."
    )


def test_several_solutions_are_never_solved() -> None:
    assert not Rating.of(read_file(ROOKS, "free")).solved


def test_what_is_not_understood_is_told() -> None:
    all_numbers = make_detective(Board.parse("4"), parse_pieces("KQN"), 2, all_numbers=True)
    assert "stand in the way" in Rating.of(all_numbers).unread[0]
    assert Rating.of(find("treasure")).unread == ("what is to be most",)
    assert not Rating.of(find("treasure")).solved


def test_contradictions_are_raised() -> None:
    sheet = read_file('board = "2x2"\npieces = {queen = 2}\npeace = "all"\n', "two")
    assert not Rating.of(sheet).solved


# The material of the makers


@pytest.mark.parametrize("seed", range(5))
def test_regions_fit_no_other_queens_by_brute_force(seed: int) -> None:
    chance = Chance(seed)
    regions = Regions(random_queens(6, chance, do_not_touch), chance)
    unique = regions.make_unique()
    fitting = [
        columns
        for columns in permutations(range(6))
        if all(abs(a - b) > 1 for a, b in pairwise(columns))
        and len({regions.of[Square(r, c)] for r, c in enumerate(columns)}) == 6
    ]
    assert regions.queens in fitting
    assert unique == (len(fitting) == 1)
    other = regions.other_queens()
    assert (other is None) == unique
    assert other is None or (other in fitting and other != regions.queens)


@pytest.mark.parametrize("seed", range(4))
def test_completions_have_no_superfluous_queen_by_brute_force(seed: int) -> None:
    sheet = make("completion", "7", seed)
    everything = [
        {Square(r, c) for r, c in enumerate(columns)}
        for columns in permutations(range(7))
        if all(abs(columns[i] - columns[j]) != j - i for i, j in combinations(range(7), 2))
    ]

    def ways(given: frozenset[Place]) -> int:
        return sum({place.square for place in given} <= queens for queens in everything)

    assert ways(sheet.given) == 1
    for place in sheet.given:
        assert ways(sheet.given - {place}) > 1


@pytest.mark.parametrize("seed", range(4))
def test_lights_by_brute_force(seed: int) -> None:
    sheet = make("lights", "3x4", seed)
    squares = sheet.board.squares
    lit = sheet.lit or frozenset()
    lighting = []
    for number in range(len(squares) + 1):
        for presses in combinations(squares, number):
            lights = set(lit)
            for press in presses:
                lights ^= {
                    s for s in squares if abs(s.row - press.row) + abs(s.column - press.column) <= 1
                }
            if len(lights) == len(squares):
                lighting.append(presses)
        if lighting:
            break
    (fewest,) = lighting
    (solution,) = solutions(Puzzle(sheet), 2)
    assert solution.squares == tuple(sorted(fewest))
    assert rate(sheet).presses == len(fewest)


def test_queens_of_every_size() -> None:
    for size in (4, 5, 12, 20):
        columns = random_queens(size, Chance(size), do_not_attack)
        placed = Placement.of(Place(Square(r, c), QUEEN) for r, c in enumerate(columns))
        assert placed.permutation(Board(size, size)) is not None
        assert len({r + c for r, c in enumerate(columns)}) == size
        assert len({r - c for r, c in enumerate(columns)}) == size


def test_chance_is_the_same_for_ever() -> None:
    """Seeds are printed on sheets of paper."""
    made = make("regions", "5", 3)
    assert [min(region) for region in made.region_list] == [
        Square.parse(name) for name in ("a1", "e1", "a3", "b3", "e4")
    ]
    assert str(make("completion", "6", 1)) == (
        '{board = "6x6", pieces = {queen = 6}, given = {e4 = "queen"}, peace = "all"}'
    )
    assert make("lights", "5", 3).lit == parse_squares("a1 b1 c1 a2 c2 d2 c3 a4 b4 c4 e4 a5 b5")
