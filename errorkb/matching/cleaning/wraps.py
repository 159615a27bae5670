"""Lines that a terminal or a mailer broke at its width: put together again where the break is certain."""

import re
from collections import Counter

from errorkb.matching.cleaning.line import Line

# A frame whose file is not closed goes on; so does one that lacks its line or its function.
_OPEN_FILE = re.compile(r"\s{0,40}File \"[^\"]{0,1000}\Z")
_REST_OF_FILE = re.compile(
    r"\s{0,4}[^\"\s][^\"]{0,600}\", line \d|\s{0,4}[^\"\s][^\"]{0,600}\"(?:,|,? line)?\Z|\", line \d"
)
_OPEN_FRAME = re.compile(
    r"\s{0,40}File \"[^\"]{1,1000}\""
    r"(?P<open>,?|, l(?:i(?:ne?)?)?|, line \d{0,9}|, line \d{1,9},(?: (?:in?)?)?)[ ]?\Z"
)
_IN_FUNCTION = re.compile(r"\s{0,4}(?:\d{0,9}, )?in [\w<]\S{0,200}\Z")
# A class that is broken within a word: none starts with a small letter.
_HALF_CLASS = re.compile(r".*[\s.(]?[A-Za-z_][\w.]*\Z")
_OTHER_HALF = re.compile(
    r"[a-z]\w{0,60}(?:Exception|Error|Warning):(?:\s|\Z)"
    r"|(?:xception|ception|eption|ption|tion|ion|rror|ror|or)(?<!\Aor):(?:\s|\Z)"
)
_OPEN_HEADER = re.compile(
    r"\s{0,40}Traceback(?: \((?:m\w{0,3}(?: \w{0,6}(?: c\w{0,3}(?: l\w{0,3}\)?)?)?)?)?)?\Z"
)
_HEADER = re.compile(r"\s{0,40}Traceback \(most recent call last\):\Z")
#: A frame is broken into no more lines than this.
_MOST_PARTS = 4
#: Terminals are not narrower.
_NARROWEST, _WIDEST = 40, 400
#: Lines that are exactly as wide as the widest, below which it is chance.
_FEWEST_FULL = 2
# What no broken line goes on with.
_ANEW = re.compile(
    r"Traceback \(|File \"|During handling|The above exception"
    r"|[A-Za-z_][\w.]{0,120}(?:Error|Exception|Warning|Group|Exit|Interrupt)(?::|\Z)"
)
_RULE = re.compile(r"\s*(?P<character>\S)(?P=character){9,}|\S*\s*\Z")


def join_broken(lines: list[Line]) -> list[Line]:
    """Frames, headers and classes that were broken are whole."""
    joined: list[Line] = []
    at = 0
    while at < len(lines):
        line = lines[at]
        at += 1
        for _ in range(_MOST_PARTS):
            whole = _joined(line, lines[at]) if at < len(lines) else None
            if whole is None:
                break
            line = whole
            at += 1
        joined.append(line)
    return joined


def _joined(line: Line, following: Line) -> Line | None:
    text, more = line.text, following.text
    if 'File "' in text:
        if _OPEN_FILE.match(text) and _REST_OF_FILE.match(more):
            return line.joined(_from_text(following), blank=text.endswith(" "))
        return _joined_frame(line, following)
    if text.lstrip().startswith("Traceback") and _OPEN_HEADER.match(text):
        for blank in (False, True):
            whole = _trimmed(line).joined(_from_text(following), blank=blank)
            if _HEADER.match(whole.text):
                return whole
        return None
    if (
        more[:1].islower()
        and _OTHER_HALF.match(more)
        and text[-1:].isalnum()
        and _HALF_CLASS.match(text[-80:])
    ):
        return line.joined(following, blank=False)
    return None


def _joined_frame(line: Line, following: Line) -> Line | None:
    hit = _OPEN_FRAME.match(line.text)
    if hit is None:
        return None
    line = _trimmed(line)
    more = following.text.lstrip()
    for blank in (True, False):
        whole = line.joined(_from_text(following), blank=blank)
        if _WHOLE.match(whole.text) and not (hit["open"][-1:].isdigit() and not _IN_FUNCTION.match(more)):
            return whole
    return None


_WHOLE = re.compile(r"\s{0,40}File \"[^\"]{1,1000}\", line \d{1,9}(?:, in \S.{0,200})?\Z")


def _trimmed(line: Line) -> Line:
    return line.cut(0, len(line.text.rstrip()))


def _from_text(line: Line) -> Line:
    return line.cut(len(line.text) - len(line.text.lstrip()))


def join_full(lines: list[Line]) -> list[Line]:
    """Lines that fill the terminal's width go on in the next one."""
    width = _width(lines)
    if width is None:
        return lines
    joined: list[Line] = []
    going_on = False
    for line in lines:
        if going_on:
            joined[-1] = joined[-1].joined(line, blank=False)
        else:
            joined.append(line)
        going_on = len(line.text) == width
    return joined


def _width(lines: list[Line]) -> int | None:
    """The width at which lines were broken, where all that are so wide go on at the very left."""
    widths = Counter(len(line.text) for line in lines)
    width = max(widths, default=0)
    if not _NARROWEST <= width <= _WIDEST or widths[width] < _FEWEST_FULL:
        return None
    full = set()
    for number, line in enumerate(lines):
        if len(line.text) != width:
            continue
        following = lines[number + 1].text if number + 1 < len(lines) else ""
        if following[:1].strip() == "" or _RULE.match(line.text) or _ANEW.match(following):
            return None
        full.add(line.text)
    # Where indentation is lost, every line starts at the very left.
    indented = any(text[:1] == " " for text in full)
    return width if indented and len(full) >= _FEWEST_FULL else None
