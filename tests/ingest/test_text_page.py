import json
import sys

import pytest

from ingest.problems import Problem
from ingest.readers.page_layout import MAX_TOKENS
from ingest.readers.text_page import MAX_FOOTERS
from tests.ingest.sample import SHARED, judge, page, places, read, values

DUMPS = SHARED / "dumps"
CODE = (
    "exampleFix",
    "validationCode",
    "typeGuard",
    "tryCatchPattern",
    "sourceCode",
)
CARRIED = (
    *("id", "repo", "errorCode", "errorMessage", "errorClass", "severity", "filePath"),
    *("lineNumber", "documentation", "triggerScenarios", "commonSituations", "solutions"),
    *("handlingStrategy", "preventionTips"),
)


def record_of(text):
    """The record of the only page in the text, in camelCase."""
    kept, told = judge(read(text.encode()))
    assert [problem for problem in told if problem.rejects] == []
    assert len(kept) == 1
    return kept[0].record.to_json()


@pytest.mark.skipif(not DUMPS.exists(), reason="the dumps do not lie beside the repository")
def test_rendered_records_come_back(monkeypatch):
    monkeypatch.setattr(sys, "path", [str(DUMPS), *sys.path])
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    render = __import__("render_text").render
    lines = (DUMPS / "rich.jsonl").read_text(encoding="utf-8").splitlines()
    records = [json.loads(line) for line in lines]
    for record in records:
        assert_carried(record_of(render(record)), record)
        assert_carried(record_of(render(record, None, ("One", "Two"))), record)
        assert_carried(record_of(render(record, ("Prevention", "Source")).replace("\n", "\r\n")), record)
    kept, told = judge(read("\n\n".join(map(render, records)).encode()))
    assert len(kept) == len(records)
    assert {problem.code for problem in told} <= {"pattern-broad", "id-mismatch"}


def assert_carried(found, record):
    for name in CARRIED:
        assert found[name] == record[name], name
    for name in CODE:
        assert found[name] == (record[name] and record[name].rstrip("\n")), name
    assert found["analyzedSha"] == record["analyzedSha"][:10]
    assert found["analyzedAt"] == record["analyzedAt"][:10] + "T00:00:00.000Z"


DEFENSIVE = "Defensive patterns\n\nStrategy: retry"
LOOK_ALIKES: dict[str, tuple[str, dict[str, object]]] = {
    # name: (sections, what they are read as)
    "defensive in an example": (
        f"Example fix\n\na\n\nDefensive patterns\n\nb\n\n{DEFENSIVE}\n\nPrevention\n\ntip",
        {"exampleFix": "a\n\nDefensive patterns\n\nb", "preventionTips": ["tip"]},
    ),
    "whole defensive section in an example": (
        f"Example fix\n\na\n\nDefensive patterns\n\nPrevention\n\nb\n\n{DEFENSIVE}\n\nPrevention\n\ntip",
        {
            "exampleFix": "a\n\nDefensive patterns\n\nPrevention\n\nb",
            "handlingStrategy": "retry",
            "preventionTips": ["tip"],
        },
    ),
    "example in an example": (
        "Solutions\n\nDo it.\n\nExample fix\n\na\n\nExample fix\n\nb",
        {"solutions": ["Do it."], "exampleFix": "a\n\nExample fix\n\nb"},
    ),
    "later headings in code": (
        f"{DEFENSIVE}\n\nValidate before calling\n\nv\n\nTry / catch\n\nPrevention\n\n"
        "Type guard\n\ng\n\nPrevention\n\ntip",
        {
            "validationCode": "v\n\nTry / catch\n\nPrevention",
            "typeGuard": "g",
            "tryCatchPattern": None,
            "preventionTips": ["tip"],
        },
    ),
    "earlier headings in code": (
        f"{DEFENSIVE}\n\nTry / catch\n\nt\n\nValidate before calling\n\nSolutions\n\nu",
        {"tryCatchPattern": "t\n\nValidate before calling\n\nSolutions\n\nu", "solutions": []},
    ),
    "last section in code": (
        f"{DEFENSIVE}\n\nTry / catch\n\nWhen it happens\n\nTrigger: x\n\nCommon situations: y",
        {
            "tryCatchPattern": "When it happens\n\nTrigger: x\n\nCommon situations: y",
            "triggerScenarios": "Asking for it.",
        },
    ),
    "no blank lines around": (
        "Solutions\nDo it.\nDo more.\nExample fix\ncode",
        {"solutions": ["Do it.", "Do more."], "exampleFix": "code"},
    ),
    "no section at all": ("", {"solutions": [], "exampleFix": None, "handlingStrategy": None}),
    "only a strategy": (DEFENSIVE, {"handlingStrategy": "retry", "preventionTips": []}),
    "blank lines at the start of code": ("Example fix\n\n\n\ncode", {"exampleFix": "\n\ncode"}),
    "unknown line among tips": (
        f"{DEFENSIVE}\n\nPrevention\n\ntip\n\nHouse rules\n\nNo bells.",
        {"preventionTips": ["tip", "House rules", "No bells."]},
    ),
}


@pytest.mark.parametrize("name", LOOK_ALIKES)
def test_look_alike(name):
    sections, expected = LOOK_ALIKES[name]
    found = record_of(page(sections))
    assert {key: found[key] for key in expected} == expected


IDENTITIES: dict[str, dict[str, object]] = {
    "code": {"errorCode": "E-17"},
    "message is a heading": {"errorMessage": "Error message"},
    "message holds headings": {"errorMessage": "a\n\nSolutions\n\nb"},
    "spaces at the end are the message's": {"errorMessage": "cannot open: "},
    "path ends in digits": {"filePath": "a:12", "lineNumber": 7},
    "lines of the message": {"errorMessage": "✖ failed\n\n  {file}\n    at {line}"},
}


@pytest.mark.parametrize("name", IDENTITIES)
def test_identity(name):
    changes = {"sourceCodeStart": None, "sourceCodeEnd": None} | IDENTITIES[name]
    record = values(**changes)
    found = record_of(page(**changes))
    for key in ("id", "errorCode", "errorMessage", "filePath", "lineNumber"):
        assert found[key] == record[key], key


def test_a_path_in_digits_without_a_line():
    text = page(filePath="a:12").replace("Thrown at a:12:42", "Thrown at a:12")
    assert record_of(text)["filePath"] == "a:12"
    assert record_of(text)["lineNumber"] is None


def test_without_any_blank_line():
    text = page(f"Solutions\n\nDo it.\n\n{DEFENSIVE}")
    assert record_of(text.replace("\n\n", "\n")) == record_of(text)


def test_a_code_printed_once():
    text = page(errorCode="E-17").replace("E-17\n\nE-17", "E-17")
    assert record_of(text)["errorCode"] == "E-17"


OTHER = page(errorMessage="Another message", repo="acme/gadgets")
CUT = page()[: page().index("Source")]
UNFINISHED = page().rpartition("\n")[0]
LENGTH = len(page().splitlines())
REFUSED = {
    # name: (text, what is found)
    "no footer": (UNFINISHED, ["page 1: page-cut"]),
    "cut, then whole": (f"{CUT}\n\n{OTHER}", ["page 1: page-cut", "page 2"]),
    "no footer, then whole": (f"{UNFINISHED}\n\n{OTHER}", ["page 1: page-cut", "page 2"]),
    "whole, then cut": (f"{OTHER}\n{CUT}", ["page 1", "page 2: page-cut"]),
    "header alone": ("acme/widgets · error\n", ["page 1: page-cut"]),
    "section missing": (page().replace("What it means", ""), ["page 1: page-cut"]),
    "no header": (
        page().partition("\n")[2] + "\n\n" + OTHER,
        ["line 2: text-outside-page", "page 1: page-header", "page 2"],
    ),
    "other footer": (page().replace("of acme/widgets@", "of acme/gadgets@"), ["page 1: page-repo"]),
    "order": (page("").replace("Related errors", "Solutions\n\nx"), ["page 1: page-order"]),
    "prose around": (
        f"Hi,\n\n{page()}\n\nBye",
        ["line 1: text-outside-page", "page 1", f"line {LENGTH + 4}: text-outside-page"],
    ),
    "prose between": (
        f"{page()}\n\nand\n\n{OTHER}",
        ["page 1", f"line {LENGTH + 2}: text-outside-page", "page 2"],
    ),
    "prose like a header": (f"and/or · maybe\n\n{page()}", ["line 1: text-outside-page", "page 1"]),
    "stray text": (
        page().replace("Solutions\n", "House rules\n\nSolutions\n"),
        ["page 1: page-stray-text", "page 1"],
    ),
    "other sha": (
        page().replace("(pinned to ababababab)", "(pinned to cdcdcdcdcd)"),
        ["page 1: page-sha", "page 1"],
    ),
    "footer in code": (page("Example fix\n\n" + page().rpartition("\n")[2]), ["page 1"]),
    "bad bytes": (page(documentation="\udcff"), ["page 1: not-utf8"]),
    "too many look-alikes": (
        page("Example fix" + "\n\nPrevention" * (MAX_TOKENS + 1)),
        ["page 1: page-ambiguous"],
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_around_and_within(name):
    text, expected = REFUSED[name]
    assert places(read(text.encode(errors="surrogateescape"))) == expected


def test_values_are_for_validate_to_refuse():
    text = page("Defensive patterns\n\nStrategy: hope").replace("· error ·", "· fatal ·")
    kept, told = judge(read(text.replace("(2026-08-14)", "(soon)").encode()))
    assert kept == []
    assert {problem.reason.split()[0] for problem in told} == {
        "severity",
        "handlingStrategy",
        "analyzedAt",
    }


def test_endless_look_alikes_end():
    footer = page().rpartition("\n")[2]
    text = "acme/widgets · error\n" + f"{footer}\n" * 20 * MAX_FOOTERS
    found = read(text.encode())
    assert all(isinstance(item, Problem) for item in found)
    assert found[0].code == "page-cut"


def test_what_the_page_can_not_carry_is_derived():
    (raw,) = read(page().encode())
    assert raw.form == "text"
    assert {"tags", "slug", "analyzedSha", "analyzedAt", "githubUrl"} <= raw.derived
    assert raw.derived.isdisjoint({"id", "repo", "errorCode", "documentation", "sourceCode"})
