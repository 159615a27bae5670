"""The constants of a file that are texts, for the sites of other files."""

from collections.abc import Mapping

from ingest.readers.source_tree.curly.file import File
from ingest.readers.source_tree.curly.text import has_letters
from ingest.readers.source_tree.grammar import text
from ingest.readers.source_tree.site import Message

_TEXT_NODES = frozenset(
    {"string_literal", "binary_expression", "multiline_string_literal", "verbatim_string_literal"}
)


def constants_of(file: File) -> Mapping[str, Message]:
    """The texts that never change, by `Class.NAME`."""
    found: dict[str, Message] = {}
    for place in file.unchanging:
        owner = file.owner(place.frame)
        if owner is file.root or place.frame.function is not None:
            continue
        for name, value in file.conventions.declared(place.node):
            if value.type not in _TEXT_NODES:
                continue
            values = file.values.ask(value, place.frame)
            if len(values) == 1 and len(values[0]) == 1 and has_letters(values[0]):
                found[f"{text(owner.node.child_by_field_name('name'))}.{text(name)}"] = values[0]
    return found
