"""What a tree of Java, Kotlin or C# makes of the facts of its files: sites with their messages."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import TypeVar

from ingest.readers.source_tree.curly.arguments import (
    CODE_TEXT,
    chosen,
    filled,
    many_of,
    meanings_of,
    message_among,
)
from ingest.readers.source_tree.curly.facts import Argument, Constructor, ErrorClass, Facts, Raised
from ingest.readers.source_tree.curly.library import LIBRARY_CLASSES
from ingest.readers.source_tree.curly.resources import name_of
from ingest.readers.source_tree.curly.status import status_named
from ingest.readers.source_tree.curly.text import (
    CONSTANT,
    NULL,
    STYLES,
    Alternatives,
    Late,
    Piece,
    formatted,
    merged,
)
from ingest.readers.source_tree.curly.values import substituted, tells
from ingest.readers.source_tree.site import Hole, Message, Site

_Fact = TypeVar("_Fact")
#: So many classes are followed from an error to the class that takes the message.
MAX_CLASSES = 8
_CODE_CONSTANT = re.compile(
    r"(?:\w{1,80}\.){0,6}\w*(?:Code|Codes|Error|Errors|ErrorEnum)\.(?P<code>[A-Z]\w{1,80})\Z"
)
_PROPERTY = re.compile(r"(?P<owner>\w{1,80})\.(?:get)?(?P<name>\w{1,60})(?:\(\))?\Z")
_CODE_NAMES = frozenset({"code", "errorcode", "key"})

LibraryMessage = Callable[[str | None, tuple[Argument, ...]], Alternatives | None]
"""What a class that the tree does not have says for its arguments; None when it is not known either."""


def linked(files: Mapping[str, Facts], library: LibraryMessage) -> Iterator[tuple[str, Site]]:
    """The sites of a tree."""
    tree = _Tree(files, library)
    beside: dict[str, dict[str, ErrorClass]] = {}
    for path, facts in files.items():
        folder = beside.setdefault(path.rpartition("/")[0], {})
        folder.update({one.name: one for one in facts.classes if one.name in LIBRARY_CLASSES})
    for path, facts in files.items():
        own = beside[path.rpartition("/")[0]] | {one.name: one for one in facts.classes}
        for raised in facts.raised:
            for site in tree.sites(raised, own):
                yield path, site


class _Tree:
    def __init__(self, files: Mapping[str, Facts], library: LibraryMessage) -> None:
        self._library = library
        self._classes: dict[str, ErrorClass | None] = {}
        self._constants: dict[str, Message | None] = {}
        self._enums: dict[str, Mapping[str, Alternatives] | None] = {}
        self._texts: dict[str, Message | None] = {}
        for path, facts in files.items():
            for key, text in facts.texts.items() if (owner := name_of(path)) else ():
                # What .NET calls its own texts is not called like their file.
                for name in {owner, "SR"} if owner == "Strings" else {owner}:
                    _put(self._constants, f"{name}.{key}", (text,))
                _put(self._texts, key, (text,))
            for one in facts.classes:
                _put(self._classes, one.name, one)
            for name, message in facts.constants.items():
                _put(self._constants, name, message)
            for name, values in facts.enums.items():
                _put(self._enums, name, values)

    def sites(self, raised: Raised, own: Mapping[str, ErrorClass]) -> Iterator[Site]:
        site, messages = raised.site, raised.messages
        if raised.arguments is not None:
            arguments = tuple(map(self._known, raised.arguments))
            given = tuple(one for one in arguments if not (one.name or "").startswith("."))
            messages = self._said(site.error_class, given, own, 0)
            site = self._completed(site, arguments, own)
        for message in dict.fromkeys(self._with_constants(one) for one in messages or ((),)):
            yield replace(site, message=() if message == NULL else message)

    def _known(self, argument: Argument) -> Argument:
        return replace(argument, values=tuple(map(self._with_constants, argument.values)))

    def _class(self, name: str | None, own: Mapping[str, ErrorClass]) -> ErrorClass | None:
        if name is None or name in own:
            return own.get(name or "")
        # A namesake in some other folder is not what code means by the name of a library's class.
        return None if name in LIBRARY_CLASSES else self._classes.get(name)

    def _completed(self, site: Site, arguments: tuple[Argument, ...], own: Mapping[str, ErrorClass]) -> Site:
        status, documentation = site.http_status, site.documentation
        current = self._class(site.error_class, own)
        if current is not None and current.documentation:
            documentation = (*documentation, current.documentation)
        for _ in range(MAX_CLASSES):
            if current is None or status is not None:
                break
            status = current.http_status
            current = self._class(current.base, own)
        return replace(
            site,
            http_status=status,
            error_type="http" if status is not None else site.error_type,
            documentation=documentation,
            error_code=site.error_code or self._code(arguments),
        )

    def _code(self, arguments: tuple[Argument, ...]) -> str | None:
        for argument in arguments:
            if len(argument.values) != 1:
                continue
            value = argument.values[0]
            match value:
                case (str() as code,) if (argument.name or "").strip(".").lower() in _CODE_NAMES:
                    return code
                case (Hole(expression=expression),) if (
                    hit := _CODE_CONSTANT.match(expression)
                ) and status_named(expression) is None:
                    return self._enum_code(expression) or hit["code"]
                case (str() as text,) if len(arguments) > 1 and CODE_TEXT.match(text):
                    return text
        return None

    def _enum_code(self, expression: str) -> str | None:
        hit = CONSTANT.match(expression)
        values = self._enums.get(hit["name"]) if hit else None
        for name, alternatives in (values or {}).items():
            match alternatives:
                case ((str() as code,),) if name in _CODE_NAMES:
                    return code
        return None

    def _said(
        self,
        name: str | None,
        arguments: tuple[Argument, ...],
        own: Mapping[str, ErrorClass],
        depth: int,
        but: tuple[Constructor, ...] = (),
    ) -> Alternatives:
        """What an error of this class says when it is created with these arguments, by another constructor
        than those that have handed them on."""
        error = self._class(name, own)
        if error is None or depth == MAX_CLASSES:
            known = self._library(name, arguments)
            return message_among(arguments) if known is None else known
        if tells(error.messages):
            return error.messages
        return self._constructed(error, arguments, own, depth, but) or error.messages

    def _constructed(
        self,
        error: ErrorClass,
        arguments: tuple[Argument, ...],
        own: Mapping[str, ErrorClass],
        depth: int,
        but: tuple[Constructor, ...],
    ) -> Alternatives:
        constructor = chosen(error, arguments, but)
        if constructor is None:
            return message_among(arguments) if arguments else ()
        meanings, many = meanings_of(constructor, arguments), many_of(constructor, arguments)
        handed = tuple(self._handed(argument, meanings, many) for argument in constructor.arguments)
        if constructor.to_own:
            return self._said(error.name, handed, own, depth + 1, (*but, constructor))
        return self._said(error.base, handed, own, depth + 1)

    def _handed(
        self, argument: Argument, meanings: Mapping[str, Piece], many: Mapping[str, list[Piece]]
    ) -> Argument:
        if formatted := filled(argument.expression, meanings, many):
            return replace(argument, values=formatted)
        values = [
            told
            for value in argument.values
            for told in substituted(self._with_properties(value, meanings), meanings)
        ]
        return replace(argument, values=tuple(dict.fromkeys(values)))

    def _with_properties(self, message: Message, meanings: Mapping[str, Piece]) -> Message:
        """`code.getMessage()` in a constructor, where code is a constant of an enum of the tree."""
        return tuple(
            said
            for part in message
            for said in ([part] if isinstance(part, str) else self._property(part, meanings))
        )

    def _property(self, hole: Hole, meanings: Mapping[str, Piece]) -> Message:
        hit = _PROPERTY.match(hole.expression)
        owner = meanings.get(hit["owner"]) if hit else None
        if hit is None or owner is None:
            return (hole,)
        match owner.values:
            case ((Hole(expression=expression),),) if constant := CONSTANT.match(expression):
                values = (self._enums.get(constant["name"]) or {}).get(hit["name"].lower(), ())
                return values[0] if len(values) == 1 else (hole,)
        return (hole,)

    def _with_constants(self, message: Message) -> Message:
        """Constants of other files in the place of the holes that name them."""
        return merged(said for part in message for said in self._constant(part))

    def _constant(self, part: str | Hole) -> Message:
        if isinstance(part, str):
            return (part,)
        known = self._text(part.format if isinstance(part, Late) else part.expression)
        if not isinstance(part, Late):
            return (part,) if known is None else known
        whole = Hole(expression=part.expression)
        if known is not None and not part.style:
            return known
        return (
            (whole,) if known is None else formatted(STYLES[part.style], (known,), part.arguments, whole)[0]
        )

    def _text(self, expression: str) -> Message | None:
        if expression.startswith('"'):
            return self._texts.get(expression.strip('"'))
        hit = CONSTANT.match(expression)
        return self._constants.get(hit["name"]) if hit else None


def _put(table: dict[str, _Fact | None], name: str, value: _Fact) -> None:
    """A name that means different things in different files means nothing to a third one."""
    table[name] = value if table.get(name, value) == value else None
