"""Draws the gallery: a picture for each puzzle of the cabinet, and a page that shows them.

    python tools/gallery.py           writes docs/results/gallery/

Each picture is the answer to the command beneath it, found again every time.
"""

import shlex
from pathlib import Path

from satchess.cli.failures import exit_code_of
from satchess.cli.showing import save_picture
from satchess.questions import Question
from satchess.questions.puzzle import Puzzle

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "results" / "gallery"

PETERSEN = "graph:a-b-e-f,b-c-g,c-d-h,d-e-i,e-j,f-h-i,g-i-j,h-j"

PICTURES = {
    "crowded-board": "crowded-board",
    "detective": "puzzle detective",
    "coloured-regions": "puzzle coloured-regions",
    "court": "puzzle court",
    "treasure": "puzzle treasure",
    "stamps": "stamps 4 --values 1..5",
    "five-by-five": "lights 5x5",
    "lights-on": "lights 4x4 --moves rook --start random:3",
    "equal-vision": "equal-vision 4x4 --sees 6",
    "equal-vision-7": "equal-vision 4x4 --sees 7",
    "abbots-window": "abbots-window 8x8",
    "non-dominating": "non-dominating queen 8",
    "peaceable": "peaceable queen 8",
    "separation": "separation queen 8 --pawns 3",
    "no-three-in-line": "no-three-in-line 8",
    "beautiful": "beautiful 16",
    "knights-total": "domination knight 8 --total",
    "knights-independent": "domination knight 8 --independent",
    "klein": "independence queen 7x7:klein",
    "diamond": "domination queen 9 --shape diamond",
    "half-turn": "queens 12 --symmetric half",
    "independent-set": f"independent-set {PETERSEN}",
    "dominating-set": f"dominating-set {PETERSEN}",
    "irredundance": "irredundance king 6",
    "irredundant-set": f"irredundant-set {PETERSEN}",
}
"""The name of each picture, and the question that it answers."""


WORKSHEET = "regions 6 --number 4 --difficulty medium --title 'Queens for class'"
"""What is on the sample page to print."""


def write_worksheet() -> list[str]:
    """Write a page of puzzles and the page behind it; return their part of the gallery."""
    page = FOLDER / "worksheet.svg"
    words = ["puzzle", "sheet", *shlex.split(WORKSHEET), "--out", str(page)]
    assert exit_code_of(words) == 0
    return [
        "## A page for the class, and its solutions",
        "",
        "![Puzzles](worksheet.svg) ![Solutions](worksheet-2.svg)",
        "",
        f"    satchess puzzle sheet {WORKSHEET} --out worksheet.svg",
        "",
    ]


def main() -> None:
    """Write the pictures and the page."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    lines = ["# The gallery", "", "Drawn by `make gallery`; each picture answers its command.", ""]
    for name, words in PICTURES.items():
        question = Puzzle.of(words.split()[1]) if "puzzle " in words else Question.parse(words)
        answer = question.solve(cache=False)
        save_picture(FOLDER / f"{name}.svg", question, answer.placement)
        sentence = question.statement(answer.value)
        lines += [f"## {sentence}", "", f"![{words}]({name}.svg)", ""]
        lines += [f"    satchess solve {words}", ""]
    lines += write_worksheet()
    (FOLDER / "index.md").write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
