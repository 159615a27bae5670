"""Every task by keyboard alone: Tab, Enter and keys, and never a mouse; with JavaScript and without."""

import pytest
from playwright.sync_api import expect

from tests.browser.kinds import PASTE

pytestmark = pytest.mark.browser

# The label of what has the focus, and whether a reader sees that it has it: an outline, on the screen.
FOCUSED = """() => {
    const { activeElement: on } = document;
    const label = on.getAttribute('aria-label') || on.labels?.[0]?.textContent || on.textContent;
    const { outlineStyle, outlineWidth } = getComputedStyle(on);
    const { width, height, bottom, top } = on.getBoundingClientRect();
    const isOnScreen = width > 0 && height > 0 && bottom > 0 && top < innerHeight;
    const isSeen = isOnScreen && outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
    return [label.replace(/\\s+/g, ' ').trim(), isSeen];
}"""


def tab_to(page, label, key="Tab"):
    """Presses Tab until what has the focus is labelled so; each stop on the way shows that it has it."""
    for _ in range(250):
        page.keyboard.press(key)
        found, is_seen = page.evaluate(FOCUSED)
        assert is_seen, f"the focus is not seen on {found!r}"
        if found.startswith(label):
            return
    raise AssertionError(f"Tab does not come to {label!r}")


def follow(page, label, address):
    tab_to(page, label)
    page.keyboard.press("Enter")
    page.wait_for_url(address)


def test_search_read_copy_and_go_on(page, site):
    page.goto(site)
    tab_to(page, "Or search by message")
    page.keyboard.type("WidgetError E_SHELF")
    page.keyboard.press("Enter")
    page.wait_for_url("**/search/?q=WidgetError+E_SHELF")
    follow(page, "E_SHELF", "**/acme/widgets/every-field/")
    if page.locator("button.copy:visible").count():
        tab_to(page, "Copy")
        page.keyboard.press("Enter")
        expect(page.locator("[role=status]").filter(has_text="Copied")).to_have_count(1)
    follow(page, "Related errors", "**/every-field/#related")
    page.keyboard.press("Tab")
    assert page.evaluate("!!document.activeElement.closest('#related')")
    follow(page, "No widget named", "**/shelves/**")
    assert page.complaints == []


def test_paste_match_fill_in_and_back(page, site):
    page.goto(f"{site}match/")
    tab_to(page, "Traceback, log or message")
    page.keyboard.insert_text(PASTE)
    page.keyboard.press("Tab")  # the box takes no Tab for itself
    page.keyboard.press("Enter")
    page.locator("#paste-result article").first.wait_for()
    tab_to(page, "Read the entry with your values")
    page.keyboard.press("Enter")
    page.locator(".filled-note").wait_for()
    assert "gear" in page.locator("h1 mark.filled, .message mark.filled").first.inner_text()
    follow(page, "Show the entry as it is written", "**/acme/widgets/**")
    page.locator(".filled-note").wait_for(state="detached")
    assert page.complaints == []


def test_browse_from_the_start_page_to_a_history(page, site):
    page.goto(site)
    follow(page, "Classes", "**/classes/")
    follow(page, "WidgetError", "**/classes/WidgetError/")
    follow(page, "E_SHELF", "**/every-field/")
    follow(page, "2 versions", "**/every-field/history/")
    assert page.locator("main ins").first.is_visible()
    follow(page, "acme/widgets", "**/acme/widgets/")
    follow(page, "Tags", "**/tags/")
    follow(page, "lookup", "**/tags/lookup/")
    assert page.complaints == []


def test_imports_problems_and_the_upload(page, site):
    page.goto(site)
    follow(page, "Imports", "**/batches/")
    follow(page, "Batch 3", "**/batches/3/")
    tab_to(page, "Raw text")
    page.keyboard.press("Enter")
    assert page.locator("details[open]").count() == 1
    assert "<b>grave</b>" in page.locator("details[open]").inner_text()
    follow(page, "Imports", "**/batches/")
    follow(page, "Upload", "**/batches/new/")
    assert page.locator("input[type=file]").is_visible()
    assert page.complaints == []


def test_the_first_tab_skips_to_the_content(page, site):
    page.goto(f"{site}acme/widgets/every-field/")
    tab_to(page, "Skip to the content")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("!!document.activeElement.closest('main')")
