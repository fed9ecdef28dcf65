"""What a review of the service at work has found: floods, lost rows, clocks, patience."""

import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import closing, suppress
from http.client import HTTPException
from pathlib import Path
from urllib.parse import urlencode

import pytest

from satchess.cache import Store
from satchess.cache.orders import OrderState
from satchess.web import jobs
from satchess.web.jobs import Supervisor
from satchess.web.settings import Settings
from tests.web.serving import ROOMY, Server, serving, wait_for

HARD = "count independence queen 20x20 --size 14"


def _at_once(number: int, act: Callable[[int], object]) -> list[threading.Thread]:
    threads = [threading.Thread(target=act, args=(each,)) for each in range(number)]
    for thread in threads:
        thread.start()
    return threads


def test_puzzles_without_number_leave_threads_for_others(tmp_path: Path) -> None:
    statuses: list[int] = []
    limits = (*ROOMY, "helper_seconds=1000", "helpers=1")
    with serving(tmp_path / "answers.db", limits=limits) as server:
        said = {"kind": "regions", "size": "9x9", "difficulty": "hard"}

        def make(seed: int) -> None:
            with suppress(OSError, HTTPException):  # the server goes before all are made
                statuses.append(server.post("/api/v1/puzzles/make", {**said, "seed": seed}).status)

        threads = _at_once(60, make)
        # those that are too many are told at once, while a few wait
        wait_for(lambda: statuses.count(503) >= 50)
        assert server.get("/api/v1/health").status == 200
        server.kill()
    for thread in threads:
        thread.join()


def _nested(squares: int) -> str:
    """Return a condition that it takes a while to understand."""
    square = [f"{chr(97 + i % 13)}{1 + i // 13}" for i in range(13 * 13)]
    other = [f"{chr(97 + i * 5 % 13)}{1 + i // 13}" for i in range(13 * 13)]
    pairs = zip(square[:squares], other[:squares], strict=True)
    return "".join(f"{one} ? {two} : " for one, two in pairs) + "a1"


def test_tables_and_maps_of_conditions_are_given_up(tmp_path: Path) -> None:
    with serving(tmp_path / "answers.db", limits=(*ROOMY, "lookup_seconds=0.5")) as server:
        text = f'count independence queen 13..20x13..20 --where "{_nested(40)}"'
        for path in ("/api/v1/tables", "/explore"):
            reply = server.get(path, {"q": text})
            assert reply.status == 503, path
            assert int(reply.headers["retry-after"]) > 0


def _row(cache: Path, sql: str, *parameters: object) -> None:
    with closing(sqlite3.connect(cache, timeout=30)) as connection, connection:
        connection.execute(sql, parameters)


def test_work_goes_on_when_a_job_is_taken_away(tmp_path: Path) -> None:
    cache = tmp_path / "answers.db"
    with serving(cache) as server:
        job = server.ask(HARD).json["id"]
        wait_for(lambda: server.get(f"/api/v1/jobs/{job}").json["state"] == "running")
        _row(cache, "DELETE FROM orders")
        assert server.get(f"/api/v1/jobs/{job}").status == 404
        assert server.answered("count queens 5")["count"] == 10


def test_the_thread_of_jobs_survives_whatever_happens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    supervisor = Supervisor(Settings(cache=tmp_path / "answers.db"))
    looks = []

    def look(store: Store) -> None:
        looks.append(store)
        raise OSError("no process is to be had")

    monkeypatch.setattr(supervisor, "_look", look)
    supervisor.start()
    wait_for(lambda: len(looks) >= 2)
    supervisor.close()


@pytest.mark.parametrize("ahead", [-1e6, 0, 1e6])
def test_what_a_dead_machine_has_left_is_adopted_whatever_its_clock_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ahead: float
) -> None:
    monkeypatch.setattr(jobs, "SECONDS_DEAD", 0.3)
    settings = Settings(cache=tmp_path / "answers.db")
    with Store(settings.cache) as store:
        store.orders.place("1", "answer", "count queens 4", {"seconds": 1}, "")
        store.orders.claim("1", "elsewhere:1:1")
        supervisor = Supervisor(settings)
        beat = f"UPDATE orders SET beat = {time.time() + ahead}"
        _row(settings.cache, beat)
        for step in range(5):  # it beats: it is alive, whatever its clock says
            supervisor._adopt(store)
            assert store.orders.get("1").state is OrderState.RUNNING
            time.sleep(0.1)
            _row(settings.cache, f"{beat} + {step + 1}")
        supervisor._adopt(store)
        time.sleep(0.4)
        supervisor._adopt(store)
        assert store.orders.get("1").state is OrderState.QUEUED


def test_who_joins_a_job_that_waits_gets_the_time_they_asked_for(tmp_path: Path) -> None:
    with serving(tmp_path / "answers.db", limits=(*ROOMY, "running=1")) as server:
        first = server.ask(HARD).json["id"]
        text = "count independence king 8x8 --all"
        hurried = server.ask(text, seconds=0.01)
        assert server.ask(text).json["id"] == hurried.json["id"]
        server.post(f"/api/v1/jobs/{first}/cancel", {})
        assert server.ended(hurried)["state"] == "done"


def test_who_resumes_a_job_lets_it_go_on_for_longer(server: Server) -> None:
    stopped = server.ended(server.ask("count independence king 9x9 --all", seconds=0.001))
    assert stopped["state"] == "stopped"
    resumed = server.post(f"/api/v1/jobs/{stopped['id']}/resume", {})
    assert resumed.json["state"] == "queued"
    where = f"/api/v1/jobs/{stopped['id']}"
    wait_for(lambda: server.get(where).json["state"] not in ("queued", "running"))
    assert server.get(where).json["state"] == "done"


def test_who_waits_for_a_form_takes_no_thread(server: Server) -> None:
    body = urlencode({"q": HARD}).encode()
    threads = _at_once(100, lambda _: server.send("POST", "/answer", body))
    time.sleep(0.5)
    assert server.get("/api/v1/health").status == 200
    # were there a thread for each, this would have come after most of them
    assert sum(thread.is_alive() for thread in threads) > 50
    for thread in threads:
        thread.join()
    job = server.ask(HARD).json["id"]
    server.post(f"/api/v1/jobs/{job}/cancel", {})
