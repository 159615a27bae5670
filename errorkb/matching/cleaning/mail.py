"""Quoted-printable text, as mails come when their source is copied."""

import re

from errorkb.matching.cleaning.line import Line

# The bytes of one character; those that mean nothing to a reader stay.
_MORE = "=[89AB][0-9A-F]"
_CODES = re.compile(
    rf"=(?:[2-7][0-9A-F]|09|[CD][0-9A-F]{_MORE}|E[0-9A-F](?:{_MORE}){{2}}|F[0-7](?:{_MORE}){{3}})"
)
_EQUALS = re.compile(r"=(?P<code>[0-9A-F]{2})?(?P<soft>[ \t]*\r?$)?", re.MULTILINE)
_SOFT_BREAK = re.compile(r"=[ \t]*\Z")
HINT = re.compile(r"=3D|=20$|=\r?$", re.MULTILINE)


def is_quoted_printable(text: str) -> bool:
    """In such a text every equals sign is part of a code or breaks a line; one of them does not show it."""
    if not HINT.search(text):
        return False
    codes = breaks = 0
    for hit in _EQUALS.finditer(text):
        if hit["code"] is None and hit["soft"] is None:
            return False
        codes += hit["code"] is not None
        breaks += hit["code"] is None
    return bool(codes and codes + breaks >= 2)


def decode_quoted_printable(lines: list[Line]) -> list[Line]:
    """Codes as the characters that they mean, and lines of which each was broken in two as one."""
    decoded: list[Line] = []
    parts: list[Line] = []
    for line in lines:
        broken = _SOFT_BREAK.search(line.text)
        parts.append(line.cut(0, broken.start()) if broken else line)
        if not broken:
            decoded.append(_decoded(_whole(parts)))
            parts = []
    return [*decoded, *([_decoded(_whole(parts))] if parts else [])]


def _whole(parts: list[Line]) -> Line:
    if len(parts) == 1:
        return parts[0]
    text = "".join(part.text for part in parts)
    return Line(text, [offset for part in parts for offset in part.offsets], parts[-1].end)


def _decoded(line: Line) -> Line:
    return line.decoded(_CODES, _character) if "=" in line.text else line


def _character(hit: re.Match[str]) -> str:
    return bytes.fromhex(hit[0].replace("=", "")).decode("utf-8", "replace")
