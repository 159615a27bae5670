"""What the forms of Python's errors share: frames, last lines, links of chains, and how an event is made."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from errorkb.matching.clean import Line
from errorkb.matching.events import ErrorEvent, Frame, Relation
from errorkb.matching.traces.stack import extent, indent_of, join

#: A message of more lines is cut: its first lines say what there is to say.
MAX_MESSAGE_LINES = 200
#: A longer line is data: it is no frame and no header.
MAX_LINE = 4000

# Words may stand before it: "Exception in thread Thread-1 (run): Traceback …".
HEADER = re.compile(
    r"(?P<indent>\s*)(?:\+ )?(?:Exception Group |Original |.{1,200}[:\]>)-]\s{1,4})?"
    r"Traceback \((?:most recent call last|innermost last)\):\s*\Z"
)
# Werkzeug prints it without a colon, above a frame.
BARE_HEADER = re.compile(r"(?P<indent>\s*)Traceback \(most recent call last\)\s*\Z")
# File "a.py", line 1, in f; then without quotes, as Django's page has them, and as IPython does:
# File ~/a.py:1, in f(x) and Cell In[2], line 1.
FRAME = re.compile(
    r"""
    (?P<indent>\s*)
    (?: File\ "(?P<file>[^"]{1,1000})",\ line\ (?P<line>\d{1,9}) (?:,\ in\ (?P<function>\S.*?))?
      | File\ (?P<bare>[^\s",]{1,1000})\ ?,\ line\ (?P<bare_line>\d{1,9}) (?:,\ in\ (?P<bare_function>\S.*?))?
      | File\ "(?P<old>[^"]{1,1000})"\ in\ (?P<old_function>\S{1,200})
      | (?P<page>(?:/|[A-Za-z]:\\)[^\s",][^",]{0,600}),\ line\ (?P<page_line>\d{1,9}),
        \ in\ (?P<page_function>\S{1,200})
      | (?: File\ (?P<path>[^\s"][^"]{0,1000}?): | (?P<cell>Cell\ In\ ?\[\d{1,6}\]),\ line\ )
        (?P<number>\d{1,9}) (?:,?\ in\ (?P<name>[^\s(]{1,200}).*)?
    ) \s*\Z
    """,
    re.VERBOSE,
)
_FILES = ("file", "bare", "old", "page", "path", "cell")
_LINES = ("line", "bare_line", "page_line", "number")
_FUNCTIONS = ("function", "bare_function", "old_function", "page_function", "name")
FINAL = re.compile(
    r"(?P<class>[A-Za-z_]\w*(?:\.(?:\w+|<locals>))*)(?:\([\w.]{1,80}\))?(?::(?: (?P<message>.*))?)?\Z",
    re.DOTALL,
)
# Where indentation is lost, a source line such as `else:` reads like a final line; a class name does not.
CLASS_NAME = re.compile(
    r".*(?:Error|Exception|Warning|Group|Exit|Interrupt|Iteration|Timeout|[a-z]\.[A-Z]\w*)\Z"
)
LINKS: dict[str, Relation] = {
    "The above exception was the direct cause of the following exception:": "cause",
    "During handling of the above exception, another exception occurred:": "context",
}
GROUP_START = re.compile(r"\s*(?:\+ Exception Group Traceback \(most recent|\|\s*File \"|\+-\+-)")
SEPARATOR = re.compile(r"\s*\+-(?P<opens>\+-)?[-+]{0,200}(?: (?P<number>\d{1,9}|\.\.\.) )?-{1,200}\s*\Z")
_PROMPT = re.compile(
    r"(?:>>> |In \[\d+\]|\[?(?:\([\w.-]{1,60}\) )?[\w.-]+@[\w.-]+[: ].{0,200}[$#%>] ?|[$%] |➜ |\u276f "
    r"|PS [A-Z]:\\"
    r"|(?:\([\w.-]{1,60}\) )?[A-Z]:\\[^>\n]{0,200}>|(?:bash|sh|zsh)-\d[\d.]{0,6}[$#] )"
)
# What the interpreter and servers print next, without a blank line between.
_NEXT = re.compile(
    r"""
    \s* (?: Exception\ (?:in\ (?:thread|callback)|ignored\ (?:in|while))\b
      | (?:Task|Future)\ exception\ was\ never\ retrieved | Unhandled\ exception\ in\b
      | ---\ Logging\ error\ --- | Call\ stack:\s*\Z | [\w.]{0,120}_?RemoteTraceback:
      | [\w.:-]{1,80}\ (?:-|\S{1,60})\ (?:-|\S{1,60})\ \[\d\d/\w{3}/\d{4}[ :]\d\d )
    """,
    re.VERBOSE,
)
# A rule that a message opens with: what it says stands below.
_RULE = re.compile(r"\s*(?P<rule>[-=*_#~])(?P=rule){9,}\s*\Z")
#: Blank lines that a message may open with.
_MAX_BLANK = 2
# What the tools around Python say when it is gone.
_AFTERWORD = re.compile(
    r"""
    \s* (?: \[end\ of\ output\] | make(?:\[\d+\])?:\ \*\*\* | npm\ ERR! | """
    r'"""'
    r""" | '''
          | Process\ finished\ with\ exit\ code | Error:\ Process\ completed\ with\ exit\ code
          | Command\ exited\ with\ code | exit\ (?:status|code)\ \d | note:\ This\ error\ originates
          | (?:Aborted|Segmentation\ fault|Killed)(?:\ \(core\ dumped\))?\s*\Z
          | (?P<rule>[-=*_]) (?P=rule){9,} | \(\d+\ additional\ frame\(s\) | [╭╰╷╵┌└]
          | Exception\ (?:Type|Value|Location):
          | ERROR\ conda\. | Sentry\ is\ attempting | Original\ exception\ was:
          | (?:srun|slurmstepd|mpirun|prterun):\  | ninja:\ build\ stopped | CMake\ Error\  )
    """,
    re.VERBOSE,
)
#: Commands as `set -x` prints them; a comparison of texts has such lines too, behind `- ` and `? `.
_XTRACE = re.compile(r"\+{1,4} [\w./$\[]")
_COMPARED = ("- ", "? ")
#: What a server or a driver adds to any message of its kind about this one occurrence: it belongs to the
#: event, and not to the message that explains it.
APPENDIX = re.compile(
    r"\s*(?:(?:DETAIL|HINT|CONTEXT|QUERY|STATEMENT):\s{2}|LINE \d+: "
    r"|(?:CUDA|HIP) kernel errors might be |For debugging consider passing "
    r"|Compile with `?\w+_USE_\w+`? to enable|\(Background on this error at: )"
)


def is_border(text: str, before: Sequence[str] = ()) -> bool:
    """Whether a line cannot stand inside of a message of which ``before`` are the lines so far."""
    stripped = text.strip()
    if not stripped or stripped in LINKS or len(text) > MAX_LINE:
        return len(text) <= MAX_LINE
    if _XTRACE.match(stripped):
        return not any(line.lstrip().startswith(_COMPARED) for line in before)
    return bool(
        (stripped[0] in "|+" and (SEPARATOR.match(text) or GROUP_START.match(text)))
        or ("Traceback (" in text and (HEADER.match(text) or BARE_HEADER.match(text)))
        or _PROMPT.match(text)
        or _AFTERWORD.match(text)
        or _NEXT.match(text)
    )


def frame_at(lines: Sequence[Line], at: int) -> re.Match[str] | None:
    """What ``FRAME`` finds in the line; None behind the last one."""
    text = lines[at].text if at < len(lines) else ""
    return FRAME.match(text) if ("File " in text or ", line " in text) and len(text) <= MAX_LINE else None


def frame_of(hit: re.Match[str], following: str = "") -> Frame:
    """The frame that ``FRAME`` found; the old form has its line in the line that follows."""
    if hit["file"]:  # as most are
        return Frame(file=hit["file"], line=int(hit["line"]), function=hit["function"])
    number = _first(hit, _LINES)
    if number is None and (older := _OLD_LINE.match(following)):
        number = older[1]
    return Frame(
        file=_first(hit, _FILES) or "", line=int(number) if number else None, function=_first(hit, _FUNCTIONS)
    )


_OLD_LINE = re.compile(r"\s{1,8}(\d{1,9})\.\s")


def _first(hit: re.Match[str], groups: Iterable[str]) -> str | None:
    return next((hit[group] for group in groups if hit[group]), None)


def make_event(
    lines: Sequence[Line],
    span: tuple[int, int],
    *,
    error_class: str | None,
    message: Line,
    frames: Sequence[Frame],
    relation: Relation | None = None,
) -> ErrorEvent:
    """The event of the lines of a span, its end exclusive; the last of the frames is the innermost."""
    start, end = extent(lines[span[0] : max(span[1], span[0] + 1)])
    marked = (*frames[:-1], replace(frames[-1], innermost=True)) if frames else ()
    return ErrorEvent(
        language="python",
        error_class=error_class,
        error_code=None,
        message=message.text,
        offsets=message.offsets,
        relation=relation,
        frames=marked,
        start=start,
        end=max(end, message.end),
    )


def read_message(lines: Sequence[Line], at: int, start: int, stop: int | None = None) -> tuple[Line, int]:
    """The message that starts at column ``start`` of line ``at``, and the number of the line behind it.

    It runs to a blank line, a border, a frame, the first line of another log record or line ``stop``.
    Where nothing stands behind the class's colon, the message opens with blank lines or a rule.
    """
    line = lines[at]
    indent = indent_of(line.text)
    message = [line.cut(start, max(start, len(line.text.rstrip())))]
    last = min(len(lines), at + MAX_MESSAGE_LINES, stop if stop is not None else len(lines))
    end = (
        _opening_end(lines, at, last) if line.text.rstrip().endswith(":") and not message[0].text else at + 1
    )
    adding = True
    while end < last:
        more = lines[end]
        if not _continues(more, line, [part.text for part in message[-8:]]):
            break
        adding = adding and not APPENDIX.match(more.text)
        if adding:
            message.append(more.cut(min(indent, indent_of(more.text)), len(more.text.rstrip())))
        end += 1
    return join(message[1:] if len(message) > 1 and not message[0].text else message), end


def _opening_end(lines: Sequence[Line], at: int, last: int) -> int:
    """The line where a message of which the first line is empty says something; else the second line."""
    number = at + 1
    while number < last and not lines[number].text.strip() and number - at <= _MAX_BLANK:
        number += 1
    if number < last and _RULE.match(lines[number].text[:MAX_LINE]):
        number += 1
    said = number < last and _continues(lines[number], lines[at], ())
    return number if said else at + 1


def _continues(line: Line, first: Line, before: Sequence[str]) -> bool:
    """Whether the line goes on with a message. Another prefix starts another record of a log."""
    return bool(
        line.prefix in ((), first.prefix)
        and not is_border(line.text, before)
        and not ("line" in line.text and FRAME.match(line.text))
    )
