"""Buttons of an entry that copy, on encrypted and on plain addresses; without JavaScript there are none."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
ENTRY = "acme/widgets/every-field/"
SOURCE = 'if name not in shelf:\n    raise WidgetError(f"No widget named {name}")'


@pytest.fixture
def tab(browser, site):
    context = browser.new_context(permissions=["clipboard-read", "clipboard-write"])
    context.set_default_timeout(10_000)
    tab = context.new_page()
    tab.goto(site + ENTRY)
    yield tab
    context.close()


def clipboard(tab):
    return tab.evaluate("navigator.clipboard.readText()")


def button(tab):
    return tab.locator("#source button.copy").first


def test_code_is_copied_without_what_the_page_adds(tab):
    button(tab).click()
    expect(tab.locator("p.hidden[role=status]").filter(has_text="Copied")).to_have_count(1)
    expect(button(tab)).to_have_text("Copied")
    assert clipboard(tab) == SOURCE
    expect(button(tab)).not_to_have_text("Copied")


def test_without_a_clipboard_of_its_own_the_page_copies_by_selection(tab, site):
    # What browsers do on plain addresses of other machines.
    tab.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    tab.reload()
    button(tab).focus()
    tab.keyboard.press("Enter")
    expect(button(tab)).to_have_text("Copied")
    expect(button(tab)).to_be_focused()
    other = tab.context.new_page()
    other.goto(site)
    assert clipboard(other) == SOURCE


def test_every_button_copies_something(tab):
    buttons = tab.locator("button.copy").all()
    assert len(buttons) > 3
    for one in buttons:
        tab.evaluate("navigator.clipboard.writeText('')")
        one.click()
        expect(one).to_have_text("Copied")
        assert clipboard(tab).strip()


def test_without_javascript_there_are_no_buttons(browser, site):
    context = browser.new_context(java_script_enabled=False)
    tab = context.new_page()
    tab.goto(site + ENTRY)
    assert tab.locator("button.copy:visible").count() == 0
    context.close()
