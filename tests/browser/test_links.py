"""Links of the site lead somewhere, and to the part of a page that they name."""

import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest

from bench.links import crawl

pytestmark = pytest.mark.browser


def test_every_link_of_a_crawl_answers(site):
    found = crawl(site, 150)
    assert found.asked == 150
    assert found.broken == []


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        """Says nothing."""


def test_links_that_lead_nowhere_are_found(tmp_path):
    (tmp_path / "index.html").write_text(
        "<a href='/other.html#there'>a</a> <a href='/other.html#gone'>b</a> <a href='nothing.html'>c</a>"
        "<script src='/no.js'></script> <a href='https://errors.example/'>elsewhere</a> <a href='#x'>d</a>"
    )
    (tmp_path / "other.html").write_text("<p id=there>There</p> <a href='/'>back</a>")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=tmp_path)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        site = f"http://127.0.0.1:{server.server_port}/"
        found = crawl(site, 10)
        server.shutdown()
    assert sorted((link.address.removeprefix(site), link.reason) for link in found.broken) == [
        ("", "no element has the id x"),
        ("no.js", "answers 404"),
        ("nothing.html", "answers 404"),
        ("other.html", "no element has the id gone"),
    ]
    assert (found.asked, found.left) == (4, 0)
