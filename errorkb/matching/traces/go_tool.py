"""Lines of the go tool and of Go's loggers: diagnostics, module errors, klog's records."""

import re
from collections.abc import Callable

from errorkb.matching.events import Frame
from errorkb.matching.traces import go_tests
from errorkb.matching.traces.findings import Findings, body, stripped
from errorkb.matching.traces.passage import Ahead
from errorkb.matching.traces.rules import read_lines, rule

RULES = (
    # What golangci-lint adds behind its message is the linter's name; the source stands below.
    rule(
        "golangci", re.compile(r"\.go:\d{1,7}:.{1,1000} \([a-z]{2,24}\)\s*$", re.MULTILINE),
        r"(?P<file>[^\s:()\"']{1,300}\.go) : (?P<line>\d{1,7}) (?: :\d{1,5})? :\ "
        r"(?P<message>\S.{1,1000}?)\ \((?P<code>[a-z]{2,24})\)\s*\Z",
        language="go", after=r"\t\S|\s{1,400}\^",
    ),
    rule(
        "go.mod", (".mod:", ".sum:", ".work:"),
        r"(?P<file>[^\s:()\"']{0,300}go\.(?:mod|sum|work)):(?P<line>\d{1,7}):(?:\d{1,5}:)?\ "
        r"(?P<message>\S.*)",
        language="go",
    ),
    rule("go.mod, above", "go: errors parsing ", r"go:\ errors\ parsing\ \S{1,300}:\s*\Z", silent=True),
    rule(
        "import cycle", "import cycle not allowed",
        r"(?:package|imports)\ \S{1,300}(?:\ from\ \S{1,100})?:\ (?P<message>import\ cycle\ not\ allowed.*)",
        language="go",
    ),
    rule("cgo", "cgo: ", r"cgo:\ (?P<message>\S.*)", language="go"),
    rule(
        "linker", "/link: ", r"\S{0,300}/tool/\w{1,40}/link:\ (?P<message>\S.*)", language="go",
    ),
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
_RESULT = re.compile(r"\s{0,80}(?:FAIL|PASS|ok|---)\b")
_EXIT = re.compile(r"\s{0,80}exit status [1-9]\d{0,2}\s*\Z")


def read(found: Findings) -> None:
    """Adds what the go tool reports."""
    go_tests.read(found)
    for mark, reader in _READERS:
        # None of them asks what another one took: a test's lines may stand above or below its name.
        at = 0
        ahead = Ahead(found.passage.numbers(mark), len(found.lines))
        while (at := ahead.after(at)) < len(found.lines):
            at = reader(found, at)
    read_lines(found, RULES)


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
    ("# ", _old_diagnostics),
    ("exit status ", _fatal_log),
)
