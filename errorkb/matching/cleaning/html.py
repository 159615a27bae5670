"""Text that was copied out of HTML: entities and tags."""

import html
import re

from errorkb.matching.cleaning.line import Line

ENTITY = re.compile(r"&(?:lt|gt|amp|quot|apos|nbsp|#\d{1,7}|#[xX][0-9a-fA-F]{1,6});")
_ANGLES = frozenset("<>")
# Tags around text that is shown as it was printed. A message may be about tags; one that opens its line,
# breaks a line or ends such a piece is not in a message.
_SHOWING = "pre|code|samp|kbd|tt|details|summary|blockquote|b|strong"
_TAGS = rf"(?:{_SHOWING}|i|em|u|font|span|p|li|ul|ol|div|table|tbody|tr|td|br|hr)"
TAG = re.compile(rf"<(?:/{_TAGS}|{_TAGS}(?:\s[^<>\n]{{0,300}})?)\s?/?>", re.IGNORECASE)
_BREAK = re.compile(r"<br\s{0,2}/?>(?=.)", re.IGNORECASE)
MARKED_UP = re.compile(
    rf"^[ \t]{{0,20}}<(?:{_SHOWING})(?:\s[^<>\n]{{0,300}})?>|</(?:{_SHOWING})>\s*$|<br\s{{0,2}}/?>",
    re.MULTILINE | re.IGNORECASE,
)


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
    return "<" in text and MARKED_UP.search(text) is not None


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

    return [line.decoded(ENTITY, meaning) if "&" in line.text else line for line in lines]
