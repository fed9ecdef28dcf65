"""How the command line ends: exit codes, and one line for every failure."""

import errno
import os
import re
import sys
from collections.abc import Sequence

import click

from satchess.errors import SatchessError, or_rather

ANSWERED = 0
CHECK_FAILED = 1
BAD_INPUT = 2
NOT_KNOWN = 3

NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO}
"""What goes wrong when standard output is a file on a disk that is full or broken."""

LONGEST_COMPLAINT = 4_000
"""Characters of a message: what was typed may be a whole file."""


def exit_code_of(words: Sequence[str]) -> int:
    """Run a command line and return its exit code."""
    from satchess.cli.root import root

    try:
        code = root.main(args=list(words), prog_name="satchess", standalone_mode=False)
        sys.stdout.flush()
    except SatchessError as error:
        return _complain(str(error), error.exit_code)
    except click.exceptions.NoArgsIsHelpError as error:
        print(error.format_message(), file=sys.stderr)
        return BAD_INPUT
    except click.ClickException as error:
        try:
            sys.stdout.flush()
        except OSError:  # it is what the error is about
            _drop_output()
        return _complain(_one_line(error), BAD_INPUT)
    except click.exceptions.Abort:
        return _complain("interrupted", NOT_KNOWN)
    except BrokenPipeError:  # the reader of our output has seen enough
        _drop_output()
        return ANSWERED
    except OSError as error:
        if error.errno not in NO_ROOM or error.filename is not None:
            raise
        _drop_output()
        return _complain(f"standard output: {error.strerror}", BAD_INPUT)
    return code if isinstance(code, int) else ANSWERED


def _drop_output() -> None:
    """Discard buffered output, which Python would try to write once more at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(message: str, code: int) -> int:
    """Say what is wrong on one line, whatever the words were that it repeats."""
    if len(message) > LONGEST_COMPLAINT:
        half = LONGEST_COMPLAINT // 2
        message = f"{message[:half]} ... {message[-half:]}"
    plain = "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in message)
    print(f"satchess: {plain}", file=sys.stderr)
    return code


def _one_line(error: click.ClickException) -> str:
    message = " ".join(error.format_message().split())
    if isinstance(error, click.BadParameter) and (word := re.search("'([^']*)' is not", message)):
        choices = getattr(getattr(error.param, "type", None), "choices", ())
        message = f"{message.rstrip('.')}{or_rather(word[1], map(str, choices))}"
    if isinstance(error, click.UsageError) and error.ctx is not None:
        return f"{message} ('{error.ctx.command_path} --help' explains)"
    return message
