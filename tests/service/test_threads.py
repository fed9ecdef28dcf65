"""Calls in threads: several at once, and cancelled ones leave nothing behind."""

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import satchess
from satchess.answers import Stop
from satchess.processes import pool
from satchess.service.evidence import Evidence
from tests.commands import children_of, eventually, heed_interrupts

PATIENCE = 30

HARD = "domination queen 20:cylinder"
DIVIDED = "queens 18"


@pytest.fixture(autouse=True)
def no_workers() -> Iterator[None]:
    """No worker is there before a test, and none is left after it."""
    pool.close()
    assert children_of(os.getpid()) == []
    yield
    pool.close()
    eventually(lambda: children_of(os.getpid()) == [], PATIENCE)


async def until(happened: Callable[[], object]) -> None:
    """Wait for something without blocking the loop."""
    deadline = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < deadline, "it never happened"
        await asyncio.sleep(0.02)


@pytest.mark.parametrize("awaiting", [satchess.to_thread, asyncio.to_thread])
def test_several_at_once(awaiting: Callable[..., object]) -> None:
    async def several() -> list[satchess.Answer]:
        calls = [awaiting(satchess.queens(n).first, timeout=60) for n in range(4, 9)]
        return await asyncio.gather(*calls)  # type: ignore[call-overload,no-any-return]

    firsts = ["2413", "13524", "246135", "1357246", "15863724"]
    found = [answer.permutation for answer in asyncio.run(several())]
    assert found == [tuple(map(int, columns)) for columns in firsts]


def test_everything_that_blocks_can_be_awaited() -> None:
    kings = satchess.independence("king", 3)

    async def everything() -> None:
        assert (await satchess.to_thread(satchess.ask, "solve independence king 3")).value == 4
        assert (await satchess.to_thread(kings.first)).status == "optimal"
        assert (await satchess.to_thread(kings.check, "a1 c1 a3 c3")).is_optimal
        assert (await satchess.to_thread(kings.table, "2..3", count=True))[3, 3].count == 1
        assert len(await satchess.to_thread(list, kings.placements())) == 1

    asyncio.run(everything())


def test_an_error_is_the_one_of_the_call() -> None:
    with pytest.raises(satchess.SatchessError, match="did you mean 'timeout'"):
        asyncio.run(satchess.to_thread(satchess.queens(4).solve, timeot=5))  # type: ignore[call-arg]


@pytest.mark.parametrize(
    ("verb", "text", "workers"), [("solve", HARD, None), ("solve", HARD, 1), ("count", DIVIDED, 2)]
)
def test_cancelling_ends_the_workers_and_keeps_what_is_known(
    verb: str, text: str, workers: int | None
) -> None:
    threads = threading.active_count()

    async def cancelled() -> None:
        question = satchess.Question.parse(text)
        call = question.solve if verb == "solve" else question.count
        task = asyncio.create_task(satchess.to_thread(call, workers=workers))
        await until(lambda: len(children_of(os.getpid())) >= (workers or 1))
        await asyncio.sleep(0.5)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await until(lambda: children_of(os.getpid()) == [])

    asyncio.run(cancelled())
    eventually(lambda: threading.active_count() <= threads + 1, PATIENCE)  # one starts workers


def test_cancelling_one_leaves_the_others_alone() -> None:
    async def one_of_two() -> satchess.Answer:
        hard = asyncio.create_task(satchess.to_thread(satchess.Question.parse(HARD).solve))
        other = asyncio.create_task(satchess.to_thread(satchess.queens(8).first, timeout=60))
        await until(lambda: children_of(os.getpid()))
        hard.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await hard
        return await other

    assert asyncio.run(one_of_two()).permutation == (1, 5, 8, 6, 3, 7, 2, 4)


def test_a_deadline_of_asyncio_cancels_too() -> None:
    async def late() -> None:
        async with asyncio.timeout(1):
            await satchess.to_thread(satchess.Question.parse(HARD).solve)

    with pytest.raises(TimeoutError):
        asyncio.run(late())
    eventually(lambda: children_of(os.getpid()) == [], PATIENCE)


def test_one_that_waits_for_a_thread_never_begins() -> None:
    begun = threading.Event()
    free = threading.Event()

    async def crowded() -> None:
        loop = asyncio.get_running_loop()
        loop.set_default_executor(ThreadPoolExecutor(1))
        first = asyncio.create_task(asyncio.to_thread(free.wait, PATIENCE))
        await asyncio.sleep(0)
        second = asyncio.create_task(satchess.to_thread(begun.set))
        await asyncio.sleep(0.05)
        second.cancel()
        with pytest.raises(asyncio.CancelledError):
            await second
        free.set()
        await first

    asyncio.run(crowded())
    assert not begun.is_set()


def test_what_is_known_by_then_is_remembered(own_cache: Path) -> None:
    question = satchess.Question.parse(HARD)
    seen = threading.Event()

    def heed(known: Evidence) -> None:
        if known.upper is not None:
            seen.set()

    async def cancelled() -> None:
        task = asyncio.create_task(satchess.to_thread(question.solve, watch=heed))
        await until(seen.is_set)
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task

    asyncio.run(cancelled())
    remembered = question.lookup()
    assert remembered is not None
    assert remembered.upper is not None
    assert remembered.stopped is None or remembered.stopped.kind is Stop.INTERRUPTED


WAITING = """
import asyncio, sys
import satchess

async def main():
    print("waiting", flush=True)
    await satchess.to_thread(satchess.Question.parse(sys.argv[1]).solve, cache=False)

try:
    asyncio.run(main())
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


def test_ctrl_c_ends_what_is_awaited() -> None:
    waiting = subprocess.Popen(
        [sys.executable, "-c", WAITING, HARD],
        stdout=subprocess.PIPE,
        text=True,
        process_group=0,
        preexec_fn=heed_interrupts,
    )
    with waiting:
        assert waiting.stdout is not None
        assert waiting.stdout.readline() == "waiting\n"
        workers = eventually(lambda: children_of(waiting.pid), PATIENCE)
        waiting.send_signal(signal.SIGINT)
        assert waiting.communicate(timeout=PATIENCE)[0] == "interrupted\n"
    assert waiting.returncode == 0
    eventually(lambda: not any(Path(f"/proc/{pid}").exists() for pid in workers), PATIENCE)
