"""Remembered answers: an SQLite file that several processes may read and write at once."""

from satchess.cache.location import default_path
from satchess.cache.store import ImportReport, Store

__all__ = ["ImportReport", "Store", "default_path"]
