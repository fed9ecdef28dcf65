"""The site: it builds without a warning, no link is broken, a browser searches it from a disk."""

import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from tests.docs.pages import DOCS

CHROMIUM = Path("/usr/bin/chromium")


class Page(HTMLParser):
    """What a page of the site leads to, and what can be led to on it."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = dict(attrs)
        self.anchors |= {name for name in (said.get("id"), said.get("name")) if name}
        self.links += [link for link in (said.get("href"), said.get("src")) if link]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that `make site` builds."""
    pytest.importorskip("sphinx")
    pytest.importorskip("furo")
    pytest.importorskip("myst_parser")
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-b", "html"]
    command += ["-d", str(folder / "doctrees"), str(DOCS), str(folder / "html")]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return folder / "html"


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, Page]:
    return {path: Page(path) for path in sorted(site.rglob("*.html"))}


def broken(pages: dict[Path, Page]) -> Iterator[str]:
    """Name every link that leads nowhere inside the site, and those that leave it for this disk."""
    for path, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme in ("http", "https", "mailto", "data", "javascript"):
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if parts.scheme or not target.is_file():
                yield f"{path.name}: {link}"
            elif parts.fragment and target in pages:
                anchors = pages[target].anchors
                yield from [f"{path.name}: {link}"] * (unquote(parts.fragment) not in anchors)


def test_every_page_and_every_anchor_that_is_linked_is_there(pages: dict[Path, Page]) -> None:
    assert len(pages) > 60
    assert list(broken(pages)) == []


def test_a_broken_link_would_be_found(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(
        "<p id=x><a href=b.html>b</a><a href='#y'></a><a href='#x'></a>"
    )
    path = tmp_path / "a.html"
    assert list(broken({path: Page(path)})) == ["a.html: b.html", "a.html: #y"]


def test_what_is_read_first_is_there(site: Path, pages: dict[Path, Page]) -> None:
    """README, changelog and contributing are whole, and data can be taken along."""
    for name, told in (
        ("readme.html", "Why trust it"),
        ("changelog.html", "0.2.0"),
        ("contributing.html", "House rules"),
    ):
        assert told in (site / name).read_text(encoding="utf-8")
    results = pages[site / "results" / "index.html"].links
    assert any(link.endswith("first_queens.json") for link in results)
    gallery = pages[site / "results" / "gallery" / "index.html"].links
    assert sum(link.endswith(".svg") for link in gallery) > 20


@pytest.mark.skipif(not CHROMIUM.exists(), reason="needs chromium")
def test_the_site_is_searched_from_a_disk(site: Path) -> None:
    """Without a server: the index is a script, and what it finds can be opened."""
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as started:
        options = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
        browser = started.chromium.launch(executable_path=str(CHROMIUM), args=options)
        try:
            page = browser.new_page()
            page.goto((site / "search.html").as_uri() + "?q=leprechauns")
            page.wait_for_selector("ul.search li a", timeout=20_000)
            found = page.eval_on_selector_all("ul.search li a", "all => all.map(a => a.href)")
            assert any("explanation/leprechauns.html" in link for link in found)
            page.goto(found[0])
            assert "eprechaun" in page.content()
        finally:
            browser.close()
