"""A strict reader of pages: what a validator and a strict policy would object to."""

from collections.abc import Iterator
from html.parser import HTMLParser

VOID = frozenset(
    [
        "area",
        "base",
        "br",
        "col",
        "embed",
        "hr",
        "img",
        "input",
        "link",
        "meta",
        "source",
        "track",
        "wbr",
    ]
)
SVG = frozenset(["path", "rect", "circle", "use", "line"])
"""Elements of drawings, which close themselves."""

REFERENCES = ("for", "aria-labelledby", "aria-describedby", "list")
UNLABELLED = ("hidden", "submit")


class Page(HTMLParser):
    """The elements of a page, and what is wrong with them."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.faults: list[str] = []
        self._open: list[str] = []
        self._labelled: set[int] = set()
        self.text = text
        if not text.startswith("<!DOCTYPE html>"):
            self.faults.append("no doctype")
        self.feed(text)
        self.close()
        self.faults += [f"<{tag}> is never closed" for tag in self._open]
        self.faults += self._checked()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        if len(set(names)) != len(names):
            self.faults.append(f"<{tag}> has an attribute twice: {names}")
        if "label" in self._open:
            self._labelled.add(len(self.elements))
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in VOID | SVG:
            self.faults.append(f"<{tag}/> does not close itself in HTML")

    def handle_endtag(self, tag: str) -> None:
        if not self._open or self._open[-1] != tag:
            self.faults.append(f"</{tag}> closes {self._open[-1:]} at {self.getpos()}")
        else:
            self._open.pop()

    def named(self, tag: str) -> Iterator[dict[str, str]]:
        """Yield the attributes of the elements of a name."""
        return (attributes for name, attributes in self.elements if name == tag)

    def _checked(self) -> Iterator[str]:
        ids = [attributes["id"] for _, attributes in self.elements if "id" in attributes]
        yield from (f"id {name!r} is there twice" for name in set(ids) if ids.count(name) > 1)
        labels = {attributes.get("for") for attributes in self.named("label")}
        for index, (tag, attributes) in enumerate(self.elements):
            for name in REFERENCES:
                for target in attributes.get(name, "").split():
                    if target not in ids:
                        yield f"<{tag} {name}={target!r}> points at nothing"
            if tag == "use" and attributes["href"].removeprefix("#") not in ids:
                yield f"<use> of {attributes['href']}, which is nowhere"
            if tag in ("input", "select", "textarea") and not (
                index in self._labelled
                or attributes.get("id", "") in labels
                or "aria-label" in attributes
                or attributes.get("type") in UNLABELLED
            ):
                yield f"<{tag} {attributes}> has no label"
            if "style" in attributes or any(name.startswith("on") for name in attributes):
                yield f"<{tag} {attributes}> is not allowed by the policy"
            if tag in ("script", "link", "img") and not attributes.get(
                "src", attributes.get("href", "")
            ).startswith("/"):
                yield f"<{tag} {attributes}> is not a file of ours"
        headings = [int(tag[1]) for tag, _ in self.elements if tag in ("h1", "h2", "h3", "h4")]
        if headings.count(1) != 1:
            yield f"{headings.count(1)} headings h1"
        titles = sum(tag == "title" for tag, _ in self.elements)
        if titles < 1:
            yield "no title"
