"""The lines of JVM stacks: frames, heads, links, and what log tools of the JVM world put before them."""

import re
from dataclasses import replace

from errorkb.matching.clean import Line
from errorkb.matching.events import Frame
from errorkb.matching.traces.passage import Passage
from errorkb.matching.traces.stack import MAX_LINE, Head, Link

# at java.base/java.util.Optional.get(Optional.java:143) ~[app.jar:1.0]; also without a line:
# (Native Method), (Unknown Source), (<generated>), and as shrinkers leave it: (Unknown Source:12).
_FRAME = re.compile(
    r"""
    \s{0,200} at \s{1,9}
    (?: [\w.@-]{0,120} /{1,2} (?:[\w.@-]{1,120}/)? )?
    (?P<function> [\w$] [^(/\n]{0,300} (?:/\w{3,20}\. [^(/\n]{0,300})? (?<=\S) ) \(
    (?: (?P<file> [^():\n]{1,200} ) : (?P<line> -?\d{1,9} )
      | (?P<nowhere> Native\ Method | Unknown\ Source | <\w{1,40}>
                   | [\w$.-]{1,200} \. (?:java|kts?|scala|groovy|cljc?) )
    ) \)
    (?: \s{1,4} ~?\[ .{0,400} )? \s{0,40} \Z
    """,
    re.VERBOSE,
)
#: What each frame ends in, and the short form of a failed test too.
MAY_BE_PLACE = re.compile(r"\)|:\d")
#: Where lines of a stack were folded into one.
FOLD = re.compile(
    r"(?<=\S)[ \t]{1,9}(?=at [\w$./<>@-]{3,400}\([^()\s]{1,200}(?: Method| Source)?\)"
    r"|Caused by: [\w$.]{3,200}|\.\.\. \d{1,6} (?:more|common frames))"
)
# A frame that the paste ends in, and what stands for frames that are not printed.
_CUT_FRAME = re.compile(r"\s{0,200}at\s{1,9}[\w$./<>@]{2,300}(?:\([\w$.:]{0,200})?\Z")
_LEFT_OUT = re.compile(
    r"""
    \s{0,200} (?: \.\.\.\ {0,4} \d{1,6} \ (?:more|common\ frames|frames?|lines?|filtered|similar) \b.{0,100}
      | \[?CIRCULAR\ REFERENCE .* | Caused\ by:\ \[CIRCULAR\ REFERENCE .*
      | (?:Locked|Suspended)\ by .{0,100} ) \Z
    """,
    re.VERBOSE,
)

# A class with its package, or one that is named like an error.
_CLASS = r"""
    (?P<class> (?:[a-z_]\w{0,60}\.){1,12} [A-Z_$][\w$]{0,120} (?:\.[A-Z][\w$]{0,120}){0,3}
      | [A-Z][\w$]{0,100} (?:Exception|Error|Throwable|Failure|Failed) )
"""
_ANNOUNCED = r"""
    (?: Exception\ in\ thread\ (?:"[^"\n]{0,200}"|\S{1,200})\s | (?:Fatal|FATAL)\ (?:Exception
      |EXCEPTION):\ | Caught:\s
      | (?:Uncaught|Unhandled|uncaught|unhandled)\ (?:Kotlin\ )?(?:exception|error):?\ | Exception:\s |
        Cause:\s
      | java\.lang\.reflect\.UndeclaredThrowableException\ \(null\):?\s )
"""
_HEAD = re.compile(
    rf"""
    \s{{0,200}} (?: (?P<announced>{_ANNOUNCED}) | :\ (?=[a-z]) )? {_CLASS}
    (?: \s?:(?:\s|\Z) (?P<message>.*) | \s{{0,40}}\Z
      | \ thrown\ from\ the\ UncaughtExceptionHandler\ .{{0,200}}\Z )
    """,
    re.VERBOSE,
)
# The same within a line of a log, with its package: names alone stand in any prose.
_LOGGED = re.compile(
    r"""
    .{1,300}? [\s:=(\[] (?P<class> (?:[a-z_]\w{0,60}\.){1,12} [A-Z_$][\w$]{0,100} (?:Exception|Error
      |Throwable) )
    (?: :\s (?P<message>.*) | \s{0,40}\Z )
    """,
    re.VERBOSE,
)
# Crashlytics leaves out the colon after "Caused by".
_LINK = re.compile(
    r"""
    (?P<indent>\s{0,200}) (?P<link> Caused\ by | Wrapped\ by | Suppressed | Also ) (?P<colon>:?) \s{1,9}
    (?P<class> (?:[\w$]{1,100}[.$/]){0,16} [A-Za-z_$][\w$]{0,120} )
    (?: :(?:\s|\Z) (?P<message>.*) | \s{0,40}\Z )
    """,
    re.VERBOSE,
)
_LINKS: dict[str, Link] = {
    "Caused by": "cause",
    "Wrapped by": "wrapper",
    "Suppressed": "suppressed",
    "Also": "suppressed",
}
_NAMED = re.compile(r".*(?:[.$][\w$]+|Exception|Error|Throwable)\Z")
# The launcher's errors have no class of their own.
_LAUNCHER = re.compile(
    r"""
    \s{0,200} (?:Error|ERROR):\ (?P<message> (?:Could\ not\ find\ or\ load\ main\ class
      |Unable\ to\ initialize\ main\ class
      |Main\ method\ not\ found|A\ JNI\ error\ has\ occurred|Unable\ to\ access\ jarfile
      |LinkageError\ occurred\ while\ loading\ main\ class|JavaFX\ runtime\ components\ are\ missing)\b.* )
    """,
    re.VERBOSE,
)
#: Words without which the launcher says none of this.
LAUNCHER_WORDS = (
    "Could not find or load main class", "Unable to initialize main class", "Main method not found",
    "A JNI error has occurred", "Unable to access jarfile", "LinkageError occurred while loading main class",
    "JavaFX runtime components are missing",
)  # fmt: skip
# Gradle's short form of a failed test: java.lang.AssertionError: bad at CartTest.java:12
_SHORT = re.compile(
    rf"""
    \s{{1,200}} (?P<cause>Caused\ by:\s)? {_CLASS} (?: :\s(?P<message>.*?) )?
    \ at\ (?P<file>[\w$-]{{1,120}}\.(?:java|kt|scala|groovy)):(?P<line>\d{{1,7}}) \s* \Z
    """,
    re.VERBOSE,
)
# Dotted names that head lines of thread dumps and of logs.
_NO_ERROR = re.compile(r"java\.lang\.Thread\.State\Z")

# What logcat prints before each line, as several versions and tools have it; what sbt prints.
_LOG_PREFIX = re.compile(
    r"""
    (?:\d\d-\d\d\ \d\d:\d\d:\d\d\.\d{3}\s{1,4})? (?:\d{1,7}\s{1,4}\d{1,7}\s|\d{1,7}-\d{1,7}[/?]\S{1,120}\s)?
        [VDIWEFA] (?:/|\s) (?:AndroidRuntime|System\.err|[A-Z][\w.]{1,40}) \s{0,24}
          (?:\(\s{0,5}\d{1,7}\))? :\ ?
    | \d{1,7}-\d{1,7}\s{1,9}[\w.]{1,60}\s{1,40}[\w.:]{1,120}\s{1,40}[VDIWEFA]\s{1,2}
    | \s{0,40}\[(?:error|warn|info)\]\ ?
    """,
    re.VERBOSE,
)


_LINK_WORDS = ("Caused by", "Wrapped by", "Suppressed", "Also")
# What a line begins with that says itself that it is an error, and what surrounds a crash.
_OPENING_WORDS = (
    "Exception", "Fatal", "FATAL", "Caught: ", "Uncaught", "Unhandled", "uncaught", "unhandled", "Cause: ",
    "java.lang.reflect.Undeclared", "---", "EXCEPTION: ", "Process: ", "PID: ",
)  # fmt: skip
_SHORT_PLACE = re.compile(r"\.(?:java|kt|scala|groovy):\d")


def openings(passage: Passage) -> list[int]:
    """The numbers of the lines in which something may begin: frames, links, announced errors."""
    begun = passage.numbers_opening("at", *_LINK_WORDS, *_OPENING_WORDS)
    placed = passage.numbers_matching(_SHORT_PLACE)
    return sorted({*begun, *placed, *passage.numbers(" thrown from the ", *LAUNCHER_WORDS)})


def plain(line: Line) -> Line:
    """The line without the prefix of logcat or sbt."""
    hit = _LOG_PREFIX.match(line.text)
    return line.cut(hit.end()) if hit else line


def frame_of(text: str) -> Frame | None:
    """The frame that the line is; without a line of code where the runtime knows none."""
    if "at" not in text[:240] or not (hit := _FRAME.match(text[:MAX_LINE])):
        return None
    if "." not in hit["function"]:
        return None
    number = int(hit["line"]) if hit["line"] else 0
    return Frame(
        file=hit["file"] or hit["nowhere"],
        line=number if number > 0 else None,
        function=hit["function"],
    )


def is_left_out(text: str) -> bool:
    """Whether the line stands for frames: ``... 12 more``, or a frame cut off."""
    return bool(_LEFT_OUT.match(text[:MAX_LINE]) or _CUT_FRAME.match(text[:MAX_LINE]))


def head_of(text: str, number: int) -> Head | None:
    """The head that the line starts with."""
    if hit := _LAUNCHER.match(text[:MAX_LINE]) if "rror: " in text or "RROR: " in text else None:
        start, stop = hit.span("message")
        return Head(number=number, error_class=None, start=start, stop=stop)
    return _head(_HEAD.match(text[:MAX_LINE]), number)


def announced(text: str) -> bool:
    """Whether the line says itself that it is an error of the JVM: it needs no frames to be believed."""
    hit = _HEAD.match(text[:MAX_LINE])
    if hit is None:
        return bool(_LAUNCHER.match(text[:MAX_LINE]))
    if " thrown from the " in text:
        return True
    return bool(hit["announced"] and not hit["announced"].startswith(("Exception:", "Cause:")))


def short_of(text: str, number: int) -> tuple[Head, Frame] | None:
    """The error and its place, where a test report has both in one line."""
    hit = _SHORT.match(text[:MAX_LINE]) if " at " in text else None
    head = _head(hit, number, "cause" if hit and hit["cause"] else None)
    if hit is None or head is None:
        return None
    frame = Frame(file=hit["file"], line=int(hit["line"]), function=None)
    # Without a message the columns are those of the line's end, which has the place.
    return (head if hit["message"] else replace(head, start=hit.end(), stop=hit.end())), frame


def logged_head_of(text: str, number: int) -> Head | None:
    """The head within a line of a log."""
    return _head(_LOGGED.match(text[:MAX_LINE]), number)


def _head(hit: re.Match[str] | None, number: int, link: Link | None = None) -> Head | None:
    if hit is None or _NO_ERROR.match(hit["class"]):
        return None
    start, stop = hit.span("message") if hit["message"] is not None else (hit.end(), hit.end())
    return Head(number=number, error_class=hit["class"], start=start, stop=stop, link=link)


def link_of(text: str, number: int) -> Head | None:
    """The head of an error that is tied to the one before: ``Caused by: …``."""
    if "y" not in text and "S" not in text and "A" not in text:
        return None
    hit = _LINK.match(text[:MAX_LINE])
    if hit is None:
        return None
    # Prose goes on after "Caused by" as well: a class has a package, is named like one, or stands alone.
    if not _NAMED.match(hit["class"]) and not (hit["colon"] and hit["message"] is None):
        return None
    return _head(hit, number, _LINKS[hit["link"]])
