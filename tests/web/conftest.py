"""One server and one browser for all tests that do not mind each other."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.web.browsing import CHROMIUM, PATIENCE
from tests.web.remembering import remember
from tests.web.serving import Server, serving

KNOWN = (
    *("solve domination queen 5x5", "solve domination queen 6x6", "list queens 6"),
    *("count domination king 4x4 --all --by-size", "count domination king 5x5"),
)
"""What the server of all tests knows from the beginning."""

SHELVED = (
    *(f"solve domination queen {side}x{side}" for side in (1, 3, 5)),
    *("first queens 5", "solve independence queen 3 --size 3"),  # there is none
    *("count domination king 4", "solve independence knight 4:torus"),
)
"""What the server knows that learns nothing more."""


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The server of all tests; what they ask is remembered, and others have jobs of their own."""
    cache = tmp_path_factory.mktemp("served") / "answers.db"
    remember(cache, *KNOWN)
    with serving(cache) as server:
        yield server


@pytest.fixture(scope="session")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for those who count what is remembered: nobody asks it anything new."""
    cache = tmp_path_factory.mktemp("shelf") / "answers.db"
    remember(cache, *SHELVED)
    with serving(cache) as server:
        yield server


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """A browser without a window.

    It is not one for the session: as long as it is there, this thread has an event loop that runs,
    and no other test could run one.
    """
    from playwright.sync_api import sync_playwright

    arguments = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=arguments, timeout=PATIENCE
        )
        yield browser
        browser.close()


@pytest.fixture
def tab(browser: Any, server: Server) -> Iterator[Any]:
    """A page that must not complain: no error, nothing against the policy."""
    context = browser.new_context(base_url=server.url, viewport={"width": 1280, "height": 900})
    context.set_default_timeout(PATIENCE)
    tab = context.new_page()
    complaints: list[str] = []
    tab.on("pageerror", lambda error: complaints.append(str(error)))
    tab.on("console", lambda message: complaints.append(message.text))
    yield tab
    context.close()
    # a status is told on the console too; that is no fault of the page
    assert [each for each in complaints if "status of 4" not in each] == []


@pytest.fixture(scope="module")
def inspected(browser: Any, server: Server) -> Iterator[Any]:
    """A small window; axe is a script, which the policy would not let in."""
    context = browser.new_context(
        base_url=server.url,
        bypass_csp=True,
        viewport={"width": 360, "height": 740},
        reduced_motion="reduce",  # no colour is measured on its way to another
    )
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()
