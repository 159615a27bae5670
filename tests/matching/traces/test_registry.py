"""The parsers together: nothing is found where nothing failed, spans are apart, hostile text is cheap."""

import json
import time
from itertools import pairwise

import pytest

from errorkb.matching.clean import clean
from errorkb.matching.traces import PARSERS, parse
from tests.matching.noises import NOISES
from tests.matching.traces import cases

FILES = ("javascript", "bundlers", "jvm", "jvm_builds", "dotnet")
ALL = [case for file in FILES for case in cases(file)]


@pytest.mark.parametrize("noise", ["as it is", "indented", "quoted", "github actions", "compose"])
@pytest.mark.parametrize("case", cases("healthy"), ids=str)
def test_healthy_text_has_no_error_with_a_class(case, noise):
    text = NOISES[noise](case.text) if noise in NOISES else case.text
    assert [event.error_class for event in parse(clean(text)) if event.error_class] == []


@pytest.mark.parametrize("noise", ["as it is", "indented", "quoted", "crlf", "coloured"])
@pytest.mark.parametrize("case", ALL, ids=str)
def test_offsets_point_at_messages_and_spans_do_not_overlap(case, noise):
    text = NOISES[noise](case.text) if noise in NOISES else case.text
    events = parse(clean(text))
    for event in events:
        assert len(event.message) == len(event.offsets)
        assert all(event.start <= offset <= event.end for offset in event.offsets)
        assert sum(frame.innermost for frame in event.frames) == bool(event.frames)
        for character, offset in zip(event.message, event.offsets, strict=True):
            # A line's end is a place, not a character of the paste's own.
            assert text[offset : offset + 1] == character or character == "\n"
    for event, after in pairwise(events):
        assert event.end <= after.start


#: Texts that parsers of two languages can read, and who has to: name, text, languages and classes.
CONTESTED = [
    (
        "rust's backtrace",
        "thread 'main' panicked at a.rs:1:2:\nx\nstack backtrace:\n   0: f\n             at ./a.rs:1:2\n",
        [("rust", None)],
    ),
    (
        "anyhow",
        "Error: x\n\nCaused by:\n    y\n",
        [("rust", None), ("rust", None)],
    ),
    (
        "lambda",
        '{"errorType":"TypeError","errorMessage":"x","trace":["TypeError: x","    at f (/a.js:1:2)"]}',
        [("javascript", "TypeError")],
    ),
    (
        "npm",
        "npm ERR! code EACCES\n"
        "npm ERR!  [Error: EACCES: no, mkdir '/a'] {\n"
        "npm ERR!   errno: -13\n"
        "npm ERR! }\n",
        [(None, None)],
    ),
    (
        "a python that npm ran",
        'npm ERR! code 1\nTraceback (most recent call last):\n  File "a.py", line 1, in f\nValueError: x\n',
        [("python", "ValueError")],
    ),
    (
        "php as a console",
        "PHP Fatal error:  Uncaught TypeError: x in /a.php:1\n"
        "Stack trace:\n"
        "#0 {main}\n"
        "  thrown in /a.php on line 1\n",
        [("php", "TypeError")],
    ),
    (
        "dart, not .net",
        "Unhandled exception:\nFormatException: x\n#0      f (file:///a.dart:1:2)\n",
        [("dart", "FormatException")],
    ),
    (
        ".net, not dart",
        "Unhandled exception. System.Exception: x\n   at A.B.C() in /a.cs:line 1\n",
        [("dotnet", "System.Exception")],
    ),
    (
        "swift, not go",
        "a.swift:1: Fatal error: x\n",
        [("swift", None)],
    ),
]


@pytest.mark.parametrize(("text", "told"), [row[1:] for row in CONTESTED], ids=[row[0] for row in CONTESTED])
def test_a_text_goes_to_the_language_that_printed_it(text, told):
    assert [(event.language, event.error_class) for event in parse(clean(text))] == told


@pytest.mark.parametrize(
    "text",
    [
        "web | message: |-\nweb |     Caused by: a.b.CException: x\n"
        "web |     \tat a.b.D.e(D.java:(train pid=1, ip=10.4.1.9) 100) ~[a.jar\r\r:5.4]\n"
        "web |     \t... 33 common frames omitted\nweb |   retries: 3\n",
        "(train pid=12, ip=10.4.1.9) freed by thread T0 here:\n"
        "(train pid=\x7f2, ip=10.4.1.9)     #0 0x4c2 in operator delete(void*) (/src/a+0x4c2)\n"
        "(train pid=12, ip=10.4.1.9) \n"
        "(train pid=12, ip=10.4.1.9) SUMMARY: AddressSanitizer: heap-use-after-free /src/a.cc:12:3 in use\n"
        "(train pid=12, ip=10.4.1.9) Shadow bytes around the buggy address:",
    ],
)
def test_lines_of_mixed_writers_lie_inside_of_their_event(text):
    for event in parse(clean(text)):
        assert 0 <= event.start <= event.end <= len(text)
        assert all(event.start <= offset <= event.end for offset in event.offsets)


def test_errors_of_several_languages_are_found_in_one_text():
    text = (
        "TypeError: bad\n    at run (/app/a.js:3:5)\n"
        'Traceback (most recent call last):\n  File "a.py", line 1, in f\n    g()\nValueError: worse\n\n'
        "java.lang.Exception: worst\n\tat a.B.c(B.java:1)\n"
        "System.Exception: last\n   at A.B.C(String x) in /a.cs:line 3\n"
    )
    assert [(event.language, event.message) for event in parse(clean(text))] == [
        ("javascript", "bad"),
        ("python", "worse"),
        ("jvm", "worst"),
        ("dotnet", "last"),
    ]


#: Languages of the shared pastes that these parsers read, and what a score compares of each error.
READ = {"javascript", "node", "react", "typescript", "java", "kotlin", "csharp"}


def short(name):
    return (name or "").rsplit(".", 1)[-1]


def test_shared_pastes_are_read(shared):
    file = shared / "cases" / "cases.jsonl"
    if not file.is_file():
        pytest.skip(f"no pastes to read: {file} is absent")
    rows = [row for line in file.read_text(encoding="utf-8").splitlines() if (row := json.loads(line))]
    read = [row for row in rows if row["language"] in READ]
    assert read
    for row in read:
        wanted = row["expected"]
        events = parse(clean(row["text"]))
        messages = [" ".join(event.message.split()) for event in events]
        classes = {short(event.error_class or event.error_code) for event in events}
        places = {(frame.file, frame.line) for event in events for frame in event.frames}
        assert " ".join(wanted["message"].split()) in messages, row["id"]
        assert {short(error["class"]) for error in wanted["all_errors"] if error["class"]} <= classes, row[
            "id"
        ]
        if wanted["raise_file"]:
            assert (wanted["raise_file"], wanted["raise_line"]) in places, row["id"]


HOSTILE = {
    "heads": "Error: bad\n" * 20_000,
    "frames": "    at f (/a.js:1:2)\n" * 12_500,
    "frames apart": ("    at f (/a.js:1:2)\n" + "\n" * 18) * 6_000,
    "heads and frames": "Error: x\n    at f (/a.js:1:2)\n" * 7_500,
    "nested": (
        "Error: x\n    at f (/a.js:1:2) {\n  [cause]: Error: y\n      at g (/b.js:1:2) {\n    code: 'X'\n"
    ) * 2_500,
    "brackets in a frame": ("    at " + "f (" * 1200 + ":1:1" * 30 + "\n") * 90,
    "one long frame": "    at " + "x" * 250_000,
    "at signs": ("a@" * 2000 + "\n") * 120,
    "overlay": "f\na.js (1:2)\n" * 15_000,
    "excerpts": "/a.js:3\nfoo\n ^\n\nError: x\n" * 9_000,
    "jvm frames": "\tat a.b.C.m(C.java:12)\n" * 11_000,
    "causes": "Caused by: a.b.CException: bad\n" * 8_000,
    "announced": 'Exception in thread "main" a.b.CException: x\n' * 5_500,
    "dots": ("\tat " + "a." * 1900 + "\n") * 120,
    "javac": "B.java:1: error: x\n  foo\n  foo\n  foo\n" * 6_000,
    "gradle": "* What went wrong:\nx\n> y\n" * 9_000,
    "dotnet frames": "   at A.B.C(String x) in /a.cs:line 3\n" * 6_500,
    "arrows": "System.AException: x ---> " * 9_500,
    "lines of arrows": " ---> System.AException: x\n" * 9_500,
    "arguments": ("   at A.B(" + "(" * 1900 + ")" * 1900 + "\n") * 120,
    "records": "    + CategoryInfo          : X: (a) [b], CException\n" * 4_500,
    "tsc": "a.ts(1,2): error TS1: '\n" * 11_000,
    "webpack": "ERROR in ./a.js\n" * 15_000,
    "eslint": "/a.js\n  1:5  error  x  y\n" * 10_000,
    "folded": ("Error: x" + " at a.b.C.m(C.java:1) at f (/a.js:1:2) at A.B(int)" * 700 + "\n") * 8,
    "nearly folded": (" at at at.(" * 3600 + "\n") * 8,
    "calls": '{\n"errorType": "A",\n' * 9_000,
    "calls in one line": '{"errorMessage": "x", "stack": ["' * 6_000,
    "elixir": "** (A) x\n    (a 1) a.ex:1: b\n\n" * 7_000,
    "elixir's messages": "** (AError) x\n" + "  more\n" * 30_000,
    "dart": "Unhandled exception:\nx\n" * 9_000 + "#0 f (dart:a:1)\n",
    "flutter": "The following A was thrown x:\nx\n\n" * 6_000,
    "dotnet test": "Error Message:\nx\n" * 12_000,
    "above a frame": ("Error: x\n" * 9 + '  File "a.py", line 1, in f\n') * 2_000,
    "parts of many": (
        '    at f (/a.js:1:2)\nFile "a.py", line 1, in f\n\tat a.b.C.m(C.java:1)\nplain\n'
    ) * 2_500,
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_takes_linear_time(name):
    lines = clean(HOSTILE[name])
    began = time.process_time()
    for parser in PARSERS:
        parser.parse(lines)
    assert time.process_time() - began < 12  # about a second; quadratic would be minutes
