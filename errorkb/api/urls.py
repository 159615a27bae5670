"""Addresses below /api/."""

from django.urls import path

from errorkb.api import attempts, base_views, docs, entry_views, views

urlpatterns = [
    path("errors", entry_views.ErrorsView.as_view()),
    path("errors/batch", entry_views.RecordsView.as_view()),
    path("errors/<entry_id:entry_id>", entry_views.ErrorView.as_view()),
    path("errors/<entry_id:entry_id>/attempts", attempts.AttemptsView.as_view()),
    path("errors/<entry_id:entry_id>/history", entry_views.HistoryView.as_view()),
    path("errors/<entry_id:entry_id>/related", entry_views.RelatedView.as_view()),
    path("search", views.SearchView.as_view()),
    path("match", views.MatchView.as_view()),
    path("repos", base_views.ReposView.as_view()),
    path("classes", base_views.ClassesView.as_view()),
    path("tags", base_views.TagsView.as_view()),
    path("stats", base_views.StatsView.as_view()),
    path("batches/<int:batch_id>", base_views.BatchView.as_view()),
    path("schema/", docs.schema, name="api-schema"),
    path("docs/", docs.page, name="api-docs"),
]
