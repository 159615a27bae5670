"""What all archives have in common: their members, the names of these, and how one is read."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ingest.problems import Problem, escape, shorten
from ingest.readers.compressed import Decompressed, codec_of
from ingest.readers.limits import Limits, Meter
from ingest.readers.plain import read_source
from ingest.readers.source import Damaged, Source, SupportsRead
from ingest.readers.tar_header import is_tar
from ingest.readers.zip_directory import MAX_NAME_LENGTH
from ingest.record import Found

_SHOWN_NAME_LENGTH = 200

_ZIP = re.compile(rb"PK(?:\x03\x04|\x05\x06|\x07\x08)")
_UNREAD = {
    b"7z\xbc\xaf\x27\x1c": "a 7z archive",
    b"Rar!\x1a\x07": "a RAR archive",
    b"\x1f\x9d": "a file of compress (.Z)",
    b"\x04\x22\x4d\x18": "an LZ4 file",
    b"LZIP\x01": "an lzip file",
    b"xar!\0\x1c": "a xar archive",
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Member:
    """A file in an archive or a dataset.

    name: with `/` between its parts, relative, without `.` and `..`. file: display name, archive
    and all. stream: its bytes, which can be read until the next member is asked for.
    """

    name: str
    file: str
    stream: SupportsRead


@dataclass(frozen=True, kw_only=True, slots=True)
class Container:
    """An archive or a folder, which can be walked more than once.

    walk: its members from the first on, and what is wrong with others. read: what a member holds.
    """

    name: str
    limits: Limits
    walk: Callable[[Meter], Iterator[Member | Problem]]
    read: Callable[[Member, Meter], Iterator[Found]]


class Names:
    """The names that an archive has used; judges the next one."""

    def __init__(self, archive: str) -> None:
        self._archive = archive
        self._seen: set[str] = set()

    def judge(self, raw: str) -> tuple[str, Problem | None]:
        """The name with nothing superfluous in it, and why no member may have it."""
        name = plain_name(raw)
        fault = _unsafe(raw)
        if fault is not None:
            reason = f"{fault}; nothing of it was read"
            return name, refusal(self._archive, raw, "unsafe-path", reason)
        if name in self._seen:
            reason = "another member has this name; the first one was read"
            return name, refusal(self._archive, raw, "duplicate-member", reason)
        self._seen.add(name)
        return name, None


def _unsafe(name: str) -> str | None:
    if "\0" in name:
        return "its name holds a NUL"
    if not name.strip("/."):
        return "it has no name"
    if len(name) > MAX_NAME_LENGTH:
        return f"its name has {len(name):,} characters"
    if "\\" in name:
        return "its name holds a backslash, which some systems take for a slash"
    if name.startswith("/") or re.match(r"[A-Za-z]:", name):
        return "its path is absolute"
    return "its path leaves the archive" if ".." in name.split("/") else None


def plain_name(raw: str) -> str:
    """A name without empty parts and those that stay where they are."""
    return "/".join(part for part in raw.split("/") if part not in ("", "."))


def display_name(archive: str, name: str) -> str:
    """How problems and records call a member."""
    # Cut before escaping, so that a name of a megabyte costs nothing.
    return f"{archive}!{shorten(escape(name[: _SHOWN_NAME_LENGTH + 1]), _SHOWN_NAME_LENGTH)}"


def refusal(archive: str, name: str, code: str, reason: str) -> Problem:
    """A member that is not read."""
    return Problem(file=display_name(archive, name), where="file", code=code, reason=reason, rejects=True)


def broken(archive: str, damage: Damaged) -> Problem:
    """The end of what can be read of an archive."""
    reason = f"{damage}; what stands before that was read"
    return Problem(file=archive, where="file", code=damage.code, reason=reason, rejects=True)


def is_clutter(name: str) -> bool:
    """Whether a file is what macOS puts beside each real one in the archives it makes."""
    *folders, last = name.split("/")
    return last.startswith("._") or last == ".DS_Store" or "__MACOSX" in folders[:1]


def is_zip(head: bytes) -> bool:
    """Whether a source that begins so is a zip archive."""
    return _ZIP.match(head) is not None


def packing(head: bytes) -> str | None:
    """What a source that begins so is, if its bytes are not what it holds."""
    if is_zip(head):
        return "a zip archive"
    if is_tar(head):
        return "a tar archive"
    codec = codec_of(head)
    return f"a {codec.name} file" if codec else unread_packing(head)


def unread_packing(head: bytes) -> str | None:
    """What a source that begins so is, if it is packed in a way that is not read anywhere."""
    return next((words for magic, words in _UNREAD.items() if head.startswith(magic)), None)


def read_member(member: Member, meter: Meter) -> Iterator[Found]:
    """What a member of an archive holds; it may be compressed once, and is no archive."""
    source = Source(member.stream, member.file)
    codec = codec_of(source.head)
    if codec is not None:
        source = Source(Decompressed(source, codec, meter), member.file)
    yield from read_last(source)


def read_last(source: Source) -> Iterator[Found]:
    """What a source holds that may not be packed again."""
    packed = packing(source.head)
    if packed is not None:
        reason = f"it is {packed} within another; unpack the outer one first"
        yield Problem(file=source.name, where="file", code="nested-archive", reason=reason, rejects=True)
        return
    yield from read_source(source)
