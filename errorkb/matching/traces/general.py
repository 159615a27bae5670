"""Events from text that no language's parser understands: the lines that look like errors.

``SomeError: message``, ``pkg.mod.SomeException: message``, ``error: message``, ``fatal: message``,
``error[E0277]: message``, ``ERROR message``. Where a text is short and
nothing in it looks like an error, each of its lines is an event: people paste bare messages.
"""

import re
from collections.abc import Iterator

from errorkb.matching.clean import Line
from errorkb.matching.events import ErrorEvent
from errorkb.matching.traces.passage import passage_of
from errorkb.matching.traces.stack import join

_CLASS_NAME = r"""
    (?P<class> (?:[A-Za-z_]\w{0,80}(?:\.|::|\\|/)){0,20} [A-Z]\w{0,80}
       (?:Error|Exception|Warning|Fault|Failure|Interrupt|Exit|Violation) )
"""
# `Unhandled rejection TypeError: …`: a few words may stand before, but not what makes it source code.
_CLASS = re.compile(
    rf"""
    \s{{0,40}} (?!(?:raise|except|throw|catch|import|from|return)\b) (?:\S{{1,60}}\s){{0,3}}?
    {_CLASS_NAME} : \s+ (?P<message>\S.*)
    """,
    re.VERBOSE,
)
_CLASS_ALONE = re.compile(rf"\s{{0,40}} {_CLASS_NAME} :? (?P<message>) \s*\Z", re.VERBOSE)
# Any class with its package: of a line that was pasted alone. In logs such names are those of loggers.
_PACKAGED = re.compile(
    r"\s{0,40}(?P<class>(?:[a-z_]\w{0,60}\.){1,8}[A-Z][A-Za-z]{2,80}): (?P<message>\S.*)", re.DOTALL
)
_MARKED = re.compile(
    r"""
    .{0,120}? \b(?:error|fatal|panic|critical|exception)
    (?: \[(?P<bracketed>[A-Z]{1,6}\d{1,6})\] | \s(?P<code>[A-Z]{1,6}\d{2,6}) )? (?: : | !(?!=) ) \s+
    (?P<message>\S.*)
    """,
    re.VERBOSE | re.IGNORECASE,
)
# What stands where a message would and is none: a test's name, a usage line.
_NO_MESSAGE = re.compile(
    r"\s{0,8}(?:[\w.]{1,200} \([\w.]{1,300}\)(?: \(.{1,200}\))?"
    r"|[\w./\\-]{1,300}\.py(?:::\S{1,300})?|usage: .*)\s*\Z"
)
# What structlog's console puts behind its event.
_FIELDS = re.compile(r"\s[a-z_]\w{0,60}=\S")
# The level stands first, in capitals and without a colon, perhaps between stars or brackets.
_LEVEL_FIRST = re.compile(
    r"""
    \s{0,40} (?:[*!=>-]{1,5}\s?)? [\[(<]? (?:ERROR|FATAL|CRITICAL|PANIC|SEVERE) [\])>]?
    (?:\s?[*!-]{1,5})? \s{1,9}
    (?P<message> [^\s=|:,;).] .*)
    """,
    re.VERBOSE,
)

#: Ends of headings, as test runners draw them.
_RULES = ("_" * 8, "=" * 8)
_LETTER = re.compile(r"[^\W\d_]")

#: Words of which each line that looks like an error has one, in small or capital letters.
_WORDS = (
    "error", "exception", "warning", "fault", "failure", "interrupt", "exit", "violation",
    "fatal", "panic", "critical", "severe",
)  # fmt: skip
#: A text of at most so many lines, none of which looks like an error, is taken line by line.
SHORT_TEXT_LINES = 40
#: Levels of log records that report errors.
FAILING = frozenset({"ERROR", "FATAL", "CRITICAL"})
#: Longer lines are data, not messages.
MAX_LINE = 4000


def parse(lines: list[Line], *, alone: bool) -> list[ErrorEvent]:
    """Events of lines that look like errors. ``alone``: no other parser found anything."""
    numbers = passage_of(lines).numbers_ignoring_case(*_WORDS)
    if any(line.level in FAILING for line in lines):
        failing = (number for number, line in enumerate(lines) if line.level in FAILING)
        numbers = sorted({*numbers, *failing})
    events = [event for number in numbers if (event := _event(lines[number])) is not None]
    if events or not alone:
        return events
    filled = [line for line in lines if line.text.strip()]
    if len(filled) > SHORT_TEXT_LINES:
        return []
    if len(filled) == 1 and filled[0].level is None and (hit := _PACKAGED.match(filled[0].text[:MAX_LINE])):
        return [_make(filled[0], hit, error_class=hit["class"], error_code=None)]
    return [_bare(line) for line in _continued(filled)]


def _continued(lines: list[Line]) -> Iterator[Line]:
    """The lines, those that end in a colon made one with the next: it says what they announce."""
    waiting: Line | None = None
    for line in lines:
        if line.text.rstrip().endswith(":"):
            if waiting is not None:
                yield waiting
            waiting = line
            continue
        yield join([waiting, line]) if waiting is not None else line
        waiting = None
    if waiting is not None:
        yield waiting


def _event(line: Line) -> ErrorEvent | None:
    text = line.text[:MAX_LINE]
    if text.rstrip().endswith(_RULES):
        return None
    if hit := _CLASS.match(text) or _CLASS_ALONE.match(text):
        return _make(line, hit, error_class=hit["class"], error_code=None)
    if hit := _MARKED.match(text):
        return _make(line, hit, error_class=None, error_code=hit["bracketed"] or hit["code"])
    if line.level in FAILING and _LETTER.search(text):
        return None if _NO_MESSAGE.match(text) else _bare(line)
    if (hit := _LEVEL_FIRST.match(text)) and not _NO_MESSAGE.match(hit["message"]):
        return _make(line, hit, error_class=None, error_code=None)
    return None


def _make(line: Line, hit: re.Match[str], *, error_class: str | None, error_code: str | None) -> ErrorEvent:
    start, end = hit.span("message")
    end = start + len(line.text[start:end].rstrip())
    return ErrorEvent(
        language=None,
        error_class=error_class,
        error_code=error_code,
        message=line.text[start:end],
        offsets=line.offsets[start:end],
        relation=None,
        frames=(),
        start=line.offsets[0],
        end=line.end,
    )


def _bare(line: Line) -> ErrorEvent:
    start = len(line.text) - len(line.text.lstrip())
    end = min(len(line.text.rstrip()), start + MAX_LINE)
    if line.prefix[-1:] and line.prefix[-1].startswith("structlog"):
        fields = _FIELDS.search(line.text, start + 1, end)
        end = len(line.text[: fields.start()].rstrip()) if fields else end
    return ErrorEvent(
        language=None,
        error_class=None,
        error_code=None,
        message=line.text[start:end],
        offsets=line.offsets[start:end],
        relation=None,
        frames=(),
        start=line.offsets[start],
        end=line.offsets[end - 1] + 1,
    )
