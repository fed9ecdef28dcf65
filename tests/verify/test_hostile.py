"""Certificates that are meant to harm: refused, in little time and memory."""

import gzip
import json
import lzma
import os
import shutil
import tracemalloc
from contextlib import suppress
from pathlib import Path

import pytest

from satchess.certificates.certify import certify
from satchess.request import Request
from satchess.service.options import RunOptions
from satchess.verify import files
from satchess.verify import folder as folders
from satchess.verify.claims import CLAIMS
from satchess.verify.folder import Certificate, verify
from satchess.verify.question import read_question
from satchess.verify.refusal import Refused
from satchess.verify.statement import state
from satchess.verify.veripb import database, reading


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("honest") / "out"
    certify(Request.parse("solve domination rook 3x3"), folder, RunOptions(workers=0), cache=False)
    assert verify(folder) == "the optimum of 'domination rook 3x3' is 3"
    return folder


@pytest.fixture
def folder(honest: Path, tmp_path: Path) -> Path:
    return shutil.copytree(honest, tmp_path / "out")


def proof_of(folder: Path) -> str:
    return lzma.decompress((folder / "proof.pbp.xz").read_bytes()).decode()


def replace_proof(folder: Path, name: str, content: bytes) -> None:
    (folder / "proof.pbp.xz").unlink()
    (folder / name).write_bytes(content)


def refused(folder: Path, reason: str) -> None:
    with pytest.raises(Refused, match=reason) as refusal:
        verify(folder)
    assert "\n" not in str(refusal.value)


def test_proofs_may_be_plain_or_packed(folder: Path) -> None:
    proof = proof_of(folder).encode()
    for name, content in (("proof.pbp", proof), ("proof.pbp.gz", gzip.compress(proof))):
        copy = shutil.copytree(folder, folder.with_name(name))
        replace_proof(copy, name, content)
        assert verify(copy)
    (folder / "proof.pbp").write_bytes(proof)
    refused(folder, "more than one")


@pytest.mark.parametrize("packed", [gzip.compress, lzma.compress])
def test_a_bomb_is_refused(folder: Path, packed: object, monkeypatch: pytest.MonkeyPatch) -> None:
    assert callable(packed)
    monkeypatch.setattr(files, "FREE_EXPANSION", 1 << 20)
    end = ".gz" if packed is gzip.compress else ".xz"
    bomb = packed((b"%" * 1023 + b"\n") * (1 << 15))
    assert len(bomb) < 1 << 20
    replace_proof(folder, f"proof.pbp{end}", bomb)
    tracemalloc.start()
    refused(folder, "grows more than")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 1 << 26


@pytest.mark.parametrize("packed", [gzip.compress, lzma.compress])
def test_what_is_cut_off_or_has_a_tail_is_refused(folder: Path, packed: object) -> None:
    assert callable(packed)
    end = ".gz" if packed is gzip.compress else ".xz"
    content = packed(proof_of(folder).encode())
    name = f"proof.pbp{end}"
    replace_proof(folder, name, content)
    assert verify(folder)
    for size in range(0, len(content), 37):
        (folder / name).write_bytes(content[:size])
        refused(folder, "too early|unpacked")
    (folder / name).write_bytes(content + b"x")
    refused(folder, "follows after|unpacked")
    for place in range(0, len(content), 41):
        changed = bytearray(content)
        changed[place] ^= 0x55
        (folder / name).write_bytes(bytes(changed))
        with suppress(Refused):
            assert "is 3" in verify(folder)  # a date in the head of a gzip file, say


def test_text_that_is_cut_off_is_refused(folder: Path) -> None:
    proof = proof_of(folder).rstrip("\n")
    for size in range(0, len(proof), 101):
        copy = shutil.copytree(folder, folder.with_name(f"cut{size}"))
        replace_proof(copy, "proof.pbp", proof[:size].encode())
        refused(copy, "proof.pbp")


def test_a_line_without_end_is_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "LONGEST_LINE", 1 << 20)
    replace_proof(folder, "proof.pbp", b"pol " + b"1 " * (1 << 20))
    refused(folder, "longer than")


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        '{"a":' * 100_000,
        "{}",
        "[]",
        "",
        '{"format": "satchess certificate 1", "claim": NaN}',
        '{"format": "satchess certificate 1", "value": ' + "9" * 1_000_000 + "}",
        '{"format": "satchess certificate 1", "value": 1e999}',
        '{"format": "satchess certificate 1", "answer": "\ud83d"}',
    ],
)
def test_a_manifest_that_is_none_is_refused(folder: Path, text: str) -> None:
    (folder / "certificate.json").write_text(text, encoding="utf-8", errors="replace")
    refused(folder, "certificate.json")


@pytest.mark.parametrize("value", ["3", 3.0, True, None, [3], 10**3_000, -3])
def test_a_value_of_another_kind_is_refused(folder: Path, value: object) -> None:
    manifest = folder / "certificate.json"
    said = json.loads(manifest.read_text())
    said["answer"]["value"] = value
    manifest.write_text(json.dumps(said))
    refused(folder, "certificate.json")


@pytest.mark.parametrize(
    "text",
    [
        "independence leprechaun:400 100x100",
        "independence queen 400x400",
        "no-three-in-line 300x300",
        "independence queen 8x8 --holes " + "a1," * 100_000 + "a1",
        "independence queen 8x8 --size " + "9" * 5_000,
        "independence bishop 139x140:torus --size 1",
        "domination bishop 140x139:klein",
        "crowded-board 100x100 --pieces " + ",".join(["W=0"] * 40_000),
        "crowded-board 100x100 --pieces " + ",".join(f"({n},1)=0" for n in range(2, 400)),
        "crowded-board 30x31:torus --pieces " + ",".join(f"({n},1)0=0" for n in range(2, 20)),
        "puzzle \"{board = '100x100', marked = '"
        + " ".join(f"a{row}" for row in range(1, 101))
        + "', pieces = {"
        + ", ".join(f"'({n},1)' = 1" for n in range(2, 300))
        + '}}"',
    ],
)
def test_a_question_that_is_too_large_is_refused(text: str) -> None:
    tracemalloc.start()
    with pytest.raises(Refused):
        state(read_question(text))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 1 << 26


def test_a_proof_that_needs_much_memory_is_refused(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "MOST_TERMS", 5_000)
    monkeypatch.setattr(reading, "MOST_VARIABLES", 5_000)
    head = "pseudo-Boolean proof version 3.0\nf 9 ;\n"
    replace_proof(folder, "proof.pbp", (head + "pol 1 ;\n" * 5_000).encode())
    refused(folder, "kept in mind")
    names = "".join(f"rup 1 z{n} 1 ~z{n} >= 1 : ~ ;\n" for n in range(6_000))
    (folder / "proof.pbp").write_bytes((head + names).encode())
    refused(folder, "variables|kept in mind")


@pytest.mark.parametrize("error", [MemoryError, RecursionError])
def test_what_is_too_much_for_the_machine_is_refused(
    folder: Path, error: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    def exhausted(certificate: Certificate, part: int | None) -> str:
        raise error

    monkeypatch.setitem(CLAIMS, "optimum", exhausted)
    refused(folder, "memory|nested")


@pytest.mark.parametrize("name", ["certificate.json", "formula.opb.xz", "proof.pbp.xz"])
def test_files_outside_of_the_folder_are_not_read(folder: Path, name: str) -> None:
    path, elsewhere = folder / name, folder.with_name(name)
    path.rename(elsewhere)
    refused(folder, f"{name.removesuffix('.xz')}: there is no such file")
    for target in (elsewhere, Path("/dev/zero"), folder / "nothing"):
        path.symlink_to(target)
        refused(folder, f"{name}: not a plain file")
        path.unlink()
    os.mkfifo(path)
    refused(folder, f"{name}: not a plain file")
    path.unlink()
    path.mkdir()
    refused(folder, f"{name}: not a plain file")
    path.rmdir()
    elsewhere.rename(path)
    assert verify(folder)


def test_a_manifest_that_is_too_long_is_refused(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    size = (folder / "certificate.json").stat().st_size
    monkeypatch.setattr(folders, "LONGEST_MANIFEST", size)
    assert verify(folder)
    monkeypatch.setattr(folders, "LONGEST_MANIFEST", size - 1)
    refused(folder, "certificate.json: it is too long")


def test_files_of_another_certificate_are_refused(folder: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    certify(Request.parse("solve domination rook 3x4"), other, RunOptions(workers=0), cache=False)
    for name in ("certificate.json", "formula.opb.xz", "proof.pbp.xz"):
        copy = shutil.copytree(folder, tmp_path / f"with-{name}")
        shutil.copy(other / name, copy / name)
        refused(copy, "formula.opb|proof.pbp")
