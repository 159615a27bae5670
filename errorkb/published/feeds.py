"""Atom feeds: new entries by their analysis, and entries whose content changed here; of the base, of a
repository, of a tag."""

from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from typing import Literal

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils.feedgenerator import Atom1Feed
from django.utils.http import http_date
from django.views.decorators.http import require_safe
from markupsafe import Markup

from errorkb.models import Entry, Repo
from errorkb.published.lists import changed, newest, with_tag
from errorkb.web.kept import kept
from errorkb.web.states import base_revision, indexed_state, repo_state
from errorkb.wording import plain, shortened

Kind = Literal["new", "changed"]
_TITLES: dict[Kind, str] = {"new": "New errors", "changed": "Changed errors"}
_LISTS: dict[Kind, Callable[..., list[Entry]]] = {"new": newest, "changed": changed}
_EXCERPT = 1000
#: When a feed without entries changed last: RFC 4287 wants a time, and any present one would be untrue.
_NEVER = datetime(1970, 1, 1, tzinfo=UTC)


class _Feed(Atom1Feed):
    """Django's, but for the time of an empty feed, which would be another with each request."""

    def latest_post_date(self) -> datetime:
        return super().latest_post_date() if self.items else _NEVER


@require_safe
@kept(base_revision)
def base_feed(request: HttpRequest, kind: Kind) -> HttpResponseBase:
    """The feed of the whole base."""
    return _answer(request, _TITLES[kind], "/", _LISTS[kind](Entry.objects.live()))


@require_safe
@kept(repo_state)
def repo_feed(request: HttpRequest, owner: str, name: str, kind: Kind) -> HttpResponseBase:
    """The feed of a repository."""
    repo = get_object_or_404(Repo.objects.only("name"), name=f"{owner}/{name}")
    entries = _LISTS[kind](Entry.objects.live().filter(repo=repo))
    return _answer(request, f"{_TITLES[kind]} of {repo.name}", repo.get_absolute_url(), entries)


@require_safe
@kept(indexed_state)
def tag_feed(request: HttpRequest, tag: str, kind: Kind) -> HttpResponseBase:
    """The feed of a tag that live entries have."""
    tagged = with_tag(tag)
    if not tagged:
        raise Http404
    entries = _LISTS[kind](Entry.objects.live().filter(pk__in=tagged))
    return _answer(request, f"{_TITLES[kind]} tagged {tag}", f"/tags/{tag}/", entries)


def _answer(request: HttpRequest, title: str, place: str, entries: Iterable[Entry]) -> HttpResponse:
    feed = _Feed(
        title=f"{title} · errorkb",
        link=request.build_absolute_uri(place),
        description="Errors that software raises, each explained.",
        language="en",
        author_name="errorkb",
        feed_url=request.build_absolute_uri(request.path),
        feed_guid=request.build_absolute_uri(request.path),
    )
    for entry in entries:
        feed.add_item(
            title=_text(f"{entry.repo_id}: {entry.title}", 200),
            link=request.build_absolute_uri(entry.get_absolute_url()),
            description=_summary(entry),
            # The address that stays when the readable one changes.
            unique_id=request.build_absolute_uri(f"/errors/{entry.id}"),
            pubdate=entry.analyzed_instant,
            updateddate=entry.changed_at,
            categories=[_text(tag, 100) for tag in entry.tags],
        )
    response = HttpResponse(feed.writeString("utf-8"), content_type="application/atom+xml; charset=utf-8")
    response.headers["Last-Modified"] = http_date(feed.latest_post_date().timestamp())
    return response


def _summary(entry: Entry) -> str:
    """Message and meaning as HTML, which is what the feed says that it is."""
    texts = _text(entry.error_message, _EXCERPT), _text(entry.documentation, _EXCERPT)
    return str(Markup("<pre>{}</pre>\n<p>{}</p>").format(*texts))


def _text(text: str, limit: int) -> str:
    """Text that XML can hold: without control characters, and without what is no character at all."""
    return shortened(plain(text[: 4 * limit]).translate({0xFFFE: 0xFFFD, 0xFFFF: 0xFFFD}), limit)
