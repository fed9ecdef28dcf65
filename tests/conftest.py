"""What all tests share: a cache of their own, and the slow ones only when asked for."""

from pathlib import Path

import pytest
from hypothesis import settings

# No deadline: a slow moment of a shared machine is not a failure, nor is a kernel that is compiled.
settings.register_profile("satchess", deadline=None, max_examples=60)
settings.load_profile("satchess")


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep every test, and the processes that it starts, away from the user's answers."""
    path = tmp_path / "answers.db"
    monkeypatch.setenv("SATCHESS_CACHE", str(path))
    monkeypatch.setenv("SATCHESS_MEANWHILE", "off")  # which engine answers is not left to chance
    monkeypatch.setenv("SATCHESS_ATLAS", "off")  # nor whether there is any work to do
    monkeypatch.delenv("COLUMNS", raising=False)  # nor is how wide the terminal is
    return path


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave tests marked `slow` out, unless the command line speaks of marks."""
    if config.getoption("markexpr"):
        return
    slow = [item for item in items if item.get_closest_marker("slow")]
    if slow:
        config.hook.pytest_deselected(items=slow)
        items[:] = [item for item in items if item not in set(slow)]
