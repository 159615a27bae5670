"""What the search box understands."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errorkb.fulltext.query import MAX_CLAUSES, Clause, Filter, read, written

READ = [
    ("device map", [Clause("device"), Clause("map")], []),
    ('"not supported" map', [Clause("not supported", is_phrase=True), Clause("map")], []),
    ('"no end', [Clause("no end", is_phrase=True)], []),
    ("lock -database", [Clause("lock"), Clause("database", excluded=True)], []),
    ('-"in use"', [Clause("in use", is_phrase=True, excluded=True)], []),
    ("a-b --flag - x", [Clause("a-b"), Clause("--flag"), Clause("-"), Clause("x")], []),
    ("class:ValueError map", [Clause("map")], [Filter("class", "ValueError")]),
    ("Class:ValueError", [], [Filter("class", "ValueError")]),
    ("-has:fix lang:py", [], [Filter("has", "fix", excluded=True), Filter("language", "py")]),
    ('file:"my file.py"', [], [Filter("file", "my file.py")]),
    (
        "status:404 path:a/b.py is:scanned",
        [],
        [Filter("http", "404"), Filter("file", "a/b.py"), Filter("has", "scanned")],
    ),
    # What only looks like a field is a word.
    ("class: Foo", [Clause("class:"), Clause("Foo")], []),
    ("std::bad_alloc", [Clause("std::bad_alloc")], []),
    ("TypeError:x", [Clause("TypeError:x")], []),
    ("colour:red", [Clause("colour:red")], []),
    ("C:\\x\\y.py", [Clause("C:\\x\\y.py")], []),
    ("http://host/x", [Clause("http://host/x")], []),
    ("", [], []),
    ("  \0 ", [], []),
]


@pytest.mark.parametrize(("text", "clauses", "filters"), READ)
def test_a_query_is_understood(text, clauses, filters):
    query = read(text)
    assert list(query.clauses) == clauses
    assert list(query.filters) == filters


PLACES = [
    ("72ab507dca416e5f", "72ab507dca416e5f", None, None),
    (" 72AB507DCA416E5F ", "72ab507dca416e5f", None, None),
    ("/errors/72ab507dca416e5f", "72ab507dca416e5f", None, None),
    ("https://kb.example/errors/72ab507dca416e5f", "72ab507dca416e5f", None, None),
    ("https://kb.example/django/django/some-slug/", None, ("django/django", "some-slug"), None),
    ("django/django", None, None, "django/django"),
    ("72ab507dca416e5", None, None, None),
    ("what is django/django", None, None, None),
]


@pytest.mark.parametrize(("text", "entry", "page", "repo"), PLACES)
def test_ids_and_addresses_are_recognised(text, entry, page, repo):
    query = read(text)
    assert (query.entry_id, query.page, query.repo) == (entry, page, repo)


@pytest.mark.parametrize("text", [text for text, *_ in READ if text.strip("\0 ")])
def test_a_query_can_be_written_down(text):
    query = read(text)
    again = read(written(query))
    assert (set(again.clauses), set(again.filters)) == (set(query.clauses), set(query.filters))


@given(st.text(max_size=300) | st.text(alphabet='"-: ac', max_size=60))
def test_nothing_that_people_type_is_an_error(text):
    query = read(text)
    assert len(query.clauses) + len(query.filters) <= MAX_CLAUSES
    assert all(clause.text for clause in query.clauses)
