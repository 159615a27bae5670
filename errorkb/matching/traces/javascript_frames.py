"""The frames of JavaScript stacks, as engines, consoles, test runners and overlays print them."""

import re
from collections.abc import Sequence
from dataclasses import replace

from errorkb.matching.clean import Line
from errorkb.matching.events import Frame
from errorkb.matching.traces.passage import Passage
from errorkb.matching.traces.stack import MAX_LINE, indent_of

#: Lines without a frame that may stand between two frames: source, blank lines.
MAX_GAP = 20

_SCRIPT = r"\.(?:[cm]?[jt]sx?|vue|svelte|html?|bundle|wasm)\b"
#: Where lines of a stack were folded into one.
FOLD = re.compile(
    r"(?<=\S)[ \t]{1,9}(?=at (?:async |new )?"
    r"(?:[^\s()]{1,200} (?:\[as \S{1,80}\] )?\([^()\s]{1,400}:\d{1,9}:\d{1,9}\)"
    r"|[^\s()]{1,400}:\d{1,9}:\d{1,9})(?:\s|\Z))"
)
# What each of these has, on its way to being cheap: " at " alone stands in any prose.
_MAY_BE_FOLDED = re.compile(r" at [^\n]{0,700}?:\d{1,9}:\d")
# The frames of Safari's console and of Next's overlay have no mark of their own.
_MAY_BE_BARE = re.compile(rf"{_SCRIPT}(?: \(\d|[^()\s]{{0,80}}:\d{{1,9}}:\d{{1,9}}\))")
# What may follow a frame's place: closing brackets, and the brace that opens an error's properties.
_AFTER = r"(?P<after>\)*) [\s,;]{0,9} (?:\{.{0,300})? \Z"

# V8: at async fn [as name] (file:1:2), at file:1:2. The greedy part leaves the last place to be read.
_V8 = re.compile(
    rf"\s{{0,200}}at\s{{1,4}}(?P<what>.{{1,1500}}):(?P<line>\d{{1,9}}):\d{{1,9}}{_AFTER}", re.VERBOSE
)
# Old engines and component stacks have no column; the file's name has to say that it is a script.
_NO_COLUMN = re.compile(
    rf"\s{{0,200}}at\s{{1,4}}(?P<what>.{{1,1500}}{_SCRIPT}\S{{0,80}}):(?P<line>\d{{1,9}}){_AFTER}", re.VERBOSE
)
_BUILT_IN = re.compile(
    r"""
    \s{0,200} at\s{1,4} (?:async\ )?
    (?: (?P<function>[^()\n]{1,200}) \ \( (?P<where><anonymous>|native|index\ \d{1,6}|<unknown>
      |unknown\ location) \)
      | (?P<alone><anonymous>) | (?P<wasm>wasm://\S{1,300}) )
    [\s,)]{0,9} (?:\{.{0,300})? \Z
    """,
    re.VERBOSE,
)
# SpiderMonkey and JavaScriptCore: fn@url:1:2, async*fn@url:1:2, url line 3 > eval:1:2, fn@[native code]
_AT_SIGN = re.compile(
    rf"""
    \s{{0,200}} (?:[a-zA-Z ]{{1,40}}\*)?
    (?P<function>(?:(?:global|module|eval)\ code|[^@\s]{{0,200}})) (?<!/)@
    (?: (?P<file>(?=\S{{0,400}}(?:/|{_SCRIPT}))\S{{1,800}}?(?:\ line\ \d{{1,9}}\ >\ (?:eval|Function))?)
        :(?P<line>\d{{1,9}})(?::\d{{1,9}})?
      | (?P<native>\[native\ code\]) ) \s{{0,9}} \Z
    """,
    re.VERBOSE,
)
# Firefox' console: fn http://host/app.js:1:2; JavaScriptCore leaves out the name of an anonymous function.
_URL = re.compile(
    r"""
    \s{0,200} (?:[a-zA-Z ]{1,40}\*)? (?:(?P<function>[^\s:]{1,200})\ )?
    (?P<file>(?:https?|file|webpack|webpack-internal|moz-extension|chrome-extension|resource|capacitor)://
             [^\s/]{0,200}/\S{1,800}?) :(?P<line>\d{1,9})(?P<column>:\d{1,9})? \s{0,9} \Z
    """,
    re.VERBOSE,
)
# Chrome's console: (anonymous) @ app.js:12
_SPACED_AT = re.compile(
    rf"\s{{0,200}}(?P<function>\S{{1,200}}) @"
    rf" (?P<file>\S{{1,300}}?{_SCRIPT}\S{{0,80}}?):(?P<line>\d{{1,9}})(?::\d{{1,9}})?\s{{0,9}}\Z"
)
# Safari's console: fn (app.js:1:2)
_BARE = re.compile(
    rf"\s{{1,200}}(?P<function>[^\s(]{{1,200}}|\(anonymous function\))"
    rf" \((?P<file>[^()\s]{{1,300}}{_SCRIPT}[^()\s]{{0,80}}):(?P<line>\d{{1,9}}):\d{{1,9}}\)\s{{0,9}}\Z"
)
# Vitest: an arrow (U+276F), then fn src/a.ts:1:2
_ARROW = re.compile(
    r"\s{0,200}\u276f\s{1,4}(?:(?P<function>[^\s:]{1,200})\s)?(?P<file>[^\s:](?:[^\n:]|:(?=[\\/])){0,500}):(?P<line>\d{1,9}):\d{1,9}\s{0,9}\Z"
)
# The overlay of Next: the function on the line before, or behind an @.
_OVERLAY = re.compile(
    rf"\s{{0,200}}(?P<file>\S{{1,500}}{_SCRIPT}) \((?P<line>\d{{1,9}}):\d{{1,9}}\)(?: @"
    rf" (?P<function>.{{1,200}}?))?\s{{0,9}}\Z"
)
_OVERLAY_NAME = re.compile(
    r"\s{0,40}(?:async |new )?[A-Za-z_$<][\w$.<>/]{0,120}(?: \[as [^\]]{1,80}\])?\s{0,9}\Z"
)

# Lines that stand within a stack and are no frames.
_WITHIN = re.compile(
    r"""
    \s{0,200} (?:
      at\ [A-Za-z_$][\w$.]{0,80} (?:\ \(.{0,200}\))?      # a component of React
      | in\ [A-Z\w][\w$.]{0,80}\ \(.{1,300}\)
      | \.\.\.\ .{0,9}\d{1,6}\ (?:lines?|more|frames?)\b.{0,80}
      | \[\.\.\.\ lines\ matching\ [^\]\n]{1,80}\ stack\ trace\ \.\.\.\]
      | Emitted\ '\w{1,60}'\ event\ .{0,80}at:
      | From\ previous\ event: | -{20,100} | Promise\.\w{1,20}\ \(async\)
      | [\w$.]{1,60}\ \(async\)
    ) [\s)]{0,9} \Z
    """,
    re.VERBOSE,
)
# Firefox folds the frames of a library into its name and their number.
_LIBRARY = re.compile(r"\s{0,40}[A-Z][\w.-]{0,40} \d{1,4}\s{0,9}\Z")
# Source around the raise site, as Babel, Jest and Vitest show it.
_CODE = re.compile(r"\s{0,200}(?:>\s{0,4})?(?:\d{1,7}\s{0,4}[|│]|[|│╵]\s{0,400}(?:[\^~].{0,400}|\Z))")


def may_have_frames(passage: Passage) -> bool:
    """Whether any line may be a frame, or hold several; wrong only when it says yes."""
    return (
        passage.opens("at")
        or passage.has("@", "://", "\u276f")
        or passage.matches(_MAY_BE_FOLDED)
        or passage.matches(_MAY_BE_BARE)
    )


def may_be_frames(passage: Passage) -> list[int]:
    """The numbers of the lines that may be frames."""
    marked = passage.numbers("@", "://", "\u276f")
    bare = passage.numbers_matching(_MAY_BE_BARE)
    return sorted({*marked, *bare, *passage.numbers_opening("at")})


# Backtraces of Rust say "at" too.
_FOREIGN = (".rs", ".go", ".py", ".rb", ".php", ".java", ".kt", ".scala", ".cs", ".c", ".cc", ".cpp", ".h")


def is_code(text: str) -> bool:
    """Whether the line shows source: ``> 12 | foo()``."""
    return bool(_CODE.match(text))


def is_within(text: str) -> bool:
    """Whether the line may stand between frames."""
    return bool(_WITHIN.match(text[:MAX_LINE]))


def is_overlay_name(text: str) -> bool:
    """Whether the line may name the function of the overlay's frame below it."""
    return bool(_OVERLAY_NAME.match(text))


def is_overlay(text: str) -> bool:
    """Whether the line is a frame of Next's overlay whose function stands on the line before."""
    hit = _OVERLAY.match(text)
    return bool(hit and not hit["function"])


def frame_of(text: str) -> Frame | None:
    """The frame that the line is."""
    text = text[:MAX_LINE]
    if "at " in text[:240] and (frame := _v8(text)):
        return frame
    if ":" not in text:
        hit = _AT_SIGN.match(text) if "@[native" in text else None
        return _plain(hit) if hit else None
    for mark, pattern in (("@", _AT_SIGN), ("://", _URL), (" @ ", _SPACED_AT), ("\u276f", _ARROW)):
        if mark in text and (hit := pattern.match(text)):
            # A URL with a port looks like a place without a column: it takes a script's name, and that of
            # a function, since the place of an excerpt looks so, too.
            sure = pattern is not _URL or hit["column"]
            sure = sure or (hit["function"] and re.search(_SCRIPT, hit["file"]))
            return _plain(hit) if sure else None
    if " (" in text and (hit := _OVERLAY.match(text) or _BARE.match(text)):
        return _plain(hit)
    return None


def _plain(hit: re.Match[str]) -> Frame:
    found = hit.groupdict()
    number = found.get("line")
    return Frame(
        file=found.get("file") or found.get("native") or "",
        line=int(number) if number else None,
        function=found.get("function") or None,
    )


def _v8(text: str) -> Frame | None:
    if hit := _V8.match(text) or _NO_COLUMN.match(text):
        function, file = _parts(hit["what"], bracketed=bool(hit["after"]))
        return Frame(file=file, line=int(hit["line"]), function=function) if _is_file(file) else None
    if hit := _BUILT_IN.match(text):
        return Frame(file=hit["where"] or hit["alone"] or hit["wasm"], line=None, function=hit["function"])
    return None


def _parts(what: str, *, bracketed: bool) -> tuple[str | None, str]:
    """Function and file. A path may have brackets and blanks, so only a place in brackets has a function."""
    what = what.removeprefix("async ")
    function, opened, file = what.partition(" (")
    if not (bracketed and opened):
        return None, what.lstrip("(")
    if file.startswith("eval at "):
        file = file.rpartition(", ")[2]
    return function.partition(" [as ")[0], file.removeprefix("at ")


def _is_file(file: str) -> bool:
    if file.endswith(_FOREIGN):
        return False
    return any(character.isalpha() for character in file[-200:]) and (
        " " not in file or "/" in file or "\\" in file or file.startswith("[worker eval]")
    )


def frames_in(lines: Sequence[Line], first: int, end: int) -> list[Frame]:
    """The frames from line ``first`` to before ``end``, as printed."""
    frames = []
    for number in range(first, end):
        text = lines[number].text
        if frame := frame_of(text):
            above = lines[number - 1].text if number > first else ""
            named = is_overlay(text) and is_overlay_name(above)
            frames.append(replace(frame, function=above.strip()) if named else frame)
    return frames


def stack_end(lines: Sequence[Line], at: int) -> int:
    """The line after the stack whose first frame is line ``at``."""
    end = at + 1
    number = end
    while number < len(lines) and number - end < MAX_GAP:
        text = lines[number].text
        # Blank lines part a stack from another one, which is indented in another way.
        alike = number == end or indent_of(lines[end - 1].text) == indent_of(text)
        if alike and frame_of(text):
            end = number + 1
        elif is_within(text) or (_LIBRARY.match(text) and _is_frame(lines, number + 1)):
            end = number + 1 if number == end else end
        elif not (is_code(text) or not text.strip() or _names_overlay(lines, number)):
            break
        number += 1
    return end


def _is_frame(lines: Sequence[Line], number: int) -> bool:
    return number < len(lines) and frame_of(lines[number].text) is not None


def _names_overlay(lines: Sequence[Line], number: int) -> bool:
    after = lines[number + 1].text if number + 1 < len(lines) else ""
    return is_overlay_name(lines[number].text) and is_overlay(after)
