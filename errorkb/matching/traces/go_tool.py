"""Lines of the go tool and of Go's loggers: diagnostics, failed tests, module errors, klog's records."""

import re
from collections.abc import Callable

from errorkb.matching.events import Frame
from errorkb.matching.traces.findings import (
    MAX_MESSAGE_LINES,
    Findings,
    body,
    indent_of,
    join,
    stripped,
    trimmed,
)
from errorkb.matching.traces.passage import Ahead
from errorkb.matching.traces.rules import read_lines, rule

RULES = (
    # ./a.go:3:7: undefined: x, with what was had and wanted below it
    rule(
        "diagnostic", ".go:",
        r"(?:vet:\ )? (?P<file>(?:[A-Za-z]:)?[^\s:()\"']{1,300}\.go) : (?P<line>\d{1,7}) :\d{1,5}:\ "
        r"(?P<message>\S.*)",
        language="go", more=r"\s{1,80}(?:have|want)\s|\t\S",
    ),
    # "Error syncing pod" err="…" pod="x": what klog leaves behind its own prefix
    rule(
        "klog", " err=\"",
        r"\"(?:[^\"\\\n]|\\.){1,400}+\"\ (?:[\w.]{1,60}=(?:\"(?:[^\"\\\n]|\\.){0,400}+\""
        r"|[^\s\"]{1,200})\ ){0,12}?"
        r"err=\"(?P<message>(?:[^\"\\\n]|\\.){1,3000}+)\"",
        language="go", escaped=True,
    ),
    rule(
        "module", "go: ",
        r"go:\ (?!(?:downloading|finding|extracting|added|upgraded|downgraded|removed|creating|to\ add"
        r"|warning|"
        r"copying|found|trying|updates|switching|using|go\ )\b) (?:errors\ parsing\ go\.mod:)? "
        r"(?P<message>\S.*)",
        language="go", more=r"\t\S",
    ),
    rule(
        "package", " is not in ",
        r"(?P<message>package\ \S{1,200}\ is\ not\ in\ (?:GOROOT|std)\b.*)",
        language="go",
    ),
)  # fmt: skip
_PACKAGE = re.compile(r"\s{0,80}# \S{1,200}(?: \[\S{1,200}\])?\s*\Z")
# Older compilers give no column.
_OLD_DIAGNOSTIC = re.compile(
    r"\s{0,80}(?P<file>[^\s:()\"']{1,300}\.go):(?P<line>\d{1,7}): (?P<message>\S.*)", re.DOTALL
)
_FAILED_TEST = re.compile(r"(?P<indent>\s{0,80})--- FAIL: (?P<name>\S{1,300}) \(\d")
_TEST_LINE = re.compile(
    r"\s{1,100}(?P<file>[\w.-]{1,100}\.go):(?P<line>\d{1,7}): ?(?P<message>.*)", re.DOTALL
)
_TRACE_LABEL = re.compile(r"\s{1,100}Error Trace:\s*(?P<file>\S{1,400}?):(?P<line>\d{1,7})\s*\Z")
_ERROR_LABEL = re.compile(r"\s{1,100}Error:\s{1,20}(?=\S)")
_LABEL = re.compile(r"\s{1,100}(?:Test|Messages|Error Trace):\s")
_RESULT = re.compile(r"\s{0,80}(?:FAIL|PASS|ok|---)\b")
_EXIT = re.compile(r"\s{0,80}exit status [1-9]\d{0,2}\s*\Z")


def read(found: Findings) -> None:
    """Adds what the go tool reports."""
    for mark, reader in _READERS:
        # None of them asks what another one took: a test's lines may stand above or below its name.
        at = 0
        ahead = Ahead(found.passage.numbers(mark), len(found.lines))
        while (at := ahead.after(at)) < len(found.lines):
            at = reader(found, at)
    read_lines(found, RULES)


def _failed_test(found: Findings, at: int) -> int:
    """``--- FAIL: TestX (0.00s)`` and what the test logged below."""
    test = _FAILED_TEST.match(found.text(at))
    if not test:
        return at + 1
    found.take(at, at + 1)
    at += 1
    if not _TEST_LINE.match(found.text(at)):
        _logged_above(found, at - 1, test["name"])
    while at < len(found.lines) and at not in found.taken:
        text = found.text(at)
        logged = _TEST_LINE.match(text)
        if not logged or indent_of(text) <= len(test["indent"]):
            break
        end = at + 1
        while end - at < MAX_MESSAGE_LINES and _is_deeper(found.text(end), text):
            end += 1
        if logged["message"].strip() or end > at + 1:
            _add_test(found, at, end, logged, test["name"])
        at = max(end, at + 1)
    return at


def _logged_above(found: Findings, failed: int, name: str) -> None:
    """With `-v` a test logs as it runs, above the line that says how it ended."""
    first = failed
    while first > 0 and failed - first < MAX_MESSAGE_LINES and indent_of(found.text(first - 1)):
        first -= 1
    for at in range(first, failed):
        logged = _TEST_LINE.match(found.text(at))
        if logged and logged["message"].strip() and at not in found.taken:
            end = at + 1
            while end < failed and _is_deeper(found.text(end), found.text(at)):
                end += 1
            _add_test(found, at, end, logged, name)


def _is_deeper(text: str, than: str) -> bool:
    return bool(text.strip()) and indent_of(text) > indent_of(than) and not _TEST_LINE.match(text)


def _add_test(found: Findings, at: int, end: int, logged: re.Match[str], name: str) -> None:
    frame = Frame(file=logged["file"], line=int(logged["line"]), function=name)
    message = [body(found.lines[at].cut(logged.start("message")))]
    message += [stripped(line) for line in found.lines[at + 1 : end]]
    for number in range(at + 1, end):
        # Assertion libraries print a table; the error is one of its rows.
        text = found.text(number)
        if trace := _TRACE_LABEL.match(text):
            frame = Frame(file=trace["file"], line=int(trace["line"]), function=name)
        elif error := _ERROR_LABEL.match(text):
            last = number + 1
            while last < end and not _LABEL.match(found.text(last)):
                last += 1
            message = [body(found.lines[number].cut(error.end()))]
            message += [stripped(line) for line in found.lines[number + 1 : last]]
    found.add(at, end, join(trimmed(message)), frames=[frame])


def _old_diagnostics(found: Findings, at: int) -> int:
    """``# package`` and below it diagnostics without a column."""
    if not _PACKAGE.match(found.text(at)):
        return at + 1
    start = at
    at += 1
    while (hit := _OLD_DIAGNOSTIC.match(found.text(at))) and at < len(found.lines):
        if re.match(r"\d{1,5}: ", hit["message"]):
            break
        message = found.lines[at].cut(*hit.span("message"))
        at = found.add(
            at, at + 1, body(message), frames=[Frame(file=hit["file"], line=int(hit["line"]), function=None)]
        )
    if at > start + 1:
        found.take(start, start + 1)
    return max(at, start + 1)


def _fatal_log(found: Findings, at: int) -> int:
    """The record of ``log.Fatal``: the last one before the program's exit status."""
    before = at - 1
    if before < 0 or before in found.taken or not _EXIT.match(found.text(at)):
        return at + 1
    line = found.lines[before]
    if (
        line.text.strip()
        and not _RESULT.match(line.text)
        and any(prefix.startswith("time stamp") for prefix in line.prefix)
    ):
        found.add(before, at + 1, stripped(line))
    return at + 1


_READERS: tuple[tuple[str, Callable[[Findings, int], int]], ...] = (
    ("--- FAIL: ", _failed_test),
    ("# ", _old_diagnostics),
    ("exit status ", _fatal_log),
)
