"""Programs of npm for tests: exactly those of a lock file, checksums and all."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest


def installed(package: Path, folder: Path) -> Path:
    """The ``node_modules`` of what ``package``, a folder, locks, made in ``folder``; skips without npm."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        _absent("there is no node, or no npm")
    for name in ("package.json", "package-lock.json"):
        shutil.copy(package / name, folder)
    done = subprocess.run(
        ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"], cwd=folder, capture_output=True,
        text=True, timeout=300, check=False,
    )  # fmt: skip
    if done.returncode:
        _absent(f"npm could not fetch {package.name}: {done.stderr.strip().splitlines()[-1:]}")
    return folder / "node_modules"


def _absent(reason):
    if "npm" in os.environ.get("ERRORKB_REQUIRE", "").split(","):
        pytest.fail(f"{reason}, and ERRORKB_REQUIRE names npm")
    pytest.skip(reason)
