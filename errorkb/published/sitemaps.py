"""Sitemaps: an index of parts, each of the entries whose ids begin alike, so that no part needs to pass over
others. Ids are digests: parts are of even sizes."""

from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from functools import lru_cache

from django.db import connection
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.views.decorators.http import require_safe
from markupsafe import escape

from errorkb import catalogue
from errorkb.catalogue import Counted
from errorkb.matching.index import base_state
from errorkb.models import Entry
from errorkb.web.addresses import class_url, tag_url
from errorkb.web.kept import kept
from errorkb.web.states import base_revision, indexed_state

#: Entries of a part, unless so many ids begin with the longest beginning; and what any sitemap may hold.
PART, MOST = 5_000, 50_000
_LONGEST = 3
_NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"
_PARTS = """
    SELECT left(id, %s) COLLATE "C", count(*), max(changed_at) FROM errorkb_entry
    WHERE retired_at IS NULL GROUP BY 1
"""
#: A part by its beginning: how many entries, and when one of them changed last.
Parts = dict[str, tuple[int, datetime]]
#: Sitemaps of lists: pages that come first, the names of the others, and the address of each.
LISTS: dict[str, tuple[tuple[str, ...], Callable[[], Iterable[Counted]], Callable[[str], str]]] = {
    "repositories": (("/", "/repositories/"), catalogue.repositories, "/{}/".format),
    "classes": (("/classes/",), catalogue.classes, class_url),
    "tags": (("/tags/",), catalogue.tags, tag_url),
}


@require_safe
@kept(base_revision)
def index(request: HttpRequest) -> HttpResponseBase:
    """``/sitemap.xml``: all sitemaps, each with the time of its latest change."""
    parts = _parts(base_state().revision)
    places: list[tuple[str, datetime | None]] = [(f"/sitemaps/{of}.xml", None) for of in LISTS]
    places += [(f"/sitemaps/entries-{start or 'all'}.xml", changed) for start, (_, changed) in parts.items()]
    return _answer(request, "sitemapindex", "sitemap", places)


@require_safe
@kept(base_revision)
def part(request: HttpRequest, start: str) -> HttpResponseBase:
    """The live entries whose ids begin so."""
    start = "" if start == "all" else start
    last = f"{start}{'f' * (16 - len(start))}"
    entries = Entry.objects.live().filter(pk__gte=start.ljust(16, "0"), pk__lte=last).order_by("pk")
    rows = entries.values_list("repo_id", "slug", "changed_at")[:MOST]
    places = [(f"/{repo}/{slug}/", changed) for repo, slug, changed in rows]
    if not places:
        raise Http404
    return _answer(request, "urlset", "url", places)


@require_safe
@kept(indexed_state)
def lists(request: HttpRequest, of: str) -> HttpResponseBase:
    """The pages of all repositories, classes or tags, behind the page that has them all."""
    first, names, address = LISTS[of]
    pages = [place for name, _ in names() if not (place := address(name)).startswith("/search/")]
    return _answer(request, "urlset", "url", ((place, None) for place in [*first, *pages][:MOST]))


@lru_cache(maxsize=1)
def _parts(revision: str | None) -> Parts:
    """The parts of the base, as few as bring each below its bound. Counting reads every live entry, and so is
    done once for each revision."""
    with connection.cursor() as cursor:
        cursor.execute(_PARTS, [_LONGEST])
        finest: Parts = {start: (count, changed) for start, count, changed in sorted(cursor.fetchall())}
    return next((parts for length in range(_LONGEST) if _is_even(parts := _merged(finest, length))), finest)


def _is_even(parts: Parts) -> bool:
    return all(count <= PART for count, _ in parts.values())


def _merged(finest: Parts, length: int) -> Parts:
    parts: Parts = {}
    for start, (count, changed) in finest.items():
        before = parts.get(start[:length])
        parts[start[:length]] = (before[0] + count, max(before[1], changed)) if before else (count, changed)
    return parts


def _answer(
    request: HttpRequest, root: str, element: str, places: Iterable[tuple[str, datetime | None]]
) -> HttpResponse:
    base = request.build_absolute_uri("/").rstrip("/")
    body = "".join(_written(element, base, places))
    text = f'<?xml version="1.0" encoding="UTF-8"?>\n<{root} xmlns="{_NAMESPACE}">\n{body}</{root}>\n'
    return HttpResponse(text, content_type="application/xml; charset=utf-8")


def _written(element: str, base: str, places: Iterable[tuple[str, datetime | None]]) -> Iterator[str]:
    for place, changed in places:
        address = escape(base + place)
        time = changed.astimezone(UTC).isoformat(timespec="seconds") if changed else None
        lastmod = f"<lastmod>{time}</lastmod>" if time else ""
        yield f"<{element}><loc>{address}</loc>{lastmod}</{element}>\n"
