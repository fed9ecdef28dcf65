"""Helpers: a few processes that look at puzzles, replaced when one takes too long.

`puzzling.py` is what they run. Who asks them waits on a thread that look-ups need too: so only a
few may wait, and the others are told to come back.
"""

import json
import os
import queue
import threading
import time
from collections.abc import Mapping
from typing import Any

from satchess.closable import Closable
from satchess.errors import BadInput, TooLarge
from satchess.logs import logger_of
from satchess.web import starting
from satchess.web.problems import busy
from satchess.web.settings import Limits

_log = logger_of(__name__)


WAITING_FOR_EACH = 4
"""How many may wait for each helper: more would take the threads of those who only look up."""


class _Helper:
    """One process, with a thread that listens to it."""

    def __init__(self, limits: Limits) -> None:
        self._process = starting.start("satchess.web.puzzling")
        self._heard: queue.Queue[bytes] = queue.Queue()
        threading.Thread(target=self._listen, daemon=True).start()
        self._write({"parent": os.getpid(), "memory": limits.memory, "squares": limits.squares})

    def ask(self, said: Mapping[str, Any], seconds: float) -> dict[str, Any] | None:
        """Return an answer; None if there is none in time."""
        try:
            self._write(said)
            line = self._heard.get(timeout=seconds)
        except (BrokenPipeError, queue.Empty):
            return None
        if not line:
            return None
        answer: dict[str, Any] = json.loads(line)
        return answer

    @property
    def is_alive(self) -> bool:
        return self._process.poll() is None

    def end(self) -> None:
        starting.kill(self._process)

    def _write(self, said: Mapping[str, Any]) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(said).encode() + b"\n")
        self._process.stdin.flush()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as stream:
            for line in stream:
                self._heard.put(line)
        self._heard.put(b"")


class Helpers(Closable):
    """The helpers of a server, started when they are needed."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._idle: list[_Helper] = []
        self._lock = threading.Lock()
        self._free = threading.BoundedSemaphore(limits.helpers)
        self._rooms = threading.BoundedSemaphore(limits.helpers * (1 + WAITING_FOR_EACH))
        # Linux kills a process when the thread that started it ends: this one does not
        self._wanted: queue.Queue[queue.Queue[_Helper | OSError]] = queue.Queue()
        self._starter = threading.Thread(target=self._start, daemon=True)
        self._starter.start()

    def close(self) -> None:
        """End them."""
        with self._lock:
            while self._idle:
                self._idle.pop().end()

    def ask(self, task: str, said: Mapping[str, Any]) -> dict[str, Any]:
        """Have a helper do something, within its limits."""
        seconds = self._limits.helper_seconds
        if not self._rooms.acquire(blocking=False):
            raise busy("all helpers are at work, and others wait", seconds, status=503, name="busy")
        try:
            return self._ask(task, said, seconds)
        finally:
            self._rooms.release()

    def _ask(self, task: str, said: Mapping[str, Any], seconds: float) -> dict[str, Any]:
        deadline = time.monotonic() + seconds
        if not self._free.acquire(timeout=seconds):
            raise busy("all helpers are at work", seconds, status=503, name="busy")
        helper = None
        try:
            helper = self._hire()
            answer = helper.ask({**said, "task": task}, max(0.1, deadline - time.monotonic()))
            if answer is None:
                helper.end()
                helper = None
                raise busy(
                    f"this takes more than {seconds:g} s, or too much memory",
                    60,
                    status=503,
                    name="too-hard",
                )
        finally:
            if helper is not None:
                with self._lock:
                    self._idle.append(helper)
            self._free.release()
        if "too_large" in answer:
            raise TooLarge(answer["too_large"])
        if "bad" in answer:
            raise BadInput(answer["bad"])
        done: dict[str, Any] = answer["done"]
        return done

    def _hire(self) -> _Helper:
        with self._lock:
            while self._idle:
                helper = self._idle.pop()
                if helper.is_alive:
                    return helper
        reply: queue.Queue[_Helper | OSError] = queue.Queue()
        self._wanted.put(reply)
        hired = reply.get()
        if isinstance(hired, OSError):
            _log.warning("helpers: %s", hired)
            raise busy("no helper can be started now", 30, status=503, name="busy")
        return hired

    def _start(self) -> None:
        while True:
            reply = self._wanted.get()
            try:
                reply.put(_Helper(self._limits))
            except OSError as error:  # no process or no file is left to be had
                reply.put(error)
