"""Which entries stand below an entry, in which order, and why."""

from typing import Any

import pytest
from django.utils import timezone

from errorkb.models import Entry
from errorkb.related import related
from ingest.store import renew_revision, save
from tests.ingest.sample import accepted

pytestmark = pytest.mark.django_db

#: Beside the usual record of the sample, each differs from it in what it is about.
SHELF = 'def take(name):\n    if name not in shelf:\n        raise WidgetError("no widget")\n'
SAME_FUNCTION = 'def take(name):\n    if closed:\n        raise ShelfError("closed")\n'
OTHER_FUNCTION = 'def give(name):\n    if name not in shelf:\n        raise WidgetError("nothing to give")\n'
FAR: dict[str, Any] = {
    "errorClass": "Far", "tags": [], "filePath": "far.py", "sourceCode": None, "sourceCodeStart": None,
    "sourceCodeEnd": None, "repo": "far/away",
}  # fmt: skip


def at(line, source):
    last = line + len(source.splitlines()) - 1
    return {"sourceCode": source, "sourceCodeStart": line, "sourceCodeEnd": last}


def entry_of(**changes):
    accepted_one = accepted(**changes)
    save([accepted_one])
    return Entry.objects.get(pk=accepted_one.record.id)


@pytest.fixture
def this():
    return entry_of(lineNumber=42, **at(40, SHELF))


def reasons(entry):
    return [(one.entry.error_message, one.reason) for one in related(entry)]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({**FAR, "errorMessage": "no WIDGET named  %s on the shelf"}, "the same message in far/away"),
        ({**FAR, "repo": "acme/widgets", "errorMessage": "No widget named {x} on the shelf"},
         "the same message, raised in far.py"),
        ({"errorMessage": "closed", "errorClass": "Shut", "lineNumber": 42, **at(40, SAME_FUNCTION)},
         "raised in the same function, take"),
        ({"errorMessage": "nothing", "lineNumber": 242, **at(240, OTHER_FUNCTION)},
         "the same class and condition, if name not in shelf"),
        ({**FAR, "errorMessage": "gone", "backgroundTag": "stock"}, None),
        ({**FAR, "repo": "acme/widgets", "filePath": "widgets/shelf.py", "errorMessage": "rust",
          "lineNumber": 52}, "raised 10 lines below in the same file"),
        ({**FAR, "repo": "acme/widgets", "filePath": "widgets/shelf.py", "errorMessage": "rust",
          "lineNumber": 41}, "raised one line above in the same file"),
        ({**FAR, "errorMessage": "No gadget named {name} on the shelf"},
         "a message that differs in few words"),
        ({**FAR, "errorMessage": "dust", "tags": ["shelf"]}, "also tagged shelf"),
        ({**FAR, "repo": "acme/widgets", "errorMessage": "dust", "errorClass": "WidgetError"},
         "another WidgetError of acme/widgets"),
        ({**FAR, "errorMessage": "dust", "errorClass": "WidgetError"}, None),
    ],
)  # fmt: skip
def test_each_reason(this, changes, reason):
    entry_of(slug="other", **{"lineNumber": 900, **changes})
    assert [why for _, why in reasons(this)] == ([reason] if reason else [])


def test_a_code_and_a_family_are_shared():
    this = entry_of(errorCode="E7", backgroundTag="stock", slug="e7", tags=[], errorClass=None)
    entry_of(**{**FAR, "errorCode": "E7", "errorMessage": "far", "slug": "far-e7"})
    entry_of(**{**FAR, "errorMessage": "gone", "backgroundTag": "stock", "slug": "gone"})
    assert reasons(this) == [("far", "the same code, E7"), ("gone", "the same kind of failure, stock")]


def test_the_strongest_reason_comes_first_and_the_number_is_bounded(this):
    entry_of(**{**FAR, "errorMessage": "dust", "tags": ["shelf"], "slug": "dust"})
    entry_of(**{**FAR, "errorMessage": "no widget named {y} on the shelf", "slug": "far"})
    assert [why for _, why in reasons(this)] == ["the same message in far/away", "also tagged shelf"]
    assert len(related(this, limit=1)) == 1


def test_retired_entries_and_itself_are_left_out(this):
    other = entry_of(errorMessage="dust", slug="dust")
    assert [one.entry for one in related(this)] == [other]
    Entry.objects.filter(pk=other.pk).update(retired_at=timezone.now())
    renew_revision()
    assert related(this) == []


def test_two_methods_of_one_name_are_not_one_function(this):
    entry_of(
        errorMessage="closed", slug="c", errorClass="Shut", tags=[], lineNumber=342, **at(340, SAME_FUNCTION)
    )
    assert reasons(this) == []


def test_a_tag_that_most_entries_have_is_no_reason(this):
    save([accepted(**{**FAR, "errorMessage": f"dust {n}", "tags": ["shelf"], "slug": f"dust-{n}"})
          for n in range(4)])  # fmt: skip
    assert reasons(this) == []


def test_it_takes_two_queries(this, django_assert_num_queries):
    entry_of(errorMessage="dust", slug="dust")
    related(this)
    with django_assert_num_queries(2):  # how the base stands, and the rows of those that are near
        assert related(this)
