"""Templates: the only door to jinja2. A page is a template and the values that fill it."""

import re
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from urllib.parse import quote, urlencode

from fastapi import Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

import satchess
from satchess.web.pages import numbers
from satchess.web.pages.boards import sprites

WEB = Path(__file__).resolve().parent.parent
STATIC = WEB / "static"

NAVIGATION = (
    ("ask", "/", "Ask"),
    ("explore", "/explore", "Explore"),
    ("gallery", "/gallery", "Gallery"),
    ("play", "/play", "Play"),
    ("jobs", "/jobs", "Jobs"),
    ("about", "/about", "Help"),
)
"""The pages: the name that a page calls itself by (`here`), its address, and what is read."""


def page(
    request: Request, template: str, *, here: str = "", status: int = 200, **values: object
) -> HTMLResponse:
    """Return a page; it has a twin in JSON at the same address unless it is an error."""
    html = render(template, here=here, json_twin=json_twin(request), **values)
    return HTMLResponse(html, status)


def render(template: str, **values: object) -> str:
    """Fill a template."""
    return _templates().get_template(template).render(values)


def json_twin(request: Request) -> str:
    """Return the address of a page as JSON."""
    asked = [(name, text) for name, text in request.query_params.multi_items() if name != "format"]
    return f"{request.url.path}?{urlencode([*asked, ('format', 'json')])}"


_MEANT = re.compile(r"^(?P<said>.*); did you mean '(?P<meant>.+)'\?$", re.DOTALL)


def suggesting(fault: object) -> Markup:
    """Write what is wrong; where the library knows what was meant, as something to take."""
    found = _MEANT.match(str(fault or ""))
    if found is None:
        return escape(fault or "")
    return Markup('{said}; did you mean <strong class="meant">{meant}</strong>?').format(
        **found.groupdict()
    )


@lru_cache(maxsize=256)
def static(name: str) -> str:
    """Return the address of a file of ours: it changes with the file, which may be kept."""
    return f"/static/{name}?v={sha256((STATIC / name).read_bytes()).hexdigest()[:10]}"


@lru_cache(maxsize=1)
def _templates() -> Environment:
    templates = Environment(
        loader=FileSystemLoader(WEB / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    templates.globals |= {
        "navigation": NAVIGATION,
        "sprites": sprites(),
        "static": static,
        "version": satchess.__version__,
        "json_twin": "",
        "here": "",
    }
    templates.filters |= {
        "grouped": numbers.grouped,
        "period": numbers.period,
        "counted": numbers.counted,
        "suggesting": suggesting,
        "in_address": lambda text: Markup(quote(str(text), safe="")),
    }
    return templates
