"""Runs the examples of the README and writes their real output into it.

    python tools/readme.py            write the output
    python tools/readme.py --check    fail if it would change anything but seconds

An example is a fenced `console` block: lines that start with `$ ` are run, one after the other and
with one fresh cache for all of them; the rest is output.
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

README = Path(__file__).resolve().parent.parent / "README.md"

_BLOCK = re.compile(r"(?<=```console\n).*?(?=```)", re.DOTALL)
_SECONDS = re.compile(r"\d+\.\d+ s\b|\"seconds\": [\d.e-]+")


def run(command: str, cache: Path) -> str:
    """Return what a command prints, on both streams."""
    binaries = str(Path(sys.executable).parent)
    environment = {
        **os.environ,
        "PATH": f"{binaries}{os.pathsep}{os.environ['PATH']}",
        "PYTHONUTF8": "1",
        "SATCHESS_CACHE": str(cache),
    }
    done = subprocess.run(
        command,
        shell=True,
        cwd=cache.parent,
        env=environment,
        text=True,
        encoding="utf-8",
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    if done.returncode == 127:  # what a shell says of a command that is not there
        sys.exit(f"README.md: cannot run {command!r}: {done.stdout.strip()}")
    return done.stdout


def renewed(text: str) -> str:
    """Return the README with the output of all examples as it is now."""
    with tempfile.TemporaryDirectory() as folder:
        cache = Path(folder) / "answers.db"

        def rerun(block: re.Match[str]) -> str:
            commands = [line for line in block[0].splitlines() if line.startswith("$ ")]
            return "".join(f"{line}\n{run(line[2:], cache)}" for line in commands)

        return _BLOCK.sub(rerun, text)


def main() -> None:
    """Write or check."""
    old = README.read_text(encoding="utf-8")
    new = renewed(old)
    if sys.argv[1:] != ["--check"]:
        README.write_text(new, encoding="utf-8")
    elif _SECONDS.sub("", old) != _SECONDS.sub("", new):
        sys.exit("README.md: the output of an example has changed; 'make readme' writes it anew")


if __name__ == "__main__":
    main()
