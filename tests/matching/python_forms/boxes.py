"""Boxes of rich, decorations of loguru. Name, text, and what a reader finds in it."""
# ruff: noqa: E501 - the texts are as they are printed

from tests.matching.python_forms.expected import error

FORMS = {
    "rich": (
        """╭─────────────────────────────── Traceback (most recent call last) ────────────────────────────────╮
│ /srv/app.py:20 in <module>                                                                       │
│                                                                                                  │
│   19                                                                                             │
│ ❱ 20 f(1)                                                                                        │
│                                                                                                  │
│ /srv/very/long/path/to/site-packages/some/where/inside/                                          │
│ deep.py:12 in f                                                                                  │
│                                                                                                  │
│   11     x = 1                                                                                   │
│ ❱ 12     raise ValueError("bad")                                                                 │
│ ╭─ locals ─╮                                                                                     │
│ │ x = 1    │                                                                                     │
│ ╰──────────╯                                                                                     │
╰──────────────────────────────────────────────────────────────────────────────────────────────────╯
ValueError: bad""",
        [error(("/srv/very/long/path/to/site-packages/some/where/inside/deep.py", 12, "f"))],
    ),
    "rich for old consoles": (
        """+--------------------- Traceback (most recent call last) ---------------------+
| C:\\srv\\app.py:12 in f                                                       |
|                                                                             |
|   11     x = 1                                                              |
| > 12     raise ValueError("bad")                                            |
+-----------------------------------------------------------------------------+
ValueError: bad""",
        [error(("C:\\srv\\app.py", 12, "f"))],
    ),
    "a chain of rich": (
        """╭──────────────── Traceback (most recent call last) ─────────────────╮
│ /srv/app.py:2 in f                                                 │
╰────────────────────────────────────────────────────────────────────╯
KeyError: 'x'

During handling of the above exception, another exception occurred:

╭──────────────── Traceback (most recent call last) ─────────────────╮
│ /srv/app.py:4 in f                                                 │
╰────────────────────────────────────────────────────────────────────╯
ValueError: bad""",
        [
            error(("/srv/app.py", 2, "f"), "'x'", "KeyError", "root"),
            error(("/srv/app.py", 4, "f"), relation="context"),
        ],
    ),
    "loguru": (
        """2026-11-30 10:00:00.123 | ERROR    | __main__:<module>:12 - An error has been caught
Traceback (most recent call last):

  File "a.py", line 12, in <module>
    main()
    └ <function main at 0x7f1c2b7fe740>

> File "a.py", line 7, in main
    f(1, 0)
    │ │  └ 0
    │ └ 1
    └ <function f at 0x7f1c2b7fe741>

  File "a.py", line 3, in f
    return a / b
           │   └ 0
           └ 1

ZeroDivisionError: division by zero""",
        [error(("a.py", 3, "f"), "division by zero", "ZeroDivisionError")],
    ),
}
