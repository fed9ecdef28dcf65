"""PNG of our own pictures: the one door to resvg.

Text is set in a font that comes with the extra, so that a picture is the same on every machine.
"""

from importlib.util import find_spec
from pathlib import Path

from satchess.errors import MissingLibrary

ZOOM = 2
"""Pixels of a PNG for each one of the SVG, for screens and for print."""

_FAMILY, _FONTS = "Bitstream Vera Sans", ("Vera.ttf", "VeraBd.ttf")


def ensure_available() -> None:
    """Raise `MissingLibrary` where the extra is not installed."""
    if find_spec("resvg_py") is None or find_spec("reportlab") is None:
        raise MissingLibrary("PNG", "resvg_py", "'satchess[pictures]'")


def png(picture: str) -> bytes:
    """Return an SVG as PNG, transparent around the board."""
    ensure_available()
    import reportlab
    import resvg_py

    folder = Path(reportlab.__file__).parent / "fonts"
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=picture,
            zoom=ZOOM,
            skip_system_fonts=True,
            font_files=[str(folder / name) for name in _FONTS],
            sans_serif_family=_FAMILY,
        )
    )
