"""Rust's error types of one file: attributes that state a message, and what `Display` writes."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from tree_sitter import Node

from ingest.readers.source_tree.grammar import last_line, line
from ingest.readers.source_tree.rust.format import Placeholder, Placeholders, literal_text
from ingest.readers.source_tree.rust.link import Field, Variant
from ingest.readers.source_tree.rust.places import Places
from ingest.readers.source_tree.rust.tokens import groups_of, texts_of
from ingest.readers.source_tree.site import Hole, Message, Site
from ingest.readers.source_tree.surroundings import Source, tidy

#: So many variants of a type are looked at.
MAX_VARIANTS = 2000

# What states a message, or a code, in an attribute: thiserror, snafu, failure, the compiler's own, miette.
STATING = re.compile(rb"#\[(?:error|snafu|fail|diag|diagnostic)\(")
_DISPLAY = re.compile(r"\bdisplay\s*(?:=|\()\s*")
_CODE = re.compile(r"""\bcode\s*(?:=\s*"?|\(\s*)(?P<code>[\w:.-]{1,80})""")
_FIELD = re.compile(r"\.?(?P<name>\w{1,80})\Z")
_NAMED = re.compile(r"(?P<name>\w{1,80})\s*=\s*(?P<value>.+)", re.DOTALL)


@dataclass(frozen=True, kw_only=True, slots=True)
class Stated:
    """What the attributes of one type or variant state."""

    message: Message | None = None
    code: str | None = None


def stated(source: Source, attributes: list[Node]) -> Stated:
    """What attributes state of the item that follows them."""
    found = Stated()
    for item in attributes:
        attribute = item.named_child(0)
        tokens = attribute.child_by_field_name("arguments") if attribute else None
        if attribute is None or tokens is None:
            continue
        name = source.text(attribute.named_child(0)).rpartition("::")[2]
        if name in ("diag", "diagnostic") and (code := _CODE.search(source.text(tokens))):
            found = replace(found, code=code["code"])
        if name in ("error", "diag"):
            found = replace(found, message=_message(source, tokens, shorthand=True) or found.message)
        elif name in ("snafu", "fail") and (inner := _display(source, tokens)):
            found = replace(found, message=_message(source, inner, shorthand=False) or found.message)
    return found


def _display(source: Source, tokens: Node) -> Node | None:
    """The brackets in which `display` states a format."""
    if not (hit := _DISPLAY.search(source.text(tokens))):
        return None
    if hit[0].rstrip().endswith("="):
        return tokens
    inner = [child for child in tokens.named_children if child.type == "token_tree"]
    return inner[0] if inner else None


def _message(source: Source, tokens: Node, *, shorthand: bool) -> Message | None:
    """The message that a format and its arguments make. ``shorthand``: `{0}` is the first field, whatever
    arguments there are."""
    texts = texts_of(source, groups_of(tokens))
    raw = groups_of(tokens)
    first = next(
        (index for index, group in enumerate(raw) if group.is_text or "display" in texts[index][:8]), None
    )
    if first is None:
        return None
    start = source.data.find(b'"', raw[first].start, raw[first].end)
    begin = raw[first].start if raw[first].is_text else start
    whole = source.data[begin : raw[first].end].decode("utf-8", "replace")
    text = literal_text(whole)
    return None if text is None else tidy(_parts(text, texts[first + 1 :], shorthand=shorthand))


def _parts(text: str, arguments: list[str], *, shorthand: bool) -> Iterator[str | Hole]:
    named = {hit["name"]: hit["value"] for each in arguments if (hit := _NAMED.match(each))}
    positional = [each for each in arguments if not _NAMED.match(each)]
    for piece in Placeholders().of(text):
        if not isinstance(piece, Placeholder):
            yield piece
            continue
        shown = piece.name
        is_field = shorthand and piece.name != ""
        if piece.number is not None and piece.number < len(positional) and not is_field:
            shown = positional[piece.number]
        shown = named.get(shown, shown)
        hit = _FIELD.match(shown)
        bare = shown.lstrip(".") or "value"
        yield Field(expression=bare, name=hit["name"]) if hit else Hole(expression=bare)


class Types:
    """Collects the error types of one file."""

    def __init__(self, source: Source, places: Places) -> None:
        self._source, self._places = source, places
        self._seen: set[int] = set()
        self.found: list[Variant] = []

    def add(self, container: Node) -> None:
        """Takes what attributes state of the items in a container: variants of an enum, or structs."""
        if container.id in self._seen:
            return
        self._seen.add(container.id)
        attributes: list[Node] = []
        for child in container.named_children:
            if child.type == "attribute_item":
                attributes.append(child)
            elif not child.type.endswith("comment"):
                if attributes and child.type in ("enum_variant", "struct_item"):
                    self._add(child, container, attributes)
                attributes = []

    def _add(self, item: Node, container: Node, attributes: list[Node]) -> None:
        told = stated(self._source, attributes)
        if told.message is None or len(self.found) > MAX_VARIANTS:
            return
        name = self._source.text(item.child_by_field_name("name"))
        enum = container.parent if item.type == "enum_variant" else None
        owner = self._source.text(enum.child_by_field_name("name")) if enum else name
        site = self.declared(item, name, told.code, owner=enum)
        self.found.append(Variant(type_name=owner, name=name, messages=(told.message,), site=site))

    def declared(self, item: Node, name: str, code: str | None = None, *, owner: Node | None = None) -> Site:
        """The site that the declaration of a variant or struct is."""
        documentation = self._places.documentation(line(item))
        if owner is not None:
            documentation += self._places.documentation(line(owner))
        return Site(
            message=(),
            error_class=name,
            line=line(item),
            first_line=line(item),
            last_line=last_line(item),
            manner="returns",
            error_code=code,
            documentation=documentation,
        )
