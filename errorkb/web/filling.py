"""What a paste holds, filled into an entry's texts: ``device_map='auto'`` where the entry has a placeholder.

A text's placeholders (``{name}``, ``${name}``, ``#{name}``, ``%(name)s``, ``<name>``) are swapped for
stand-ins, plain words that no filter and no lexer minds; when the text has become HTML, each stand-in
becomes its value, escaped and marked. So a value is never read as markup, code or another placeholder.

Code has names of its own: ``f"no {name}"`` is no placeholder, and filling it in would break the example.
Where a name may be the code's own it stays, and so does a value that a shell would act on: what somebody
copies must not do what a log says.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from markupsafe import Markup, escape

from errorkb.matching.patterns import Placeholder, parse_template
from errorkb.web.pages import CodeLine, ExampleFix, Filling

#: Values that travel with a link, characters of a name and of a value, and placeholders filled in a text.
MAX_VALUES, MAX_NAME, MAX_VALUE, MAX_HOLES = 20, 40, 200, 100
#: Longer texts stay as they are, in characters.
MAX_TEXT = 20_000
NAME = re.compile(r"[A-Za-z0-9_]{1,40}")
NOTHING = Filling(values=())

#: `code` and ``code``, within a line.
BACKTICKED = re.compile(r"(`{1,2})([^`\n]+)\1")
_HOLE = re.compile(
    r"""
      (?P<sign>[$\#]?) (?<!\{)\{ (?P<braced>[A-Za-z_][\w.]{0,60}) (?:![rsa])? (?::[^{}\n]{0,20})? \}(?!\})
    | %\( (?P<percent>[A-Za-z_]\w{0,60}) \)s
    | < (?P<angled>[A-Za-z_][\w\ -]{0,60}) >
    """,
    re.VERBOSE | re.ASCII,
)
#: What stands ahead of a hole, on its line, in a string that fills it itself: f"… rf'… $"… println!("…
_INTERPOLATED = re.compile(
    r"""
    (?: (?<!\w) (?: [fF][rR]? | [rR][fF] ) | \$ | \w!\( )
    (?P<quote>["']) (?: (?!(?P=quote)) . ){0,400} \Z
    """,
    re.VERBOSE,
)
#: An f-string of several lines; which holes are inside of it is not looked at.
_LONG_INTERPOLATED = re.compile(r"""(?<!\w)(?:[fF][rR]?|[rR][fF])(?:\"{3}|'{3})""")
_KEY = re.compile(r"""["']?[ ]{0,2}[:=][ ]{0,2}["']?""")
#: What a shell would act on.
_ACTIVE = frozenset(";&|`$\\")
_STAND_IN = re.compile(r"zqhole([0-9]{1,3})q")


def filling_of(captures: Mapping[str, str]) -> Filling:
    """The captures that can be filled in: short, of one line, nothing invisible, the first of them."""
    values = (
        (name, value.strip())
        for name, value in captures.items()
        if NAME.fullmatch(name) and value.isprintable() and 0 < len(value.strip()) <= MAX_VALUE
    )
    return Filling(values=tuple(values)[:MAX_VALUES])


def fill_message(template: str, filling: Filling, hole: Markup) -> Markup:
    """The message with its values; what has none is put into ``hole``. The signs that templates double
    are single, as in what was pasted."""
    values = dict(filling.values)
    parts: list[Markup] = []
    for piece in parse_template(template):
        if not isinstance(piece, Placeholder):
            parts.append(escape(piece))
        elif piece.name in values:
            parts.append(_marked(values[piece.name], piece.source))
        else:
            parts.append(hole.format(piece.source))
    return Markup().join(parts)


def plain_message(template: str, filling: Filling) -> str:
    """The same as plain text."""
    values = dict(filling.values)
    return "".join(
        values.get(piece.name, piece.source) if isinstance(piece, Placeholder) else piece
        for piece in parse_template(template)
    )


def fill_prose(text: str, filling: Filling, show: Callable[[str], Markup]) -> Markup:
    """``show`` makes HTML of the text. What stands in back-ticks is treated as code."""
    return _through(text, filling, prose_holes, show)


def fill_fix(code: str, filling: Filling, show: Callable[[str], ExampleFix]) -> ExampleFix:
    """``show`` makes an example fix of the code."""
    masked, marks = _masked(code, filling, _code_holes)
    fix = show(masked)
    if not marks:
        return fix

    def lines(side: tuple[CodeLine, ...]) -> tuple[CodeLine, ...]:
        return tuple(replace(line, html=_unmasked(line.html, marks)) for line in side)

    return ExampleFix(before=lines(fix.before), after=lines(fix.after), whole=lines(fix.whole))


_Hole = tuple[int, int, str]  # start, end, value
_Holes = Callable[[str, dict[str, str]], Iterator[_Hole]]


def _through(text: str, filling: Filling, holes: _Holes, show: Callable[[str], Markup]) -> Markup:
    masked, marks = _masked(text, filling, holes)
    return _unmasked(show(masked), marks)


def _masked(text: str, filling: Filling, holes: _Holes) -> tuple[str, list[Markup]]:
    """The text with stand-ins, and what the Nth stands for."""
    if not filling.values or len(text) > MAX_TEXT or _STAND_IN.search(text):
        return text, []
    parts: list[str] = []
    marks: list[Markup] = []
    end = 0
    for start, stop, value in holes(text, dict(filling.values)):
        if len(marks) == MAX_HOLES:
            break
        parts += [text[end:start], f"zqhole{len(marks)}q"]
        marks.append(_marked(value, text[start:stop]))
        end = stop
    return "".join([*parts, text[end:]]), marks


def _unmasked(html: Markup, marks: list[Markup]) -> Markup:
    if not marks:
        return html
    return Markup(_STAND_IN.sub(lambda hit: str(marks[int(hit[1])]), str(html)))  # noqa: S704 - both are HTML


def _marked(value: str, source: str) -> Markup:
    return Markup('<mark class="filled" title="{}">{}</mark>').format(source, value)


def _found(text: str, values: dict[str, str]) -> Iterator[tuple[re.Match[str], str]]:
    folded = {name.lower(): value for name, value in values.items()}
    for hit in _HOLE.finditer(text):
        inner = hit["braced"] or hit["percent"] or hit["angled"]
        name = "_".join(re.findall(r"[A-Za-z0-9]+", inner))
        # <NAME> and <device-map> are how people write them; ${NAME} is a variable of its own.
        value = folded.get(name.lower()) if hit["angled"] else values.get(name)
        if value is not None:
            yield hit, value


def prose_holes(text: str, values: dict[str, str]) -> Iterator[_Hole]:
    end = 0
    for code in BACKTICKED.finditer(text):
        yield from _between(text, end, code.start(), values)
        for start, stop, value in _code_holes(code[2], values):
            yield code.start(2) + start, code.start(2) + stop, value
        end = code.end()
    yield from _between(text, end, len(text), values)


def _between(text: str, start: int, stop: int, values: dict[str, str]) -> Iterator[_Hole]:
    for hit, value in _found(text[start:stop], values):
        yield start + hit.start(), start + hit.end(), value


def _code_holes(code: str, values: dict[str, str]) -> Iterator[_Hole]:
    found = list(_found(code, values))[:MAX_HOLES]
    for hit, value in found:
        if not (_ACTIVE.intersection(value) or _is_own(code, hit, found)):
            yield hit.start(), hit.end(), value


def _is_own(code: str, hit: re.Match[str], found: list[tuple[re.Match[str], str]]) -> bool:
    """Whether the code itself may give the name its value."""
    line = code[max(code.rfind("\n", 0, hit.start()) + 1, hit.start() - 400) : hit.start()]
    if hit["angled"]:  # List<name>, <name>…</name>
        return line[-1:].isalnum() or f"</{hit['angled']}" in code
    if hit["sign"] == "#" or _INTERPOLATED.search(line) or _LONG_INTERPOLATED.search(code):
        return True
    if hit["sign"] == "$" and line.count("`") % 2:
        return True
    name = (hit["braced"] or hit["percent"]).partition(".")[0]
    inside = [other.span() for other, _ in found]
    starts = {start for start, _ in inside}
    for word in re.finditer(rf"(?<![\w]){re.escape(name)}(?!\w)", code):
        if any(start <= word.start() < stop for start, stop in inside):
            continue
        key = _KEY.match(code, word.end())
        if key is None or key.end() not in starts:  # not `name={name}`, so a use of the name
            return True
    return False
