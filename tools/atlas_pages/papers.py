"""The page of the papers: each published number beside ours."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from reproduction.berghammer import KINDS, PIECES

from atlas_pages.known import Known, both_of, how, seconds_of, table
from satchess.questions import Question

ROOT = Path(__file__).resolve().parents[2]
HEAD = ("published", "ours", "engines", "trust", "seconds")
MISPRINT = " (!)"


def published(name: str) -> Any:
    """Return the numbers of a paper, as they were printed."""
    return json.loads((ROOT / "tests" / "published" / f"{name}.json").read_text("utf-8"))


def result(name: str) -> Any:
    """Return what we have found before."""
    return json.loads((ROOT / "docs" / "results" / f"{name}.json").read_text("utf-8"))


def papers(known: Known) -> Iterator[str]:
    """Write the page."""
    yield "# Five papers, beside ours"
    yield (
        "Every numeric table and named value of five papers. Ours are those of the atlas, with the"
        " two engines that agree and the seconds of the first of them on a busy machine; a dash"
        " where the atlas has none, and then the command that finds it is named. *(!)* marks a"
        " misprint: see [claims corrected](claims.md)."
    )
    yield from berghammer(known)
    yield from leprechauns(known)
    yield from first_queens()
    yield from beautiful_queens()
    yield from sayo(known)
    yield from chlond_toase(known)


def beside(known: Known, question: str, printed: str) -> list[str]:
    """Return cells: the printed number and ours; marked if they differ."""
    answer = known.answer(f"count {question}")
    if answer is None:
        return [printed, "-", "", "", ""]
    ours = both_of(answer)
    return [printed + MISPRINT * (ours != printed), ours, *how(answer)]


def _pair(numbers: Sequence[int]) -> str:
    pieces, ways = numbers
    return f"{pieces}: {ways:,}"


def berghammer(known: Known) -> Iterator[str]:
    """R. Berghammer's figures."""
    printed = published("berghammer")
    yield "## Berghammer 2012"
    yield (
        "*Relation-algebraic modeling and solution of chessboard independence and domination"
        " problems*, J. Logic Algebr. Program. 81: figures 3, 5, 7 and 9, *pieces: arrangements*."
    )
    for piece in PIECES:
        for kind in KINDS:
            yield f"### {kind.capitalize()} of {piece}s"
            rows = [
                [board, *beside(known, f"{kind} {piece} {board}", _pair(numbers))]
                for board, numbers in printed[kind][piece].items()
            ]
            yield table(["board", *HEAD], rows, numbers=True)
    yield "### Single numbers"
    yield table(["question", *HEAD], list(_others(known, printed["other"])), numbers=True)
    yield "### Seconds that it reports"
    rows = [
        [f"{name}{f', the {number + 1}. board' * several}", seconds_of(each)]
        for name, seconds in printed["seconds_reported"].items()
        for several in [isinstance(seconds, list)]
        for number, each in enumerate(seconds if several else [seconds])
    ]
    yield table(["computation", "seconds"], rows, numbers=True)


def _others(known: Known, entries: Sequence[dict[str, Any]]) -> Iterator[list[str]]:
    for entry in entries:
        question, _, holes = entry["question"].partition(" with holes ")
        if holes:
            question += f" --holes {','.join(holes.split())}"
        if "by_size" not in entry:
            numbers = _pair([entry["pieces"], entry["arrangements"]])
            yield [f"`{question}`", *beside(known, question, numbers)]
            continue
        answer = known.answer(f"count --by-size {question}")
        for size, count in entry["by_size"].items():
            cells = [f"`{question}`, {size} pieces", f"{count:,}"]
            if answer is None or answer.by_size is None:
                yield [*cells, "-", "", "", ""]
            else:
                ours = dict(answer.by_size).get(int(size), 0)
                yield [*cells[:1], cells[1] + MISPRINT * (ours != count), f"{ours:,}", *how(answer)]


def leprechauns(known: Known) -> Iterator[str]:
    """Tables 4 and 5 of Escamocher and O'Sullivan."""
    printed = published("leprechauns")
    yield "## Escamocher and O'Sullivan 2021"
    yield (
        "*Leprechauns on the chessboard*, Discrete Math. 344. Table 4: the smallest n > 1 on which"
        " n leprechauns of range k fit; that they fit on no smaller board, `satchess table"
        " leprechauns K 2..N` shows."
    )
    rows = []
    for reach, side in printed["smallest_board"].items():
        smaller = [known.answer(f"count leprechauns {reach} {n}") for n in range(2, side)]
        refuted = sum(answer is not None and not answer.count for answer in smaller)
        at = known.answer(f"count leprechauns {reach} {side}")
        ours = side if at is not None and at.count and refuted == len(smaller) else "-"
        rows.append([reach, side, ours, f"{refuted} of {len(smaller)}"])
    yield table(["range", "published", "ours", "smaller boards refuted in the atlas"], rows, True)
    yield "Table 5: in how many ways. All of it: `make tables WHICH=leprechauns`."
    rows = [
        [f"{reach}, {side}", *beside(known, f"leprechauns {reach} {side}", _ways(int(side), ways))]
        for reach, counts in printed["counts"].items()
        for side, ways in counts.items()
    ]
    yield table(["k, n", *HEAD], rows, numbers=True)


def _ways(side: int, ways: int) -> str:
    return f"{side}: {ways:,}" if ways else "none"


def first_queens() -> Iterator[str]:
    """Table 1 of Fischetti and Salvagnin."""
    printed, ours = published("first_queens"), result("first_queens")["boards"]
    yield "## Fischetti and Salvagnin 2019"
    yield (
        "*Finding first and most-beautiful queens by integer programming*. First queens: the"
        " placements agree wherever the paper prints one (a test compares them); seconds of its"
        " best method, and of ours for the answer alone. [More](../results/first-queens.md)."
    )
    found = {board["n"]: board for board in ours}
    rows = []
    sides = sorted({*map(int, printed["seconds"]), *map(int, printed["solutions"])})
    for side in sides:
        times = [t for t in printed["seconds"].get(str(side), {}).values() if t is not None]
        theirs = printed["solutions"].get(str(side))
        board = found.get(side)
        same = "-" if theirs is None or board is None else str(theirs == board["columns"])
        rows.append(
            [
                side,
                same.replace("True", "the same").replace("False", f"differs{MISPRINT}"),
                seconds_of(min(times)) if times else "-",
                "-" if board is None else seconds_of(board["seconds"]),
                "-" if board is None else board["engine"],
            ]
        )
    yield table(["n", "placement", "the paper's seconds", "our seconds", "engine"], rows, True)


def beautiful_queens() -> Iterator[str]:
    """The appendix of Fischetti and Salvagnin."""
    printed = published("beautiful_queens")
    found = {board["side"]: board for board in result("beautiful_queens")["boards"]}
    yield (
        "Most beautiful queens: the fingerprints of the printed placements and of ours."
        " [More](../results/most-beautiful-queens.md)."
    )
    rows = []
    for side, columns in printed["solutions"].items():
        question = Question.parse(f"beautiful {side}")
        theirs, board = _fingerprint(question, columns), found.get(int(side))
        same = "-"
        if board is not None:
            ours = _fingerprint(question, board["placement"])
            same = "the same" if ours == theirs else f"differs{MISPRINT}"
        seconds = printed["seconds"].get(side)
        rows.append(
            [
                side,
                same,
                "-" if seconds is None else seconds_of(seconds),
                "-" if board is None else seconds_of(board["seconds"]),
            ]
        )
    yield table(["n", "fingerprint", "the paper's seconds", "our seconds"], rows, True)


def _fingerprint(question: Question, columns: Sequence[int]) -> object:
    return question.fingerprint_of(question.read(" ".join(map(str, columns))))


def sayo(known: Known) -> Iterator[str]:
    """The printed boards of D. Sayo's notebook."""
    yield "## Sayo"
    yield (
        "*Integer programming and chessboard puzzles*: the boards that `ip_nqueens(n)` is printed"
        " to return. [What is wrong with the last](claims.md#sayos-board-and-code)."
    )
    rows = []
    for side, board in published("sayo")["boards"].items():
        question = Question.parse(f"independence queen {side}")
        ranks = range(len(board["queens"]), 0, -1)
        squares = " ".join(
            f"{chr(ord('a') + c)}{rank}" for c, rank in zip(board["queens"], ranks, strict=True)
        )
        wrong = list(question.violations(question.read(squares)))
        verdict = f"{len(wrong)} attacks{MISPRINT}" if wrong else "it holds"
        answer = known.answer(f"count queens {side}")
        ours = "-" if answer is None else both_of(answer)
        rows.append([side, board["entries"], verdict, ours])
    yield table(["n", "columns printed", "as printed", "placements there are"], rows, True)


def chlond_toase(known: Known) -> Iterator[str]:
    """The numbers of Chlond and Toase."""
    yield "## Chlond and Toase"
    yield (
        "*IP modeling of chessboard placements and related puzzles*, and what they cite."
        " [Pictures](../results/gallery/index.md)."
    )
    rows = []
    for question, value in published("chlond_toase")["values"].items():
        answer = known.answer(f"count {question}")
        if answer is None:
            rows.append([f"`{question}`", value, "-", "", "", ""])
            continue
        mark = MISPRINT * (answer.value != value)
        rows.append([f"`{question}`", f"{value}{mark}", both_of(answer), *how(answer)])
    yield table(["question", *HEAD], rows, numbers=True)
