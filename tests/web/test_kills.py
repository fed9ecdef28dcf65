"""kill -9 of servers and workers: jobs go on, and nothing is lost."""

import os
import signal
from pathlib import Path

from satchess.cache import Store
from satchess.cache.orders import OrderState
from tests.web.serving import ROOMY, Server, serving, wait_for

HARD = "count domination queen 16x16"
"""A question that no test waits for."""


LIMITS = (*ROOMY, "running=1")


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


def state(server: Server, id: str) -> str:
    """The state of a job."""
    said: str = server.get(f"/api/v1/jobs/{id}").json["state"]
    return said


def test_a_killed_server_leaves_its_jobs_to_the_next(tmp_path: Path) -> None:
    cache = tmp_path / "answers.db"
    server = Server(cache, limits=LIMITS)
    hard, *others = [
        server.ask(text).json["id"]
        for text in (HARD, "count domination king 5x5", "solve queens 9")
    ]
    wait_for(lambda: state(server, hard) == "running")
    orphans = workers_of(server)
    assert orphans
    server.kill(signal.SIGKILL)
    wait_for(lambda: not any(map(_lives, orphans)))
    with Store(cache) as store:
        left = store.orders.get(hard)
        assert left.state is OrderState.RUNNING
        assert [store.orders.get(id).state for id in others] == [OrderState.QUEUED] * 2
    with serving(cache, limits=LIMITS) as server, Store(cache, read_only=True) as store:
        wait_for(lambda: store.orders.get(hard).owner not in ("", left.owner))
        wait_for(lambda: state(server, hard) == "running")
        server.post(f"/api/v1/jobs/{hard}/cancel", {})
        for id in others:
            wait_for(lambda id=id: state(server, id) == "done")  # type: ignore[misc]
            answer = server.get(f"/api/v1/jobs/{id}").json["answer"]
            assert answer["status"] == "optimal"
        assert server.get("/api/v1/jobs").json["numbers"] == {"done": 2, "cancelled": 1}


def test_a_killed_worker_is_replaced(tmp_path: Path) -> None:
    with serving(tmp_path / "answers.db", limits=LIMITS) as server:
        (ahead,) = wait_for(lambda: workers_of(server))
        os.kill(ahead, signal.SIGSTOP)  # it gets the job, and is not done before it is killed
        reply = server.ask("count domination queen 6x6")
        wait_for(lambda: server.get(reply.headers["location"]).json["state"] == "running")
        os.kill(ahead, signal.SIGKILL)
        job = server.ended(reply)
        assert (job["state"], job["answer"]["value"]) == ("done", 3)


def test_a_stopped_server_gives_its_jobs_back(tmp_path: Path) -> None:
    cache = tmp_path / "answers.db"
    with serving(cache) as server:
        job = server.ask(HARD).json
        wait_for(lambda: state(server, job["id"]) == "running")
    with Store(cache) as store:
        order = store.orders.get(job["id"])
    assert (order.state, order.tries) == (OrderState.QUEUED, 0)


def _lives(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
