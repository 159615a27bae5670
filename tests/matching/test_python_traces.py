"""Python tracebacks, really raised, under all that happens to a text on its way into the paste box."""

import pytest

from errorkb.matching.clean import clean
from errorkb.matching.traces import parse, python
from tests.matching.noises import NOISES, PAIRS, SINGLE
from tests.matching.raised import SAMPLES


def fold(text):
    return " ".join(text.split())


def found(text):
    """The Python events as tuples. White space is folded: some noises lose it."""
    return [
        (
            event.error_class,
            fold(event.message),
            event.relation,
            event.raise_frame.function if event.raise_frame else None,
        )
        for event in parse(clean(text))
        if event.language == "python"
    ]


def expected(name):
    return [
        (event.error_class, fold(event.message), event.relation, event.function)
        for event in SAMPLES[name].events
    ]


@pytest.mark.parametrize("name", SAMPLES)
def test_it_reads_what_python_prints(name):
    events = [event for event in parse(clean(SAMPLES[name].text)) if event.language == "python"]
    assert [event.message for event in events] == [event.message for event in SAMPLES[name].events]
    assert found(SAMPLES[name].text) == expected(name)


@pytest.mark.parametrize("noise", SINGLE)
@pytest.mark.parametrize("name", SAMPLES)
def test_it_reads_through_one_noise(name, noise):
    assert found(NOISES[noise](SAMPLES[name].text)) == expected(name)


@pytest.mark.parametrize("name", SAMPLES)
def test_it_reads_through_two_noises(name):
    missed = {
        pair
        for pair in PAIRS
        if found(NOISES[pair[1]](NOISES[pair[0]](SAMPLES[name].text))) != expected(name)
    }
    assert missed == set()


@pytest.mark.parametrize("name", SAMPLES)
def test_nothing_else_is_found_in_a_traceback(name):
    events = parse(clean(SAMPLES[name].text))
    assert {event.language for event in events} == {"python"}


@pytest.mark.parametrize("noise", ["crlf", "quoted", "compose", "iso", "coloured", "indented"])
def test_offsets_point_at_the_message_in_the_paste(noise):
    text = NOISES[noise](SAMPLES["several lines"].text)
    [event] = parse(clean(text))
    assert event.message == SAMPLES["several lines"].events[0].message
    for character, offset in zip(event.message, event.offsets, strict=True):
        # A line's end is a place, not a character of the paste's own.
        assert text[offset : offset + 1] == character or character == "\n"
    assert text[event.start : event.end].rstrip().endswith("the second")


TRACE = 'Traceback (most recent call last):\n  File "a.py", line 1, in f\n    g()\n'

#: Name, text, and class and message of every event that is found.
FOLLOWED = [
    (
        "records of a log",
        f"2026-11-30 10:00:00 ERROR app: failed\n{TRACE}ValueError: bad\n"
        "2026-11-30 10:00:01 INFO app: going on\n2026-11-30 10:00:02 INFO app: and on\n",
        [(None, "app: failed"), ("ValueError", "bad")],
    ),
    (
        "records with the collector's prefix before both",
        "\n".join(
            "web-1  | " + line
            for line in (f"{TRACE}ValueError: bad\n2026-11-30 10:00:01 INFO on\nINFO:root:and on").split("\n")
        ),
        [("ValueError", "bad")],
    ),
    (
        "another service of compose",
        "\n".join(["web-1 | " + line for line in f"{TRACE}ValueError: bad".split("\n")])
        + "\ndb-1  | ready to accept connections",
        [("ValueError", "bad")],
    ),
    (
        "records of another level with the same prefix",
        NOISES["logging"](f"{TRACE}ValueError: bad")
        + "\n2026-11-30 10:01:00,000 - app.views - INFO - going on",
        [("ValueError", "bad")],
    ),
    (
        "a bare level",
        f"{TRACE}ValueError: bad\nINFO:     Shutting down\n",
        [("ValueError", "bad")],
    ),
    ("a shell prompt", f"{TRACE}ValueError: bad\nme@host:~/x$ ls\n", [("ValueError", "bad")]),
    ("a python prompt", f"{TRACE}ValueError: bad\n>>> 1\n1\n", [("ValueError", "bad")]),
    (
        "another traceback at once",
        f"{TRACE}ValueError: bad\n{TRACE}KeyError: 'k'\n",
        [("ValueError", "bad"), ("KeyError", "'k'")],
    ),
    (
        "another traceback without its header",
        f"{TRACE}ValueError: bad\n  File \"b.py\", line 2, in h\n    i()\nKeyError: 'k'\n",
        [("ValueError", "bad"), ("KeyError", "'k'")],
    ),
    (
        "the end of a pip subprocess",
        "".join(f"      {line}\n" for line in f"{TRACE}ValueError: bad\n[end of output]".split("\n")),
        [("ValueError", "bad")],
    ),
    *(
        (f"an afterword: {word}", f"{TRACE}ValueError: bad\n{word}", [("ValueError", "bad")])
        for word in (
            "make: *** [Makefile:18: start] Error 2",
            "make[2]: *** [all] Error 1",
            "npm ERR! code 1",
            "Process finished with exit code 1",
        )
    ),
    (
        "an afterword that is an error line",
        f"{TRACE}ValueError: bad\nError: Process completed with exit code 1.",
        [("ValueError", "bad"), (None, "Process completed with exit code 1.")],
    ),
]


@pytest.mark.parametrize(("name", "text", "events"), FOLLOWED, ids=[row[0] for row in FOLLOWED])
def test_a_message_ends_where_another_text_begins(name, text, events):
    assert [(event.error_class, event.message) for event in parse(clean(text))] == events


CUT = [
    ("before its last line", TRACE, [(None, "", "f")]),
    ("and then prose", f"{TRACE}\nPython: 3.11, and it hangs\n", [(None, "", "f")]),
    (
        "and then another",
        f"{TRACE}{TRACE}KeyError: 'k'",
        [(None, "", "f"), ("KeyError", "'k'", "f")],
    ),
    ("after its header", "Traceback (most recent call last):\n", []),
    (
        "to its header and last line",
        "Traceback (most recent call last):\nKeyError: 'k'",
        [("KeyError", "'k'", None)],
    ),
    (
        "at its start",
        "    g()\n    ^^^\nKeyError: 'k'",
        [],
    ),
    (
        "flat, and then a long log",
        NOISES["flat"](TRACE) + "all is well\n" * 100 + "KeyError: 'k'",
        [(None, "", "f")],
    ),
    (
        "blank lines between frames",
        TRACE + "\n  File \"b.py\", line 2, in h\n    i()\n\nKeyError: 'k'",
        [("KeyError", "'k'", "h")],
    ),
    (
        "python 3.13 with a statement of several lines",
        f'{TRACE}    ~~^^\n  File "b.py", line 2, in h\n    i(\n    ~~^\n        1,\n'
        "        ^^\n    )\n    ^\nqueue.Empty\n",
        [("queue.Empty", "", "h")],
    ),
    (
        "frozen frames and lambdas",
        'Traceback (most recent call last):\n  File "<frozen importlib._bootstrap>", line 241, '
        "in _call\n  File \"x.py\", line 3, in <lambda>\nModuleNotFoundError: No module named 'y'",
        [("ModuleNotFoundError", "No module named 'y'", "<lambda>")],
    ),
    (
        "ipython",
        "----\nOddError      Traceback (most recent call last)\nCell In[2], line 1\n----> 1 f(3)\n\n"
        "File ~/x/mod.py:12, in f(n)\n     10 def f(n):\n---> 12     g(n)\n     13     pass\n\n"
        "OddError: bad",
        [("OddError", "bad", "f")],
    ),
    (
        "ipython, plain",
        "Traceback (most recent call last):\n\n  File /opt/x.py:35 in run\n    exec(code)\n\n"
        "  Cell In[16], line 1\n    import a\n\n  File <string>:25\n    )if x:\n     ^\n"
        "SyntaxError: invalid syntax",
        [("SyntaxError", "invalid syntax", None)],
    ),
    (
        "a class made in a function",
        f"{TRACE}app.make.<locals>.OddProblem: bad",
        [("app.make.<locals>.OddProblem", "bad", "f")],
    ),
    (
        "a class that is not named an error",
        f"{TRACE}django.http.response.Http404: No page",
        [("django.http.response.Http404", "No page", "f")],
    ),
]


@pytest.mark.parametrize(("name", "text", "events"), CUT, ids=[row[0] for row in CUT])
def test_a_traceback_of_which_a_part_is_missing(name, text, events):
    assert [
        (
            event.error_class,
            event.message,
            event.raise_frame.function if event.raise_frame else None,
        )
        for event in parse(clean(text))
        if event.language == "python"
    ] == events


#: What is read wrong today, as it is read. A row that changes is news.
MISSES = [
    (
        "a message with a blank line ends there",
        f"{TRACE}ValueError: bad\n\nsee the manual",
        [("ValueError", "bad")],
    ),
    (
        "a line of the message that looks like a frame starts another event",
        f'{TRACE}jinja2.exceptions.TemplateSyntaxError: bad tag\n  File "x.html", line 3\n    oh',
        [("jinja2.exceptions.TemplateSyntaxError", "bad tag"), (None, "")],
    ),
    (
        "without indentation a class that does not look like one is not seen",
        NOISES["flat"](f"{TRACE}OddProblem: bad"),
        [(None, "")],
    ),
    (
        "a plain line that follows at once belongs to the message",
        f"{TRACE}ValueError: bad\nBye.",
        [("ValueError", "bad\nBye.")],
    ),
    (
        "records of the same level and prefix belong to the message",
        NOISES["logging"](f"{TRACE}ValueError: bad\ngoing on"),
        [("ValueError", "bad\ngoing on")],
    ),
]


@pytest.mark.parametrize(("name", "text", "events"), MISSES, ids=[row[0] for row in MISSES])
def test_known_misses(name, text, events):
    assert [
        (event.error_class, event.message) for event in parse(clean(text)) if event.language == "python"
    ] == events


def test_a_long_message_is_cut():
    text = f"{TRACE}ValueError: bad\n" + "more\n" * 1000
    [event] = parse(clean(text))
    assert event.message.count("\n") == python.MAX_MESSAGE_LINES - 1
