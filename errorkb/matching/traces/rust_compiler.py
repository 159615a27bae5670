"""What rustc and cargo print about code: diagnostics with their place, and what becomes of the build."""

import re

from errorkb.matching.events import Frame
from errorkb.matching.traces.findings import MAX_MESSAGE_LINES, Findings, body, indent_of, join
from errorkb.matching.traces.rules import read_lines, rule

_DIAGNOSTIC = re.compile(
    r"\s{0,80}(?P<class>error(?:\[(?P<code>[A-Z]\d{4})\])?|warning|note): (?P<message>\S.*)", re.DOTALL
)
_ARROW = re.compile(r"\s{0,80}--> (?P<file>\S[^\n]{0,400}?):(?P<line>\d{1,7}):\d{1,5}\s*\Z")
# The excerpt: its margin, the lines that are left out, what is said about them, other places.
_EXCERPT = re.compile(
    r"\s{0,80}(?:\d{1,7}\s{0,9}[|~+-]|\||\.\.\.|= (?:note|help|warning)|::: |-->|help: |note: "
    r"|\d{1,7}\s{1,9}[+-] )"
)
_RULES = (
    # src/a.rs:4:11: error[E0004]: …, as --message-format short prints
    rule("short", (".rs:",),
         r"(?P<file>[^\s:][^:\n]{0,300}\.rs):(?P<line>\d{1,7}):\d{1,5}:\ (?P<class>error\["
         r"(?P<code>[A-Z]\d{4})\]):\ "
         r"(?P<message>\S.*)", language="rust"),
    rule("aborting", "aborting due to",
         r"error:\ aborting\ due\ to\ (?:\d+\ )?previous\ errors?\b", silent=True),
    rule("more", "For more information about",
         r"(?:For\ more\ information\ about\ (?:this\ error|an\ error)"
         r"|Some\ errors\ have\ detailed)", silent=True),
    rule("could not compile", "could not compile",
         r"error:\ (?P<message>could\ not\ compile\ `.*)", language="rust"),
)  # fmt: skip
#: Lines of one message above its place.
_REACH = 8


def read(found: Findings) -> None:
    """Adds what the compiler and cargo report."""
    if found.passage.has("--> ", "error["):
        found.walk(found.passage.numbers("error", "warning: ", "note: "), _diagnostic)
    read_lines(found, _RULES)


def _diagnostic(found: Findings, at: int) -> int:
    hit = _DIAGNOSTIC.match(found.text(at))
    if not hit:
        return at + 1
    indent = indent_of(found.text(at))
    end = at + 1
    while end - at < _REACH and _is_message(found, end):
        end += 1
    place = _ARROW.match(found.text(end))
    if not place and not hit["code"]:
        return at + 1
    if not place:
        end = at + 1
    message = [body(line, indent) for line in found.lines[at:end]][:MAX_MESSAGE_LINES]
    message[0] = message[0].cut(hit.start("message") - indent)
    stop = _behind_excerpt(found, end) if place else end
    if not hit["class"].startswith("error"):
        found.take(at, stop)
        return stop
    frames = [Frame(file=place["file"], line=int(place["line"]), function=None)] if place else []
    # rustc prints the code as a part of the word, and people search for the two together.
    error_class = hit["class"] if hit["code"] else None
    return found.add(at, stop, join(message), error_class=error_class, error_code=hit["code"], frames=frames)


def _is_message(found: Findings, at: int) -> bool:
    text = found.text(at)
    return bool(text.strip()) and not _ARROW.match(text) and not _DIAGNOSTIC.match(text)


def _behind_excerpt(found: Findings, at: int) -> int:
    while at < len(found.lines) and _EXCERPT.match(found.text(at)):
        at += 1
    return at
