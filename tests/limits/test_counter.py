"""The counts: exact whatever processes do, over when the window is, and gone when nobody asks any more."""

import subprocess
import sys
import time

import pytest
from django.db import Error, connection, transaction
from hypothesis import HealthCheck, given
from hypothesis import settings as examples
from hypothesis import strategies as st

from errorkb.limits import counter, middleware
from errorkb.limits.counter import EveryMinute, take
from errorkb.limits.policy import Policy
from tests.up.process import environ

POLICY = Policy(name="reads", quota=3)


def end_windows():
    with connection.cursor() as cursor:
        cursor.execute("UPDATE errorkb_ratelimit SET ends = now() - interval '1 second'")


def rows():
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM errorkb_ratelimit")
        return cursor.fetchone()[0]


def counting(folder, *, quota, tries, processes):
    """Processes that wait for a word, and then take from one client's quota."""
    connection.ensure_connection()
    name, host = connection.settings_dict["NAME"], connection.settings_dict["HOST"]
    url = f"postgresql://{connection.settings_dict['USER']}@/{name}?host={host}"
    chosen = environ(folder, DATABASE_URL=url, ERRORKB_SECRET_KEY="x")
    words = [sys.executable, "-m", "tests.limits.counting", str(folder), str(quota), str(tries)]
    started = [
        subprocess.Popen(words, env=chosen, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for _ in range(processes)
    ]
    for process in started:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    return started


def let_go(started):
    for process in started:
        process.stdin.write("go\n")
        process.stdin.flush()


def told_by(started):
    """Of each: requests allowed, the least that was left, the most seconds."""
    return [[int(word) for word in process.communicate(timeout=60)[0].split()] for process in started]


@pytest.mark.django_db(transaction=True)
def test_processes_together_get_the_quota_and_not_one_more(tmp_path):
    started = counting(tmp_path, quota=200, tries=120, processes=4)
    let_go(started)
    told = told_by(started)
    assert sum(allowed for allowed, _, _ in told) == 200
    assert {left for _, left, _ in told} == {0}
    assert all(1 <= seconds <= 60 for _, _, seconds in told)


@pytest.mark.django_db(transaction=True)
def test_who_counts_at_the_same_moment_waits_and_sees_what_the_others_took(tmp_path, settings):
    settings.SECRET_KEY = "x"
    started = counting(tmp_path, quota=10, tries=1, processes=3)
    with transaction.atomic():
        assert take(str(tmp_path), Policy(name="reads", quota=10)).left == 9
        let_go(started)
        deadline = time.monotonic() + 30
        while waiting() < 3 and time.monotonic() < deadline:
            time.sleep(0.05)
        assert waiting() == 3
    assert sorted(left for _, left, _ in told_by(started)) == [6, 7, 8]


def waiting():
    """Processes that wait for a row that another one is writing."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
        return cursor.fetchone()[0]


@pytest.mark.django_db
@examples(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.sampled_from(["one", "two", "window ends"]), max_size=40))
def test_no_window_of_any_client_has_more_than_the_quota(steps):
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM errorkb_ratelimit")
    used = {"one": 0, "two": 0}
    for step in steps:
        if step == "window ends":
            end_windows()
            used = dict.fromkeys(used, 0)
            continue
        taken = take(step, POLICY)
        assert taken.is_over == (used[step] == POLICY.quota)
        used[step] += not taken.is_over
        assert taken.left == POLICY.quota - used[step]


@pytest.mark.django_db
def test_reads_and_questions_of_a_client_are_counted_apart():
    assert [take("one", POLICY).is_over for _ in range(4)] == [False, False, False, True]
    assert not take("one", Policy(name="questions", quota=3)).is_over


@pytest.mark.django_db
def test_rows_of_past_windows_go(monkeypatch):
    for number in range(20):
        take(f"client {number}", POLICY)
    assert rows() >= 20
    end_windows()
    monkeypatch.setattr(counter, "_removal", EveryMinute())
    take("another", POLICY)
    assert rows() == 1
    assert not counter._removal.is_due()


@pytest.mark.django_db
def test_where_the_counts_cannot_be_had_everybody_is_served(client, settings, monkeypatch, caplog):
    settings.RATE_LIMIT = 1

    def away(*arguments):
        raise Error("the database has gone, said by secret.example")

    monkeypatch.setattr(middleware, "take", away)
    monkeypatch.setattr(middleware, "_complaint", EveryMinute())
    answers = [client.get("/api/repos") for _ in range(3)]
    assert {answer.status_code for answer in answers} == {200}
    assert "RateLimit" not in answers[0].headers
    assert caplog.messages == ["no client is limited: the counts cannot be had (Error)"]
