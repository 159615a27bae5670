import pytest

from ingest.checks import REJECTING, WARNING
from ingest.validate import validate
from tests.ingest.sample import accepted, judge, raw, values

MIB = 1 << 20
LONG_CODE = dict.fromkeys(("documentation", "exampleFix", "typeGuard"), "x" * 900_000)
FIVE_TEXTS = LONG_CODE | dict.fromkeys(("validationCode", "tryCatchPattern"), "y" * 900_000)

REJECTED = [
    # (what is changed, code, the words that the reason must hold)
    ({"confidence": 1}, "unknown-key", "confidence"),
    ({"errormessage": "x"}, "unknown-key", "did you mean errorMessage"),
    ({"tags": None}, "wrong-type", "tags is null"),
    ({"tags": ["a", 1]}, "wrong-type", "a list with 1"),
    ({"tags": ("a",)}, "wrong-type", "tags"),
    ({"documentation": ["a"]}, "wrong-type", "documentation"),
    ({"errorMessage": None, "id": "0" * 16}, "wrong-type", "errorMessage is null"),
    ({"lineNumber": "12"}, "wrong-type", 'lineNumber is "12"'),
    ({"lineNumber": 12.0}, "wrong-type", "12.0"),
    ({"lineNumber": True}, "wrong-type", "true"),
    ({"schemaVersion": "2"}, "wrong-type", "schemaVersion"),
    ({"schemaVersion": 3}, "schema-version", "3"),
    ({"schemaVersion": True}, "wrong-type", "true"),
    ({"documentation": "a\0"}, "unstorable-text", "U+0000 at character 2"),
    ({"solutions": ["ok", "\udc00"]}, "unstorable-text", "solutions holds a lone surrogate"),
    ({"documentation": "é" * (MIB // 2) + "e"}, "too-large", "documentation"),
    (FIVE_TEXTS, "too-large", "the record"),
    ({"documentation": ""}, "empty-text", "documentation"),
    ({"errorCode": ""}, "empty-text", "errorCode"),
    ({"errorClass": ""}, "empty-text", "errorClass"),
    ({"solutions": ["a", ""]}, "empty-text", "solutions"),
    ({"severity": "Error"}, "not-in-enum", "severity"),
    ({"errorType": "error-code"}, "not-in-enum", "errorType"),
    ({"handlingStrategy": ""}, "not-in-enum", "handlingStrategy"),
    ({"httpStatus": 600}, "out-of-range", "600"),
    ({"httpStatus": 99}, "out-of-range", "99"),
    ({"lineNumber": 0, "sourceCodeStart": None}, "out-of-range", "lineNumber"),
    ({"sourceCodeEnd": 2**31}, "out-of-range", "sourceCodeEnd"),
    ({"id": "A" * 16}, "bad-form", "id"),
    ({"id": "0" * 15}, "bad-form", "id"),
    ({"id": "0" * 16 + "\n"}, "bad-form", "id"),
    ({"repo": "acme"}, "bad-form", "repo"),
    ({"repo": "a" * 101 + "/b"}, "bad-form", "repo"),
    ({"repo": "../widgets"}, "bad-form", "repo"),
    ({"repo": "acme/.."}, "bad-form", "repo"),
    ({"repo": "acme/wid/gets"}, "bad-form", "repo"),
    ({"slug": "a-"}, "bad-form", "slug"),
    ({"slug": "a--b"}, "bad-form", "slug"),
    ({"slug": "a" * 51}, "bad-form", "51 characters"),
    ({"slug": "a" * 50 + "-123456", "id": "0" * 16}, "bad-form", "57 characters"),
    ({"tags": ["Fog Bell"]}, "bad-form", "tags"),
    ({"analyzedSha": "AB" * 20}, "bad-form", "analyzedSha"),
    ({"analyzedSha": "ab" * 5}, "bad-form", "analyzedSha"),
    ({"analyzedAt": "2026-08-14"}, "bad-form", "analyzedAt"),
    ({"analyzedAt": "2026-02-30T00:00:00Z"}, "bad-form", "analyzedAt"),
    ({"analyzedAt": "2026-08-14T21:57:28+00:00"}, "bad-form", "analyzedAt"),
    ({"analyzedAt": "2026-08-14T21:57:28.298Z\n"}, "bad-form", "analyzedAt"),
    ({"analyzedAt": "٢026-08-14T21:57:28Z"}, "bad-form", "analyzedAt"),
    ({"githubUrl": "javascript:alert(1)//https://x"}, "bad-form", "githubUrl"),
    ({"githubUrl": "ftp://example.org/"}, "bad-form", "githubUrl"),
    ({"githubUrl": "https:///path"}, "bad-form", "githubUrl"),
    ({"githubUrl": "https://[bad"}, "bad-form", "githubUrl"),
    ({"githubUrl": " https://example.org"}, "bad-form", "githubUrl"),
    ({"sourceCode": "\n" * 41}, "snippet-too-long", "41 lines"),
    ({"sourceCode": "a\x0cb\u2028" * 21}, "snippet-too-long", "42 lines"),
    ({"sourceCodeEnd": 40}, "snippet-order", "sourceCodeEnd"),
    ({"lineNumber": 40}, "snippet-order", "lineNumber"),
]  # fmt: skip

KEPT = [
    # (what is changed, the warnings)
    ({}, []),
    ({"id": "0" * 16}, ["id-mismatch"]),
    ({"exampleFix": "", "backgroundTag": "", "sourceCode": ""}, []),
    ({"sourceCode": "\n" * 40, "sourceCodeEnd": 80}, []),
    ({"sourceCode": "a\n" * 40, "sourceCodeEnd": 80}, []),
    ({"documentation": "d" * MIB}, []),
    (LONG_CODE, []),
    ({"documentation": "\x01\u202e\u2028\ufeff😀"}, []),
    ({"lineNumber": 2**31 - 1, "sourceCodeStart": None, "sourceCodeEnd": None}, []),
    ({"slug": "a" * 50}, []),
    ({"slug": "a" * 50 + "-" + values()["id"][:6]}, []),
    ({"tags": [], "solutions": []}, []),
    ({"tags": ["http2", "3d", "http2"]}, ["duplicate-tag"]),
    ({"analyzedAt": "2026-08-14T21:57:28Z"}, []),
    ({"repo": "a.b-c/_d.e", "githubUrl": f"http://x/{'ab' * 20}"}, []),
    ({"githubUrl": "HTTPS://github.com/" + "ab" * 20}, []),
    ({"githubUrl": "https://github.com/acme/widgets/blob/main/f"}, ["url-not-pinned"]),
    ({"filePath": "../x"}, ["hostile-path"]),
    ({"filePath": "a\\..\\x"}, ["hostile-path"]),
    ({"filePath": "/etc/shadow"}, ["hostile-path"]),
    ({"filePath": "C:\\x"}, ["hostile-path"]),
    ({"filePath": "a..b/...c"}, []),
    ({"lineNumber": 90}, ["line-outside-snippet"]),
    ({"sourceCode": None}, ["span-without-snippet"]),
    ({"sourceCodeStart": None}, ["span-without-snippet"]),
    ({"lineNumber": None, "sourceCode": None, "sourceCodeStart": None, "sourceCodeEnd": None}, []),
    ({"messagePattern": "("}, ["pattern-invalid"]),
    ({"messagePattern": r"(a)\1"}, ["pattern-nonlinear"]),
    ({"messagePattern": ".*"}, ["pattern-broad"]),
    ({"messagePattern": "another text entirely"}, ["pattern-mismatch"]),
]


def refused(record):
    """The problems for which the record is rejected."""
    problems = validate(record)
    assert isinstance(problems, list)
    return problems


@pytest.mark.parametrize(("changes", "code", "words"), REJECTED)
def test_rejected(changes, code, words):
    problems = refused(raw(**changes))
    assert [problem.code for problem in problems] == [code]
    assert words in problems[0].reason
    assert problems[0].rejects
    assert problems[0].where == "line 1"


@pytest.mark.parametrize(("changes", "warnings"), KEPT)
def test_kept(changes, warnings):
    result = accepted(**changes)
    assert [warning.code for warning in result.warnings] == warnings
    assert not any(warning.rejects for warning in result.warnings)
    assert result.record.to_json() == values(**changes)


def test_every_problem_of_a_record_is_told():
    problems = refused(raw(severity="loud", tags=["A"], analyzedAt=None, extra=1))
    assert [problem.code for problem in problems] == [
        "unknown-key",
        "wrong-type",
        "not-in-enum",
        "bad-form",
    ]


@pytest.mark.parametrize("name", [name for name in values() if name != "backgroundTag"])
def test_a_missing_key_rejects(name):
    record = raw()
    del record.values[name]
    (problem,) = refused(record)
    assert problem.code == "missing-key"
    assert problem.reason.startswith(f"{name} is missing")


def test_an_absent_background_tag_is_null():
    record = raw()
    del record.values["backgroundTag"]
    (kept,), _ = judge([record])
    assert kept.record.to_json() == values()


@pytest.mark.parametrize(
    ("version", "fine"),
    [
        (None, True),
        ("2026-08-15T22:17:37.221Z", True),
        ("2026-08-15T22:17:37Z", True),
        ("2026-08-15T22:17:37+02:00", True),
        ("2026-08-15T22:17:37", False),
        ("2026-08-15", False),
        ("2026-13-15T22:17:37Z", False),
        ("", False),
        (20260815, False),
        ({}, False),
    ],
)
def test_dataset_version(version, fine):
    if fine:
        assert accepted(dataset_version=version).dataset_version == version
    else:
        problems = refused(raw(dataset_version=version))
        assert [problem.code for problem in problems] == ["dataset-version"]


def test_a_page_has_ten_digits_of_the_sha():
    assert accepted("text", analyzedSha="ab" * 5).record.analyzed_sha == "ab" * 5
    (problem,) = refused(raw("text", analyzedSha="ab" * 4))
    assert problem.code == "bad-form"


def test_the_problems_of_a_hostile_record_are_bounded():
    problems = refused(raw(**{f"key{n}": 1 for n in range(5000)}))
    assert len(problems) == 99


def test_checks_are_listed_once():
    names = [check.__name__ for check in (*REJECTING, *WARNING)]
    assert len(names) == len(set(names))
