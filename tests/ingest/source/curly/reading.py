"""How the tests of Java, Kotlin and C# read: sources become sites, and tables say what is in them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from pickle import dumps

from ingest.readers.source_tree.site import Guard, Language, Site
from ingest.readers.source_tree.template import has_text, template_of

FIXTURES = Path(__file__).parent.parent / "fixtures"
#: So deep is what nobody writes.
DEEP = 10_000


@dataclass(frozen=True, kw_only=True)
class Cases:
    """One language's tables.

    around    a class with a function, as a format that takes statements
    messages  statements, the templates of what a user sees, and the class
    nothing   statements that are no site
    guards    statements with one site, and its guards
    trees     files of one tree, one a line; the template, code and status of the first throw
    hostile   statements that nobody writes
    misses    statements of which something is missed, with what comes of them now
    throws    what is counted in the fixture tree; thrown: how often; found: the sites of it
    """

    language: Language
    around: str
    messages: Sequence[tuple[str, list[str], str | None]]
    nothing: Sequence[str]
    guards: Sequence[tuple[str, list[Guard]]]
    trees: Sequence[tuple[str, tuple[str, str | None, int | None]]]
    hostile: Sequence[str]
    misses: Sequence[tuple[str, list[str]]]
    throws: re.Pattern[str]
    thrown: int
    found: int

    @property
    def name(self) -> str:
        return self.language.NAME

    def tree(self, *sources: str) -> list[Site]:
        """The sites of files beside each other, in their order."""
        suffix = self.language.SUFFIXES[0]
        facts = {f"src/F{number}{suffix}": self.language.read(one) for number, one in enumerate(sources)}
        assert dumps(facts)
        return [site for _, site in self.language.link(facts)]

    def within(self, statements: str) -> list[Site]:
        """The sites of a function's statements."""
        return self.tree(self.around.format(statements))

    def untold(self) -> tuple[int, int, list[tuple[str, int]]]:
        """Of the fixture tree: the throws, the sites, and the throws that have no text."""
        root = FIXTURES / self.name
        paths = sorted(root.rglob(f"*{self.language.SUFFIXES[0]}"))
        sources = {str(path.relative_to(root)): path.read_text() for path in paths}
        found = list(
            self.language.link({path: self.language.read(source) for path, source in sources.items()})
        )
        told = {(path, site.line) for path, site in found if has_text(template_of(site.message))}
        thrown = [
            (path, source.count("\n", 0, hit.start()) + 1)
            for path, source in sources.items()
            for hit in self.throws.finditer(source)
        ]
        return len(thrown), len(found), [place for place in thrown if place not in told]


def hostile(thrown: str, end: str) -> list[str]:
    """Statements that nobody writes in any of the languages. ``thrown``: `throw new X`, as it is written."""
    kind = thrown.removeprefix("throw ")
    return [
        f"{thrown}(" + '"a"+' * DEEP + f"b){end}",
        f"{thrown}(" + "(" * DEEP + '"a"' + ")" * DEEP + f"){end}",
        f'if (x) {{ {thrown}("m"){end} ' * 500 + "}" * 500,
        "throw " + f'{kind}Exception("a", ' * 500 + ")" * 500 + end,
        f'{thrown}( }} {{ "',
        f'{thrown}("\ud800\\ud83d\0"){end}',
        "throw",
        thrown,
        "",
    ]


def templates(sites: Sequence[Site]) -> list[str]:
    return [template_of(site.message) for site in sites]
