"""A base of its own for tests of the command line, and the command line as a process."""

import json
import subprocess

from tests.ingest.sample import values
from tests.up.process import BIN, environ

TRACEBACK = """\
Traceback (most recent call last):
  File "/srv/app/main.py", line 3, in main
    shelf.get("gear")
  File "/srv/lib/widgets/shelf.py", line 42, in get
    raise WidgetError(f"No widget named {name} on the shelf")
widgets.WidgetError: No widget named gear on the shelf
"""
#: What prints such a traceback.
PROGRAM = """\
class WidgetError(Exception): pass
raise WidgetError("No widget named gear on the shelf")
"""
RECORDS = (
    values(solutions=["List the shelf before you ask for `{name}`.", "Order {name}."]),
    values(
        errorCode="ENOENT", slug="enoent", errorMessage="no such file or directory, open '{path}'",
        messagePattern="no such file or directory, open '(.+?)'", errorClass=None, filePath="lib/fs.js",
    ),
    values(
        slug="other-widget", errorMessage="The widget {name} is rusty", filePath="widgets/rust.py",
        messagePattern="The widget (.+?) is rusty", errorClass="widgets.errors.WidgetError",
    ),
)  # fmt: skip


def errorkb(home, *words, text="", cwd=None, **environment):
    """Runs a command; its output as text."""
    chosen = environ(home, **{"COLUMNS": "80", "ERRORKB_LINGER": "120", **environment})
    return subprocess.run(
        [BIN, *words], input=text, env=chosen, capture_output=True, text=True, timeout=120, check=False,
        cwd=cwd,
    )  # fmt: skip


def fill(home):
    """Makes the base of a home."""
    ingest(home, RECORDS)


def ingest(home, records):
    """Puts records into the base of a home."""
    dump = home.parent / "dump.jsonl"
    dump.write_text("".join(json.dumps(record) + "\n" for record in records))
    done = errorkb(home, "ingest", "--quiet", str(dump))
    assert done.returncode == 0, done.stderr
