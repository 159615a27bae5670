"""Texts in two layers, where taking the wrong one first harms the other: name, pasted text, filled lines."""

from tests.matching.cleaning.shown_texts import TEXT, TRACE
from tests.matching.noises import LONE_NOISES, NOISES, each_line, escaped, wrapped

ALL = {**NOISES, **LONE_NOISES}
#: Broken lines whose parts look like prefixes, and records that a terminal broke.
RECORDS = [
    f"2026-11-30 10:00:0{n} ERROR app.views: cannot read {'x' * 60}, since it is locked" for n in range(3)
]
STAMPED = [f"2026-11-30 10:00:0{n} {word}" for n, word in enumerate("abcd")]
LACKING = ["there is no b", "there is no c", "there is no d"]
CELL = ALL["psql"](ALL["repr"]("\n".join(LACKING))).partition("\n")[2]
ROWS = ["ERROR: the first of all", "a note", "Have a FATAL in log:"]
NUMBERED = ALL["numbered"](TEXT)
SENTENCES = " ".join(f"word{n} that is followed by more" for n in range(7))
PATHS = ["no file in node_modules\\next\\dist", "nor in node_modules\\nuxt\\dist here", "at all"]

LAYERED = [
    (
        "records that were broken, then stamped",
        each_line("2026-11-30T10:00:{n:02}.123456Z ")(wrapped(80)("\n".join(RECORDS))),
        [line.partition("app.views: ")[2] for line in RECORDS],
    ),
    (
        "one record of a log that a terminal broke where blanks are",
        wrapped(80)("\n".join([*STAMPED[:3], f"{STAMPED[3]} {'x' * 58}    y"])),
        ["a", "b", "c", f"d {'x' * 58}    y"],
    ),
    (
        "a break where blanks are",
        wrapped(80)("\n".join([f"{'word ' * 15}abcde    more {'x' * 70}", SENTENCES])),
        [f"{'word ' * 15}abcde    more {'x' * 70}", SENTENCES],
    ),
    (
        "rows that name a level behind stamps",
        each_line("[2026-11-30T10:00:{n:02}.123Z] ")(ALL["table"]("\n".join(ROWS))),
        ["message", "the first of all", *ROWS[1:], "1 row in set (0.00 sec)"],
    ),
    ("a table with ends of lines of Windows", NOISES["crlf"](ALL["table"](TEXT)),
     ["message", *TRACE, "1 row in set (0.00 sec)"]),
    ("numbers from 1 between empty lines", f"see\n\n{NUMBERED}\n\nend", ["see", *TRACE, "end"]),
    (
        "numbers of source code",
        "see\n\n     7\tx\n     8\ty\n     9\tz\n\nend",
        ["see", "     7\tx", "     8\ty", "     9\tz", "end"],
    ),
    ("an escaped text with backslashes", escaped("\n".join(PATHS)), PATHS),
    ("an escaped text with quotes that it escapes", escaped('a \\"b\\" c\n"Traceback\nd e'),
     ['a \\"b\\" c', '"Traceback', "d e"]),
    ("escapes around back-ticks", escaped(f"see `it:\n{TEXT}`\nend"),
     ["see `it:", *TRACE[:3], "ValueError: bad`", "end"]),
    (
        "a cell of one line",
        ALL["csv"](escaped('C:\\new "b" is lost\nand there is no c\nnor d')),
        ["id,level,text", "17,error,", 'C:\\new "b" is lost', "and there is no c", "nor d", ",2026-11-30"],
    ),
    ("a report in a string", ALL["json"](ALL["junit"](TEXT)), ["failed", *TRACE]),
    ("a report behind a name", ALL["task"](ALL["junit"]("a b\nc d\ne f")), ["a b", "c d", "e f"]),
    ("a string in a cell", CELL, ["-" * 72, " the worker said '", *LACKING, "' and left", "(1 row)"]),
    ("a name in a string", ALL["repr"](ALL["task"]("a b\nc d\ne f")),
     ["the worker said '", "a b", "c d", "e f", "' and left"]),
    ("a count above a margin", "3\n        a b\n        c d", ["3", "a b", "c d"]),
    ("unbroken cells", ALL["unbroken"](ALL["psql"](TEXT)), TRACE),
    ("unbroken boxes over ends of lines", ALL["unbroken"]("│ bad\r     │\n│   worse\r │"),
     ["bad", "  worse"]),
    ("an arrow behind a level", "[2026-11-30 10:00:00] [ERROR]   --> a.rs:1:2", ["  --> a.rs:1:2"]),
    ("a bar behind a level", "[2026-11-30 10:00:00] [ERROR]    |     ^", ["   |     ^"]),
    ("a box behind a level", "2026-11-30 10:00:00,123 [ERROR] [app.views]\nx", ["x"]),
    ("one string that a terminal broke", wrapped(120)(ALL["repr"]("\n".join([SENTENCES, *TRACE] * 2))),
     ["the worker said '", *[SENTENCES, *TRACE] * 2, "' and left"]),
    (
        "a stamp in a stamp",
        "2026-11-30T10:00:00Z [2026-11-30 10:00:00,123: ERROR/ForkPoolWorker-1] Have a FATAL in log",
        ["Have a FATAL in log"],
    ),
]  # fmt: skip
