"""Calls that really fail in installed packages and in CPython's library, for bases made from their sources.

No call knows an entry: what a call raised, and where, its own traceback says (`raised`). The calls hold
for any version of a library that still has the mistake, since nothing here repeats its texts. Django
must be set up before this package is imported; no call needs a database, and the only network access
is a refused connection to 127.0.0.1.
"""

from tests.live.raising import (
    broker_calls,
    celery_calls,
    click_calls,
    django_models,
    django_pages,
    django_parts,
    django_project,
    library_classes,
    library_files,
    library_formats,
    library_running,
    library_text,
    library_values,
    psycopg_calls,
    rest_calls,
    server_packages,
    small_packages,
    template_calls,
)
from tests.live.raising.call import Raised, Raising, raised

__all__ = ["CALLS", "Raised", "Raising", "raised"]

CALLS: tuple[Raising, ...] = (
    *django_models.CALLS,
    *django_pages.CALLS,
    *django_project.CALLS,
    *django_parts.CALLS,
    *rest_calls.CALLS,
    *celery_calls.CALLS,
    *broker_calls.CALLS,
    *psycopg_calls.CALLS,
    *template_calls.CALLS,
    *server_packages.CALLS,
    *small_packages.CALLS,
    *click_calls.CALLS,
    *library_formats.CALLS,
    *library_text.CALLS,
    *library_classes.CALLS,
    *library_values.CALLS,
    *library_files.CALLS,
    *library_running.CALLS,
)
