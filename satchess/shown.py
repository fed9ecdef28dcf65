"""Values that notebooks and `print` show: how is known to `render`, above all layers."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any


class Shown:
    """A value that notebooks draw."""

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        """Return the pictures that a notebook may choose from."""
        bundle = {"text/html": self._repr_html_(), "image/svg+xml": self._repr_svg_()}
        return {kind: picture for kind, picture in bundle.items() if picture is not None}

    def _repr_html_(self) -> str | None:
        html: str | None = looks().html(self)
        return html

    def _repr_svg_(self) -> str | None:
        svg: str | None = looks().svg(self)
        return svg


@contextmanager
def watching(watch: Callable[[Any], None] | None) -> Iterator[Callable[[Any], None] | None]:
    """Give who watches the work: in a notebook, a line below the cell unless somebody else does."""
    if watch is not None or not _in_notebook():
        yield watch
    else:
        with import_module("satchess.render.notebook").NotebookProgress() as line:
            yield line.show


def _in_notebook() -> bool:
    """Whether this is the process of a notebook, and not merely one that could become it."""
    if "ipykernel" not in sys.modules:
        return False
    shell = import_module("IPython").get_ipython()
    return getattr(shell, "kernel", None) is not None


def looks() -> Any:
    """Return the module that knows what values look like: a layer above, so imported late."""
    return import_module("satchess.render.looks")
