"""The lines where errors of JavaScript begin: what is printed around class, code and message."""

import re

from errorkb.matching.events import Frame
from errorkb.matching.traces.stack import MAX_LINE, Head, Link

# One name before the class at most: packages are those of other runtimes.
_NAME = r"(?:[A-Za-z_$][\w$]{0,60}\.)?"
_CLASS = rf"""
    (?: {_NAME} [A-Z][\w$]{{0,80}}(?:Error|Exception|Rejection|Failure)\d? | Error | Warning | DOMException
      | Invariant\ Violation )
"""
# What consoles, runtimes and frameworks say before the error; several may follow each other.
_ANNOUNCED = r"""
    (?: (?:Uncaught|uncaught) (?:\ \(in\ promise(?:\ .{0,40}?)?\)|\ Exception|\ exception)? :? \s{1,2}
      | \(node:\d{1,9}\)\s | \[?UnhandledPromiseRejection(?:Warning)?:\s
      | [Uu]nhandled\ ?(?:[Pp]romise\ )?[Rr]ejection (?:\ at:)? :?\s{1,2} | uncaughtException:\s
      | Possible\ [Uu]nhandled\ [Pp]romise\ [Rr]ejection(?:\ \(id:[^)\n]{0,20}\))?:?\s{0,2}
      | Unhandled\ [Ee]rror:?\s | ERROR\s{1,2} | error:?\s(?:-\s)?
      | Error:\ (?=Uncaught\ \(in\ promise\))
      | [\u2a2f\u2716\u2718\xd7•●\u2717]\s{1,2}(?:unhandledRejection:\s{1,2}|uncaughtException:\s{1,2})?
      | \[(?:Error|error|cause|errors|originalError|reason|\d{1,4})\]:?\s (?:\[\s)?
      | (?P<linked>\[cause\]:?\s|[Cc]aused\ by:\s)
      | (?:cause|originalError|original|parent|reason|err|error|stack|Original\ error):\s{1,2}
      | [^\s:]{1,120}:\d{1,9}(?::\d{1,9})?\s(?=\s{0,2}(?:Uncaught|ERROR)\s)
      | \{\s(?=[A-Z])
      | \(?(?:plugin|pid)\ [^)\n]{1,60}\)\s | \[!\]\s )
"""
_HEAD = re.compile(
    rf"""
    \s{{0,200}} (?P<announced>(?:{_ANNOUNCED}){{0,5}})
    (?: \[(?P<boxed>{_CLASS})\]:?\s{{1,2}}(?!exception\ expected)(?P<boxed_message>\S.*)
      | \((?P<parenthesised>{_CLASS})\):\s?(?P<parenthesised_message>.*)
      | (?P<open>\[?) (?:(?P<class>{_CLASS}) | [A-Za-z_$][\w$]{{0,80}}\ (?=\[{_CLASS}\]:))
        \s?(?:\[(?:(?P<name>{_CLASS})|(?P<code>[A-Za-z][\w./-]{{2,60}}))\])?
        (?: \s?:(?:\s{{1,2}}|\Z)(?P<message>.*) | \s{{0,9}}\]?\s?(?:\{{.{{0,300}})?\s{{0,9}}\Z )
    )
    """,
    re.VERBOSE,
)
# What Node warns of. A rejection has its error behind it; DEP0018 only tells of those that were not handled.
_NODE_WARNING = re.compile(
    r"\s{0,200}\(node:\d{1,9}\) (?:\[(?!DEP0018)(?P<code>\w{3,60})\] )?"
    r"(?P<class>(?!Unhandled|PromiseRejection)(?:[A-Z]\w{0,60})?Warning): (?P<message>\S.*)"
)
# Inside of a line: Failed to start (TypeError: bad
_WITHIN_LINE = re.compile(
    rf"""
    .{{1,300}}? [\s(\["'=*`]
      (?P<class>{_CLASS})\s?(?:\[(?P<code>[A-Z][\w-]{{2,60}})\])?:\s{{1,2}}(?P<message>\S.*)
    """,
    re.VERBOSE,
)
# Errors that are printed without a class.
_CLASSLESS = re.compile(
    r"""
    \s{0,200} (?: (?:\S{1,3}\s)? (?:\[vite\]:?\s | \[plugin[: ][^\]\n]{1,80}\]\s)*
      (?:Internal\ server\ error|Pre-transform\ error):\s
        (?P<message>\S.*)
      | \[vite\]:\s (?P<failed>Rollup\ failed\ .*)
      | (?P<matcher>expect\(.{0,300}) )
    """,
    re.VERBOSE,
)
_CLASSLESS_WORDS = ("expect(", "error: ", "[vite]: ")
# What stays of an inspected error behind its message: [Error: bad] { code: 'X' }
_CLOSING = re.compile(r"\](?:,|\s?\{.{0,300})?\s{0,9}\Z")
_INLINE_CODE = re.compile(r"\{.{0,200}?\bcode: '(?P<code>[\w./-]{2,80})'")
# Codes that begin a message: ENOENT: no such file; NG0100: …
_CODE_FIRST = re.compile(r"(?P<code>E[A-Z0-9_]{3,24}|NG0?\d{3,5}|ERR_[A-Z_]{3,60})(?=:| )")
_FOLDS = " \t⊟⊞▶▼▸▾"

# Messages that only engines and tools of JavaScript have; with one of them no frames are needed.
_TELLING = re.compile(
    r"""
    Cannot\ (?:read|set)\ propert | Cannot\ (?:destructure|access|convert\ undefined)\b |
      \bis\ not\ (?:a\ function|a\ constructor|iterable|defined)\b
    | undefined\ is\ not\ an?\ | null\ is\ not\ an?\ | \bis\ (?:undefined|null)\b | Can't\ find\ variable:
      | has\ no\ properties
    | Unexpected\ (?:token|end\ of|identifier|strict|reserved) | Cannot\ use\ import\ statement |
      Invalid\ or\ unexpected\ token
    | Maximum\ call\ stack\ size | too\ much\ recursion | before\ initialization |
      Assignment\ to\ constant | Cannot\ find\ (?:module|package)\ '
    | Minified\ React | Invalid\ hook\ call | Hydration\ failed | Loading\ (?:CSS\ )?chunk\ |
      Failed\ to\ fetch | Objects\ are\ not\ valid\ as\ a
    | Rendered\ (?:more|fewer)\ hooks | Element\ type\ is\ invalid | Too\ many\ re-renders |
      require\(\)\ of\ ES
    | \bJSON\ at\ position\ | Request\ failed\ with\ status\ code | NetworkError\ when\ attempting
    """,
    re.VERBOSE,
)
_TELLING_CLASSES = ("rror", "Uncaught", "Warning", "Exception", "ejection", "Invariant Violation")
#: Words of which each line has one that is an error without a stack; properties have some more classes.
TELLING_WORDS = (*_TELLING_CLASSES, "Failure", "Violation")
_REACT = re.compile(r"React|component|\bprops?\b|DOM|[Hh]ook|render|HTML|ssr|hydrat", re.IGNORECASE)
# The place at the end of a console's line: … at file:1, … (app.js:1:2), … app.js:1:2
_PLACE = re.compile(
    r"""
    \s (?: at\ (?P<at>[^\s:()][^\s()]{0,300}?):(?P<at_line>\d{1,9})(?::\d{1,9})?
      | \(?(?:@\ |at\ )?(?P<file>[^\s()]{1,300}?\.(?:[cm]?[jt]sx?|vue
        |html?)(?:\?[^\s()]{0,100})?):(?P<line>\d{1,9})(?::\d{1,9})?\)? )
    \s{0,9} \Z
    """,
    re.VERBOSE,
)


def head_of(text: str, number: int) -> Head | None:
    """The head that the line starts with."""
    text = text[:MAX_LINE]
    if warning := _warning(text, number):
        return warning
    if hit := _HEAD.match(text):
        return _head(text, hit, number)
    if any(word in text for word in _CLASSLESS_WORDS) and (hit := _CLASSLESS.match(text)):
        start, stop = hit.span(hit.lastgroup or 0)
        return Head(number=number, error_class=None, start=start, stop=stop)
    return None


def logged_head_of(text: str, number: int) -> Head | None:
    """The head within a line of a log: ``Failed to start (TypeError: bad``."""
    text = text[:MAX_LINE]
    hit = _WITHIN_LINE.match(text) if ": " in text else None
    if hit is None:
        return None
    start, stop = hit.span("message")
    opened = text[hit.start("class") - 1]
    message = hit["message"].rstrip()
    if opened in "*`" and opened in message:
        stop = start + message.index(opened)  # emphasis of Markdown
    bracketed = opened == "(" and message.endswith(")") and message.count(")") > message.count("(")
    if bracketed or (opened in "\"'" and message.endswith(opened)):
        stop = start + len(message) - 1
    elif opened == "[" and (closing := _CLOSING.search(text, max(start, stop - 320))):
        stop = closing.start()
    return Head(number=number, error_class=hit["class"], error_code=hit["code"], start=start, stop=stop)


def telling_head_of(text: str, number: int) -> Head | None:
    """The head in a line that says by itself that JavaScript raised it."""
    text = text[:MAX_LINE]
    if not any(word in text for word in _TELLING_CLASSES):
        return None
    if warning := _warning(text, number):
        return warning
    hit = _HEAD.match(text)
    if hit is None:
        head = logged_head_of(text, number)
        if head is None:
            return None
        closed_in_log = text[head.stop : head.stop + 1] == "]" and "Exception" not in (head.error_class or "")
        return head if closed_in_log or _TELLING.search(text, head.start) else None
    head = _head(text, hit, number)
    if head.error_class == "Warning":
        return head if _REACT.search(text) else None
    announced = any(word in hit["announced"] for word in ("ncaught", "nhandled", "[cause]", "[!]"))
    announced |= head.error_class == "Invariant Violation"
    # .NET's error page has exceptions in brackets as well.
    closed = hit["open"] and "Exception" not in (head.error_class or "") and _CLOSING.search(text)
    inspected = bool(hit["boxed"] or hit["parenthesised"] or closed)
    return (
        head
        if announced or inspected or hit["code"] or hit["name"] or _TELLING.search(text, head.start)
        else None
    )


def place_of(text: str, head: Head) -> tuple[int, Frame] | None:
    """Where the message of a console's line ends, and the place that follows there."""
    hit = _PLACE.search(text[: head.stop], max(head.start, head.stop - 500))
    if hit is None:
        return None
    number = hit["at_line"] or hit["line"]
    return hit.start(), Frame(file=hit["at"] or hit["file"], line=int(number), function=None)


def _warning(text: str, number: int) -> Head | None:
    hit = _NODE_WARNING.match(text) if "(node:" in text else None
    if hit is None:
        return None
    start, stop = hit.span("message")
    return Head(number=number, error_class=hit["class"], error_code=hit["code"], start=start, stop=stop)


def _named(constructor: str | None, name: str | None) -> str | None:
    """The class of which V8 prints the constructor and the name that the error gave itself: the one that
    says more. Minified code names constructors by a letter or two."""
    return name if name and constructor in (None, "Error") else constructor


def _head(text: str, hit: re.Match[str], number: int) -> Head:
    group = next(
        (name for name in ("boxed_message", "parenthesised_message", "message") if hit[name] is not None),
        None,
    )
    start, stop = hit.span(group) if group else (hit.end(), hit.end())
    inline = _INLINE_CODE.search(text[-400:])
    if hit["open"] and (closing := _CLOSING.search(text, max(start, stop - 320), stop)):
        stop = closing.start()
    stop = start + len(text[start:stop].rstrip(_FOLDS))
    first = _CODE_FIRST.match(text, start, stop)
    link: Link | None = "cause" if hit["linked"] else None
    return Head(
        number=number,
        error_class=hit["boxed"] or hit["parenthesised"] or _named(hit["class"], hit["name"]),
        error_code=hit["code"] or (inline["code"] if inline else None) or (first["code"] if first else None),
        start=start,
        stop=stop,
        link=link,
    )
