import pytest

from ingest.complete import complete, find_throw
from ingest.record import FIELDS, Accepted
from ingest.validate import validate
from tests.ingest.sample import page, raw, read

PYTHON = """\
if a:
    raise ValueError("other text")
if b:
    raise ValueError(
        f"No widget named {name} "
        f"on the shelf"
    )
"""
THROWS = {
    # name: (message, code, snippet, line)
    "the only throw": ("x {y}", None, "a\nthrow e\nb", 1),
    "above the message": ("No widget named {name} on the shelf", None, PYTHON, 3),
    "the message broken over lines": (
        "No widget named thus and so on the shelf",
        None,
        'throw new Error(\n  "No widget named thus " +\n  "and so on the shelf");',
        0,
    ),
    "the code": ("hive %q has a queen", "EQUEEN", 'x\nreturn &E{Code: "EQUEEN"}\ny', 1),
    "the nearest to the middle": ("dup text", None, "a\nb\nc\ndup text\ne\nf\ndup text", 3),
    "two throws, no text": ("{x}", None, "throw a\nthrow b", None),
    "nothing": ("some message", None, "a\nb", None),
    "no snippet": ("some message", None, None, None),
}


@pytest.mark.parametrize("name", THROWS)
def test_find_throw(name):
    message, code, snippet, line = THROWS[name]
    found = find_throw({"errorMessage": message, "errorCode": code, "sourceCode": snippet})
    assert found == line


def completed(**changes):
    (record,) = read(page(**changes).encode())
    result = validate(complete(record))
    assert isinstance(result, Accepted), result
    return result


def test_json_is_never_completed():
    record = raw()
    del record.values["slug"]
    assert complete(record) is record


def test_a_page_gets_every_field():
    result = completed()
    record = result.record
    assert record.id_recomputes
    assert record.slug == "no-widget-named-name-on-the-shelf"
    assert record.message_pattern == "No widget named (.+?) on the shelf"
    assert (record.source_code_start, record.source_code_end) == (41, 42)
    assert record.github_url == ("https://github.com/acme/widgets/blob/ababababab/widgets/shelf.py#L41-L42")
    assert record.tags == ()
    assert record.http_status is None
    assert {"slug", "messagePattern", "errorType", "httpStatus", "tags"} <= result.derived
    assert result.derived < FIELDS.keys()


def test_a_message_without_letters_has_its_id_as_slug():
    record = completed(errorMessage="错误：{}").record
    assert record.slug == record.id


def test_a_throw_beyond_the_line_number_gives_no_span():
    record = completed(lineNumber=1).record
    assert record.source_code_start is None
    assert record.github_url.endswith("shelf.py#L1")


def test_an_odd_path_is_quoted_in_the_permalink():
    record = completed(filePath="a b/#c?.py", sourceCode="nothing here").record
    assert record.github_url.endswith("/a%20b/%23c%3F.py#L42")


@pytest.mark.parametrize(
    ("changes", "error_type"),
    [
        ({"errorCode": "E1"}, "error_code"),
        ({"sourceCode": 'panic("No widget named")'}, "panic"),
        ({"sourceCode": "console.error(`No widget named ${name}`)"}, "console"),
        ({"errorClass": "HttpException"}, "http"),
        ({"errorClass": "ValidationError"}, "validation"),
        ({}, "exception"),
    ],
)
def test_error_type(changes, error_type):
    assert completed(**changes).record.error_type == error_type
