"""Write the table of favourites that comes with satchess: who wins where the plan is slow.

Each question is asked with nothing known of earlier races, and answered by whoever is first. Run it
on an idle machine with two cores or more.
"""

import json
import sys
import tempfile
from pathlib import Path

import satchess
from satchess.cache import Store
from satchess.service import favourites

REQUESTS = (
    "count separation queen 8 --pawns 1",
    "count separation queen 9 --pawns 1",
    "count domination knight 6 --upper",
    "count domination knight 7 --upper",
    "count domination king 6 --upper",
    "count domination queen 6 --upper",
    "count stamps 4 --values 1..6",
    "count stamps 5 --values 1..6",
    "count non-dominating queen 7",
    "count peaceable queen 6",
    "solve domination queen 13",
    "solve domination knight 12",
    "solve domination queen 11 --total",
)
LIMIT = 60.0


def main() -> int:
    """Ask all, and write who won a contested race."""
    favourites.shipped = dict  # type: ignore[assignment]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "races.db"
        for request in REQUESTS:
            answer = satchess.ask(request, cache=path, timeout=LIMIT)
            print(
                f"{request}: {answer.engine}, {answer.seconds:.2f} s", file=sys.stderr, flush=True
            )
        with Store(path) as store:
            wins = store.races.wins()
    table = [
        {"sort": w.sort, "engine": w.engine, "solver": w.solver, "seconds": round(w.seconds, 1)}
        for w in wins
    ]
    favourites.SHIPPED.write_text(json.dumps(table, indent=1) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
