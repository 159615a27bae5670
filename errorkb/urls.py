"""Addresses. Repositories stand at the root, so fixed words come first."""

from django.urls import include, path, re_path, register_converter

from errorkb.web import batch_views, failures, views


class EntryId:
    """16 lowercase hexadecimal digits; anything else is a 404."""

    regex = "[0-9a-f]{16}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


_REPO = r"(?!api/|static/)(?P<owner>[\w.-]+)/(?P<name>[\w.-]+)"

register_converter(EntryId, "entry_id")

urlpatterns = [
    path("", views.home),
    path("search/", views.search),
    path("match/", views.paste),
    path("healthz", views.health),
    path("", include("ingest.urls")),
    path("batches/", batch_views.batches, name="batches"),
    path("batches/<int:batch_id>/", batch_views.batch, name="batch"),
    path("batches/<int:batch_id>/problems.jsonl", batch_views.problems, name="batch-problems"),
    path("errors/<entry_id:entry_id>", views.entry_by_id),
    path("errors/<entry_id:entry_id>/", views.entry_by_id),
    path("api/", include("errorkb.api.urls")),
    path("", include("errorkb.exports.urls")),
    # What is wrong below /api/ and /static/ must not be taken for a repository of that owner.
    re_path(rf"^{_REPO}/$", views.repo),
    re_path(rf"^{_REPO}/(?P<slug>[a-z0-9-]+)/$", views.entry),
    re_path(rf"^{_REPO}/(?P<slug>[a-z0-9-]+)/history/$", views.history),
]

handler400 = failures.bad_request
handler404 = failures.not_found
handler500 = failures.server_error
