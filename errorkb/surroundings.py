"""What stands around the line that raises an error: its function, and the condition it is raised under.

Read from the snippet by indentation, whatever the language: the nearest line above that is indented less and
begins a condition or a function. What the snippet does not show is not known.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

#: Longer lines are generated, or data.
LONGEST = 300

_CONDITION = re.compile(
    r"""
    \s* [})]? \s* (?P<words>
        (?: if | elif | else\s+if | elsif | elseif | unless | when | case | except | rescue | catch )
        \b .*
    )
    """,
    re.VERBOSE,
)
_FUNCTION = re.compile(
    r"""
    \s* (?: (?: public | private | protected | internal | static | final | abstract | override | virtual
              | async | export | default | pub (?: \( \w+ \) )? | unsafe | open | suspend | inline ) \s+ )*
    (?: def | fn | func | fun | function ) \s+
    (?: \( [^()]* \) \s* )?             # Go names the receiver first
    (?P<name> [\w.:]+ [?!]? )
    """,
    re.VERBOSE,
)
# Java and its kin have no word for it: a modifier, a type, the name, arguments, and a brace.
_METHOD = re.compile(
    r"\s*(?:public|private|protected|internal|static|override)\s[^=;()]*?(?P<name>\w+)\s?\([^;]*$"
)
_SPACE = re.compile(r"\s+")


@dataclass(frozen=True, kw_only=True, slots=True)
class Surroundings:
    """function: its bare name, and begins: the line on which it begins; condition: its words, white space
    folded. None: not shown."""

    function: str | None = None
    begins: int | None = None
    condition: str | None = None


def surroundings(source: str | None, first_line: int | None, thrown_line: int | None) -> Surroundings:
    """Around the line ``thrown_line`` of a snippet whose first line is ``first_line``, both from 1."""
    if not source or first_line is None or thrown_line is None:
        return Surroundings()
    lines = source.splitlines()[: max(0, thrown_line - first_line + 1)]
    if not lines or len(lines) <= thrown_line - first_line:
        return Surroundings()
    condition = None
    for number, line in _outer(lines):
        if named := _FUNCTION.match(line) or _METHOD.match(line):
            return Surroundings(function=named["name"], begins=first_line + number, condition=condition)
        if condition is None and (found := _CONDITION.match(line)):
            condition = _SPACE.sub(" ", found["words"]).strip(" {:")
    return Surroundings(condition=condition)


def _outer(lines: list[str]) -> Iterator[tuple[int, str]]:
    """The lines that hold the last one, each with its number from 0, the innermost first. A condition may
    stand in the last line itself."""
    indent = _indent(lines[-1]) + 1
    for number in range(len(lines) - 1, -1, -1):
        line = lines[number]
        if line.strip() and len(line) <= LONGEST and _indent(line) < indent:
            indent = _indent(line)
            yield number, line


def _indent(line: str) -> int:
    line = line.expandtabs(4)
    return len(line) - len(line.lstrip())
