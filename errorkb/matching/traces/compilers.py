"""What compilers and build tools of C and C++ print: gcc, clang, MSVC, linkers, CMake.

``file:line:column: error: message``, in any language that gcc speaks, with the context that stands
around it. The code excerpt, notes and warnings belong to no error of their own.
"""

import re

from errorkb.matching.clean import Line
from errorkb.matching.events import ErrorEvent, Frame
from errorkb.matching.traces import compilers_cmake, compilers_linker
from errorkb.matching.traces.findings import Findings, stripped
from errorkb.matching.traces.passage import Passage

_SUFFIXES = {
    "c": "c", "h": "c", "s": "c", "S": "c", "m": "objective-c", "mm": "objective-c",
    "cc": "c++", "cpp": "c++", "cxx": "c++", "C": "c++", "hh": "c++", "hpp": "c++", "hxx": "c++",
    "inl": "c++",
    "ipp": "c++", "tcc": "c++", "ino": "c++", "cu": "cuda", "cuh": "cuda", "swift": "swift", "hs": "haskell",
    "f": "fortran", "f90": "fortran", "F90": "fortran", "d": "d", "zig": "zig", "nim": "nim",
    "proto": "protobuf",
    "y": "c", "l": "c", "td": "c++", "def": "c", "inc": "c++", "cl": "opencl", "metal": "metal",
    "pyx": "cython",
}  # fmt: skip
#: The word for "error" in the languages that gcc speaks, and that for a fatal one.
_ERROR_WORD = (
    r"(?:(?:fatal|internal\ compiler)\ error|error|schwerwiegender\ Fehler|interner\ Compiler-Fehler|Fehler"
    r"|erreur\ fatale|erreur|error\ fatal|errore\ fatale|errore|erro\ fatal|erro|fatale\ fout|fout"
    r"|fatalt\ fel|fel|alvorlig\ feil"
    r"|致命的エラー|エラー|致命错误|致命錯誤|错误|錯誤|치명적\ 오류|오류"
    r"|фатальная\ ошибка|ошибка|błąd\ krytyczny|błąd"
    r"|ölümcül\ hata|hata|помилка|σφάλμα|chyba)"
)
_COLON = r"\ ?[:\uff1a]\s?"
_NOTE_WORD = (
    r"(?:note|warning|remark|Warnung|Anmerkung|attention|avertissement|警告|附注|注釈|nota|замечание"
    r"|предупреждение|required\ from|In\ |.{0,40}:\Z)"
)
_FILE = r"(?P<file>(?:[A-Za-z]:[\\/])?[^\s:<>|\"'][^:\n<>|\"']{0,400}?\.(?P<suffix>\w{1,6}))"
_DIAGNOSTIC = re.compile(
    rf"\s{{0,80}}{_FILE}:(?P<line>\d{{1,7}})(?::\d{{1,6}})?:\s{_ERROR_WORD}{_COLON}(?P<message>\S.*)",
    re.VERBOSE | re.DOTALL,
)
# a.cpp(12): error C2065: 'x': undeclared identifier; a.cu(12): error: …
_BRACKETED = re.compile(
    rf"\s{{0,80}}(?:\d{{1,3}}>)?{_FILE}\((?P<line>\d{{1,7}})(?:,\d{{1,6}})?\)\ ?:\s(?:fatal\ )?error(?:\ "
    rf"(?P<code>(?:C|LNK|RC|D|MSB)\d{{3,5}}))?\ ?:\ (?P<message>\S.*?)(?:\ \[[^\[\]\n]{{1,300}}proj\])?\s*\Z",
    re.VERBOSE | re.DOTALL,
)
_LINK = re.compile(
    r"\s{0,80}(?:\d{1,3}>)?(?:[^\s:()\"]{1,300}|LINK|cl|NMAKE)\ :\s(?:fatal\ "
    r"|Command\ line\ )?error\ (?P<code>(?:LNK|C|D|U"
    r"|RC)\d{4}):\ (?P<message>\S.*?)(?:\ \[[^\[\]\n]{1,300}proj\])?\s*\Z",
    re.VERBOSE | re.DOTALL,
)
_DRIVER = re.compile(
    rf"\s{{0,80}}(?:\S{{0,200}}/)?(?:[\w.-]{{0,30}}(?:gcc|g\+\+|clang|clang\+\+|c\+\+|cc|cpp|cc1|cc1plus|as"
    rf"|nvcc|icpx?|gfortran|lto1)(?:-\d[\d.]{{0,6}})?):\s{_ERROR_WORD}{_COLON}(?P<message>\S.*)",
    re.VERBOSE | re.DOTALL,
)
# What each of these has: a localised word, or the one that MSVC prints.
_MAY_BE_DIAGNOSTIC = re.compile(rf"[:\uff1a]\s(?:fatal\ |Command\ line\ )?{_ERROR_WORD}", re.VERBOSE)
_IN_FUNCTION = re.compile(
    r"\s{0,80}[^\s:][^:\n]{0,400}: (?:In|At|Dans|En|In der|In dem|Na|Nella|\u0412|在"
    r"|関数).{0,60}[\u2018'`«„“](?P<function>[^\u2018\u2019'`»”\n]{1,600})[\u2019'`»”].{0,60}[:\uff1a]\s*\Z"
)
_CONTEXT = re.compile(
    rf"""
    \s{{0,80}} (?: In\ file\ included\ from\ | \s{{1,80}}from\ \S{{1,400}}[,:]\s*\Z
      | \d{{0,7}}\s{{0,9}}\|  | \+\+\+\ \|
      | [^\s:][^:\n]{{0,400}}:(?:\d{{1,7}}:){{1,2}}\s{{1,4}}(?:{_NOTE_WORD})
      | [^\s:][^:\n]{{0,400}}:\ In\ \w{{1,20}}\b | compilation\ terminated\.
      | \d{{1,7}}\ (?:warnings?\ and\ \d{{1,7}}\ )?errors?\ generated\. )
    """,
    re.VERBOSE,
)
#: Other languages have parsers of their own, or other ways to print.
_FOREIGN = frozenset(
    [
        "go",
        "rs",
        "ts",
        "tsx",
        "js",
        "jsx",
        "mjs",
        "cjs",
        "java",
        "kt",
        "kts",
        "scala",
        "cs",
        "vb",
        "fs",
        "py",
        "rb",
        "php",
        "erl",
        "ex",
        "exs",
        "dart",
        "sql",
        "vue",
    ]
)
_CLANG_SOURCE = re.compile(r"\s{0,80}(?:~{0,200}\^[~ ^]{0,400})\s*\Z")


def may_read(passage: Passage) -> bool:
    """Whether a passage may hold errors that ``parse`` reads; wrong only when it says yes."""
    return (
        passage.has("CMake Error", "CMake Internal Error")
        or compilers_linker.may_read(passage)
        or passage.matches(_MAY_BE_DIAGNOSTIC)
    )


def parse(lines: list[Line]) -> tuple[list[ErrorEvent], set[int]]:
    """Events of compilers among the lines, and the numbers (0-based) of all lines that belong to them."""
    found = Findings(lines)
    compilers_cmake.read(found)
    if found.passage.matches(_MAY_BE_DIAGNOSTIC):
        _diagnostics(found)
    compilers_linker.read(found)
    return found.events, found.taken


def _diagnostics(found: Findings) -> None:
    function = None
    in_context = False
    before: list[int] = []
    for at, line in enumerate(found.lines):
        if at in found.taken or (":" not in line.text and "\uff1a" not in line.text and "|" not in line.text):
            before = before if _is_caret(found, at, in_context) else []
            continue
        text = found.text(at)
        if named := _IN_FUNCTION.match(text):
            function = _name(named["function"])
            before.append(at)
        elif _read(found, at, function, before):
            in_context, before = True, []
        elif in_context and _CONTEXT.match(text):
            found.take(at, at + 1)
        elif _CONTEXT.match(text):
            before.append(at)
        else:
            in_context, before = in_context and not text.strip(), []


def _is_caret(found: Findings, at: int, in_context: bool) -> bool:
    """Clang draws without a margin; its line with the caret is taken, with the source line above."""
    if in_context and _CLANG_SOURCE.match(found.text(at)):
        found.take(at - 1, at + 1)
        return True
    return False


def _read(found: Findings, at: int, function: str | None, before: list[int]) -> bool:
    text = found.text(at)
    hit = _DIAGNOSTIC.match(text) or _BRACKETED.match(text)
    if hit and hit["suffix"] in _FOREIGN:
        return False
    if not hit:
        hit = _DRIVER.match(text) or _LINK.match(text)
    if not hit:
        return False
    groups = hit.groupdict()
    frames = []
    if file := groups.get("file"):
        frames = [Frame(file=file, line=int(groups["line"] or 0), function=function)]
    found.taken.update(before)
    found.add(
        before[0] if before and before[-1] == at - 1 and before[0] == at - len(before) else at,
        at + 1,
        stripped(found.lines[at].cut(*hit.span("message"))),
        error_code=groups.get("code"),
        frames=frames,
        language=_SUFFIXES.get(groups.get("suffix") or "c"),
    )
    return True


def _name(function: str) -> str:
    """``int ns::f(int)`` → ``ns::f``."""
    return re.split(r"[\s*&]", function.partition("(")[0].strip())[-1] or function
