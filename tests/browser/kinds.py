"""Every kind of page that the site has, each by an example."""

import json
import urllib.error
import urllib.request
from dataclasses import dataclass
from urllib.parse import quote, urlencode

from django.test import RequestFactory

from errorkb.web.failures import server_error
from tests.browser.shelf import HOSTILE


@dataclass(frozen=True, kw_only=True)
class Kind:
    """A page at ``address``, below the site's; where there is a ``form``, it is what is posted there."""

    name: str
    address: str
    status: int = 200
    form: dict[str, str] | None = None


PASTE = """Traceback (most recent call last):
  File "app.py", line 3, in <module>
    shelf.find("gear")
  File "widgets/shelf.py", line 42, in find
    raise WidgetError(f"No widget named {name} on the shelf")
WidgetError: No widget named gear on the shelf
"""
# What a form of the page itself does, be there one or not.
POST = """fields => {
    const form = document.createElement('form');
    form.method = 'post';
    for (const [name, value] of Object.entries(fields)) {
        const field = document.createElement('textarea');
        Object.assign(field, { name, value });
        form.append(field);
    }
    document.body.append(form);
    form.submit();
}"""
BROKEN = "broken/by/design/"  # answered by what stands in for a broken server


def hostile_kinds(name):
    """The pages that show what the hostile entry of this name says, or the same as somebody asks it."""
    repo = f"hostile/{name}/"
    asked = HOSTILE[name][:200]
    yield Kind(name=f"asked, {name}", address=f"search/?q={quote('zebrastripes ' + asked)}")
    if asked.isprintable():  # other values are not filled in
        filled = {"values": json.dumps({"name": asked})}
        yield Kind(name=f"filled in, {name}", address="acme/widgets/every-field/", form=filled)
    yield Kind(name=f"entry, {name}", address=f"{repo}{name}/")
    yield Kind(name=f"history, {name}", address=f"{repo}{name}/history/")
    yield Kind(name=f"repository, {name}", address=repo)
    yield Kind(name=f"results, {name}", address=f"search/?q=repo%3Ahostile%2F{name}")
    yield Kind(name=f"match, {name}", address="match/", form={"text": f"Error: {HOSTILE[name]}\n"})


KINDS = (
    Kind(name="home", address=""),
    Kind(name="search", address="search/"),
    Kind(name="results", address="search/?q=error"),
    Kind(name="chosen facet", address="search/?q=error+lang%3APython"),
    Kind(name="no results", address="search/?q=zebrastripes"),
    Kind(name="second page", address="search/?q=error&page=2"),
    Kind(name="match", address="match/"),
    Kind(name="match found", address="match/", form={"text": PASTE}),
    Kind(name="match nothing", address="match/", form={"text": "zebra stripes: missing"}),
    Kind(name="match nothing pasted", address="match/", status=400, form={"text": " "}),
    Kind(name="entry", address="acme/widgets/every-field/"),
    Kind(name="entry with values", address="acme/widgets/every-field/", form={"values": '{"name": "gear"}'}),
    Kind(name="entry read from source", address="local/shelves/no-widget-named-name-on-the-shelf/"),
    Kind(name="retired entry", address="acme/widgets/gone/", status=410),
    Kind(name="history", address="acme/widgets/every-field/history/"),
    Kind(name="repository", address="python/cpython/"),
    Kind(name="repositories", address="repositories/"),
    Kind(name="class", address="classes/ValueError/"),
    Kind(name="classes", address="classes/"),
    Kind(name="tag", address="tags/shelf/"),
    Kind(name="tags", address="tags/"),
    Kind(name="API", address="api/docs/"),
    Kind(name="batches", address="batches/"),
    Kind(name="batch", address="batches/3/"),
    Kind(name="upload", address="batches/new/"),
    Kind(name="not found", address="no/such/entry/", status=404),
    Kind(name="broken server", address=BROKEN, status=500),
)


def broken():
    """The page of a server that is broken: status and body."""
    answer = server_error(RequestFactory().get("/" + BROKEN))
    return answer.status_code, answer.content.decode()


def fetched(site, kind):
    """Status and body, as a program gets them."""
    if kind.address == BROKEN:
        return broken()
    data = urlencode(kind.form).encode() if kind.form else None
    try:
        with urllib.request.urlopen(site + kind.address, data=data, timeout=60) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as refused:
        with refused:
            return refused.code, refused.read().decode()


def visit(tab, site, kind):
    """Opens the page in a browser's tab; nothing but its status is returned."""
    url = site + kind.address
    if kind.address == BROKEN:
        status, body = broken()
        tab.route(url, lambda route: route.fulfill(status=status, body=body, content_type="text/html"))
    answer = tab.goto(url)
    if kind.form:
        with tab.expect_navigation() as posted:
            tab.evaluate(POST, kind.form)
        answer = posted.value
    tab.unroute_all()
    return answer.status
