"""Load: many clients of a server in another process, how fast it answers, and under a flood.

    python tools/load.py --seconds 30 --clients 50 --out docs/results/service.json

A server is started with a cache of its own. First, clients look remembered answers up, each on a
connection of its own, as fast as they can. Then hard questions flood the queue, while look-ups at a
steady pace are timed. Whatever is not answered with 200 is an error.
"""

import argparse
import asyncio
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote, urlsplit

import satchess

LIMITS = (
    *("requests=100000000", "asks=1000000", "client_connections=1000", "client_jobs=1000"),
    *("queue=50", "seconds=120", "running=1"),
)
LOOKED_UP = (
    *("solve domination queen 5", "count domination king 4", "count independence king 4"),
    *("solve independence rook 6", "count independence rook 5 --all --by-size", "list queens 5"),
)
PACE = 20
"""Look-ups a second in a flood."""


@dataclass
class Tally:
    """Times of requests, in seconds, and what went wrong."""

    times: list[float] = field(default_factory=list)
    errors: int = 0
    statuses: dict[int, int] = field(default_factory=dict)

    def summary(self, seconds: float) -> dict[str, float | int]:
        """Return requests per second, and percentiles in milliseconds."""
        ordered = sorted(self.times) or [0.0]

        def percentile(share: float) -> float:
            return round(1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))], 1)

        return {
            "requests": len(self.times),
            "errors": self.errors,
            "requests_a_second": round(len(self.times) / seconds, 1),
            "p50_ms": percentile(0.5),
            "p90_ms": percentile(0.9),
            "p99_ms": percentile(0.99),
            "max_ms": round(1000 * ordered[-1], 1),
        }


class Connection:
    """A connection that is kept, and speaks as much HTTP as is needed."""

    def __init__(self, host: str, port: int) -> None:
        self._host, self._port = host, port
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def get(self, target: str) -> int:
        """Read an address to its end, and return the status."""
        if self._writer is None:
            self._reader, self._writer = await asyncio.open_connection(self._host, self._port)
        assert self._reader is not None
        self._writer.write(f"GET {target} HTTP/1.1\r\nHost: {self._host}\r\n\r\n".encode())
        head = await self._reader.readuntil(b"\r\n\r\n")
        lines = head.decode("latin-1").lower().split("\r\n")
        length = next(int(line[15:]) for line in lines if line.startswith("content-length:"))
        await self._reader.readexactly(length)
        return int(lines[0].split()[1])

    def close(self) -> None:
        """Leave."""
        if self._writer is not None:
            self._writer.close()


def target(text: str) -> str:
    """Return the address of a question."""
    return f"/api/v1/ask?q={quote(text)}"


async def one(connection: Connection, text: str, tally: Tally) -> int:
    """Ask once, and take the time."""
    began = time.perf_counter()
    try:
        status = await connection.get(target(text))
    except (OSError, EOFError, StopIteration, ValueError):
        tally.errors += 1
        connection.close()
        return 0
    tally.times.append(time.perf_counter() - began)
    tally.statuses[status] = tally.statuses.get(status, 0) + 1
    return status


async def look_up(host: str, port: int, clients: int, seconds: float) -> Tally:
    """Have many clients look up for a while."""
    tally, over = Tally(), time.monotonic() + seconds

    async def client(number: int) -> None:
        connection = Connection(host, port)
        while time.monotonic() < over:
            text = LOOKED_UP[number % len(LOOKED_UP)]
            status = await one(connection, text, tally)
            tally.errors += status not in (0, 200)
            number += 1
        connection.close()

    await asyncio.gather(*map(client, range(clients)))
    return tally


async def flood(host: str, port: int, seconds: float) -> tuple[Tally, Tally]:
    """Ask hard questions without pause, and look up at a steady pace meanwhile."""
    hard, quick, over = Tally(), Tally(), time.monotonic() + seconds

    async def flooding(number: int) -> None:
        connection = Connection(host, port)
        while time.monotonic() < over:
            rows, columns = 11 + number % 7, 12 + number // 7 % 10
            await one(connection, f"count domination queen {rows}x{columns}", hard)
            number += 4
            await asyncio.sleep(0.02)
        connection.close()

    async def looking() -> None:
        connection, number = Connection(host, port), 0
        while time.monotonic() < over:
            status = await one(connection, LOOKED_UP[number % len(LOOKED_UP)], quick)
            quick.errors += status not in (0, 200)
            number += 1
            await asyncio.sleep(1 / PACE)
        connection.close()

    await asyncio.gather(*(flooding(number) for number in range(4)), looking())
    return hard, quick


def started(cache: Path) -> tuple["subprocess.Popen[str]", str]:
    """Start a server; return it and its address."""
    options = [word for limit in LIMITS for word in ("--limit", limit)]
    process = subprocess.Popen(
        [sys.executable, "-m", "satchess", "serve", "--port", "0", "--cache", str(cache), *options],
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    for line in process.stderr:
        if "served at " in line:
            return process, line.rpartition(" ")[2].strip()
    raise SystemExit("the server did not start")


def measure(seconds: float, clients: int) -> dict[str, object]:
    """Start a server, put it under load, and return the figures."""
    with tempfile.TemporaryDirectory() as folder:
        cache = Path(folder) / "answers.db"
        for text in LOOKED_UP:
            satchess.ask(text, cache=cache)
        process, url = started(cache)
        try:
            parts = urlsplit(url)
            host, port = parts.hostname or "", parts.port or 0
            wait_until_up(url)
            asyncio.run(look_up(host, port, 2, 1))  # the first requests import what is needed
            looked = asyncio.run(look_up(host, port, clients, seconds))
            hard, quick = asyncio.run(flood(host, port, seconds))
        finally:
            process.terminate()
            process.communicate(timeout=60)
    return {
        "clients": clients,
        "seconds": seconds,
        "cores": os.cpu_count(),
        "load_average": [round(load, 1) for load in os.getloadavg()],
        "python": platform.python_version(),
        "lookups": looked.summary(seconds),
        "flood": {
            "hard_questions": hard.summary(seconds)
            | {"statuses": {str(status): n for status, n in sorted(hard.statuses.items())}},
            "lookups": quick.summary(seconds),
        },
    }


def wait_until_up(url: str) -> None:
    """Wait for the first answer."""
    client = satchess.Client(url)
    for _ in range(600):
        try:
            client.health()
        except satchess.SatchessError:
            time.sleep(0.1)
        else:
            return
    raise SystemExit("the server does not answer")


def main(words: list[str] | None = None) -> int:
    """Measure, print a table, and write the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--out", type=Path, help="A file for the figures, as JSON.")
    said = parser.parse_args(words)
    figures = measure(said.seconds, said.clients)
    print(table(figures))
    if said.out is not None:
        said.out.write_text(json.dumps(figures, indent=2) + "\n")
    lookups = figures["lookups"]
    return 1 if isinstance(lookups, dict) and lookups["errors"] else 0


def table(figures: dict[str, object]) -> str:
    """Write the figures as a table of Markdown."""
    flooded = figures["flood"]
    assert isinstance(flooded, dict)
    rows = {
        f"look-ups of {figures['clients']} clients": figures["lookups"],
        "look-ups in a flood": flooded["lookups"],
        "the flood: hard questions": flooded["hard_questions"],
    }
    names = ("requests", "errors", "requests_a_second", "p50_ms", "p90_ms", "p99_ms", "max_ms")
    lines = [f"| | {' | '.join(name.replace('_', ' ') for name in names)} |"]
    lines.append(f"|{'---|' * (len(names) + 1)}")
    for name, row in rows.items():
        assert isinstance(row, dict)
        lines.append(f"| {name} | {' | '.join(str(row[key]) for key in names)} |")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
