"""Ruby's error classes across the files of a tree: what their constructors make of what they are given."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ingest.readers.source_tree.site import Hole, Message, Site
from ingest.readers.source_tree.surroundings import tidy

#: So many classes up are looked at, and of so many classes with the same last name.
MAX_ANCESTORS, MAX_NAMESAKES = 6, 200


@dataclass(frozen=True, kw_only=True, slots=True)
class Given(Hole):
    """A parameter of a class's constructor, or what it keeps of one. ``name``: of the parameter."""

    name: str


@dataclass(frozen=True, kw_only=True, slots=True)
class ErrorClass:
    """A class, as its file shows it.

    name: qualified (`A::B`). parent: its superclass as written there, empty for none. parameters: of its
    constructor, in order; keywords: those that have names; defaults: their texts. messages: what it hands up
    or says of itself, None when it says nothing of its own; bare: the same when it is given nothing.
    """

    name: str
    parent: str = ""
    parameters: tuple[str, ...] = ()
    keywords: frozenset[str] = frozenset()
    defaults: Mapping[str, Message] | None = None
    messages: tuple[Message, ...] | None = None
    bare: tuple[Message, ...] | None = None
    documentation: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Draft:
    """A site that raises a class, as written there, with arguments by position and by keyword. ``scope``: the
    module in which it stands."""

    site: Site
    name: str
    scope: str
    arguments: tuple[Message, ...]
    keywords: Mapping[str, Message]


@dataclass(frozen=True, kw_only=True, slots=True)
class RubyFile:
    """The facts of one file."""

    sites: tuple[Site | Draft, ...] = ()
    classes: tuple[ErrorClass, ...] = ()


class _Classes:
    """The classes of a tree. One that is opened several times is what all its files say."""

    def __init__(self, files: Mapping[str, RubyFile]) -> None:
        self._known: dict[str, ErrorClass] = {}
        self._endings: dict[str, set[str]] = defaultdict(set)
        for file in files.values():
            for each in file.classes:
                known = self._known.get(each.name)
                self._known[each.name] = each if known is None else _both(known, each)
                self._endings[each.name.rpartition("::")[2]].add(each.name)

    def find(self, name: str, scope: str) -> ErrorClass | None:
        """The class that a name means in a scope, as Ruby looks it up: in the modules around, then at the
        top. Modules that are mixed in are not known: the only class of that ending is taken for it."""
        bare = name.removeprefix("::")
        outer = "" if bare != name else scope
        while True:
            if found := self._known.get(f"{outer}::{bare}" if outer else bare):
                return found
            if not outer:
                break
            outer = outer.rpartition("::")[0]
        endings = self._endings.get(bare.rpartition("::")[2], set())
        fitting = (
            [full for full in endings if full.endswith(f"::{bare}")] if len(endings) < MAX_NAMESAKES else []
        )
        return self._known[fitting[0]] if len(fitting) == 1 else None

    def speaking(self, found: ErrorClass | None) -> ErrorClass | None:
        """The class, or the first above it, that makes the message in its own way."""
        for _ in range(MAX_ANCESTORS):
            if found is None or found.messages is not None:
                break
            found = self.find(found.parent, found.name.rpartition("::")[0]) if found.parent else None
        return found


def _both(first: ErrorClass, second: ErrorClass) -> ErrorClass:
    speaks = first if first.messages is not None else second
    return replace(
        speaks,
        parent=first.parent or second.parent,
        documentation=first.documentation or second.documentation,
    )


def linked(files: Mapping[str, RubyFile]) -> Iterator[tuple[str, Site]]:
    """The sites of all files; what a class of the tree makes of its arguments is in their messages."""
    classes = _Classes(files)
    for path, file in files.items():
        for found in file.sites:
            if isinstance(found, Site):
                yield path, found
                continue
            own = classes.find(found.name, found.scope)
            documentation = (*found.site.documentation, *(own.documentation if own else ()))
            for message in _messages(found, classes.speaking(own)):
                yield path, replace(found.site, message=message, documentation=documentation)


def _messages(draft: Draft, speaking: ErrorClass | None) -> Sequence[Message]:
    """What is said. A class that says nothing of its own takes the first argument, as Ruby's own do."""
    if speaking is None or speaking.messages is None:
        for name in ("message", "msg"):
            if name in draft.keywords and not draft.arguments:
                return [draft.keywords[name]]
        return [draft.arguments[0] if draft.arguments else ()]
    given = dict(zip(speaking.parameters, draft.arguments, strict=False))
    given |= {name: value for name, value in draft.keywords.items() if name in speaking.keywords}
    messages = speaking.messages if given or speaking.bare is None else speaking.bare
    first, *others = messages
    if others and len(first) == 1 and isinstance(first[0], Given):
        # `super(message || "…")`
        known = given.get(first[0].name) or (speaking.defaults or {}).get(first[0].name)
        messages = (first,) if known else tuple(others)
    return [_filled(message, given, speaking.defaults or {}) for message in messages]


def _filled(message: Message, given: Mapping[str, Message], defaults: Mapping[str, Message]) -> Message:
    parts: list[str | Hole] = []
    for part in message:
        if not isinstance(part, Given):
            parts.append(part)
            continue
        value = given.get(part.name, defaults.get(part.name))
        parts += (Hole(expression=part.expression),) if value is None else value
    return tidy(parts)
