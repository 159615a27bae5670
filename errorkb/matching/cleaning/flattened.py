"""Tracebacks whose ends of lines were lost: the lines are put back where they were."""

import re
from itertools import pairwise

from errorkb.matching.cleaning.line import Line

_HEADER = r"(?:Original )?Traceback \(most recent call last\):"
_FRAME = (
    r"File[ ](?:\"[^\"\n]{1,400}\"|[^\s\",]{1,400})[ ]?,[ ]line[ ]\d{1,9}"
    r"(?:,[ ]in[ ](?:<\w{1,20}>|[\w.]{1,200})(?=\s|\Z))?"
)
#: Two of a traceback's lines on one line.
FLAT = re.compile(rf"{_HEADER}\s{{1,40}}{_FRAME}|{_FRAME}\s[^\n]{{0,400}}?\s{_FRAME}")
_PARTS = re.compile(
    rf"""
      (?P<header>{_HEADER.replace(" ", "[ ]")})
    | (?P<frame>{_FRAME})
    | (?P<link>During[ ]handling[ ]of[ ]the[ ]above[ ]exception,[ ]another[ ]exception[ ]occurred:
        | The[ ]above[ ]exception[ ]was[ ]the[ ]direct[ ]cause[ ]of[ ]the[ ]following[ ]exception:)
    """,
    re.VERBOSE,
)
# The class of the last line. Where a source line names one, no colon and blank follow.
_FINAL = re.compile(
    r"""
    (?<!\S) (?: [A-Za-z_][\w]{0,80}\. ){0,12} [A-Z]\w{0,80}
    (?: (?<=Error)|(?<=Exception)|(?<=Warning)|(?<=Interrupt)|(?<=Exit)|(?<=Iteration)|(?<=Timeout)
      | (?<=Group) )
    (?: :(?=\s|\Z) | (?=\s*\Z) )
    """,
    re.VERBOSE,
)
# A line of a stack or the head of an error, behind the bar that stands for an end of line.
_BAR = " | "
_FEWEST_BARS = 2
# Otherwise so many of the parts are of several words. Types that are joined by bars stand in quotes.
_SHARE_WORDED = 0.6
_UNION = re.compile(r"'[^'\n]{1,200} \| [^'\n]{1,200}'")
_BEHIND_BAR = re.compile(
    r"""
    [ ]\|[ ]+ (?:
        Traceback\ \(most | File\ \" | at\ \S | Caused\ by: | \#\d+\ | goroutine\ \d | panic:
      | (?:[\w$]{1,80}(?:\.|::|\\)){0,12} \w{0,80}(?:Error|Exception):\s | (?i:error|fatal)(?::|\[\w)
    )
    """,
    re.VERBOSE,
)


def has_bars(text: str) -> bool:
    """Whether bars may stand for ends of lines."""
    return text.count(_BAR) >= _FEWEST_BARS


def split_at_bars(lines: list[Line]) -> list[Line]:
    """A line that is most of the text as the lines that were joined by bars."""
    size = sum(len(line.text) for line in lines)
    return [piece for line in lines for piece in (_parts(line) if _is_joined(line.text, size) else (line,))]


def _is_joined(text: str, size: int) -> bool:
    if len(text) * 2 < size or text.lstrip()[:1] == "|" or text.count(_BAR) < _FEWEST_BARS:
        return False
    if _BEHIND_BAR.search(text):
        return True
    parts = text.split(_BAR)
    worded = sum(" " in part.strip() or not part.strip() for part in parts)
    return worded >= _SHARE_WORDED * len(parts) and not _UNION.search(text)


def _parts(line: Line) -> list[Line]:
    parts = []
    start = 0
    for part in line.text.split(_BAR):
        parts.append(line.piece(start, start + len(part)))
        start += len(part) + len(_BAR)
    return parts


def split_flattened(lines: list[Line]) -> list[Line]:
    """Header, frames, source, links and last line of a flattened traceback as lines."""
    return [piece for line in lines for piece in (_split(line) if _is_flat(line.text) else (line,))]


def _is_flat(text: str) -> bool:
    # The quick look is for speed: most frames stand alone on their lines.
    several = "File " in text and ("Traceback" in text or text.find("File ") != text.rfind("File "))
    return several and FLAT.search(text) is not None


def _split(line: Line) -> list[Line]:
    text = line.text
    cuts = {0, len(text)}
    hits = list(_PARTS.finditer(text))
    for number, hit in enumerate(hits):
        cuts.update(hit.span())
        following = hits[number + 1] if number + 1 < len(hits) else None
        last = following is None or following.lastgroup != "frame"
        if hit.lastgroup == "frame" and last:
            stop = following.start() if following else len(text)
            if final := _FINAL.search(text, hit.end(), stop):
                cuts.add(final.start())
    places = sorted(cuts)
    pieces = []
    for start, stop in pairwise(places):
        part = text[start:stop]
        kept = start + len(part) - len(part.lstrip())
        if part.strip():
            pieces.append(line.piece(kept, start + len(part.rstrip())))
    return pieces or [line]
