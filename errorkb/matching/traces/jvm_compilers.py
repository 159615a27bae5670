"""What compilers of the JVM print: javac, alone and below Maven or Ant, kotlinc, scalac, Scala 3.

The frame is the place in the source. javac's ``symbol:`` and ``location:`` are part of its message: they
stand behind the excerpt of the source, which is not.
"""

import re

from errorkb.matching.clean import Line
from errorkb.matching.events import ErrorEvent, Frame
from errorkb.matching.traces import stack
from errorkb.matching.traces.jvm_lines import plain
from errorkb.matching.traces.passage import Ahead, Passage, passage_of
from errorkb.matching.traces.stack import MAX_LINE, Draft, Head

_FILE = r"(?P<file>(?:[A-Za-z]:)?[^\s:][^:\n]{0,400}\.(?:java|kts?|scala|sc|groovy|gradle))"
# B.java:12: error: …, B.kt:1:5: error: …, /a/B.java:[12,5] …, e: /a/B.kt: (12, 5): …, e: file:///a/B.kt:1:5 …
_ERROR = re.compile(
    rf"""
    \s{{0,80}} (?:\[javac\]\s{{1,4}})? (?:\[ERROR\]\s)?
    (?: {_FILE}:(?P<line>\d{{1,7}}):(?:\d{{1,7}}:)?\ (?:error|fatal\ error):
      | {_FILE.replace("file>", "maven>")}:\s?[\[(](?P<maven_line>\d{{1,7}}),\s?\d{{1,7}}[\])](?:\ error:)?
      | e:\ (?:file://)? {_FILE.replace("file>", "kotlin>")} (?::(?P<kotlin_line>\d{{1,7}}):\d{{1,7}}:?
            | :\ \((?P<old_line>\d{{1,7}}),\ \d{{1,7}}\):)
      | (?P<sbt_mark>\A) {_FILE.replace("file>", "sbt>")}:(?P<sbt_line>\d{{1,7}}):\d{{1,7}}: )
    \s (?P<message>\S.*)
    """,
    re.VERBOSE,
)
_SOURCES = (".java", ".kt", ".scala", ".groovy", ".gradle", ".sc:")
# Each has the place behind the file's name, and Kotlin's older form a blank between.
_MAY_BE_ERROR = re.compile(r"\.(?:java|kts?|scala|sc|groovy|gradle):\s?[\[(\d]")
# -- [E006] Not Found Error: src/A.scala:3:4 -----
_SCALA = re.compile(
    rf"\s{{0,40}}-- (?:\[(?P<code>E\d{{1,5}})\] )?(?P<kind>[\w ]{{0,60}}Error):"
    rf" {_FILE}:(?P<line>\d{{1,7}}):\d{{1,7}} -{{1,200}}\s*\Z"
)
_SCALA_MARGIN = re.compile(r"\s{0,40}(?:\d{1,7}\s{0,4})?\|\s{0,4}")
_SCALA_CARETS = re.compile(r"\s{0,40}\|\s{0,200}\^{1,200}\s*\Z")
_CARET = re.compile(r"\s{0,400}\^\s*\Z")
_DETAIL = re.compile(
    r"\s{0,80}(?:\[ERROR\]\s)?\s{0,40}(?:symbol|location|required|found|reason|method|variable|class|constructor)\s{0,3}:\s"
)
#: Lines of source that may stand between a message of javac and its details.
_MAX_SOURCE = 4
_WARNING = re.compile(r"\s{0,80}(?:w:|warning:|\[WARNING\])")


def may_read(passage: Passage) -> bool:
    """Whether a passage may hold errors that ``parse`` reads; wrong only when it says yes."""
    return passage.has(*_SOURCES) and passage.matches(_MAY_BE_ERROR)


def parse(lines: list[Line]) -> tuple[list[ErrorEvent], set[int]]:
    """The compilers' errors among the lines, and the numbers (0-based) of all lines that belong to them."""
    passage = passage_of(lines)
    if not may_read(passage):
        return [], set()
    drafts: list[Draft] = []
    taken: set[int] = set()
    sbt = [line.text.lstrip().startswith("[error]") or line.level == "ERROR" for line in lines]
    lines = [plain(line) for line in lines]
    ahead = Ahead(passage.numbers_matching(_MAY_BE_ERROR), len(lines))
    at = 0
    while (at := ahead.after(at)) < len(lines):
        text = lines[at].text[:MAX_LINE]
        end = at + 1
        if (hit := _ERROR.match(text)) and not _WARNING.match(hit["message"]) and (sbt[at] or not hit["sbt"]):
            end = _details_end(lines, at)
            drafts.append(_error(lines, at, hit, end))
            taken.update(range(at, end))
        elif (hit := _SCALA.match(text)) and (message := _scala_message(lines, at)):
            end = message.stop
            drafts.append(_scala(lines, hit, at, message))
            taken.update(range(at, end))
        at = end
    return stack.finish(drafts, "jvm"), taken


def _error(lines: list[Line], at: int, hit: re.Match[str], end: int) -> Draft:
    head = Head(number=at, error_class=None, start=hit.start("message"), stop=hit.end())
    draft = stack.draft(lines, head, message_end=at + 1, end=end)
    details = [line for line in lines[at + 1 : end] if _DETAIL.match(line.text)]
    draft.message = stack.join([draft.message, *(line.cut(0, len(line.text.rstrip())) for line in details)])
    # What a detail's line has behind its blanks ends before the place of its end.
    file = hit["file"] or hit["maven"] or hit["kotlin"] or hit["sbt"]
    line = hit["line"] or hit["maven_line"] or hit["kotlin_line"] or hit["old_line"] or hit["sbt_line"]
    draft.frames = [Frame(file=file, line=int(line), function=None)]
    return draft


def _details_end(lines: list[Line], at: int) -> int:
    """The line after the excerpt and the details of a message."""
    end = at + 1
    while end < len(lines) and end - at < 12:
        text = lines[end].text[:MAX_LINE]
        source = end - at <= _MAX_SOURCE and any(
            _CARET.match(line.text[:900]) for line in lines[end : end + _MAX_SOURCE]
        )
        if _ERROR.match(text) or not (_DETAIL.match(text) or _CARET.match(text[:900]) or source):
            break
        end += 1
    return end


def _scala_message(lines: list[Line], at: int) -> range | None:
    """The lines of the message below the excerpt's carets."""
    carets = next(
        (
            number
            for number in range(at + 1, min(len(lines), at + 8))
            if _SCALA_CARETS.match(lines[number].text[:900])
        ),
        None,
    )
    if carets is None:
        return None
    end = carets + 1
    while end < len(lines) and end - carets < 40 and _SCALA_MARGIN.match(lines[end].text):
        end += 1
    return range(carets + 1, end)


def _scala(lines: list[Line], hit: re.Match[str], at: int, message: range) -> Draft:
    pieces = []
    for number in message:
        margin = _SCALA_MARGIN.match(lines[number].text)
        text = lines[number].text.rstrip()
        pieces.append(lines[number].cut(min(margin.end(), len(text)) if margin else 0, len(text)))
    head = Head(number=at, error_class=None, error_code=hit["code"], start=0, stop=0)
    draft = stack.draft(lines, head, message_end=at + 1, end=message.stop)
    while pieces and not pieces[-1].text:
        pieces.pop()
    draft.message = stack.join(pieces)
    draft.frames = [Frame(file=hit["file"], line=int(hit["line"]), function=None)]
    return draft
