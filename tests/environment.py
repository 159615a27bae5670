"""Loaded by pytest before Django's settings: tests have a home of their own, which goes with them."""

import atexit
import os
import shutil
import tempfile

_home = tempfile.mkdtemp(prefix="errorkb-test-")
atexit.register(shutil.rmtree, _home, ignore_errors=True)
os.environ["ERRORKB_HOME"] = _home
# Reading the installed packages takes long; the test of it asks for it.
os.environ["ERRORKB_SCAN"] = "0"
# A process that stood by after a question would outlive the tests; those of it ask for it.
os.environ["ERRORKB_LINGER"] = "0"
# Tests ask more often than any client may; those of the limits set their own.
os.environ["ERRORKB_RATE_LIMIT"] = "0"
# pytest shuts its temporary folder to others at each start: two runs at once would shut each other's
# databases out of their data.
os.environ["PYTEST_DEBUG_TEMPROOT"] = _home
for _name in ("HOST", "PORT", "ERRORKB_ALLOWED_HOSTS", "ERRORKB_PUBLIC_URL", "ERRORKB_DEBUG"):
    os.environ.pop(_name, None)
