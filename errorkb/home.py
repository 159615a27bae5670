"""Where everything lives: ERRORKB_HOME. Standard library only; settings and the embedded server read it."""

import os
import secrets
from pathlib import Path


def home() -> Path:
    """The data folder: ERRORKB_HOME, else /var/lib/errorkb for root and the XDG data folder for others."""
    if chosen := os.environ.get("ERRORKB_HOME"):
        return Path(chosen).expanduser().absolute()
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        return Path("/var/lib/errorkb")
    data = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    return Path(data).expanduser().absolute() / "errorkb"


def secret_key() -> str:
    """ERRORKB_SECRET_KEY, else a key made once and kept in the home, readable by its owner only.

    Where the home cannot be written a key for this process alone is returned: commands such as --help
    need none that lasts, and ``errorkb up`` reports an unwritable home itself.
    """
    if chosen := os.environ.get("ERRORKB_SECRET_KEY"):
        return chosen
    path = home() / "secret_key"
    fresh = secrets.token_urlsafe(50)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(path, "x", opener=_private) as file:
            file.write(fresh)
    except FileExistsError:
        return path.read_text() or fresh
    except OSError:
        return fresh
    return fresh


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
