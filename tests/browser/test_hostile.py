"""Entries whose every text is hostile: each page that shows them stays what it is, and shows the texts."""

import time

import pytest

from tests.browser.kinds import hostile_kinds, visit
from tests.browser.shelf import HOSTILE

pytestmark = pytest.mark.browser

# In the page before it is read: what the policy keeps from running, and what runs all the same.
LISTEN = """
    window.found = [];
    addEventListener('securitypolicyviolation', event => found.push(event.violatedDirective), true);
    addEventListener('error', event => found.push(String(event.message)), true);
"""
# Everything that the pages' own templates have, and no more.
FOREIGN = (
    "img, style, iframe, form:not([action^='/']), a[href^='javascript:'], [onmouseover], [onload], [onerror]"
)

# Short texts of the page itself that run from right to left, since an entry's text before them does.
TURNED = """hostile => {
    const left = (node, at) => {
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        return range.getClientRects()[0];
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const turned = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const text = node.data.trimEnd();
        const start = text.search(/\\S/);
        if (text.length - start < 3 || /[^ -~“”…·]/.test(text) || hostile.includes(text)) continue;
        if (node.parentElement.closest('pre, .diff, .paste')) continue; // parts of the text in colours
        const [first, last] = [left(node, start), left(node, text.length - 1)];
        if (first && last && first.top === last.top && first.left > last.left) turned.push(text);
    }
    return turned;
}"""


@pytest.fixture
def tab(browser):
    context = browser.new_context()
    context.set_default_timeout(10_000)
    context.add_init_script(LISTEN)
    tab = context.new_page()
    tab.complaints = []
    tab.on("console", lambda message: tab.complaints.append(message.text))
    tab.on("pageerror", lambda error: tab.complaints.append(str(error)))
    yield tab
    context.close()


def test_a_text_that_is_turned_is_found(tab):
    tab.set_content("<p>of <b>\u202eabc</b> and on</p><p><bdi>\u202eabc</bdi> and on</p>")
    assert tab.evaluate(TURNED, "") == [" and on"]


KINDS = [pytest.param(name, kind, id=kind.name) for name in HOSTILE for kind in hostile_kinds(name)]


@pytest.mark.parametrize(("name", "kind"), KINDS)
def test_nothing_runs_and_nothing_spills(tab, site, name, kind):
    assert visit(tab, site, kind) == kind.status
    end = time.monotonic() + 20
    while HOSTILE[name][:30] not in tab.locator("main").inner_text():
        # A search answers from the index as it was while another process renews it.
        assert time.monotonic() < end, "the text is not shown"
        assert visit(tab, site, kind) == kind.status
    assert "owned" not in tab.title() or name == "markup"  # as a text it may stand there
    assert tab.locator(FOREIGN).count() == 0
    assert tab.locator("body > footer").is_visible()
    for width in (320, 1280):
        tab.set_viewport_size({"width": width, "height": 800})
        assert tab.evaluate("document.documentElement.scrollWidth") <= width
        assert tab.evaluate(TURNED, HOSTILE[name]) == []
    assert tab.evaluate("found") == []
    assert tab.complaints == []


def test_a_query_that_turns_the_direction_turns_itself_alone(tab, site):
    tab.goto(f"{site}search/?q=WidgetEror%E2%80%AE")
    assert "These have widgeterror" in tab.locator("main .notice").inner_text()
    assert tab.evaluate(TURNED, "WidgetEror\u202e") == []
