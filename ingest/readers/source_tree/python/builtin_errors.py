"""What Python's own exceptions show of their arguments."""

import builtins

from ingest.readers.source_tree.python.choices import tells
from ingest.readers.source_tree.python.facts import Choice, Choices, Part, Text
from ingest.readers.source_tree.python.formats import merged

BUILTIN_ERRORS = {
    name
    for name, value in vars(builtins).items()
    if isinstance(value, type) and issubclass(value, BaseException)
}
_OS_ERRORS = {name for name in BUILTIN_ERRORS if issubclass(getattr(builtins, name), OSError)}
# Their first argument is the text, what follows is shown otherwise or not at all.
_FIRST_ONLY = {
    "SyntaxError",
    "IndentationError",
    "TabError",
    "ImportError",
    "ModuleNotFoundError",
    "StopIteration",
}


def of_arguments(arguments: list[Choices], base: str, *, known: bool) -> Choices:
    """What an exception of Python's own shows of its arguments. ``known``: nothing else may show it."""
    if not arguments:
        return (Choice(text=()),)
    if len(arguments) == 1 or base in _FIRST_ONLY or not known:
        return arguments[0] if known or tells(arguments[0]) else _sentence(arguments) or arguments[0]
    texts = [choices[0].text for choices in arguments]
    guards = tuple(guard for choices in arguments for guard in choices[0].guards)
    if base in _OS_ERRORS:
        parts: list[Part] = ["[Errno ", *texts[0], "] ", *texts[1]]
        if len(texts) > 2:
            parts += [": ", *_repr(texts[2])]
        return (Choice(text=merged(parts), guards=guards),)
    inside: list[Part] = ["("]
    for number, text in enumerate(texts):
        inside += [", "] if number else []
        inside += _repr(text)
    return (Choice(text=merged([*inside, ")"]), guards=guards),)


def _sentence(arguments: list[Choices]) -> Choices | None:
    """The first argument with text of several words: `HTTPError(404, "no such page")`; a code is no text."""
    for choices in arguments:
        if any(isinstance(part, str) and " " in part.strip() for choice in choices for part in choice.text):
            return choices
    return None


def _repr(text: Text) -> Text:
    """As repr() shows it: literal text in quotes; a value alone may be of any type."""
    if any(isinstance(part, str) for part in text):
        return _in_quotes(text)
    return text


def _in_quotes(text: Text) -> Text:
    literal = "".join(part for part in text if isinstance(part, str))
    if not literal:
        return text
    quote = '"' if "'" in literal and '"' not in literal else "'"
    escaped = [
        repr(part)[1:-1] if isinstance(part, str) and ("\n" in part or "\\" in part) else part
        for part in text
    ]
    return merged([quote, *escaped, quote])
