"""Calls that really fail, and whether their tracebacks lead to the sample entry that explains them."""

import traceback
import warnings
from uuid import uuid4

import pytest
from django.conf import settings
from django.core.management import call_command

from errorkb.matching.lookup import match
from errorkb.models import BaseState, Batch, Entry, Repo
from tests.live.failures import FAILURES
from tests.live.noise import MAKERS, unindented

pytestmark = pytest.mark.django_db

#: (failure, noise) → what happens now instead. Nothing else may miss.
KNOWN_MISSES: dict[tuple[str, str], str] = {}

#: Failures whose traceback holds a second error that another sample explains rightly.
ALSO_EXPLAINED: dict[str, str] = {
    "text-for-number-field": "2aa14af794a3a468",  # int("abc") before it
    "setting-names-no-module": "8b39c8f5c1f79d2f",  # Could not import … for API setting … after it
}

#: Failures whose message has too few words of its own for more than a guess.
GUESSED = {"unknown-template-filter"}  # No filter named 'x'.

by_name = pytest.mark.parametrize("failure", FAILURES, ids=lambda failure: failure.name)


@pytest.fixture(scope="module", autouse=True)
def samples(django_db_setup, django_db_blocker):
    """The samples, for all tests of this module."""
    with django_db_blocker.unblock():
        call_command("ingest", str(settings.BASE_DIR / "samples"), quiet=True)
        yield
        for model in (Batch, Entry, Repo, BaseState):
            model.objects.all().delete()


def pasted(failure):
    """The traceback that the failing call prints."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            failure.run()
        except Exception:
            return traceback.format_exc()
    raise AssertionError(f"{failure.name} did not fail")


def test_there_are_enough_of_them():
    assert len({failure.entry for failure in FAILURES}) >= 25


@by_name
def test_the_entry_comes_first_with_its_captures(failure):
    text = pasted(failure)
    best = match(text).matches[0]
    assert best.entry.id == failure.entry
    assert best.verdict.captures == dict(failure.captures)
    assert (best.verdict.confidence == "possible") == (failure.name in GUESSED)


@pytest.mark.parametrize("noise", [name for name in MAKERS if name != "as-it-is"])
@by_name
def test_it_still_does_with_noise(failure, noise):
    found = match(MAKERS[noise](pasted(failure))).matches
    first = found[0].entry.id if found else None
    if (failure.name, noise) in KNOWN_MISSES:
        assert first != failure.entry, "no longer a miss: take it off the table"
        return
    assert first == failure.entry
    # Where indentation is lost it is lost inside of a message of several lines too.
    expected = {name: unindented(value) for name, value in failure.captures.items()}
    assert {name: unindented(value) for name, value in found[0].verdict.captures.items()} == expected


@by_name
def test_without_its_entry_nothing_is_named_with_confidence(failure):
    text = pasted(failure)
    Entry.objects.filter(pk=failure.entry).delete()
    BaseState.objects.update(revision=uuid4())
    confident = [
        found.entry.id for found in match(text).matches if found.verdict.confidence in ("confirmed", "likely")
    ]
    assert confident == ([ALSO_EXPLAINED[failure.name]] if failure.name in ALSO_EXPLAINED else [])
