"""What a language of this family does with a file and with a tree, given its conventions."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ingest.readers.source_tree.curly import Place
from ingest.readers.source_tree.curly.constants import constants_of
from ingest.readers.source_tree.curly.facts import ErrorClass, Facts, Raised
from ingest.readers.source_tree.curly.file import Conventions, File
from ingest.readers.source_tree.curly.link import LibraryMessage, linked
from ingest.readers.source_tree.curly.text import Alternatives
from ingest.readers.source_tree.curly.throws import created, thrown
from ingest.readers.source_tree.site import Site

RaisedAt = Callable[[File, Place], Iterator[Raised]]


@dataclass(frozen=True, kw_only=True, slots=True)
class Reader:
    """One language.

    worth     whether a file may have anything to tell; one that has not is not parsed
    called    what a call raises, if anything
    asserted  what an `assert` statement raises
    overlaid  whether a call begins where another does that says the same: `f(x)` of `f(x) { … }`
    library   what classes say that the tree does not have
    texts     the texts of a file of resources; None for a file of source
    """

    conventions: Conventions
    worth: Callable[[str], bool]
    called: RaisedAt
    classes: Callable[[File], Iterable[ErrorClass]]
    enums: Callable[[File], Mapping[str, Mapping[str, Alternatives]]] | None = None
    asserted: RaisedAt | None = None
    overlaid: bool = False
    library: LibraryMessage = lambda _class, _arguments: None
    texts: Callable[[str], Mapping[str, str] | None] = lambda _source: None

    def read(self, source: str) -> Facts:
        """The facts of one file."""
        if (texts := self.texts(source)) is not None:
            return Facts(texts=texts)
        if not self.worth(source):
            return Facts()
        file = File(source, self.conventions)
        return Facts(
            raised=tuple(self._raised(file)),
            classes=tuple(self.classes(file)),
            constants=constants_of(file),
            enums=self.enums(file) if self.enums is not None else {},
        )

    def link(self, files: Mapping[str, Any]) -> Iterator[tuple[str, Site]]:
        """The sites of a tree."""
        return linked(files, self.library)

    def _raised(self, file: File) -> Iterator[Raised]:
        seen: set[int] = set()
        called_at: set[int] = set()
        for place in file.places:
            match place.role:
                case "throw":
                    yield from thrown(file, place, seen)
                case "new" if place.node.id not in seen:
                    yield from created(file, place)
                case "assert" if self.asserted is not None:
                    yield from self.asserted(file, place)
                case "call" if not self.overlaid or place.node.start_byte not in called_at:
                    # The longer one comes first.
                    called_at.add(place.node.start_byte)
                    yield from self.called(file, place)
