"""An entry opened from a match: the values of the paste stand in its texts, and nowhere else."""

import json
import re

import pytest
from django.conf import settings
from django.utils import timezone

from errorkb.models import Entry
from ingest.store import save
from tests.ingest.sample import accepted
from tests.web.test_pages import HOSTILE, text_of

pytestmark = pytest.mark.django_db

VALUES = {"name": "gear"}


@pytest.fixture
def entry():
    texts = {
        "solutions": ["Put {name} on the shelf.", "Run `shelve <name>`."],
        "triggerScenarios": "Asking for ${name}.",
        "exampleFix": "# before\ntake('{name}')\n# after\ntake('{name}', default=None)",
        "documentation": "The shelf has no such widget.",
    }
    save([accepted(**texts)])
    return Entry.objects.get()


def opened(client, entry, values=VALUES, **headers):
    body = values if isinstance(values, str) else json.dumps(values)
    return client.post(entry.get_absolute_url(), {"values": body}, headers=headers)


def test_values_are_filled_into_message_solutions_fix_and_trigger(client, entry):
    answer = opened(client, entry)
    assert answer.status_code == 200
    body = re.sub(r'<mark class="filled"[^>]*>(.*?)</mark>', r"[\1]", answer.content.decode())
    answer.content = body.encode()
    text = text_of(answer).replace("&#39;", "'")
    for said in ["No widget named [gear] on the shelf", "Put [gear] on the shelf.", "shelve [gear]",
                 "Asking for [gear].", "take( '[gear]' )", "take( '[gear]' , default=",
                 "name is gear"]:  # fmt: skip
        assert said in text, said
    assert f'href="{entry.get_absolute_url()}"' in body
    assert '<meta name="robots" content="noindex">' in body


def test_such_an_answer_is_kept_by_nobody(client, entry):
    answer = opened(client, entry)
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["X-Robots-Tag"] == "noindex"
    assert "gear" not in client.get(entry.get_absolute_url()).content.decode()
    assert "no-store" not in client.get(entry.get_absolute_url()).headers.get("Cache-Control", "")


@pytest.mark.parametrize(
    "values",
    ["", "x", "[]", "7", "null", "[" * 20_000, '"x"', "x" * 40_000],
)
def test_what_is_no_set_of_values_leads_to_the_entry_as_it_is_written(client, entry, values):
    answer = opened(client, entry, values)
    assert (answer.status_code, answer.url) == (303, entry.get_absolute_url())


def test_only_values_that_can_be_filled_in_are(client, entry):
    text = text_of(opened(client, entry, {"name": "gear", "x": 7, "y": ["z"], "long": "v" * 999, "a b": "c"}))
    assert "name is gear . Nothing" in text


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"sec-fetch-site": "same-origin"}, 200),
        ({"sec-fetch-site": "cross-site"}, 303),
        ({"sec-fetch-site": "same-site"}, 303),
        ({"origin": "http://testserver"}, 200),
        ({"origin": "https://testserver"}, 200),  # behind a proxy that speaks TLS
        ({"origin": "http://evil.example"}, 303),
        ({"origin": "null"}, 303),
        ({"sec-fetch-site": "cross-site", "origin": "http://testserver"}, 303),
    ],
)
def test_another_site_cannot_put_words_into_an_entry(client, entry, settings, headers, status):
    settings.ALLOWED_HOSTS = ["testserver"]
    answer = opened(client, entry, **headers)
    assert answer.status_code == status
    assert ("gear" in answer.content.decode()) == (status == 200)


@pytest.mark.parametrize("value", [HOSTILE, "</mark><script>alert(1)</script>", "' onmouseover='alert(1)"])
def test_hostile_values_are_texts(client, entry, value):
    body = opened(client, entry, {"name": value}).content.decode()
    assert "<script>alert" not in body
    assert "<img src=x" not in body
    assert not re.search(r"<[^>]*\sonmouseover=", body)
    assert ">49<" not in body


def test_a_retired_entry_says_so_with_values_too(client, entry):
    Entry.objects.update(retired_at=timezone.now())
    answer = opened(client, entry)
    assert answer.status_code == 410
    assert "Put gear on the shelf." in text_of(answer).replace("  ", " ")


def test_an_old_address_leads_on(client, entry):
    save([accepted(slug="a-new-name")])
    assert client.post("/acme/widgets/nowhere/", {"values": "{}"}).status_code == 404


def test_the_script_knows_how_much_the_server_reads():
    script = (settings.BASE_DIR / "errorkb" / "static" / "match.js").read_text()
    (limit,) = re.findall(r"LIMIT = ([\d *]+);", script)
    product = 1
    for factor in limit.split("*"):
        product *= int(factor)
    assert product == settings.MAX_PASTE_BYTES
