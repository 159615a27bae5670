"""The Celery application: ``celery -A errorkb.celery worker``. Tasks live in ``ingest.tasks``."""

import os
from pathlib import Path

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "errorkb.settings")
app = Celery("errorkb")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
# kombu's file transport makes its control folder itself, and not the one that the tasks lie in.
for _folder in (app.conf.broker_transport_options or {}).values():
    Path(_folder).mkdir(parents=True, exist_ok=True)
