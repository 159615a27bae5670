"""What the tables of prefixes are made of."""

from dataclasses import dataclass

CLOCK = r"\d{1,2}:\d{2}:\d{2}(?:[.,]\d{1,9})?"
ZONE = r"(?:Z|\s?[+-]\d{2}:?\d{2}|\sUTC(?=[\]\s]\W))"
TIME = rf"\d{{4}}[-/]\d{{2}}[-/]\d{{2}}(?:[T ]|, ){CLOCK}{ZONE}?"
BOXED_TIME = rf"[\[(]?{TIME}[\])]?"
#: What a pattern marked ``timed`` starts with.
OPENING_TIME = rf"[\[(]?{TIME}"
LEVEL = r"(?P<level>DEBUG|INFO|NOTICE|WARNING|WARN|ERROR|FATAL|CRITICAL|TRACE|STDERR|STDOUT)(?!\w)"
#: As loggers shorten it or write it small.
ANY_LEVEL = (
    r"(?P<level>(?i:debug|info|information|notice|warning|warn|error|fatal|critical|trace|verbose|severe"
    r"|dbg|inf|wrn|err|ftl|crit|eror|fail))(?!\w)"
)
_LEVELS = {
    "EROR": "ERROR", "ERR": "ERROR", "FAIL": "ERROR", "SEVERE": "ERROR", "FTL": "FATAL", "PANIC": "FATAL",
    "DPANIC": "FATAL", "CRIT": "CRITICAL", "WARN": "WARNING", "WRN": "WARNING", "INF": "INFO",
    "INFORMATION": "INFO", "DBG": "DEBUG", "60": "FATAL", "50": "ERROR", "40": "WARNING", "30": "INFO",
}  # fmt: skip
#: Between the fields of a record.
BETWEEN = r"(?:\s?[|:,-]\s?|\s|(?<=\])(?=\[))"
#: A logger's dotted name. `json.decoder.JSONDecodeError` is a class, and capitals tell.
LOGGER = r"(?:[a-z_][a-z0-9_]{0,60}(?:\.[a-z0-9_]{1,60}){1,8}|root|__main__)"
#: A field in a box; what looks like an error's code is no field, nor is the time of another prefix.
BOX = r"\[(?![A-Z]{1,6}-?\d{2,6}\]|[A-Z][a-z]{2} [A-Z][a-z]{2} |\d{4}-\d\d)[^\]\n]{1,80}\]"
FIELD = r"(?:[\w.<>/-]{1,80}|\[(?!\d{4}-\d\d)[^\]\n]{1,80}\]|\{[^}\n]{1,80}\}|\([^)\s]{1,80}\))"


def plain_level(level: str) -> str:
    """A level as Python calls it; some loggers shorten them, and some count."""
    return _LEVELS.get(level.upper(), level.upper())


@dataclass(frozen=True, slots=True)
class PrefixPattern:
    """A form of prefix. ``starts`` has the characters that it can start with, blanks aside: ``0`` stands
    for a digit, ``A`` and ``a`` for a letter. ``timed``: the pattern is what follows a time stamp. In the
    pattern, ``level`` is the record's level and ``source`` who wrote the line, where they are told."""

    name: str
    starts: str
    pattern: str
    timed: bool = False
