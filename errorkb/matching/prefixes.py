"""What log collectors and loggers put before each line of a text.

One table, in the order in which it is tried. Collectors stack (compose around logging around a rank), so
prefixes are taken off one after the other. Leading blanks go with a prefix: the whole paste may be indented.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass

_CLOCK = r"\d{1,2}:\d{2}:\d{2}(?:[.,]\d{1,9})?"
_TIME = rf"\d{{4}}[-/]\d{{2}}[-/]\d{{2}}[T ]{_CLOCK}(?:Z|\s?[+-]\d{{2}}:?\d{{2}})?"
_BOXED_TIME = rf"[\[(]?{_TIME}[\])]?"
_LEVEL = r"(?P<level>DEBUG|INFO|NOTICE|WARNING|WARN|ERROR|FATAL|CRITICAL|TRACE|STDERR|STDOUT)(?!\w)"
_HOST_AND_PROGRAM = r"[\w.-]{1,80} [A-Za-z_][\w./@-]{0,80}"
#: Between the fields of a record.
_BETWEEN = r"(?:\s?[|:,-]\s?|\s)"
#: A logger's dotted name. `json.decoder.JSONDecodeError` is a class, and capitals tell.
_LOGGER = r"(?:[a-z_][a-z0-9_]{0,60}(?:\.[a-z0-9_]{1,60}){1,8}|root|__main__)"
_FIELD = r"(?:[\w.<>/-]{1,80}|\[[^\]\n]{1,80}\])"

_SERVICE = "docker compose"
#: Name and pattern. ``level`` is the record's level and ``source`` who wrote it, where they are told.
PREFIXES: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, re.compile(rf"[ \t]{{0,40}}(?:{pattern})"))
    for name, pattern in (
        # web-1  | Traceback …; taken for a prefix only when the whole text says so: see `services`.
        (_SERVICE, r"(?P<source>[\w./-]{1,60})\s{0,40}\|(?:\s|\Z)"),
        # build<tab>Run tests<tab>2026-01-31T10:00:00.1234567Z …
        ("github log", rf"[^\t|]{{1,80}}\t[^\t]{{1,80}}\t(?={_TIME})"),
        # Nov 30 12:00:00 host app[123]: …, or with a modern time stamp
        (
            "syslog",
            rf"(?:<\d{{1,3}}>)?[A-Z][a-z]{{2}} [ \d]\d {_CLOCK} {_HOST_AND_PROGRAM}(?:\[\d+\])?:(?: |\Z)"
            rf"|{_TIME} {_HOST_AND_PROGRAM}\[\d+\]:(?: |\Z)",
        ),
        # <time> stdout F … (containerd)
        ("kubernetes", rf"{_TIME} std(?:out|err) [FP] ?"),
        # 2026-01-31 10:00:00.123 | ERROR    | app:run:12 - …
        ("loguru", rf"{_TIME} \| {_LEVEL}\s{{1,9}}\| [\w.<>:]{{1,120}} - ?"),
        # [2026-01-31 10:00:00,123: ERROR/ForkPoolWorker-1] …
        ("celery", rf"\[{_TIME}: {_LEVEL}/[\w-]{{1,60}}\] ?"),
        # 2026-01-31 10:00:00,123 - app.views - ERROR - …, and the fields in other orders. After the level
        # one blank only: the next ones are the line's own indentation.
        (
            "logging",
            rf"{_BOXED_TIME}{_BETWEEN}(?:{_FIELD}{_BETWEEN}){{0,2}}?\[?{_LEVEL}(?!:[\w.]{{1,80}}:)\]?"
            rf"(?:\s{{0,9}}[|:-]\s?|\s|\Z)(?:{_LOGGER}:\s|\[[\w.:/-]{{1,80}}\]:?\s)?",
        ),
        ("time stamp", rf"{_BOXED_TIME}(?: ?[|:-] ?| |\t|\Z)"),
        # [10:00:00] …, and Nov 30 10:00:00 … without a host
        ("clock", rf"(?:\[{_CLOCK}\]|(?:[A-Z][a-z]{{2}} [ \d]\d )?{_CLOCK})(?: |\Z)"),
        # [rank0]: … and [1,0]<stderr>: …
        ("rank", r"\[(?:default|rank)?\d{1,5}\]: ?|\[\d{1,5}(?:,\d{1,5})?\]<std(?:err|out)>:"),
        # ##[error]… (GitHub Actions)
        ("annotation", r"##\[(?:error|warning|notice|debug|group|endgroup|command|section)\]"),
        # ERROR:app.views:…, [ERROR] …, ERROR: …
        ("level", rf"{_LEVEL}:[\w.]{{1,80}}:|\[{_LEVEL.replace('level', 'boxed')}\]:? ?"
                  rf"|{_LEVEL.replace('level', 'bare')}:(?: {{1,9}}(?=Traceback)| |\Z)"),
    )
)  # fmt: skip


def _any_of(numbers: Iterable[int]) -> re.Pattern[str]:
    # Groups inside lose their names, which repeat; the outer ones say which pattern it was.
    return re.compile(
        "|".join(
            f"(?P<_{number}>" + re.sub(r"\?P<\w+>", "?:", PREFIXES[number][1].pattern) + ")"
            for number in numbers
        )
    )


# Most lines have no prefix: one expression says so at once.
_ANY = _any_of(range(len(PREFIXES)))
_ANY_BUT_SERVICE = _any_of(range(1, len(PREFIXES)))
_SERVICE_LENGTH = 60
_SERVICE_NAME = re.compile(r"[\w./-]+\Z")
_NUMBERED = re.compile(r".*[-_.]\d{1,4}\Z")


@dataclass(frozen=True, kw_only=True, slots=True)
class Prefix:
    """A prefix found at the start of a line. ``kind`` names it, with its source or level where known:
    lines of one record have the same."""

    end: int
    kind: str
    level: str | None


def find_prefix(text: str, services: Collection[str]) -> Prefix | None:
    """The prefix that the line starts with. ``services``: names that compose may have put there."""
    hit = _ANY.match(text) if services else _ANY_BUT_SERVICE.match(text)
    if hit is None:
        return None
    name, told = _told(hit, text)
    if name == _SERVICE and told["source"] not in services:
        hit = _ANY_BUT_SERVICE.match(text)
        if hit is None:
            return None
        name, told = _told(hit, text)
    source = told.pop("source", None)
    level = next(iter(told.values()), None)
    return Prefix(end=hit.end(), kind=f"{name} {source or level or ''}", level=level)


def _told(hit: re.Match[str], text: str) -> tuple[str, dict[str, str]]:
    """The name of the pattern that was hit, and what its groups hold."""
    name, pattern = PREFIXES[int((hit.lastgroup or "")[1:])]
    again = pattern.match(text) if pattern.groupindex else None
    return name, {key: value for key, value in (again.groupdict() if again else {}).items() if value}


def services(lines: Iterable[str]) -> frozenset[str]:
    """Names that stand before a ``|`` because compose put them there.

    A table in a message has bars too, and so have source lines: names count that compose numbered
    (``web-1``) and, where such lines are at least half of the text, names that repeat.
    """
    names: Counter[str] = Counter()
    filled = 0
    for line in lines:
        filled += bool(line.strip())
        before = line.partition("|")[0].rstrip() if "|" in line else ""
        if name := _SERVICE_NAME.search(before[-_SERVICE_LENGTH:]):
            names[name[0]] += 1
    numbered = {name for name in names if _NUMBERED.match(name)}
    repeated = {name for name, count in names.items() if count > 1}
    found = numbered | repeated
    alone = len(names) == filled == 1
    if alone or sum(names[name] for name in found) * 2 >= filled:
        return frozenset(names) if alone else frozenset(found)
    return frozenset(numbered)
