"""Where answers are remembered unless a path is given."""

import os
import sys
from pathlib import Path

from satchess.errors import CacheUnwritable


def default_path() -> Path:
    """Return SATCHESS_CACHE if set, else `satchess/answers.db` in the user's data folder."""
    if said := os.environ.get("SATCHESS_CACHE"):
        return Path(said)
    return _data_folder() / "satchess" / "answers.db"


def _data_folder() -> Path:
    variable, below_home = {
        "darwin": ("", "Library/Application Support"),
        "win32": ("LOCALAPPDATA", "AppData/Local"),
    }.get(sys.platform, ("XDG_DATA_HOME", ".local/share"))
    folder = Path(os.environ.get(variable, ""))
    if folder.is_absolute():  # XDG: relative paths are to be ignored
        return folder
    try:
        return Path.home() / below_home
    except RuntimeError:  # a container that runs under a user without a name
        raise CacheUnwritable("cache: there is no home folder; set SATCHESS_CACHE") from None
