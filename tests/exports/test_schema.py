"""schema.json: the contract's record, and ours."""

import pytest

from errorkb.exports.schema import RECORD_SCHEMA, fault
from ingest.record import ENUMS, FIELDS, INTEGERS, LISTS, MAX_INTEGER, NEVER_EMPTY, NULLABLE, RANGES
from tests.ingest.sample import values

PROPERTIES = RECORD_SCHEMA["properties"]


def test_it_has_the_fields_of_the_record_and_their_bounds():
    assert list(PROPERTIES) == RECORD_SCHEMA["required"] == list(FIELDS)
    for name, words in ENUMS.items():
        assert set(PROPERTIES[name]["enum"]) - {None} == words
    for name in FIELDS.keys() - ENUMS.keys() - {"schemaVersion"}:
        types = PROPERTIES[name]["type"]
        assert ("null" in types) == (name in NULLABLE), name
        kind = "integer" if name in INTEGERS else "array" if name in LISTS else "string"
        assert kind in ([types] if isinstance(types, str) else types), name
    for name, (least, most) in RANGES.items():
        assert (PROPERTIES[name]["minimum"], PROPERTIES[name]["maximum"]) == (least, most)
    assert PROPERTIES["lineNumber"]["maximum"] == MAX_INTEGER


@pytest.mark.parametrize("name", sorted(set(NEVER_EMPTY) - {"id", "errorCode"}))
def test_texts_that_may_not_be_empty(name):
    assert fault(values(id="0" * 16) | {name: ""})


GOOD = [
    {},
    {"errorCode": "E1", "httpStatus": 404, "handlingStrategy": None},
    {"analyzedSha": "0123456789"},
    {"analyzedAt": "2026-08-14T21:57:28Z"},
    {"sourceCode": "", "exampleFix": ""},
    {"slug": "a" * 50 + "-012345"},
    {"githubUrl": "HTTPS://example.org/x"},
    {"repo": "acme/.github"},
]
BAD = [
    ({"schemaVersion": 3}, "schemaVersion"),
    ({"lineNumber": 0}, "lineNumber"),
    ({"lineNumber": True}, "lineNumber"),
    ({"lineNumber": 1.5}, "lineNumber"),
    ({"severity": "Error"}, "severity"),
    ({"solutions": [""]}, "solutions/0"),
    ({"tags": ["Shelf"]}, "tags/0"),
    ({"repo": "../x"}, "repo"),
    ({"repo": "a/.."}, "repo"),
    ({"slug": "a-"}, "slug"),
    ({"id": "0" * 15}, "id"),
    ({"githubUrl": "javascript:alert(1)"}, "githubUrl"),
    ({"analyzedAt": "2026-08-14"}, "analyzedAt"),
    ({"analyzedSha": "AB" * 20}, "analyzedSha"),
    ({"more": 1}, "the record"),
]


@pytest.mark.parametrize("change", GOOD)
def test_what_the_contract_allows(change):
    assert fault(values() | change) is None


@pytest.mark.parametrize(("change", "where"), BAD)
def test_what_it_does_not_allow(change, where):
    assert str(fault(values() | change)).startswith(f"{where}: ")


def test_a_missing_key():
    record = values()
    del record["backgroundTag"]
    assert "backgroundTag" in str(fault(record))
