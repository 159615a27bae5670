"""What log collectors and loggers put before each line of a text: finding it.

The tables are ``cleaning.collectors`` and ``cleaning.loggers``, in the order in which they are tried.
Collectors stack (compose around logging around a rank), so prefixes are taken off one after the other.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cache

from errorkb.matching.cleaning.collectors import COLLECTORS, SERVICE, TABBED
from errorkb.matching.cleaning.loggers import LOGGERS
from errorkb.matching.cleaning.prefix_parts import OPENING_TIME, plain_level

PREFIXES = COLLECTORS + LOGGERS
_GROUPS = tuple(re.findall(r"\?P<(\w+)>", prefix.pattern) for prefix in PREFIXES)
_SERVICE_NUMBER = next(number for number, prefix in enumerate(PREFIXES) if prefix.name == SERVICE)
#: A prefix with tabs, which looks far to find none.
_TABBED_NUMBER = next(number for number, prefix in enumerate(PREFIXES) if prefix.name == TABBED)
#: A prefix that is none, for lines that start with a character that no prefix starts with.
_NEVER = re.compile(r"(?!)")


@cache
def _any_of(start: str, with_services: bool, with_tabs: bool) -> re.Pattern[str]:
    """One expression for all prefixes that start with a character. Most lines have none, and it says so
    at once. Groups inside are named after their pattern as well; the outer ones say which it was."""
    kind = "0" if start.isdigit() else start
    timed: list[str] = []
    others: list[str] = []
    for number, prefix in enumerate(PREFIXES):
        letter = start.isalpha() and ("A" if start.isupper() else "a") in prefix.starts
        possible = (number != _SERVICE_NUMBER or with_services) and (number != _TABBED_NUMBER or with_tabs)
        if (kind in prefix.starts or letter) and possible:
            group = f"(?P<_{number}>" + re.sub(r"\?P<(\w+)>", rf"?P<\1_{number}>", prefix.pattern) + ")"
            (timed if prefix.timed else others).append(group)
    # A time stamp is read once for all prefixes that start with one; no other prefix does.
    if timed:
        others.insert(0, f"{OPENING_TIME}(?:{'|'.join(timed)})")
    return re.compile(rf"[ \t]{{0,40}}+(?:{'|'.join(others)})") if others else _NEVER


_SERVICE_LENGTH = 60
_SERVICE_NAME = re.compile(r"[\w./@-]+\Z")
_NUMBERED = re.compile(r".*[-_.]\d{1,4}(?:\.\w{20,30}(?:@[\w.-]{1,60})?)?\Z")


@dataclass(frozen=True, kw_only=True, slots=True)
class Prefix:
    """A prefix found at the start of a line. ``kind`` names it, with its source or level where known:
    lines of one record have the same."""

    end: int
    kind: str
    level: str | None


def find_prefix(text: str, services: Collection[str]) -> Prefix | None:
    """The prefix that the line starts with. ``services``: names that compose may have put there."""
    start = text.lstrip(" \t")[:1]
    if not start.isascii() or start == "":
        return None
    tabbed = "\t" in text
    hit = _any_of(start, bool(services), tabbed).match(text)
    if hit is None:
        return None
    name, told = _told(hit)
    if name == SERVICE and told["source"] not in services:
        hit = _any_of(start, False, tabbed).match(text)
        if hit is None:
            return None
        name, told = _told(hit)
    source = told.pop("source", None) or told.pop("written", None)
    level = next(iter(told.values()), None)
    return Prefix(
        end=hit.end(), kind=f"{name} {source or level or ''}", level=plain_level(level) if level else None
    )


def _told(hit: re.Match[str]) -> tuple[str, dict[str, str]]:
    """The name of the pattern that was hit, and what its groups hold."""
    number = int((hit.lastgroup or "")[1:])
    told = {name: value for name in _GROUPS[number] if (value := hit[f"{name}_{number}"])}
    return PREFIXES[number].name, told


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
