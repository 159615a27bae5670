"""Errors of interpreters that print one line, and perhaps a stack: Perl, Lua, R, Julia."""

from errorkb.matching.clean import Line
from errorkb.matching.events import ErrorEvent
from errorkb.matching.traces.findings import Findings
from errorkb.matching.traces.passage import Passage
from errorkb.matching.traces.rules import may_match, read_lines, rule

_RULES = (
    # Can't locate Foo.pm in @INC … at a.pl line 3.
    rule("perl", " line ",
         r"(?P<message>\S[^\n]{0,2000}?)\ at\ (?P<file>\S{1,300}\.(?:pl|pm|t|cgi|PL)|-e|\(eval\ \d{1,6}\)"
         r"|/\S{0,300}bin/\S{1,100})\ line\ "
         r"(?P<line>\d{1,7})(?:,\ <[^>\n]{1,60}>\ (?:line|chunk)\ \d{1,9})?\.?\s*\Z",
         language="perl",
         after=r"BEGIN\ failed--|Compilation\ failed\ in\ require|\s{1,8}\S.{0,400}\ called\ at\ \S"),
    # lua: a.lua:3: attempt to index a nil value
    rule("lua", ".lua:",
         r"(?:[\w./-]{1,60}:\ )?(?P<file>[^\s:][^:\n]{0,300}\.lua):(?P<line>\d{1,7}):\ "
         r"(?P<message>(?!in\ (?:main\ chunk|function|local|field|upvalue|method)\b)\S.*)",
         language="lua", after=r"\s{1,8}no\ (?:field|file)\ |stack\ traceback:|\s{1,8}\S.{0,300}:\ in\ "
              r"|\s{1,8}\[C\]: "),
    # Error in f(x) : message, or the message in the next line
    rule("r", "Error in ",
         r"Error\ in\ [^\n]{1,400}?\ :\s{0,2}(?P<message>.*)", language="r", more=r"\s{2}\S",
         after=r"Calls:\ |Execution\ halted"),
    # ERROR: LoadError: UndefVarError: x not defined
    rule("julia", "LoadError: ",
         r"(?:ERROR:\ )?(?:LoadError:\ ){1,3}(?P<class>[A-Z]\w{1,80}):\ (?P<message>\S.*)", language="julia",
         after=r"Stacktrace:|\s{1,4}\[\d{1,4}\]\ |\s{2,8}@\ |in\ expression\ starting\ at\ "),
)  # fmt: skip


def may_read(passage: Passage) -> bool:
    """Whether a passage may hold errors that ``parse`` reads; wrong only when it says yes."""
    return may_match(passage, _RULES)


def parse(lines: list[Line]) -> tuple[list[ErrorEvent], set[int]]:
    """Errors of scripts among the lines, and the numbers (0-based) of all lines that belong to them."""
    found = Findings(lines)
    read_lines(found, _RULES)
    return found.events, found.taken
