import json
from dataclasses import fields

import pytest

from ingest.problems import CODES, REASON_LIMIT, Problem, show
from ingest.record import (
    FIELDS,
    INTEGERS,
    LISTS,
    TEXTS,
    ErrorRecord,
    canonical_json,
    compute_id,
    compute_slug,
    digest,
)
from tests.ingest.sample import accepted, values


def test_fields_are_the_records():
    assert len(FIELDS) == 31
    assert list(FIELDS.values()) == [field.name for field in fields(ErrorRecord)]
    assert {*TEXTS, *INTEGERS, *LISTS} == FIELDS.keys()
    assert list(values()) == list(FIELDS)


def test_json_goes_out_as_it_came_in():
    record = accepted().record
    assert record.to_json() == values()
    assert list(record.to_json()) == list(FIELDS)
    assert ErrorRecord.from_json(record.to_json()) == record


def test_canonical_json_is_independent_of_order():
    record = accepted(documentation="naïve “text”\n").record
    text = canonical_json(record)
    assert json.loads(text) == record.to_json()
    assert list(json.loads(text)) == sorted(FIELDS)
    assert '"documentation":"naïve “text”\\n","errorClass":' in text
    assert len(digest(record)) == 64


TRAINING = "cannot-use-device-map-for-quantized-models-in-trai"


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        (
            (
                "hiyouga/LlamaFactory",
                None,
                "Cannot use device map for quantized models in training.",
                "src/llamafactory/hparams/parser.py",
            ),
            "72ab507dca416e5f",
        ),
        (("a/b", "E1", "one", "f"), compute_id("a/b", "E1", "another", "f")),
        (("a/b", "", "one", "f"), compute_id("a/b", None, "one", "f")),
    ],
)
def test_id(parts, expected):
    assert compute_id(*parts) == expected


@pytest.mark.parametrize(
    ("text", "slug"),
    [
        ("E0277", "e0277"),
        ("Cannot use device map for quantized models in training.", TRAINING),
        ("  --%s: {x}!  ", "s-x"),
        ("a" * 49 + " b", "a" * 49),
        ("Ölstand ÄÖ", "lstand"),
        ("错误", ""),
        ("", ""),
    ],
)
def test_slug(text, slug):
    assert compute_slug(text) == slug


def test_a_problem_has_a_known_code_and_a_safe_reason():
    problem = Problem(
        file="f", where="file", code="empty", reason="a\x1b[31m\u202e\n" + "x" * 9000, rejects=True
    )
    assert len(problem.reason) == REASON_LIMIT
    assert problem.reason.startswith("a\\u001b[31m\\u202e\\u000a")
    assert all(meaning.endswith(".") for meaning in CODES.values())
    with pytest.raises(ValueError, match="table of codes"):
        Problem(file="f", where="file", code="unheard-of", reason="", rejects=True)


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (None, "null"),
        (True, "true"),
        (12.0, "12.0"),
        (float("inf"), "inf"),
        ("a\0b", '"a\\u0000b"'),
        ("\ud800", '"\\ud800"'),
        ([], "an empty list"),
        ([1, 2], "a list of 2"),
        ({"a": 1}, "an object"),
    ],
)
def test_show(value, shown):
    assert show(value) == shown


def test_show_is_short():
    assert len(show("x" * 10_000_000)) < 100
