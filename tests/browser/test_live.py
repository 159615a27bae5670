"""Matching while a text is pasted or typed, and entries opened with its values, in a real browser."""

import pytest

from tests.browser.test_walk import real_traceback

pytestmark = pytest.mark.browser

HOSTILE = (
    "<script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\">"
    "</textarea></pre></code><svg onload=\"document.title='owned'\"><style>*{display:none}</style>"
    "<a href=\"javascript:document.title='owned'\">x</a><form id=paste><input name=action>"
)


@pytest.fixture
def tab(browser, site):
    """The match page in a browser with JavaScript; what the browser complains about is kept."""
    context = browser.new_context()
    page = context.new_page()
    page.complaints = []
    page.on("console", lambda message: page.complaints.append(message.text))
    page.on("pageerror", lambda error: page.complaints.append(str(error)))
    page.goto(f"{site}match/")
    yield page
    context.close()


def paste(page, text):
    """As Ctrl+V does it: the text comes in one event."""
    page.locator("#paste").focus()
    page.evaluate("text => document.execCommand('insertText', false, text)", text)


def put(page, text):
    """As ``fill`` does it, which takes minutes for megabytes."""
    script = "([box, text]) => { box.value = text; box.dispatchEvent(new InputEvent('input')); }"
    page.evaluate(script, [page.locator("#paste").element_handle(), text])


def status(page):
    return page.locator("form[data-live] [role=status]")


@pytest.mark.parametrize("address", ["", "match/"])
def test_the_result_appears_while_the_text_stands_in_the_box(tab, site, address):
    tab.goto(site + address)
    paste(tab, real_traceback())
    tab.locator("#paste-result article").first.wait_for()
    assert "Confirmed" in tab.locator("#paste-result article").first.inner_text()
    assert status(tab).inner_text().startswith("Best match, confirmed:")
    assert tab.url == site + address  # nothing of the paste is in an address
    assert tab.evaluate("document.activeElement.id") == "paste"
    assert tab.locator("#paste").input_value() == real_traceback()
    assert tab.evaluate("localStorage.length + sessionStorage.length + document.cookie.length") == 0
    assert tab.complaints == []


def test_typing_asks_once_it_pauses_and_an_empty_box_has_no_result(tab, site):
    asked = []
    tab.on("request", lambda request: asked.append(request.method) if "/match/" in request.url else None)
    tab.locator("#paste").press_sequentially("ZebraError: stripes missing", delay=15)
    tab.get_by_role("heading", name="No entry for this").wait_for()
    assert len(asked) <= 3
    tab.locator("#paste").fill("")
    tab.locator("#paste-result section").first.wait_for(state="detached")
    assert status(tab).inner_text() == ""
    assert tab.complaints == []


def test_an_earlier_request_is_given_up_for_a_later_text(tab, site):
    held, failed = [], []

    def answer(route):
        if "ZebraError" in (route.request.post_data or ""):
            held.append(route)  # never answered
        else:
            route.continue_()

    tab.route("**/match/", answer)
    tab.on("requestfailed", lambda request: failed.append(request.post_data or ""))
    with tab.expect_request("**/match/"):
        paste(tab, "ZebraError: stripes missing")
    tab.locator("#paste").fill(real_traceback())
    tab.locator("#paste-result article").first.wait_for()
    assert len(held) == len(failed) == 1
    assert "ZebraError" in failed[0]
    assert status(tab).inner_text().startswith("Best match")


def test_what_goes_wrong_is_said_in_words_and_the_text_stays(tab, site):
    tab.route("**/match/", lambda route: route.abort("internetdisconnected"))
    paste(tab, "ZebraError: stripes missing")
    status(tab).filter(has_text="The server cannot be reached.").wait_for()
    tab.unroute("**/match/")
    tab.route("**/match/", lambda route: route.fulfill(status=500, body="<h1>Something broke</h1>"))
    tab.get_by_role("button", name="Find the entry").click()
    status(tab).filter(has_text="The server failed on this text.").wait_for()
    tab.unroute("**/match/")
    tab.route("**/match/", lambda route: route.fulfill(status=413, body=""))
    tab.get_by_role("button", name="Find the entry").click()
    status(tab).filter(has_text="This is more than 5 MB.").wait_for()
    assert tab.locator("#paste").input_value() == "ZebraError: stripes missing"
    tab.unroute("**/match/")
    tab.get_by_role("button", name="Find the entry").click()
    tab.get_by_role("heading", name="No entry for this").wait_for()


def test_too_long_a_text_is_not_even_sent(tab, site):
    asked = []
    tab.on("request", lambda request: asked.append(request.method))
    put(tab, ("é" * 100 + "\n") * 30_000)
    status(tab).filter(has_text="This is more than 5 MB.").wait_for()
    assert "POST" not in asked


def test_a_paste_of_megabytes_is_answered(tab, site):
    noise = "2026-08-14 10:00:00 INFO request served in 12 ms\n" * 30_000
    put(tab, noise + real_traceback() + noise)
    tab.locator("#paste-result article").first.wait_for(timeout=60_000)
    assert tab.locator(".paste .line").count() < 700
    tab.locator("#paste-result .match-about a").first.click()
    assert tab.locator("mark:target").first.is_visible()


def test_hostile_pastes_stay_texts(page, site):
    page.goto(f"{site}match/")
    page.evaluate("addEventListener('securitypolicyviolation', event => console.log(event.blockedURI))")
    text = real_traceback().replace("Expecting", f"{HOSTILE} Expecting") + f"\nValueError: {HOSTILE}\n"
    page.locator("#paste").fill(text)
    page.locator("form[data-live] button").click()
    page.locator("#paste-result section").first.wait_for()
    assert "owned" not in page.title()
    assert page.locator("#paste-result script, #paste-result img, #paste-result style").count() == 0
    assert "<script>document.title" in page.locator("#paste-result").inner_text()
    assert page.locator("#paste").is_visible()
    assert page.complaints == []


def match_with_values(page, site, value):
    page.goto(f"{site}match/")
    page.locator("#paste").fill(f"NameError: name '{value}' is not defined\n")
    page.locator("form[data-live] button").click()
    page.locator("#paste-result article").filter(has_text=value).first.wait_for()


def test_an_entry_opens_with_the_values_of_the_paste(page, site):
    match_with_values(page, site, "shelf_of_gears")
    page.get_by_role("button", name="Read the entry with your values").first.click()
    page.locator(".filled-note").wait_for()
    assert "shelf_of_gears" in page.locator("h1 mark.filled").inner_text()
    assert "shelf_of_gears" not in page.url
    page.get_by_role("link", name="Show the entry as it is written").click()
    page.locator(".filled-note").wait_for(state="detached")
    assert "shelf_of_gears" not in page.content()
    assert page.complaints == []


def test_the_title_of_a_match_opens_it_the_same_way(tab, site):
    match_with_values(tab, site, "shelf_of_gears")
    tab.locator("#paste-result .match-title a").first.click()
    tab.locator(".filled-note").wait_for()
    assert "shelf_of_gears" not in tab.url
    tab.go_back()
    tab.locator("#paste-result article").first.wait_for()  # nothing is lost on the way back
    assert tab.complaints == []


def test_hostile_values_stay_texts(page, site):
    match_with_values(page, site, "<img src=x onerror=alert(1)>")
    page.get_by_role("button", name="Read the entry with your values").first.click()
    page.locator(".filled-note").wait_for()
    assert page.locator("main img").count() == 0
    assert "<img src=x onerror=alert(1)>" in page.locator("h1").inner_text()
    assert page.complaints == []


def test_by_keyboard_alone(tab, site):
    tab.locator("#paste").focus()
    tab.keyboard.insert_text("2026-08-14 10:00:00 INFO served\n" * 9 + real_traceback())
    tab.locator("#paste-result article").first.wait_for()
    met = []
    for _ in range(60):
        tab.keyboard.press("Tab")
        met.append(tab.evaluate("document.activeElement.closest('summary') ? 'fold' :"
                                " document.activeElement.textContent.trim().slice(0, 40)"))  # fmt: skip
        if met[-1] == "fold" and tab.evaluate("!!document.activeElement.closest('.paste')"):
            break
    assert any(words.startswith("Read the entry") for words in met)
    assert any(words.startswith("line") for words in met)
    tab.keyboard.press("Enter")
    assert tab.locator(".paste details[open]").count() == 1
    for width in (320, 1280):
        tab.set_viewport_size({"width": width, "height": 800})
        assert tab.evaluate("document.documentElement.scrollWidth") <= width
