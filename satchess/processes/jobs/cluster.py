"""Dask: parts are run by the workers of a cluster, where satchess is installed too.

dask scheduler                                   # on one machine
dask worker tcp://HOST:8786 --nthreads 1         # on each of many, one for each core
satchess count leprechauns 3 25 --cluster tcp://HOST:8786
"""

import logging
import re
from collections.abc import Callable
from concurrent.futures import Executor
from typing import Any

from satchess.answers import Stop
from satchess.errors import BadInput
from satchess.processes.jobs.crews import Stopped

SECONDS_TO_CONNECT = 10
_ADDRESS = re.compile(r"(tcp|tls|ucx|ws|wss)://[^\s/]+:\d+")


def connect(address: str) -> tuple[Executor, Callable[[], int]]:
    """Return the executor of a cluster, and a function that returns its number of threads.

    Dask itself reassigns the part of a lost worker.
    """
    if not _ADDRESS.fullmatch(address):
        raise BadInput(f"cluster {address!r}: expected an address such as tcp://host:8786")
    try:
        from distributed import Client
    except ImportError:
        raise BadInput(
            f"cluster {address}: needs dask, as installed by pip install 'satchess[cluster]'"
        ) from None
    # a lost worker is not worth a warning: its part is run again
    for name in ("distributed", "distributed.client"):  # each has a level of its own
        logging.getLogger(name).setLevel(logging.ERROR)
    try:
        client = Client(address, timeout=SECONDS_TO_CONNECT, set_as_default=False)
    except (OSError, ValueError, RuntimeError) as error:
        words = " ".join(str(error).split())
        raise BadInput(f"cluster {address}: cannot be reached ({words})") from None

    def threads() -> int:
        try:
            return sum(client.ncores().values())
        except (OSError, RuntimeError) as error:
            raise Stopped(Stop.CLUSTER_LOST, address) from error

    return _Cluster(client), threads


class _Cluster(Executor):
    """Dask's own executor, which also closes the connection."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._executor = client.get_executor(pure=False)

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        return self._executor.submit(fn, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._executor.shutdown(wait=wait and not cancel_futures)  # else it cancels what it can
        self._client.close()
