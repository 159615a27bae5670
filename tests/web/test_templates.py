"""What a user would notice on each page, from page objects alone: no database, no view."""

import dataclasses
import re
from html.parser import HTMLParser
from pathlib import Path

import jinja2
import pytest
from jinja2 import meta, nodes
from markupsafe import Markup

from errorkb.web.highlight import code_lines, example_fix
from errorkb.web.jinja import environment
from errorkb.web.pages import (
    CodeBlock,
    EntryPage,
    EntryRow,
    EventView,
    FailurePage,
    HomePage,
    MatchPage,
    MatchView,
    Pagination,
    PasteLine,
    PastePiece,
    Provenance,
    RepoPage,
    RepoRow,
    SearchPage,
)

FOLDER = Path(__file__).resolve().parent.parent.parent / "templates"
TEMPLATES = sorted(path.name for path in FOLDER.glob("*.html"))
HOSTILE = "<script>alert('x')</script>\"'><img src=x onerror=alert(1)>{{ 7*7 }}"
VOID = {"meta", "link", "input"}

ENV = environment(loader=jinja2.FileSystemLoader(FOLDER))
ENV.globals["static"] = lambda name: f"/static/{name}"


class Document(HTMLParser):
    """A page as its reader meets it; a tag that is not closed in order is an error."""

    def __init__(self, html):
        super().__init__()
        self.open: list[tuple[str, list[str], int]] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.by_class: dict[str, list[str]] = {}
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        pairs = dict(attrs)
        self.tags.append((tag, pairs))
        if tag not in VOID:
            self.open.append((tag, (pairs.get("class") or "").split(), len(self.texts)))

    def handle_endtag(self, tag):
        name, classes, start = self.open.pop()
        assert name == tag
        words = " ".join("".join(self.texts[start:]).split())
        for key in [tag, *(f".{name}" for name in classes)]:
            self.by_class.setdefault(key, []).append(words)

    def handle_data(self, data):
        self.texts.append(data)

    @property
    def text(self):
        return " ".join("".join(self.texts).split())

    def all(self, key):
        """The words of each element with this tag, or this `.class`, in the order of their ends."""
        return self.by_class.get(key, [])


def show(template, page):
    return Document(ENV.get_template(template).render({"page": page} if page else {}))


ROW = EntryRow(
    url="/acme/widgets/no-widget/", title="No widget named {name}", code=None,
    message="No widget named {name}", repo="acme/widgets", repo_url="/acme/widgets/",
    error_class="WidgetError", severity="error", excerpt="The shelf has no such widget.",
)  # fmt: skip
PAGES = Pagination(page=2, pages=3, total=2000, more=True, previous_url="/a?page=1", next_url="/a?page=3")
HOME = HomePage(
    entries=1234, repositories=2, classes=3, newest=(ROW,),
    repos=(RepoRow(name="acme/widgets", url="/acme/widgets/", description="Shelves",
                   language="Python", entries=1),),
)  # fmt: skip
SEARCH = SearchPage(query="widget", repo="acme/widgets", rows=(ROW,), pagination=PAGES, similar=False)
REPO = RepoPage(
    name="acme/widgets", source_url="https://github.com/acme/widgets", description="Shelves",
    language="Python", stars=5, analyzed_sha="0123456789abcdef", analyzed_at="2026-08-14T00:00:00Z",
    rows=(ROW,), pagination=PAGES, class_counts=(("WidgetError", 7),),
)  # fmt: skip
ENTRY = EntryPage(
    id="0123456789abcdef", title="No widget named {name}", code=None,
    message="No widget named {name}", repo="acme/widgets", repo_url="/acme/widgets/",
    severity="error", error_class="WidgetError", error_type="error_code", http_status=404,
    documentation="The shelf has `no` such widget.\n\nIt may be sold.", file_path="shelf.py",
    line_number=8, permalink="https://github.com/acme/widgets/blob/0123/shelf.py#L7",
    source=code_lines("def f():\n    raise X", file_path="a.py", first_line=7, thrown_line=8),
    solutions=("List the shelf first.",), strategy="validation",
    example_fix=example_fix("# before\nold()\n# after\nnew()", "shelf.py"),
    defences=tuple(CodeBlock(title=title, lines=code_lines("check()", file_path="a.py"))
                   for title in ("Validate before calling", "Type guard", "Try / catch")),
    prevention=("Count widgets.",), trigger="A name is misspelt.", situations="On Mondays.",
    tags=("shelf",), related=(ROW,),
    provenance=Provenance(repo="acme/widgets", sha="0123456789", date="2026-08-14", form="text",
                          derived=("slug",), marks=("The pattern is too broad.",),
                          json_url="/api/errors/0123456789abcdef", issue_url="https://x.example/n"),
)  # fmt: skip
BARE = dataclasses.replace(
    ENTRY, source=(), solutions=(), strategy=None, example_fix=None, defences=(), prevention=(),
    tags=(), related=(), http_status=None, error_class=None,
    provenance=dataclasses.replace(ENTRY.provenance, form="json", derived=(), marks=()),
)  # fmt: skip
MATCHED = MatchView(
    row=ROW, confidence="confirmed", similar=False, event="WidgetError",
    reasons=("the class is WidgetError",), captures=(("name", "gear"),),
    solution="List the shelf first.",
)  # fmt: skip
MATCH = MatchPage(
    text="\nWidgetError: No widget named gear", problem=None, asked=True,
    matches=(MATCHED, dataclasses.replace(MATCHED, confidence="likely")),
    events=(EventView(name="WidgetError", message="No widget named gear", relation="raised first",
                      place="shelf.py:8 in f", lines="line 2", matched=True),),
    lines=(PasteLine(number=1, pieces=()),
           PasteLine(number=2, pieces=(PastePiece(text="web | ", kind="noise"),
                                       PastePiece(text="WidgetError: ", kind="event"),
                                       PastePiece(text="No widget named gear", kind="match")))),
    hidden_lines=9, search_url="/search/?q=x", patterns=1500, took_ms=1.94, truncated=True,
)  # fmt: skip
FAILURE = FailurePage(status=404, title="Not found", text="There is nothing here.")
FULL = {
    "home.html": HOME, "search.html": SEARCH, "repo.html": REPO, "entry.html": ENTRY,
    "match.html": MATCH, "failure.html": FAILURE, "500.html": None,
}  # fmt: skip


@pytest.mark.parametrize("name", TEMPLATES)
def test_a_template_asks_for_nothing_but_its_page(name):
    tree = ENV.parse((FOLDER / name).read_text())
    own = {each for imported in tree.find_all(nodes.FromImport) for each in imported.names}
    own |= {macro.name for macro in tree.find_all(nodes.Macro)}
    own |= {each.name for each in tree.find_all(nodes.Name) if each.ctx == "store"}
    allowed = {"static"} if name in {"base.html", "500.html", "parts.html"} else {"page"}
    assert meta.find_undeclared_variables(tree) <= own | allowed


def test_a_name_that_is_not_there_is_an_error():
    with pytest.raises(jinja2.UndefinedError):
        ENV.from_string("{{ page.nonsense }}").render(page=FAILURE)


@pytest.mark.parametrize(("name", "page"), FULL.items(), ids=FULL)
def test_each_page_is_sound(name, page):
    document = show(name, page)
    ids = [attrs["id"] for _, attrs in document.tags if "id" in attrs]
    assert len(ids) == len(set(ids))
    levels = [int(tag[1]) for tag, _ in document.tags if tag in {"h1", "h2", "h3", "h4"}]
    assert levels.count(1) == 1
    assert all(level <= before + 1 for before, level in zip([0, *levels], levels, strict=False))
    labels = {attrs.get("for") for tag, attrs in document.tags if tag == "label"}
    for tag, attrs in document.tags:
        assert "style" not in attrs
        assert tag not in {"style", "script"}
        if tag in {"input", "textarea"} and attrs.get("type") != "hidden":
            assert attrs["id"] in labels
        if attrs.get("href", "").startswith("#"):
            assert attrs["href"][1:] in ids
        if "aria-labelledby" in attrs:
            assert attrs["aria-labelledby"] in ids


@pytest.mark.parametrize(("name", "page"), FULL.items(), ids=FULL)
def test_the_header_has_a_search_box_except_at_home(name, page):
    ids = [attrs.get("id") for _, attrs in show(name, page).tags]
    assert ("header-q" in ids) == (name != "home.html")


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
    assert {tag for tag, _ in hostile.tags} <= {tag for tag, _ in friendly.tags} | {"var", "code"}
    assert not any(key.startswith("on") for _, attrs in hostile.tags for key in attrs)
    assert "49" not in hostile.text
    assert hostile.text.count("<script>alert(") >= 3


def test_each_text_of_an_entry_is_on_its_page():
    document = show("entry.html", ENTRY)
    for said in ["No widget named {name}", "class WidgetError", "type error code", "HTTP 404",
                 "It may be sold.", "Thrown at shelf.py:8", "View on GitHub (pinned to 0123456789)",
                 "List the shelf first.", "Strategy: validation", "check()", "Count widgets.",
                 "A name is misspelt.", "On Mondays.", "shelf", "plain-text page", "slug",
                 "AI-assisted analysis of acme/widgets@0123456789 (2026-08-14)",
                 "The pattern is too broad."]:  # fmt: skip
        assert said in document.text, said
    links = [attrs["href"] for tag, attrs in document.tags if tag == "a"]
    assert {ENTRY.permalink, ENTRY.provenance.json_url, ENTRY.provenance.issue_url} <= set(links)
    assert document.all("var")[:1] == ["{name}"]


def test_sections_come_in_order_and_only_with_content():
    sections = ["What it means", "Source", "Solutions", "Example fix", "Defensive patterns",
                "When it happens", "Related errors"]  # fmt: skip
    document = show("entry.html", ENTRY)
    assert document.all("h2") == sections
    assert [line for line in document.all("h3") if line != ROW.message] == [
        "− Before", "+ After", "Validate before calling", "Type guard", "Try / catch",
        "Prevention", "Trigger", "Common situations",
    ]  # fmt: skip
    assert show("entry.html", BARE).all("h2") == ["What it means", "Source", "When it happens"]


@pytest.mark.parametrize(
    ("changes", "h1"),
    [
        ({}, "No widget named {name}"),
        ({"code": "E7", "title": "E7"}, "E7"),
        ({"message": "one\ntwo", "title": "one"}, "one"),
        ({"message": "long " * 99, "title": "long"}, "long"),
    ],
    ids=["message", "code", "lines", "long"],
)
def test_the_message_is_shown_once_whatever_the_heading(changes, h1):
    page = dataclasses.replace(BARE, **changes)
    document = show("entry.html", page)
    assert document.all("h1") == [h1]
    whole = " ".join(page.message.split())
    assert [*document.all("h1"), *document.all(".message")].count(whole) == 1


def test_the_throwing_line_is_marked_once_and_not_by_colour_alone():
    document = show("entry.html", ENTRY)
    assert document.all(".thrown") == ["8Thrown here: raise X"]
    assert document.all(".line-number") == ["7", "8"]


def test_before_and_after_are_told_apart():
    document = show("entry.html", ENTRY)
    assert document.all(".before") == ["− Before old()"]
    assert document.all(".after") == ["+ After new()"]
    whole = dataclasses.replace(ENTRY, example_fix=example_fix("pip install x", "shelf.py"))
    document = show("entry.html", whole)
    assert "pip install x" in document.all("pre")
    assert document.all(".before") == document.all(".after") == []


def test_code_keeps_its_lines_and_blanks():
    html = ENV.get_template("entry.html").render(page=ENTRY)
    code = re.sub(r"<[^>]*>", "", html[html.index("<pre") : html.index("</pre>")])
    assert code == "7def f():\n8Thrown here:    raise X\n"


def test_home_shows_what_is_there_or_says_that_nothing_is():
    document = show("home.html", HOME)
    assert "1,234 entries" in document.text
    assert document.all("h2") == ["Newest entries", "Repositories"]
    assert document.all("h3") == [ROW.message, "acme/widgets"]
    empty = HomePage(entries=0, repositories=0, classes=0, newest=(), repos=())
    assert show("home.html", empty).all("h2") == ["The base is empty"]


@pytest.mark.parametrize(
    ("changes", "heading"),
    [
        ({}, "2,000+ entries"),
        ({"similar": True}, "Similar messages"),
        ({"rows": ()}, "Nothing found"),
        ({"rows": (), "query": ""}, "What you can search for"),
    ],
)
def test_search_says_what_it_found(changes, heading):
    document = show("search.html", dataclasses.replace(SEARCH, **changes))
    assert document.all("h2") == [heading]
    fields = {attrs.get("id") or attrs["name"]: attrs.get("value") for tag, attrs in document.tags
              if tag == "input"}  # fmt: skip
    assert (fields["q"], fields["repo"]) == (changes.get("query", "widget"), "acme/widgets")


def test_lists_go_on_where_there_is_more():
    assert "Page 2 of 3+" in show("search.html", SEARCH).text
    single = dataclasses.replace(PAGES, page=1, previous_url=None, next_url=None)
    assert "Page" not in show("repo.html", dataclasses.replace(REPO, pagination=single)).text


def test_a_repository_says_where_it_is_from():
    document = show("repo.html", REPO)
    assert "5 stars analyzed at 0123456789 on 2026-08-14 Source repository" in document.text
    assert "WidgetError 7" in document.text
    bare = dataclasses.replace(
        REPO, description=None, language=None, stars=None, analyzed_sha=None, analyzed_at=None,
        rows=(), class_counts=(),
    )  # fmt: skip
    assert "This repository has no entries yet." in show("repo.html", bare).text


def test_a_match_says_why_and_what_to_do():
    document = show("match.html", MATCH)
    assert document.all("h2") == ["Best match", "Further candidates", "What was understood",
                                  "Your text"]  # fmt: skip
    best = document.all("article")[0]
    for said in ["Confirmed The message and the place", "Why this entry, for WidgetError",
                 "the class is WidgetError", "List the shelf first."]:  # fmt: skip
        assert said in best, said
    assert (document.all("th")[2], document.all("td")[0]) == ("name", "gear")
    assert "Likely The message alone" in document.all("article")[1]
    assert "1,500 message patterns in 1.9 ms" in document.text
    assert "there may be further matches" in document.text


def test_a_match_by_similar_words_is_called_a_guess():
    guess = dataclasses.replace(MATCHED, confidence="possible", similar=True, solution=None)
    best = show("match.html", dataclasses.replace(MATCH, matches=(guess,))).all("article")[0]
    assert best.startswith("Possible Found by similar words only: a guess.")
    assert "First thing to try" not in best


def test_the_paste_is_kept_and_marked_up():
    html = ENV.get_template("match.html").render(page=MATCH)
    # A browser drops the first line break after the tag; the second one is the paste's own.
    assert ">\n\nWidgetError: No widget named gear</textarea>" in html
    document = Document(html)
    assert document.all("mark")[-1] == "No widget named gear"
    assert document.all(".noise")[-1] == "web |"
    assert document.all(".in-event") == ["2web | WidgetError: No widget named gear"]
    assert "9 further lines are not shown." in document.text


def test_no_match_says_what_was_understood():
    none = dataclasses.replace(MATCH, matches=())
    document = show("match.html", none)
    assert document.all("h2")[:2] == ["No entry for this", "What was understood"]
    assert "raised first" in document.text
    assert "shelf.py:8 in f · line 2" in document.text
    assert "/search/?q=x" in [attrs.get("href") for _, attrs in document.tags]
    nothing = dataclasses.replace(none, events=(), search_url=None)
    assert "No error was recognized" in show("match.html", nothing).text


def test_a_problem_with_the_paste_is_said_at_the_box():
    page = dataclasses.replace(MATCH, asked=False, problem="This is more than 5 MB.")
    document = show("match.html", page)
    assert document.all(".problem") == ["This is more than 5 MB."]
    box = next(attrs for tag, attrs in document.tags if tag == "textarea")
    assert box["aria-describedby"] == "paste-problem"
    assert document.all("h2") == []


def test_failures_say_what_and_lead_on():
    document = show("failure.html", FAILURE)
    assert "404 Not found There is nothing here." in document.all("main")[0]
    assert "/match/" in [attrs.get("href") for _, attrs in document.tags]
    assert "500 Something broke" in show("500.html", None).text


@pytest.mark.parametrize(
    ("filter_name", "text", "html"),
    [
        ("count", 1234567, "1,234,567"),
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
