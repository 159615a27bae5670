"""Log records that are JSON objects or logfmt, one a line: what they say, without what is around it."""

import re
from dataclasses import replace

from errorkb.matching.cleaning.escaped import unescaped
from errorkb.matching.cleaning.line import Line
from errorkb.matching.cleaning.prefix_parts import plain_level

_SAYING = frozenset(
    (
        "log", "message", "msg", "event", "error", "err", "exception", "exc_info", "exc_text", "stack",
        "stack_trace", "stackTrace", "stacktrace", "traceback", "error.message", "error.stack_trace",
        "exception.message", "exception.stacktrace", "errorVerbose", "@m", "@mt", "@x", "RenderedMessage",
        "Exception",
    )
)  # fmt: skip
_LEVEL_KEYS = frozenset(
    ("level", "severity", "levelname", "levelName", "lvl", "log.level", "loglevel", "@l", "Level", "stream")
)
_PAIR = re.compile(
    r'"(?P<key>[\w.@-]{1,60})"\s{0,4}:\s{0,4}(?:"(?P<value>(?:[^"\\]|\\.)*+)"|(?P<bare>[\w.+-]{1,40}))'
)
_LOGFMT = re.compile(
    r'(?<!\S)(?P<key>[\w.@-]{1,60})=(?:"(?P<value>(?:[^"\\]|\\.)*+)"|(?P<bare>[^\s"]{0,400}))(?=\s|\Z)'
)
# What a test of Go printed, as `go test -json` reports it, a line each.
_GO_TEST = re.compile(
    r'\s{0,8}\{[^{}\\]{0,600}"Action":"output",[^{}\\]{0,600}"Output":"(?P<value>(?:[^"\\]|\\.)*+)"\}\s*\Z'
)
_LOGFMT_LINE = re.compile(
    r"(?:[\w.@-]{1,60}=(?:\"[^\"\n]{0,200}\"|[^\s\"]{0,200}) ){0,8}(?:level|lvl|severity)=\w"
)


def has_records(text: str) -> bool:
    """Whether a line may be a record."""
    return ('"' in text and "{" in text and ":" in text) or "level=" in text or "lvl=" in text


def open_records(lines: list[Line]) -> list[Line]:
    """The messages, errors and stacks of records, each on a line of its own."""
    shown: list[Line] = []
    for line in lines:
        text = line.text
        start = text.lstrip()[:2]
        if '"Output":"' in text and (tested := _GO_TEST.match(text)):
            said = unescaped(line.piece(*tested.span("value")), 1)
            shown.append(replace(said.cut(0, len(said.text.rstrip("\n"))), prefix=(*line.prefix, "go test")))
        elif start[:1] == "{" and start in ('{"', "{ ", "{") and text.rstrip().endswith("}"):
            shown += _open(line, _PAIR, "json") or [line]
        elif "l=" in text and _LOGFMT_LINE.match(text.lstrip()):
            shown += _open(line, _LOGFMT, "logfmt") or [line]
        else:
            shown.append(line)
    return shown


def _open(line: Line, pairs: re.Pattern[str], form: str) -> list[Line]:
    """The lines of a record; none where it is no log record."""
    hits = list(pairs.finditer(line.text))
    told = next((hit["value"] or hit["bare"] for hit in hits if hit["key"] in _LEVEL_KEYS), None)
    if told is None:
        return []
    level = plain_level(told)
    opened: list[Line] = []
    for hit in hits:
        group = "value" if hit["value"] is not None else "bare"
        if hit["key"] not in _SAYING or (group == "bare" and form == "json") or not hit[group]:
            continue
        said = unescaped(line.piece(*hit.span(group)), 1)
        if said.text.endswith("\n"):
            said = said.cut(0, -1)
        opened += [
            replace(part, prefix=(*line.prefix, f"{form} {level}"), level=level) for part in said.split()
        ]
    # A record of several lines is whole; of one line, it may be one of the lines of a stack.
    end = replace(line.piece(len(line.text), len(line.text)), level=None)
    return [*opened, end] if len(opened) > 1 else opened
