"""kill -9 of servers and workers: jobs go on, and nothing is lost."""

import os
import signal
from pathlib import Path

from satchess.cache import Store
from satchess.cache.orders import OrderState
from tests.web.serving import Server, serving, wait_for

LONG = "count domination queen 6x6"
"""A question of some seconds."""


def workers_of(server: Server) -> set[int]:
    """The processes that the server has started."""
    pid = server.process.pid
    found = set()
    for name in os.listdir("/proc"):
        try:
            stat = Path(f"/proc/{name}/stat").read_text().rpartition(")")[2].split()
        except (OSError, ValueError):
            continue
        if name.isdecimal() and stat and int(stat[1]) == pid and stat[0] != "Z":
            found.add(int(name))
    return found


def test_a_killed_server_leaves_its_jobs_to_the_next(tmp_path: Path) -> None:
    cache = tmp_path / "answers.db"
    server = Server(cache)
    jobs = [server.ask(text).json for text in (LONG, "count domination king 5x5", "solve queens 9")]
    where = f"/api/v1/jobs/{jobs[0]['id']}"
    wait_for(lambda: server.get(where).json["state"] == "running")
    orphans = workers_of(server)
    assert orphans
    server.kill(signal.SIGKILL)
    wait_for(lambda: not any(Path(f"/proc/{pid}").exists() and _lives(pid) for pid in orphans))
    with Store(cache) as store:
        assert store.orders.get(jobs[0]["id"]).state is OrderState.RUNNING
    with serving(cache) as server:
        for job in jobs:
            found = wait_for(
                lambda job=job: (
                    (  # type: ignore[misc]
                        now := server.get(f"/api/v1/jobs/{job['id']}").json
                    )["state"]
                    == "done"
                    and now
                )
            )
            assert found["answer"]["status"] == "optimal"
        assert server.get("/api/v1/jobs").json["numbers"] == {"done": 3}


def test_a_killed_worker_is_replaced(tmp_path: Path) -> None:
    with serving(tmp_path / "answers.db", limits=("running=1",)) as server:
        reply = server.ask(LONG)
        wait_for(lambda: server.get(reply.headers["location"]).json["state"] == "running")
        for pid in workers_of(server):
            os.kill(pid, signal.SIGKILL)
        job = server.ended(reply)
        assert (job["state"], job["answer"]["value"]) == ("done", 3)


def test_a_stopped_server_gives_its_jobs_back(tmp_path: Path) -> None:
    cache = tmp_path / "answers.db"
    with serving(cache) as server:
        job = server.ask("count domination queen 13x13").json
        wait_for(lambda: server.get(f"/api/v1/jobs/{job['id']}").json["state"] == "running")
    with Store(cache) as store:
        order = store.orders.get(job["id"])
    assert (order.state, order.tries) == (OrderState.QUEUED, 0)


def _lives(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
