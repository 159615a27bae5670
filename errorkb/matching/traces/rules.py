"""Errors of one line, as data: marks of which one must stand in the line, and a pattern that reads it.

A pattern is matched against the line less its indentation. Its groups: ``message``, and where printed
``class``, ``code``, ``file``, ``line`` and ``function``.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from errorkb.matching.events import Frame
from errorkb.matching.traces.findings import (
    MAX_LINE,
    MAX_MESSAGE_LINES,
    Findings,
    body,
    indent_of,
    join,
    stripped,
    unescaped,
)
from errorkb.matching.traces.passage import Passage


@dataclass(frozen=True, kw_only=True, slots=True)
class Rule:
    """How one kind of error line reads.

    ``more``: the lines that follow and match it belong to the message. ``after``: those that follow and
    match it belong to the event, not to its message. ``silent``: such a line is no error; it is taken so
    that nothing else makes an error of it. ``escaped``: the message stands in a JSON string.
    """

    name: str
    marks: tuple[str, ...]
    probe: re.Pattern[str] | None
    pattern: re.Pattern[str]
    language: str | None = None
    more: re.Pattern[str] | None = None
    after: re.Pattern[str] | None = None
    code: str | None = None
    silent: bool = False
    escaped: bool = False


def rule(
    name: str,
    marks: str | tuple[str, ...] | re.Pattern[str],
    pattern: str,
    *,
    language: str | None = None,
    more: str | None = None,
    after: str | None = None,
    code: str | None = None,
    silent: bool = False,
    escaped: bool = False,
) -> Rule:
    """A rule; its patterns are verbose ones."""
    return Rule(
        name=name,
        marks=marks if isinstance(marks, tuple) else (marks,) if isinstance(marks, str) else (),
        probe=marks if isinstance(marks, re.Pattern) else None,
        pattern=re.compile(pattern, re.VERBOSE),
        language=language,
        more=re.compile(more, re.VERBOSE) if more else None,
        after=re.compile(after, re.VERBOSE) if after else None,
        code=code,
        silent=silent,
        escaped=escaped,
    )


def may_match(passage: Passage, rules: Sequence[Rule]) -> bool:
    """Whether the mark of any rule stands in the passage."""
    return any(passage.matches(rule.probe) if rule.probe else passage.has(*rule.marks) for rule in rules)


def read_lines(found: Findings, rules: Sequence[Rule]) -> None:
    """Adds the events of all lines that a rule reads and that nothing took yet; the first rule wins."""
    passage = found.passage
    candidates: dict[int, list[Rule]] = {}
    for candidate in rules:
        probe = candidate.probe
        for number in passage.numbers_matching(probe) if probe else passage.numbers(*candidate.marks):
            candidates.setdefault(number, []).append(candidate)
    floor = 0
    for number in sorted(candidates):
        if number >= floor and number not in found.taken:
            floor = _line(found, candidates[number], number)


def _line(found: Findings, rules: Sequence[Rule], at: int) -> int:
    text = found.lines[at].text
    indent = indent_of(text)
    for candidate in rules:
        if hit := candidate.pattern.match(text[:MAX_LINE], indent):
            return _event(found, candidate, hit, at, indent)
    return at + 1


def _event(found: Findings, by: Rule, hit: re.Match[str], at: int, indent: int) -> int:
    end = at + 1
    if by.silent:
        found.take(at, end)
        return end
    groups = hit.groupdict()
    start, stop = hit.span("message")
    message = [body(found.lines[at].cut(start, stop))]
    while by.more and end - at < MAX_MESSAGE_LINES and _follows(found, by.more, end, indent):
        message.append(body(found.lines[end], indent))
        end += 1
    if len(message) > 1 and not message[0].text:
        message = [stripped(line) for line in message[1:]]
    while by.after and _follows(found, by.after, end, indent):
        end += 1
    return found.add(
        at,
        end,
        unescaped(join(message)) if by.escaped else join(message),
        error_class=groups.get("class"),
        error_code=groups.get("code") or by.code,
        frames=_frames(groups),
        language=by.language,
    )


def _follows(found: Findings, pattern: re.Pattern[str], at: int, indent: int) -> bool:
    """Whether the line, less the indentation that the first one had too, goes on."""
    if at >= len(found.lines) or at in found.taken:
        return False
    text = found.text(at)
    return bool(pattern.match(text[min(indent, indent_of(text)) :]))


def _frames(groups: dict[str, str | None]) -> tuple[Frame, ...]:
    file = groups.get("file")
    if not file:
        return ()
    line = groups.get("line")
    return (Frame(file=file, line=int(line) if line else None, function=groups.get("function")),)
