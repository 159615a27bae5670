"""``npm ERR! …`` and ``npm error …``: a code, a message, and where a dependency could not be resolved."""

import re
from dataclasses import dataclass
from itertools import takewhile

from errorkb.matching.clean import Line
from errorkb.matching.events import ErrorEvent
from errorkb.matching.traces.findings import Findings, join, stripped
from errorkb.matching.traces.passage import Ahead, Passage

# Build tools put a step (`#12 2.465 `) or a project (`1>`) before it.
_NPM = re.compile(r"[^\n]{0,60}?\bnpm (?:ERR!|error)(?: |\Z)(?P<rest>.*)", re.DOTALL)
_CODE = re.compile(r"code (?P<code>\w{1,40})\s*\Z")
_WORDED = re.compile(r"(?P<code>E[A-Z0-9_]{2,30}):? (?P<message>\S.*)", re.DOTALL)
_NUMBERED = re.compile(r"(?P<number>[45]\d\d) (?P<message>\S.*)", re.DOTALL)
#: Lines that say how npm ran, not what went wrong.
_ASIDE = re.compile(
    r"""
    (?: code | errno | syscall | path | dest | command\ (?:sh|cmd|failed) | signal | type | System | cwd
      | node | file | stack | A\ complete\ log | See\ | \s*/ | \s*[A-Za-z]:\\ | log | argv | not\ ok
      | Found:\  | While\ resolving:[ ]
      | For\ a\ full\ report | Linux | Darwin | Windows_NT | [Ff]ix\ the\ upstream
      | this\ (?:command|is\ probably)
      | to\ accept | If\ you | gyp\ info | gyp\ verb | This\ is\ (?:related|probably) | Additional\ logging
      | node_modules/ | Failed\ at | Exit\ status | at\  | \{ | \} | \[ ) | \s*\Z | npm\ v?\d
    """,
    re.VERBOSE,
)
_NODE_ERROR = re.compile(r"(?:Error: )+(?P<message>\S.*)", re.DOTALL)
# As Node inspects it: [Error: EACCES: permission denied, mkdir '/x'] {
_INSPECTED = re.compile(r"\s?(?:\{ )?\[Error: (?P<message>\S.*)\](?: \{)?\s*\Z")
_LABEL = re.compile(r"(?P<label>[a-z]{3,12}|ERR!) (?=\S)")
#: Labels that are not the code in small letters.
_LABELS = frozenset({"notarget", "notsup", "network", "peerinvalid"})
_GYP = re.compile(r"gyp ERR! stack (?:Error: )?(?P<message>[^\s].*)")
#: The code of errors that are told in sentences, wrapped.
_SENTENCES = "EUSAGE"
_UNRESOLVED = re.compile(r"(?:Could not resolve dependency|Conflicting peer dependency):")
#: What a failed script says of itself: the wrapper of an error that stands above.
_SCRIPT = re.compile(r"(?:Failed at the|Lifecycle script)\b")


@dataclass(frozen=True, slots=True)
class _Piece:
    number: int
    line: Line  # less `npm ERR! `


def may_read(passage: Passage) -> bool:
    """Whether a passage may hold errors that ``parse`` reads; wrong only when it says yes."""
    return passage.has("npm ERR!", "npm error")


def parse(lines: list[Line]) -> tuple[list[ErrorEvent], set[int]]:
    """npm's errors among the lines, and the numbers (0-based) of all lines that belong to them."""
    found = Findings(lines)
    ahead = Ahead(found.passage.numbers("npm "), len(found.lines))
    at = 0
    while (at := ahead.after(at)) < len(found.lines):
        end = at
        block: list[_Piece] = []
        while end < len(found.lines) and (piece := _piece(found, end)):
            if block and _CODE.match(piece.line.text):
                break
            block.append(piece)
            end += 1
        if block:
            _block(found, block)
        at = max(end, at + 1)
    return found.events, found.taken


def _piece(found: Findings, at: int) -> _Piece | None:
    text = found.lines[at].text
    if "npm " not in text[:80] or not (hit := _NPM.match(found.text(at))):
        return None
    return _Piece(at, found.lines[at].cut(hit.start("rest")))


def _block(found: Findings, block: list[_Piece]) -> None:
    first, end = block[0].number, block[-1].number + 1
    found.take(first, end)
    code = next((hit["code"] for piece in block if (hit := _CODE.match(piece.line.text))), None)
    unresolved = next(
        (number for number, piece in enumerate(block) if _UNRESOLVED.match(piece.line.text)), None
    )
    own = block[:unresolved]
    own = [piece for piece in own if _GYP.match(piece.line.text)][:1] or own
    for piece in own:
        text = piece.line.text
        message, named = _message(piece.line, code)
        if message is not None and (_INSPECTED.match(text) or not _ASIDE.match(text)):
            rest = _rest(own[own.index(piece) + 1 :]) if code == _SENTENCES else []
            end_of_it = piece.number + 1 + len(rest)
            found.add(first, end_of_it, join([message, *rest]), error_code=_meaningful(code) or named)
            break
    if unresolved is not None and unresolved + 1 < len(block):
        lines = [stripped(piece.line) for piece in block[unresolved : unresolved + 2]]
        found.add(block[unresolved].number, block[unresolved + 1].number + 1, join(lines))


def _rest(block: list[_Piece]) -> list[Line]:
    """The lines over which npm wraps what it says, up to a blank one."""
    return [stripped(piece.line) for piece in takewhile(lambda piece: piece.line.text.strip(), block)]


def _message(line: Line, code: str | None) -> tuple[Line | None, str | None]:
    """The message of a line and the code that it names, where it is not npm's aside."""
    text = line.text
    if gyp := _GYP.match(text):
        return stripped(line.cut(gyp.start("message"))), None
    if node := _INSPECTED.match(text) or _NODE_ERROR.match(text):
        named = _WORDED.match(text, node.start("message"))
        return stripped(line.cut(*node.span("message"))), named["code"] if named else None
    if worded := _WORDED.match(text):
        return stripped(line.cut(worded.start("message"))), worded["code"]
    if numbered := _NUMBERED.match(text):
        return stripped(line.cut(numbered.start("message"))), f"E{numbered['number']}"
    label = _LABEL.match(text)
    if label and code and (label["label"] in _LABELS or label["label"] in (code.lower(), code.lower()[1:])):
        rest = line.cut(label.end())
        return stripped(rest), None
    return stripped(line), None


def _meaningful(code: str | None) -> str | None:
    """A bare number is a script's exit status, not a code."""
    return code if code and not code.isdigit() else None
