"""A developer in trouble walks through the site."""

import json
import traceback

import pytest

pytestmark = pytest.mark.browser


def real_traceback():
    try:
        json.loads("{'a': 1}")
    except json.JSONDecodeError:
        return traceback.format_exc()
    raise AssertionError("single quotes are no JSON")


def test_search_open_paste_match(page, site):
    page.goto(site)
    page.locator("main [name=q]").fill("JSONDecodeError")
    page.keyboard.press("Enter")
    page.wait_for_url("**/search/?q=JSONDecodeError")
    page.locator("main").get_by_role("link", name="property name").first.click()
    page.wait_for_url("**/python/cpython/**")
    assert page.get_by_role("heading", name="Solutions").is_visible()
    assert page.get_by_role("heading", name="What it means").is_visible()

    page.get_by_role("link", name="Match").first.click()
    page.wait_for_url("**/match/")
    page.locator("textarea[name=text]").fill(real_traceback())
    page.locator("main form[action='/match/'] button").click()
    best = page.locator("main article, main section").filter(has_text="Confirmed").first
    best.wait_for()
    assert page.locator("mark").first.inner_text()
    page.locator("main").get_by_role("link", name="property name").first.click()
    page.wait_for_url("**/python/cpython/**")
    assert page.complaints == []


def test_the_import_of_the_samples_is_told(page, site):
    page.goto(site)
    page.get_by_role("link", name="Imports").click()
    page.wait_for_url("**/batches/")
    page.get_by_role("link", name="Batch 1").click()
    page.wait_for_url("**/batches/1/")
    assert page.get_by_role("progressbar").is_visible()
    assert "100%" in page.locator("main").inner_text()
    assert page.complaints == []


def test_an_unknown_address_leads_home(page, site):
    page.goto(f"{site}no/such/entry/")
    assert "404" in page.locator("main").inner_text()
    page.locator("main").get_by_role("link").first.click()
    page.wait_for_load_state()
    assert page.locator("h1").is_visible()


@pytest.mark.parametrize("width", [320, 1280])
def test_no_page_scrolls_sideways(page, site, width):
    page.set_viewport_size({"width": width, "height": 800})
    for address in (
        "",
        "search/?q=error",
        "match/",
        "python/cpython/",
        "batches/",
        "batches/1/",
        "no/such/entry/",
    ):
        page.goto(site + address)
        # Playwright evaluates on its own also where the page's scripts are off.
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width, address
