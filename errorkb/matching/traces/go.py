"""What Go programs and the go tool print: panics, fatal errors of the runtime, diagnostics, failed tests.

A panic prints its value (with `[recovered]` where it was raised again), perhaps a signal, then a stack
for each goroutine, innermost frame first. The first goroutine is the one that panicked.
"""

import re

from errorkb.matching.clean import Line
from errorkb.matching.events import ErrorEvent, Frame
from errorkb.matching.traces import go_logged, go_tool
from errorkb.matching.traces.findings import (
    MAX_MESSAGE_LINES,
    Findings,
    indent_of,
    join,
    stripped,
)
from errorkb.matching.traces.passage import Passage
from errorkb.matching.traces.rules import may_match

# What stands before the message. A bare `fatal error: ` is the runtime's only when goroutines follow.
_OPENING = re.compile(
    r"""
    \s{0,80}
    (?: (?P<panic>panic):\ (?!\S{0,200},\s*\Z)
      | (?P<fatal>fatal\ error):[ ]
      | (?:.{0,40}\s)? http2?:\ (?:panic\ serving|.{0,20}panic\ serving)\ \S{1,80}?:\ (?=\S)
      | \[PANIC\ RECOVER\]\ (?=\S)
      | (?P<signal>SIG[A-Z]{3,6}):\ (?=[a-z])
    )
    """,
    re.VERBOSE,
)
# Gin puts the value on a line of its own.
_RECOVERED = re.compile(r".{0,80}\bpanic recovered:\s*\Z")
_REQUEST = re.compile(r"\s{0,80}[A-Z]{3,10} \S{1,2000} HTTP/\d")
# PC=0x7f1 m=0 sigcode=1: what a signal found, above the goroutines.
_STATE = re.compile(r"\s{0,80}PC=0x[0-9a-f]")
# A stack that was taken as text begins in the line of the message.
_INLINE = re.compile(r" goroutine \d{1,12} \[[^\]\n]{1,80}\]:\s*\Z")
_AGAIN = re.compile(r"\s{1,40}panic: (?=\S)")
_MARKS_OF_RECOVERY = re.compile(r"(?: \[recovered(?:, (?:re|err: )?[^\]]{0,200})?\])+\s*\Z")
_SIGNAL = re.compile(r".{0,60}\[signal\b")
_GOROUTINE = re.compile(r"\s{0,80}goroutine (?:\d{1,12}|\$\d)[^\n\[]{0,80}\[(?P<state>[^\]]{1,80})\]")
_CALL = re.compile(
    r"""
    \s{0,80}
    (?: created\ by\ (?P<creator>\S{1,300}?) (?:\ in\ goroutine\ \d{1,12})?
      | (?P<function> [^\s(]{1,300} (?:\(\*?[^\s()]{1,100}\)[^\s(]{0,200})? ) \( [^\n]{0,2000} \)
    ) \s*\Z
    """,
    re.VERBOSE,
)
_PLACE = re.compile(r"\s{0,80}(?P<file>\S[^\n]{0,400}?\.(?:go|s|c|S)):(?P<line>\d{1,7})(?: \+0x[0-9a-f]+)?")
_GIN_PLACE = re.compile(r"\s{0,80}(?P<file>/\S{1,400}\.(?:go|s)):(?P<line>\d{1,7}) \(0x[0-9a-f]+\)\s*\Z")
_GIN_CALL = re.compile(r"\s{0,80}(?P<function>[\w.*()]{1,100}): ")
#: What the runtime adds to the stack of a panic, in front of the frame that panicked.
_RUNTIME = re.compile(r"(?:runtime[./]|panic\Z|testing\.tRunner\.func)")
_ENDS_MESSAGE = re.compile(
    r"\s{0,80}(?:goroutine \d|\[signal\b|exit status \d|runtime stack:|running tests:|PC=0x|-- |FAIL\b"
    r"|make(?:\[\d+\])?: \*\*\*"
    r"|\Z)"
)
#: Lines between the opening of a fatal error and its first goroutine.
_FATAL_REACH = 12


def may_read(passage: Passage) -> bool:
    """Whether a passage may hold errors that ``parse`` reads; wrong only when it says yes."""
    return (
        passage.has("panic", "fatal error: ", "goroutine ", "--- FAIL: ", "DATA RACE", ".go:")
        or passage.opens("exit status ")
        or may_match(passage, go_tool.RULES)
    )


def parse(lines: list[Line]) -> tuple[list[ErrorEvent], set[int]]:
    """Events of Go among the lines, and the numbers (0-based) of all lines that belong to them."""
    found = Findings(lines, "go")
    if found.passage.has("panic", "fatal error: ", "goroutine "):
        found.walk(found.passage.numbers("panic", "fatal error: ", "PANIC", "SIG", "goroutine"), _report)
    go_tool.read(found)
    go_logged.read(found)
    return found.events, found.taken


def _report(found: Findings, at: int) -> int:
    text = found.text(at)
    if "panic" in text or "fatal error: " in text or "PANIC" in text or "SIG" in text:
        hit = _OPENING.match(text)
        if hit and hit["signal"] and not _STATE.match(found.text(at + 1)):
            return at + 1
        if hit and (not hit["fatal"] or _goroutine_follows(found, at + 1)):
            return _panic(found, at, hit.end(), hit["panic"] or hit["fatal"] or hit["signal"] or "panic")
        value = _behind_request(found, at + 1)
        if _RECOVERED.match(text) and found.text(value).strip():
            return _panic(found, value, indent_of(found.text(value)), "panic")
    if "goroutine" in text and _GOROUTINE.match(text):
        # A dump that nobody asked about: its frames are no errors.
        end = _other_goroutines(found, at)
        found.take(at, end)
        return end
    return at + 1


def _behind_request(found: Findings, at: int) -> int:
    """The line of the value that Gin prints, behind the request that was served, if it tells that."""
    if not _REQUEST.match(found.text(at)):
        return at
    end = at
    while found.text(end).strip() and end - at < MAX_MESSAGE_LINES:
        end += 1
    return end if found.text(end).strip() else end + 1


def _goroutine_follows(found: Findings, at: int) -> bool:
    return any(
        _GOROUTINE.match(found.text(number)) or _SIGNAL.match(found.text(number))
        for number in range(at, at + _FATAL_REACH)
    )


def _panic(found: Findings, at: int, start: int, code: str) -> int:
    """Reads a panic whose message starts at the given character; several, where it was raised again."""
    values: list[tuple[int, int, Line]] = []
    first = at
    while True:
        message = [found.lines[at].cut(start)]
        at += 1
        if inline := _INLINE.search(message[0].text):
            message[0] = message[0].cut(0, inline.start())
        while not inline and at - first < MAX_MESSAGE_LINES and _continues(found, at):
            message.append(stripped(found.lines[at]))
            at += 1
        values.append((first, at, _without_recovery(join(message))))
        again = _AGAIN.match(found.text(at))
        if not again or at >= len(found.lines):
            break
        first, start = at, again.end()
    frames, end = _stack(found, at)
    known = len(found.events)
    for number, (begin, stop, message_line) in enumerate(values):
        last = number == len(values) - 1
        found.add(
            begin,
            end if last else stop,
            message_line,
            error_code=code,
            frames=_raised(frames, last, len(values)),
        )
    if len(values) > 1:
        found.relate(known, "root")
        for number in range(known + 1, len(found.events)):
            found.relate(number, "context")
    return end


def _continues(found: Findings, at: int) -> bool:
    if at >= len(found.lines) or found.lines[at].prefix != found.lines[at - 1].prefix:
        return False
    text = found.text(at)
    return not (_ENDS_MESSAGE.match(text) or _AGAIN.match(text) or _OPENING.match(text) or _gin(found, at)
                or "[signal" in text or "panic" in text)  # fmt: skip


def _gin(found: Findings, at: int) -> bool:
    return bool(_GIN_PLACE.match(found.text(at)))


def _without_recovery(message: Line) -> Line:
    hit = _MARKS_OF_RECOVERY.search(message.text)
    end = hit.start() if hit else len(message.text.rstrip())
    # A carriage return may have left the end of an overwritten line behind what the runtime said.
    known = _RUNTIME_MESSAGE.match(message.text)
    return message.cut(0, known.end() if known else end)


_RUNTIME_MESSAGE = re.compile(
    r"runtime error: (?:invalid memory address or nil pointer dereference|integer divide by zero"
    r"|makeslice: (?:len|cap) out of range|hash of unhashable type [\w.\[\]*]{1,80})"
)


def _stack(found: Findings, at: int) -> tuple[list[Frame], int]:
    """The frames of the first goroutine, innermost first, and the number of the line behind all."""
    frames: list[Frame] = []
    of_runtime = False
    while at < len(found.lines):
        text = found.text(at)
        if frames and _GOROUTINE.match(text):
            if not of_runtime:
                return frames, _other_goroutines(found, at)
            # What came first was the runtime's own stack.
            frames, of_runtime = [], False
        of_runtime = of_runtime or bool(_RUNTIME_STACK.match(text))
        if gin := _GIN_PLACE.match(text):
            named = _GIN_CALL.match(found.text(at + 1))
            frames.append(_frame(gin, named["function"] if named else None))
            at += 1 + bool(named)
            continue
        call = _CALL.match(text)
        place = _PLACE.match(found.text(at + 1)) if call else None
        if call and place:
            frames.append(_frame(place, call["function"] or call["creator"]))
            at += 2
        elif _between_frames(text):
            at += 1
        else:
            break
    return frames, at


_RUNTIME_STACK = re.compile(r"\s{0,80}runtime stack:")


def _between_frames(text: str) -> bool:
    return not text.strip() or bool(_GOROUTINE.match(text) or _SIGNAL.match(text) or _MINOR.match(text))


_MINOR = re.compile(
    r"\s{0,80}(?:runtime stack:|runtime: |running tests:|\w{1,200}"
    r"(?:/\S{1,200})? \(\d[\dms.h]{0,20}\)\s*\Z|PC=0x[0-9a-f]"
    r"|signal arrived during |\.\.\.(?:additional|\d+) |exit status \d+|\[?originating from |"
    r"panic during panic|stack trace unavailable|goroutine running on other thread)"
)


def _other_goroutines(found: Findings, at: int) -> int:
    """The number of the line behind the goroutines that start at line ``at``."""
    frames_at = at + 1
    while frames_at < len(found.lines):
        text = found.text(frames_at)
        if _CALL.match(text) and _PLACE.match(found.text(frames_at + 1)):
            frames_at += 2
        elif _between_frames(text):
            frames_at += 1
        else:
            break
    return frames_at


def _frame(place: re.Match[str], function: str | None) -> Frame:
    return Frame(file=place["file"], line=int(place["line"]), function=function)


def _raised(frames: list[Frame], last: bool, values: int) -> list[Frame]:
    """The frames from outermost to the one that panicked.

    Where the stack was taken while deferred functions ran, they and the runtime stand in front. The
    value that was raised first was raised deepest down the stack; the last of several may have been
    raised by the deferred function that is the innermost frame, but not where a test only passed it on.
    """
    panics = [number for number, frame in enumerate(frames) if (frame.function or "") in _PANICKING]
    start = 0
    again = (
        bool(frames)
        and last
        and len(panics) < values
        and values > 1
        and not _RUNTIME.match(frames[0].function or "")
    )
    if panics and not again:
        start = (panics[0] if last else panics[-1]) + 1
    while start < len(frames) - 1 and _is_of_runtime(frames[start]):
        start += 1
    return frames[start:][::-1]


def _is_of_runtime(frame: Frame) -> bool:
    return bool(_RUNTIME.match(frame.function or "")) or frame.file.endswith(_RAISING)


#: Files of the runtime that raise what the program did wrong; Gin tells no package.
_RAISING = ("/runtime/panic.go", "/runtime/signal_unix.go")
_PANICKING = frozenset({"panic", "runtime.gopanic", "runtime.throw", "runtime.panic"})
