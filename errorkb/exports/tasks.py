"""The beat's part in serving exports. A task that is lost is made again by the next beat."""

from pathlib import Path

from celery.schedules import schedule
from django.conf import settings

from errorkb.celery import app
from errorkb.exports.published import Published

REFRESH_SECONDS = 15

# Celery imports the tasks of apps in the order of INSTALLED_APPS, and ``ingest`` sets the schedule anew.
app.conf.beat_schedule["refresh exports"] = {
    "task": "exports.refresh",
    "schedule": schedule(REFRESH_SECONDS),
    "options": {"expires": REFRESH_SECONDS},
}


@app.task(name="exports.refresh")  # type: ignore[untyped-decorator] # Celery ships no types
def refresh() -> None:
    """Builds what is served under /data/ anew, where it is asked for and the base has changed."""
    Published(Path(settings.EXPORTS)).refresh()
