"""Addresses never die: an entry that is retired or moved is still found."""

from datetime import UTC, datetime

import pytest

from errorkb.models import Entry, Repo, SlugAlias
from ingest.store import save
from tests.ingest.sample import accepted
from tests.web.test_pages import text_of

pytestmark = pytest.mark.django_db

OLD = {"analyzedAt": "2026-01-01T00:00:00.000Z", "slug": "old-slug"}
NEW = {"analyzedAt": "2026-02-01T00:00:00.000Z", "slug": "new-slug"}


@pytest.fixture
def moved():
    save([accepted(**OLD)])
    save([accepted(**NEW)])
    return Entry.objects.get()


@pytest.fixture
def retired():
    """A retired entry beside a live one of the same class."""
    save([accepted(errorMessage="still here", slug="still-here"), accepted()])
    Entry.objects.filter(slug="no-widget-named").update(retired_at=datetime(2026, 9, 1, 12, tzinfo=UTC))
    return Entry.objects.get(slug="no-widget-named")


@pytest.mark.parametrize("tail", ["", "history/"])
def test_an_old_slug_leads_to_the_present_one(client, moved, tail):
    answer = client.get(f"/acme/widgets/old-slug/{tail}")
    assert (answer.status_code, answer.url) == (301, f"/acme/widgets/new-slug/{tail}")
    assert answer.headers["Cache-Control"] == "no-cache"
    assert client.get(answer.url).status_code == 200


def test_the_old_slug_of_an_entry_of_another_repository_is_none_here(client, moved):
    Repo.objects.create(name="acme/gadgets")
    assert client.get("/acme/gadgets/old-slug/").status_code == 404
    SlugAlias.objects.create(repo_id="acme/gadgets", slug="old-slug", entry=moved)
    assert client.get("/acme/gadgets/old-slug/").url == "/acme/widgets/new-slug/"


@pytest.mark.parametrize("tail", ["", "history/"])
def test_an_unknown_slug_is_404(client, moved, tail):
    assert client.get(f"/acme/widgets/nothing/{tail}").status_code == 404


def test_a_retired_entry_is_gone_but_told(client, retired):
    answer = client.get(retired.get_absolute_url())
    assert answer.status_code == 410
    text = text_of(answer)
    assert "Retired on 2026-09-01: the repository’s latest complete dataset no longer has this error." in text
    assert retired.documentation in text
    assert 'name="robots" content="noindex"' in answer.content.decode()
    assert "/acme/widgets/still-here/" in answer.content.decode()  # related, and live


def test_the_permanent_address_of_a_retired_entry_leads_to_its_page(client, retired):
    answer = client.get(f"/errors/{retired.id}", follow=True)
    assert answer.redirect_chain == [(retired.get_absolute_url(), 302)]
    assert answer.status_code == 410


def test_the_old_slug_of_a_retired_entry_leads_to_its_page(client, moved):
    Entry.objects.update(retired_at=datetime(2026, 9, 1, tzinfo=UTC))
    answer = client.get("/acme/widgets/old-slug/", follow=True)
    assert answer.redirect_chain == [("/acme/widgets/new-slug/", 301)]
    assert answer.status_code == 410


def test_an_entry_that_is_back_is_live_again(client, retired):
    save([accepted()])
    assert client.get(retired.get_absolute_url()).status_code == 200


def test_lists_and_counts_are_of_live_entries(client, retired):
    save([accepted(repo="acme/gadgets", errorClass="GadgetError")])
    Entry.objects.filter(repo="acme/gadgets").update(retired_at=datetime(2026, 9, 1, tzinfo=UTC))
    home = text_of(client.get("/"))
    assert "1 entry 1 repository 1 error class" in home
    assert "acme/gadgets" not in home
    assert retired.error_message not in home
    repo = text_of(client.get("/acme/widgets/"))
    assert "1 entry" in repo
    assert "WidgetError 1" in repo
    assert retired.error_message not in repo
    assert "No live entry" in text_of(client.get("/acme/gadgets/"))
    assert retired.error_message not in text_of(client.get("/acme/widgets/still-here/"))
    assert retired.get_absolute_url() not in client.get("/search/", {"q": "widget"}).content.decode()
