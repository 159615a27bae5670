"""Stacks of native code, innermost frame first, as gdb, lldb, sanitizers and valgrind print them."""

import re

from errorkb.matching.events import Frame
from errorkb.matching.traces.findings import Findings

_NUMBER = r"\s{0,80}(?:\*\ )?(?:frame\ )?\#\d{1,5}:?\s{1,4}(?:0x[0-9a-fA-F]{1,16}\s)?"
_FUNCTION = r"(?P<function>\S[^\n]{0,600}?)"
# #1  0x0000 in f (a=1) at dir/a.c:12
_GDB = re.compile(
    rf"(?:{_NUMBER}|\s{{0,80}}0x[0-9a-fA-F]{{8,16}}\s)\s?(?:in\ )?{_FUNCTION}\ ?\([^\n]{{0,2000}}\)\ at\ "
    rf"(?P<file>\S[^\n:]{{0,400}}):(?P<line>\d{{1,7}})\s*\Z",
    re.VERBOSE,
)
#     #0 0x4f in f(int) /dir/a.c:12:3
_SANITIZER = re.compile(
    rf"{_NUMBER}(?:in\ )?{_FUNCTION}\s(?P<file>(?:/|\.|[A-Za-z]:)[^\s:()][^\n:()]{{0,400}}"
    rf"|[\w./+-]{{1,300}}\.\w{{1,5}}):(?P<line>\d{{1,7}})(?::\d{{1,5}})?(?:\s\(\S{{1,400}}\))?\s*\Z",
    re.VERBOSE,
)
# #2  0x0000 in f () from /lib/libc.so.6, and #3 0x7f (/lib/libc.so.6+0x21b96)
_BINARY = re.compile(
    rf"(?:{_NUMBER}|\s{{0,80}}0x[0-9a-fA-F]{{8,16}}\s)\s?(?:in\ (?P<function>\S[^\n]{{0,600}}?)\s?"
    rf"(?:\([^\n]{{0,2000}}\)\ ?)?)?(?:from\ (?P<file>\S{{1,400}})"
    rf"|\((?P<module>/[^\s()]{{1,400}}?)(?:\+0x[0-9a-f]{{1,16}})?\)(?:\s\(\S{{1,200}}\))?|\(\))\s*\Z",
    re.VERBOSE,
)
# ==1==    at 0x4E: f (a.c:12), and by 0x4F: g (in /lib/x.so)
_VALGRIND = re.compile(
    r"\s{1,80}(?:at|by)\ 0x[0-9A-F]{1,16}:\ (?P<function>\S.{0,600}?)\ \((?:in\ (?P<module>\S.{0,400})"
    r"|(?P<file>[^():\n]{1,400}):(?P<line>\d{1,7}))\)\s*\Z",
    re.VERBOSE,
)
_KINDS = (_GDB, _SANITIZER, _BINARY, _VALGRIND)


def frame_of(text: str) -> Frame | None:
    """The frame that the line is."""
    if "0x" not in text and "#" not in text:
        return None
    for kind in _KINDS:
        if hit := kind.match(text):
            groups = hit.groupdict()
            file = groups.get("file") or groups.get("module") or ""
            line = groups.get("line")
            return Frame(file=file, line=int(line) if line else None, function=_name(groups.get("function")))
    return None


def _name(function: str | None) -> str | None:
    """The function without its parameters, which sanitizers print along."""
    if not function:
        return None
    return function.partition("(")[0] or function


def read_frames(found: Findings, at: int) -> tuple[list[Frame], int]:
    """The stack that starts at the line, outermost frame first, and the number of the line behind it."""
    frames: list[Frame] = []
    while at < len(found.lines) and (frame := frame_of(found.text(at))):
        frames.append(frame)
        at += 1
    return frames[::-1], at


#: Sources of the sanitizers, whose functions stand in for the C library's.
_OF_TOOL = re.compile(r"libsanitizer/|compiler-rt/lib/")


def raised(frames: list[Frame]) -> list[Frame]:
    """The frames without those in front of the first one whose source is known: libraries' and the tool's."""
    end = len(frames)
    while end and (frames[end - 1].line is None or _OF_TOOL.search(frames[end - 1].file)):
        end -= 1
    return frames[:end] or frames
