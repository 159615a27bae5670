"""Classes, tags, repositories and their indexes, as their addresses answer."""

import re
from urllib.parse import quote

import pytest
from django.utils import timezone

from errorkb import catalogue
from errorkb.fulltext import index
from errorkb.models import Entry
from errorkb.web.addresses import class_url, tag_url
from ingest.store import renew_revision, save
from tests.ingest.sample import accepted
from tests.web.test_pages import text_of

pytestmark = pytest.mark.django_db

NAMES = [
    "ValueError", "django.http.Http404", "std::io::Error", "App\\Http\\NotFound", "net/http.Error",
    "a b?c#d%e&f", "Größe", "x/../y", "/lead/", "line\nbreak", "<b>bold</b>", "100%", "C++ error",
]  # fmt: skip


def keep(**changes):
    one = accepted(**changes)
    save([one])
    return one.record.id


@pytest.mark.parametrize("name", NAMES)
def test_a_class_of_any_name_has_a_page(client, name):
    keep(errorClass=name)
    address = class_url(name)
    assert re.fullmatch(r"/classes/[\w.~%-]+/", address)
    answer = client.get(address)
    assert answer.status_code == 200
    assert "1 entry" in text_of(answer)
    assert "No widget named" in text_of(answer)


@pytest.mark.parametrize("name", [".", ".."])
def test_a_name_that_browsers_take_for_a_folder_is_searched_for(client, name):
    keep(errorClass=name)
    assert class_url(name).startswith("/search/?q=class")
    assert client.get(class_url(name)).status_code == 200


def test_a_very_long_class_has_a_page_too(client):
    keep(errorClass="Long" * 500)
    address = class_url("Long" * 500)
    assert len(address) < 300
    assert "1 entry" in text_of(client.get(address))


@pytest.mark.parametrize("asked", ["valueerror", "VALUEERROR"])
def test_a_class_in_other_letters_leads_there(client, asked):
    keep(errorClass="ValueError")
    answer = client.get(f"/classes/{asked}/")
    assert (answer.status_code, answer["Location"]) == (302, "/classes/ValueError/")


def test_a_class_without_its_package_leads_to_the_one_with_the_most_entries(client):
    for number in range(3):
        package = "one" if number == 1 else "two"
        keep(errorClass=f"{package}.Broken", errorMessage=f"m {number}", slug=f"m-{number}")
    assert client.get("/classes/Broken/")["Location"] == "/classes/two.Broken/"
    assert "one. Broken" in text_of(client.get("/classes/two.Broken/"))  # beside it, of the same name


@pytest.mark.parametrize("address", ["/classes/Nothing/", "/tags/nothing/", "/classes/%00/"])
def test_a_name_that_nothing_has_is_404(client, address):
    keep()
    assert client.get(address).status_code == 404


def test_a_class_is_listed_by_repository_and_can_be_narrowed(client):
    for repo in ("acme/widgets", "acme/lamps"):
        keep(repo=repo, errorMessage=f"of {repo}", slug="s", analyzedAt="2026-08-01T00:00:00Z")
    keep(repo="acme/widgets", errorMessage="newest", slug="t", analyzedAt="2026-09-01T00:00:00Z")
    text = text_of(client.get("/classes/WidgetError/"))
    assert text.index("of acme/lamps") < text.index("of acme/widgets") < text.index("newest")
    text = text_of(client.get("/classes/WidgetError/?sort=newest"))
    assert text.index("newest") < text.index("of acme/lamps")
    text = text_of(client.get("/classes/WidgetError/?repo=acme/lamps"))
    assert "1 entry of acme/lamps" in text
    assert "newest" not in text


def test_long_lists_have_pages_to_the_last(client):
    save([accepted(errorMessage=f"widget {n:02}", slug=f"widget-{n:02}") for n in range(45)])
    addresses = [f"/classes/WidgetError/?sort=newest&page={page}" for page in (1, 2, 3)]
    seen = [re.findall(r"/widget-\d\d/", client.get(address).content.decode()) for address in addresses]
    assert [len(set(one)) for one in seen] == [20, 20, 5]
    assert len({url for one in seen for url in one}) == 45
    assert client.get("/classes/WidgetError/?page=400").content.decode().count("/widget-4") > 0


def test_a_tag_has_its_entries(client):
    keep(tags=["shelf", "lamp"])
    text = text_of(client.get(tag_url("lamp")))
    assert "1 entry" in text
    assert "WidgetError" in text
    assert client.get("/tags/shelf/new.atom").status_code in (200, 404)  # an address of its own


def test_what_is_retired_is_in_no_list(client):
    keep()
    assert client.get("/classes/WidgetError/").status_code == 200
    Entry.objects.update(retired_at=timezone.now())
    renew_revision()
    assert client.get("/classes/WidgetError/").status_code == 404
    assert "WidgetError" not in text_of(client.get("/classes/"))
    assert "No live entry" in text_of(client.get("/acme/widgets/"))


def test_indexes_have_letters_and_lead_to_pages(client):
    for number, name in enumerate(["zoo.Apple", "Avocado", "_Aspen", "Bean", "404"]):
        keep(errorClass=name, errorMessage=f"m {number}", slug=f"m-{number}", tags=[f"t{number}"])
    text = text_of(client.get("/classes/?letter=a"))
    assert re.search(r"zoo\. Apple 1 .*_Aspen 1 Avocado 1|_Aspen 1 zoo\. Apple 1 Avocado 1", text)
    assert "Bean" not in text
    assert "404 1" in text_of(client.get("/classes/?letter=other"))
    assert 'href="/tags/t3/"' in client.get("/tags/").content.decode()
    assert 'href="/acme/widgets/"' in client.get("/repositories/").content.decode()
    body = client.get("/classes/?repo=acme/widgets").content.decode()
    assert 'href="/classes/Bean/?repo=acme/widgets"' in body
    assert "5 in all" in text_of(client.get("/classes/?letter=nonsense"))


def test_a_repository_shows_letters_classes_and_what_is_known(client):
    keep(slug="alpha", errorMessage="alpha")
    keep(slug="beta", errorMessage="beta", solutions=[], errorClass="LampError", filePath="lamp.py")
    text = text_of(client.get("/acme/widgets/"))
    assert "have solutions 1 of 2" in text
    assert "LampError 1" in text
    text = text_of(client.get("/acme/widgets/?letter=b"))
    assert "beta" in text
    assert "alpha" not in text
    assert "beta" not in text_of(client.get("/acme/widgets/?letter=a"))
    text = text_of(client.get("/acme/widgets/?sort=place"))
    assert text.index("lamp.py") < text.index("beta") < text.index("widgets/shelf.py")


def test_while_the_first_index_is_built_lists_say_so(client, monkeypatch):
    keep()
    monkeypatch.setattr(index, "at", lambda revision: None)
    monkeypatch.setattr(catalogue, "LASTING", 1e-6)  # what another test counted is over
    answer = client.get("/classes/WidgetError/")
    assert (answer.status_code, "being built" in text_of(answer)) == (503, True)
    assert "No widget named" in text_of(client.get("/acme/widgets/"))
    assert "WidgetError 1" in text_of(client.get("/classes/"))
    assert client.get("/").status_code == 200


def test_an_entry_leads_to_its_class_and_tags_and_says_why_others_are_near(client):
    keep(errorMessage="No widget at all", slug="none", errorClass="acme/Widget", lineNumber=44)
    entry = Entry.objects.get(pk=keep(errorClass="acme/Widget"))
    body = client.get(entry.get_absolute_url()).content.decode()
    assert 'href="/classes/acme%2FWidget/"' in body
    assert 'href="/tags/shelf/"' in body
    assert "raised 2 lines below in the same file" in body


def test_an_entry_takes_few_queries(client, django_assert_max_num_queries):
    entry = Entry.objects.get(pk=keep())
    keep(errorMessage="No widget at all", slug="none")
    client.get("/classes/WidgetError/")
    # The entry, its versions, and for related ones how the base stands and their rows.
    with django_assert_max_num_queries(5):
        assert client.get(entry.get_absolute_url()).status_code == 200


def test_encoded_addresses_are_those_of_the_names(client):
    keep(errorClass="net/http.Error")
    for path in ("net%2Fhttp.Error", "net/http.Error", quote("net/http.Error")):
        assert client.get(f"/classes/{path}/").status_code == 200
