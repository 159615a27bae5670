"""Chains of errors as anyhow, cargo, eyre and miette print them, the root last."""

import re
from collections.abc import Callable

from errorkb.matching.clean import Line
from errorkb.matching.events import Frame
from errorkb.matching.traces.findings import (
    MAX_MESSAGE_LINES,
    Findings,
    body,
    indent_of,
    join,
    stripped,
)

_CAUSED_BY = re.compile(r"\s{0,80}Caused by:\s*\Z")
# uv and its kind: `error: outer`, and below it `  Caused by: inner`, deeper or not.
_CAUSED_BY_INLINE = re.compile(r"\s{1,80}(?:Caused by|cause): (?P<message>\S.*)", re.DOTALL)
_ERROR = re.compile(
    r"\s{0,80}(?:\S.{0,200}: )?(?:Error|error)(?:\[\w{1,20}\])?:[ ]{0,5}(?P<message>.*)", re.DOTALL
)
_NUMBERED = re.compile(r"\s{1,80}(?P<number>\d{1,3}): (?P<message>.*)", re.DOTALL)
_LOCATION = re.compile(r"\s{0,80}Location:\s*\Z")
_PLACE = re.compile(r"\s{0,80}(?:at )?(?P<file>\S[^:\n]{0,300}\.rs):(?P<line>\d{1,7})(?::\d{1,5})?\s*\Z")
_STACK = re.compile(r"\s{0,80}(?:Stack backtrace:|━{1,80} (?:BACKTRACE|SPANTRACE))")
_MIETTE = re.compile(r"\s{0,80}(?P<error>Error:\s{1,8})?[\u00d7⚠] (?P<message>\S.*)", re.DOTALL)
_MIETTE_CAUSE = re.compile(r"\s{1,80}(?:├─▶|╰─▶|[|`]->) (?P<message>\S.*)", re.DOTALL)
_MIETTE_MORE = re.compile(r"\s{1,80}[│|] {1,4}(?P<message>\S.*)", re.DOTALL)
_MIETTE_PLACE = re.compile(r"\s{1,80}[╭,]─?\[(?P<file>[^\[\]\n]{1,300}?):(?P<line>\d{1,7})(?::\d{1,5})?\]")
_MIETTE_CODE = re.compile(r"\s{0,80}Error: (?P<code>[a-z_][\w-]{0,60}(?:::[\w-]{1,60}){1,8})\s*\Z")
_MIETTE_BODY = re.compile(r"\s{1,80}(?:[╭╰│·,`|]|\d{1,7} [│|]|help: )")
# Cargo shows what a build script wrote.
_OUTPUT = re.compile(r"\s{1,80}--- std(?:out|err)\s*\Z")
#: How far above `Caused by:` the error that it belongs to starts.
_REACH = 30


def read(found: Findings) -> None:
    """Adds the chains among the lines."""
    if found.passage.has("Caused by:"):
        _walk(found, "Caused by:", _anyhow)
        _walk(found, "Caused by: ", _inline)
    if found.passage.has("  cause: "):
        _walk(found, "  cause: ", _inline)
    if found.passage.has("   0: "):
        _walk(found, "0: ", _eyre)
    if found.passage.has("\u00d7 ", "╰─▶", "├─▶"):
        _walk(found, "\u00d7 ", _miette)


def _walk(found: Findings, mark: str, reader: Callable[[Findings, int], int]) -> None:
    found.walk(found.passage.numbers(mark), reader)


def _anyhow(found: Findings, at: int) -> int:
    if not _CAUSED_BY.match(found.text(at)):
        return at + 1
    opening = _opening(found, at)
    if opening is None:
        return at + 1
    first, start = opening
    causes: list[tuple[int, int, Line]] = []
    end = at
    while _CAUSED_BY.match(found.text(end)) and end < len(found.lines):
        causes += (more := _causes(found, end))
        end = more[-1][1] if more else end + 1
        after = _skip_blanks(found, end)
        if not _CAUSED_BY.match(found.text(after)):
            break
        end = after
    known = len(found.events)
    head = [body(line) for line in found.lines[first:at]]
    head[0] = head[0].cut(start)
    while len(head) > 1 and not head[-1].text.strip():
        head.pop()
    found.add(first, at + 1, join(head))
    for begin, stop, message in causes:
        found.add(begin, stop, message)
    found.relate_wrappers_first(known)
    return _afterwards(found, end)


def _inline(found: Findings, at: int) -> int:
    """``error: outer`` in one line, and in those right below it what caused it."""
    hit = _ERROR.match(found.text(at - 1)) if at and at - 1 not in found.taken else None
    inner = _CAUSED_BY_INLINE.match(found.text(at))
    if not hit or not hit["message"].strip() or not inner:
        return at + 1
    known = len(found.events)
    found.add(at - 1, at, body(found.lines[at - 1].cut(hit.start("message"))))
    while at < len(found.lines) and (inner := _CAUSED_BY_INLINE.match(found.text(at))):
        end = at + 1
        while end - at < MAX_MESSAGE_LINES and indent_of(found.text(end)) > indent_of(found.text(at)):
            end += 1
        message = [body(found.lines[at].cut(inner.start("message")))]
        message += [stripped(line) for line in found.lines[at + 1 : end]]
        at = found.add(at, end, join(message))
    found.relate_wrappers_first(known)
    return at


def _opening(found: Findings, caused_by: int) -> tuple[int, int] | None:
    """The line and the character where the message above `Caused by:` starts."""
    for at in range(caused_by - 1, max(-1, caused_by - 1 - _REACH), -1):
        if at in found.taken or _CAUSED_BY.match(found.text(at)):
            return None
        line = found.lines[at]
        hit = _ERROR.match(found.text(at))
        if hit and hit["message"].strip():
            return at, hit.start("message")
        if line.prefix and line.prefix[-1] in ("level ERROR", "level FATAL") and line.text.strip():
            return at, indent_of(line.text)
    return None


def _causes(found: Findings, caused_by: int) -> list[tuple[int, int, Line]]:
    """Line numbers and message of each cause under one `Caused by:`: numbered ones, or a single one."""
    outer = indent_of(found.text(caused_by))
    causes: list[tuple[int, int, Line]] = []
    at = caused_by + 1
    while at < len(found.lines) and _is_more(found, at, outer, numbered=False):
        text = found.text(at)
        numbered = _NUMBERED.match(text)
        start = numbered.start("message") if numbered else indent_of(text)
        message = [body(found.lines[at].cut(start))]
        end = at + 1
        while end - at < MAX_MESSAGE_LINES and _is_more(found, end, outer, numbered=bool(numbered)):
            message.append(body(found.lines[end], indent_of(text)))
            end += 1
        causes.append((at, end, join(message)))
        at = end
    return causes


def _is_more(found: Findings, at: int, outer: int, *, numbered: bool) -> bool:
    text = found.text(at)
    if not text.strip() or indent_of(text) <= outer or _OUTPUT.match(text):
        return False
    return not (numbered and _NUMBERED.match(text))


def _skip_blanks(found: Findings, at: int) -> int:
    while at < len(found.lines) and not found.text(at).strip():
        at += 1
    return at


def _afterwards(found: Findings, at: int) -> int:
    """Takes a stack backtrace that follows, which shows where the error was made, not by whom."""
    start = _skip_blanks(found, at)
    if not _STACK.match(found.text(start)):
        return at
    end = start + 1
    while end < len(found.lines) and (_NUMBERED.match(found.text(end)) or _PLACE.match(found.text(end))):
        end += 1
    found.take(start, end)
    return end


def _eyre(found: Findings, at: int) -> int:
    """``Error:`` alone on its line, then the numbered errors, then their location."""
    above = found.text(at - 1) if at else ""
    hit = _ERROR.match(above)
    zero = _NUMBERED.match(found.text(at))
    if not zero or zero["number"] != "0" or not hit or hit["message"].strip():
        return at + 1
    known = len(found.events)
    end = at
    while (numbered := _NUMBERED.match(found.text(end))) and int(numbered["number"]) == end - at:
        found.add(end, end + 1, stripped(found.lines[end].cut(numbered.start("message"))))
        end += 1
    found.take(at - 1, at)
    found.relate_wrappers_first(known)
    after = _skip_blanks(found, end)
    place = _PLACE.match(found.text(after + 1)) if _LOCATION.match(found.text(after)) else None
    if place:
        _set_frame(found, known, place)
        found.take(after, after + 2)
        end = after + 2
    return end


def _is_miette(found: Findings, at: int) -> bool:
    """Whether a report goes on as miette's do; test runners put the same sign before what failed."""
    while _MIETTE_MORE.match(found.text(at)):
        at += 1
    return bool(_MIETTE_CAUSE.match(found.text(at)) or _MIETTE_PLACE.match(found.text(at)))


def _set_frame(found: Findings, number: int, place: re.Match[str]) -> None:
    frame = Frame(file=place["file"], line=int(place["line"]), function=None)
    found.set_frames(number, [frame])


def _miette_more(found: Findings, at: int, opening: re.Match[str]) -> int:
    """Where in the line the message goes on that the opening began; 0 where it does not.

    The last cause has no bar below it: its further lines stand below its words."""
    text = found.text(at)
    if more := _MIETTE_MORE.match(text):
        return more.start("message")
    is_cause = opening.re is _MIETTE_CAUSE and text.strip() and not _MIETTE_BODY.match(text)
    start = opening.start("message")
    return start if is_cause and indent_of(text) >= start and not _MIETTE_CAUSE.match(text) else 0


def _miette(found: Findings, at: int) -> int:
    hit = _MIETTE.match(found.text(at))
    if not hit:
        return at + 1
    first, code = at, None
    above = at - 1
    while above >= 0 and at - above < 3 and not found.text(above).strip():
        above -= 1
    if above >= 0 and (named := _MIETTE_CODE.match(found.text(above))):
        first, code = above, named["code"]
    if first == at and not hit["error"] and not _is_miette(found, at + 1):
        return at + 1
    known = len(found.events)
    begin = first
    opening: re.Match[str] | None = hit
    while opening:
        message = [body(found.lines[at].cut(opening.start("message")))]
        at += 1
        while len(message) < MAX_MESSAGE_LINES and (start := _miette_more(found, at, opening)):
            message.append(body(found.lines[at].cut(start)))
            at += 1
        begin = found.add(begin, at, join(message), error_code=code)
        code = None
        opening = _MIETTE_CAUSE.match(found.text(at)) if at < len(found.lines) else None
    found.relate_wrappers_first(known)
    if place := _MIETTE_PLACE.match(found.text(at)):
        _set_frame(found, len(found.events) - 1, place)
        end = at + 1
        while end < len(found.lines) and _MIETTE_BODY.match(found.text(end)):
            end += 1
        found.take(at, end)
        at = end
    return at
