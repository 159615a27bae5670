"""Pastes in the forms that tools print, and what the parsers should find in them: ``pastes/*.txt``.

A case is ``=== name``, the paste, a line ``---``, and its events: class, code, relation and raise site with
tabs between (``-`` for none), then the lines of the message, each behind ``| ``.
"""

import re
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from errorkb.matching.clean import clean
from errorkb.matching.traces import parse
from tests.matching.noises import NOISES

FOLDER = Path(__file__).parent / "pastes"
#: What happens to any paste on its way; every case of a table is read under each of them.
USUAL = ("indented", "quoted", "github actions", "crlf", "compose", "fenced", "coloured")


@dataclass(frozen=True, kw_only=True)
class Case:
    name: str
    text: str
    events: list[tuple[str | None, ...]]

    def __str__(self):
        return self.name


def cases(file):
    """The cases of a file of ``pastes``."""
    text = (FOLDER / f"{file}.txt").read_text(encoding="utf-8")
    blocks = re.split(r"^=== (?=\S)", text, flags=re.MULTILINE)[1:]
    found = []
    for block in blocks:
        name, _, rest = block.partition("\n")
        text, _, told = rest.rpartition("\n---\n")
        found.append(Case(name=name, text=text, events=list(_events(told.splitlines()))))
    assert len({case.name for case in found}) == len(found)
    return found


def _events(lines):
    heads = [number for number, line in enumerate(lines) if not line.startswith("|")]
    for start, end in pairwise([*heads, len(lines)]):
        error_class, code, relation, place = (
            None if word == "-" else word for word in lines[start].split("\t")
        )
        message = "\n".join(line[2:] for line in lines[start + 1 : end])
        yield error_class, code, message, relation, place


def site(event):
    """``function at file:line`` of the raise site, as far as they are known; None without frames."""
    frame = event.raise_frame
    if frame is None:
        return None
    place = (frame.file or "?") + (f":{frame.line}" if frame.line else "")
    return f"{frame.function} at {place}" if frame.function else place


#: Files whose cases tell what parsers of languages find; the others tell everything that is found.
OF_LANGUAGES = {"javascript", "bundlers", "jvm", "jvm_builds", "dotnet"}


def found(text, file=""):
    """Class, code, message, relation and raise site of each event; in files of languages, of theirs."""
    return [
        (event.error_class, event.error_code, event.message, event.relation, site(event))
        for event in parse(clean(text))
        if event.language or file not in OF_LANGUAGES
    ]


def folded(events):
    """The events with white space in their messages folded: some noises lose it."""
    return [
        (error_class, code, " ".join(message.split()), *rest) for error_class, code, message, *rest in events
    ]


def misses(file, noise):
    """The names of the cases that are read in another way under the noise."""
    return {
        case.name
        for case in cases(file)
        if folded(found(NOISES[noise](case.text), file)) != folded(case.events)
    }
