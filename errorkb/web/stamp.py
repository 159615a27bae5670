"""Which build of errorkb this is: a page may differ after an update though the base is the same."""

import hashlib
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path

from django.conf import settings

#: What pages are made of, below the checkout.
_SOURCES = (("errorkb", "*.py"), ("errorkb/static", "*"), ("templates", "*"))
#: Packages whose output stands on pages as it is.
_PACKAGES = ("Jinja2", "Pygments", "Pillow")


@lru_cache(maxsize=1)
def build() -> str:
    """Names the code, the templates and the static files of this process; read once."""
    told = hashlib.blake2b(digest_size=12)
    for package in _PACKAGES:
        told.update(f"{package} {version(package)}\0".encode())
    for folder, pattern in _SOURCES:
        root = Path(settings.BASE_DIR) / folder
        for path in sorted(path for path in root.rglob(pattern) if path.is_file()):
            told.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return told.hexdigest()
