"""What structured logs and APIs say about an error in JSON.

Records of logs with a level are opened by ``clean``, field by field. Left are objects that say outright
what went wrong (``{"error": …}``, ``{"errorType": …, "errorMessage": …}``) and the fields that zap puts
behind its message. A record's message says what could not be done, its error field why: a chain, the
root last.
"""

import re
from collections.abc import Mapping

from errorkb.matching.clean import Line
from errorkb.matching.events import ErrorEvent
from errorkb.matching.traces.findings import Findings, stripped, unescaped
from errorkb.matching.traces.passage import Passage

#: Records that are longer are cut, in characters.
MAX_RECORD = 20_000

_JSON_STRING = re.compile(r'"(?P<key>[\w.@-]{1,40})"\s{0,4}:\s{0,4}"(?P<value>(?:[^"\\]|\\.)*+)"', re.DOTALL)
_FIELDS_BEHIND = re.compile(
    r"(?:[\w./@-]{1,300}:\d{1,7}\t)?(?P<message>[^\t\n{}]{1,2000})\t(?P<fields>\{\".*\})\s*\Z", re.DOTALL
)
_STACK = re.compile(
    r"(?P<class>(?:[A-Za-z_$][\w$]{0,80}[.:\\]{1,2}){0,10}[A-Z][\w$]{0,80}): (?P<message>(?:"
    r"(?!\\n).){1,4000})"
)
_CLASS = re.compile(r"(?:[A-Za-z_$][\w$]{0,80}(?:\.|::|\\{1,2})){0,10}[A-Z][\w$]{2,80}\Z")
_CODE = re.compile(r"[A-Z][A-Z0-9_]{2,60}\Z")

_FAILING = frozenset({"ERROR", "FATAL", "CRITICAL"})
_MESSAGES = ("msg", "message", "title")
_ERRORS = ("error", "err", "errorMessage", "error_message", "error_description", "cause", "detail")
_CLASSES = ("errorType", "error_type", "exception_class", "error_class", "type", "name")
_CODES = ("code", "errorCode", "error_code")
_STACKS = ("stack", "stacktrace", "stack_trace")
#: An object that is about an error has one of these.
_OUTRIGHT = ("error", "err", "errors", "errorMessage", "error_message")

_Fields = Mapping[str, Line]


def may_read(passage: Passage) -> bool:
    """Whether a passage may hold errors that ``parse`` reads; wrong only when it says yes."""
    return passage.has('":')


def parse(lines: list[Line]) -> tuple[list[ErrorEvent], set[int]]:
    """Events of records among the lines, and the numbers (0-based) of those lines."""
    found = Findings(lines)
    for at in found.passage.numbers('":'):
        line = lines[at]
        if line.text.lstrip().startswith("{"):
            if any(f'"{key}":' in line.text[:MAX_RECORD] for key in _OUTRIGHT):
                _record(found, at, _strings(line, 0, MAX_RECORD))
        elif line.level in _FAILING and (hit := _FIELDS_BEHIND.match(line.text[:MAX_RECORD])):
            _record(found, at, {"msg": line.cut(*hit.span("message")), **_strings(line, *hit.span("fields"))})
    return found.events, found.taken


def _strings(line: Line, start: int, end: int) -> dict[str, Line]:
    """The strings of an object by their keys; of keys that repeat, the first."""
    fields: dict[str, Line] = {}
    for hit in _JSON_STRING.finditer(line.text, start, min(end, len(line.text))):
        fields.setdefault(hit["key"], line.cut(*hit.span("value")))
    return fields


def _record(found: Findings, at: int, fields: _Fields) -> None:
    message = _first(fields, _MESSAGES)
    error = _first(fields, _ERRORS)
    named = _first(fields, _CLASSES)
    error_class = named.text if named and _CLASS.match(named.text) else None
    stack = _first(fields, _STACKS)
    if stack and (thrown := _STACK.match(stack.text)):
        error_class = thrown["class"]
        error = stack.cut(*thrown.span("message"))
    chain = [part for part in (message, error) if part is not None]
    if error and message and error.text.strip() in message.text:
        chain = [message if error_class is None else error]
    known = len(found.events)
    code = _first(fields, _CODES)
    for part in chain:
        last = part is chain[-1]
        found.add(
            at,
            at + 1,
            stripped(unescaped(part)),
            error_class=error_class.replace("\\\\", "\\") if error_class and last else None,
            error_code=code.text if code and last and _CODE.match(code.text) else None,
        )
    found.relate_wrappers_first(known)


def _first(fields: _Fields, keys: tuple[str, ...]) -> Line | None:
    return next((fields[key] for key in keys if key in fields and fields[key].text.strip()), None)
