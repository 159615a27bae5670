"""``errorkb up`` as a real process: it serves, it says why it cannot, and it leaves nothing behind."""

import json
import os
import signal
import socket
import subprocess
import time

import pytest

from tests.ingest.sample import values
from tests.up.process import BIN, SECONDS, Up, environ, processes_of


def refused(home, *arguments, **environment):
    """The exit status and standard error of an ``up`` that must not start."""
    done = subprocess.run(
        [BIN, "up", *arguments], env=environ(home, **environment), capture_output=True, text=True,
        timeout=SECONDS, check=False,
    )  # fmt: skip
    return done.returncode, done.stderr.splitlines()


def wait_for(condition, seconds=SECONDS):
    deadline = time.monotonic() + seconds
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.1)
    return condition()


@pytest.fixture
def home(tmp_path):
    yield tmp_path / "home"
    for process in processes_of(tmp_path / "home"):
        process.kill()


@pytest.fixture
def up(home):
    started = []

    def start(*arguments, **environment):
        started.append(Up(home, "--port", "0", *arguments, **environment))
        assert started[-1].url, started[-1].lines
        return started[-1]

    yield start
    for one in started:
        if one.process.poll() is None:
            one.kill_group()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_serves_the_samples_and_stops_with_all_it_started(up, home, number):
    running = up()
    assert "paste" in running.get("/").lower()
    assert running.get("/healthz") == "ok\n"
    repos = json.loads(running.get("/api/repos"))["repos"]
    assert sum(repo["errorCount"] for repo in repos) >= 60
    assert running.stop(number) == 0
    assert "Traceback" not in "\n".join(running.lines)
    assert wait_for(lambda: not processes_of(home), 10), processes_of(home)


def test_ctrl_c_while_it_starts_leaves_no_database_behind(home):
    process = subprocess.Popen(
        [BIN, "up", "--port", "0"], env=environ(home), stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL, start_new_session=True,
    )  # fmt: skip
    assert wait_for((home / "postgres" / "postmaster.pid").exists)
    process.send_signal(signal.SIGTERM)
    process.wait(timeout=SECONDS)
    assert wait_for(lambda: not processes_of(home), 10), processes_of(home)


def test_killed_outright_the_next_start_has_all_data(up, home, tmp_path):
    running = up()
    dump = tmp_path / "dump.json"
    dump.write_text(json.dumps(values()))
    subprocess.run([BIN, "ingest", dump], env=environ(home), check=True, capture_output=True)
    running.kill_group()
    for process in processes_of(home):  # the database server, in a session of its own
        process.kill()
    again = up()
    assert json.loads(again.get(f"/api/errors/{values()['id']}"))["record"] == values()
    assert again.stop() == 0


def test_killed_outright_with_its_database_left_running(up, home):
    first = up()
    first.kill_group()
    second = up()
    assert second.get("/healthz") == "ok\n"
    assert second.stop() == 0
    assert wait_for(lambda: not processes_of(home), 10), processes_of(home)


def test_a_process_that_took_over_the_dead_servers_id_is_not_taken_for_it(up, home):
    assert up().stop() == 0
    own = os.getpid()
    stale = f"{own}\n{home}/postgres\n1000000000\n5432\n{home}/postgres\n\n 1 1\nready\n"
    (home / "postgres" / "postmaster.pid").write_text(stale)
    again = up()
    assert again.get("/healthz") == "ok\n"
    assert again.stop() == 0


def test_other_commands_use_the_running_database_and_leave_it_running(up, home, tmp_path):
    running = up()
    text = "LookupError: No widget named gear on the shelf"
    done = subprocess.run(
        [BIN, "match", "-"], input=text, env=environ(home), text=True, capture_output=True,
        check=False,
    )  # fmt: skip
    assert done.returncode in (0, 1), done.stderr
    assert running.get("/healthz") == "ok\n"


def test_a_taken_port_is_one_line(home):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        status, lines = refused(home, "--port", str(taken.getsockname()[1]))
    assert status == 2
    assert len(lines) == 1
    assert "in use" in lines[0]
    assert "--port" in lines[0]
    assert not (home / "postgres").exists()


def test_host_and_port_come_from_the_environment_too(home):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        status, lines = refused(home, PORT=port, HOST="127.0.0.1")
    assert status == 2
    assert f"127.0.0.1:{port}" in lines[0]


@pytest.mark.parametrize("port", ["many", "-1", "65536"])
def test_a_port_that_is_none_is_refused(home, port):
    status, lines = refused(home, f"--port={port}")
    assert status == 2
    assert "port" in lines[-1]


def test_an_unusable_home_is_one_line(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("")
    status, lines = refused(blocked / "home", "--port", "0")
    assert status == 2
    assert len(lines) == 1
    assert "cannot be written" in lines[0]


def test_a_second_up_on_the_same_home_is_one_line(up, home):
    running = up()
    status, lines = refused(home, "--port", "0")
    assert status == 2
    assert len(lines) == 1
    assert str(running.process.pid) in lines[0]
    assert running.get("/healthz") == "ok\n"


def test_data_of_another_postgres_is_one_line_and_not_touched(up, home):
    assert up().stop() == 0
    version = home / "postgres" / "PG_VERSION"
    version.write_text("17\n")
    status, lines = refused(home, "--port", "0")
    assert status == 2
    assert len(lines) == 1
    assert "Postgres 17" in lines[0]
    assert version.read_text() == "17\n"


def test_a_database_that_does_not_answer_is_one_line(home):
    url = "postgresql://nobody@127.0.0.1:1/none"
    status, lines = refused(home, "--port", "0", DATABASE_URL=url)
    assert status == 2
    assert len(lines) == 1
    assert "DATABASE_URL" in lines[0]


def test_a_home_whose_path_is_too_long_for_a_socket(tmp_path):
    home = tmp_path / ("deep" * 30)
    running = Up(home, "--port", "0")
    try:
        assert running.get("/healthz") == "ok\n"
    finally:
        assert running.stop() == 0
