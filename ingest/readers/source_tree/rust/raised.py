"""What is in Rust's `Err(…)`: a text, or an error type that is made with some fields."""

from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus

from tree_sitter import Node

from ingest.readers.source_tree.rust.messages import MAX_DEPTH, Messages
from ingest.readers.source_tree.site import Message
from ingest.readers.source_tree.surroundings import Choices, Place, Source, choices_of, says

#: Branches and fields are looked at up to these.
MAX_BRANCHES, MAX_FIELDS = 12, 40

#: Functions of error types that take the text of the error.
CONSTRUCTORS = ("new", "new_spanned", "custom", "msg", "other", "invalid_data", "with_message")
#: What serde's own constructors say of what they are given, one after another.
_EXPECTING = {
    "invalid_type": ("invalid type: ", ", expected "),
    "invalid_value": ("invalid value: ", ", expected "),
    "invalid_length": ("invalid length ", ", expected "),
}
#: Methods that put a text before an error.
CONTEXTS = frozenset({"context", "with_context", "wrap_err", "wrap_err_with"})


@dataclass(frozen=True, kw_only=True, slots=True)
class Text:
    """An error of some texts. ``error_class``: where the code names the type."""

    messages: Choices
    error_class: str | None = None
    http_status: int | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Made:
    """A variant or a struct that is made. ``type_name``: empty when it is not said."""

    type_name: str
    name: str
    fields: Mapping[str, Message]
    source: str


Raised = Text | Made


class Raisings:
    """Judges the errors that expressions of one file make."""

    def __init__(self, source: Source, messages: Messages) -> None:
        self._source, self._messages = source, messages
        self.told: set[int] = set()
        """Expressions that are a part of an error that was told."""

    def of(self, node: Node | None, place: Place, depth: int = 0) -> list[Raised]:
        """The errors that an expression may be; none for one that is handed on."""
        if node is None or depth > MAX_DEPTH:
            return []
        self.told.add(node.id)
        said = self._messages.known(node, place)
        if said and all(map(says, said)):
            return [Text(messages=said)]
        inner = self._inner(node)
        if inner is not None:
            return [found for each in inner[:MAX_BRANCHES] for found in self.of(each, place, depth + 1)]
        found: list[Raised] = []
        if node.type == "call_expression":
            found = self._called(node, place, depth)
        elif node.type == "struct_expression":
            found = self._made(node.child_by_field_name("name"), self._fields(node, place), node, place)
        elif node.type in ("scoped_identifier", "identifier"):
            found = self._made(node, {}, node, place)
        elif node.type == "tuple_expression":
            found = self._answer(node, place)
        return found

    def _inner(self, node: Node) -> list[Node | None] | None:
        """The expressions of which a node is one; None: it is none of others."""
        match node.type:
            case "closure_expression":
                return [node.child_by_field_name("body")]
            case "block" | "expression_statement" | "return_expression" | "parenthesized_expression":
                inside = [child for child in node.named_children[-4:] if not child.type.endswith("comment")]
                return [*inside[-1:]]
            case "if_expression":
                return [node.child_by_field_name("consequence"), node.child_by_field_name("alternative")]
            case "else_clause":
                return [*node.named_children[:1]]
            case "match_expression":
                body = node.child_by_field_name("body")
                arms = body.named_children if body else []
                return [arm.child_by_field_name("value") for arm in arms if arm.type == "match_arm"]
        return None

    def _called(self, node: Node, place: Place, depth: int) -> list[Raised]:
        function, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
        if function is None or arguments is None:
            return []
        given = [each for each in arguments.named_children if not each.type.endswith("comment")]
        if function.type == "generic_function":
            function = function.child_by_field_name("function") or function
        if function.type == "field_expression":
            return self._asked(function, given, place, depth)
        owner, name = self._path(function)
        if name[:1].isupper():
            return self._made(function, self._positional(given, place), node, place)
        if name in ("from", "new") and len(given) == 1 and (found := self.of(given[0], place, depth + 1)):
            return found
        if name in _EXPECTING and len(given) == 2 and owner == "Error":
            return [self._expecting(_EXPECTING[name], given, node, place)]
        is_type = owner[:1].isupper() and owner not in ("Error", "Self", "Box")
        takes_text = name in CONSTRUCTORS and owner.endswith(("Error", "Err"))
        return self._phrase(given, place, owner if is_type else None, takes_text=takes_text)

    def _expecting(self, openings: tuple[str, str], given: list[Node], node: Node, place: Place) -> Text:
        pieces: list[Choices] = []
        for opening, each in zip(openings, given, strict=True):
            pieces += [((opening,),), self._messages.of(each, place)]
        return Text(messages=choices_of(pieces, self._source.hole(node)))

    def _asked(self, function: Node, given: list[Node], place: Place, depth: int) -> list[Raised]:
        """What a method makes of an error: another with a text before it, or the same."""
        method = self._source.text(function.child_by_field_name("field"))
        if method in CONTEXTS and given:
            return self.of(given[0], place, depth + 1)
        if method in ("into", "into_boxed_dyn_error"):
            return self.of(function.child_by_field_name("value"), place, depth + 1)
        return self._phrase(given, place, None)

    def _phrase(
        self, given: list[Node], place: Place, error_class: str | None, *, takes_text: bool = False
    ) -> list[Raised]:
        """What a function makes that is not looked into: its only text is the error's, if it is a phrase or
        the function is one that ``takes_text``."""
        known = [self._messages.known(each, place) for each in given[:MAX_FIELDS]]
        texts = [made for made in known if made and all(map(says, made))]
        if len(texts) != 1:
            return []
        if not takes_text and not any(
            isinstance(part, str) and " " in part.strip() for message in texts[0] for part in message
        ):
            return []
        return [Text(messages=texts[0], error_class=error_class)]

    def _path(self, node: Node | None) -> tuple[str, str]:
        """`crate::Error::Io` → `Error`, `Io`."""
        segments = self._source.text(node).split("<")[0].rstrip(":").split("::")
        return (segments[-2] if len(segments) > 1 else ""), segments[-1]

    def _made(
        self, named: Node | None, fields: Mapping[str, Message], node: Node, place: Place
    ) -> list[Raised]:
        owner, name = self._path(named)
        if not name[:1].isupper() or (name.isupper() and len(name) > 1):
            return []
        if name == "Self":
            owner, name = "", place.owner
        elif owner == "Self":
            owner = place.owner
        type_name = owner if owner[:1].isupper() else ""
        return [Made(type_name=type_name, name=name, fields=fields, source=self._source.text(node))]

    def _positional(self, given: list[Node], place: Place) -> dict[str, Message]:
        return {str(index): self._one(each, place) for index, each in enumerate(given[:MAX_FIELDS])}

    def _fields(self, node: Node, place: Place) -> dict[str, Message]:
        found: dict[str, Message] = {}
        body = node.child_by_field_name("body")
        for each in body.named_children[:MAX_FIELDS] if body else []:
            name, value = each.child_by_field_name("field"), each.child_by_field_name("value")
            if name is not None and value is not None:
                found[self._source.text(name)] = self._one(value, place)
        return found

    def _one(self, node: Node, place: Place) -> Message:
        made = self._messages.shown(node, place)
        return made[0] if len(made) == 1 else (self._source.hole(node),)

    def _answer(self, node: Node, place: Place) -> list[Raised]:
        """`(StatusCode::NOT_FOUND, "…")`, as web frameworks take it."""
        parts = node.named_children
        owner, name = self._path(parts[0]) if len(parts) == 2 else ("", "")
        status = HTTPStatus.__members__.get(name)
        if owner != "StatusCode" or status is None:
            return []
        said = self._messages.known(parts[1], place)
        return [Text(messages=said, http_status=int(status))] if said and all(map(says, said)) else []
