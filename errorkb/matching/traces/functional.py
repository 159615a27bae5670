"""What programs and compilers of Haskell, OCaml and Erlang print."""

import re

from errorkb.matching.clean import Line
from errorkb.matching.events import ErrorEvent, Frame
from errorkb.matching.traces.findings import MAX_MESSAGE_LINES, Findings, body, indent_of, join, stripped
from errorkb.matching.traces.passage import Passage
from errorkb.matching.traces.rules import may_match, read_lines, rule

# prog: no stock, above the calls
_NAMED = re.compile(r"\s{0,80}(?:[\w./-]{1,80}: )?(?P<message>\S.*)", re.DOTALL)
_CALLED = re.compile(
    r"\s{1,80}(?P<function>\S{1,200}), called at (?P<file>[^\s:]{1,300}):"
    r"(?P<line>\d{1,7}):\d{1,5} in \S{1,300}\s*\Z"
)
# a.hs:3:3: error: [GHC-88464], and what is wrong in the lines below
_GHC = re.compile(
    r"\s{0,80}(?P<file>[^\s:][^:\n]{0,300}\.l?hs):(?P<line>\d{1,7}):\d{1,5}(?:-\d{1,5})?: error:"
    r"(?: \[(?P<code>GHC-\d{1,6})\])?(?: \[-W[\w=, -]{1,200}\])?\s*\Z"
)
_EXCERPT = re.compile(r"\s{0,80}(?:\d{1,7} )?\|")
_OCAML = re.compile(
    r"\s{0,80}Fatal error: exception (?P<class>[A-Z][\w.]{0,200})(?:\((?:\"(?P<text>[^\"]*)\"|"
    r"(?P<value>.*))\))?\s*\Z",
    re.DOTALL,
)
_RAISED = re.compile(
    r"\s{0,80}(?:Raised|Re-raised|Called) (?:at|by primitive operation at|from) "
    r"(?P<function>\S{1,200}) in file "
    r"\"(?P<file>[^\"\n]{1,300})\"(?: \(inlined\))?, lines? (?P<line>\d{1,7})"
)
_OCAML_PLACE = re.compile(
    r"\s{0,80}File \"(?P<file>[^\"\n]{1,300}\.mli?)\", lines? (?P<line>\d{1,7})(?:-\d{1,7})?, characters "
)
_OCAML_ERROR = re.compile(r"\s{0,80}Error(?: \([\w /-]{1,80}\))?: (?=\S)")
#: Lines of source between a place and what is wrong with it.
_REACH = 8
# {badarith,[{shop,main,1,[{file,"shop.erl"},{line,8}]}]}: the reason, then the stack, innermost frame first
_ERLANG = re.compile(
    r"\s{0,80}(?:.{0,300}?[Rr]eason:? )?(?:\*\* )?(?:\{\"init terminating in do_boot\",)?\{(?=\S)"
)
_ERLANG_STACK = re.compile(
    r",\s?\[\{(?P<module>[\w']{1,80}),(?P<function>[^,\s]{1,100}),(?:\d{1,3}|\[[^\n]{0,200}?\]),"
    r"\[(?:\{file,\"(?P<file>[^\"\n]{1,300})\"\},\{line,(?P<line>\d{1,7})\})?"
)
_ERLANG_REST = re.compile(r"init terminating in do_boot|Crash dump is being written|\s*\Z")
_RULES = (
    rule("erlang, the heading", "REPORT====", r"=?(?:\w{1,20}\ )?REPORT={4}\ .*", silent=True),
    rule("erlang, the shell", "** exception ",
         r"\*\*\ exception\ (?P<class>error|exit|throw):\ (?P<message>\S.*)", language="erlang",
         after=r"\s{2,80}in\ (?:function|call\ from)\ "),
    rule("erlc", (".erl:", ".hrl:"),
         r"(?P<file>[^\s:][^:\n]{0,300}\.[eh]rl):(?P<line>\d{1,7}):(?:\d{1,5}:)?\ (?!Warning:)"
         r"(?P<message>\S.*)",
         language="erlang", after=r"%\s{1,9}(?:\d{1,7})?\|"),
)  # fmt: skip
_MARKS = ("CallStack (from HasCallStack)", "hs:", "Fatal error: exception ", ", characters ", ",[{")


def may_read(passage: Passage) -> bool:
    """Whether a passage may hold errors that ``parse`` reads; wrong only when it says yes."""
    return passage.has(*_MARKS) or may_match(passage, _RULES)


def parse(lines: list[Line]) -> tuple[list[ErrorEvent], set[int]]:
    """Errors of these languages among the lines, and the numbers (0-based) of all lines of theirs."""
    found = Findings(lines)
    passage = found.passage
    for mark, reader in (
        ("CallStack (from HasCallStack)", _call_stack),
        ("hs:", _ghc),
        ("Fatal error: exception ", _ocaml),
        (", characters ", _ocaml_compiler),
        (",[{", _erlang),
    ):
        found.walk(passage.numbers(mark), reader)
    read_lines(found, _RULES)
    return found.events, found.taken


def _call_stack(found: Findings, at: int) -> int:
    named = _NAMED.match(found.text(at - 1)) if at else None
    if not named or at - 1 in found.taken:
        return at + 1
    frames: list[Frame] = []
    end = at + 1
    while called := _CALLED.match(found.text(end)):
        frames.append(Frame(file=called["file"], line=int(called["line"]), function=called["function"]))
        end += 1
    message = stripped(found.lines[at - 1].cut(named.start("message")))
    return found.add(at - 1, end, message, frames=frames[::-1], language="haskell") if frames else at + 1


def _ghc(found: Findings, at: int) -> int:
    hit = _GHC.match(found.text(at))
    if not hit:
        return at + 1
    end = at + 1
    while end - at < MAX_MESSAGE_LINES and indent_of(found.text(end)) and not _EXCERPT.match(found.text(end)):
        end += 1
    if end == at + 1:
        return end
    message = [body(line, indent_of(found.text(at + 1))) for line in found.lines[at + 1 : end]]
    frame = Frame(file=hit["file"], line=int(hit["line"]), function=None)
    while _EXCERPT.match(found.text(end)):
        end += 1
    return found.add(at, end, join(message), error_code=hit["code"], frames=[frame], language="haskell")


def _ocaml(found: Findings, at: int) -> int:
    hit = _OCAML.match(found.text(at))
    if not hit:
        return at + 1
    frames: list[Frame] = []
    end = at + 1
    while raised := _RAISED.match(found.text(end)):
        frames.append(Frame(file=raised["file"], line=int(raised["line"]), function=raised["function"]))
        end += 1
    told = "text" if hit["text"] else "value"
    message = found.lines[at].cut(*hit.span(told)) if hit[told] else found.lines[at].cut(0, 0)
    return found.add(at, end, message, error_class=hit["class"], frames=frames[::-1], language="ocaml")


def _ocaml_compiler(found: Findings, at: int) -> int:
    place = _OCAML_PLACE.match(found.text(at))
    if not place:
        return at + 1
    for number in range(at + 1, min(at + _REACH, len(found.lines))):
        if hit := _OCAML_ERROR.match(found.text(number)):
            end = number + 1
            while end - number < MAX_MESSAGE_LINES and indent_of(found.text(end)) and found.text(end).strip():
                end += 1
            message = [body(found.lines[number].cut(hit.end()))]
            message += [stripped(line) for line in found.lines[number + 1 : end]]
            frame = Frame(file=place["file"], line=int(place["line"]), function=None)
            return found.add(at, end, join(message), frames=[frame], language="ocaml")
    return at + 1


def _erlang(found: Findings, at: int) -> int:
    reason = _ERLANG.match(found.text(at))
    hit = _ERLANG_STACK.search(found.text(at), reason.end()) if reason else None
    if not reason or not hit:
        return at + 1
    frames = []
    if hit["file"]:
        function = f"{hit['module']}:{hit['function'].strip(chr(39))}"
        frames = [Frame(file=hit["file"], line=int(hit["line"]), function=function)]
    end = at + 1
    if "do_boot" in found.text(at):
        while end < len(found.lines) and _ERLANG_REST.match(found.text(end)):
            end += 1
    return found.add(
        at, end, found.lines[at].cut(reason.end(), hit.start()), frames=frames, language="erlang"
    )
