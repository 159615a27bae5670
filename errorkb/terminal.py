"""Entries and matches as terminal output. Colour only on a terminal; the width is respected."""

import unicodedata

from rich import markup
from rich.console import Console
from rich.padding import Padding

from errorkb.matching.lookup import MatchReport
from errorkb.models import Entry
from errorkb.web.rows import shortened

_STYLES = {"confirmed": "bold green", "likely": "green", "possible": "yellow"}
_SECTIONS = (
    ("What it means", "documentation"),
    ("Trigger", "trigger_scenarios"),
    ("Common situations", "common_situations"),
    ("Example fix", "example_fix"),
)


def escape(text: str) -> str:
    """Text of an entry or a paste for the terminal: no markup, no control or bidirectional characters.

    An escape sequence in a dump could otherwise rewrite what the reader's terminal shows.
    """
    shown = "".join(
        "\N{REPLACEMENT CHARACTER}"
        if unicodedata.category(character) in ("Cc", "Cf", "Cs") and character not in "\n\t"
        else character
        for character in text
    )
    return markup.escape(shown)


def console() -> Console:
    """Standard output, without guessing what numbers and addresses are."""
    return Console(highlight=False)


def print_report(report: MatchReport, out: Console) -> None:
    """The best match with its reasons and first solution, then the others in a line each."""
    for number, match in enumerate(report.matches):
        entry, verdict = match.entry, match.verdict
        style = _STYLES[verdict.confidence]
        heading = f"[{style}]{verdict.confidence}[/]  {escape(shortened(entry.title, 200))}"
        out.print(heading)
        out.print(f"  {escape(_names(entry))}", style="dim")
        if number:
            continue
        reasons = "; ".join(reason.detail for reason in verdict.reasons)
        out.print(_indented(f"why: {reasons} (line {match.span.start_line})"))
        for name, value in verdict.captures.items():
            out.print(_indented(f"{name} = {shortened(value, 300)}"))
        out.print(_indented(shortened(entry.documentation, 600)))
        for place, solution in enumerate(entry.solutions[:3], 1):
            out.print(_indented(f"{place}. {solution}"))
        out.print()
    if not report.matches:
        _print_nothing(report, out)


def _print_nothing(report: MatchReport, out: Console) -> None:
    out.print(f"No entry explains this ({report.stats.patterns:,} patterns tried).")
    for event, span in zip(report.events[-5:], report.spans[-5:], strict=True):
        named = ": ".join(filter(None, (event.error_class, event.message.partition("\n")[0])))
        out.print(_indented(f"line {span.start_line}: {shortened(named, 300)}"))


def print_rows(entries: list[Entry], out: Console) -> None:
    """A list of entries, two lines each."""
    for entry in entries:
        out.print(escape(shortened(entry.title, 200)), style="bold")
        out.print(f"  {escape(_names(entry))}", style="dim")


def print_entry(entry: Entry, out: Console) -> None:
    """The whole entry, for reading."""
    out.print(escape(entry.title), style="bold")
    out.print(escape(_names(entry)), style="dim")
    if entry.error_message != entry.title:
        out.print()
        out.print(_indented(entry.error_message))
    for title, attribute in _SECTIONS[:3]:
        _section(title, getattr(entry, attribute), out)
    place = entry.file_path + (f":{entry.line_number}" if entry.line_number else "")
    _section("Source", f"{place}\n{entry.github_url}", out)
    _section("Solutions", "\n".join(f"{n}. {s}" for n, s in enumerate(entry.solutions, 1)), out)
    _section("Example fix", entry.example_fix, out)
    _section("Prevention", "\n".join(f"- {tip}" for tip in entry.prevention_tips), out)


def _section(title: str, text: str | None, out: Console) -> None:
    if text:
        out.print()
        out.print(escape(title), style="bold")
        out.print(_indented(text))


def _indented(text: str) -> Padding:
    return Padding(escape(text), (0, 0, 0, 2))


def _names(entry: Entry) -> str:
    return " · ".join(filter(None, (entry.repo_id, entry.error_class, entry.severity, entry.id)))
