"""A message as a template: its literal text with a named placeholder for each hole."""

import re

from errorkb.matching.patterns import parse_template
from ingest.readers.source_tree.site import Message

#: A name is cut at a word's end before so many characters.
MAX_NAME = 40
_QUOTED = re.compile(
    r"""\b[bfru]{0,2}"(?:[^"\\\n]|\\.)*"|\b[bfru]{0,2}'(?:[^'\\\n]|\\.)*'|"[^"\n]*"|'[^'\n]*'"""
)
_OWNER = re.compile(r"\b(?:self|cls|this|@)[.@>-]*|@")
_WORD = re.compile(r"[A-Za-z0-9]+")
# What a template would take for a placeholder, or for a doubled sign.
_SIGN = re.compile(r"[{}]|%(?=%|\(|[#0+\-*.\d]*[A-Za-z]|\d+\$)")


_SIGNS = ("$", "#")


def template_of(message: Message) -> str:
    """The template: `{name}` for each hole, named after its expression; signs that would read as placeholders
    are doubled. Different expressions have different names."""
    names: dict[str, str] = {}
    text = ""
    for part in message:
        if isinstance(part, str):
            text += _SIGN.sub(r"\g<0>\g<0>", part)
            continue
        if part.expression not in names:
            names[part.expression] = _free(name_of(part.expression), set(names.values()))
        # A sign of the text right before a hole would read as the placeholder's: it gets one of its own.
        text += f"{text[-1:] if text[-1:] in _SIGNS else ''}{{{names[part.expression]}}}"
    return text


def name_of(expression: str) -> str:
    """`len(self.items)` → `len_items`; an expression without words of its own → `value`."""
    bare = _OWNER.sub(" ", _QUOTED.sub(" ", expression))
    name = ""
    for word in _WORD.findall(bare):
        longer = f"{name}_{word}" if name else word
        if len(longer) > MAX_NAME:
            break
        name = longer
    if not name or name.isdigit():
        return "value"
    return f"value_{name}" if name[0].isdigit() else name


def has_text(template: str) -> bool:
    """Whether there is a letter or digit of literal text in it."""
    return any(isinstance(piece, str) and any(map(str.isalnum, piece)) for piece in parse_template(template))


def _free(name: str, taken: set[str]) -> str:
    number = 2
    free = name
    while free in taken:
        free = f"{name}_{number}"
        number += 1
    return free
