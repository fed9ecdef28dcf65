"""Writers on one new cache file, one of them killed: run by test_cache, says what went wrong.

Every writer notes what it put after `put` returned. Whatever was noted must be in the file, and
the file must be sound. A process of its own, so that nothing is forked from under pytest.
"""

import os
import random
import signal
import sys
import time
import traceback
from pathlib import Path

from satchess.answers import Answer, Status
from satchess.cache import Store
from satchess.domain.placement import Placement
from satchess.questions import Independence, Question
from satchess.request import Request
from satchess.signature import sign

WRITERS = 4


def some_answer(dice: random.Random) -> Answer:
    """Return something true about rooks: at most one a row, and the diagonal shows them."""
    rows = dice.randint(1, 12)
    signature = sign(
        "solve", Question.parse(f"independence rook {rows}x{rows + dice.randint(0, 9)}")
    )
    final = dice.random() < 0.1
    shown = rows if final else dice.randint(0, rows)
    diagonal = " ".join(f"{'abcdefghijkl'[rank]}{rank + 1}" for rank in range(shown))
    assert isinstance(signature.question, Independence)
    placement = Placement.parse(diagonal, signature.question.piece)
    return Answer(
        request=Request("solve", signature.question),
        signature=signature.digest,
        status=Status.OPTIMAL if final else Status.BOUNDED,
        value=rows if final else None,
        lower=shown,
        upper=rows if final else dice.randint(rows, 30),
        placement=placement,
        permutation=placement.permutation(signature.question.board),
    )


def write_on(path: Path, notes: Path, seed: int) -> None:
    dice = random.Random(seed)
    with notes.open("a", buffering=1) as file:
        while True:
            with Store(path) as store:
                for _ in range(dice.randint(1, 20)):
                    answer = some_answer(dice)
                    store.put(answer)
                    file.write(f"{answer.signature} {answer.lower} {answer.upper}\n")


def start_writer(path: Path, notes: Path, seed: int) -> int:
    if child := os.fork():
        return child
    try:
        write_on(path, notes, seed)
    except BaseException:
        traceback.print_exc()
    os._exit(1)


def play(folder: Path, seed: int) -> int:
    """Play one round; return how many puts were acknowledged."""
    folder.mkdir()
    path, notes = folder / "answers.db", folder / "notes"
    children = [start_writer(path, notes, seed + number) for number in range(WRITERS)]
    time.sleep(random.Random(seed).uniform(0.0, 0.3))
    os.kill(children[0], signal.SIGKILL)
    time.sleep(0.1)
    for child in children[1:]:
        os.kill(child, signal.SIGKILL)
    for child in children:
        _, state = os.waitpid(child, 0)
        assert os.WIFSIGNALED(state), "a writer failed"
    said = [line.split() for line in notes.read_text().splitlines()] if notes.exists() else []
    with Store(path) as store:
        assert list(store.check()) == []
        for digest, lower, upper in said:
            stored = store.get(digest)
            assert stored is not None, f"{digest} is lost"
            assert int(lower) <= (stored.lower or 0), f"{digest} is worse"
            assert int(upper) >= (stored.upper or 99), f"{digest} is worse"
    return len(said)


if __name__ == "__main__":
    import sqlite_utils  # noqa: F401  imported once, before the writers are forked

    folder, rounds = Path(sys.argv[1]), int(sys.argv[2])
    print(sum(play(folder / str(number), seed=100 * number) for number in range(rounds)))
