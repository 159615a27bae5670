"""Sites as records: what a reader is told."""

import dataclasses
from pathlib import Path

import pytest

from ingest.readers.source_tree.describe import records
from ingest.readers.source_tree.project import Address, Origin, Project
from ingest.readers.source_tree.site import Guard, Hole, Site
from ingest.readers.source_tree.validation import validation_code
from ingest.record import FIELDS, Accepted
from ingest.validate import validate

PROJECT = Project(
    origin=Origin(
        repo="acme/widgets", root=Path("/src"), scope=("",),
        address=Address(kind="github", url="https://github.com/acme/widgets", ref="ab" * 20),
    ),
    sha="ab" * 20, analyzed_at="2026-08-14T21:57:28.298Z", changed=frozenset(),
)  # fmt: skip
TEXT = "".join(f"line {number}\n" for number in range(1, 100))
SITE = Site(
    message=("No widget named ", Hole(expression="name")), error_class="WidgetError", line=11, first_line=11,
    last_line=11, function="Shelf.find", function_lines=(9, 14),
    guards=(Guard(kind="condition", text="name not in self.widgets"),),
    documentation=("Look a widget up", "A widget is not as it should be."), parameters=("self", "name"),
)  # fmt: skip


def site(**changes):
    return dataclasses.replace(SITE, **changes)


def at(line, **changes):
    return site(line=line, first_line=line, last_line=line, function_lines=(line - 2, line + 2), **changes)


def described(*sites, language="python"):
    found = []
    for raw in records(PROJECT, "shelf.py", TEXT, sites, language):
        accepted = validate(raw)
        assert isinstance(accepted, Accepted), accepted
        assert accepted.record.id_recomputes
        assert accepted.warnings == ()
        assert raw.values.keys() == FIELDS.keys()
        found.append(accepted)
    return found


def test_a_site_as_a_record():
    (accepted,) = described(SITE)
    record = accepted.record
    assert record.error_message == "No widget named {name}"
    assert record.message_pattern == "No widget named (.+?)"
    assert record.slug == "no-widget-named-name"
    assert (record.error_class, record.error_type, record.severity) == ("WidgetError", "exception", "error")
    assert (record.line_number, record.source_code_start, record.source_code_end) == (11, 9, 14)
    assert record.github_url.endswith("/shelf.py#L9-L14")
    assert record.documentation == (
        "`Shelf.find()` raises `WidgetError`.\n\n"
        "The code says of itself: Look a widget up. A widget is not as it should be."
    )
    assert record.trigger_scenarios == "Raised when `name not in self.widgets`."
    assert record.tags == ("python", "raises")
    assert record.solutions == ()
    assert (accepted.form, "commonSituations" in accepted.derived) == ("source", True)
    assert "errorMessage" not in accepted.derived


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"manner": "returns", "error_class": None}, "`Shelf.find()` returns this error."),
        ({"manner": "panics", "error_class": None}, "`Shelf.find()` panics."),
        ({"manner": "asserts"}, "`Shelf.find()` asserts, and fails with `WidgetError`."),
        ({"manner": "warns"}, "`Shelf.find()` warns with `WidgetError`."),
        ({"manner": "logs", "error_class": None, "severity": "warning"}, "`Shelf.find()` logs a warning."),
        ({"manner": "exits", "error_class": None}, "`Shelf.find()` ends the process."),
        ({"function": None}, "The top level of `shelf.py` raises `WidgetError`."),
        ({"error_code": "E7"}, "`Shelf.find()` raises `WidgetError`. Its code is `E7`."),
        ({"http_status": 404}, "`Shelf.find()` raises `WidgetError`. It answers with HTTP 404."),
    ],
)
def test_who_tells_of_it_and_how(changes, sentence):
    (accepted,) = described(site(documentation=(), **changes))
    assert accepted.record.documentation == sentence


def test_an_error_without_text_goes_by_its_class():
    (accepted,) = described(site(message=()))
    assert accepted.record.error_message == "WidgetError"
    assert "errorMessage" in accepted.derived


def test_sites_with_one_template_are_one_record():
    others = [
        site(line=20 + n, first_line=20 + n, last_line=20 + n, function="Shelf.take") for n in range(10)
    ]
    (accepted,) = described(*reversed(others), SITE)
    paragraphs = accepted.record.trigger_scenarios.split("\n\n")
    assert accepted.record.line_number == 11
    assert paragraphs[1] == "Also on line 20, in `Shelf.take()`, when `name not in self.widgets`."
    assert len(paragraphs) == 10
    assert paragraphs[-1] == "And at 2 more places of the file."


def test_another_class_with_the_same_text_is_told():
    (accepted,) = described(SITE, at(30, error_class="GadgetError", guards=()))
    assert accepted.record.trigger_scenarios.endswith("\n\nAlso on line 30, as `GadgetError`.")


def test_one_code_with_two_messages_is_two_records():
    first, second = described(site(error_code="E7"), at(30, error_code="E7", message=("Too many widgets",)))
    assert (first.record.error_code, second.record.error_code) == ("E7", None)
    assert "Its code is `E7`." in second.record.documentation
    assert second.record.error_message == "Too many widgets"


def test_errors_without_literal_text_are_told_apart_by_class():
    bare = (Hole(expression="text"),)
    first, second, third = described(
        site(message=bare),
        at(20, message=bare, error_class="OtherError"),
        at(30, message=("x and y",)),
    )
    assert first.record.error_message == "{text}"
    assert second.record.error_message == "{OtherError_text}"
    assert third.record.error_message == "x and y"


def test_a_message_that_is_a_document_is_cut():
    (accepted,) = described(site(message=("word " * 50_000,)))
    assert len(accepted.record.error_message) <= 20_000


def test_odd_texts_make_sound_records():
    (accepted,) = described(site(message=("%d of {x} \u2028 50%", Hole(expression="a['b']"))), language="c#")
    assert accepted.record.tags == ("c", "raises")


VALIDATIONS = {
    "isinstance(x, str)": (False, "if not isinstance(x, str):\n"),
    "not isinstance(x, str)": (True, "if not isinstance(x, str):\n"),
    "x is None": (True, "if x is None:\n"),
    "x < 0 or y > 1": (True, "if x < 0 or y > 1:\n"),
    "not callable(x)": (False, "if callable(x):\n"),
    "self.closed": (True, None),
    "x in self.fields": (True, None),
    "x.name": (True, None),
    "check(x)": (True, None),
    "DEBUG": (True, None),
    "z > 1": (True, None),
    "x >": (True, None),
    "(" * 150: (True, None),
}


@pytest.mark.parametrize("text", VALIDATIONS)
def test_a_test_that_a_caller_can_make_is_code(text):
    holds, begins = VALIDATIONS[text]
    guard = Guard(kind="condition", text=text, holds=holds)
    code = validation_code(site(guards=(guard,), parameters=("self", "x", "y")))
    assert code == (begins and f"{begins}    ...  # Shelf.find() raises WidgetError for this\n")


def test_what_depends_on_more_than_one_test_is_not_offered():
    guards = (Guard(kind="condition", text="x"), Guard(kind="condition", text="y"))
    assert validation_code(site(guards=guards, parameters=("x", "y"))) is None
