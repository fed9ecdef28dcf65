"""PDF of our own pictures, one page each: vectors, no library, no font to install.

It reads the SVG that `render` writes: groups with a shift and a scale, paths, rectangles, circles,
copies of a symbol, and text, which is set in Helvetica, as every reader of PDF has it.
"""

import re
import zlib
from collections.abc import Iterable, Iterator, Sequence
from xml.etree import ElementTree

from satchess.render.paths import strokes

POINTS_PER_PIXEL = 0.75

_NAMESPACE = "{http://www.w3.org/2000/svg}"
_INHERITED = {
    "fill": "#000000",
    "fill-opacity": "1",
    "stroke": "none",
    "stroke-width": "1",
    "stroke-linecap": "butt",
    "stroke-linejoin": "miter",
    "font-size": "16",
    "font-weight": "normal",
    "text-anchor": "start",
}
_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}

# Widths of Helvetica and Helvetica-Bold from blank to ~, in thousandths, by Adobe's metrics.
_WIDTHS = {
    "normal": (
        278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
        556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
        1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
        667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
        333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
        556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
    ),
    "bold": (
        278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278,
        556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611,
        975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833, 722, 778,
        667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584, 556,
        333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611,
        611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584,
    ),
}  # fmt: skip
_OTHER_WIDTH = 556

Style = dict[str, str]


def pdf(pictures: Iterable[str]) -> bytes:
    """Return a document with a page for each picture, as large as the picture."""
    pages = [_Page(ElementTree.fromstring(picture)) for picture in pictures]
    opacities = sorted({opacity for page in pages for opacity in page.opacities})
    states = " ".join(f"/G{_thousandths(o)} << /ca {_n(o)} >>" for o in opacities)
    fonts = "/F0 3 0 R /F1 4 0 R"
    first = 5
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        (
            f"<< /Type /Pages /Count {len(pages)} /Kids"
            f" [{' '.join(f'{first + 2 * number} 0 R' for number in range(len(pages)))}] >>"
        ).encode(),
        _font("Helvetica"),
        _font("Helvetica-Bold"),
    ]
    for number, page in enumerate(pages):
        content = zlib.compress("\n".join(page.operators).encode("latin-1"))
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {_n(page.width)} {_n(page.height)}]"
            f" /Contents {first + 2 * number + 1} 0 R"
            f" /Resources << /Font << {fonts} >> /ExtGState << {states} >> >> >>".encode()
        )
        head = f"<< /Length {len(content)} /Filter /FlateDecode >>\nstream\n".encode()
        objects.append(head + content + b"\nendstream")
    return _file(objects)


def _font(name: str) -> bytes:
    return (
        f"<< /Type /Font /Subtype /Type1 /BaseFont /{name} /Encoding /WinAnsiEncoding >>".encode()
    )


def _file(objects: Sequence[bytes]) -> bytes:
    """Number the objects, and say where each one begins."""
    data = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    starts = []
    for number, content in enumerate(objects, start=1):
        starts.append(len(data))
        data += b"%d 0 obj\n" % number + content + b"\nendobj\n"
    table = len(data)
    data += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    data += b"".join(b"%010d 00000 n \n" % start for start in starts)
    data += b"trailer\n<< /Size %d /Root 1 0 R >>\n" % (len(objects) + 1)
    return bytes(data + b"startxref\n%d\n%%%%EOF\n" % table)


class _Page:
    """The operators that draw one picture."""

    def __init__(self, root: ElementTree.Element) -> None:
        self.width = float(root.attrib["width"]) * POINTS_PER_PIXEL
        self.height = float(root.attrib["height"]) * POINTS_PER_PIXEL
        self.opacities = {1.0}
        groups = root.iter(f"{_NAMESPACE}g")
        self._symbols = {group.attrib["id"]: group for group in groups if "id" in group.attrib}
        x, y, width, height = map(float, root.attrib["viewBox"].split())
        across, down = self.width / width, self.height / height
        matrix = (across, 0, 0, -down, -x * across, self.height + y * down)
        self.operators = [f"{' '.join(map(_n, matrix))} cm"]
        self._draw_all(root, _INHERITED)

    def _draw_all(self, parent: ElementTree.Element, style: Style) -> None:
        for element in parent:
            self._draw(element, style | {k: v for k, v in element.items() if k in style})

    def _draw(self, element: ElementTree.Element, style: Style) -> None:
        get = element.attrib
        match element.tag.removeprefix(_NAMESPACE):
            case "title" | "desc" | "defs":
                return
            case "g":
                self._shifted(*_transform(get.get("transform", "")), element, style)
            case "use":
                symbol = self._symbols[get["href"].removeprefix("#")]
                own = style | {k: v for k, v in symbol.items() if k in style}
                self._shifted(float(get["x"]), float(get["y"]), 1.0, symbol, own)
            case "path":
                self._paint(_path(get["d"]), style)
            case "rect":
                x, y, w, h = (float(get.get(k, "0")) for k in ("x", "y", "width", "height"))
                self._paint([f"{_n(x)} {_n(y)} {_n(w)} {_n(h)} re"], style)
            case "circle":
                x, y, r = (float(get[key]) for key in ("cx", "cy", "r"))
                around = f"M{x + r} {y}A{r} {r} 0 1 1 {x - r} {y}A{r} {r} 0 1 1 {x + r} {y}Z"
                self._paint(_path(around), style)
            case "text":
                self._write(float(get["x"]), float(get["y"]), element.text or "", style)
            case other:
                raise NotImplementedError(f"PDF: <{other}> in a picture")

    def _shifted(
        self, x: float, y: float, scale: float, element: ElementTree.Element, style: Style
    ) -> None:
        self.operators += ["q", f"{_n(scale)} 0 0 {_n(scale)} {_n(x)} {_n(y)} cm"]
        self._draw_all(element, style)
        self.operators.append("Q")

    def _paint(self, path: Iterable[str], style: Style) -> None:
        fill, stroke = style["fill"], style["stroke"]
        paint = {(True, True): "B", (True, False): "f", (False, True): "S"}
        how = paint.get((fill != "none", stroke != "none"))
        if how is None:
            return
        if fill != "none":
            self._fill_with(style)
        if stroke != "none":
            caps, join = _CAPS[style["stroke-linecap"]], _JOINS[style["stroke-linejoin"]]
            width = _n(float(style["stroke-width"]))
            self.operators.append(f"{_colour(stroke)} RG {width} w {caps} J {join} j")
        self.operators += [*path, how]

    def _fill_with(self, style: Style) -> None:
        opacity = float(style["fill-opacity"])
        self.opacities.add(opacity)
        self.operators.append(f"{_colour(style['fill'])} rg /G{_thousandths(opacity)} gs")

    def _write(self, x: float, y: float, text: str, style: Style) -> None:
        size, weight = float(style["font-size"]), style["font-weight"]
        shift = {"start": 0.0, "middle": 0.5, "end": 1.0}[style["text-anchor"]]
        x -= shift * size * _width(text, weight)
        encoded = text.encode("cp1252", "replace").decode("latin-1")
        escaped = re.sub(r"([\\()])", r"\\\1", encoded)
        self._fill_with(style)
        font = "/F1" if weight == "bold" else "/F0"
        where = f"1 0 0 -1 {_n(x)} {_n(y)} Tm"
        self.operators.append(f"BT {font} {_n(size)} Tf {where} ({escaped}) Tj ET")


def _width(text: str, weight: str) -> float:
    """Return the width of a text of size 1."""
    widths = _WIDTHS[weight]
    known = (ord(c) - 32 for c in text)
    return sum(widths[k] if 0 <= k < len(widths) else _OTHER_WIDTH for k in known) / 1000


def _transform(text: str) -> tuple[float, float, float]:
    """Read a shift and a scale, either of which may be missing."""
    shift = re.search(r"translate\(([-\d.]+)[ ,]+([-\d.]+)\)", text)
    scale = re.search(r"scale\(([\d.]+)\)", text)
    x, y = (float(shift[1]), float(shift[2])) if shift else (0.0, 0.0)
    return x, y, float(scale[1]) if scale else 1.0


def _colour(text: str) -> str:
    return " ".join(_n(int(text[i : i + 2], 16) / 255) for i in (1, 3, 5))


def _thousandths(opacity: float) -> int:
    return round(1000 * opacity)


def _n(number: float) -> str:
    return f"{number:.3f}".rstrip("0").rstrip(".") or "0"


def _path(text: str) -> Iterator[str]:
    """Translate the path of an SVG."""
    operator = {"move": "m", "line": "l", "curve": "c", "close": "h"}
    for stroke in strokes(text):
        yield " ".join([*(f"{_n(x)} {_n(y)}" for x, y in stroke.points), operator[stroke.kind]])
