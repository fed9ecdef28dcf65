"""Run the examples of README and docs, and update their output in the pages.

    python tools/readme.py                    write the output
    python tools/readme.py --check            fail if anything but seconds would change
    python tools/readme.py docs/reference     only these pages, or the pages of these folders

An example is a fenced `console` block: lines that start with `$ ` are run, the rest is output. The
commands of a page run in order, in one empty folder with one empty cache. A fenced block that
follows the line `<!-- file: NAME -->` is written to that file in the folder before they start.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

CONSOLE = re.compile(r"(?<=```console\n).*?(?=```)", re.DOTALL)
FILE = re.compile(r"<!-- file: (?P<name>[\w.-]+) -->\n```\w*\n(?P<text>.*?)```", re.DOTALL)
_VARYING = re.compile(r"\d+\.\d+ s\b|\"seconds\": [\d.e-]+|\d{4}-\d\d-\d\dT[\d:.+]+")
"""What may differ between runs: seconds and times of day."""


class CannotRun(Exception):
    """An example names a command that does not exist."""


def pages(wanted: Iterable[Path] = ()) -> Iterator[Path]:
    """Yield README.md and the pages of docs, or those that are wanted."""
    chosen = list(wanted) or [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "docs"]
    for path in chosen:
        if path.is_dir():
            yield from (p for p in sorted(path.rglob("*.md")) if "_build" not in p.parts)
        else:
            yield path


def run(command: str, folder: Path) -> str:
    """Return what a command prints, on both streams."""
    binaries = str(Path(sys.executable).parent)
    environment = {
        **os.environ,
        "PATH": f"{binaries}{os.pathsep}{os.environ['PATH']}",
        "PYTHONUTF8": "1",
        "SATCHESS_CACHE": str(folder / "answers.db"),
        "SATCHESS_MEANWHILE": "off",  # who answers must not depend on what is compiled
        "SATCHESS_ATLAS": "off",  # nor on what is known already; a page about that says otherwise
    }
    done = subprocess.run(
        command,
        shell=True,
        cwd=folder,
        env=environment,
        text=True,
        encoding="utf-8",
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    if done.returncode == 127:  # the shell's code for an unknown command
        raise CannotRun(f"cannot run {command!r}: {done.stdout.strip()}")
    return done.stdout


def renewed(text: str) -> str:
    """Return a page with the current output of all its examples."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file in FILE.finditer(text):
            (folder / file["name"]).write_text(file["text"], encoding="utf-8")

        def rerun(block: re.Match[str]) -> str:
            commands = [line for line in block[0].splitlines() if line.startswith("$ ")]
            return "".join(f"{line}\n{run(line[2:], folder)}" for line in commands)

        return CONSOLE.sub(rerun, text)


def same(old: str, new: str) -> bool:
    """Whether two pages differ only in seconds and times."""
    return _VARYING.sub("", old) == _VARYING.sub("", new)


def _named(page: Path) -> str:
    return os.path.relpath(page, ROOT)


def main() -> int:
    """Write or check; return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("pages", nargs="*", type=Path, metavar="PAGE")
    parser.add_argument("--check", action="store_true", help="change nothing, fail if stale")
    said = parser.parse_args()
    texts = {page: page.read_text(encoding="utf-8") for page in pages(said.pages)}
    texts = {page: text for page, text in texts.items() if CONSOLE.search(text)}
    stale = []
    with ThreadPoolExecutor(os.cpu_count()) as pool:  # a page is run by one thread, in order
        running = {page: pool.submit(renewed, old) for page, old in texts.items()}
        for page, old in texts.items():
            try:
                new = running[page].result()
            except CannotRun as error:
                pool.shutdown(cancel_futures=True)
                print(f"{_named(page)}: {error}", file=sys.stderr)
                return 1
            if same(old, new):
                continue
            stale.append(page)
            if not said.check:
                page.write_text(new, encoding="utf-8")
    verb = "has changed; 'make readme' writes it anew" if said.check else "written"
    for page in stale:
        print(f"{_named(page)}: the output of an example {verb}", file=sys.stderr)
    return int(said.check and bool(stale))


if __name__ == "__main__":
    sys.exit(main())
