"""Where messages of JavaScript end, and errors that are printed without a class."""

import re
from collections.abc import Collection, Sequence

from errorkb.matching.clean import Line
from errorkb.matching.traces import stack
from errorkb.matching.traces.javascript_frames import is_code
from errorkb.matching.traces.javascript_heads import head_of
from errorkb.matching.traces.javascript_source import is_carets
from errorkb.matching.traces.stack import LOOK_BACK, MAX_LINE, Head, indent_of

# What stands between a message and its stack and is not the message.
_LABEL = re.compile(
    r"""
    \s{0,40} (?: (?:Call|Component|Import)\ [Ss]tack:?\s*\Z | This\ error\ is\ located\ at:
      | The\ above\ error\ occurred | [-+]\ (?:Expected|Received|expected|actual)\b | Stack\ ?[Tt]race:?\s*\Z
      | Source\s*\Z | \+\ expected\ -\ actual | Serialized\ Error: | https?://\S{1,400}\s*\Z
      | Plugin:\ \S{1,100}\s*\Z | File:\ \S{1,400}\s*\Z )
    """,
    re.VERBOSE,
)
# Rollup names the file below the message.
_FILE = re.compile(r"\s{0,40}[\w./\\@-]{1,300}\.(?:[cm]?[jt]sx?|vue|svelte)(?: \(\d{1,7}:\d{1,7}\))?\s*\Z")
_OVERLAY_LABEL = re.compile(r"\s{0,40}(?:Call|Component) [Ss]tack:?\s*\Z")
# A test runner's bullet: the error is what follows.
_BULLET = re.compile(r"\s{0,40}(?:● .{1,400}|\d{1,4}\) .{1,300}|Test suite failed to run)\Z")
_NUMBERED_SOURCE = re.compile(r"\s{0,40}\d{1,7}: ")
# console.trace prints a stack and no error.
_NO_ERROR = re.compile(r"\s{0,40}(?:Trace\b|console\.|Warning:\s*\Z)")
# ts-node and ts-jest raise what the compiler printed: those are errors of their own.
_COMPILER = re.compile(r".{0,600}\berror TS\d{3,6}: ")
# What Jest says of a value that is no error: thrown: "Exceeded timeout of 5000 ms …
_THROWN = re.compile(r"\s{0,40}thrown: [\"'](?P<message>.*)")
_CUSTOM_CLASS = re.compile(r"\s{0,40}(?P<class>[A-Za-z_$][\w$]{2,60}):\s(?P<message>\S.*)")


def message_end(lines: Sequence[Line], head: Head, first: int) -> tuple[int, bool]:
    """The line after the message, and whether only its own things stand between it and the stack.

    ``first`` is the stack's first line.
    """
    between = range(head.number + 1, first)
    border = next((number for number in between if _is_border(lines, head, number)), first)
    if border < first and is_carets(lines[border].text):
        border -= 1  # the source that the carets point at
    if any(_OVERLAY_LABEL.match(lines[number].text) for number in between):
        border = min(border, next((n for n in between if not lines[n].text.strip()), first))
    whole = not any(_is_another_head(lines, head, number) for number in between)
    return max(border, head.number + 1), whole


def _is_border(lines: Sequence[Line], head: Head, number: int) -> bool:
    text = lines[number].text
    if number == head.number + 1 and _FILE.match(text):
        return True
    return bool(
        is_code(text) or is_carets(text) or _LABEL.match(text) or _is_another_head(lines, head, number)
    )


def _is_another_head(lines: Sequence[Line], head: Head, number: int) -> bool:
    text = lines[number].text
    if "error TS" in text and _COMPILER.match(text[:MAX_LINE]):
        return True
    outer = indent_of(lines[head.number].text)
    return indent_of(text) <= outer and head_of(text, number) is not None


def goes_on(lines: Sequence[Line], number: int) -> bool:
    """Whether what looks like a head is indented below a head right above it, and so is of its message."""
    if not 0 < number < len(lines):
        return False
    text, above = lines[number].text, lines[number - 1].text
    indented = indent_of(text) > indent_of(above)
    return bool(indented and text.strip() and head_of(text, number) and head_of(above, number - 1))


def end_without_stack(lines: Sequence[Line], head: int, taken: Collection[int]) -> int:
    """The line after a message without a stack: an indented cause, the list of requiring modules."""
    end = head + 1
    while goes_on(lines, end) and end not in taken:
        end += 1
    if end < len(lines) and lines[end].text.strip() == "Require stack:":
        end += 1
        while end < len(lines) and lines[end].text.lstrip().startswith("- ") and end not in taken:
            end += 1
    return end


def classless_head(lines: Sequence[Line], first: int, floor: int) -> Head | None:
    """An error printed without a class: what follows a runner's bullet, or the line above the stack."""
    line = None
    for number in range(first - 1, max(floor, first - LOOK_BACK) - 1, -1):
        text = lines[number].text
        if _BULLET.match(text):
            return _whole_line(lines, line) if line is not None else None
        if text.strip() and not is_code(text):
            line = number
    if line is None and first < LOOK_BACK and floor == 0:
        # The paste begins with frames: they say at least where it happened.
        return Head(number=first, error_class=None, start=0, stop=0)
    above = first - 1
    if above < floor or lines[above].prefix not in ((), lines[first].prefix):
        return None
    text = lines[above].text
    # Above the stack at once, that is: prose and logs stand apart.
    if not text.strip() or _NO_ERROR.match(text) or _LABEL.match(text):
        return None
    # Source that a bundler shows: what it says stands above, and is read by the parser of its own.
    if is_carets(text) or _NUMBERED_SOURCE.match(text):
        return None
    return _whole_line(lines, above)


def is_cause(lines: Sequence[Line], head: int, floor: int) -> bool:
    """Whether a test runner's label above the head ties it to the error before."""
    above = next((n for n in range(head - 1, max(floor, head - 3) - 1, -1) if lines[n].text.strip()), None)
    return above is not None and lines[above].text.strip() == "Cause:"


def unquoted(lines: Sequence[Line], head: Head, message: Line) -> Line:
    """The message without the quote that closes what was thrown, of which the head opened the quotes."""
    text = lines[head.number].text
    quote = text[head.start - 1 : head.start]
    quoted = _THROWN.match(text[:MAX_LINE]) and message.text.endswith(quote)
    return message.cut(0, len(message.text) - 1) if quoted else message


def _whole_line(lines: Sequence[Line], number: int) -> Head:
    text = lines[number].text
    if hit := _THROWN.match(text[:MAX_LINE]):
        return Head(number=number, error_class=None, start=hit.start("message"), stop=hit.end())
    if hit := _CUSTOM_CLASS.match(text[:MAX_LINE]):
        return Head(number=number, error_class=hit["class"], start=hit.start("message"), stop=hit.end())
    return Head(number=number, error_class=None, start=stack.indent_of(text), stop=min(len(text), MAX_LINE))
