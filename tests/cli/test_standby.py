"""The process that stands by: started once, private, and gone when it is of no use any more."""

import stat
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from tests.cli.base import TRACEBACK, errorkb, fill
from tests.up.process import BIN, environ, processes_of

#: What a command must not load: to load them takes longer than to answer.
HEAVY = ("django", "psycopg", "hyperscan", "re2", "errorkb.models", "errorkb.matching.traces", "celery")
ASKING = """
import sys
from errorkb.cli import main
sys.argv = ["errorkb", *sys.argv[1:]]
try:
    main()
except SystemExit:
    pass
print(*sys.modules, sep="\\n", file=sys.stderr)
"""


def standing_by(home):
    return [one for one in processes_of(home) if "errorkb.standby_server" in one.cmdline()]


def address_of(process):
    return Path(process.cmdline()[3])


def wait_for(condition, seconds=30):
    deadline = time.monotonic() + seconds
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.1)
    return condition()


@pytest.fixture
def own(tmp_path):
    """A base of one test's own."""
    fill(tmp_path / "home")
    yield tmp_path / "home"
    left = processes_of(tmp_path / "home")
    for process in left:
        process.terminate()
    psutil.wait_procs(left, timeout=20)


def test_it_stands_by_for_the_next_question_and_ends_when_none_comes(own):
    chosen = {"ERRORKB_LINGER": "4"}
    assert errorkb(own, "match", text=TRACEBACK, **chosen).returncode == 0
    [process] = standing_by(own)
    assert errorkb(own, "match", text=TRACEBACK, **chosen).returncode == 0
    assert standing_by(own) == [process]
    address = address_of(process)
    assert stat.S_IMODE(address.stat().st_mode) == 0o600
    assert wait_for(lambda: not processes_of(own)), processes_of(own)
    assert not address.exists()


def test_without_lingering_nothing_stays(own):
    assert errorkb(own, "match", text=TRACEBACK, ERRORKB_LINGER="0").returncode == 0
    assert wait_for(lambda: not processes_of(own), 10), processes_of(own)
    assert errorkb(own, "match", text=TRACEBACK, ERRORKB_LINGER="soon").returncode == 2


def test_it_is_replaced_when_its_database_or_its_place_has_gone(own):
    assert errorkb(own, "match", text=TRACEBACK).returncode == 0
    [first] = standing_by(own)
    for process in processes_of(own):
        if process.name().startswith("postgres"):
            process.kill()
    assert errorkb(own, "match", text=TRACEBACK).returncode == 0
    assert wait_for(lambda: first not in standing_by(own))
    [second] = standing_by(own)
    address_of(second).unlink()
    assert wait_for(lambda: not second.is_running() or second.status() == psutil.STATUS_ZOMBIE)


def test_commands_that_start_together_share_one(own):
    chosen = environ(own, ERRORKB_LINGER="60")
    started = [
        subprocess.Popen([BIN, "match"], env=chosen, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    answers = [one.communicate(TRACEBACK, timeout=120)[0] for one in started]
    assert [one.returncode for one in started] == [0, 0, 0]
    assert len(set(answers)) == 1
    assert wait_for(lambda: len(standing_by(own)) == 1)


def test_another_program_s_database_gets_no_tables(home, tmp_path):
    # The server's own maintenance database is one without a base.
    url = f"postgresql://postgres@/postgres?host={home / 'postgres'}"
    errorkb(home, "match", text=TRACEBACK)  # its server runs
    done = errorkb(tmp_path / "other", "match", text=TRACEBACK, DATABASE_URL=url)
    assert done.returncode == 2
    assert "holds no errorkb base" in done.stderr, done.stderr
    gone = errorkb(tmp_path / "other", "match", text=TRACEBACK, DATABASE_URL="postgresql://x@127.0.0.1:1/x")
    assert gone.returncode == 2
    assert "the database of DATABASE_URL does not answer" in gone.stderr


@pytest.mark.parametrize(
    "words", [("match",), ("search", "widget"), ("explain", "ENOENT"), ("run", "false")], ids=" ".join
)
def test_commands_load_nothing_heavy(home, words):
    errorkb(home, "match", text=TRACEBACK)
    done = subprocess.run(
        [sys.executable, "-c", ASKING, *words], input="ENOENT: nothing to fill in", text=True,
        capture_output=True, env=environ(home, ERRORKB_LINGER="120"), check=False, timeout=60,
    )  # fmt: skip
    loaded = set(done.stderr.split())
    assert loaded & {"errorkb.questions.asking"}
    assert not loaded & set(HEAVY)
