"""What is guessed where nothing explains a text: entries with a message like it."""

import pytest
from django.utils import timezone

from errorkb.fulltext.similar import similar
from errorkb.models import Entry
from tests.matching.base import entry_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def base():
    entry_of("Cannot load tokenizer for model {name} from cache", filePath="a.py")
    entry_of("Cannot load tokenizer", filePath="b.py")
    entry_of("The number of items must not be negative", filePath="c.py")


def messages(text, **options):
    found = similar(text, revision=None, limit=5, **options)
    assert all(0 < likeness <= 1 for _, likeness in found)
    return [Entry.objects.get(pk=entry).error_message for entry, _ in found]


CASES = {
    "the most alike first": (
        "Cannot load tokenizer for model gpt-x from disk",
        ["Cannot load tokenizer for model {name} from cache"],
    ),
    "words in another case": (
        "number of ITEMS must not be NEGATIVE",
        ["The number of items must not be negative"],
    ),
    "nothing alike": ("The disk is full", []),
    "usual words alone": ("it is not to be", []),
    "no words": ("\0 \ud800 !?", []),
    "none": ("", []),
}


@pytest.mark.parametrize("name", CASES)
def test_similar_messages(name):
    text, expected = CASES[name]
    assert messages(text)[: len(expected) or None] == expected


def test_those_of_one_repository():
    assert messages("Cannot load tokenizer", repo="nobody/nothing") == []


def test_retired_entries_are_no_guesses():
    Entry.objects.update(retired_at=timezone.now())
    assert messages("Cannot load tokenizer for model x from cache") == []
