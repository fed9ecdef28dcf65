"""The command line: a thin skin over the library."""

import sys

from satchess.cli.failures import exit_code_of
from satchess.processes import copying


def main() -> None:
    """Run the command line and exit with the code that docs/reference/json.md promises."""
    sys.set_int_max_str_digits(0)  # counts may have thousands of digits
    copying.allow()
    sys.exit(exit_code_of(sys.argv[1:]))
