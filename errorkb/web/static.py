"""Static files: hashed names, compressed, in ERRORKB_STATIC_ROOT, made anew only when one changed."""

import hashlib
from pathlib import Path

from django.conf import settings
from django.core.management import call_command


def collect() -> None:
    """Hashes and compresses the static files, unless nothing changed since the last time."""
    told = hashlib.sha256()
    for folder in map(Path, settings.STATICFILES_DIRS):
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            told.update(str(path).encode() + b"\0" + path.read_bytes() + b"\0")
    stamp = Path(settings.STATIC_ROOT) / ".collected"
    if stamp.exists() and stamp.read_text() == told.hexdigest():
        return
    call_command("collectstatic", interactive=False, clear=True, verbosity=0)
    stamp.write_text(told.hexdigest())
