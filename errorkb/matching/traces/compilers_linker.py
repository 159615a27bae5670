"""What linkers print: gnu ld, gold, lld, Apple's ld."""

import re

from errorkb.matching.events import Frame
from errorkb.matching.traces.findings import Findings, stripped
from errorkb.matching.traces.passage import Passage
from errorkb.matching.traces.rules import may_match, read_lines, rule

_LD = r"(?:\S{0,300}/)?(?:[\w.-]{0,40}-)?ld(?:\.gold|\.bfd|\.lld)?(?:\.exe)?:\ (?:error:\ )?"
_IN_FUNCTION = re.compile(
    rf"\s{{0,80}}(?:{_LD})?[^\n]{{1,600}}:\s[Ii]n\ function\ [`'\u2018]"
    rf"(?P<function>[^\n]{{1,600}}?)['\u2019]:\s*\Z",
    re.VERBOSE,
)
_UNDEFINED = re.compile(
    rf"""
    \s{{0,80}} (?:{_LD})? (?:[^\s:()]{{1,300}}\.(?:o|a|so):)?\s?
    (?:(?P<file>[^\s:()][^:()\n]{{0,400}}):)?
    (?:(?P<line>\d{{1,7}}):\ |\([^()\n]{{1,200}}\):\ |\ )?
    (?P<message>
        (?:undefined\ reference\ to|multiple\ definition\ of|first\ defined\ here
        |relocation\ \w{{1,60}}\ against)\ .*)
    """,
    re.VERBOSE | re.DOTALL,
)
_RULES = (
    rule("apple", "Undefined symbols for architecture",
         r"(?P<message>Undefined\ symbols\ for\ architecture\ \w{1,20}):\s*\Z",
         more=r"\s{1,8}\"[^\"\n]{1,1000}\",\ referenced\ from:", after=r"\s{4,80}\S"),
    rule("duplicate", "duplicate symbol",
         r"(?:ld:\ )?(?P<message>(?:\d{1,6}\ )?duplicate\ symbols?\b.*)", after=r"\s{4,80}\S"),
    rule("lld", "error: ",
         rf"{_LD}(?P<message>(?:undefined|duplicate)\ symbol:?\ .*|unable\ to\ find\ library\ .*"
         rf"|cannot\ open\ .*)", after=r"\s{0,80}>>>\ "),
    rule("ld, missing", "cannot find ", rf"{_LD}(?P<message>cannot\ find\ .*)"),
    rule("ld, apple", "ld: ",
         r"ld:\ (?:fatal\ error:\ |error:\ )?(?P<message>(?:library|framework|symbol\(s\)|building\ for"
         r"|file\ not\ found|can't|unknown|warning\ treated)\b.*)"),
    rule("ld, other", ("ld: ", ".gold: ", ".bfd: ", ".lld: ", ".exe: "),
         rf"{_LD}(?!warning|skipping|[^\n]{{0,400}}:\ warning)(?P<message>[^\n]{{1,400}}?(?:not\ recognized"
         rf"|DSO\ missing\ from\ command\ line|cannot\ be\ used\ when|recompile\ with|No\ such\ file"
         rf"|file\ format|final\ link\ failed|"
         r"undefined\ symbol|overflow|will\ not\ fit)\b.*)"),
    rule("collect2", "ld returned",
         r"collect2(?:\.exe)?:\ [^\n]{1,40}?[:\uff1a]\s?(?P<message>ld\ returned\ \d{1,3}\ exit\ status.*)"),
)  # fmt: skip


_MARKS = ("undefined reference", "multiple definition", "relocation ")


def may_read(passage: Passage) -> bool:
    """Whether a passage may hold errors of linkers; wrong only when it says yes."""
    return passage.has(*_MARKS) or may_match(passage, _RULES)


def read(found: Findings) -> None:
    """Adds the linkers' errors."""
    if found.passage.has(*_MARKS):
        _undefined(found)
    read_lines(found, _RULES)


def _undefined(found: Findings) -> None:
    function = None
    heading: int | None = None
    for at, line in enumerate(found.lines):
        text = line.text
        if at in found.taken or not ("function" in text or "defin" in text or "relocation" in text):
            heading = None
            continue
        if named := _IN_FUNCTION.match(found.text(at)):
            function, heading = named["function"].partition("(")[0], at
        elif hit := _UNDEFINED.match(found.text(at)):
            frames = []
            if hit["file"] and not hit["file"].endswith((".o", "/ld", ".a")):
                place = int(hit["line"]) if hit["line"] else None
                frames = [Frame(file=hit["file"].strip(), line=place, function=function)]
            first = heading if heading is not None and heading == at - 1 else at
            message = stripped(line.cut(*hit.span("message")))
            found.add(first, at + 1, message, frames=frames, language="c++")
