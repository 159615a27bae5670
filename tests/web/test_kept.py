"""Pages are made once, sent again as they are, and not at all to whom has them; never when they are old."""

import gzip
from datetime import UTC, datetime

import pytest

from errorkb.models import Batch, Chunk, Entry, Repo
from errorkb.web import kept
from ingest.store import save
from tests.ingest.sample import accepted

pytestmark = pytest.mark.django_db
PAGE = "/acme/widgets/no-widget-named/"
TWINS = [PAGE[:-1] + end for end in (".json", ".md", ".png")]
EARLIER = {"analyzedAt": "2026-01-01T00:00:00.000Z", "documentation": "It was called otherwise."}


@pytest.fixture(autouse=True)
def entry():
    save([accepted()])
    return Entry.objects.get()


def tag(client, address=PAGE):
    return client.get(address).headers["ETag"]


@pytest.mark.parametrize("address", [PAGE, *TWINS])
def test_who_has_a_page_gets_304_for_one_query(client, django_assert_num_queries, address):
    known = tag(client, address)
    kept._memory = kept.Memory()  # as in another process, which never made the page
    with django_assert_num_queries(1):
        answer = client.get(address, headers={"If-None-Match": f'"other", {known}'})
    assert (answer.status_code, answer.content) == (304, b"")
    assert answer.headers["ETag"] == known
    assert answer.headers["Cache-Control"] == "no-cache"
    assert {"Accept", "Accept-Encoding"} <= set(answer.headers["Vary"].split(", "))


@pytest.mark.parametrize("address", [PAGE, *TWINS])
def test_a_page_that_was_made_is_sent_again_for_one_query(client, django_assert_num_queries, address):
    first = client.get(address)
    with django_assert_num_queries(1):
        again = client.get(address)
    assert (again.status_code, again.content) == (200, first.content)
    names = set(first.headers) - {"X-Request-Id", "RateLimit", "RateLimit-Policy"}
    assert {name: again.headers[name] for name in names} == {name: first.headers[name] for name in names}


def test_under_load_no_request_asks_the_base(client, django_assert_num_queries, monkeypatch):
    monkeypatch.setattr(kept, "FRESH_SECONDS", 60)
    known = tag(client)
    with django_assert_num_queries(0):
        assert client.get(PAGE).status_code == 200
        assert client.get(PAGE, headers={"If-None-Match": known}).status_code == 304


@pytest.mark.parametrize(
    "change",
    [
        lambda: save([accepted(analyzedAt="2026-09-01T00:00:00.000Z", documentation="It is sold out.")]),
        lambda: save([accepted(errorMessage="No widget here", slug="related")]),
        lambda: save([accepted(**EARLIER)]),
        lambda: Entry.objects.update(severity="critical", changed_at=datetime(2030, 1, 1, tzinfo=UTC)),
    ],
    ids=[
        "the entry itself",
        "an entry that is related",
        "history that never was in effect",
        "the row by hand",
    ],
)
def test_what_the_page_shows_is_never_old(client, change):
    before = client.get(PAGE)
    change()
    after = client.get(PAGE, headers={"If-None-Match": before.headers["ETag"]})
    assert after.status_code == 200
    assert after.content != before.content
    assert after.headers["ETag"] != before.headers["ETag"]


@pytest.mark.parametrize("address", ["/", "/acme/widgets/"])
def test_what_is_told_of_a_repository_is_shown_at_once(client, address):
    known = tag(client, address)
    assert client.get(address, headers={"If-None-Match": known}).status_code == 304
    Repo.objects.update(description="Shelves and what is on them")
    after = client.get(address, headers={"If-None-Match": known})
    assert b"Shelves and what is on them" in after.content


def test_the_front_door_tells_how_far_an_import_is(client):
    batch = Batch.objects.create(
        source="a", title="installed packages", direct=False, complete=False, forced=False, state="running"
    )
    part = Chunk.objects.create(batch=batch, path="a", size=1)
    assert b"0 of 1" in client.get("/").content
    part.state = "done"
    part.save()
    assert b"1 of 1" in client.get("/").content


@pytest.mark.parametrize(
    "address", ["/", "/acme/widgets/", "/classes/", "/classes/WidgetError/", "/tags/shelf/"]
)
def test_lists_have_a_new_entry_at_once(client, address):
    before = client.get(address)
    assert client.get(address, headers={"If-None-Match": before.headers["ETag"]}).status_code == 304
    save([accepted(errorMessage="another", slug="another")])
    after = client.get(address, headers={"If-None-Match": before.headers["ETag"]})
    assert after.status_code == 200
    assert after.content != before.content


def test_another_build_is_another_page(client, monkeypatch):
    known = tag(client)
    monkeypatch.setattr(kept, "build", lambda: "another")
    assert client.get(PAGE, headers={"If-None-Match": known}).status_code == 200


def test_who_has_the_page_of_an_entry_learns_that_it_is_gone_or_moved(client, entry):
    known = tag(client)
    Entry.objects.update(retired_at=datetime(2026, 9, 1, tzinfo=UTC))
    assert client.get(PAGE, headers={"If-None-Match": known}).status_code == 410
    save([accepted(analyzedAt="2026-09-01T00:00:00.000Z", slug="new-slug")])
    assert client.get(PAGE, headers={"If-None-Match": known}).status_code == 301
    assert client.get("/acme/widgets/nothing/", headers={"If-None-Match": known}).status_code == 404


def test_a_page_with_values_of_a_paste_is_not_kept(client):
    plain = client.get(PAGE).content
    filled = client.post(PAGE, {"values": '{"name": "gear"}'})
    assert b"gear" in filled.content
    assert filled.headers["Cache-Control"] == "no-store"
    assert client.get(PAGE).content == plain
    assert client.post(PAGE, {"values": '{"name": "cog"}'}).content != filled.content


@pytest.mark.parametrize("address", [PAGE, TWINS[0]])
def test_a_page_is_sent_packed_to_who_takes_that(client, address):
    plain = client.get(address)
    for _ in range(2):
        packed = client.get(address, headers={"Accept-Encoding": "br, gzip"})
        assert packed.headers["Content-Encoding"] == "gzip"
        assert gzip.decompress(packed.content) == plain.content
        assert packed.headers["ETag"] == plain.headers["ETag"]
        assert int(packed.headers["Content-Length"]) == len(packed.content) < len(plain.content)
    assert "Content-Encoding" not in client.get(address, headers={"Accept-Encoding": "gzip;q=0"}).headers


def test_hosts_and_pages_of_a_list_are_kept_apart(client, settings):
    settings.ALLOWED_HOSTS = ["*"]
    save([accepted(errorMessage=f"m{number}", slug=f"s{number}") for number in range(25)])
    asked = [(PAGE, "a.example"), (PAGE, "b.example"), ("/acme/widgets/", "a.example"),
             ("/acme/widgets/?page=2", "a.example")]  # fmt: skip
    for _ in range(2):
        answers = [client.get(address, headers={"Host": host}) for address, host in asked]
        assert len({answer.content for answer in answers}) == len(asked)
        assert len({answer.headers["ETag"] for answer in answers}) == len(asked)


def test_addresses_that_nobody_needs_do_not_fill_the_memory(client):
    memory = kept._memory = kept.Memory(limit=200_000)
    for number in range(100):
        client.get(f"{PAGE}?{number}")
    client.get(f"{PAGE}?{'x' * 1000}")
    assert 0 < len(memory) < 100
    assert memory._bytes <= 200_000
    held = sum(known.size for known in memory._held.values())
    assert held == memory._bytes
