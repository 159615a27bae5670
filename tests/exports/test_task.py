"""Celery's processes know the task, and the beat has it beside those of ingest."""

import json
import subprocess
import sys
from pathlib import Path

_ASK = """
import json
from errorkb.celery import app
app.loader.import_default_modules()
print(json.dumps([sorted(entry["task"] for entry in app.conf.beat_schedule.values()), sorted(app.tasks)]))
"""


def test_the_beat_has_it():
    done = subprocess.run(
        [sys.executable, "-c", _ASK], cwd=Path(__file__).resolve().parents[2], capture_output=True, text=True,
        check=True,
    )  # fmt: skip
    scheduled, known = json.loads(done.stdout)
    assert {"exports.refresh", "ingest.sweep"} <= set(scheduled) <= set(known)
