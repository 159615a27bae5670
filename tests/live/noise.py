"""What happens to a traceback on its way into a paste box: each maker adds one kind of noise."""

import itertools
from collections.abc import Callable


def each_line(prefix: str) -> Callable[[str], str]:
    return lambda text: "\n".join(prefix + line for line in text.splitlines())


def numbered(text: str) -> str:
    """Time stamps that differ from line to line."""
    stamps = itertools.count()
    return "\n".join(f"2026-11-30T10:00:{next(stamps) % 60:02}.1234567Z {line}" for line in text.splitlines())


def ansi(text: str) -> str:
    return "\n".join(f"\x1b[1;31m{line}\x1b[0m" for line in text.splitlines())


def caret_ansi(text: str) -> str:
    return ansi(text).replace("\x1b", "^[")


def without_header(text: str) -> str:
    """The paste starts below the (last) header line."""
    return "\n".join(text.splitlines()[1:])


def unindented(text: str) -> str:
    """Every line starts at its first word, as in a chat that trims them."""
    return "\n".join(line.lstrip() for line in text.split("\n"))


def fenced(text: str) -> str:
    return f"I get this when I start it:\n\n```pytb\n{text}\n```\n\nAny idea?"


MAKERS: dict[str, Callable[[str], str]] = {
    "as-it-is": lambda text: text,
    "indented": each_line("      "),
    "tabbed": each_line("\t"),
    "quoted": each_line("> "),
    "quoted-twice": each_line("> > "),
    "time-stamps": numbered,
    "logging": each_line("2026-11-30 10:00:00,123 - app.views - ERROR - "),
    "compose": each_line("web-1  | "),
    "syslog": each_line("Nov 30 10:00:00 web-1 app[123]: "),
    "rank": each_line("[rank0]: "),
    "ansi": ansi,
    "caret-ansi": caret_ansi,
    "crlf": lambda text: text.replace("\n", "\r\n"),
    "no-header": without_header,
    "unindented": unindented,
    "fenced": fenced,
    "compose-and-ansi": lambda text: each_line("web-1  | ")(ansi(text)),
    "quoted-and-indented": lambda text: each_line("> ")(each_line("    ")(text)),
    "crlf-and-time-stamps": lambda text: numbered(text).replace("\n", "\r\n"),
}
