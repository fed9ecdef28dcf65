#!/usr/bin/env python3
"""The lexicographically first n queens, board by board: `tools/first_queens.py --help`."""

import sys

from reproduction.first_queens import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
