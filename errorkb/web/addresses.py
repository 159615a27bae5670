"""Addresses of classes and tags. A class may be named by any characters, so all but the plain are encoded."""

from urllib.parse import quote, urlencode

from errorkb.fulltext.documents import KEYED
from errorkb.fulltext.query import Filter, Query, written


def class_url(name: str, repo: str | None = None) -> str:
    """The page of a class, or of its entries in one repository."""
    name = name[:KEYED]
    if not name.strip("."):
        # Browsers take these for steps between folders, even encoded.
        return "/search/?" + urlencode({"q": written(Query(text="", filters=(Filter("class", name),)))})
    return f"/classes/{quote(name, safe='')}/{_scope(repo)}"


def tag_url(tag: str, repo: str | None = None) -> str:
    """The page of a tag, or of its entries in one repository."""
    return f"/tags/{quote(tag[:KEYED], safe='')}/{_scope(repo)}"


def _scope(repo: str | None) -> str:
    return f"?{urlencode({'repo': repo}, safe='/')}" if repo else ""
