"""A real browser: whether there is one, and what is looked at in every page."""

import shutil
from importlib.util import find_spec
from typing import Any

import pytest

PATIENCE = 60_000
"""Milliseconds to wait for what should come at once: the machine may be busy."""

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")

_MISSING = [name for name in ("playwright", "axe_playwright_python") if find_spec(name) is None]

needs_browser = [
    pytest.mark.skipif(CHROMIUM is None, reason="needs a browser: apt install chromium"),
    pytest.mark.skipif(bool(_MISSING), reason=f"needs {' and '.join(_MISSING)}: make test"),
]
"""Marks of modules that look at pages as people do."""


def violations(tab: Any, rules: list[str] | None = None) -> list[object]:
    """Return the rules of axe that a page breaks, and where."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    options: dict[str, Any] = {"resultTypes": ["violations"]}
    options |= {"runOnly": rules} if rules else {}
    drawings = {"exclude": [[".drawn"], [".still > *"], [".thumb > *"]]}  # read out as one picture
    found = axe.Axe().run(tab, drawings, options).response["violations"]
    return [(each["id"], [node["target"] for node in each["nodes"]][:3]) for each in found]


def sound(tab: Any, address: str) -> None:
    """Look at a page on a phone: nobody is kept out, and it does not scroll sideways."""
    tab.emulate_media(color_scheme="light")
    tab.goto(address)
    tab.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
    wide, window = tab.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide <= window, f"{address} scrolls sideways"
    found = violations(tab)
    assert not found, f"{address}: {found}"


def readable_in_the_dark(tab: Any, address: str) -> None:
    """Look at a dark page: it has other colours, and nothing else that is other."""
    tab.emulate_media(color_scheme="dark")
    tab.goto(address)
    tab.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
    found = violations(tab, ["color-contrast"])
    assert not found, f"{address}: {found}"
