"""What values look like: as text where they are printed, as pictures in notebooks."""

from functools import singledispatch

from satchess.tables import Table


@singledispatch
def text(value: object) -> str:
    """Return what `print` shows."""
    raise NotImplementedError(f"no text for {type(value).__name__}")


@singledispatch
def html(value: object) -> str | None:
    """Return what a notebook shows; None where a picture is all."""
    return None


@singledispatch
def svg(value: object) -> str | None:
    """Return a picture; None where there is nothing to draw."""
    return None


@text.register
def _(table: Table) -> str:
    from satchess.render.formats.text import TextFormat

    return TextFormat().table(table)


@html.register
def _(table: Table) -> str:
    from satchess.render.formats.html import HtmlFormat

    return HtmlFormat().table(table)
