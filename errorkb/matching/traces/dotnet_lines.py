"""The lines of .NET stacks: frames and markers in the runtime's languages, heads, lines a console broke."""

import re
from collections.abc import Sequence
from itertools import pairwise

from errorkb.matching.clean import Line
from errorkb.matching.events import Frame
from errorkb.matching.traces.passage import Passage
from errorkb.matching.traces.stack import MAX_LINE, Head

# "at" as the runtime's translations have it.
_AT = r"(?:at|bei|à|en|em|in|в|w|v|vid|bij|hos|ved|konum:|在|於|場所|위치:)"
_AT_WORDS = tuple(word for word in _AT.removeprefix("(?:").removesuffix(")").split("|"))
_FUNCTION = r"(?P<function> (?:\(wrapper\ [\w-]{1,60}\)\ )? [^\s()\"']{1,600} (?:\[[^\]()\n]{1,200}\])? )"
_FRAME = re.compile(
    rf"""
    \s{{0,200}} {_AT} \s{{1,4}} {_FUNCTION} \s? \( (?P<arguments>[^\n]{{0,1500}}?) \)
    (?: \s\[0x[0-9a-fA-F]{{1,16}}(?:\ \+\ 0x[0-9a-f]{{1,16}})?\]
      (?:\ in\ (?P<mono>.{{1,600}}?):(?P<mono_line>\d{{1,9}}))?
      | \s\S{{1,10}}\s(?P<file>.{{1,600}}?):(?:[^\W\d][\w.]{{0,20}})\ ?(?P<line>\d{{1,9}})\.?
      | \+0x[0-9a-f]{{1,16}} )?
    (?: <--- ){{0,9}} \s{{0,40}} \Z
    """,
    re.VERBOSE,
)
# Unity: Player.Update () (at Assets/Player.cs:12)
_UNITY = re.compile(
    r"""
    \s{0,40} (?P<function>[^\s()]{1,300}) \s? \([^\n]{0,300}?\)\s
    \(at\ (?P<file>[^()\n]{1,500}):(?P<line>\d{1,9})\) \s{0,9} \Z
    """,
    re.VERBOSE,
)
# ASP.NET's error page: Shop.Cart.Add(Int32 id) in c:\shop\Cart.cs:12, or an offset instead of a place
_PAGE = re.compile(
    r"""
    \s{1,40} (?P<function>[\w$<>`.+\[\],|]{1,300}) \((?P<arguments>[^\n]{0,600}?)\)\s
    (?: in\ (?P<file>[^\n]{1,500}):(?P<line>\d{1,9}) | \+\d{1,9} ) \s{0,9} \Z
    """,
    re.VERBOSE,
)

#: Where lines of a stack were folded into one.
FOLD = re.compile(r"(?<=\S)[ \t]{1,9}(?=at [\w.<>`+$\[\],]{3,400}\([^()\n]{0,400}\)(?:\s|\Z)|--- End of )")

_CLASS = r"""
    (?P<class> (?:[A-Za-z_]\w{0,80}[.+]){0,14} (?:[A-Za-z_]\w{0,100})?(?:Exception|Error|Fault)
       (?:`\d(?:\[[^\]\n]{1,200}\]{1,2})?)? )
    (?: \ \((?P<number>(?:0x)?[0-9A-Fa-f]{1,8})(?:,\ 0x[0-9A-Fa-f]{1,8})?\) )?
"""
# Languages other than English have blanks before the colon.
_BEHIND = r"(?: \s?: (?:\s{1,2}|\Z) (?P<message>.*) | [\s.]{0,9}\Z )"
_ANNOUNCED = r"""
    (?: (?:FATAL\ )? (?:Unhandled|UNHANDLED)\ (?:[Ee]xception|EXCEPTION) [.:]\s{1,2} | Exception\ Info:\s
      | Unbehandelte\ Ausnahme:\s{1,2} | Exception\ non\ gérée\s?:\s{1,2} | Excepción\ no\ controlada:\s{1,2}
      | Eccezione\ non\ gestita:\s{1,2} | Exceção\ Sem\ Tratamento:\s{1,2} |
        Необработанное\ исключение:\s{1,2}
      | 未经处理的异常:\s{1,2} | 未处理的异常:\s{1,2} | ハンドルされていない例外:\s{1,2}
      | 처리되지\ 않은\ 예외:\s{1,2} )
"""
#: What each of these has.
ANNOUNCED_WORDS = (
    "xception", "EXCEPTION", "Ausnahme", "Excepción", "Eccezione", "Exceção", "исключение", "异常",
    "例外", "예외",
)  # fmt: skip
_ARROW = r"(?P<arrow> -{2,3}>\s{0,4} (?:\((?P<member>[^()\n]{1,60}\#\d{1,6})\)\s{0,4})? )"
_HEAD = re.compile(
    rf"\s{{0,200}} (?: (?P<announced>{_ANNOUNCED}) | {_ARROW} | (?P<box>\[) )? {_CLASS} {_BEHIND}",
    re.VERBOSE | re.DOTALL,
)
# Within a line of a log; with its namespace, since names alone stand in any prose.
_LOGGED = re.compile(
    r"""
    .{0,300}? [\s:=(\[] (?P<class> (?:[A-Z]\w{0,80}[.]){1,14} \w{0,100}Exception
      (?:`\d(?:\[[^\]\n]{1,200}\]{1,2})?)? )
    (?: \ \((?P<number>(?:0x)?[0-9A-Fa-f]{1,8})\) )? : \s (?P<message>.*)
    """,
    re.VERBOSE | re.DOTALL,
)
_INNER = re.compile(
    rf"\s{{0,200}} {_ARROW} (?={_CLASS.replace('?P<class>', '').replace('?P<number>', '')})", re.VERBOSE
)
#: Where an inner exception's stack ends, and what follows is that of the outer one.
_INNER_END = re.compile(
    r"""
    \s{0,200} -{3}\s .{0,40}? (?: inner\ exception | inneren?\ Ausnahme | internen\ Ausnahme |
      exception\ interne
      | excepción\ interna | eccezion[ei]\ intern[ae] | exceção\ interna | внутреннего\ исключения | 内部异常
        | 內部例外
      | 内部例外 | 내부\ 예외 | wewnętrznego\ wyjątku | vnitřní\ výjimky | interne\ uitzondering )
    .{0,60} -{3} \s{0,40} \Z
    """,
    re.VERBOSE | re.IGNORECASE,
)
_OTHER_MARK = re.compile(r"\s{0,200}-{3}\s.{3,120}\s-{3}\s{0,40}\Z|\s{0,200}<-{3}\s{0,40}\Z")
_LABEL = re.compile(
    r"\s{0,80}(?:Stack ?[Tt]race|Stapelüberwachung|Error Message)\s?:\s{0,40}\Z"
    r"|\s{0,80}File name: '"
)
# A console of fixed width breaks a line within a class's name.
# What drivers of databases print between the frames: "Exception data:", and fields below it.
_DATA = re.compile(r"\s{2,200}(?:Exception data:\s*\Z|[\w. ()-]{1,80}: )")
_BROKEN_CLASS = re.compile(r"(?:\A|.*[\s(])(?:[A-Z]\w{1,60}\.){1,10}\w{0,80}\Z", re.DOTALL)
_REST_OF_CLASS = re.compile(
    r"[\w.]{0,80}?(?:Exception|xception|ception|eption|ption|tion|ion|on|n)\s?(?::\s|\Z)"
)
_WHOLE_CLASS = re.compile(r".*Exception\Z", re.DOTALL)
#: No console is narrower.
_MIN_WIDTH = 40


def openings(passage: Passage) -> list[int]:
    """The numbers of the lines in which something may begin: frames, exceptions that say what they are."""
    boxed = set(passage.numbers_opening("[")).intersection(passage.numbers("Exception", "Error", "Fault"))
    begun = passage.numbers_opening(*(word + blank for word in _AT_WORDS for blank in " \t"))
    return sorted({*boxed, *begun, *passage.numbers("(at ", "xception", "EXCEPTION", "-->")})


def frame_of(text: str) -> Frame | None:
    """The frame that the line is; its file is empty where the runtime does not tell it."""
    if "(" not in text:
        return None
    text = text[:MAX_LINE]
    if hit := _FRAME.match(text):
        if "." not in hit["function"] and not hit["function"].startswith(("lambda_method", "Program")):
            return None
        number = hit["line"] or hit["mono_line"]
        return Frame(
            file=hit["file"] or hit["mono"] or "",
            line=int(number) if number and int(number) else None,
            function=hit["function"],
        )
    if hit := _UNITY.match(text):
        return Frame(file=hit["file"], line=int(hit["line"]), function=hit["function"])
    return None


def page_frame_of(text: str) -> Frame | None:
    """The frame that a line of ASP.NET's error page is."""
    hit = _PAGE.match(text[:MAX_LINE]) if "(" in text else None
    if hit is None or "." not in hit["function"]:
        return None
    return Frame(
        file=hit["file"] or "", line=int(hit["line"]) if hit["line"] else None, function=hit["function"]
    )


def ends_inner(text: str) -> bool:
    """Whether an inner exception's stack ends with the line."""
    return "---" in text and bool(_INNER_END.match(text[:400]))


def is_mark(text: str) -> bool:
    """Whether the line parts frames: ``--- End of stack trace from previous location ---``, ``<---``."""
    return "---" in text and bool(_OTHER_MARK.match(text[:400]))


def is_label(text: str) -> bool:
    """Whether the line labels what follows: ``Stack Trace:``."""
    return bool(_LABEL.match(text[:200]))


def is_data(text: str, *, opens: bool) -> bool:
    """Whether the line is a field of an exception's data, or opens the list of them."""
    return bool(_DATA.match(text[:MAX_LINE])) and (not opens or "Exception data:" in text[:MAX_LINE])


def is_inner(text: str) -> bool:
    """Whether the line begins with an inner exception."""
    return "-->" in text and bool(_INNER.match(text[:MAX_LINE]))


def inner_starts(text: str) -> list[int]:
    """Where inner exceptions begin in a text of any number of lines."""
    if "-->" not in text:
        return []
    places = (hit.start() for hit in re.finditer(r"-{2,3}>", text))
    return [place for place in places if _INNER.match(text, place)]


def head_of(text: str, number: int) -> Head | None:
    """The head that the text starts with, which may go on over several lines."""
    return (
        _head(_HEAD.match(text), number)
        if "Exception" in text or "Error" in text or "Fault" in text
        else None
    )


def logged_head_of(text: str, number: int) -> Head | None:
    """The head within a line of a log."""
    return _head(_LOGGED.match(text), number) if "Exception" in text else None


def announced(text: str) -> bool:
    """Whether the line says itself that it is an error of .NET: it needs no frames to be believed."""
    hit = _HEAD.match(text[:MAX_LINE]) if "xception" in text or "EXCEPTION" in text else None
    return bool(hit and hit["announced"])


def is_boxed(text: str) -> bool:
    """Whether it is a head of ASP.NET's error page: ``[Class: message]``."""
    hit = _HEAD.match(text[:MAX_LINE]) if text.lstrip().startswith("[") else None
    return bool(hit and hit["box"])


def _head(hit: re.Match[str] | None, number: int) -> Head | None:
    if hit is None:
        return None
    start, stop = hit.span("message") if hit["message"] is not None else (hit.end(), hit.end())
    groups = hit.groupdict()
    if groups.get("box"):
        stop = start + len(hit.string[start:stop].rstrip().removesuffix("]"))
    code = hit["number"] if hit["number"] and hit["number"].startswith("0x") else None
    arrow = groups.get("arrow")
    return Head(
        number=number,
        error_class=hit["class"],
        error_code=code,
        start=start,
        stop=stop,
        link=("group-member" if groups.get("member") else "cause") if arrow else None,
    )


def unbroken(lines: Sequence[Line]) -> tuple[list[Line], list[range]]:
    """The lines, those that a console broke within a class's name in one piece, and the numbers of each."""
    widths = {len(line.text) for line, after in pairwise(lines) if _is_broken(line.text, after.text)}
    if not widths:
        return list(lines), [range(number, number + 1) for number in range(len(lines))]
    joined: list[Line] = []
    numbers: list[range] = []
    goes_on = False
    for number, line in enumerate(lines):
        if goes_on:
            before = joined[-1]
            text = before.text + line.text
            joined[-1] = Line(text, [*before.offsets, *line.offsets], line.end, before.prefix, before.level)
            numbers[-1] = range(numbers[-1].start, number + 1)
        else:
            joined.append(line)
            numbers.append(range(number, number + 1))
        after_text = lines[number + 1].text if number + 1 < len(lines) else ""
        full = len(line.text) in widths and len(line.text) >= _MIN_WIDTH
        goes_on = bool(after_text) and (full or _is_broken(line.text, after_text))
        goes_on = goes_on and len(joined[-1].text) < MAX_LINE
    return joined, numbers


def _is_broken(text: str, after: str) -> bool:
    if len(text) < _MIN_WIDTH or not (text[-1].isalnum() or text[-1] == ".") or not after[:1].isalnum():
        return False
    return bool(
        _REST_OF_CLASS.match(after[:200])
        and _BROKEN_CLASS.match(text[-400:])
        and not _WHOLE_CLASS.match(text[-100:])
    )
