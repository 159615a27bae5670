"""A crawl: whether every link of the site leads somewhere, to the part of the page that it names."""

import urllib.error
import urllib.request
from collections import defaultdict, deque
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urldefrag, urljoin, urlsplit

SECONDS = 60
#: What an address is asked for; others, such as the form's own, are what somebody has to fill in.
LINKS = {"a": "href", "link": "href", "script": "src", "img": "src"}
#: Content types of pages; of other answers nothing is read.
PAGE = "text/html"
#: First words of addresses that are no owner of a repository.
FIXED = frozenset({"search", "match", "batches", "classes", "tags", "repositories", "api", "static", "feed"})


@dataclass(frozen=True, kw_only=True)
class Broken:
    """A link to ``address`` on the page ``found_on``, and what is wrong with it."""

    address: str
    found_on: str
    reason: str


@dataclass(kw_only=True)
class Crawl:
    """What was asked, and what was wrong. ``left``: links that were met, and not asked for."""

    asked: int = 0
    left: int = 0
    broken: list[Broken] = field(default_factory=list)


def crawl(site: str, limit: int) -> Crawl:
    """Follows the links from ``site``, an address ending in a slash, to ``limit`` addresses of it.

    Kinds of pages take turns, or the many ways to narrow a search would be all that is seen.
    """
    done = Crawl()
    waiting: dict[str, deque[tuple[str, str]]] = defaultdict(deque)
    waiting["start"].append((site, "the command line"))
    met = {site}
    anchors: dict[str, set[str]] = {}
    wanted: dict[str, list[Broken]] = defaultdict(list)  # page → links to a part of it
    while any(waiting.values()) and done.asked < limit:
        for queue in [queue for queue in waiting.values() if queue][: limit - done.asked]:
            address, found_on = queue.popleft()
            done.asked += 1
            page, reason = _ask(address)
            if reason:
                done.broken.append(Broken(address=address, found_on=found_on, reason=reason))
            if page is None:
                continue
            anchors[address] = page.anchors
            for link in page.links:
                target, fragment = urldefrag(urljoin(address, link))
                if not target.startswith(site):
                    continue
                if fragment:
                    reason = f"no element has the id {fragment}"
                    wanted[target].append(Broken(address=target, found_on=address, reason=reason))
                if target not in met:
                    met.add(target)
                    waiting[_kind(target)].append((target, address))
    done.left = sum(map(len, waiting.values()))
    for target, links in wanted.items():
        known = anchors.get(target)
        done.broken += [link for link in links if known is not None and link.reason.split()[-1] not in known]
    return done


class _Page(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if link := values.get(LINKS.get(tag, "")):
            self.links.append(link)
        if anchor := values.get("id"):
            self.anchors.add(anchor)


def _ask(address: str) -> tuple[_Page | None, str | None]:
    """The page, if it is one, and what is wrong with the answer."""
    try:
        with urllib.request.urlopen(address, timeout=SECONDS) as answer:  # noqa: S310 - our own server
            is_page = answer.headers.get_content_type() == PAGE
            return (_Page(answer.read().decode()) if is_page else None), None
    except urllib.error.HTTPError as refused:
        with refused:
            return None, f"answers {refused.code}"
    except OSError as error:
        return None, f"does not answer: {error}"


def _kind(address: str) -> str:
    words = urlsplit(address).path.strip("/").split("/")
    return words[0] if words[0] in FIXED else str(len(words))
