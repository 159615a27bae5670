"""Files → facts: decoded, judged, read by their language, in processes where there is much to read."""

import hashlib
import io
import tokenize
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Any, Self

from ingest.readers.source_tree.languages import language
from ingest.readers.source_tree.project import Content
from ingest.readers.source_tree.site import Unreadable

#: Sources go to processes in bundles of about so many characters.
BUNDLE = 256 << 10
#: Below this many bytes to read, starting processes takes longer than reading.
WORTH_PROCESSES = 2 << 20


@dataclass(frozen=True, kw_only=True, slots=True)
class Source:
    """A file's text. ``key``: what its facts are kept under."""

    path: str
    module: str
    key: str
    text: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Facts:
    """What a language read of a file, or why it could not (``reason``)."""

    found: Any = None
    reason: str | None = None


class NotSource(ValueError):
    """A file is no text that its language could read; the message says why."""


def decoded(data: bytes, module: str) -> str:
    """The text of a file with plain line ends: UTF-8, or what a Python file says of itself."""
    encoding = "utf-8"
    if b"\0" in data:
        raise NotSource("it holds NUL bytes: it is no text")
    if module == "python":
        try:
            encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
        except SyntaxError as error:
            raise NotSource(str(error)) from None
    try:
        text = data.decode("utf-8-sig" if encoding == "utf-8" else encoding)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise NotSource(f"line {line}: byte {error.start + 1} is no {encoding}") from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def content_of(data: bytes, modified: int) -> Content:
    """What tells this content from another."""
    blobs = {_blob(data)}
    if b"\r\n" in data:
        blobs.add(_blob(data.replace(b"\r\n", b"\n")))
    return Content(sha256=hashlib.sha256(data).hexdigest(), blobs=frozenset(blobs), modified=modified)


def _blob(data: bytes) -> str:
    return hashlib.sha1(b"blob %d\0%b" % (len(data), data), usedforsecurity=False).hexdigest()


def read(module: str, text: str) -> Facts:
    """The facts of one text."""
    known = language(module)
    if known is None:
        return Facts(reason=f"nothing here reads {module}")
    try:
        return Facts(found=known.read(text))
    except Unreadable as error:
        return Facts(reason=f"line {error.line}: {error}")
    except RecursionError:
        return Facts(reason="it nests too deeply")


def read_all(sources: Iterable[Source], *, jobs: int) -> Iterator[tuple[Source, Facts]]:
    """The facts of each source, in order. With several jobs their reading is shared by processes."""
    if jobs <= 1:
        for source in sources:
            yield source, read(source.module, source.text)
        return
    with _Readers(jobs) as readers:
        waiting: deque[tuple[list[Source], Future[list[Facts]]]] = deque()
        for bundle in _bundles(sources):
            waiting.append((bundle, readers.begin(bundle)))
            if len(waiting) > 2 * jobs:
                yield from _finished(*waiting.popleft())
        while waiting:
            yield from _finished(*waiting.popleft())


class _Readers:
    """Processes that read bundles; made anew after one of them died."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._pool = _pool(jobs)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)

    def begin(self, bundle: list[Source]) -> Future[list[Facts]]:
        texts = [(source.module, source.text) for source in bundle]
        try:
            return self._pool.submit(_read_bundle, texts)
        except BrokenProcessPool:
            self._pool.shutdown(wait=False)
            self._pool = _pool(self._jobs)
            return self._pool.submit(_read_bundle, texts)


def _pool(jobs: int) -> ProcessPoolExecutor:
    # A forked child would share this process's locks and connections.
    return ProcessPoolExecutor(jobs, mp_context=get_context("spawn"))


def _finished(bundle: list[Source], future: Future[list[Facts]]) -> Iterator[tuple[Source, Facts]]:
    try:
        yield from zip(bundle, future.result(), strict=True)
    except BrokenProcessPool:
        # A file of some bundle ended its process: each of this one has a process to itself.
        for source in bundle:
            yield source, _alone(source)


def _alone(source: Source) -> Facts:
    with _pool(1) as pool:
        try:
            return pool.submit(read, source.module, source.text).result()
        except BrokenProcessPool:
            return Facts(reason="the process that read it died")


def _read_bundle(texts: Sequence[tuple[str, str]]) -> list[Facts]:
    return [read(module, text) for module, text in texts]


def _bundles(sources: Iterable[Source]) -> Iterator[list[Source]]:
    bundle: list[Source] = []
    size = 0
    for source in sources:
        bundle.append(source)
        size += len(source.text)
        if size >= BUNDLE:
            yield bundle
            bundle, size = [], 0
    if bundle:
        yield bundle
