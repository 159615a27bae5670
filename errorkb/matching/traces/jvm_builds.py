"""What build tools and frameworks of the JVM print: Maven's goals, Gradle's reports, Spring Boot, Clojure.

Gradle nests what went wrong, each level behind a ``>``: the deepest is the root. The cleaner takes a
  ``>`` for
quoting, so that the level shows in how much it took off the line.
"""

import re
from collections.abc import Callable

from errorkb.matching.clean import Line
from errorkb.matching.events import ErrorEvent, Frame
from errorkb.matching.traces import jvm_compilers, stack
from errorkb.matching.traces.passage import Ahead, Passage, passage_of
from errorkb.matching.traces.stack import MAX_LINE, Draft, Head

_HELP = re.compile(r"\s{0,9}->\s\[Help\ \d{1,2}\]\s*\Z", re.VERBOSE)
_MAVEN = re.compile(
    r"""
    \s{0,80} (?:\[ERROR\]\s{1,4})? (?P<message> (?:Failed\ to\ execute\ goal|Non-resolvable
      |Could\ not\ resolve\ dependencies
      |Plugin\ \S{1,200}\ or\ one\ of\ its\ dependencies|The\ goal\ you\ specified
        |No\ plugin\ found\ for\ prefix|Unknown\ lifecycle\ phase
      |'[\w.]{1,80}'\ for\ \S{1,200}\ is\ missing|Malformed\ POM|Error\ reading
        |No\ compiler\ is\ provided)\b.* )
    """,
    re.VERBOSE,
)
#: Words without which Maven says none of this.
_MAVEN_WORDS = (
    "Failed to execute goal", "Non-resolvable", "Could not resolve dependencies", "Plugin ",
    "The goal you specified", "No plugin found for prefix", "Unknown lifecycle phase", "' for ",
    "Malformed POM", "Error reading", "No compiler is provided",
)  # fmt: skip
# [ERROR]   CartTest.equal:8 totals differ: what Surefire repeats of each failed test
_SUMMARY = re.compile(
    r"\s{0,80}(?:\[ERROR\]\s{1,4})?[A-Z][\w$]{0,200}\.[\w$<>\[\]]{1,200}:\d{1,7}"
    r"(?:->[\w$.]{1,200}:\d{1,7}){0,9} (?:» \w{1,100}:? )?(?P<message>\S.*)",
    re.DOTALL,
)
_TESTED = ("Tests run: ", "<<< FAILURE!", "<<< ERROR!", "Failures:", "Errors:")
_MAY_BE_SUMMARY = re.compile(r"\.[\w$<>\[\]]{1,200}:\d{1,7}(?: |->)")
_NO_MACHINE = "Could not create the Java Virtual Machine"
_NO_START = "Error occurred during initialization of VM"
_FATAL = re.compile(
    r"\s{0,80}(?:Error: )?(?:Could not create the Java Virtual Machine|A fatal (?:exception"
    r"|error) has occurred)"
)
_OPENINGS = ("What went wrong:", "APPLICATION FAILED TO START", " error ")
_MAVEN_NOISE = re.compile(
    r"""
    \s{0,80} (?:\[ERROR\]\s{0,4})? (?: COMPILATION\ ERROR\ : | ->\ \[Help\ \d\] | \[Help\ \d\] |
      To\ see\ the\ full\ stack\ trace
      | Tests\ run:\ \d | (?:Failures|Errors):\s*\Z
      | \S{1,300}\s.{0,100}Time\ elapsed:\ .{1,40}<<<\ (?:FAILURE|ERROR)!
      | Please\ refer\ to\ (?!the\ user)
      | Re-run\ Maven\ using | For\ more\ information\ about\ the\ errors | After\ correcting\ the\ problems
      | mvn\ <\w{1,20}>\ -rf | The\ build\ could\ not\ read | \s* \Z )
    """,
    re.VERBOSE,
)
_WRONG = re.compile(r"\s{0,80}\* What went wrong:\s*\Z")
_GRADLE_END = re.compile(
    r"\s{0,80}(?:\* (?:Try|Exception is|Get more help|Where)\b|BUILD FAILED|={5,80}|FAILURE: Build)"
)
_MARK = re.compile(r"\s{0,80}>\s")
_SPRING = re.compile(r"\s{0,80}APPLICATION FAILED TO START\s*\Z")
_SPRING_END = re.compile(r"\s{0,80}Action:\s*\Z")
# Execution error (ArityException) at user/eval1 (REPL:1).
_CLOJURE = re.compile(
    r"""
    \s{0,80} (?:Exception\ in\ thread\ "[^"\n]{1,80}"\ )?
    (?:Execution|Syntax|Unexpected|Error\ printing)\ error\ (?:macroexpanding\ \S{1,200}\ )?
    (?:\((?P<class>[\w.$]{1,200})\)\ )? (?:(?:macroexpanding|compiling|reading\ source
      |printing\ return\ value)\ )?(?:\S{1,80}\ )?
    at\ (?:(?P<function>[^\s(]{1,200})\ )? \((?P<file>[^():\n]{1,300}):(?P<line>\d{1,7})(?::\d{1,7})?\)\.?
      \s* \Z
    """,
    re.VERBOSE,
)
#: Lines of one report.
_MAX_LINES = 120


def may_read(passage: Passage) -> bool:
    """Whether a passage may hold errors that ``parse`` reads; wrong only when it says yes."""
    has = passage.has
    return (
        jvm_compilers.may_read(passage)
        or has("What went wrong:", "APPLICATION FAILED TO START", _NO_MACHINE, _NO_START)
        or (("ERROR" in passage.levels or has("[ERROR]")) and has(*_TESTED))
        or (
            has(" error ") and has("Execution error ", "Syntax error ", "Unexpected error ", "Error printing")
        )
        or (("ERROR" in passage.levels or has("[ERROR]", "[Help ")) and has(*_MAVEN_WORDS))
    )


def parse(lines: list[Line]) -> tuple[list[ErrorEvent], set[int]]:
    """The build tools' errors among the lines, and the numbers (0-based) of all lines that belong to them."""
    events, taken = jvm_compilers.parse(lines)
    chains: list[list[Draft]] = []
    passage = passage_of(lines)
    numbers = {*passage.numbers(*_OPENINGS, *_MAVEN_WORDS, _NO_START)}
    numbers.update(number - 1 for number in passage.numbers(_NO_MACHINE) if number)
    if passage.has(*_TESTED):
        numbers.update(passage.numbers_matching(_MAY_BE_SUMMARY))
    ahead = Ahead(sorted(numbers), len(lines))
    at = 0
    while (at := ahead.after(at)) < len(lines):
        end = at + 1
        if at not in taken:
            for read in _READERS:
                drafts, stop = read(lines, at)
                if drafts:
                    chains.append(drafts)
                    end = max(end, stop)
                    taken.update(range(at, end))
                    break
        at = end
    for chain in chains:
        events += stack.finish(chain, "jvm")
    if passage.has(*_TESTED) or (events and passage.has("[Help ", "COMPILATION ERROR")):
        taken.update(number for number, line in enumerate(lines) if _is_noise(line))
    return events, taken


def _is_noise(line: Line) -> bool:
    return (line.level == "ERROR" or "[ERROR]" in line.text) and bool(_MAVEN_NOISE.match(line.text[:400]))


def _maven(lines: list[Line], at: int) -> tuple[list[Draft], int]:
    text = lines[at].text[:MAX_LINE]
    hit = _MAVEN.match(text)
    if hit is None or not (lines[at].level == "ERROR" or "[ERROR]" in text or _HELP.search(text[-40:])):
        return [], at
    stop = hit.end()
    if closing := _HELP.search(text, max(hit.start("message"), stop - 40)):
        stop = closing.start()
    head = Head(number=at, error_class=None, start=hit.start("message"), stop=stop)
    return [stack.draft(lines, head, message_end=at + 1, end=at + 1)], at + 1


def _gradle(lines: list[Line], at: int) -> tuple[list[Draft], int]:
    if not _WRONG.match(lines[at].text[:200]):
        return [], at
    end = at + 1
    while end < len(lines) and end - at < _MAX_LINES and lines[end].text.strip():
        if _GRADLE_END.match(lines[end].text):
            break
        end += 1
    if end == at + 1:
        return [], at
    base = _stripped(lines, at + 1)
    starts = [
        number
        for number in range(at + 1, end)
        if number == at + 1 or _stripped(lines, number) > base or _MARK.match(lines[number].text)
    ]
    drafts = []
    for start, stop in zip(starts, [*starts[1:], end], strict=True):
        text = lines[start].text
        mark = _MARK.match(text)
        head = Head(
            number=start,
            error_class=None,
            start=mark.end() if mark else stack.indent_of(text),
            stop=min(len(text), MAX_LINE),
            link="cause" if start > at + 1 else None,
        )
        drafts.append(stack.draft(lines, head, message_end=stop, end=stop))
    return drafts, end


def _stripped(lines: list[Line], number: int) -> int:
    """How many characters the cleaner took off the line's start, but for a constant."""
    if number >= len(lines) or not lines[number].text:
        return 0
    return lines[number].offsets[0] - lines[number - 1].end


def _spring(lines: list[Line], at: int) -> tuple[list[Draft], int]:
    if not _SPRING.match(lines[at].text[:200]):
        return [], at
    filled = [
        number for number in range(at + 1, min(len(lines), at + 12)) if lines[number].text.strip("* \t")
    ]
    if len(filled) < 2 or lines[filled[0]].text.strip() != "Description:":
        return [], at
    first = filled[1]
    end = first + 1
    while end < len(lines) and end - first < _MAX_LINES and not _SPRING_END.match(lines[end].text):
        end += 1
    if end == len(lines) or end - first == _MAX_LINES:
        end = first + 1
    while not lines[end - 1].text.strip():
        end -= 1
    head = Head(number=first, error_class=None, start=0, stop=min(len(lines[first].text), MAX_LINE))
    return [stack.draft(lines, head, message_end=end, end=end)], end


def _machine(lines: list[Line], at: int) -> tuple[list[Draft], int]:
    """Why the virtual machine did not start: in the line before it says that it could not, or below."""
    at += _NO_START in lines[at].text
    end = at + 1
    while end < len(lines) and _FATAL.match(lines[end].text[:200]):
        end += 1
    told = _NO_START in lines[at - 1].text if at else False
    if at >= len(lines) or not lines[at].text.strip() or not (told or end > at + 1):
        return [], at
    text = lines[at].text[:MAX_LINE]
    head = Head(number=at, error_class=None, start=stack.indent_of(text), stop=len(text.rstrip()))
    return [stack.draft(lines, head, message_end=at + 1, end=end)], end


def _summary(lines: list[Line], at: int) -> tuple[list[Draft], int]:
    text = lines[at].text[:MAX_LINE]
    hit = _SUMMARY.match(text)
    if hit is None or not (lines[at].level == "ERROR" or "[ERROR]" in text):
        return [], at
    head = Head(number=at, error_class=None, start=hit.start("message"), stop=hit.end())
    return [stack.draft(lines, head, message_end=at + 1, end=at + 1)], at + 1


def _clojure(lines: list[Line], at: int) -> tuple[list[Draft], int]:
    text = lines[at].text[:1000]
    hit = _CLOJURE.match(text) if " error " in text else None
    if hit is None or at + 1 >= len(lines):
        return [], at
    after = lines[at + 1].text
    head = Head(
        number=at + 1,
        error_class=hit["class"],
        start=stack.indent_of(after),
        stop=min(len(after), MAX_LINE),
    )
    draft = stack.draft(lines, head, message_end=at + 2, end=at + 2)
    draft.start = min(draft.start, stack.opening(lines[at]))
    draft.frames = [Frame(file=hit["file"], line=int(hit["line"]), function=hit["function"])]
    return [draft], at + 2


_READERS: tuple[Callable[[list[Line], int], tuple[list[Draft], int]], ...] = (
    _gradle,
    _maven,
    _spring,
    _clojure,
    _machine,
    _summary,
)
