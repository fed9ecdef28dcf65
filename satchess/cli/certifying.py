"""The commands certify and verify: proofs to be checked by anyone."""

import json
from pathlib import Path
from typing import Any

import click

from satchess.certificates import MAKERS
from satchess.cli.commands import Command, Group
from satchess.cli.failures import ANSWERED, CHECK_FAILED, NOT_KNOWN
from satchess.cli.options import COUNTING, REMEMBERING, WORKING, cache_choice
from satchess.cli.progress import Ticker
from satchess.cli.questions import QuestionGroup, verb_group
from satchess.errors import NotKnown
from satchess.questions import Question
from satchess.request import Request
from satchess.service.options import take_counting, take_run_options
from satchess.verbs import VERBS

_OUT = click.Option(
    ["--out"],
    type=click.Path(file_okay=False, path_type=Path),
    required=True,
    metavar="DIR",
    help="The folder of the certificate.",
)
_PARTS = click.Option(
    ["--parts"],
    type=click.IntRange(1, 4096),
    default=1,
    metavar="N",
    help="Refute in about so many parts, each a file; the same command goes on where it stopped.",
)
_JSON = click.Option(["--json", "as_json"], is_flag=True, help="Print one JSON object.")


def _certifying(verb: str) -> QuestionGroup:
    def handle(question: Question, out: Path, parts: int, as_json: bool, **rest: Any) -> int:
        from satchess.certificates.certify import certify as make  # it needs solvers

        request = Request(verb, question, take_counting(rest))
        options, cache = take_run_options(rest), cache_choice(rest)
        try:
            with Ticker() as ticker:
                made = make(request, out, options, parts=parts, cache=cache, watch=ticker.show)
        except KeyboardInterrupt:
            raise NotKnown("interrupted before the certificate was whole") from None
        if as_json:
            click.echo(json.dumps(made.as_json()))
            return ANSWERED
        word = "Certified" if made.answer.certificate else "Not certified"
        click.echo(f"{word}: {made.proved}.")
        click.echo(
            f"{out}: {made.size:,} bytes, made in {made.making:.2f} s,"
            f" checked in {made.checking:.2f} s"
        )
        return ANSWERED

    handle.__doc__ = f"Write a proof of the answer to '{verb}', and check it."
    flags = [o for o in COUNTING if o.name in ("by_size", "up_to_symmetry") and VERBS[verb].flags]
    return verb_group(verb, handle, [_OUT, _PARTS, _JSON, *flags, *WORKING, *REMEMBERING])


certify = Group(
    "certify",
    help="Write a certificate: a proof of the answer that anyone can check.",
    commands={verb: _certifying(verb) for verb in MAKERS},
)


@click.command(cls=Command)
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--part", type=click.IntRange(min=1), metavar="N", help="Check this part only.")
def verify(folder: Path, part: int | None) -> int:
    """Check a certificate: whether it proves what it claims.

    Exit code 0 if it does, 1 if not, with the file, the line and the reason; 3 if the placement
    holds, but that it is the best is said by a theorem, which is printed and not checked.
    """
    from satchess.verify.folder import verify as check
    from satchess.verify.refusal import Believed, Refused

    try:
        proved = check(folder, part)
    except Refused as refusal:
        click.echo(f"Refused: {refusal}", err=True)
        return CHECK_FAILED
    except Believed as believed:
        click.echo(f"Believed: {believed}")
        return NOT_KNOWN
    click.echo(f"Verified: {proved}.")
    return ANSWERED
