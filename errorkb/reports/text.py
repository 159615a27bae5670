"""Answers for people, on a terminal or in a file."""

from collections.abc import Mapping, Sequence

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from errorkb.reports.filled import pieces
from errorkb.reports.told import Entry, Match, Row, Told
from errorkb.wording import plain, shortened

_STYLES = {"confirmed": "bold green", "likely": "green", "possible": "yellow"}
#: Events that are named when nothing was found, and solutions of the best match.
_NAMED, _SOLUTIONS = 5, 3
_SECTIONS = (
    ("What it means", "documentation"),
    ("Trigger", "triggerScenarios"),
    ("Common situations", "commonSituations"),
)
_CODE = (
    ("Example fix", "exampleFix"),
    ("Validate before calling", "validationCode"),
    ("Type guard", "typeGuard"),
    ("Try / catch", "tryCatchPattern"),
)


def print_match(told: Told, out: Console) -> None:
    """The best match with its reasons and first solutions, then the others in two lines each."""
    for number, match in enumerate(told.matches):
        head = Text(match.confidence, _STYLES.get(match.confidence, "bold"))
        out.print(Text.assemble(head, "  ", plain(shortened(match.title, 200))))
        out.print(_beside(_names(match.repo, match.error_class, match.id), 2, "dim"))
        if number == 0:
            _print_best(match, out)
    if not told.matches:
        _print_nothing(told, out)


def print_rows(rows: Sequence[Row], out: Console) -> None:
    """A list of entries, two lines each."""
    for row in rows:
        out.print(Text(plain(shortened(row.title, 200)), "bold"))
        exact = "has this code" if row.match_type == "exact-code" else None
        out.print(_beside(_names(row.repo, exact, row.id), 2, "dim"))


def print_entry(entry: Entry, out: Console) -> None:
    """The whole entry, for reading."""
    out.print(Text(plain(entry.title), "bold"))
    names = _names(entry.text("repo"), entry.text("errorClass"), entry.text("severity"), entry.id)
    out.print(Text(names, "dim"))
    if entry.text("errorMessage") != entry.title:
        out.print()
        out.print(_beside(entry.text("errorMessage")))
    for title, name in _SECTIONS:
        _section(title, entry.text(name), out)
    line = entry.text("lineNumber")
    place = entry.text("filePath") + (f":{line}" if line else "")
    _section("Source", f"{place}\n{entry.text('githubUrl')}", out)
    _section("Solutions", _numbered(entry.solutions), out)
    for title, name in _CODE:
        _section(title, entry.text(name), out)
    _section("Prevention", "\n".join(f"- {tip}" for tip in entry.texts("preventionTips")), out)


def _print_best(match: Match, out: Console) -> None:
    where = f"line {match.start_line}"
    out.print(_beside(f"why: {'; '.join((*match.reasons, where))}"))
    for name, value in match.captures.items():
        out.print(_beside(f"{name} = {shortened(value, 300)}"))
    entry = match.entry
    if entry is not None:
        _filled("", shortened(entry.text("documentation"), 600), match.captures, out)
        for place, solution in enumerate(entry.solutions[:_SOLUTIONS], 1):
            _filled(f"{place}. ", solution, match.captures, out)
        if link := match.url or entry.url:
            # An address that is broken into lines cannot be followed.
            out.print(Text(f"  {plain(link)}", "dim"), soft_wrap=True)
    out.print()


def _print_nothing(told: Told, out: Console) -> None:
    out.print(f"No entry explains this ({told.patterns:,} patterns tried).")
    for event in told.events[-_NAMED:]:
        out.print(_beside(f"line {event.start_line}: {shortened(event.title, 300)}"))


def _filled(lead: str, text: str, captures: Mapping[str, str], out: Console) -> None:
    line = Text(lead)
    for piece, is_value in pieces(text, captures):
        line.append(plain(piece), "bold" if is_value else None)
    out.print(Padding(line, (0, 0, 0, 2), expand=False))


def _section(title: str, text: str, out: Console) -> None:
    if text:
        out.print()
        out.print(Text(title, "bold"))
        out.print(_beside(text))


def _numbered(texts: Sequence[str]) -> str:
    return "\n".join(f"{number}. {text}" for number, text in enumerate(texts, 1))


def _beside(text: str, indent: int = 2, style: str = "") -> Padding:
    return Padding(Text(plain(text), style), (0, 0, 0, indent), expand=False)


def _names(*names: str | None) -> str:
    return " · ".join(plain(name) for name in names if name)
