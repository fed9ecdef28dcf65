"""Run the notebook of the tutorial, and keep what it shows.

python tools/notebook.py            run docs/tutorial/notebook.ipynb and store the output
python tools/notebook.py --check    run it and fail at the first error; nothing is stored
"""

import argparse
import os
import tempfile
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

ROOT = Path(__file__).resolve().parent.parent
NOTEBOOK = ROOT / "docs" / "tutorial" / "notebook.ipynb"


def stored() -> Any:
    """Return the notebook as it is stored, with what it showed then."""
    return nbformat.read(NOTEBOOK, as_version=4)


def run() -> Any:
    """Return the notebook with what it shows now; an error in a cell is raised."""
    client = NotebookClient(stored(), timeout=300, kernel_name="python3", record_timing=False)
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "SATCHESS_CACHE": str(Path(folder) / "answers.db")}
        return client.execute(cwd=folder, env=environment)


def main() -> None:
    """Run it, and store the output unless it is only checked."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    notebook = run()
    if not options.check:
        nbformat.write(notebook, NOTEBOOK)


if __name__ == "__main__":
    main()
