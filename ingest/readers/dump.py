"""One path → everything in it: a file, plain, compressed or an archive, or a dataset's folder."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import BinaryIO

from ingest.problems import Problem
from ingest.readers.archive import (
    Container,
    Member,
    is_clutter,
    is_zip,
    read_last,
    read_member,
    unread_packing,
)
from ingest.readers.compressed import Decompressed, codec_of
from ingest.readers.dataset import read_container
from ingest.readers.limits import Limits, Meter
from ingest.readers.manifest import MANIFEST
from ingest.readers.plain import read_source
from ingest.readers.source import Source
from ingest.readers.tar_archive import tar_members
from ingest.readers.tar_header import is_tar
from ingest.readers.zip_archive import zip_members
from ingest.record import Found

DEFAULT_LIMITS = Limits()


def is_dataset(path: Path) -> bool:
    """Whether a path is a folder that `open_dump` reads as a whole, by its manifest."""
    return (path / MANIFEST).is_file()


def open_dump(path: Path, limits: Limits = DEFAULT_LIMITS) -> Iterator[Found]:
    """What a file or a dataset's folder holds, its form told by its content.

    OSError when the path itself cannot be read; whatever is wrong within it is a Problem.
    """
    if path.is_dir() and is_dataset(path):
        walk = partial(_files, path)
        read = partial(_read_file_of, path, limits)
        yield from read_container(Container(name=str(path), limits=limits, walk=walk, read=read))
        return
    with path.open("rb") as stream:
        yield from read_stream(stream, str(path), limits)


def read_stream(stream: BinaryIO, name: str, limits: Limits = DEFAULT_LIMITS) -> Iterator[Found]:
    """What the bytes of one file hold; archives need a stream that can seek."""
    meter = Meter(limits)
    source = Source(meter.watch(stream), name)
    zipped = is_zip(source.head)
    codec = None if zipped else codec_of(source.head)
    unpacked = Source(Decompressed(source, codec, meter), name) if codec else source
    if zipped or is_tar(unpacked.head):
        if not stream.seekable():
            reason = "an archive cannot be read from a pipe; save it to a file first"
            yield Problem(file=name, where="file", code="not-seekable", reason=reason, rejects=True)
            return
        walk = partial(zip_members if zipped else tar_members, stream, name)
        yield from read_container(Container(name=name, limits=limits, walk=walk, read=read_member))
    elif codec is not None:
        yield from read_last(unpacked)
    elif words := unread_packing(source.head):
        reason = f"it is {words}, which is not read; pack it as .zip, .tar or .gz"
        yield Problem(file=name, where="file", code="unknown-form", reason=reason, rejects=True)
    else:
        yield from read_source(source)


def _files(folder: Path, _meter: Meter) -> Iterator[Member | Problem]:
    """The files of a folder in the order of their names, the manifest first; hidden ones are left out."""
    for path in sorted(folder.rglob("*"), key=lambda path: (path != folder / MANIFEST, path)):
        relative = path.relative_to(folder)
        if _is_left_out(relative) or not path.is_file():
            continue
        try:
            with path.open("rb") as stream:
                yield Member(name=relative.as_posix(), file=str(path), stream=stream)
        except OSError as error:
            yield _unreadable(path, error)


def _read_file_of(folder: Path, limits: Limits, member: Member, _meter: Meter) -> Iterator[Found]:
    path = folder / member.name
    try:
        with path.open("rb") as stream:
            yield from read_stream(stream, member.file, limits)
    except OSError as error:
        yield _unreadable(path, error)


def _is_left_out(relative: Path) -> bool:
    """Whether a file is hidden, or in a hidden folder; the file of a repository like `.github` is not."""
    *folders, name = relative.parts
    if any(folder.startswith(".") for folder in folders) or is_clutter(relative.as_posix()):
        return True
    return name.startswith(".") and folders[:1] != ["repos"]


def _unreadable(path: Path, error: OSError) -> Problem:
    reason = f"cannot be read: {error.strerror}"
    return Problem(file=str(path), where="file", code="unreadable", reason=reason, rejects=True)
