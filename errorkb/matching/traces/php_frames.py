"""Stacks of PHP: ``#0 /a/b.php(12): Class->method()``, the innermost first.

A numbered line says what was called and where from; the place of the exception itself stands above.
So each place lies in the function that the line below it calls.
"""

import re

from errorkb.matching.events import Frame
from errorkb.matching.traces.findings import Findings

NAME = r"(?P<class>\\?(?:[A-Za-z_]\w{0,80}\\{1,2}){0,12}[A-Z_a-z]\w{0,80}(?:@anonymous)?)"
_HEADING = re.compile(r"\s{0,80}(?:PHP )?(?:Stack trace:|\[stacktrace\])\s*")
_CALL = re.compile(
    r"""
    \s{0,80} (?:PHP\ {1,4})? (?: \#\d{1,5} | \d{1,5}\. )[ ]
    (?: (?P<file>(?:[A-Za-z]:)?[^\s:'"()][^:'"\n]{0,400}?)\((?P<line>\d{1,7})\) | \[internal\ function\] )
    :\ (?P<function>[^\s(]{1,300}) (?:\(.*)? \Z
    """,
    re.VERBOSE | re.DOTALL,
)
# Xdebug and the command line print: PHP   2. f() /a/b.php:12
_OTHER_CALL = re.compile(
    r"\s{0,80}(?:PHP {1,4})?\d{1,5}\. (?P<function>[^\s(]{1,300})\(.{0,600}\) (?P<file>\S.{0,400}):"
    r"(?P<line>\d{1,7})\s*\Z"
)
_MAIN = re.compile(r"\s{0,80}(?:#?\d{1,5}\.? )?\{main\}")
_END = re.compile(r"\s{0,80}[\"'][})]{1,2}\s*\Z|\s{0,80}\"\}\s*\Z")
_SQLSTATE = re.compile(r"SQLSTATE\[(?P<code>\w{5})\]")
#: Blank lines that may stand inside of a stack.
_BLANKS = 2


def sqlstate(message: str) -> str | None:
    """The code that a database gave, where the message tells it."""
    hit = _SQLSTATE.search(message[:400])
    return hit["code"] if hit else None


def read_stack(found: Findings, at: int, file: str, line: int) -> tuple[list[Frame], int]:
    """The frames, outermost first, of the stack that may start at line ``at``, and the line behind it.

    ``file`` and ``line`` are the place of the exception, which is the innermost frame.
    """
    end = at
    calls: list[re.Match[str]] = []
    start = behind_blanks(found, at)
    heading = _HEADING.match(found.text(start))
    if heading:
        end = start + 1
        rest = found.text(start)[heading.end() :]
        if call := _CALL.match(rest):
            calls.append(call)
        at = end
    while at < len(found.lines):
        text = found.text(at)
        if call := _CALL.match(text) or _OTHER_CALL.match(text):
            calls.append(call)
        elif not _MAIN.match(text) and not (calls and _END.match(text)):
            following = behind_blanks(found, at)
            if following == at or not (
                _CALL.match(found.text(following)) or _MAIN.match(found.text(following))
            ):
                break
            at = following
            continue
        at += 1
        end = at
    return _frames(calls, file, line), end


def behind_blanks(found: Findings, at: int) -> int:
    """The number of the next line that is not blank, where it is near."""
    start = at
    while at < len(found.lines) and at - start < _BLANKS and not found.text(at).strip():
        at += 1
    return at


def _frames(calls: list[re.Match[str]], file: str, line: int) -> list[Frame]:
    # Logs that are JSON double the backslashes.
    functions: list[str | None] = [call["function"].replace("\\\\", "\\") for call in calls]
    functions.append(None)
    frames = [Frame(file=file, line=line, function=functions[0])]
    for call, outer in zip(calls, functions[1:], strict=True):
        if call["file"]:
            frames.append(Frame(file=call["file"], line=int(call["line"]), function=outer))
    return frames[::-1]
