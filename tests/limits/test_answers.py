"""What clients see of the limits: headers, 429, and who has how much."""

import re

import pytest
from django.db import connection

from errorkb.limits import client as clients
from errorkb.limits.address import networks
from errorkb.models import ApiToken

pytestmark = pytest.mark.django_db

THEM, OTHERS = "203.0.113.9", "203.0.113.10"


@pytest.fixture(autouse=True)
def limited(settings):
    settings.RATE_LIMIT, settings.RATE_LIMIT_HERE = 10, 1
    clients._remembered.clear()


def ask(client, path="/api/repos", address=THEM, **headers):
    return client.get(path, REMOTE_ADDR=address, headers=headers)


def test_each_answer_tells_what_is_left(client):
    for left in (9, 8):
        answer = ask(client)
        assert answer.status_code == 200
        assert answer.headers["RateLimit-Policy"] == '"reads";q=10;w=60'
        told = re.fullmatch(r'"reads";r=(\d+);t=(\d+)', answer.headers["RateLimit"])
        assert told
        assert int(told[1]) == left
        assert 1 <= int(told[2]) <= 60
    assert "r=9;" in ask(client, address=OTHERS).headers["RateLimit"]


def test_beyond_the_quota_the_api_answers_429_and_says_when_to_ask_again(client):
    statuses = [ask(client).status_code for _ in range(10)]
    assert statuses == [200] * 10
    answer = ask(client)
    assert answer.status_code == 429
    seconds = int(answer.headers["Retry-After"])
    assert answer.headers["RateLimit"] == f'"reads";r=0;t={seconds}'
    body = answer.json()
    assert (body["status"], body["code"]) == (429, "too-many-requests")
    assert f"ask again in {seconds} s" in body["error"]
    assert body["requestId"] == answer.headers["X-Request-Id"]
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert ask(client, address=OTHERS).status_code == 200


def test_a_page_says_so_in_words(client):
    for _ in range(2):
        assert client.post("/match/", {"text": "ValueError: x"}, REMOTE_ADDR=THEM).status_code == 200
    answer = client.post("/match/", {"text": "ValueError: secret"}, REMOTE_ADDR=THEM)
    assert answer.status_code == 429
    assert answer.headers["Content-Type"].startswith("text/html")
    assert answer.headers["Cache-Control"] == "no-store"
    page = answer.content.decode()
    assert "Too many requests" in page
    assert "ask again in" in page
    assert "secret" not in page
    assert ask(client, "/").status_code == 200  # questions and reads are counted apart


@pytest.mark.parametrize(
    ("path", "policy"),
    [
        ("/", "reads"),
        ("/api/errors/0000000000000000", "reads"),
        ("/data/manifest.json", None),
        ("/search/suggest?q=val", "reads"),
        ("/search/?q=x", "questions"),
        ("/api/search?q=x", "questions"),
        ("/api/match", "questions"),
        ("/match/", "questions"),
        ("/healthz", None),
    ],
)
def test_what_makes_the_base_work_has_a_quota_of_its_own(client, path, policy):
    told = ask(client, path).headers.get("RateLimit", "")
    assert told.partition(";")[0] == (f'"{policy}"' if policy else "")


def test_a_browser_s_question_whether_it_may_ask_is_free(client):
    answer = client.options("/api/match", REMOTE_ADDR=THEM)
    assert "RateLimit" not in answer.headers


def test_a_token_in_force_has_more_and_one_that_is_not_has_nothing(client):
    text = ApiToken.objects.issue("reader", ["read"])
    assert ask(client, authorization=f"Bearer {text}").headers["RateLimit-Policy"] == '"reads";q=100;w=60'
    assert ask(client, authorization="Bearer ekb_invented").headers["RateLimit"].startswith('"reads";r=9;')
    token = ApiToken.objects.get()
    assert token.last_used_at is not None
    token.revoke()
    clients._remembered.clear()
    assert ask(client, authorization=f"Bearer {text}").headers["RateLimit"].startswith('"reads";r=8;')


def test_a_token_of_the_scope_read_cannot_write(client):
    text = ApiToken.objects.issue("reader", ["read"])
    answer = client.post(
        "/api/ingest", b"[]", content_type="application/json", headers={"authorization": f"Bearer {text}"}
    )
    assert answer.status_code == 401


def test_behind_a_trusted_proxy_its_clients_are_told_apart(client, settings):
    settings.TRUSTED_PROXIES = networks("10.0.0.1")
    for _ in range(11):
        last = ask(client, address="10.0.0.1", x_forwarded_for=THEM)
    assert last.status_code == 429
    assert ask(client, address="10.0.0.1", x_forwarded_for=OTHERS).status_code == 200
    # What a client writes itself stands before what the proxy saw.
    assert ask(client, address="10.0.0.1", x_forwarded_for=f"{OTHERS}, {THEM}").status_code == 429


def test_this_machine_has_more_unless_a_limit_was_chosen(client, settings):
    settings.RATE_LIMIT_HERE = 100
    assert ask(client, address="127.0.0.1").headers["RateLimit-Policy"] == '"reads";q=1000;w=60'
    assert ask(client, address="::1").headers["RateLimit-Policy"] == '"reads";q=1000;w=60'
    settings.RATE_LIMIT_HERE = 1
    assert ask(client, address="127.0.0.1").headers["RateLimit-Policy"] == '"reads";q=10;w=60'


def test_0_is_no_limit(client, settings):
    settings.RATE_LIMIT = 0
    answers = [ask(client) for _ in range(12)]
    assert {answer.status_code for answer in answers} == {200}
    assert "RateLimit" not in answers[0].headers


def test_the_table_holds_no_address(client):
    ask(client)
    with connection.cursor() as cursor:
        cursor.execute("SELECT client FROM errorkb_ratelimit")
        keys = [bytes(key) for (key,) in cursor.fetchall()]
    assert keys
    assert all(len(key) == 16 and THEM.encode() not in key for key in keys)
