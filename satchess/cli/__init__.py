"""The command line: a thin skin over the library."""

import sys

from satchess.cli.failures import exit_code_of
from satchess.processes import copying, garbage


def main() -> None:
    """Run the command line and exit with the code that docs/reference/json.md promises."""
    garbage.look_seldom()
    sys.set_int_max_str_digits(0)  # counts may have thousands of digits
    copying.allow()
    code = exit_code_of(sys.argv[1:])
    garbage.look_no_more()
    sys.exit(code)
