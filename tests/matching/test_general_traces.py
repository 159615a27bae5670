"""Lines that look like errors in text that no language's parser takes."""

import json

import pytest

from errorkb.matching.clean import clean
from errorkb.matching.traces import parse
from errorkb.matching.traces.general import MAX_LINE, SHORT_TEXT_LINES

FILL = "\nplain line" * (SHORT_TEXT_LINES + 1)

#: Name, line, class, code, message; the line stands in a long text of plain lines. None: no event.
LINES = [
    ("class and message", "ValueError: bad", ("ValueError", None, "bad")),
    ("a dotted class", "java.lang.IllegalStateException: bad",
     ("java.lang.IllegalStateException", None, "bad")),
    ("a class with colons", "std::BadError: bad", ("std::BadError", None, "bad")),
    ("a class of php", "App\\Http\\NotFoundException: bad",
     ("App\\Http\\NotFoundException", None, "bad")),
    ("indented", "   TypeError: bad", ("TypeError", None, "bad")),
    ("words before", "Unhandled Promise Rejection: TypeError: bad", ("TypeError", None, "bad")),
    ("prose before", "I got a ValueError: bad", ("ValueError", None, "bad")),
    ("a class alone", "KeyboardInterrupt", ("KeyboardInterrupt", None, "")),
    ("a class and a colon", "AssertionError:", ("AssertionError", None, "")),
    ("a class at the end of prose", "this is a ValueError", None),
    ("a source line that raises", "    raise ValueError", None),
    ("a source line that raises with text", 'raise ValueError: "bad"', None),
    ("a source line that catches", "except ValueError: pass", None),
    ("a source line that imports", "import ValueError", None),
    ("a call", "ValueError('bad')", None),
    ("error", "error: bad", (None, None, "bad")),
    ("capitals", "Fatal: bad", (None, None, "bad")),
    ("a program before", "git: fatal: bad", (None, None, "bad")),
    ("a place before", "src/x.h:40:13: error: bad", (None, None, "bad")),
    ("a code in brackets", "error[E0277]: bad", ("error[E0277]", "E0277", "bad")),
    ("a longer code in brackets", "error[XY12345]: bad", (None, "XY12345", "bad")),
    ("a code behind", "x.ts:7:3 - error TS2345: bad", (None, "TS2345", "bad")),
    ("errors are counted", "3 errors: none", None),
    ("a level that fails", "2026-11-30 10:00:00,1 - app - ERROR - bad thing",
     (None, None, "bad thing")),
    ("a level that fails and a class", "2026-11-30 10:00:00,1 ERROR app.x: ValueError: bad",
     ("ValueError", None, "bad")),
    ("a level that informs", "2026-11-30 10:00:00,1 - app - INFO - good thing", None),
    ("a level alone", "ERROR: duplicate key", (None, None, "duplicate key")),
    ("a database's level", "ERROR:  duplicate key", ("ERROR", None, "duplicate key")),
    ("blanks at the end", "error: bad   ", (None, None, "bad")),
    ("an exclamation mark", "Error! bad thing", (None, None, "bad thing")),
    ("no colon", "ERROR failed to load", (None, None, "failed to load")),
    ("no colon and stars", "*** ERROR failed to load", (None, None, "failed to load")),
    ("no colon and brackets", "<FATAL> failed to load", (None, None, "failed to load")),
    ("no colon and a dash", "ERROR - failed to load", (None, None, "failed to load")),
    ("a level that is set", "ERROR = 3", None),
    ("a level that fails with nothing to say", "2026-11-30 10:00:00,1 - app - ERROR - ====", None),
    ("small letters without a colon", "error handling is hard", None),
]  # fmt: skip


def test_a_line_that_ends_in_a_colon_goes_on():
    text = "I get:\nCannot load the ship (see above):\nno such port\nWhat to do?"
    assert [event.message for event in parse(clean(text))] == [
        "I get:",
        "Cannot load the ship (see above):\nno such port",
        "What to do?",
    ]


#: What speaks of errors and is none: no event has a class or a stack.
HARMLESS = {
    "prose": "I think the ValueError is raised in main (see below).\n"
    "Fatal errors end it; the panic was over soon.",
    "go": (
        'if err != nil {\n\tpanic(fmt.Sprintf("bad: %v", err))\n}\nlog.Fatal("no")\nreturn errors.New("x: y")'
    ),
    "rust": (
        'fn main() {\n    panic!("bad");\n    Err(anyhow!("x")).context("y")?\n'
        "    panic: Strategy::Unwind,\n}"
    ),
    "ruby": "raise ArgumentError, 'bad'\nrescue NoMethodError => e\n  Foo::BarError.new(x)\nFoo (bar baz):",
    "php": 'throw new RuntimeException("bad in $file");\n} catch (TypeError $e) {\n$x = "Warning: no";',
    "c": 'fprintf(stderr, "ERROR:  bad\\n");\nassert(x > 0);\nthrow std::out_of_range("map::at");',
    "sql": "CREATE TABLE errors (error text);\nRAISE EXCEPTION 'bad';\n-- ERROR 1064 is a syntax error",
    "shell": 'echo "error: no such file" >&2\nset -e\ncommand -v foo || exit 1\ntrap "echo ERROR" ERR',
    "diff": "--- a/x.go\n+++ b/x.go\n@@ -1,2 +1,2 @@\n-\treturn err\n+\tpanic(err)\n+raise KeyError",
    "a healthy build": (
        "   Compiling foo v0.1.0\n    Finished dev target(s) in 0.5s\n[100%] Built target x\n0 errors"
    ),
    "healthy tests": "ok  \tpkg\t0.1s\nPASS\n--- PASS: TestX (0.00s)\n5 runs, 0 failures, 0 errors",
    "a healthy log": "2026-11-30 10:00:00 INFO started\n10:00:01 LOG:  checkpoint complete\nGET /error 200",
    "warnings": (
        "a.c:3:5: warning: unused variable 'x' [-Wunused-variable]\nwarning: `x` (bin) generated 1 warning"
    ),
    "goroutines at rest": "goroutine 1 [select]:\nmain.main()\n\t/x/a.go:5 +0x1\n",
}


@pytest.mark.parametrize("name", HARMLESS)
@pytest.mark.parametrize("fill", ["", FILL])
def test_what_is_no_error_has_no_class(name, fill):
    events = parse(clean(HARMLESS[name] + fill))
    assert [(e.error_class, e.error_code, e.frames) for e in events] == [(None, None, ())] * len(events)


@pytest.mark.parametrize(("name", "line", "event"), LINES, ids=[row[0] for row in LINES])
def test_a_line_in_a_long_text(name, line, event):
    events = [(e.error_class, e.error_code, e.message) for e in parse(clean(line + FILL))]
    assert events == ([event] if event else [])


def test_a_short_text_is_taken_line_by_line():
    events = parse(clean("  it went wrong  \n\nquite badly"))
    assert [event.message for event in events] == ["it went wrong", "quite badly"]
    assert [(event.start, event.end) for event in events] == [(2, 15), (19, 30)]


def test_a_long_text_without_errors_says_nothing():
    assert parse(clean(FILL)) == []


def test_lines_of_a_traceback_are_not_errors_of_their_own():
    text = (
        'Traceback (most recent call last):\n  File "a.py", line 1, in f\n'
        "    raise ValueError\nValueError: bad\n\nerror: and more"
    )
    assert [event.message for event in parse(clean(text))] == ["bad", "and more"]


def test_python_among_other_languages():
    text = (
        "Error: spawn failed\n    at run (index.js:3:5)\n    at main (index.js:9:1)\n"
        'Traceback (most recent call last):\n  File "a.py", line 1, in f\n    g()\n'
        "ValueError: bad\n\nnpm ERR! code 1\nerror Command failed: exit 1\n"
    )
    assert [(event.language, event.message) for event in parse(clean(text))] == [
        ("javascript", "spawn failed"),
        ("python", "bad"),
        ("node", "Command failed: exit 1"),
    ]


def test_events_stand_in_the_order_of_the_text():
    text = "error: one\nValueError: two\nfatal: three"
    events = parse(clean(text))
    assert [event.message for event in events] == ["one", "two", "three"]
    for event in events:
        assert text[event.offsets[0] : event.offsets[-1] + 1] == event.message


def test_a_long_line_is_read_at_its_start_only():
    [event] = parse(clean("error: " + "x" * 10_000))
    assert len(event.message) <= MAX_LINE


#: Languages of the shared pastes that the parsers of compiled languages, databases and tools read.
LANGUAGES = ("c", "c++", "cuda", "docker", "go", "kubernetes", "npm", "php", "postgres", "ruby", "rust")


def short(name):
    return (name or "").replace("::", ".").replace("\\", ".").rsplit(".", 1)[-1].lower()


def fold(text):
    return " ".join(text.split())


def test_the_shared_pastes_are_read(shared):
    path = shared / "cases" / "cases.jsonl"
    if not path.exists():
        pytest.skip(f"{path} is not there")
    cases = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    missed = []
    for case in (case for case in cases if case["language"] in LANGUAGES):
        wanted = case["expected"]
        events = parse(clean(case["text"]))
        classes = {short(event.error_class or event.error_code) for event in events}
        classes_wanted = {short(error["class"]) for error in wanted["all_errors"] if error["class"]}
        sites = {(event.raise_frame.file, event.raise_frame.line) for event in events if event.raise_frame}
        if not (
            classes_wanted <= classes
            and fold(wanted["message"]) in {fold(event.message) for event in events}
            and (not wanted["raise_file"] or (wanted["raise_file"], wanted["raise_line"]) in sites)
        ):
            missed.append(case["id"])
    assert missed == []
