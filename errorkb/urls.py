"""Addresses. Repositories stand at the root, so fixed words come first."""

from urllib.parse import quote

from django.urls import include, path, re_path, register_converter

from errorkb.mcp import views as mcp_views
from errorkb.web import batch_views, browse_views, failures, names, search_views, views


class EntryId:
    """16 lowercase hexadecimal digits; anything else is a 404."""

    regex = "[0-9a-f]{16}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


class AnyName:
    """The name of a class or a tag: any characters, slashes and line breaks too."""

    regex = r"[\s\S]+"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return quote(value, safe="")


_REPO = r"(?!api/|static/)(?P<owner>[\w.-]+)/(?P<name>[\w.-]+)"

register_converter(EntryId, "entry_id")
register_converter(AnyName, "any_name")

urlpatterns = [
    # What is asked for most is looked at first; a class and a tag may have slashes in their names.
    re_path(rf"^(?!classes/|tags/){_REPO}/(?P<slug>[a-z0-9-]+)/$", views.entry),
    path("", browse_views.home),
    path("search/", search_views.search),
    path("search/suggest", search_views.suggest),
    path("match/", views.paste),
    path("healthz", views.health),
    path("", include("ingest.urls")),
    path("batches/", batch_views.batches, name="batches"),
    path("batches/<int:batch_id>/", batch_views.batch, name="batch"),
    path("batches/<int:batch_id>/problems.jsonl", batch_views.problems, name="batch-problems"),
    path("errors/<entry_id:entry_id>", views.entry_by_id),
    path("errors/<entry_id:entry_id>/", views.entry_by_id),
    path("api/", include("errorkb.api.urls")),
    path("mcp", mcp_views.endpoint),
    path("", include("errorkb.exports.urls")),
    path("", include("errorkb.published.urls")),
    path("classes/", browse_views.index, {"of": names.CLASSES}),
    path("classes/<any_name:name>/", browse_views.error_class),
    path("tags/", browse_views.index, {"of": names.TAGS}),
    path("tags/<any_name:name>/", browse_views.tag),
    path("repositories/", browse_views.index, {"of": names.REPOSITORIES}),
    # What is wrong below /api/ and /static/ must not be taken for a repository of that owner.
    re_path(rf"^{_REPO}/$", browse_views.repo),
    re_path(rf"^{_REPO}/(?P<slug>[a-z0-9-]+)/history/$", views.history),
]

handler400 = failures.bad_request
handler404 = failures.not_found
handler500 = failures.server_error
