"""The search box suggests while one types; without JavaScript it is a plain form."""

import re

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


@pytest.fixture
def tab(browser, site):
    context = browser.new_context()
    context.set_default_timeout(10_000)
    tab = context.new_page()
    tab.complaints = []
    tab.on("console", lambda message: tab.complaints.append(message.text))
    tab.on("pageerror", lambda error: tab.complaints.append(str(error)))
    tab.goto(site)
    yield tab
    context.close()


def box(tab):
    return tab.locator("main").get_by_role("combobox")


def options(tab):
    return tab.locator("main").get_by_role("option")


def typed(tab, words):
    box(tab).press_sequentially(words, delay=20)
    options(tab).first.wait_for()


def test_arrows_choose_and_enter_opens(tab, site):
    typed(tab, "Widget")
    expect(box(tab)).to_have_attribute("aria-expanded", "true")
    assert box(tab).get_attribute("aria-activedescendant") is None  # Enter searches for what is typed
    box(tab).press("ArrowDown")
    chosen = tab.locator("[aria-selected=true]")
    assert chosen.get_attribute("id") == box(tab).get_attribute("aria-activedescendant")
    assert "WidgetError" in chosen.inner_text()
    assert box(tab).input_value() == "Widget"
    box(tab).press("Enter")
    tab.wait_for_url("**/search/?q=*WidgetError*")
    assert tab.locator("main").get_by_role("link", name="No widget named").first.is_visible()
    assert tab.complaints == []


def test_arrows_go_round_by_way_of_the_box(tab):
    typed(tab, "e")
    number = options(tab).count()
    assert number > 1
    box(tab).press("ArrowUp")
    assert options(tab).last.get_attribute("aria-selected") == "true"
    box(tab).press("ArrowDown")
    assert tab.locator("[aria-selected=true]").count() == 0
    for _ in range(number):
        box(tab).press("ArrowDown")
    assert options(tab).last.get_attribute("aria-selected") == "true"
    box(tab).press("Home")  # moves in the text, so Enter means the text again
    assert tab.locator("[aria-selected=true]").count() == 0


def test_escape_closes_and_enter_searches(tab):
    typed(tab, "Widget")
    box(tab).press("Escape")
    assert options(tab).count() == 0
    expect(box(tab)).to_have_attribute("aria-expanded", "false")
    assert box(tab).input_value() == "Widget"
    box(tab).press("ArrowDown")  # opens it again
    options(tab).first.wait_for()
    box(tab).press("Enter")
    tab.wait_for_url("**/search/?q=Widget")


def test_a_click_opens(tab):
    typed(tab, "Widget")
    options(tab).first.click()
    tab.wait_for_url("**/search/?q=*WidgetError*")


def test_leaving_the_box_closes_it(tab):
    typed(tab, "Widget")
    box(tab).press("Tab")
    assert options(tab).count() == 0


def test_the_server_is_asked_once_typing_pauses(tab):
    asked = []
    tab.on("request", lambda request: asked.append(request.url) if "/suggest" in request.url else None)
    typed(tab, "WidgetError")
    assert len(asked) == 1
    assert asked[0].endswith("/search/suggest?q=WidgetError")


def test_an_answer_that_comes_too_late_is_not_shown(tab):
    held = []

    def hold(route):
        held.append(route)

    tab.route(re.compile(r"/suggest\?q=Wid$"), hold)
    with tab.expect_request(re.compile(r"/suggest\?q=Wid$")):
        box(tab).press_sequentially("Wid")
    typed(tab, "getErr")
    (late,) = held
    late.abort()
    assert "WidgetError" in options(tab).first.inner_text()


@pytest.mark.parametrize("answer", [{"status": 500, "body": "no"}, {"status": 200, "body": "<p>"}, None])
def test_a_server_that_fails_leaves_a_plain_form(tab, answer):
    tab.route("**/suggest?*", lambda route: route.fulfill(**answer) if answer else route.abort())
    with tab.expect_event("requestfailed" if answer is None else "requestfinished"):
        box(tab).press_sequentially("Widget")
    box(tab).press("Enter")
    tab.wait_for_url("**/search/?q=Widget")


def test_hostile_suggestions_stay_texts(tab):
    text = "\u202e<img src=x onerror=document.title=1>"
    answer = {"suggestions": [{"text": text, "kind": "<b>", "url": "/search/?q=x", "entries": None}]}
    tab.route("**/suggest?*", lambda route: route.fulfill(json=answer))
    typed(tab, "x")
    assert "<img src=x" in options(tab).inner_text()
    assert tab.locator("[role=listbox] img, [role=listbox] b").count() == 0


def test_slash_goes_to_the_box_unless_it_is_turned_off(tab, site):
    tab.goto(f"{site}python/cpython/")
    tab.keyboard.press("/")
    expect(tab.locator("main [role=combobox], header [role=combobox]").first).to_be_focused()
    tab.keyboard.press("/")
    assert tab.evaluate("document.activeElement.value") == "/"
    tab.get_by_role("checkbox", name="The key /").uncheck()
    tab.reload()
    tab.locator("body").press("/")
    assert tab.evaluate("document.activeElement.tagName") == "BODY"
    assert not tab.get_by_role("checkbox", name="The key /").is_checked()
    tab.get_by_role("checkbox", name="The key /").check()
    assert tab.evaluate("localStorage.length") == 0
