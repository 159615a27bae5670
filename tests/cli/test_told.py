"""Answers in a form that this client does not know are one line, never a traceback."""

import pytest

from errorkb.client import ClientError
from errorkb.reports.told import entry_of, rows_of, told_of
from tests.cli.answers import answer, event, match, told

READERS = [
    lambda value: told_of(value, source="-", pages=None),
    lambda value: rows_of(value, pages=None),
    lambda value: entry_of(value, pages=None),
]


@pytest.mark.parametrize("read", READERS)
@pytest.mark.parametrize(
    "value",
    [{}, {"events": 1, "matches": 2}, {"events": [], "matches": [{}]}, {"matches": [{"id": 1}]},
     {"record": {}}, {"record": []}, {"matches": ["x"]}, {"matches": None}],
)  # fmt: skip
def test_an_unknown_form_is_said_in_words(read, value):
    with pytest.raises(ClientError, match="does not know"):
        read(value)


def test_links_lead_to_pages_where_somebody_serves_them():
    assert told_of(answer(), source="-", pages=None).matches[0].url == ""
    served = told_of(answer(), source="-", pages="http://kb:8000")
    assert served.matches[0].url == "http://kb:8000/acme/widgets/no-widget-named/"


def test_the_best_match_of_an_event_is_the_first_that_explains_it():
    second = match(id="f" * 16, event=1)
    both = told([event(), event(matches=["f" * 16]), event(matches=[]), event()], [match(), second])
    assert [found.id if (found := both.best_of(n)) else None for n in range(4)] == [
        match()["id"], "f" * 16, None, match()["id"],
    ]  # fmt: skip
