"""What the race costs where the first choice is right: whole commands with rivals and without.

    python tools/race_costs.py 'count domination queen 11' --runs 3

The two are run in turns, so that other work on the machine is in the way of both; of each, the
median is kept. `clock` is what one waits; `processor` is that of all processes, rivals included.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from command_times import machine, timed, today

import satchess
from satchess.service.race import SWITCH

HOME = Path(__file__).resolve().parent.parent / "docs" / "results" / "race_costs.json"

REQUESTS = (
    "first queens 29",
    "solve beautiful 20",
    "solve domination knight 12",
    "solve domination queen 11",
    "solve peaceable queen 7",
    "count domination king 10 --by-size",
    "count domination knight 9",
    "count domination queen 11",
    "count domination queen 12",
    "count independence queen 16",
)
"""What takes the first choice between 0.3 s and 5 s."""


def compared(request: str, runs: int, limit: float) -> dict[str, object]:
    """Time a command alone and in a race, in turns, after a warm-up run."""
    seconds: dict[str, list[tuple[float, float]]] = {"off": [], "on": []}
    timed(request, limit)
    for _ in range(runs):
        for meanwhile, times in seconds.items():
            times.append(timed(request, limit, **{SWITCH: meanwhile}))
    found: dict[str, object] = {"request": request}
    for name, meanwhile in (("alone", "off"), ("in a race", "on")):
        clock, processor = (median(column) for column in zip(*seconds[meanwhile], strict=True))
        found[name] = {"clock": round(clock, 2), "processor": round(processor, 2)}
    return found | {"runs": runs, "date": today(), "machine": machine()}


def main(arguments: Sequence[str]) -> int:
    """Compare each request and write what was found."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("requests", nargs="*", default=list(REQUESTS), metavar="REQUEST")
    parser.add_argument("--runs", type=int, default=3, help="of each kind; the median is kept")
    parser.add_argument("--limit", type=float, default=300.0, help="seconds for one run")
    parser.add_argument("--record", type=Path, default=HOME, metavar="FILE")
    said = parser.parse_args(arguments)
    found = []
    for request in said.requests:
        found.append(compared(request, said.runs, said.limit))
        print(json.dumps(found[-1]), flush=True)
    lines = ",\n".join(f"  {json.dumps(entry)}" for entry in found)
    about = f"{(__doc__ or '').partition(chr(10))[0]} satchess {satchess.__version__}"
    said.record.write_text(f'{{\n "about": {json.dumps(about)},\n "races": [\n{lines}\n ]\n}}\n')
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
