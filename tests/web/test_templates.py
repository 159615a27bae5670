"""What holds for every page, from page objects alone: no database, no view."""

import dataclasses

import jinja2
import pytest
from jinja2 import meta, nodes
from markupsafe import Markup

from tests.web.rendering import ENV, FOLDER, show
from tests.web.samples import FAILURE, FULL

TEMPLATES = sorted(path.name for path in FOLDER.glob("*.html"))
HOSTILE = "<script>alert('x')</script>\"'><img src=x onerror=alert(1)>{{ 7*7 }}"


def test_every_template_has_a_sample():
    assert set(TEMPLATES) == {"base.html", "head.html", "parts.html", "match_parts.html", *FULL}


@pytest.mark.parametrize("name", TEMPLATES)
def test_a_template_asks_for_nothing_but_its_page(name):
    tree = ENV.parse((FOLDER / name).read_text())
    own = {each for imported in tree.find_all(nodes.FromImport) for each in imported.names}
    own |= {macro.name for macro in tree.find_all(nodes.Macro)}
    own |= {each.name for each in tree.find_all(nodes.Name) if each.ctx == "store"}
    allowed = {"static"} if name in {"base.html", "500.html", "parts.html"} else {"page"}
    if name in {"base.html", "head.html"}:
        allowed |= {"head"}  # for machines
    assert meta.find_undeclared_variables(tree) <= own | allowed


def test_a_name_that_is_not_there_is_an_error():
    with pytest.raises(jinja2.UndefinedError):
        ENV.from_string("{{ page.nonsense }}").render(page=FAILURE)


@pytest.mark.parametrize(("name", "page"), FULL.items(), ids=FULL)
def test_each_page_is_sound(name, page):
    document = show(name, page)
    assert not any(document.all("script"))  # nothing of its own
    ids = [attrs["id"] for _, attrs in document.tags if "id" in attrs]
    assert len(ids) == len(set(ids))
    levels = [int(tag[1]) for tag, _ in document.tags if tag in {"h1", "h2", "h3", "h4"}]
    is_part = name == "match_result.html"
    assert levels.count(1) == (0 if is_part else 1)
    assert all(level <= before + 1 for before, level in zip([int(is_part), *levels], levels, strict=False))
    labels = {attrs.get("for") for tag, attrs in document.tags if tag == "label"}
    for tag, attrs in document.tags:
        assert "style" not in attrs
        assert tag != "style"
        if tag == "script":
            assert attrs.get("src", "").startswith("/static/")
        if tag in {"input", "textarea"} and attrs.get("type") != "hidden":
            assert attrs in document.labelled or attrs["id"] in labels
        if attrs.get("href", "").startswith("#"):
            assert attrs["href"][1:] in ids
        if "aria-labelledby" in attrs:
            assert attrs["aria-labelledby"] in ids


@pytest.mark.parametrize(("name", "page"), FULL.items(), ids=FULL)
def test_the_header_has_a_search_box_except_at_home(name, page):
    ids = [attrs.get("id") for _, attrs in show(name, page).tags]
    assert ("header-q" in ids) == (name not in {"home.html", "match_result.html"})


def poisoned(value):
    """The same page object with hostile text in front of each of its texts."""
    if isinstance(value, Markup) or value is None:
        return value
    if isinstance(value, str):
        return HOSTILE + value
    if isinstance(value, tuple):
        return tuple(map(poisoned, value))
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        names = [field.name for field in dataclasses.fields(value)]
        return dataclasses.replace(value, **{name: poisoned(getattr(value, name)) for name in names})
    return value


@pytest.mark.parametrize(("name", "page"), list(FULL.items())[:-1], ids=list(FULL)[:-1])
def test_hostile_text_is_text_in_every_field(name, page):
    friendly, hostile = show(name, page), show(name, poisoned(page))
    assert {tag for tag, _ in hostile.tags} <= {tag for tag, _ in friendly.tags} | {"var", "code", "mark"}
    assert not any(key.startswith("on") for _, attrs in hostile.tags for key in attrs)
    assert "49" not in hostile.text
    assert hostile.text.count("<script>alert(") >= 3


@pytest.mark.parametrize(
    ("filter_name", "text", "html"),
    [
        ("count", 1234567, "1,234,567"),
        ("size", 999, "999 bytes"),
        ("size", 1536, "1.5 KiB"),
        ("size", 3 << 40, "3.0 TiB"),
        ("inline", "a `x<y` b", "a <code>x&lt;y</code> b"),
        ("inline", "``x`` and ` alone", "<code>x</code> and ` alone"),
        ("inline", "no `code\nhere`", "no `code\nhere`"),
        ("prose", "a\nb\n \n\nc", "<p>a\nb</p>\n<p>c</p>"),
        ("prose", " <b> ", "<p>&lt;b&gt;</p>"),
        ("prose", "", ""),
        ("placeholders", "{x} ${y} {}", "<var>{x}</var> <var>${y}</var> <var>{}</var>"),
        ("placeholders", "%s %(x)s %-5.2f", "<var>%s</var> <var>%(x)s</var> <var>%-5.2f</var>"),
        ("placeholders", "{{x}} %% 5% of <b>", "{{x}} %% 5% of &lt;b&gt;"),
    ],
)
def test_filters(filter_name, text, html):
    assert ENV.filters[filter_name](text) == html
