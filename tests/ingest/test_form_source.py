"""Records of a scan: how they come in as JSON, and what they are not warned of."""

import json

import pytest

from ingest.record import Accepted
from ingest.validate import validate
from tests.ingest.sample import read, values

SHORT = {"errorMessage": "{x}", "messagePattern": "(.+?)"}
LONG = {"errorMessage": "word " * 900, "messagePattern": "word " * 900}
FLOATING = {"githubUrl": "https://pypi.org/project/widgets/1.0/"}


def only(envelope):
    (raw,) = read(json.dumps(envelope).encode())
    return raw


@pytest.mark.parametrize(
    ("beside", "form", "derived"),
    [
        ({"form": "source", "derived": ["slug", "tags"]}, "source", {"slug", "tags"}),
        ({"form": "source", "derived": ["slug", "nonsense", 7, ["tags"]]}, "source", {"slug"}),
        ({"form": "source", "derived": "slug"}, "source", set()),
        ({"form": "source"}, "source", set()),
        ({"form": "text", "derived": ["slug"]}, "text", {"slug"}),  # as an export has it
        ({"form": "json", "derived": ["slug"]}, "json", set()),
        ({"form": ["source"], "derived": ["slug"]}, "json", set()),
        ({"derived": ["slug"], "note": "x"}, "json", set()),
    ],
)
def test_an_envelope_says_that_a_scan_made_it(beside, form, derived):
    raw = only({"record": values(), "datasetVersion": None, **beside})
    assert (raw.form, raw.derived) == (form, derived)
    assert raw.values == values()


def test_a_bare_record_cannot():
    assert only(values() | {"form": "source"}).form == "json"


@pytest.mark.parametrize(
    ("changes", "derived", "codes"),
    [
        (SHORT, [], []),
        (LONG, [], []),
        (FLOATING, ["githubUrl"], []),
        (FLOATING, [], ["url-not-pinned"]),
        ({"messagePattern": "something else"}, [], ["pattern-mismatch"]),
        ({"filePath": "/etc/passwd"}, [], ["hostile-path"]),
    ],
)
def test_quality_marks(changes, derived, codes):
    record = values(**changes)
    judged = validate(only({"record": record, "form": "source", "derived": derived}))
    assert isinstance(judged, Accepted)
    assert [mark.code for mark in judged.warnings] == codes
    from_dump = validate(only({"record": record}))
    assert isinstance(from_dump, Accepted)
    assert from_dump.warnings
