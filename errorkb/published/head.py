"""What a page says of itself to machines, in its head: its one address, its other forms, how it is shown
where somebody links to it, and the same as linked data (schema.org)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from django.http import HttpRequest

from errorkb.models import Entry, Repo
from errorkb.published.linked_data import article, breadcrumbs, site
from errorkb.published.twins import twin_url
from errorkb.wording import plain, shortened

#: Characters of a title and a description that anybody shows.
_TITLE, _DESCRIPTION = 110, 300
SITE = "errorkb"


@dataclass(frozen=True, kw_only=True)
class Alternate:
    """The page in another form, or its feed."""

    type: str
    title: str
    url: str


@dataclass(frozen=True, kw_only=True)
class Head:
    """canonical, picture: absolute addresses. kind: website or article. data: objects of JSON-LD."""

    canonical: str
    kind: str
    title: str
    description: str
    picture: str | None
    alternates: tuple[Alternate, ...]
    data: tuple[Mapping[str, Any], ...]


def entry_head(request: HttpRequest, entry: Entry) -> Head:
    """The head of a live entry's page."""
    url = request.build_absolute_uri(entry.get_absolute_url())
    picture = request.build_absolute_uri(twin_url(entry, "png"))
    title = _text(entry.title, _TITLE)
    description = _text(f"{entry.error_message}: {entry.documentation}", _DESCRIPTION)
    trail = [
        (SITE, request.build_absolute_uri("/")),
        (entry.repo_id, request.build_absolute_uri(f"/{entry.repo_id}/")),
        (title, url),
    ]
    return Head(
        canonical=url,
        kind="article",
        title=f"{title} · {entry.repo_id}",
        description=description,
        picture=picture,
        alternates=(
            Alternate(type="application/json", title="JSON", url=twin_url(entry, "json")),
            Alternate(type="text/markdown", title="Markdown", url=twin_url(entry, "md")),
            *_feeds(f"/{entry.repo_id}/", entry.repo_id),
        ),
        data=(
            article(entry, url=url, picture=picture, title=title, description=description, site=trail[0][1]),
            breadcrumbs(trail),
        ),
    )


def repo_head(request: HttpRequest, repo: Repo, number: int) -> Head:
    """The head of a page of a repository's entries."""
    return _list_head(
        request,
        title=repo.name,
        description=_text(repo.description or f"Errors of {repo.name}, explained.", _DESCRIPTION),
        number=number,
        alternates=_feeds(repo.get_absolute_url(), repo.name),
    )


def tag_head(request: HttpRequest, tag: str, number: int) -> Head:
    """The head of a page of a tag's entries."""
    return _list_head(
        request,
        title=tag,
        description=f"Errors tagged {tag}, explained.",
        number=number,
        alternates=_feeds(f"/tags/{quote(tag)}/", tag),
    )


def list_head(request: HttpRequest, *, title: str, description: str, number: int = 1) -> Head:
    """The head of a page of another list; ``number``: of the page, from 1."""
    return _list_head(request, title=title, description=description, number=number, alternates=_site_feeds())


def home_head(request: HttpRequest) -> Head:
    """The head of the front door."""
    url = request.build_absolute_uri("/")
    description = "A knowledge base of software errors: paste a traceback, get the entry that explains it."
    return Head(
        canonical=url,
        kind="website",
        title="errorkb: errors, explained",
        description=description,
        picture=None,
        alternates=_site_feeds(),
        data=(site(url, name=SITE, description=description),),
    )


def _list_head(
    request: HttpRequest, *, title: str, description: str, number: int, alternates: tuple[Alternate, ...]
) -> Head:
    url = request.build_absolute_uri(request.path)
    trail = [(SITE, request.build_absolute_uri("/")), (title, url)]
    return Head(
        canonical=f"{url}?page={number}" if number > 1 else url,
        kind="website",
        title=_text(title, _TITLE),
        description=description,
        picture=None,
        alternates=alternates,
        data=(breadcrumbs(trail),),
    )


def _site_feeds() -> tuple[Alternate, ...]:
    return _feeds("/feed/", "the base")


def _feeds(place: str, name: str) -> tuple[Alternate, ...]:
    kinds: Sequence[tuple[str, str]] = (("new", "New"), ("changed", "Changed"))
    return tuple(
        Alternate(type="application/atom+xml", title=f"{word} errors of {name}", url=f"{place}{kind}.atom")
        for kind, word in kinds
    )


def _text(text: str, limit: int) -> str:
    """As one line, without what a reader cannot see."""
    return shortened(" ".join(plain(text[: 4 * limit]).split()), limit)
