"""What Elixir prints: ``** (Class) message`` and its stack, the innermost frame first.

** (KeyError) key :name not found in: %{}
    (app 0.1.0) lib/app.ex:3: App.run/0
    (elixir 1.15.0) lib/task.ex:1: Task.run/1
"""

import re

from errorkb.matching.clean import Line
from errorkb.matching.events import ErrorEvent, Frame
from errorkb.matching.traces.findings import MAX_MESSAGE_LINES, Findings, body, indent_of, join, trimmed
from errorkb.matching.traces.passage import Passage

_HEAD = re.compile(
    r".{0,200}?\*\* \((?:(?P<class>[A-Z]\w{0,80}(?:\.\w{1,80}){0,8})|(?:exit|throw|stop))\) (?P<message>.*)",
    re.DOTALL,
)
_PLACE = r"(?P<file>[^\s:()][^:\n()]{0,300}\.(?:exs?|erl|eex|heex|leex)):(?P<line>\d{1,7})"
#: A compiler puts the place of the source before its message.
_COMPILED = re.compile(rf"{_PLACE}(?::\d{{1,5}})?: (?=\S)")
_FRAME = re.compile(rf"\s{{1,80}}(?:\([\w .-]{{1,80}}\) )?{_PLACE}:(?: (?P<function>[^\n]{{1,300}}?))?\s*\Z")
#: A function whose place is not known: of a module that is missing, or of the runtime.
_BARE = re.compile(
    r"\s{1,80}(?:\([\w .-]{1,80}\) )?"
    r"(?P<function>:?[\w.]{1,200}[.:][\w?!]{1,80}(?:/\d{1,3}|\(.{0,400}\)))\s*\Z"
)
_STACK = re.compile(r"\s{1,80}stacktrace:\s*\Z")
_EXIT = re.compile(r"\s{1,80}\*\* \(EXIT")
_TEST = re.compile(r"\s{0,80}\d{1,6}\) (?:doc)?test .{1,300} \([\w.]{1,200}\)\s*\Z")
_TEST_PLACE = re.compile(rf"\s{{1,80}}{_PLACE}\s*\Z")
_TEST_LABEL = re.compile(r"\s{1,80}(?:code|left|right|arguments|stacktrace|match \(=\) failed):")
#: Lines between a test's message and its stack.
_REACH = 12


def may_read(passage: Passage) -> bool:
    """Whether a passage may hold errors that ``parse`` reads; wrong only when it says yes."""
    return passage.has("** (", ") test ", ") doctest ")


def parse(lines: list[Line]) -> tuple[list[ErrorEvent], set[int]]:
    """Elixir's errors among the lines, and the numbers (0-based) of all lines that belong to them."""
    found = Findings(lines, "elixir")
    found.walk(found.passage.numbers("** ("), _error)
    found.walk(found.passage.numbers(") test ", ") doctest "), _test)
    return found.events, found.taken


def _error(found: Findings, at: int) -> int:
    hit = _HEAD.match(found.text(at))
    if not hit:
        return at + 1
    if not hit["class"] and _EXIT.match(found.text(at + 1)):
        return _exited(found, at, hit)
    indent = indent_of(found.text(at))
    start = hit.start("message")
    placed = _COMPILED.match(hit["message"])
    message = [body(found.lines[at].cut(start + (placed.end() if placed else 0)))]
    end = at + 1
    while end < len(found.lines) and end - at < MAX_MESSAGE_LINES and _goes_on(found, at, end, indent):
        message.append(body(found.lines[end], indent))
        end += 1
    frames, end = _frames(found, end)
    if placed:
        frames = [Frame(file=placed["file"], line=int(placed["line"]), function=None)]
    # Without a class or a stack it may be any text with stars.
    if not hit["class"] and not frames:
        return at + 1
    return found.add(
        at, end, join(trimmed(message) or message[:1]), error_class=hit["class"], frames=frames[::-1]
    )


def _exited(found: Findings, at: int, hit: re.Match[str]) -> int:
    """``** (exit) exited in: …`` above ``** (EXIT) …``, which is why, and the one stack of both."""
    known = len(found.events)
    end = found.add(at, at + 1, body(found.lines[at].cut(hit.start("message"))))
    end = _error(found, end)
    if len(found.events) - known == 2:
        found.set_frames(known, found.events[-1].frames)
        found.relate_wrappers_first(known)
    return end


def _test(found: Findings, at: int) -> int:
    """``1) test adds (CartTest)``, its place, what the assertion says, and the stack."""
    place = _TEST_PLACE.match(found.text(at + 1)) if _TEST.match(found.text(at)) else None
    if not place:
        return at + 1
    end = at + 2
    while found.text(end).strip() and end - at < MAX_MESSAGE_LINES and not _TEST_LABEL.match(found.text(end)):
        end += 1
    message = [body(line, indent_of(found.text(at + 1))) for line in found.lines[at + 2 : end]]
    if not message or end > (stop := next((n for n in range(at, end) if n in found.taken), end)):
        return at + 1
    frames, end = _frames(found, stop)
    site = [Frame(file=place["file"], line=int(place["line"]), function=None)]
    return found.add(at, end, join(trimmed(message)), frames=frames[::-1] or site)


def _frames(found: Findings, at: int) -> tuple[list[Frame], int]:
    """The stack from the line on, innermost frame first, and the number of the line behind it."""
    stack = _label(found, at)
    end = stack + 1 if stack else at
    frames: list[Frame] = []
    while end < len(found.lines) and (call := _call(found.text(end))):
        if call.re is _FRAME:
            frames.append(Frame(file=call["file"], line=int(call["line"]), function=call["function"]))
        end += 1
    return frames, end


def _label(found: Findings, at: int) -> int:
    """The line that a test's report puts above the stack, behind the code that failed; 0 without one."""
    for number in range(at, min(len(found.lines), at + _REACH)):
        if _STACK.match(found.text(number)):
            return number
        if not found.text(number).strip():
            break
    return 0


def _goes_on(found: Findings, first: int, at: int, indent: int) -> bool:
    """Whether the line is the message's: a blank one only where frames or more of it follow, indented."""
    text = found.text(at)
    if _call(text) or _HEAD.match(text) or found.lines[at].prefix not in ((), found.lines[first].prefix):
        return False
    after = text if text.strip() else found.text(at + 1)
    return bool(after.strip()) and indent_of(after) > indent


def _call(text: str) -> re.Match[str] | None:
    return _FRAME.match(text) or _BARE.match(text)
