#!/usr/bin/env python3
"""Refute a prefix of the first queens independently: `tools/full_corner.py --help`."""

import sys

from reproduction.full_corner import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
