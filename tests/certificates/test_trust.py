"""What is certified is remembered as that, and can be asked for."""

import json
from pathlib import Path

import pytest

import satchess
from satchess.answers import Trust
from satchess.cache import Store
from satchess.certificates.certify import certify
from satchess.errors import BadQuestion
from satchess.request import Request
from satchess.service.options import RunOptions
from satchess.verify.folder import verify
from satchess.verify.refusal import Believed


def test_certified_answers_are_remembered_as_such(tmp_path: Path) -> None:
    cache = tmp_path / "cache.db"
    question = satchess.domination("king", "4x5")
    assert question.solve(cache=cache).trust is Trust.SINGLE
    assert satchess.lookup("solve", question, cache=cache, trust="certified") is None
    request = Request("solve", question)
    made = certify(request, tmp_path / "out", RunOptions(), cache=cache)
    assert made.answer.trust is Trust.CERTIFIED
    known = satchess.lookup("solve", question, cache=cache, trust="certified")
    assert known is not None
    assert (known.trust, known.certificate) == (Trust.CERTIFIED, made.answer.certificate)
    assert json.loads(json.dumps(known.as_json()))["trust"] == "certified"
    assert "certified" in str(known)
    turned = satchess.lookup("solve", satchess.domination("king", "5x4"), cache=cache)
    assert turned is not None
    assert turned.trust is Trust.CERTIFIED
    # what is found again adds nothing, and takes nothing away
    question.solve(cache=cache, again=True)
    known = satchess.lookup("solve", question, cache=cache)
    assert known is not None
    assert known.trust is Trust.CERTIFIED


def test_a_theorem_is_believed_and_not_certified(tmp_path: Path) -> None:
    request = Request.parse("solve domination rook 12x12")
    made = certify(request, tmp_path / "out", RunOptions(), cache=False)
    assert made.answer.trust is Trust.SINGLE
    assert "believed, not checked" in made.proved
    said = json.loads((tmp_path / "out/certificate.json").read_text())
    assert said["claim"] == "placement"
    assert said["trusted"]
    with pytest.raises(Believed, match="Yaglom"):
        verify(tmp_path / "out")


def test_trust_has_an_order() -> None:
    assert Trust.CERTIFIED.is_at_least(Trust.CONFIRMED)
    assert Trust.CONFIRMED.is_at_least(Trust.SINGLE)
    assert not Trust.SINGLE.is_at_least(Trust.CONFIRMED)
    with pytest.raises(BadQuestion, match="trust 'blind'"):
        satchess.lookup("solve", satchess.queens(6), trust="blind")


def test_files_of_earlier_versions_are_read(tmp_path: Path) -> None:
    old = Path(__file__).parent.parent / "cache/answers_of_0.1.0.jsonl"
    with Store(tmp_path / "cache.db") as store, old.open() as lines:
        store.import_lines(lines, old.name)
        trusts = {answer.trust for answer in store.rows()}
    assert trusts
    assert Trust.CERTIFIED not in trusts
