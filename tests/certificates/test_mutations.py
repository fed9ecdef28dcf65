"""Certificates with something altered: none is accepted, unless what it claims is still true."""

import json
import lzma
import random
import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from satchess.certificates.certify import certify
from satchess.request import Request
from satchess.service.options import RunOptions
from satchess.verify.folder import Certificate, verify
from satchess.verify.refusal import Refused

TRUTH = {
    "domination king 2x4": 2,
    "domination king 2x5": 2,
    "domination queen 4x4": 2,
    "independence king 2x4": 2,
    "domination queen 4x5": 2,
}


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    made = []
    for number, (text, parts) in enumerate(
        [("domination king 2x4", 1), ("domination queen 4x4", 1), ("domination queen 4x4", 4)]
    ):
        folder = tmp_path_factory.mktemp("certificates") / str(number)
        request = Request.parse(f"solve {text}")
        certify(request, folder, RunOptions(workers=0), parts=parts, cache=False)
        made.append(folder)
    return made


def altered(folder: Path, chance: random.Random) -> None:
    """Alter one thing in a folder."""
    manifest = folder / "certificate.json"
    said = json.loads(manifest.read_text())
    match chance.randrange(8):
        case 0:
            said["question"] = chance.choice(list(TRUTH))
        case 1:
            said["answer"]["value"] += chance.choice((-1, 1))
        case 2:
            said["answer"]["placement"].pop()
        case 3:
            said["claim"] = chance.choice(("infeasible", "placement", "optimum"))
        case 4 if said.get("parts"):
            said["parts"].pop(chance.randrange(len(said["parts"])))
        case 5 if said.get("parts"):
            part = chance.choice(said["parts"])
            part[0] = part[0][1:] if part[0][0] == "~" else f"~{part[0]}"
        case 6:
            one, other = chance.sample(sorted(folder.glob("*.xz")), 2)
            shutil.copy(one, other)
        case _:
            path = chance.choice(sorted(folder.glob("*.xz")))
            lines = lzma.decompress(path.read_bytes()).decode().splitlines()
            place = chance.randrange(len(lines))
            words = lines[place].split()
            at = chance.randrange(len(words))
            word = chance.choice(chance.choice(lines).split())
            words[at : at + 1] = chance.choice(([], [word], [words[at], word]))
            lines[place] = " ".join(words)
            path.write_bytes(lzma.compress(("\n".join(lines) + "\n").encode(), preset=0))
    manifest.write_text(json.dumps(said))


@given(st.integers(0, 2**32))
@settings(
    max_examples=300,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
def test_an_altered_certificate_is_refused_unless_it_is_still_true(
    folders: list[Path], tmp_path: Path, seed: int
) -> None:
    chance = random.Random(seed)
    copy = tmp_path / "copy"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(chance.choice(folders), copy)
    altered(copy, chance)
    try:
        verify(copy)
    except Refused as refusal:
        reason = str(refusal)
    else:
        certificate = Certificate.read(copy)
        assert certificate.claim == "optimum"
        assert certificate.number("value") == TRUTH[certificate.question.text]
        reason = "accepted"
    assert reason
    assert "\n" not in reason
