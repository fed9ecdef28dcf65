"""Looking up what comes with satchess: after an installation, beside a cache, or not at all."""

import json
import subprocess
import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

import satchess
from satchess import atlas
from satchess.answers import Answer
from satchess.atlas import file
from satchess.atlas.file import AtlasFile
from satchess.atlas.records import dictionary_of, written
from satchess.cache import Store
from satchess.cli.failures import exit_code_of
from satchess.cli.root import root
from satchess.domain.placement import Placement
from satchess.errors import CacheConflict, CacheDamaged
from satchess.service.memory import signature_of

KNOWN = ("count domination king 3x4", "solve independence queen 4x4", "count queens 6")
"""Questions of the small atlas of these tests."""


def canonical(request: str) -> Answer:
    """Answer a request from nothing, as two engines would have it."""
    answer = satchess.ask(request, cache=False)
    signature = signature_of(answer.request)
    return replace(answer.restated(signature.turn, signature.question), confirmed_by="brute force")


def write(path: Path, *answers: Answer) -> None:
    records = {signature_of(a.request).digest: written(a) for a in answers}
    file.write(path, records, {}, dictionary_of(records.values()))


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An atlas with a few answers, in use."""
    path = tmp_path / "small.atlas"
    write(path, *map(canonical, KNOWN))
    monkeypatch.setenv("SATCHESS_ATLAS", str(path))
    return path


def test_a_fresh_install_knows_it(small: Path, own_cache: Path) -> None:
    shown = CliRunner().invoke(root, ["lookup", "count", "domination", "king", "4x3"])
    assert (shown.exit_code, "4 ways." in shown.output) == (0, True)
    assert "from the atlas (engine frontier+brute force" in shown.output
    assert not own_cache.exists()


def test_json_says_where_it_comes_from(small: Path) -> None:
    said = CliRunner().invoke(root, ["count", "domination", "king", "3x4", "--json"]).output
    answer = json.loads(said)
    assert (answer["source"], answer["cached"]) == ("atlas", True)
    assert (answer["trust"], answer["confirmed_by"]) == ("confirmed", "brute force")
    assert json.loads(CliRunner().invoke(root, ["count", "queens", "5", "--json"]).output)[
        "source"
    ] in (None, "")


def test_the_library_knows_it_turned(small: Path) -> None:
    answer = satchess.ask("count domination king 4x3")
    assert (answer.count, answer.source, str(answer.question.board)) == (4, "atlas", "4x3")
    table = satchess.table("domination king 3..4x3..4", count=True)
    assert {cell.source for cell in table.values()} == {"atlas", ""}


def test_placements_are_checked(small: Path) -> None:
    answer = canonical("solve independence queen 4x4")
    piece = answer.question.kinds[0]
    wrong = replace(answer, placement=Placement.parse("a1 b2 c3 d4", piece))
    write(small, wrong)
    with pytest.raises(CacheDamaged, match=r"damaged at .* attack each other"):
        satchess.ask("solve independence queen 4x4")


def test_off(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SATCHESS_ATLAS", "off")
    assert satchess.Question.parse("domination king 3x4").lookup("count") is None
    assert satchess.ask("count domination king 3x4").source == ""


def test_no_cache_means_to_do_the_work(small: Path) -> None:
    assert not satchess.ask("count domination king 3x4", cache=False).cached
    assert not satchess.ask("count domination king 3x4", again=True).cached


def test_the_users_cache_goes_first_unless_it_knows_less(small: Path) -> None:
    own = satchess.ask("count domination king 3x4", again=True)
    assert own.source == ""
    question = satchess.Question.parse("domination king 3x4")
    known = question.lookup("count")
    assert known is not None
    assert (known.confirmed_by != "", known.count) == (True, 4)


@pytest.mark.usefixtures("small")
def test_a_contradiction_names_both(own_cache: Path, capsys: pytest.CaptureFixture[str]) -> None:
    right = canonical("count domination king 3x4")
    with Store(own_cache) as store:
        store.put(replace(right, count=5, engine="mistake", confirmed_by=""))
    with pytest.raises(CacheConflict) as caught:
        satchess.ask("count domination king 3x4")
    message = str(caught.value)
    assert f"cache {own_cache} contradicts the atlas" in message
    assert ("count 5" in message, "count 4" in message) == (True, True)
    assert exit_code_of(["lookup", "count", "domination", "king", "3x4"]) == 2
    assert "contradicts the atlas" in capsys.readouterr().err


def test_whatever_is_damaged_is_noticed(small: Path) -> None:
    whole = small.read_bytes()
    digest = signature_of(canonical(KNOWN[0]).request).digest
    with AtlasFile(small) as intact:
        right = intact.find(digest)
    for place in range(len(whole)):
        small.write_bytes(whole[:place] + bytes([whole[place] ^ 64]) + whole[place + 1 :])
        with suppress(CacheDamaged), AtlasFile(small) as damaged:
            assert damaged.find(digest) in (None, right), place


@pytest.mark.parametrize("length", [0, 10, 100, -1])
def test_a_file_cut_short_is_refused(small: Path, length: int) -> None:
    small.write_bytes(small.read_bytes()[:length])
    shown = subprocess.run(
        [sys.executable, "-m", "satchess", "lookup", "count", "domination", "king", "3x4"],
        capture_output=True,
        text=True,
    )
    assert (shown.returncode, shown.stdout) == (2, "")
    assert shown.stderr.startswith(f"satchess: atlas {small}: damaged")
    assert shown.stderr.count("\n") == 1


def test_an_atlas_that_is_not_there(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SATCHESS_ATLAS", str(tmp_path / "none"))
    with pytest.raises(CacheDamaged, match="No such file"):
        satchess.ask("count domination king 3x4")


def test_commands(small: Path, tmp_path: Path) -> None:
    runner = CliRunner()
    status = runner.invoke(root, ["atlas", "status", "--check", "--json"])
    told = json.loads(status.output)
    assert (status.exit_code, told["answers"], told["problems"]) == (0, len(KNOWN), [])
    shown = json.loads(runner.invoke(root, ["atlas", "show", "count queens 6"]).output)
    assert (shown["count"], shown["source"]) == (4, "atlas")
    lines = runner.invoke(root, ["atlas", "export"]).output.splitlines()
    assert {json.loads(line)["verb"] for line in lines} == {"count", "solve"}
    assert exit_code_of(["atlas", "show", "count queens 7"]) == 3


def test_a_look_up_loads_no_engine(small: Path) -> None:
    code = (
        "import sys; from satchess.cli.failures import exit_code_of;"
        "exit_code_of(['lookup', 'count', 'domination', 'king', '3x4']);"
        "print([name for name in ('sqlite_utils', 'numba', 'numpy', 'pysat', 'highspy')"
        " if name in sys.modules], 'satchess.engines.sat' in sys.modules)"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.splitlines()[-1] == "[] False"
    code = (
        "import sys; from satchess.cli.failures import exit_code_of;"
        "exit_code_of(['pieces']);"
        "print('satchess.atlas' in sys.modules)"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.splitlines()[-1] == "False"


def test_it_is_mapped_once(small: Path) -> None:
    assert atlas.opened(small) is atlas.opened(small)
