"""GitHub's annotations, SARIF and JUnit XML: by their grammars, and with hostile texts."""

import json
import re
from xml.etree import ElementTree

import pytest

from errorkb.reports import github, junit, sarif
from tests.cli.answers import HOSTILE, event, frame, match, told
from tests.cli.sarif_schema import schema

#: ``::command name=value,name=value::message``, GitHub's grammar: values and message hold their own escapes.
COMMAND = re.compile(
    r"::(?P<command>error|warning|notice) "
    r"(?P<values>(?:[a-zA-Z]+=[^:,\r\n]*)(?:,[a-zA-Z]+=[^:,\r\n]*)*)::(?P<message>[^\r\n]*)\n"
)
ESCAPE = re.compile(r"%(?!25|0D|0A|3A|2C)")


@pytest.fixture(autouse=True)
def checkout(tmp_path, monkeypatch):
    """A checkout that has widgets/shelf.py and other people's code."""
    for name in ("widgets/shelf.py", ".venv/lib/site-packages/x/y.py", "a, b:%c/d e.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("")
    monkeypatch.setenv("GITHUB_WORKSPACE", str(tmp_path))
    return tmp_path


def annotations(text):
    """Each line as (command, values, message), unescaped."""
    found = []
    for line in text.splitlines(keepends=True):
        hit = COMMAND.fullmatch(line)
        assert hit, line
        assert not ESCAPE.search(line), line
        values = dict(pair.split("=", 1) for pair in hit["values"].split(","))
        found.append(
            (hit["command"], {k: unescaped(v) for k, v in values.items()}, unescaped(hit["message"]))
        )
    return found


def unescaped(text):
    for sign, code in ((":", "%3A"), (",", "%2C"), ("\r", "%0D"), ("\n", "%0A"), ("%", "%25")):
        text = text.replace(code, sign)
    return text


PLACES = [
    ("the raise site", [frame("widgets/shelf.py", 42, innermost=True)], ("widgets/shelf.py", "42")),
    ("an absolute path", [frame("{root}/widgets/shelf.py", 42, innermost=True)], ("widgets/shelf.py", "42")),
    ("the call that led out", [frame("widgets/shelf.py", 7), frame("/lib/x.py", 9, innermost=True)],
     ("widgets/shelf.py", "7")),
    ("not other people's code", [frame("widgets/shelf.py", 7), frame(".venv/lib/site-packages/x/y.py", 9)],
     ("widgets/shelf.py", "7")),
    ("no line", [frame("widgets/shelf.py", None)], ("widgets/shelf.py", None)),
    ("odd names", [frame("a, b:%c/d e.py", 3)], ("a, b:%c/d e.py", "3")),
    ("a path that climbs", [frame("../../etc/passwd", 1)], (None, None)),
    ("NUL", [frame("a\0b", 1)], (None, None)),
    ("a folder", [frame("widgets", 1)], (None, None)),
    ("nothing", [], (None, None)),
]  # fmt: skip


@pytest.mark.parametrize(("frames", "place"), [row[1:] for row in PLACES], ids=[row[0] for row in PLACES])
def test_annotations_stand_in_the_checkout(checkout, frames, place):
    frames = [{**one, "file": one["file"].replace("{root}", str(checkout))} for one in frames]
    [(command, values, message)] = annotations(github.match(told([event(frames=frames)])))
    assert command == "error"
    assert (values.get("file"), values.get("line")) == place
    assert values["title"] == "No widget named {name} on the shelf"
    assert message.splitlines()[0] == "WidgetError: No widget named gear on the shelf"
    assert "Solution: List the shelf before you ask for `gear`." in message


@pytest.mark.parametrize(
    ("changes", "severity", "command"),
    [
        ({}, "critical", "error"),
        ({}, "warning", "warning"),
        ({}, "info", "notice"),
        ({"confidence": "possible"}, "critical", "notice"),
    ],
)
def test_the_level_is_the_entry_s_and_a_guess_is_a_notice(changes, severity, command):
    [(found, _, _)] = annotations(github.match(told(matches=[match(**changes)], severity=severity)))
    assert found == command


def test_repeated_errors_are_one_annotation_and_unexplained_ones_none():
    events = [event(), event(), event(matches=[], message="?")]
    assert len(annotations(github.match(told(events)))) == 1
    assert github.match(told([event(matches=[])], [])) == ""


def test_hostile_texts_stay_within_their_line():
    record = {"errorMessage": HOSTILE, "documentation": HOSTILE, "solutions": [HOSTILE]}
    found = told([event(message=HOSTILE)], [match(message=HOSTILE)], **record)
    [(_, _, message)] = annotations(github.match(found))
    assert "\x1b" not in message


def sarif_log(found):
    log = json.loads(sarif.match(found))
    check_sarif(log)
    return log["runs"][0]


def check_sarif(log):
    """The schema of SARIF 2.1.0, and what no schema can say: that references lead somewhere."""
    assert [str(error) for error in schema().iter_errors(log)] == []
    assert log["version"] == "2.1.0"
    for run in log["runs"]:
        ids = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
        assert len(ids) == len(set(ids))
        for result in run["results"]:
            assert ids[result["ruleIndex"]] == result["ruleId"]
            frames = [frame["location"] for stack in result.get("stacks", []) for frame in stack["frames"]]
            for location in [*result["locations"], *frames]:
                if "physicalLocation" in location:
                    assert re.fullmatch(r"[!-~]+", location["physicalLocation"]["artifactLocation"]["uri"])


def test_the_schema_would_tell():
    log = json.loads(sarif.match(told()))
    log["runs"][0]["results"][0] |= {"rank": 101, "colour": "red"}
    log["runs"][0]["tool"]["driver"]["rules"][0]["helpUri"] = "not an address"
    assert len(list(schema().iter_errors(log))) == 3


def test_sarif_has_a_rule_for_each_entry_and_a_result_for_each_error():
    events = [event(), event(message="No widget named bolt on the shelf"), event(matches=[], message="?")]
    run = sarif_log(told(events, pages="http://kb:8000"))
    [rule] = run["tool"]["driver"]["rules"]
    assert (rule["id"], rule["helpUri"]) == (match()["id"], "http://kb:8000/acme/widgets/no-widget-named/")
    assert rule["help"]["text"].startswith("1. List the shelf")
    assert [result["ruleIndex"] for result in run["results"]] == [0, 0]
    first = run["results"][0]
    assert first["locations"][0]["physicalLocation"] == {
        "artifactLocation": {"uri": "widgets/shelf.py", "uriBaseId": "%SRCROOT%"},
        "region": {"startLine": 42},
    }
    inner, outer = first["stacks"][0]["frames"]
    assert inner["location"]["logicalLocations"] == [{"fullyQualifiedName": "put"}]
    assert outer["location"]["physicalLocation"]["artifactLocation"] == {"uri": "file:///elsewhere/app.py"}


def test_sarif_points_into_the_file_that_was_read_where_no_frame_is_ours(checkout):
    (checkout / "ci.log").write_text("")
    run = sarif_log(told([event(frames=[])], source="ci.log"))
    assert run["results"][0]["locations"][0]["physicalLocation"]["region"] == {
        "startLine": 4, "startColumn": 14, "endLine": 4, "endColumn": 47,
    }  # fmt: skip
    assert sarif_log(told([event(frames=[])]))["results"][0]["locations"] == []


def test_sarif_of_nothing_and_of_hostile_texts():
    assert sarif_log(told([], []))["results"] == []
    hostile = event(message=HOSTILE, frames=[frame(HOSTILE, -3, HOSTILE, innermost=True), frame("", 0)])
    changes = {
        "errorMessage": HOSTILE,
        "documentation": HOSTILE,
        "solutions": [HOSTILE],
        "tags": [HOSTILE] * 2,
    }
    assert len(sarif_log(told([hostile], **changes))["results"]) == 1


def test_junit_has_a_failed_case_for_each_error():
    events = [event(), event(matches=[], message="?", errorClass=None, frames=[])]
    root = ElementTree.fromstring(junit.match(told(events, source="ci.log")))  # noqa: S314 - our own
    [suite] = root
    assert (root.tag, suite.tag, suite.get("name")) == ("testsuites", "testsuite", "ci.log")
    assert [suite.get(key) for key in ("tests", "failures", "errors", "skipped")] == ["2", "2", "0", "0"]
    first, second = suite
    assert first.attrib == {
        "classname": "WidgetError", "name": "WidgetError: No widget named gear on the shelf",
        "file": "widgets/shelf.py", "line": "42", "time": "0",
    }  # fmt: skip
    assert first[0].get("message") == "No widget named {name} on the shelf (confirmed, acme/widgets)"
    assert "Solution: List the shelf" in (first[0].text or "")
    assert second[0].get("message") == "No entry explains this."


def test_junit_takes_any_text():
    text = HOSTILE + "".join(map(chr, range(0x20))) + "\ud800\ufffe\uffff]]>\"'"
    found = told([event(message=text, errorClass=text, frames=[])], documentation=text)
    [case] = ElementTree.fromstring(junit.match(found).encode())[0]  # noqa: S314
    assert "<img src=x>" in (case[0].text or "")
