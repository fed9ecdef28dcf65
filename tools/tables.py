#!/usr/bin/env python3
"""Published tables, recomputed and compared: `tools/tables.py berghammer --help`."""

import sys
from importlib import import_module

TABLES = ("berghammer", "leprechauns")
"""Modules of `reproduction` with a function `main` that takes the command line."""

if __name__ == "__main__":
    name, *arguments = sys.argv[1:] or ["nothing"]
    if name not in TABLES:
        sys.exit(f"tables {name}: expected one of {', '.join(TABLES)}")
    sys.exit(import_module(f"reproduction.{name}").main(arguments))
