"""axe-core finds nothing on any kind of page, wide and narrow, light and dark."""

import pytest

from tests.browser.kinds import KINDS, hostile_kinds, visit

pytestmark = pytest.mark.browser

# Only colours differ between the schemes: each width has all rules in one, and those of colour in the other.
LOOKS = ((1280, "light", None), (1280, "dark", ["color-contrast"]),
         (320, "dark", None), (320, "light", ["color-contrast"]))  # fmt: skip
CHECK = """async only => {
    const options = only ? { runOnly: only } : { rules: { "target-size": { enabled: true } } };
    const found = await axe.run(document, { ...options, resultTypes: ["violations"] });
    return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) =>
        `${id}: ${html.slice(0, 300)} ${failureSummary.slice(0, 400)}`));
}"""


@pytest.fixture(scope="module")
def tab(browser, checkers):
    context = browser.new_context(reduced_motion="reduce")  # a colour on its way is none to judge
    tab = context.new_page()
    tab.axe = (checkers / "axe-core" / "axe.min.js").read_text()
    yield tab
    context.close()


def faults(tab, looks=LOOKS):
    tab.evaluate(tab.axe)
    for width, scheme, only in looks:
        tab.set_viewport_size({"width": width, "height": 900})
        tab.emulate_media(color_scheme=scheme)
        for fault in tab.evaluate(CHECK, only):
            yield f"{width} {scheme} {fault}"


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_axe_finds_nothing(tab, site, kind):
    assert visit(tab, site, kind) == kind.status
    assert list(faults(tab)) == []


@pytest.mark.parametrize("kind", [*hostile_kinds("long")], ids=lambda kind: kind.name)
def test_axe_finds_nothing_on_what_overflows(tab, site, kind):
    assert visit(tab, site, kind) == kind.status
    assert list(faults(tab, LOOKS[:1])) == []


def test_axe_finds_a_fault(tab):
    tab.goto("about:blank")  # a page without rules
    tab.set_content("<title>A</title><main><h1>A</h1><p style='color: #bbb'>pale</p><input></main>")
    assert {fault.split()[2] for fault in faults(tab)} >= {"color-contrast:", "label:"}
