"""Texts that something else holds: strings, cells, reports, margins. Name, pasted text, its filled lines."""

import json

from tests.matching.cleaning.shown_texts import TEXT, TRACE
from tests.matching.noises import LONE_NOISES, each_line

#: No stack of any language: only its escapes show what it is.
PLAIN = [
    'pull access denied for x, it\'s "private"',
    "",
    "make: *** [build] Error 2",
    "  see C:\\new\\log",
]
PLAIN_TEXT = "\n".join(PLAIN)
FILLED = [line for line in PLAIN if line]
SENTENCE = (
    "cannot fetch the list of packages, because none of the mirrors that are configured answers in time"
)
WIDE = [f'  File "/srv/{"x" * 70}/{n}.py", line {n}, in f' for n in range(2)]


def named(prefix: str) -> str:
    return each_line(prefix)(PLAIN_TEXT)


def broken(lines: list[str], width: int) -> str:
    return "\n".join(line[at : at + width] for line in lines for at in range(0, len(line), width))


HELD = [
    ("repr, whatever it says", f"it said {PLAIN_TEXT!r} and left", ["it said '", *FILLED, "' and left"]),
    ("repr of bytes", f"b{PLAIN_TEXT!r}", FILLED),
    ("json, whatever it says", json.dumps(PLAIN_TEXT), FILLED),
    (
        "a string behind an error's head stays",
        "ValueError: bad 'first line\\nsecond line\\nthird line'",
        ["ValueError: bad 'first line\\nsecond line\\nthird line'"],
    ),
    (
        "a string that is a small part stays",
        "expected 'a\\nb\\nc'\n" + "but there was nothing at all\n" * 3,
        ["expected 'a\\nb\\nc'", *["but there was nothing at all"] * 3],
    ),
    ("bare ends of lines", "\\n".join(FILLED), FILLED),
    (
        "paths are no ends of lines",
        "cannot open C:\\new\\nodes\\notes.txt or D:\\n\\no at all",
        ["cannot open C:\\new\\nodes\\notes.txt or D:\\n\\no at all"],
    ),
    (
        "folders are no ends of lines",
        "no file in node_modules\\next\\dist nor in node_modules\\nuxt\\dist here",
        ["no file in node_modules\\next\\dist nor in node_modules\\nuxt\\dist here"],
    ),
    ("bars for ends of lines", " | ".join(TRACE), TRACE),
    (
        "types in a message",
        "TypeError: 'int | str | None' is no class of 'a | b | c' that can be called here",
        ["TypeError: 'int | str | None' is no class of 'a | b | c' that can be called here"],
    ),
    ("csv", LONE_NOISES["csv"](TEXT), ["id,level,text", "17,error,", *TRACE, ",2026-11-30"]),
    ("an open quote is no cell", 'f(a,"\nb = "x"\n', ['f(a,"', 'b = "x"']),
    ("mysql", LONE_NOISES["table"](TEXT), ["message", *TRACE, "1 row in set (0.00 sec)"]),
    ("psql", LONE_NOISES["psql"](TEXT), TRACE),
    ("junit", LONE_NOISES["junit"](TEXT), TRACE),
    (
        "junit with entities",
        f'<failure message="x">{TEXT.replace("<", "&lt;").replace(">", "&gt;")}</failure>',
        TRACE,
    ),
    ("yaml", f"a: 1\nb:\n  c: |-\n    {TEXT.replace(chr(10), chr(10) + '    ')}\n  d: 2\n",
     ["a: 1", "b:", *TRACE, "  d: 2"]),
    ("a margin of all", each_line("        ")(TEXT), TRACE),
    ("a block between empty lines", f"see\n\n{each_line('    ')(TEXT)}\n\nend", ["see", *TRACE, "end"]),
    (
        "a block below an error is its own",
        "x: error: bad\n\n    f()\n    g()\n",
        ["x: error: bad", "    f()", "    g()"],
    ),
    ("the middle of a stack", "    at f (a.js:1)\n    at g (a.js:2)",
     ["    at f (a.js:1)", "    at g (a.js:2)"]),
    ("a name in a box", named("[Unit tests] "), FILLED),
    ("a name and a colon", named("unit-tests: "), FILLED),
    ("kinds are no names", "[error] a\n[error]   b\n[error] c", ["[error] a", "[error]   b", "[error] c"]),
    (
        "classes are no names",
        "ValueError: a\nValueError: \nValueError:   b\nValueError: c",
        ["ValueError: a", "ValueError: ", "ValueError:   b", "ValueError: c"],
    ),
    ("a quote in a list", LONE_NOISES["quoted in a list"](TEXT), TRACE),
    ("mails", each_line(">> ")(TEXT), TRACE),
    ("lines of full width", broken([TRACE[0], *WIDE, TRACE[3]], 80), [TRACE[0], *WIDE, TRACE[3]]),
    ("a message of full width", broken([SENTENCE], 80), [SENTENCE]),
    ("one full line by chance", f"{SENTENCE[:80]}\nAnother line", [SENTENCE[:80], "Another line"]),
    (
        "records of a log that are as wide",
        "\n".join(f"app {n} {SENTENCE[:72]}" for n in range(100, 104)) + "\nend\nend\n",
        [*(f"app {n} {SENTENCE[:72]}" for n in range(100, 104)), "end", "end"],
    ),
    ("a box over ends of lines", "│ bad\r     │\n│   worse\r │", ["bad", "  worse"]),
    (
        "dates without hosts",
        "Nov 30 10:00:00 Request Method: POST\nNov 30 10:00:01 Exception Type: X\nNov 30 10:00:02 more",
        ["Request Method: POST", "Exception Type: X", "more"],
    ),
    (
        "dates without hosts, of which one stands before nothing",
        "Nov 30 10:00:00 Python Path: a\nNov 30 10:00:01 \nNov 30 10:00:02 Python Version: 3\n"
        "Nov 30 10:00:03 Python Home: b",
        ["Python Path: a", "Python Version: 3", "Python Home: b"],
    ),
    (
        "a time behind apache's fields",
        "[Mon Nov 30 10:00:00 2026] [core:error] [pid 1] [rank0]: bad",
        ["bad"],
    ),
    (
        "a record behind a level",
        "[ERROR] 2026-11-30 10:00:00,123 ERROR app.views: bad",
        ["bad"],
    ),
    (
        "frames of a broken string",
        '  File \\"a.py\\", line 1, in f\n    g()\n',
        ['  File "a.py", line 1, in f', "    g()"],
    ),
]  # fmt: skip
