"""Templates rendered from page objects alone, and read as a browser does."""

from html.parser import HTMLParser
from pathlib import Path

import jinja2

from errorkb.web.jinja import environment

FOLDER = Path(__file__).resolve().parent.parent.parent / "templates"
VOID = {"meta", "link", "input"}

ENV = environment(loader=jinja2.FileSystemLoader(FOLDER))
ENV.globals["static"] = lambda name: f"/static/{name}"


class Document(HTMLParser):
    """A page as its reader meets it; a tag that is not closed in order is an error."""

    def __init__(self, html):
        super().__init__()
        self.open: list[tuple[str, list[str], int]] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.labelled: list[dict[str, str | None]] = []  # attributes of what stands within a label
        self.texts: list[str] = []
        self.by_class: dict[str, list[str]] = {}
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        pairs = dict(attrs)
        self.tags.append((tag, pairs))
        if any(name == "label" for name, _, _ in self.open):
            self.labelled.append(pairs)
        if tag not in VOID:
            self.open.append((tag, (pairs.get("class") or "").split(), len(self.texts)))

    def handle_endtag(self, tag):
        name, classes, start = self.open.pop()
        assert name == tag
        words = " ".join("".join(self.texts[start:]).split())
        for key in [tag, *(f".{name}" for name in classes)]:
            self.by_class.setdefault(key, []).append(words)

    def handle_data(self, data):
        self.texts.append(data)

    @property
    def text(self):
        return " ".join("".join(self.texts).split())

    def all(self, key):
        """The words of each element with this tag, or this `.class`, in the order of their ends."""
        return self.by_class.get(key, [])


def show(template, page):
    return Document(ENV.get_template(template).render({"page": page} if page else {}))


def links(document):
    """Where the page's links lead, in order."""
    return [attrs["href"] for tag, attrs in document.tags if tag == "a"]


def robots(document):
    """What the page tells search engines; None: nothing."""
    return next((attrs["content"] for tag, attrs in document.tags if attrs.get("name") == "robots"), None)
