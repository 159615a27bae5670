"""Text that was copied out of HTML: entities and tags."""

import html
import re
from collections.abc import Iterator

from errorkb.matching.cleaning.escaped import whole_text
from errorkb.matching.cleaning.line import Line

ENTITY = re.compile(r"&(?:lt|gt|amp|quot|apos|nbsp|#\d{1,7}|#[xX][0-9a-fA-F]{1,6});")
_ANGLES = frozenset("<>")
# Tags around text that is shown as it was printed. A message may be about tags; one that opens its line,
# breaks a line or ends such a piece is not in a message.
_SHOWING = "pre|code|samp|kbd|tt|details|summary|blockquote|b|strong"
_TAGS = rf"(?:{_SHOWING}|i|em|u|font|span|p|li|ul|ol|div|table|tbody|tr|td|br|hr)"
TAG = re.compile(rf"<(?:/{_TAGS}|{_TAGS}(?:\s[^<>\n]{{0,300}})?)\s?/?>", re.IGNORECASE)
_BREAK = re.compile(r"<br\s{0,2}/?>(?=.)", re.IGNORECASE)
_MARKED = re.compile(rf"<(?:/?(?:{_SHOWING})|br)\b", re.IGNORECASE)
MARKED_UP = re.compile(
    rf"^[ \t]{{0,20}}<(?:{_SHOWING})(?:\s[^<>\n]{{0,300}})?>|</(?:{_SHOWING})>\s*$|<br\s{{0,2}}/?>",
    re.MULTILINE | re.IGNORECASE,
)
# Reports of tests.
_REPORT = r"(?:testsuites?|testcase|failure|error|skipped|properties|property|system-out|system-err)"
_REPORT_MARK = re.compile(
    rf"<!\[CDATA\[|\]\]>|</{_REPORT}>|<{_REPORT}(?:\s{{1,20}}[\w:.-]{{1,60}}=\"[^\"<\n]{{0,8000}}\"){{0,20}}\s?/?>"
)
_REPORT_HINTS = ("]]>", "</failure>", "</error>", "</system-out>", "</system-err>")


def has_report(text: str) -> bool:
    """Whether the text is of a report of tests."""
    return ("]]>" in text or "</" in text) and any(hint in text for hint in _REPORT_HINTS)


def open_report(lines: list[Line]) -> list[Line]:
    """What stands between the tags of a report, apart from what stands between others."""
    return [piece for line in lines for piece in (_between(line) if _is_report(line.text) else (line,))]


def _is_report(text: str) -> bool:
    # In a string, a report has escapes as well: the string is opened first.
    return ">" in text and not ("\\n" in text and whole_text(text, len(text)))


def _between(line: Line) -> Iterator[Line]:
    start = 0
    for hit in _REPORT_MARK.finditer(line.text):
        if line.text[start : hit.start()].strip():
            yield line.piece(start, hit.start())
        if not start:
            yield line.piece(hit.start(), hit.start())
        start = hit.end()
    if not start or line.text[start:].strip():
        yield line.cut(start)


def drop_tags(lines: list[Line]) -> list[Line]:
    """Tags of showing text; a break of a line breaks it."""
    shown: list[Line] = []
    for line in lines:
        if "<" not in line.text:
            shown.append(line)
            continue
        start = 0
        for hit in _BREAK.finditer(line.text):
            piece = line.piece(start, hit.start())
            shown.append(piece.without(TAG) if "<" in piece.text else piece)
            start = hit.end()
        shown.append(line.cut(start).without(TAG))
    return shown


def is_marked_up(text: str) -> bool:
    """Whether tags stand where only tags of showing text do."""
    return _MARKED.search(text) is not None and MARKED_UP.search(text) is not None


def has_entities(text: str) -> bool:
    """Whether there is anything to decode."""
    return "&" in text and ENTITY.search(text) is not None


def decode_entities(lines: list[Line]) -> list[Line]:
    """Entities as the characters that they mean.

    Who escapes a text escapes all of it: where a character stands as it is, its entity is meant literally.
    """
    whole = {character: any(character in line.text for line in lines) for character in "<\"'"}

    def meaning(hit: re.Match[str]) -> str:
        character = html.unescape(hit[0])
        if whole.get("<" if character in _ANGLES else character) or not character.isprintable():
            return " " if character == "\u00a0" else ""
        return character

    return [line.decoded(ENTITY, meaning) if _is_coded(line.text) else line for line in lines]


def _is_coded(text: str) -> bool:
    # In a string, an entity may stand for a quote that would end it: the string is opened first.
    return "&" in text and not ("\\n" in text and whole_text(text, len(text)))
