"""What ``go test`` reports: failed tests with what they logged, examples, races."""

import re

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

_FAILED = re.compile(r"(?P<indent>\s{0,80})--- FAIL: (?P<name>\S{1,300}) \(\d")
# With -v a test logs as it runs, below the line that says which one runs.
_RUNNING = re.compile(r"\s{0,80}=== (?:RUN|CONT|NAME)\s{1,8}(?P<name>\S{1,300})\s*\Z")
_LOGGED = re.compile(r"\s{1,100}(?P<file>[\w.-]{1,100}\.go):(?P<line>\d{1,7}): ?(?P<message>.*)", re.DOTALL)
_TRACE_LABEL = re.compile(r"\s{1,100}Error Trace:\s*(?P<file>\S{1,400}?):(?P<line>\d{1,7})\s*\Z")
_ERROR_LABEL = re.compile(r"\s{1,100}Error:\s{1,20}(?=\S)")
_LABEL = re.compile(r"\s{1,100}(?:Test|Messages|Error Trace):\s")
_GOT = re.compile(r"\s{0,80}got:\s*\Z")
_RESULT = re.compile(r"\s{0,80}(?:(?:FAIL|PASS|ok)\b|---|===)")
_RACE = re.compile(r"\s{0,80}(?:WARNING: )?(?P<message>DATA RACE)\s*\Z")
_RULER = re.compile(r"\s{0,80}={18}\s*\Z")
_RACE_CALL = re.compile(
    r"\s{1,80}(?P<function>[^\s(]{1,300}(?:\(\*?[^\s()]{1,100}\)[^\s(]{0,200})?)\(.{0,200}\)\s*\Z"
)
_RACE_PLACE = re.compile(
    r"\s{1,80}(?P<file>\S[^\n]{0,400}?\.(?:go|s|c)):(?P<line>\d{1,7})(?: \+0x[0-9a-f]+)?\s*\Z"
)
_TALLY = re.compile(r"\s{0,80}Found \d{1,9} data race\(s\)\s*\Z")
#: Lines of one race's report: two stacks, and where the goroutines were started.
_MAX_RACE = 120


def read(found: Findings) -> None:
    """Adds what failed."""
    passage = found.passage
    if passage.has("DATA RACE"):
        found.walk(passage.numbers("DATA RACE"), _race)
        found.walk(passage.numbers(" data race(s)"), _tally)
    if not passage.has("--- FAIL: "):
        return
    failed = passage.numbers("--- FAIL: ")
    found.walk(failed, _failed)
    if passage.has("=== RUN"):
        names = {hit["name"] for number in failed if (hit := _FAILED.match(found.text(number)))}
        found.walk(passage.numbers("=== "), lambda found, at: _while_running(found, at, names))


def _failed(found: Findings, at: int) -> int:
    """``--- FAIL: TestX (0.00s)`` and what the test logged below."""
    test = _FAILED.match(found.text(at))
    if not test:
        return at + 1
    found.take(at, at + 1)
    if _GOT.match(found.text(at + 1)):
        return _example(found, at + 1)
    if not _LOGGED.match(found.text(at + 1)):
        _logged_above(found, at, test["name"])
    return _logged(found, at + 1, test["name"], len(test["indent"]))


def _logged_above(found: Findings, failed: int, name: str) -> None:
    """Where the line above tells no test, what is logged right above belongs to the one that failed."""
    first = failed
    while first > 0 and failed - first < MAX_MESSAGE_LINES and indent_of(found.text(first - 1)):
        first -= 1
    if first < failed and not (first and _RUNNING.match(found.text(first - 1))):
        _logged(found, first, name, 0)


def _while_running(found: Findings, at: int, names: set[str]) -> int:
    running = _RUNNING.match(found.text(at))
    if not running or running["name"] not in names:
        return at + 1
    return _logged(found, at + 1, running["name"], indent_of(found.text(at)))


def _logged(found: Findings, at: int, name: str, indent: int) -> int:
    while at < len(found.lines) and at not in found.taken:
        text = found.text(at)
        logged = _LOGGED.match(text)
        if not logged or indent_of(text) <= indent:
            break
        end = at + 1
        while end - at < MAX_MESSAGE_LINES and _is_deeper(found.text(end), text):
            end += 1
        if logged["message"].strip() or end > at + 1:
            _add(found, at, end, logged, name)
        at = max(end, at + 1)
    return at


def _is_deeper(text: str, than: str) -> bool:
    return bool(text.strip()) and indent_of(text) > indent_of(than) and not _LOGGED.match(text)


def _add(found: Findings, at: int, end: int, logged: re.Match[str], name: str) -> None:
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


def _example(found: Findings, at: int) -> int:
    """``got:`` and ``want:``, each above what was printed."""
    end = at + 1
    while end < len(found.lines) and end - at < MAX_MESSAGE_LINES and not _RESULT.match(found.text(end)):
        end += 1
    return found.add(at, end, join(trimmed([body(line) for line in found.lines[at:end]])))


def _tally(found: Findings, at: int) -> int:
    if _TALLY.match(found.text(at)):
        found.take(at, at + 1)
    return at + 1


def _race(found: Findings, at: int) -> int:
    """The race detector's report between its rulers; what raced last stands first, innermost frame first."""
    hit = _RACE.match(found.text(at))
    if not hit:
        return at + 1
    first = at - 1 if at and _RULER.match(found.text(at - 1)) else at
    frames: list[Frame] = []
    end = at + 2
    while (call := _RACE_CALL.match(found.text(end))) and (place := _RACE_PLACE.match(found.text(end + 1))):
        frames.append(Frame(file=place["file"], line=int(place["line"]), function=call["function"]))
        end += 2
    stop = end
    while stop < len(found.lines) and stop - at < _MAX_RACE and not _RULER.match(found.text(stop)):
        stop += 1
    if _RULER.match(found.text(stop)):
        end = stop + 1
    message = found.lines[at].cut(*hit.span("message"))
    return found.add(first, end, message, frames=frames[::-1])
