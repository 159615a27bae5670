"""Plain sources: JSON or text pages, told by their content and not by their name."""

import re
from collections.abc import Callable, Iterator

from ingest.problems import Problem
from ingest.readers.json_dump import read_json
from ingest.readers.json_value import WHITE_SPACE
from ingest.readers.source import HEAD_LENGTH, Source
from ingest.readers.text_page import read_pages
from ingest.record import RawRecord

_PAGE_HEADER = re.compile(rb"^[^\s\xc2/]+/[^\s\xc2/]+(?: |\xc2\xa0)\xc2\xb7(?: |\xc2\xa0)\w", re.MULTILINE)
_JSON_LINE = re.compile(rb'^[ \t]*[{\[]\s*["{\[]', re.MULTILINE)
_JSON_SCALAR = re.compile(rb'(?:null|true|false|-?[0-9][0-9.eE+-]*|"[^"\n]*")[ \t\r]*(?:\n|\Z)')

Read = Callable[[Source], Iterator[RawRecord | Problem]]


def read_source(source: Source) -> Iterator[RawRecord | Problem]:
    """What a source of plain bytes holds; damage to it is reported after every whole record."""
    chosen = _form(source.head)
    if isinstance(chosen, tuple):
        code, reason = chosen
        yield Problem(file=source.name, where="file", code=code, reason=reason, rejects=True)
    elif source.head or source.damage is None:
        yield from chosen(source)
    if source.damage is not None:
        reason = f"{source.damage}; what stands before that was read"
        yield Problem(file=source.name, where="file", code=source.damage.code, reason=reason, rejects=True)


def _form(head: bytes) -> Read | tuple[str, str]:
    """The reader for this head, or the code and the reason why there is none."""
    if _is_wide(head):
        return "utf-16", "UTF-16 or UTF-32, not UTF-8; convert it, for example with iconv"
    # A header line can stand nowhere in JSON: its texts hold no newline.
    if _PAGE_HEADER.search(head):
        return read_pages
    text = head.lstrip(WHITE_SPACE)
    if not text or text.startswith((b"{", b"[")):
        return read_json
    if b"\0" in head or not _is_utf8(head):
        return "unknown-form", "bytes that are neither UTF-8 text nor a known container"
    if _JSON_LINE.search(head) or _JSON_SCALAR.match(text):
        return read_json
    return read_pages


def _is_wide(head: bytes) -> bool:
    if head.startswith((b"\xff\xfe", b"\xfe\xff", b"\0\0\xfe\xff")):
        return True
    # Without a mark: JSON and pages begin with ASCII, every other byte of which is then zero.
    start = head[:4]
    return len(start) == 4 and (
        (start[0] == 0 != start[1] and start[2] == 0 != start[3])
        or (start[1] == 0 != start[0] and start[3] == 0 != start[2])
    )


def _is_utf8(head: bytes) -> bool:
    try:
        head.decode()
    except UnicodeDecodeError as error:
        # A character may be cut at the end of the head.
        return len(head) == HEAD_LENGTH and error.start >= len(head) - 3
    return True
