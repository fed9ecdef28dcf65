"""What is published: an sdist with all that its tests need, every package, and one version."""

import importlib.metadata
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path

import pytest

import satchess
from tests.paths import ROOT

PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
SETUPTOOLS = int(importlib.metadata.version("setuptools").partition(".")[0])
OLDEST = int(re.findall(r"\d+", PYPROJECT["build-system"]["requires"][0])[0])

WRITTEN_BY_TOOLS = (
    "__pycache__",
    "_build",
    "*.egg-info",
    ".*_cache",
    ".hypothesis",
    ".venv",
    ".git",
)


def files_of(folder: Path) -> set[str]:
    """The files of a tree that belong to the project."""
    return {
        str(path.relative_to(folder))
        for top in ("satchess", "cache", "encodings", "tests", "tools", "docs")
        for inner in (folder / top).iterdir()  # a link to a folder is not followed further down
        for path in ([inner] if inner.is_file() else inner.rglob("*"))
        if path.is_file() and not {"__pycache__", "_build"} & set(path.parts)
    }


@pytest.mark.skipif(SETUPTOOLS < OLDEST, reason=f"needs setuptools {OLDEST}")
def test_the_sdist_has_what_its_tests_need(tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    ignored = shutil.ignore_patterns(*WRITTEN_BY_TOOLS)
    shutil.copytree(ROOT, tree, symlinks=True, ignore=ignored)
    build = f"from setuptools import build_meta; build_meta.build_sdist({str(tmp_path)!r})"
    subprocess.run([sys.executable, "-c", build], cwd=tree, check=True, capture_output=True)
    (archive,) = tmp_path.glob("*.tar.gz")
    assert archive.name == f"satchess-{satchess.__version__}.tar.gz"
    with tarfile.open(archive) as packed:
        names = {name.partition("/")[2] for name in packed.getnames()}
    assert files_of(ROOT) - names == set()
    assert {"Makefile", "pyproject.toml", "README.md", "CHANGELOG.md", "LICENSE"} <= names


def test_every_package_is_installed() -> None:
    folders = {path.parent for path in (ROOT / "satchess").rglob("*.py")}
    packages = {".".join(folder.relative_to(ROOT).parts) for folder in folders}
    packages |= {"satchess.cache", "satchess.encodings"}  # links
    assert set(PYPROJECT["tool"]["setuptools"]["packages"]) == packages
    assert (ROOT / "satchess" / "py.typed").exists()


def test_there_is_one_version() -> None:
    assert "version" not in PYPROJECT["project"]
    assert PYPROJECT["tool"]["setuptools"]["dynamic"]["version"] == {"attr": "satchess.__version__"}
