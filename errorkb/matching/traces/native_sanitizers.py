"""Reports of AddressSanitizer and its relatives, and of valgrind."""

import re
from collections.abc import Callable

from errorkb.matching.events import Frame
from errorkb.matching.traces.findings import Findings, stripped
from errorkb.matching.traces.native_frames import frame_of, raised, read_frames

_REPORT = re.compile(
    r"""
    \s{0,80} (?:=={1,8}\d{1,9}=={1,8}\s?)? (?:(?:ERROR|WARNING|FATAL):\ )?
    (?P<class>\w{1,30}Sanitizer):[ ]
    (?P<message> (?:attempting\ (?=double-free|free\b))?
      (?:(?P<code>[A-Za-z]{1,40}(?:-[a-z]{1,40}){1,8}|[A-Z]{3,6})\b)? \S?.*)
    """,
    re.VERBOSE | re.DOTALL,
)
_TALLY = re.compile(r"reported \d{1,9} warnings?\s*\Z")
_RULER = re.compile(r"\s{0,80}={10,100}\s*\Z")
_SUMMARY = re.compile(r"\s{0,80}SUMMARY: \w{1,40}Sanitizer: ")
_UNDEFINED = re.compile(
    r"\s{0,80}(?P<file>[^\s:][^:\n]{0,400}):(?P<line>\d{1,7}):\d{1,5}: runtime error: (?P<message>\S.*)",
    re.DOTALL,
)
_VALGRIND = re.compile(r"\s{0,80}==\d{1,9}== (?P<message>\S.*)", re.DOTALL)
_VALGRIND_FRAME = re.compile(r"\s{0,80}==\d{1,9}==(?P<frame>\s{2,80}(?:at|by) 0x.*)", re.DOTALL)
_VALGRIND_LINE = re.compile(r"\s{0,80}==\d{1,9}==")
_VALGRIND_ERROR = re.compile(
    r"(?:Invalid |Conditional jump|Use of uninit|Syscall param|Mismatched free"
    r"|Source and destination overlap|"
    r"Process terminating|Argument '|Jump to the invalid"
    r"|[\d,]{1,20} (?:\([\d,]* \w* ?)?.{0,80}bytes in [\d,]{1,9} blocks are (?:definitely|possibly"
    r"|indirectly)|"
    r"Possible data race|Thread #\d+: |Warning: invalid file|Stack overflow in thread"
    r"|realloc\(\) with size 0)"
)
#: A report holds several stacks; the lines that belong to it are at most so many.
_MAX_REPORT = 400


def read(found: Findings) -> None:
    """Adds the reports among the lines."""
    if found.passage.has("Sanitizer"):
        _walk(found, "Sanitizer", _sanitizer)
    if found.passage.has(": runtime error: "):
        _walk(found, ": runtime error: ", _undefined)
    if found.passage.has("== "):
        _walk(found, "==", _valgrind)


def _walk(found: Findings, mark: str, reader: Callable[[Findings, int], int]) -> None:
    found.walk(found.passage.numbers(mark), reader)


def _sanitizer(found: Findings, at: int) -> int:
    text = found.text(at)
    hit = _REPORT.match(text)
    if not hit:
        return at + 1
    if _TALLY.match(hit["message"]):
        found.take(at, at + 1)
        return at + 1
    frames: list[Frame] = []
    end = at + 1
    while end < len(found.lines) and end - at < _MAX_REPORT:
        text = found.text(end)
        if _REPORT.match(text):
            break
        if not frames and frame_of(text):
            frames, end = read_frames(found, end)
            continue
        end += 1
        if _SUMMARY.match(text) or (_RULER.match(text) and frames):
            break
    else:
        # Cut off before its summary: what belongs to it cannot be told but for its stack.
        end = at + 1
        while end < len(found.lines) and (end - at < 4 or frame_of(found.text(end))):
            end += 1
    message = stripped(found.lines[at].cut(hit.start("message")))
    return found.add(
        at, end, message, error_class=hit["class"], error_code=hit["code"], frames=raised(frames)
    )


def _undefined(found: Findings, at: int) -> int:
    """UndefinedBehaviorSanitizer: ``a.c:3:5: runtime error: signed integer overflow``."""
    hit = _UNDEFINED.match(found.text(at))
    if not hit:
        return at + 1
    frames, end = read_frames(found, at + 1)
    place = Frame(file=hit["file"], line=int(hit["line"]), function=frames[-1].function if frames else None)
    while end < len(found.lines) and _SUMMARY.match(found.text(end)):
        end += 1
    message = stripped(found.lines[at].cut(hit.start("message")))
    return found.add(at, end, message, frames=[*frames[:-1], place])


def _valgrind(found: Findings, at: int) -> int:
    hit = _VALGRIND.match(found.text(at))
    if not hit:
        return at + 1
    if not _VALGRIND_ERROR.match(hit["message"]):
        found.take(at, at + 1)
        return at + 1
    frames: list[Frame] = []
    end = at + 1
    while end < len(found.lines) and (line := _VALGRIND_LINE.match(found.text(end))):
        inner = _VALGRIND_FRAME.match(found.text(end))
        frame = frame_of(inner["frame"]) if inner else None
        if frame:
            frames.insert(0, frame)
        elif (found.text(end)[line.end() :].strip() and frames) or not found.text(end)[line.end() :].strip():
            break
        end += 1
    return found.add(at, end, stripped(found.lines[at].cut(hit.start("message"))), frames=raised(frames))
