"""Who reads an answer: a person in a browser, or a program. Both use the same address."""

from fastapi import Request

HTML, JSON = "text/html", "application/json"


def wants_json(request: Request) -> bool:
    """Whether `?format=json` or the Accept header asks for the JSON twin of a page."""
    said = request.query_params.get("format")
    if said is not None:
        return said == "json"
    return prefers_json(request.headers.get("accept", ""))


def prefers_json(accept: str) -> bool:
    """Whether JSON is wanted rather than HTML.

    >>> prefers_json("application/json"), prefers_json("text/html,*/*;q=0.8"), prefers_json("*/*")
    (True, False, False)
    """
    weight: dict[str, float] = {}
    for part in accept.split(",")[:50]:
        kind, _, rest = part.strip().partition(";")
        weight[kind.strip().lower()] = _quality(rest)
    json = max(weight.get(JSON, 0.0), weight.get("application/problem+json", 0.0))
    return json > weight.get(HTML, 0.0)


def is_page(path: str, accept: str) -> bool:
    """Whether somebody in a browser has asked for a page, not for a resource of the API.

    >>> is_page("/jobs/1", "text/html,*/*;q=0.8"), is_page("/api/v1/jobs", "text/html")
    (True, False)
    """
    return not path.startswith("/api/") and HTML in accept and not prefers_json(accept)


def _quality(parameters: str) -> float:
    for parameter in parameters.split(";"):
        name, _, value = parameter.strip().partition("=")
        if name.strip().lower() == "q":
            try:
                return float(value)
            except ValueError:
                return 0.0
    return 1.0
