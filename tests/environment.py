"""Loaded by pytest before Django's settings: tests have a home of their own, which goes with them."""

import atexit
import os
import shutil
import tempfile

_home = tempfile.mkdtemp(prefix="errorkb-test-")
atexit.register(shutil.rmtree, _home, ignore_errors=True)
os.environ["ERRORKB_HOME"] = _home
for _name in ("HOST", "PORT", "ERRORKB_ALLOWED_HOSTS", "ERRORKB_PUBLIC_URL", "ERRORKB_DEBUG"):
    os.environ.pop(_name, None)
