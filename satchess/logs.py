"""Logging by the standard library: the logger `satchess` is silent until someone listens."""

import logging

LOGGER = logging.getLogger("satchess")
LOGGER.addHandler(logging.NullHandler())


def logger_of(module: str) -> logging.Logger:
    """Return the logger of a module, by its `__name__`."""
    return logging.getLogger(module)
