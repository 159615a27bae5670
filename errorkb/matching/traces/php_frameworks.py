"""How PHP's frameworks print exceptions: Monolog's records, the console's boxes."""

import re

from errorkb.matching.clean import Line
from errorkb.matching.events import Frame
from errorkb.matching.traces.findings import (
    MAX_MESSAGE_LINES,
    Findings,
    body,
    indent_of,
    join,
    stripped,
    unescaped,
)
from errorkb.matching.traces.php_frames import NAME, read_stack, sqlstate

# channel.LEVEL: message {"exception":"[object] (Class(code: 0): message at /a/b.php:12)
_RECORD = re.compile(
    r"\s{0,80}(?:\[[^\]\n]{1,60}\] )?[\w-]{1,60}\.(?:ERROR|CRITICAL|ALERT|EMERGENCY): (?P<message>\S.*)",
    re.DOTALL,
)
_OBJECT = re.compile(rf"\[object\]\ \({NAME}\(code:\ (?P<code>\w{{1,20}})\):\ ", re.VERBOSE)
_AT_PLACE = re.compile(r"\ at (?P<file>(?:[A-Za-z]:)?[^\s:'\"(){}][^:'\"\n]{0,400}?):(?P<line>\d{1,7})\)")
_PREVIOUS = re.compile(r"\s{0,80}\[previous exception\] ")
# In Connection.php line 664:
_IN_FILE = re.compile(r"\s{0,80}In (?P<file>[\w.-]{1,100}\.php) line (?P<line>\d{1,7}):\s*\Z")
# Inspected objects of Node have words in brackets, too: a class is in a namespace or named like one.
_BOXED_CLASS = re.compile(
    rf"\s{{1,80}}\[(?=[^\]\n]{{0,400}}(?:\\|Exception|Error)){NAME}(?:\ \(\w{{1,20}}\))?\]\s*\Z", re.VERBOSE
)
_BARE_CLASS = re.compile(rf"\s{{1,80}}{NAME}\s*\Z", re.VERBOSE)
_AT_FILE = re.compile(r"\s{1,80}at (?P<file>(?:[A-Za-z]:)?[^\s:][^:\n]{0,400}\.php):(?P<line>\d{1,7})\s*\Z")
_EXCERPT = re.compile(r"\s{1,80}(?:➜ |> )?\s{0,8}\d{1,7}\s?[▕|│]|\s{1,80}\+\d{1,6} vendor frames|\s{0,80}\Z")
#: A box has its class, its message and its place within so many lines.
_REACH = 24


def read(found: Findings) -> None:
    """Adds what the frameworks report."""
    for marks, reader in (
        (("[object] (", ".ERROR: ", ".CRITICAL: ", ".EMERGENCY: ", ".ALERT: "), _record),
        (("In ",), _console),
        (("at ",), _collision),
        (("[",), _boxed),
    ):
        if found.passage.has(*marks) and found.passage.has(
            ".php", "Exception]", "Error]", "[object]", ".ERROR"
        ):
            found.walk(found.passage.numbers(*marks), reader)


def _record(found: Findings, at: int) -> int:
    text = found.lines[at].text
    record = _RECORD.match(text)
    thrown = _OBJECT.search(text[: 4 * 4000])
    if thrown is None:
        if not record or (
            text.find(" {", record.start("message")) < 0 and not re.search(r" \[\]\s*\Z", text[-20:])
        ):
            return at + 1
        end = _context_start(text, record.start("message"))
        return found.add(at, at + 1, body(found.lines[at].cut(record.start("message"), end)))
    known = len(found.events)
    end = _thrown(found, at, thrown.end(), thrown)
    while _PREVIOUS.match(found.text(end)) and (previous := _OBJECT.search(found.text(end))):
        end = _thrown(found, end, previous.end(), previous)
    found.relate_wrappers_first(known)
    return end


def _context_start(text: str, start: int) -> int:
    """Where Monolog's context begins: behind the message, the first `{"` or `[]`."""
    places = [place for mark in (' {"', " []") if (place := text.find(mark, start)) >= 0]
    return min(places, default=len(text))


def _thrown(found: Findings, first: int, start: int, thrown: re.Match[str]) -> int:
    """One exception of a record; its message may have several lines."""
    pieces = [found.lines[first].cut(start)]
    end = first
    while not (place := _AT_PLACE.search(pieces[-1].text)):
        end += 1
        if end >= len(found.lines) or end - first > MAX_MESSAGE_LINES or "[object] (" in found.text(end):
            pieces, end, place = pieces[:1], first, None
            break
        pieces.append(body(found.lines[end]))
    if place:
        pieces[-1] = pieces[-1].cut(0, place.start())
    # The record is JSON from here on.
    message = unescaped(join(pieces))
    # A bare number says nothing outside of its class.
    code = thrown["code"] if not thrown["code"].isdigit() else None
    frames, stop = read_stack(found, end + 1, place["file"], int(place["line"])) if place else ([], end + 1)
    return found.add(
        first,
        stop,
        message,
        error_class=thrown["class"].replace("\\\\", "\\"),
        error_code=sqlstate(message.text) or code,
        frames=frames,
    )


def _console(found: Findings, at: int) -> int:
    """``In File.php line 12:`` above a box with the message, and its class where that is told."""
    hit = _IN_FILE.match(found.text(at))
    if not hit:
        return at + 1
    pieces, error_class, end = _box(found, at + 1)
    if not pieces:
        return at + 1
    message = join(pieces)
    frame = Frame(file=hit["file"], line=int(hit["line"]), function=None)
    return found.add(
        at, end, message, error_class=error_class, error_code=sqlstate(message.text), frames=[frame]
    )


def _boxed(found: Findings, at: int) -> int:
    """``[Class]`` above its message, as older consoles print it."""
    if not _BOXED_CLASS.match(found.text(at)) or not indent_of(found.text(at)):
        return at + 1
    pieces, error_class, end = _box(found, at)
    if not pieces:
        return at + 1
    return found.add(at, end, join(pieces), error_class=error_class)


def _box(found: Findings, at: int) -> tuple[list[Line], str | None, int]:
    """The message in the box, its class if any, and the number of the line behind it."""
    pieces: list[Line] = []
    error_class = None
    end = at
    while end < len(found.lines) and end - at < _REACH:
        text = found.text(end)
        if text.strip() and indent_of(text) < 2:
            break
        if not pieces and not error_class and (named := _BOXED_CLASS.match(text)):
            error_class = named["class"]
        elif text.strip():
            pieces.append(stripped(found.lines[end]))
        elif pieces:
            break
        end += 1
    return pieces, error_class, end


def _collision(found: Findings, at: int) -> int:
    """A class, its message and `at file:12`, each with blank lines between."""
    place = _AT_FILE.match(found.text(at))
    if not place:
        return at + 1
    blocks: list[tuple[int, list[Line]]] = []
    above = at - 1
    while above >= 0 and at - above < _REACH and len(blocks) < 3 and above not in found.taken:
        text = found.text(above)
        if _AT_FILE.match(text):
            break
        if text.strip():
            if not blocks or not found.text(above + 1).strip():
                blocks.append((above, []))
            blocks[-1][1].insert(0, stripped(found.lines[above]))
            blocks[-1] = (above, blocks[-1][1])
        above -= 1
    if len(blocks) < 2 or len(blocks[1][1]) != 1 or not _BARE_CLASS.match(" " + blocks[1][1][0].text):
        return at + 1
    message = join(blocks[0][1])
    end = at + 1
    while end < len(found.lines) and end - at < _REACH and _EXCERPT.match(found.text(end)):
        end += 1
    frame = Frame(file=place["file"], line=int(place["line"]), function=None)
    return found.add(
        blocks[1][0], end, message,
        error_class=blocks[1][1][0].text, error_code=sqlstate(message.text), frames=[frame],
    )  # fmt: skip
