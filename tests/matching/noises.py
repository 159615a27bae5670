"""What terminals, logs and people do to a traceback before it is pasted. Each takes and returns text."""

import json
import re
from collections.abc import Callable
from itertools import permutations

HEADER = re.compile(r"^.*Traceback \(most recent call last\):\s*$")
FINAL = re.compile(r"(\w+(?:\.\w+)*(?:Error|Exception|Group)\b)")


def each_line(prefix: str) -> Callable[[str], str]:
    """Puts the prefix before every line. ``{n}`` in it counts."""

    def noise(text: str) -> str:
        lines = text.split("\n")
        return "\n".join(prefix.format(n=n % 60) + line for n, line in enumerate(lines))

    return noise


def crlf(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\n", "\r\n")


def headerless(text: str) -> str:
    return "\n".join(line for line in text.split("\n") if not HEADER.match(line))


def flat(text: str) -> str:
    return "\n".join(line.lstrip() for line in text.split("\n"))


def fenced(text: str) -> str:
    return f"```pytb\n{text}\n```\n"


def coloured(text: str) -> str:
    text = re.sub(r'"([^"\n]*)", line (\d+)', '\x1b[35m"\\1"\x1b[0m, line \x1b[35m\\2\x1b[0m', text)
    return FINAL.sub("\x1b[1;31m\\1\x1b[0m", text)


def caret_coloured(text: str) -> str:
    return coloured(text).replace("\x1b", "^[")


def among_prose(text: str) -> str:
    return f"When I run it I get this:\n\n{text}\n\nPython 3.11, any help is welcome"


NOISES: dict[str, Callable[[str], str]] = {
    "indented": each_line("    "),
    "tab-indented": each_line("\t"),
    "quoted": each_line("> "),
    "iso": each_line("2026-11-30T10:00:{n:02}.123456Z "),
    "iso zone": each_line("2026-11-30 10:00:{n:02}+01:00 "),
    "boxed time": each_line("[2026-11-30 10:00:{n:02}] "),
    "logging": each_line("2026-11-30 10:00:{n:02},123 - app.views - ERROR - "),
    "logging levels first": each_line("2026-11-30 10:00:{n:02},123 ERROR app.views: "),
    "logging boxes": each_line("2026-11-30 10:00:{n:02},123 [ERROR] [app.views] "),
    "basic logging": each_line("ERROR:app.views:"),
    "compose": each_line("web-1  | "),
    "compose container": each_line("checkout_api | "),
    "syslog": each_line("Nov 30 10:00:{n:02} host-1 app[4711]: "),
    "circleci": each_line("Nov 30 10:00:{n:02} "),
    "modern syslog": each_line("2026-11-30T10:00:{n:02}.123456+00:00 host-1 app[4711]: "),
    "kubernetes": each_line("2026-11-30T10:00:{n:02}.123456789Z stderr F "),
    "github actions": each_line("2026-11-30T10:00:{n:02}.1234567Z "),
    "github log": each_line("test (3.11)\tRun tests\t2026-11-30T10:00:{n:02}.1234567Z "),
    "github annotation": each_line("##[error]"),
    "celery": each_line("[2026-11-30 10:00:{n:02},123: ERROR/ForkPoolWorker-1] "),
    "rank": each_line("[rank0]: "),
    "mpi": each_line("[1,0]<stderr>:"),
    "coloured": coloured,
    "caret coloured": caret_coloured,
    "crlf": crlf,
    "headerless": headerless,
    "flat": flat,
    "fenced": fenced,
    "among prose": among_prose,
}


def as_html(text: str) -> str:
    for character, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;"), ("'", "&#39;")):
        text = text.replace(character, entity)
    return f"<pre><code>{text}</code></pre>"


def as_json(text: str) -> str:
    return json.dumps({"level": "error", "ts": 1.5, "msg": "failed", "exc_info": text})


def as_repr(text: str) -> str:
    return f"the worker said {text!r} and left"


def boxed(text: str) -> str:
    return "\n".join(f"│ {line:<120} │" for line in text.split("\n"))


def numbered(text: str) -> str:
    return "\n".join(f"{number:>6}\t{line}" for number, line in enumerate(text.split("\n"), 1))


def of_two_ranks(text: str) -> str:
    return "\n".join(f"[rank{rank}]: {line}" for line in text.split("\n") for rank in (0, 1))


def in_list(text: str) -> str:
    return "\n".join(f"{' ' if number else '-'} > {line}" for number, line in enumerate(text.split("\n")))


def unbroken(text: str) -> str:
    """As chats paste code: blanks at the left and doubled ones do not break."""
    text = re.sub(r"(?m)^[ ]+", lambda hit: "\u00a0" * len(hit[0]), text)
    return text.replace("  ", " \u00a0")


def wrapped(width: int) -> Callable[[str], str]:
    """Lines that a terminal of this width broke."""

    def noise(text: str) -> str:
        lines = text.replace("\r\n", "\n").split("\n")
        return "\n".join(
            line[start : start + width] for line in lines for start in range(0, max(1, len(line)), width)
        )

    return noise


def escaped(text: str) -> str:
    """One line as string literals and loggers write it: a backslash of the text is doubled."""
    return text.replace("\\", r"\\").replace("\r", r"\r").replace("\n", r"\n")


def one_line(separator: str) -> Callable[[str], str]:
    """The lines joined into one."""
    return lambda text: separator.join(text.replace("\r\n", "\n").strip("\n").split("\n"))


def with_blanks(text: str) -> str:
    return " ".join(line.strip() for line in text.split("\n") if line.strip())


def as_junit(text: str) -> str:
    head = '<testcase classname="tests.test_a" name="test_total" time="0.01"><failure message="failed">'
    return f"{head}<![CDATA[{text}]]></failure></testcase>"


def as_yaml(text: str) -> str:
    lines = "\n".join(f"    {line}" if line.strip() else "" for line in text.split("\n"))
    return f"status: failed\ndetail:\n  message: |-\n{lines}\n  retries: 3\n"


def as_csv(text: str) -> str:
    cell = text.replace('"', '""')
    return f'id,level,text\n17,error,"{cell}",2026-11-30\n'


def as_table(text: str) -> str:
    """A row that a client of a database shows."""
    lines = text.replace("\r\n", "\n").split("\n")
    width = max(map(len, lines))
    border = f"+{'-' * (width + 2)}+"
    rows = "\n".join(f"| {line:<{width}} |" for line in lines)
    return f"{border}\n| {'message':<{width}} |\n{border}\n{rows}\n{border}\n1 row in set (0.00 sec)"


def as_psql(text: str) -> str:
    lines = text.replace("\r\n", "\n").split("\n")
    width = max(map(len, lines))
    rows = "\n".join(f" {line:<{width}}{'+' * (number < len(lines))}" for number, line in enumerate(lines, 1))
    return f" {'message':^{width}} \n{'-' * (width + 2)}\n{rows}\n(1 row)"


def badged(text: str) -> str:
    return f"3\n{text}"


def in_gradle(text: str) -> str:
    lines = "\n".join(f"    {line}" for line in text.split("\n"))
    return f"> Task :app:run FAILED\n\n{lines}\n\n3 actionable tasks: 1 executed, 2 up-to-date"


#: Noises that are tried alone.
LONE_NOISES: dict[str, Callable[[str], str]] = {
    "gitlab": each_line("2026-11-30T10:00:{n:02}.123456Z 01O "),
    "fly": each_line("2026-11-30T10:00:{n:02}Z app[3d8dd000] iad [info]"),
    "heroku": each_line("2026-11-30T10:00:{n:02}.123456+00:00 app[web.1]: "),
    "kubectl": each_line("[pod/web-7d9f8b6c5-abcde/app] "),
    "stern": each_line("web-7d9f8b6c5-abcde app "),
    "apache": each_line(
        "[Mon Nov 30 10:00:{n:02}.123456 2026] [wsgi:error] [pid 12:tid 34] [client 1.2.3.4:5] "
    ),
    "buildkit": each_line("#12 {n}.{n:03} "),
    "ray": each_line("(train pid=12, ip=10.4.1.9) "),
    "vllm": each_line("(Worker_TP0 pid=12) ERROR 11-30 10:00:{n:02} [core.py:12] "),
    "glog": each_line("E1130 10:00:{n:02}.123456       1 file.go:123] "),
    "structlog": each_line("2026-11-30 10:00:{n:02} [error    ] "),
    "airflow": each_line("[2026-11-30T10:00:{n:02}.123+0000] {{taskinstance.py:12}} ERROR - "),
    "maven": each_line("[ERROR] "),
    "pm2": each_line("0|app  | "),
    "task": each_line("[Unit tests] "),
    "html": as_html,
    "json": as_json,
    "repr": as_repr,
    "boxed": boxed,
    "numbered": numbered,
    "jenkins": each_line("[2026-11-30T10:00:{n:02}.123Z] "),
    "gradle": in_gradle,
    "quoted in a list": in_list,
    "quoted twice": each_line(">> "),
    "unbroken": unbroken,
    "wrapped at 80": wrapped(80),
    "wrapped at 120": wrapped(120),
    "one line, escapes": escaped,
    "junit": as_junit,
    "yaml": as_yaml,
    "csv": as_csv,
    "table": as_table,
    "psql": as_psql,
    "badged": badged,
}

#: What cannot be undone for all texts: where a line ended is a guess.
LOSSY_NOISES: dict[str, Callable[[str], str]] = {
    "one line, bars": one_line(" | "),
    "one line, blanks": with_blanks,
}

#: What does not stand around itself: one compose inside another, colours inside colours.
_SAME = ({"compose", "compose container"}, {"coloured", "caret coloured"})
#: Each noise alone, and each over each other.
SINGLE = sorted(NOISES)
PAIRS = [pair for pair in permutations(SINGLE, 2) if set(pair) not in _SAME]
