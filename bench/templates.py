"""Real message templates: of the packages installed here, then changed word by word."""

import random
import re
from pathlib import Path
from sysconfig import get_path

from errorkb.matching.patterns import literals
from ingest.readers.source_tree import python
from ingest.readers.source_tree.site import Unreadable
from ingest.readers.source_tree.template import has_text, template_of

_WORDS = re.compile(r"(\W+)")


def scanned() -> list[str]:
    """The templates with text of all installed packages and of Python's library, sorted."""
    found: set[str] = set()
    for folder in (get_path("purelib"), get_path("stdlib")):
        root = Path(folder)
        facts = {}
        for path in sorted(root.rglob("*.py")):
            if root.name != "site-packages" and "site-packages" in path.parts:
                continue
            try:
                source = path.read_text(encoding="utf-8", errors="replace")
                facts[path.relative_to(root).as_posix()] = python.read(source)
            except (Unreadable, OSError):
                continue
        found |= {template_of(site.message) for _, site in python.link(facts)}
    # Half a surrogate pair, which some of the library's messages are about, has no UTF-8.
    return sorted(text for text in found if has_text(text) and text.encode(errors="ignore").decode() == text)


def templates(count: int) -> list[str]:
    """So many templates: the scanned ones, then these with a third of their words exchanged; seeded."""
    real = scanned()
    chosen = random.Random(7)
    words = sorted(
        {word for text in real for literal in literals(text) for word in literal.split() if _long(word)}
    )
    made = real[:count]
    while len(made) < count:
        parts = _WORDS.split(chosen.choice(real))
        places = [number for number, part in enumerate(parts) if _long(part)]
        for number in chosen.sample(places, min(len(places), 1 + len(places) // 3)):
            parts[number] = chosen.choice(words)
        made.append("".join(parts))
    return made


def _long(word: str) -> bool:
    return len(word) > 3 and word.isalpha()
