"""Pictures of the pages, as a browser shows them: docs/results/screenshots/.

    python tools/screenshots.py

A server with an empty cache is asked a few questions, and a browser without a window looks at it.
It needs chromium, and playwright of the extra `dev`.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from satchess.client import Client

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "results" / "screenshots"

PATIENCE = 300
"""Seconds to wait for an answer."""

WORK = "solve domination queen 15x15 --independent"
"""What takes long enough to be seen under way."""


COLOURS = 48


class Shot(NamedTuple):
    """A picture: what it is called, the address, and the window."""

    name: str
    address: str
    width: int = 1280
    height: int = 900
    dark: bool = False


ANSWERS = (
    "solve domination queen 8x8",
    "count domination queen 8x8",
    "solve domination queen 7x7",
    "solve domination queen 9x9",
    "list queens 8",
)
"""Questions that are asked before."""

SHOTS = (
    Shot("ask", "/?q=solve+domination+queen+8x8+--holes+c3,f6+--forbid+d4,e5", height=1320),
    Shot("answer", "/answer?q=solve+domination+queen+8x8", height=960),
    Shot("job", "/answer?q=solve+domination+queen+15x15+--independent"),
    Shot("phone", "/answer?q=solve+domination+queen+8x8", 390, 844),
    Shot("dark", "/answer?q=list+queens+8&n=5", height=1060, dark=True),
)


def main() -> None:
    """Ask, look, and write the pictures."""
    from playwright.sync_api import sync_playwright

    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        sys.exit("screenshots: needs a browser, expected chromium on the path")
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as url:
        client = Client(url)
        for text in ANSWERS:
            client.ask(text)
        arguments = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=arguments)
            for shot in SHOTS:
                context = browser.new_context(
                    base_url=url,
                    viewport={"width": shot.width, "height": shot.height},
                    color_scheme="dark" if shot.dark else "light",
                    reduced_motion="reduce",
                )
                tab = context.new_page()
                if shot.name == "job":
                    tab.goto("/?q=solve")
                    tab.locator("#words").fill(WORK)
                    tab.keyboard.press("Enter")
                    tab.wait_for_selector("[data-part=progress][value]", timeout=1000 * PATIENCE)
                    tab.wait_for_timeout(8_000)
                else:
                    tab.goto(shot.address)
                if shot.name == "answer":
                    tab.locator("[data-piece=queen]").nth(2).hover()
                tab.wait_for_timeout(500)
                path = FOLDER / f"{shot.name}.png"
                tab.screenshot(path=path)
                print(f"{path.name}: {smaller(path)} bytes")
                context.close()
            browser.close()


def smaller(path: Path) -> int:
    """Write a picture with few colours, which is all that a page has; return its bytes."""
    from PIL import Image  # reportlab brings it

    with Image.open(path) as picture:
        few = picture.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    few.save(path, optimize=True)
    return path.stat().st_size


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """Run a server, and return its address."""
    log = folder / "log"
    command = [sys.executable, "-m", "satchess", "serve", "--port", "0"]
    with log.open("w") as output:
        process = subprocess.Popen(
            [*command, "--cache", str(folder / "answers.db")],
            stdout=output,
            stderr=output,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
    try:
        deadline = time.monotonic() + PATIENCE
        while "served at " not in log.read_text() and time.monotonic() < deadline:
            time.sleep(0.1)
        yield log.read_text().partition("served at ")[2].split()[0]
    finally:
        process.terminate()
        process.wait()


if __name__ == "__main__":
    main()
