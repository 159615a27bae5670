"""What tests share: the embedded Postgres for those that ask for a database, and the shared dumps."""

import itertools
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest
from django.conf import settings

from errorkb import embedded
from errorkb.fulltext import index
from errorkb.web import kept, static

ROOT = Path(__file__).resolve().parent.parent
_numbers = itertools.count()

# What an example takes tells of the machine: speed is measured by benches, and bounded where a test says so.
hypothesis.settings.register_profile("errorkb", deadline=None)
hypothesis.settings.load_profile("errorkb")


@pytest.fixture(scope="session")
def django_db_modify_db_settings() -> Iterator[None]:
    """Starts Postgres when the first test asks for a database; DATABASE_URL names another one."""
    if os.environ.get("DATABASE_URL"):
        yield
        return
    with embedded.server().used():
        yield


@pytest.fixture(scope="session", autouse=True)
def collected_static() -> None:
    """Pages name their static files by hash."""
    settings.STATIC_ROOT.mkdir(parents=True, exist_ok=True)
    static.collect()


@pytest.fixture(scope="session", autouse=True)
def interruptible() -> Iterator[None]:
    """Commands of the tests heed Ctrl-C and the end of a terminal, even below a shell that runs the tests in
    its background, or nohup."""
    interrupted = signal.signal(signal.SIGINT, signal.default_int_handler)
    hung_up = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGINT, interrupted)
    signal.signal(signal.SIGHUP, hung_up)


@pytest.fixture(autouse=True)
def own_fulltext(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """A test's rows go with its transaction, which no index is told of: each has an index of its own."""
    folder = tmp_path_factory.getbasetemp() / f"fulltext-{next(_numbers)}"
    monkeypatch.setattr(index, "_holder", index.Holder(folder))


@pytest.fixture(autouse=True)
def nothing_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test's changes are to be seen at once, and by no other test."""
    monkeypatch.setattr(kept, "_memory", kept.Memory())
    monkeypatch.setattr(kept, "FRESH_SECONDS", -1)


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real dumps beside the checkout."""
    folder = ROOT.parent / "shared"
    if not (folder / "seeds").is_dir():
        pytest.skip(f"no dumps to read: {folder} is absent")
    return folder
