"""Values that notebooks and `print` show: how is known to `render`, above all layers."""

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


def looks() -> Any:
    """Return the module that knows what values look like: a layer above, so imported late."""
    return import_module("satchess.render.looks")
