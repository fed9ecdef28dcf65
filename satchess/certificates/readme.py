"""The page of a certificate for readers: what is claimed, what to trust, how to check it."""

from collections.abc import Mapping

from satchess.certificates.orders import Claim

PAGE = """# A certificate

Asked: `{verb} {question}`

Claimed: {claimed}

## What proves it

`formula.opb` states the question over the squares of the board, with no other variables: the
checker writes it down again from the words above, by the rules of chess, and compares every byte.
{notes}

## What has to be trusted

{trusted}

## How to check it

With satchess, which imports nothing of the solver for this:

    python -m satchess.verify DIR

{others}
"""

TRUSTED = (
    "The checker (`satchess/verify/`, to be read in an evening), Python, and your computer. Not\n"
    "the solver, its encodings or its engines."
)

OTHERS = """With VeriPB 3.0, which others have written and which reads the same files (unpacked):

    veripb formula.opb proof.pbp"""

OURS = """The format is our own: `docs/explanation/certificates.md` describes it, and proves
each of its rules."""


def page(said: Mapping[str, object], claim: Claim) -> str:
    """Return the page."""
    trusted = TRUSTED
    if claim.trusted:
        trusted = f"That no placement is better is believed: {claim.trusted}\n\n{TRUSTED}"
    return PAGE.format(
        verb=said["verb"],
        question=said["question"],
        claimed=_claimed(claim),
        notes="\n\n".join(claim.notes),
        trusted=trusted,
        others=OTHERS if claim.is_veripb else OURS,
    ).replace("\n\n\n", "\n\n")


def _claimed(claim: Claim) -> str:
    answer = ", ".join(f"{key} {_shown(value)}" for key, value in claim.answer.items())
    return f"{claim.kind}" + (f": {answer}" if answer else "")


def _shown(value: object) -> str:
    text = " ".join(map(str, value)) if isinstance(value, list) else str(value)
    return text if len(text) <= 400 else f"{text[:400]} ..."
