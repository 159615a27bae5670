"""What compilers and bundlers of JavaScript print: tsc, webpack, Vite, Rollup, esbuild.

A class is seldom printed; the code is that of the compiler (``TS2322``). The frame is the place in the
  source. TypeScript's first sentence is the message; what is indented below only explains it.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from errorkb.matching.clean import Line
from errorkb.matching.events import ErrorEvent, Frame
from errorkb.matching.traces import stack
from errorkb.matching.traces.passage import Ahead, Passage, passage_of, reaching_back
from errorkb.matching.traces.stack import MAX_LINE, Draft, Head

_FILE = r"(?:[A-Za-z]:[\\/])?[^\s:][^:\n]{0,400}?"
# src/a.ts(12,5): error TS2322: …, src/a.ts:12:5 - error TS2322: …, error TS6053: …; builds put more before.
_TSC = re.compile(
    rf"""
    \s{{0,80}} (?:\d{{1,3}}>\s{{0,4}})? (?:Error:\s|(?:\[tsl\]\s)?ERROR\ in\s)?
    (?: (?P<file>{_FILE}) (?: \((?P<line>\d{{1,7}}),\d{{1,7}}\)\s?: | :(?P<number>\d{{1,7}}):\d{{1,7}}\s-
      ) \s )?
    error\ (?P<code>TS\d{{3,6}}): \s? (?P<message>.*)
    """,
    re.VERBOSE,
)
#: Lines over which a person or a terminal may have broken a message of tsc.
_MAX_BROKEN = 8
# ERROR in ./src/a.js 3:0-24, ERROR in src/a.ts:3:5, ERROR in /a/b.ts(3,5), ./src/a.tsx:3:5, ./src/a.js
_PLACE = re.compile(
    rf"""
    \s{{0,40}} (?:WARNING\ in\s | (?P<levelled>in\s) | (?P<marked>(?:\[tsl\]\s)?(?:ERROR|Error)\ in\s))?
    (?P<file>{_FILE}) (?: [ ](?P<line>\d{{1,7}}):\d{{1,7}}(?:-\d{{1,7}}(?::\d{{1,7}})?)?
                        | :(?P<number>\d{{1,7}}):\d{{1,7}} | \((?P<bracketed>\d{{1,7}}),\d{{1,7}}\) )? \s* \Z
    """,
    re.VERBOSE,
)
_IS_SOURCE = re.compile(r".*\.(?:[cm]?[jt]sx?|vue|svelte|css|s[ac]ss|less|mdx?|json|html?|astro)\Z")
# What bundlers say of a module, alone or below a place.
_MODULE = re.compile(
    r"""
    \s{0,40} (?: (?P<code>TS\d{3,6}):\s(?P<text>\S.*)
      | (?:Type\ error|TypeScript\ error):\s(?P<typed>\S.*)
      | (?P<message>(?:Entry\ )?(?:Module\ (?:not\ found|build\ failed|parse\ failed)
        |[Mm]odule\ not\ found|Attempted\ import\ error)\b.*
          | export\ '[^'\n]{1,100}'\ .{0,200}was\ not\ found\ in\b.*) )
    """,
    re.VERBOSE,
)
_CLASS = re.compile(r"\s{0,40}(?P<class>(?:[A-Z]\w{0,60})?(?:Error|Exception)): (?P<message>\S.*)")
# esbuild, and Angular's builder above it: ✘ [ERROR] TS2304: Cannot find name 'x'. [plugin angular-compiler]
_ESBUILD = re.compile(
    r"\s{0,40}(?:[\u2718\u2716X\xd7]\s)?\[ERROR\] (?:(?P<code>(?:TS|NG)-?\d{3,6}): )?(?P<message>\S.*?)"
    r"(?P<plugin> \[plugin [^\]]{1,80}\])?\s*\Z"
)
_ESBUILD_PLACE = re.compile(rf"\s{{2,80}}(?P<file>{_FILE}):(?P<line>\d{{1,7}}):\d{{1,7}}:\s*\Z")
# src/a.js:1:7: error: No such thing (older esbuild, and its interface)
_ESBUILD_LINE = re.compile(
    rf"\s{{0,40}}(?P<file>{_FILE}\.(?:[cm]?[jt]sx?|css|json)):(?P<line>\d{{1,7}}):\d{{1,7}}: (?:error"
    rf"|ERROR): (?P<message>\S.*)"
)
_MAY_BE_ESBUILD = re.compile(r"\.(?:[cm]?[jt]sx?|css|json):\d")
_EXCERPT = re.compile(r"\s{0,80}(?:\d{1,7}\s{0,4})?[│╵|]|\s{0,80}\d{1,7}\s{2,}|\s{0,80}[~^]{1,400}\s*\Z")
# Vite and Rollup: a label, and the error on the next line.
_BUILD = re.compile(r"\s{0,40}error during build:\s*\Z")
_VITE = re.compile(
    r"""
    \s{0,40} (?: \[vite\]:?\s (?:\(\w{1,20}\)\s)? (?:Internal\ server\ error|Pre-transform\ error):\s
      (?P<message>\S.*)
      | \[vite\]:\s (?P<failed>Rollup\ failed\ .*) )
    """,
    re.VERBOSE,
)
_PLACED = re.compile(rf"\s{{0,40}}(?P<file>{_FILE}) \((?P<line>\d{{1,7}}):\d{{1,7}}\): (?P<message>\S.*)")
_VITE_FILE = re.compile(rf"\s{{0,40}}File: (?P<file>{_FILE}):(?P<line>\d{{1,7}}):\d{{1,7}}\s*\Z")


@dataclass(frozen=True, kw_only=True, slots=True)
class _Found:
    draft: Draft
    end: int
    language: str = "javascript"


def may_read(passage: Passage) -> bool:
    """Whether a passage may hold errors that ``parse`` reads; wrong only when it says yes."""
    return (
        passage.has("error TS", "[ERROR]", "odule ", "ype error:", "ypeScript error:", "export '")
        or passage.has("ttempted import error", "Error in ", "ERROR in ", "error during build:", "[vite]")
        or passage.opens("TS", "in ")
        or (passage.has("error: ", "ERROR: ") and passage.matches(_MAY_BE_ESBUILD))
    )


def parse(lines: list[Line]) -> tuple[list[ErrorEvent], set[int]]:
    """The errors of bundlers and compilers, and the numbers (0-based) of all lines that belong to them."""
    found: list[_Found] = []
    taken: set[int] = set()
    ahead = Ahead(_openings(passage_of(lines)), len(lines))
    at = 0
    while (at := ahead.after(at)) < len(lines):
        hit = next((hit for read in _READERS if (hit := read(lines, at))), None)
        if hit is not None:
            found.append(hit)
            taken.update(range(at, hit.end))
        at = hit.end if hit else at + 1
    events = [stack.finish([hit.draft], hit.language)[0] for hit in found]
    return events, taken


def _openings(passage: Passage) -> list[int]:
    """The numbers of the lines in which a report may begin; a module may be named above its error."""
    marks = passage.numbers("error TS", "[ERROR]", "ERROR: ", "error during build:", "[vite]")
    modules = passage.numbers("odule ", "error: ", "TS", "export '")
    places = passage.numbers_opening("in ", "WARNING in ", "ERROR in ", "Error in ", "[tsl]")
    return sorted({*marks, *places, *reaching_back(modules, 1)})


def _text(lines: list[Line], number: int) -> str:
    return lines[number].text[:MAX_LINE] if number < len(lines) else ""


def _make(
    lines: list[Line],
    first: int,
    head: Head,
    frame: Frame | None,
    end: int,
    *,
    message_end: int | None = None,
    language: str = "javascript",
) -> _Found:
    draft = stack.draft(lines, head, message_end=message_end or head.number + 1, end=end)
    draft.start = min(draft.start, stack.opening(lines[first]))
    draft.frames = [frame] if frame else []
    return _Found(draft=draft, end=end, language=language)


def _frame(file: str | None, *numbers: str | None) -> Frame | None:
    line = next((int(number) for number in numbers if number), None)
    return Frame(file=file.strip(), line=line, function=None) if file else None


def _excerpt_end(lines: list[Line], at: int) -> int:
    """The line after a source excerpt that may stand at line ``at``, behind one blank line at most."""
    start = at if _text(lines, at).strip() else at + 1
    end = start
    while end < len(lines) and end - start < 30 and _EXCERPT.match(_text(lines, end)):
        end += 1
    return end if end > start else at


def _tsc(lines: list[Line], at: int) -> _Found | None:
    text = _text(lines, at)
    if "error TS" not in text or not (hit := _TSC.match(text)):
        return None
    message_end = at + 1
    while message_end - at < _MAX_BROKEN and not _is_whole(lines, hit, at, message_end):
        message_end += 1
    end = message_end
    while end < len(lines) and _text(lines, end).startswith("  ") and not _TSC.match(_text(lines, end)):
        end += 1  # explanations, which repeat the message in other words
    head = Head(
        number=at,
        error_class=None,
        error_code=hit["code"],
        start=hit.start("message"),
        stop=hit.end(),
    )
    frame = _frame(hit["file"], hit["line"], hit["number"])
    end = _excerpt_end(lines, end)
    return _make(lines, at, head, frame, end, message_end=message_end, language="typescript")


def _is_whole(lines: list[Line], hit: re.Match[str], at: int, end: int) -> bool:
    """Whether the message that ends before line ``end`` has its end there."""
    so_far = "\n".join([hit["message"], *(line.text for line in lines[at + 1 : end])]).strip()
    after = _text(lines, end)
    if not after.strip() or (so_far and after.startswith(" ")) or "error TS" in after:
        return True
    # A message of which nothing stands behind the code was broken by hand, and goes on to a blank line;
    # one with an open quotation was broken by a terminal.
    by_hand = not hit["message"].strip()
    return not by_hand and so_far.count("'") % 2 == 0


def _mentions(text: str) -> bool:
    return any(mark in text for mark in ("odule ", "error: ", "TS", "export '"))


def _module(lines: list[Line], at: int) -> _Found | None:
    text = _text(lines, at)
    if not (_mentions(text) or _mentions(_text(lines, at + 1)) or "in " in text.lstrip()[:20]):
        return None
    place = _PLACE.match(text) if "." in text or "in " in text else None
    # The cleaner takes "ERROR" behind a time stamp for the level of a record.
    marked = bool(place and (place["marked"] or (place["levelled"] and lines[at].level == "ERROR")))
    if place and not marked and not _IS_SOURCE.match(place["file"]):
        place = None
    number = at + 1 if place else at
    message = _text(lines, number)
    hit = _MODULE.match(message)
    if hit is None and marked and message.strip():
        return _marked(lines, at, place)
    if hit is None:
        return None
    start, stop = next(hit.span(name) for name in ("text", "typed", "message") if hit[name])
    head = Head(number=number, error_class=None, error_code=hit["code"], start=start, stop=stop)
    typed = hit["code"] or hit["typed"]
    frame = _frame(place["file"], place["line"], place["number"], place["bracketed"]) if place else None
    message_end = number + 1
    if _text(lines, message_end).lstrip().startswith("You may need an "):
        message_end += 1
    end = _excerpt_end(lines, message_end)
    language = "typescript" if typed else "javascript"
    return _make(lines, at, head, frame, end, message_end=message_end, language=language)


def _marked(lines: list[Line], at: int, place: re.Match[str] | None) -> _Found | None:
    """Any error below webpack's ``ERROR in``."""
    message = _text(lines, at + 1)
    hit = _CLASS.match(message)
    start, stop = hit.span("message") if hit else (stack.indent_of(message), len(message))
    head = Head(number=at + 1, error_class=hit["class"] if hit else None, start=start, stop=stop)
    frame = _frame(place["file"], place["line"], place["number"], place["bracketed"]) if place else None
    return _make(lines, at, head, frame, _excerpt_end(lines, at + 2))


def _esbuild(lines: list[Line], at: int) -> _Found | None:
    text = _text(lines, at)
    if "[ERROR]" in text and (hit := _ESBUILD.match(text)):
        start, stop = hit.span("message")
        head = Head(number=at, error_class=None, error_code=hit["code"], start=start, stop=stop)
        for number in range(at + 1, at + 4):
            if place := _ESBUILD_PLACE.match(_text(lines, number)):
                end = _excerpt_end(lines, number + 1)
                return _make(lines, at, head, _frame(place["file"], place["line"]), end)
        return _make(lines, at, head, None, at + 1)
    if ("error: " in text or "ERROR: " in text) and (hit := _ESBUILD_LINE.match(text)):
        head = Head(number=at, error_class=None, start=hit.start("message"), stop=hit.end())
        return _make(lines, at, head, _frame(hit["file"], hit["line"]), _excerpt_end(lines, at + 1))
    return None


def _vite(lines: list[Line], at: int) -> _Found | None:
    text = _text(lines, at)
    if _BUILD.match(text) and _text(lines, at + 1).strip():
        number = at + 1
        hit = _PLACED.match(_text(lines, number)) or _CLASS.match(_text(lines, number))
        vite = _VITE.match(_text(lines, number))
        start = hit.start("message") if hit else stack.indent_of(_text(lines, number))
        start = vite.start("failed") if vite and vite["failed"] else start
        groups = hit.groupdict() if hit else {}
        head = Head(
            number=number,
            error_class=groups.get("class"),
            start=start,
            stop=len(_text(lines, number)),
        )
        frame = _frame(groups.get("file"), groups.get("line"))
        return _make(lines, at, head, frame, number + 1)
    if "[vite]" not in text or not (hit := _VITE.match(text)):
        return None
    head = Head(number=at, error_class=None, start=hit.start(hit.lastgroup or 0), stop=hit.end())
    places = ((number, _VITE_FILE.match(_text(lines, number))) for number in range(at + 1, at + 4))
    number, place = next(((number, place) for number, place in places if place), (at, None))
    frame = _frame(place["file"], place["line"]) if place else None
    return _make(lines, at, head, frame, _excerpt_end(lines, number + 1))


#: In this order: what has a code first, since others read the same lines in a wider way.
_READERS: tuple[Callable[[list[Line], int], _Found | None], ...] = (_tsc, _esbuild, _module, _vite)
