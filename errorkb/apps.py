"""The Django app that serves the knowledge base."""

from django.apps import AppConfig


class ErrorkbConfig(AppConfig):
    name = "errorkb"
    verbose_name = "errorkb"
