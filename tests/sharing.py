"""How a run with several processes (pytest-xdist) shares its tests among them."""

from pathlib import PurePosixPath
from typing import Any

from xdist.scheduler import LoadFileScheduling

#: Their conftest.py starts what takes long to start: one process runs them all, and starts it once.
WHOLE_FOLDERS = frozenset({"tests/api", "tests/browser", "tests/cli", "tests/mcp", "tests/services"})


class Sharing(LoadFileScheduling):  # type: ignore[misc] # it ships no type information
    """Whole files, and the whole folders above; what comes first is begun first, not what has most tests."""

    def _split_scope(self, nodeid: str) -> str:
        file: str = super()._split_scope(nodeid)
        folder = str(PurePosixPath(file).parent)
        return folder if folder in WHOLE_FOLDERS else file


def pytest_xdist_make_scheduler(config: Any, log: Any) -> Sharing:
    """pytest-xdist asks for it once, where there are several processes."""
    config.option.loadscopereorder = False
    return Sharing(config, log)
