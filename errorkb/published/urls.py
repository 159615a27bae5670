"""Addresses of what machines read. They have no slash at their end, as pages have."""

from django.urls import path, re_path

from errorkb.published import feeds, guides, sitemaps, twins

_REPO = r"(?!api/|static/)(?P<owner>[\w.-]+)/(?P<name>[\w.-]+)"
_KIND = r"(?P<kind>new|changed)\.atom"

urlpatterns = [
    path("robots.txt", guides.robots),
    path("llms.txt", guides.llms),
    path("sitemap.xml", sitemaps.index),
    re_path(r"^sitemaps/(?P<of>repositories|classes|tags)\.xml$", sitemaps.lists),
    re_path(r"^sitemaps/entries-(?P<start>all|[0-9a-f]{1,3})\.xml$", sitemaps.part),
    re_path(rf"^feed/{_KIND}$", feeds.base_feed),
    re_path(rf"^tags/(?P<tag>[a-z0-9-]+)/{_KIND}$", feeds.tag_feed),
    re_path(rf"^{_REPO}/{_KIND}$", feeds.repo_feed),
    re_path(rf"^{_REPO}/(?P<slug>[a-z0-9-]+)\.(?P<form>json|md|png)$", twins.twin),
]
