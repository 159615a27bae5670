"""A match in a few lines of plain text: what annotations and test reports have room for."""

from errorkb.reports.filled import filled
from errorkb.reports.told import Match, Told
from errorkb.wording import shortened

#: Levels of GitHub and SARIF for an entry's severity.
LEVELS = {"critical": "error", "error": "error", "warning": "warning", "info": "note"}


def level_of(match: Match) -> str:
    """error, warning or note: the entry's severity, and never more than a note for a guess."""
    severity = match.entry.text("severity") if match.entry else "error"
    return "note" if match.confidence == "possible" else LEVELS.get(severity, "warning")


def lines_of(match: Match) -> list[str]:
    """What it means, the first solution, and where to read on."""
    lines = [f"{match.title} ({match.confidence}, {match.repo})"]
    if match.entry is not None:
        lines.append(filled(shortened(match.entry.text("documentation"), 600), match.captures))
        lines += [
            f"Solution: {filled(shortened(solution, 1000), match.captures)}"
            for solution in match.entry.solutions[:1]
        ]
    if link := match.url or (match.entry.url if match.entry else ""):
        lines.append(link)
    return lines


def explained(told: Told) -> list[tuple[int, Match]]:
    """Events with the match that explains each, one a match and place: a log repeats itself."""
    found: dict[tuple[object, ...], tuple[int, Match]] = {}
    for number, event in enumerate(told.events):
        match = told.best_of(number)
        if match is not None:
            last = event.frames[-1] if event.frames else None
            found.setdefault((match.id, event.message, last), (number, match))
    return list(found.values())
