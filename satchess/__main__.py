"""`python -m satchess`: the same as `satchess`, whose path does not have the current folder either.

Python puts that folder first. A `numpy.py` there must not be run, and a process that could run it
is not copied: each question would wait for a new Python.
"""

import sys

if __name__ == "__main__":
    if not sys.flags.safe_path:
        del sys.path[0]
    from satchess.cli import main

    main()
