r"""Messages in members of JSON objects, as they were before ``\"`` and ``\n``."""

import re

from errorkb.matching.cleaning.escaped import unescaped
from errorkb.matching.cleaning.line import Line

# Members of a JSON object that hold what went wrong.
_KEYS = (
    r"(?:message|msg|error|err|exception|exc_info|exc_text|stack|stack_trace|stackTrace|stacktrace|traceback"
    r"|detail|details|errorMessage|error_message|event|text|log)"
)
_MEMBER = re.compile(rf'"(?P<key>{_KEYS})"\s{{0,4}}:\s{{0,4}}"(?P<value>(?:[^"\\]|\\.)*+)(?P<closed>")?')
# A frame whose quotes are escaped: the rest of a string that was broken over lines.
_ESCAPED_FRAME = re.compile(r"\s{0,40}File \\{1,3}\"[^\"\\]{1,400}\\{1,3}\", line \d")
_CLOSING = re.compile(r'(?<!\\)"(?=\s{0,4}(?:[,}\]]|\Z))')


def has_member(text: str) -> bool:
    """Whether a JSON object of the text may hold a message with escapes."""
    return "\\" in text and (_MEMBER.search(text) is not None or 'File \\"' in text)


def unescape_members(lines: list[Line]) -> list[Line]:
    r"""Messages in JSON objects as they were before ``\"`` and ``\n``, each on a line of its own.

    A string that goes on over lines was broken by hand or by a viewer: its lines stay lines.
    """
    shown: list[Line] = []
    opened = False
    for line in lines:
        start = 0
        if not opened and _ESCAPED_FRAME.match(line.text):
            shown.append(unescaped(line, 1))
            continue
        if opened:
            closing = _CLOSING.search(line.text)
            stop = closing.start() if closing else len(line.text)
            shown.append(unescaped(line.piece(0, stop), 1))
            opened = closing is None
            if closing is None:
                continue
            shown.append(line.piece(stop, stop))
            start = closing.start()
        if "\\" not in line.text[start:] and "Traceback (" not in line.text:
            if line.text[start:].strip(' ",') or not start:
                shown.append(line.piece(start, len(line.text)))
            continue
        for hit in _MEMBER.finditer(line.text, start):
            broken = not hit["closed"] and "Traceback (" in hit["value"]
            if not broken and not (hit["closed"] and "\\" in hit["value"]):
                continue
            if hit.start("value") > start:
                shown.append(line.piece(start, hit.start("value")))
            shown += unescaped(line.piece(*hit.span("value")), 1).split()
            start = hit.end("value")
            opened = broken
            if not broken:
                shown.append(line.piece(start, start))
        if start < len(line.text) or not start:
            shown.append(line.piece(start, len(line.text)))
    return shown
