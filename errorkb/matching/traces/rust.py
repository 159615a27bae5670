"""What Rust programs print: panics in both forms with their backtrace, error chains, and what cargo prints.

``Error: outer`` / ``Caused by:`` is anyhow's and cargo's form, ``0: outer`` / ``1: inner`` under an empty
``Error:`` is eyre's, a cross before ``outer`` / ``╰─▶ inner`` is miette's. All print the root last.
"""

import re

from errorkb.matching.clean import Line
from errorkb.matching.events import ErrorEvent, Frame
from errorkb.matching.traces import rust_chains, rust_compiler
from errorkb.matching.traces.findings import (
    MAX_MESSAGE_LINES,
    Findings,
    body,
    indent_of,
    join,
    trimmed,
)
from errorkb.matching.traces.passage import Passage

_THREAD = r"\s{0,80}thread '(?P<thread>[^'\n]{0,200})' (?:\(\d{1,12}\) )?"
_PLACE = r"(?P<file>[^\s:'\"][^:'\"\n]{0,400}|[A-Za-z]:[^:'\"\n]{1,400}):(?P<line>\d{1,7})(?::\d{1,5})?"
_PANIC = re.compile(rf"{_THREAD}panicked at {_PLACE}:\s*\Z")
_OLD_PANIC = re.compile(rf"{_THREAD}panicked at '(?P<message>.*)", re.DOTALL)
_OLD_END = re.compile(rf"',[ ]{_PLACE}\s*\Z")
_OVERFLOW = re.compile(
    r"\s{0,80}(?P<message>thread '[^'\n]{0,200}' (?:\(\d{1,12}\) )?has overflowed its stack)"
)
_FATAL = re.compile(r"\s{0,80}fatal runtime error: (?P<message>\S.*)")
_ENDS_MESSAGE = re.compile(
    r"""
    \s{0,80} (?: note:\  | stack\ backtrace:\s*\Z
       | thread\ '[^'\n]{0,200}'\ (?:\(\d{1,12}\)\ )?(?:panicked|has) | thread\ caused\ non-unwinding
       | test\ result: | failures:\s*\Z | ----\  | error:\  | fatal\ runtime\ error:
       | make(?:\[\d+\])?:\ \*\*\*
       | [\w.-]+@[\w.-]+[:\ ].{0,200}[$#]\  | Aborted\b )
    """,
    re.VERBOSE,
)
_BACKTRACE = re.compile(r"\s{0,80}stack backtrace:\s*\Z")
_CALL = re.compile(r"\s{0,80}(?P<number>\d{1,5}): {1,20}(?:0x[0-9a-f]{1,16} - )?(?P<function>\S.{0,600})")
_AT = re.compile(rf"\s{{1,100}}at {_PLACE}\s*\Z")
_HASH = re.compile(r"::h[0-9a-f]{16}\Z")
_NOTE = re.compile(r"\s{0,80}note: (?:run with|[Ss]ome details are omitted|[Uu]se `?RUST_BACKTRACE)")
#: Frames of the machinery that reports a panic; the raise frame lies outside of them.
_MACHINERY = re.compile(
    r"(?:rust_begin_unwind|rust_panic|__rust|<?(?:std|core)::(?:panicking|panic|sys|rt|result|option)\b"
    r"|backtrace)"
)


def may_read(passage: Passage) -> bool:
    """Whether a passage may hold errors that ``parse`` reads; wrong only when it says yes."""
    return passage.has(
        "thread '", "fatal runtime error: ", "Caused by:",
        "  cause: ", "   0: ", "\u00d7 ", "╰─▶", "├─▶", "--> ",
        "error[", "aborting due to", "For more information about", "could not compile",
    )  # fmt: skip


def parse(lines: list[Line]) -> tuple[list[ErrorEvent], set[int]]:
    """Events of Rust among the lines, and the numbers (0-based) of all lines that belong to them."""
    found = Findings(lines, "rust")
    found.walk(found.passage.numbers("thread '", "fatal runtime"), _report)
    rust_chains.read(found)
    rust_compiler.read(found)
    return found.events, found.taken


def _report(found: Findings, at: int) -> int:
    text = found.text(at)
    if hit := _PANIC.match(text):
        return _panic(found, at, hit)
    if hit := _OLD_PANIC.match(text):
        return _old_panic(found, at, hit)
    if hit := _OVERFLOW.match(text) or _FATAL.match(text):
        end = at + 1
        # Both lines tell of the same; the second only says that the program ends.
        while end < len(found.lines) and (not found.text(end).strip() or _FATAL.match(found.text(end))):
            end += 1
        return found.add(at, end, found.lines[at].cut(*hit.span("message")), error_code="fatal runtime error")
    return at + 1


def _panic(found: Findings, at: int, hit: re.Match[str]) -> int:
    """The form since 1.73: the place first, the message on lines of its own."""
    indent = indent_of(found.text(at))
    end = at + 1
    while end - at <= MAX_MESSAGE_LINES and end < len(found.lines) and not _ends(found, at, end):
        end += 1
    message = trimmed([body(line, indent) for line in found.lines[at + 1 : end]])
    place = Frame(file=hit["file"], line=int(hit["line"]), function=None)
    return _add(found, at, end, join(message or [found.lines[at].cut(0, 0)]), place)


def _ends(found: Findings, first: int, at: int) -> bool:
    text = found.text(at)
    if _ENDS_MESSAGE.match(text) or found.lines[at].prefix != found.lines[first].prefix:
        return True
    # A blank line is a part of the message only where the panic's own marks follow soon.
    return not text.strip() and not any(_MARKS.match(found.text(at + more)) for more in range(1, 6))


_MARKS = re.compile(r"\s{0,80}(?:note: run with|stack backtrace:)")


def _old_panic(found: Findings, at: int, hit: re.Match[str]) -> int:
    """``panicked at 'message', file:line:column``; the message may have several lines."""
    end = at
    while end - at < MAX_MESSAGE_LINES and end < len(found.lines):
        if place := _OLD_END.search(found.text(end)):
            break
        end += 1
    else:
        return at + 1
    pieces = [body(line) for line in found.lines[at : end + 1]]
    pieces[-1] = pieces[-1].cut(0, place.start())
    pieces[0] = pieces[0].cut(hit.start("message"))
    frame = Frame(file=place["file"], line=int(place["line"]), function=None)
    return _add(found, at, end + 1, join(trimmed(pieces) or pieces[:1]), frame)


def _add(found: Findings, first: int, end: int, message: Line, place: Frame) -> int:
    frames: list[Frame] = []
    while end < len(found.lines):
        text = found.text(end)
        if _BACKTRACE.match(text):
            frames, end = _backtrace(found, end + 1)
        elif _NOTE.match(text):
            end += 1
        else:
            break
    return found.add(first, end, message, error_code="panic", frames=_raised(frames, place))


def _backtrace(found: Findings, at: int) -> tuple[list[Frame], int]:
    """The frames, innermost first; one without a file has the empty text for it."""
    frames: list[Frame] = []
    while call := _CALL.match(found.text(at)):
        function = _HASH.sub("", call["function"].rstrip())
        at += 1
        place = _AT.match(found.text(at))
        at += bool(place)
        file = place["file"] if place else ""
        frames.append(Frame(file=file, line=int(place["line"]) if place else None, function=function))
    return frames, at


def _raised(frames: list[Frame], place: Frame) -> list[Frame]:
    """The frames from the outermost to the place that the panic names, which knows its function then."""
    start = 0
    for number, frame in enumerate(frames):
        if frame.line == place.line and frame.file.removeprefix("./").endswith(place.file.removeprefix("./")):
            return [*(one for one in frames[:number:-1] if one.file), frame]
        if _MACHINERY.match(frame.function or ""):
            start = number + 1
    inner = frames[start] if start < len(frames) else None
    if inner and not inner.file:
        place = Frame(file=place.file, line=place.line, function=inner.function)
    return [*(frame for frame in frames[start:][::-1] if frame.file), place]
