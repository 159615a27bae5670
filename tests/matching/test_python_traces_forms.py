"""Python's errors as runtimes, test runners, notebooks and pages print them, each under several noises."""

import pytest

from errorkb.matching.clean import clean
from errorkb.matching.traces import parse
from tests.matching.noises import LONE_NOISES, NOISES, of_two_ranks
from tests.matching.python_forms import FORMS, NEGATIVES
from tests.matching.raised import SAMPLES

#: Noises that leave indentation as it is.
RERUN = ["indented", "quoted", "crlf", "iso", "github actions", "compose", "fenced"]


def found(text):
    """The Python errors of a text: class, message, raise site, relation. White space is folded."""
    return [
        (
            event.error_class,
            " ".join(event.message.split()),
            event.raise_frame
            and (event.raise_frame.file, event.raise_frame.line, event.raise_frame.function),
            event.relation,
        )
        for event in parse(clean(text))
        if event.language == "python"
    ]


@pytest.mark.parametrize("name", FORMS)
def test_a_form(name):
    text, events = FORMS[name]
    assert found(text) == events


@pytest.mark.parametrize("noise", RERUN)
@pytest.mark.parametrize("name", FORMS)
def test_a_form_through_noise(name, noise):
    text, events = FORMS[name]
    assert found(NOISES[noise](text)) == events


@pytest.mark.parametrize("noise", LONE_NOISES)
@pytest.mark.parametrize("name", SAMPLES)
def test_a_traceback_through_a_lone_noise(name, noise):
    text = SAMPLES[name].text
    assert found(LONE_NOISES[noise](text)) == found(text)


@pytest.mark.parametrize("name", SAMPLES)
def test_the_mixed_lines_of_two_ranks(name):
    text = SAMPLES[name].text
    # Events are in the order of the text, and so those of the ranks alternate.
    assert sorted(found(of_two_ranks(text)), key=repr) == sorted(found(text) * 2, key=repr)


@pytest.mark.parametrize("name", NEGATIVES)
def test_what_is_no_error_of_python(name):
    assert [event for event in found(NEGATIVES[name]) if event[0]] == []
