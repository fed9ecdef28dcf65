"""The command line: a thin skin over the library."""

import gc
import sys

from satchess.cli.failures import exit_code_of
from satchess.processes import copying

SELDOM = 20_000
"""How many new objects the collector waits for: those of a start are made to stay."""


def main() -> None:
    """Run the command line and exit with the code that docs/reference/json.md promises."""
    gc.set_threshold(SELDOM)
    sys.set_int_max_str_digits(0)  # counts may have thousands of digits
    copying.allow()
    code = exit_code_of(sys.argv[1:])
    gc.freeze()  # nobody needs the memory back that ends with the process
    sys.exit(code)
