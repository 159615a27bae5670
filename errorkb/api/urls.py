"""Addresses below /api/."""

from django.urls import path

from errorkb.api import views

urlpatterns = [
    path("errors/<entry_id:entry_id>", views.ErrorView.as_view()),
    path("search", views.SearchView.as_view()),
    path("repos", views.ReposView.as_view()),
    path("match", views.MatchView.as_view()),
]
