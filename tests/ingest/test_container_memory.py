"""Large dumps are read in little memory. `python -m tests.ingest.memory gz 200` measures larger ones."""

import json
import subprocess
import sys

import pytest

MEBIBYTES = 12
"""A dump of this size, held whole anywhere on the way, would be seen in the growth."""
MAX_GROWTH = 6


@pytest.mark.parametrize("form", ["gz", "zst", "zip", "zip-stored", "tar.gz", "array.gz"])
def test_reading_does_not_grow_with_the_dump(form):
    command = [sys.executable, "-m", "tests.ingest.memory", form, str(MEBIBYTES)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    measured = json.loads(done.stdout)
    assert measured["records"] > 4000
    assert measured["grown"] < MAX_GROWTH
