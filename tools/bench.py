#!/usr/bin/env python3
"""Benchmarks against the obvious alternatives: `tools/bench.py counting --help`."""

import sys
from importlib import import_module

BENCHMARKS = ("optimum", "counting", "leprechauns", "first", "beautiful", "scaling", "growth")
"""Modules of `benchmarks` with a function `main` that takes the command line."""

if __name__ == "__main__":
    name, *arguments = sys.argv[1:] or ["nothing"]
    if name not in BENCHMARKS:
        sys.exit(f"bench {name}: expected one of {', '.join(BENCHMARKS)}")
    sys.exit(import_module(f"benchmarks.{name}").main(arguments))
