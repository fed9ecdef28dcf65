"""A server in a thread of this process: nothing has to be imported anew, so it is there at once."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from satchess.web.server import server_for
from satchess.web.settings import Limits, Settings
from tests.web.serving import PATIENCE, ROOMY, Server


class Inside(Server):
    """A server that is spoken to as one in a process of its own."""

    def __init__(self, cache: Path) -> None:
        settings = Settings(port=0, cache=cache, limits=Limits.with_changes(ROOMY))
        self.cache = cache
        self._server = server_for(settings)
        listening = self._server.config.bind_socket()
        self.host = f"127.0.0.1:{listening.getsockname()[1]}"
        self.url = f"http://{self.host}"
        self._thread = threading.Thread(target=self._server.run, args=([listening],), daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop it."""
        self._server.should_exit = True
        self._thread.join(PATIENCE)


@contextmanager
def inside(cache: Path) -> Iterator[Inside]:
    """Run a server in a thread."""
    server = Inside(cache)
    try:
        yield server
    finally:
        server.close()
