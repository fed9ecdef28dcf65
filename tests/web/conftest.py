"""One server for all tests of a file that do not mind each other."""

from collections.abc import Iterator

import pytest

from tests.web.serving import Server, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with an empty cache."""
    with serving(tmp_path_factory.mktemp("served") / "answers.db") as server:
        yield server
