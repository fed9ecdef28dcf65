"""The API of a real server: what is asked is answered, remembered and found again."""

import csv
import io
import json
import tarfile
from pathlib import Path

import pytest

from satchess.verify.folder import verify
from tests.web.serving import Server, wait_for

HARD = "count domination queen 14x15"
"""A question that no test waits for."""


def test_a_question_is_a_job_first_and_remembered_then(server: Server) -> None:
    first = server.ask("count independence king 4x4")
    assert first.status == 202
    assert first.headers["location"] == f"/api/v1/jobs/{first.json['id']}"
    job = server.ended(first)
    assert job["state"] == "done"
    assert job["answer"]["count"] == 79
    then = server.ask("count independence king 4x4")
    assert (then.status, then.json["count"], then.json["cached"]) == (200, 79, True)
    assert server.get("/api/v1/lookup", {"q": "count independence K 4"}).json["count"] == 79


def test_asking_twice_is_one_job(server: Server) -> None:
    one = server.ask("count domination knight 5x5")
    other = server.post("/api/v1/ask", {"q": "count domination knight 5"})
    if one.status == other.status == 202:
        assert one.json["id"] == other.json["id"]
        server.ended(one)
    assert server.answered("count domination knight 5")["status"] == "optimal"


def test_large_counts_are_strings(server: Server) -> None:
    answer = server.answered("count independence rook 20 --all")
    assert isinstance(answer["count"], str)
    assert int(answer["count"]) > 2**53
    sizes = server.answered("count independence rook 18 --all --by-size")["by_size"]
    assert isinstance(sizes["1"], int)
    assert any(isinstance(number, str) for number in sizes.values())


def test_progress_is_streamed_to_the_end(server: Server) -> None:
    job = server.ask("count domination queen 6x6").json
    stream = server.get(f"/api/v1/jobs/{job['id']}/events")
    assert stream.headers["content-type"].startswith("text/event-stream")
    events = stream.body.decode().split("\n\n")
    datas = [line[6:] for event in events for line in event.split("\n") if line[:6] == "data: "]
    last = json.loads(datas[-1])
    assert (last["state"], last["answer"]["value"]) == ("done", 3)
    versions = [json.loads(data)["version"] for data in datas]
    assert versions == sorted(set(versions))
    again = server.get(f"/api/v1/jobs/{job['id']}/events", Last_Event_ID=str(last["version"]))
    if server.get(f"/api/v1/jobs/{job['id']}").json["version"] == last["version"]:
        assert again.status == 204


def test_long_work_is_cancelled_and_resumed(server: Server) -> None:
    job = server.ask(HARD, seconds=600).json
    where = f"/api/v1/jobs/{job['id']}"
    wait_for(lambda: server.get(where).json["state"] == "running")
    assert server.post(f"{where}/cancel", {}).json["state"] == "cancelled"
    assert server.post(f"{where}/resume", {}).json["state"] in ("queued", "running")
    assert server.post(f"{where}/cancel", {}).json["state"] == "cancelled"
    assert server.get(where).json["state"] == "cancelled"
    assert server.get("/api/v1/jobs/0123456789abcdef").status == 404


def test_a_limit_of_time_stops_a_job_with_what_is_known(server: Server) -> None:
    job = server.ended(server.ask("count domination queen 17x18", seconds=1))
    assert job["state"] == "stopped"
    assert job["answer"]["status"] in ("bounded", "unknown")
    assert job["answer"]["details"]["stopped"]["kind"] == "out of time"


def test_answers_are_found_by_their_facets(shelf: Server) -> None:
    found = shelf.get("/api/v1/answers", {"piece": "king", "rows": 4}).json
    assert found["total"] == len(found["answers"]) > 0
    assert all("king 4x" in answer["question"] for answer in found["answers"])
    torus = shelf.get("/api/v1/answers", {"topology": "torus"}).json
    assert torus["answers"][0]["question"].endswith("torus")
    everything = shelf.get("/api/v1/answers", {"size": 2}).json
    assert len(everything["answers"]) == 2
    assert everything["pages"] == -(-everything["total"] // 2)
    for facet in ("verb", "question", "trust", "status"):
        assert sum(everything["facets"][facet].values()) == everything["total"]
    unfound = shelf.get("/api/v1/answers", {"status": "infeasible"}).json
    assert unfound["total"] == everything["facets"]["status"]["infeasible"] == 1
    assert unfound["facets"]["status"] == everything["facets"]["status"]
    signature = everything["answers"][0]["signature"]
    assert shelf.get(f"/api/v1/answers/{signature}").json == everything["answers"][0]


def test_export_has_every_answer(shelf: Server) -> None:
    total = shelf.get("/api/v1/answers").json["total"]
    lines = shelf.get("/api/v1/export").body.decode().splitlines()
    rows = list(csv.DictReader(io.StringIO(shelf.get("/api/v1/export?format=csv").body.decode())))
    assert len(lines) == len(rows) == total
    assert [json.loads(line)["signature"] for line in lines] == [row["signature"] for row in rows]
    kings = shelf.get("/api/v1/export?piece=king").body.decode().splitlines()
    assert 0 < len(kings) < total


def test_a_table_is_what_is_known_until_it_is_filled(server: Server) -> None:
    asked = {"q": "solve domination bishop 2..4"}
    before = server.get("/api/v1/tables", asked).json
    assert (len(before["cells"]), before["complete"]) == (3, False)
    job = server.ended(server.post("/api/v1/tables", asked))
    assert job["state"] == "done"
    after = server.get("/api/v1/tables", asked).json
    assert after["complete"]
    values = [cell["answer"]["value"] for cell in after["cells"]]
    assert values == [2, 3, 4]  # n bishops dominate n x n: Yaglom and Yaglom
    assert values == [cell["answer"]["value"] for cell in job["result"]["cells"]]


def test_a_polynomial_has_its_coefficients(server: Server) -> None:
    asked = {"q": "independence rook 3 --all"}
    first = server.get("/api/v1/polynomials", asked)
    if first.status == 202:
        server.ended(first)
    said = server.get("/api/v1/polynomials", asked).json
    assert said["coefficients"] == [1, 9, 18, 6]  # the rook polynomial of 3 x 3
    assert said["polynomial"] == "1 + 9x + 18x^2 + 6x^3"


def test_a_placement_is_checked(server: Server) -> None:
    asked = {"q": "independence queen 6", "placement": "2 4 6 1 3 5"}
    assert server.get("/api/v1/check", asked).json["holds"]
    wrong = server.get("/api/v1/check", {**asked, "placement": "1 2 3 4 5 6"}).json
    assert not wrong["holds"]
    assert wrong["offences"]


def test_boards_are_pictures(server: Server) -> None:
    drawn = server.get("/api/v1/boards", {"board": "5x5", "piece": "knight", "at": "c3"})
    assert drawn.headers["content-type"].startswith("image/svg+xml")
    assert b"knight" in drawn.body
    answer = server.get("/api/v1/boards", {"q": "solve domination queen 5"})
    assert b"queen" in answer.body
    png = server.get("/api/v1/boards", {"piece": "queen", "format": "png"})
    assert png.body.startswith(b"\x89PNG") or png.status == 501
    assert server.get("/api/v1/boards", {"board": "5x5", "at": "z9"}).status == 422


def test_what_a_piece_attacks(server: Server) -> None:
    said = server.get("/api/v1/attacks", {"board": "3", "piece": "knight"}).json
    assert said["attacks"]["a1"] == ["c2", "b3"]
    assert said["attacks"]["b2"] == []


def test_catalogues(server: Server) -> None:
    pieces = {piece["name"]: piece for piece in server.get("/api/v1/pieces").json["pieces"]}
    assert pieces["queen"]["betza"] == "RB"
    assert server.get("/api/v1/pieces/RBN").json["name"] == "amazon"
    assert "sat" in [engine["name"] for engine in server.get("/api/v1/engines").json["engines"]]
    kinds = [q["kind"] for q in server.get("/api/v1/questions").json["questions"]]
    assert {"domination", "independence", "lights"} <= set(kinds)
    said = server.get("/api/v1/sentence", {"q": "solve domination queen 8"}).json
    assert (
        said["sentence"]
        == "What is the smallest number of queens that attack every empty square of 8x8?"
    )


def test_puzzles_are_made_checked_and_helped_with(server: Server) -> None:
    made = server.post("/api/v1/puzzles/make", {"kind": "regions", "size": "5x5", "seed": 3}).json
    assert made["rows"] == 5
    assert len(made["regions"]) == 5
    again = server.post("/api/v1/puzzles/make", {"kind": "regions", "size": "5x5", "seed": 3})
    assert again.json == made
    solved = server.post("/api/v1/puzzles/solution", {"puzzle": made["puzzle"]}).json
    assert solved["unique"]
    position = {"puzzle": made["puzzle"], "put": [], "crossed": []}
    for _ in range(100):
        hint = server.post("/api/v1/puzzles/hint", position).json
        position |= {"put": hint["put"], "crossed": hint["crossed"]}
        if sorted(hint["put"]) == sorted(solved["solution"]):
            break
    check = server.post("/api/v1/puzzles/check", position).json
    assert check["solved"]
    beside = {**position, "put": ["queen@a1", "queen@a2"]}
    assert server.post("/api/v1/puzzles/check", beside).json["conflicts"]
    assert server.get("/api/v1/puzzles/detective").json["title"] == "Detective chess"


def test_a_certificate_is_made_and_holds(server: Server, tmp_path: Path) -> None:
    asked = {"q": "solve domination rook 3"}
    job = server.ended(server.post("/api/v1/certificates", asked))
    assert job["state"] == "done", job["problem"]
    (listed,) = server.get("/api/v1/certificates").json["certificates"]
    packed = server.get(listed["href"])
    assert packed.headers["content-type"] == "application/x-tar"
    with tarfile.open(fileobj=io.BytesIO(packed.body)) as archive:
        archive.extractall(tmp_path, filter="data")
    (folder,) = tmp_path.glob("certificate-*")
    assert verify(folder)
    assert server.post("/api/v1/certificates", asked).status == 200
    assert server.ask("solve domination rook 3").json["trust"] == "certified"


@pytest.mark.parametrize(
    ("path", "status", "name"),
    [
        ("/api/v1/ask?q=nonsense", 422, "bad-input"),
        ("/api/v1/ask", 422, "bad-parameters"),
        ("/api/v1/ask?q=solve+independence+queen+99x99", 422, "too-large"),
        ("/api/v1/ask?q=solve+independence+queen+9x9+--holes+@README.md", 422, "bad-input"),
        ("/api/v1/lookup?q=solve+independence+queen+19x19", 404, "not-known"),
        ("/api/v1/nothing", 404, "not-found"),
        ("/nothing", 404, "not-found"),
        ("/api/v1/answers?size=1000", 422, "bad-parameters"),
        ("/api/v1/certificates/..%2f..%2fetc.tar", 404, "not-found"),
    ],
)
def test_problems_have_one_shape(server: Server, path: str, status: int, name: str) -> None:
    reply = server.get(path)
    assert (reply.status, reply.json["status"]) == (status, status)
    assert reply.headers["content-type"] == "application/problem+json"
    assert reply.json["type"] == f"urn:satchess:problem:{name}"
    assert reply.json["title"]
    assert reply.json["detail"]
