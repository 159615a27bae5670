"""A small base and a paste that one of its entries explains."""

from errorkb.matching.patterns import pattern_of
from ingest.store import save
from tests.ingest.sample import accepted

FRAMES = """\
Traceback (most recent call last):
  File "/srv/app/main.py", line 3, in <module>
    shelf.get("gear")
  File "/usr/lib/python3.11/site-packages/widgets/shelf.py", line 42, in get
    raise WidgetError(f"No widget named {name} on the shelf")
"""
PASTE = FRAMES + "widgets.errors.WidgetError: No widget named gear on the shelf"


def store(**changes):
    new = accepted(**changes)
    save([new])
    return new.record


def entry_of(message, **changes):
    """An entry whose pattern is that of its message."""
    slug = "-".join(word for word in message.lower().split() if word.isalnum())[:50].strip("-")
    return store(**({"errorMessage": message, "messagePattern": pattern_of(message), "slug": slug} | changes))


def ids(report):
    """Of the entries that match, best first; guesses by similar words do not count."""
    return [found.entry.id for found in report.matches if found.verdict.match_type != "fuzzy"]
