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


def split_flattened(lines: list[Line]) -> list[Line]:
    """Header, frames, source, links and last line of a flattened traceback as lines."""
    return [
        piece
        for line in lines
        for piece in (_split(line) if "File " in line.text and FLAT.search(line.text) else (line,))
    ]


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
