"""Addresses at which batches are started."""

from django.urls import path

from ingest import views

urlpatterns = [
    path("api/ingest", views.IngestView.as_view()),
    path("batches/new/", views.upload, name="upload"),
]
