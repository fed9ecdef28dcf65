#!/usr/bin/env python3
"""Benchmarks against the obvious alternatives: `tools/bench.py counting --help`.

Without arguments, the report of all of them: docs/results/bench.
"""

import sys
from importlib import import_module

BENCHMARKS = (
    *("report", "optimum", "counting", "leprechauns", "first", "beautiful", "commands"),
    *("scaling", "growth"),
)
"""Modules of `benchmarks` with a function `main` that takes the command line."""

if __name__ == "__main__":
    name, *arguments = sys.argv[1:] or ["report"]
    if name not in BENCHMARKS:
        sys.exit(f"bench {name}: expected one of {', '.join(BENCHMARKS)}")
    sys.exit(import_module(f"benchmarks.{name}").main(arguments))
